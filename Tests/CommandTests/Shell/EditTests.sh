#!/bin/bash
# EditTests.swift calls the functions below in an empty directory. Each function prints errors, and then `done`. Needs
# the programs that browser.sh lists.
set -euo pipefail

# shellcheck source=fixtures.sh
. "${BASH_SOURCE[0]%/*}/fixtures.sh"
# shellcheck source=browser.sh
. "${BASH_SOURCE[0]%/*}/browser.sh"
# shellcheck source=warp.sh
. "${BASH_SOURCE[0]%/*}/warp.sh"
# shellcheck source=edit.sh
. "${BASH_SOURCE[0]%/*}/edit.sh"

# shows FRAME: seeks a frame, of 30 per second, in the page. Prints an error if the proxy video shows another frame.
shows() {
  local found
  js "player.seek(maps().map.warpedAt(($1 + 0.5) / 30)); return null" >/dev/null
  js_until "!find('video').seeking && Math.abs(find('video').currentTime - ($1 + 0.5) / 30) < 0.01 &&
    find('video').readyState > 1"
  # shellcheck disable=SC2016  # JavaScript expands the template
  found=$(js_async 'const pixels = shown => { const canvas = htmlElement("canvas", {width: 192, height: 108}),
      context = canvas.getContext("2d"); context.drawImage(shown, 0, 0, 192, 108);
      return context.getImageData(0, 0, 192, 108).data; };
    const shown = pixels(find("video")), sought = Math.floor(player.video.currentTime * 30),
      frames = [-2, -1, 0, 1, 2].map(n => sought + n).filter(n => n >= 0 && n < 300);
    const gap = async n => { const image = new Image(); image.src = `still?at=${Math.max(0, n / 30 - 0.001)}`;
      await image.decode(); return pixels(image).reduce((sum, v, k) => sum + Math.abs(v - shown[k]), 0); };
    Promise.all(frames.map(gap)).then(gaps => done(frames[gaps.indexOf(Math.min(...gaps))]))')
  [[ $found == "$1" ]] || echo "frame $found is shown instead of $1"
}

# Edits a film that the browser cannot play: adds a ramp, a freeze and a reversed second. Then renders the film, and
# compares it with the result of the command that the page shows.
first_task() {
  fixture hevc_film
  cat >browser <<'END'
#!/bin/sh
echo "$@" >browser.words
stat -c %a "$1" >browser.mode
sed -n 's/.*url=\(http:[^"]*\)".*/\1/p' "$1" >browser.address
END
  chmod +x browser
  BROWSER=./browser serve --draft --encode '-threads 1' hevc.mp4
  until_or_a_minute '[ -s browser.address ]'
  [[ $(<browser.address) == "$address" && $(<browser.mode) == 600 ]] || echo "the file has $(<browser.address)"
  token=${address%/}
  token=${token##*/}
  ! grep -q "$token" browser.words "/proc/$server/cmdline" || echo 'the token is in a command line'
  open_browser "$address"
  js_until 'find("video").videoWidth && !find("video").seeking && strip.pictures.size && peaks.length > 10'
  [[ ! $(ls runtime) ]] || echo "the file that opened the page is left: $(ls runtime)"
  expect 'find("told").textContent.includes("cannot play hevc") && find("video").videoHeight === 180'
  click "$(place 3 1)"
  drag "$(place 5 1)" 0 "$(js 'return view.y(0.5) - view.y(1)')"
  click "$(along '#strip' 0.7)"
  press '#freeze'
  click "$(along '#strip' 0.1)"
  press '#reverse'
  expect 'state().freezes.length === 1 && state().turned.length === 1 && speedAt(maps(), 5) === 0.5'
  # The proxy video must show exactly the frame that is sought, also the first and the last one.
  shows 0
  shows 1
  shows 240
  shows 299
  press '#render'
  js_until 'renderState === "done"'
  expect 'find("told").textContent.startsWith("hevc-warped.mp4 is ready") && !find("error").textContent'
  eval "$(js 'return find("command").textContent' | jq -r . | sed 's/hevc-warped.mp4$/typed.mp4/')" 2>typed.messages
  cmp hevc-warped.mp4 typed.mp4
  # The result exists now, so rendering must ask before it overwrites the file.
  press '#render'
  js_until '!find("replace").hidden'
  expect 'find("error").textContent.includes("exists")'
  press '#playresult'
  js_until 'find("resultdialog").open && document.querySelector("#resultdialog video").videoWidth === 320'
  complaints | grep -v ' 409 ' || true
  close_browser
  ended
  echo "done"
}

# status WORD…: sends a request with curl, and prints its HTTP status.
status() { curl -s -o /dev/null --max-time 20 -w '%{http_code}' "$@"; }
# due STATUS WORD…: sends a request with curl, and prints an error unless its HTTP status is STATUS.
due() {
  local got
  got=$(status "${@:2}") || true
  [[ $got == "$1" ]] || echo "$got, not $1: ${*:2}"
}

# Sends requests that no browser sends: truncated, too long, random bytes, and a thousand idle connections. Also checks
# that other users of the machine can read neither the page nor the film.
hostile() {
  make_tiny_film
  BROWSER=true serve in.mp4
  chmod 755 runtime
  local base=${address%/*/} port
  port=${base##*:}
  # Sends truncated requests, too long requests and random bytes.
  local whole=$'GET /%s/ HTTP/1.1\r\nHost: 127.0.0.1:%s\r\nContent-Length: 9\r\n\r\n' cut
  # shellcheck disable=SC2059  # $whole is a format
  whole=$(printf "$whole" "$(basename "$address")" "$port")
  for ((cut = 0; cut < ${#whole}; cut += 7)); do
    exec {connection}<>"/dev/tcp/127.0.0.1/$port"
    printf %s "${whole:0:cut}" >&"$connection"
    exec {connection}>&-
  done
  due 413 -H "Long: $(printf '%020000d' 0)" "$address"
  due 413 -H "Origin: $base" -H 'Content-Length: 999999999' -d x "${address}render"
  exec {connection}<>"/dev/tcp/127.0.0.1/$port"
  head -c 4000 /dev/urandom >&"$connection" || true
  exec {connection}>&-
  # Other users of the machine can read neither the film nor the token in the page's address.
  if [[ $(id -u) == 0 ]]; then
    cat runtime/*.html >opening
    chmod 755 .
    ! setpriv --reuid=65534 --clear-groups cat runtime/*.html >/dev/null 2>&1 || echo 'others read what opens the page'
    due 403 "$base/film"
  fi
  # Opens a thousand connections, and sends only the beginning of a request on each.
  ulimit -n 4096 2>/dev/null || ulimit -n "$(ulimit -Hn)"
  local connections=()
  for ((n = 0; n < 1000; n++)); do
    exec {connection}<>"/dev/tcp/127.0.0.1/$port" || break
    { printf 'GET /' >&"$connection"; } 2>/dev/null || true
    connections+=("$connection")
  done
  due 200 "$address"
  local open=("/proc/$server/fd/"*)
  ((${#open[@]} < 200)) || echo "${#open[@]} files are open"
  (($(sed -n 's/VmHWM:[[:space:]]*\([0-9]*\) kB/\1/p' "/proc/$server/status") < 100000)) ||
    echo 'more than 100 MB of memory'
  for connection in "${connections[@]}"; do exec {connection}>&-; done
  kill -TERM "$server"
  local status=0
  wait "$server" || status=$?
  [[ $status == 143 ]] || echo "a signal ended it with $status"
  # After the server has ended, its stand-by process removes the file that opened the page.
  until_or_a_minute 'find runtime -empty | grep -q .'
  echo "done"
}

# Opens films that the browser cannot play: one without sound, and one whose sound begins late and ends early. Checks
# that the proxy video is as long as the film, and that a drag on the thumbnails seeks to the point of release.
sounds() {
  fixture hevc_film
  ffmpeg -nostdin -v error -i hevc.mp4 -c copy -an silent.mp4
  ffmpeg -nostdin -v error -i hevc.mp4 -ss 4 -t 2 -copyts -i hevc.mp4 -map 0:v -map 1:a -c copy beside.mkv
  local film
  open_browser about:blank
  for film in silent.mp4 beside.mkv; do
    serve --no-browser $film
    show_page "$address"
    js_until 'find("video").videoWidth && find("unplayable").hidden'
    js_until 'find("video").buffered.length === 1 && find("video").buffered.start(0) < 0.03 &&
      find("video").buffered.end(0) > 9.9'
    for share in 0.3 0.9 0.5; do
      drag "$(along '#strip' 0.1)" "$(js "return find('strip').clientWidth * ($share - 0.1)")" 0
      js_until '!find("video").seeking && Math.abs(find("video").currentTime - player.warped) < 0.006'
    done
    kill -KILL "$server"
  done
  close_browser
  echo "done"
}

# Checks which requests the server accepts. No request may stop the server, or get anything but the page and its film.
strangers() {
  make_tiny_film
  serve --no-browser in.mp4
  local base=${address%/*/} port file=$PWD/in.mp4
  port=${base##*:}
  echo secret >secret
  due 200 "$address"
  due 200 -H "Host: localhost:$port" "$address"
  due 403 "$base/"
  due 403 "$base/0123456789abcdef0123456789abcdef/film"
  due 403 -H 'Host: example.com' "$address"
  due 403 -H "Host: 127.0.0.1" "$address"
  due 403 -H 'Origin: http://example.com' "$address"
  due 403 -H 'Origin: null' "${address}film"
  due 403 -X POST -d x "${address}render"
  due 403 -X POST -H "Origin: http://localhost:$port" "${address}cancel"
  due 200 -X POST -H "Origin: $base" "${address}cancel"
  due 405 "${address}render"
  due 405 -X DELETE "$address"
  local path
  for path in secret film/../secret ../secret %2e%2e/secret film/ film%00 "$file" proxy/ still; do
    [[ $(status --path-as-is "$address$path") =~ ^40[0-4]$ ]] || echo "$path is answered"
  done
  due 400 "${address}still?at=-1"
  due 400 "${address}proxy?from=nan"
  due 404 "${address}result"
  mkdir folder.mp4
  ln -s runtime/new.mp4 link.mp4
  local body
  for body in 'new\0../x.mp4' 'new\0/tmp/x.mp4' 'new\0..' 'new\0' 'new\0x.mp4\0--map\0secret' 'new\0in.mp4' old '' \
    'new\0x.mp4\0--encode\0-y' 'new\0x.mp4\0--then\0--map secret' 'new\0x.mp4\0secret' 'replace\0in.mp4' \
    'replace\0folder.mp4' 'new\0link.mp4' 'replace\0link.mp4' 'new\0x.mp4\0--help' 'new\0x.mp4\0--version'; do
    printf '%b' "$body" >body
    due 400 -H "Origin: $base" --data-binary @body "${address}render"
  done
  # The server sends byte ranges of the film, and refuses a range after the end of the film.
  local size
  size=$(stat -c %s in.mp4)
  curl -s -r "$((size - 10))-" "${address}film" | cmp - <(tail -c 10 in.mp4)
  curl -s "${address}film" | cmp - in.mp4
  due 416 -r "$size-" "${address}film"
  kill -KILL "$server"
  echo "done"
}

# Cancels renderings: by a request, by closing the page, and by a signal. Neither a process nor a file may be left.
cancelling() {
  make_film
  serve --no-browser clip.mp4
  local base=${address%/*/} way
  for way in cancel close interrupt; do
    [[ $way == cancel ]] || serve --no-browser clip.mp4
    base=${address%/*/}
    : >news
    curl -sN "${address}events" >news &
    local page=$!
    printf 'new\0out.mp4\0--speed\0000.01x' | due 200 -H "Origin: $base" --data-binary @- "${address}render"
    due 503 -H "Origin: $base" -d $'new' "${address}render"
    until_or_a_minute 'grep -q "\"total\": [1-9]" news'
    case $way in
      cancel)
        due 200 -X POST -H "Origin: $base" "${address}cancel"
        until_or_a_minute 'grep -q cancelled news'
        kill -KILL $page
        ended
        ;;
      close)
        kill -KILL $page
        ended
        ;;
      interrupt)
        kill -TERM "$server"
        wait "$server" || true
        kill -KILL $page 2>/dev/null || true
        ;;
    esac
    until_or_a_minute "! pgrep -f '$PWD'"
    [[ ! -e out.mp4 && ! $(find . -name '*.part') && ! $(ls runtime) ]] || ls
  done
  echo "done"
}

# usable ENCODER TAG: makes an hour of 1080p. Prints the milliseconds from the start of warp-film until the page shows a
# frame.
usable() {
  ffmpeg -nostdin -v error -f lavfi -i testsrc2=s=1920x1080:r=24:d=5 -f lavfi -i sine=r=48000:d=5 -c:v "$1" \
    -preset ultrafast -b:v 1M -g 48 -pix_fmt yuv420p -tag:v "$2" -c:a aac five.mp4 2>/dev/null
  ffmpeg -nostdin -v error -stream_loop 719 -i five.mp4 -c copy hour.mp4
  open_browser about:blank
  local start=$EPOCHREALTIME
  serve --no-browser hour.mp4
  show_page "$address"
  js_until 'find("video").videoWidth && find("video").readyState >= 2 && document.querySelector("[data-handle]")'
  echo $(((${EPOCHREALTIME/./} - ${start/./}) / 1000))
  close_browser
  ended
}

# soak SECONDS: repeatedly loads the page, the film, the proxy video and still images. Prints the server's memory in kB
# and its number of open files, halfway and at the end.
soak() {
  fixture hevc_film
  serve --no-browser hevc.mp4
  local end=$((SECONDS + $1)) middle=$((SECONDS + $1 / 2)) page=''
  while ((SECONDS < end)); do
    curl -sN "${address}events" >/dev/null &
    [[ ! $page ]] || kill -KILL "$page"
    page=$!
    disown
    curl -s "$address" | grep -q '</html>'
    curl -s -r "$((RANDOM * 20))-" "${address}film" | head -c "$RANDOM" >/dev/null || true
    curl -s "${address}still?at=$((RANDOM % 10))" >/dev/null
    curl -s --max-time "0.$((RANDOM % 10))" "${address}proxy?from=$((RANDOM % 10))" >/dev/null || true
    if ((middle && SECONDS >= middle)); then used middle; middle=0; fi
  done
  used end
  kill -KILL "$page"
  ended
}
used() {
  local open=("/proc/$server/fd/"*)
  echo "$1 $(sed -n 's/VmRSS:[[:space:]]*\([0-9]*\) kB/\1/p' "/proc/$server/status") ${#open[@]}"
}

# refused: gives --edit a map that cannot be read twice, which it must refuse.
refused() {
  make_tiny_film
  printf '0 0\n0.5 0.5\n' | warp-film --edit --map /dev/stdin in.mp4
}

"$@"
