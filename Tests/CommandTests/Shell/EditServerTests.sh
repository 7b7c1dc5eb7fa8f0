#!/bin/bash
# EditServerTests.swift calls the functions below in an empty directory. Each function prints errors, and then `done`.
# They send the requests of the page of `warp-film --edit` with curl. Needs curl and jq on the PATH.
set -euo pipefail

# shellcheck source=warp.sh
. "${BASH_SOURCE[0]%/*}/warp.sh"
# shellcheck source=edit.sh
. "${BASH_SOURCE[0]%/*}/edit.sh"

# post_fields PATH FIELD…: sends a POST request of the page, with the fields separated by NUL. Prints the status, and
# saves the reply in the file `reply`.
post_fields() {
  local field
  printf %s "${2-}" >body
  for field in "${@:3}"; do printf '\0%s' "$field" >>body; done
  curl -s -o reply --max-time 60 -w '%{http_code}' -H "Origin: ${address%/*/}" --data-binary @body "$address$1"
}

# due STATUS PATH FIELD…: sends a POST request, and prints an error unless it has this status.
due() {
  local got
  got=$(post_fields "${@:2}") || true
  [[ $got == "$1" ]] || echo "$got, not $1: ${*:2}: $(head -c 200 reply)"
}

# facts NAME: prints a fact of the page, as JSON.
facts() {
  curl -s "$address" | tr '\n' ' ' |
    grep -aoE "[ {]$1: (\"([^\"\\\\]|\\\\.)*\"|\\{[^}]*\\}|\\[[^]]*\\])" | head -n 1 | cut -d : -f 2-
}

# rendered STATE [WORD]: waits until the rendering ends, and prints an error unless the state is STATE and the messages
# contain WORD. `news` are the events of the server.
rendered() {
  until_or_a_minute 'tail -n 3 news | grep -q "\"state\": \"\(done\|failed\)\""'
  local last
  last=$(grep -o '"state".*' news | tail -n 1)
  [[ $last == "\"state\": \"$1\""* && $last == *"${2-}"* ]] || echo "not $1 ${2-}: $last"
}

# listen: opens the page, and saves its events in `news`.
listen() {
  : >news
  curl -sN "${address}events" >>news &
}

# Renders with choices about the result, with music beside the film, and with words that make no file.
choices() {
  mkdir films
  make_tiny_film
  mv in.mp4 films
  ffmpeg -nostdin -v error -f lavfi -i sine=d=1 films/a.wav
  cp films/a.wav b.wav
  ln -s ../b.wav films/link.wav
  mkdir films/folder.wav
  serve --no-browser --mix blend --fps 10 --music b.wav --music-level -6 --quality 30 films/in.mp4
  [[ $(facts choices | jq -cS .) == '{"--fps":"10","--mix":"blend","--music":"b.wav","--music-level":"-6"}' ]] ||
    echo "the choices are $(facts choices)"
  [[ $(facts resultWords | jq -c .) == '["--quality","30"]' ]] || echo "the other words are $(facts resultWords)"
  listen
  local name
  for name in link.wav folder.wav c.wav; do due 400 render new out.mp4 --music $name; done
  due 400 render new out.mp4 --mix exec:a
  due 200 render new out.mp4 --speed 2x --fps 5 --music a.wav --music-level -3
  rendered 'done'
  warp-film --speed 2x --fps 5 --music films/a.wav --music-level -3 --quality 30 films/in.mp4 typed.mp4 2>/dev/null
  cmp films/out.mp4 typed.mp4
  # The typed music is elsewhere.
  : >news
  due 200 render replace out.mp4 --music b.wav --fps 5
  rendered 'done'
  : >news
  due 200 render new no.mp4 --then '--trim 9s..10s'
  rendered failed
  [[ ! -e films/no.mp4 ]] || echo 'a rendering that failed left a file'
  kill -KILL "$server"
  echo "done"
}

# Compares a preview with the same frames of the rendered result, along a slow ramp with settled frames after it.
previews() {
  make_tiny_film
  serve --no-browser --mix motion --encode '-c:v mpeg4' in.mp4
  local words=(--speed '0=1x, 0.2s=0.3x smooth, 0.4s=1x smooth')
  warp-film "${words[@]}" --mix motion --codec ffv1 --no-audio in.mp4 whole.mkv 2>/dev/null
  due 200 preview 0.31 0.72 "${words[@]}"
  ffmpeg -nostdin -v error -i reply -i whole.mkv \
    -lavfi '[1:v]trim=start_frame=9:end_frame=22,setpts=PTS-STARTPTS[w];[0:v][w]psnr=stats_file=psnr' -f null - \
    2>/dev/null
  [[ $(grep -c . psnr) == 13 ]] || echo "the preview has $(grep -c . psnr) frames"
  awk -F 'psnr_avg:' '{ split($2, value, " "); if (value[1] != "inf" && value[1] < 40) print "PSNR " value[1] }' psnr
  [[ $(about stream=codec_name,pix_fmt,start_time reply | tr '\n' ' ') == \
    'codec_name=h264 pix_fmt=yuv420p start_time=0.000000 codec_name=aac start_time=0.000000 ' ]] ||
    about stream=codec_name,pix_fmt,start_time reply
  # What fails before it plays says why.
  due 400 preview 9 10 "${words[@]}"
  grep -q '^error: the result ends at .* s, so nothing plays at 9 s' reply || echo "the reason is $(<reply)"
  due 400 preview 0 1 --speed 0
  grep -q 'would stop playback' reply || echo "the reason is $(<reply)"
  local times
  for times in '1 1' '2 1' '-1 1' '0 5.1' '0 x' '0 inf' 'nan 1' '0'; do
    # shellcheck disable=SC2086  # two fields
    due 400 preview $times
  done
  due 400 preview 0 1 --map a.tsv
  ! grep -q 'nothing plays' messages || echo 'a message of a preview is in the terminal'
  kill -KILL "$server"
  echo "done"
}

# sleep_exactly COUNT: whether this many stand-ins for ffmpeg sleep.
sleep_exactly() { [[ $(pgrep -c -P "$server" -x sleep) == "$1" ]]; }
# asks_in_vain: whether the server makes no further still.
asks_in_vain() { [[ $(curl -s -o /dev/null --max-time 1 -w "%{http_code}" "${address}still?at=0.1") == 503 ]]; }

# Asks for more at once than the server makes. A stand-in for ffmpeg never finishes a still, nor what encodes a preview.
limits() {
  make_tiny_film
  with_ffmpeg '*image2pipe*' 'exec sleep 100'
  export PATH=$PWD/bin:$PATH
  serve --no-browser in.mp4
  local n stills=() preview
  for ((n = 0; n < 6; n++)); do
    curl -s -o /dev/null --max-time 60 "${address}still?at=0.1" &
    stills+=($!)
  done
  until_or_a_minute 'sleep_exactly 6'
  # A preview of picture and sound needs three programs. It waits for room, and no still gets that room.
  printf '0\0000.5' >body.preview
  curl -s -o preview.mp4 --max-time 60 -H "Origin: ${address%/*/}" --data-binary @body.preview "${address}preview" &
  preview=$!
  until_or_a_minute asks_in_vain
  until_or_a_minute 'sleep_exactly 6'
  [[ ! -s preview.mp4 ]] || echo 'the preview did not wait'
  kill -KILL "${stills[0]}"
  wait "$preview" || echo 'the preview was not made'
  [[ $(about format=format_name preview.mp4) == *mp4* ]] || echo 'the preview is no film'
  for ((n = 0; n < 3; n++)); do curl -s -o /dev/null --max-time 60 "${address}still?at=0.1" & done
  until_or_a_minute 'sleep_exactly 8'
  asks_in_vain || echo 'a ninth still is made'
  sleep_exactly 8 || echo 'more than eight programs run'
  kill -KILL "$server"
  echo "done"
}

# finds_sleeper: whether a preview runs a stand-in for ffmpeg that sleeps. Its number is then in the file `sleeper`.
finds_sleeper() {
  local film
  film=$(pgrep -P "$server" -x warp-film) && pgrep -x sleep -P "$film" >sleeper
}
# is_killed: whether this stand-in, and all previews, have ended.
is_killed() { [[ ! -e /proc/$(<sleeper)/exe ]] && ! pgrep -P "$server" -x warp-film >/dev/null; }

# Starts previews that never end. A new one, and a page that closes, kill them with all their programs.
replaced() {
  make_tiny_film
  with_ffmpeg '*frag_keyframe*' 'exec sleep 100'
  export PATH=$PWD/bin:$PATH
  serve --no-browser in.mp4
  local first second
  printf '0\0000.5' >body
  curl -s --max-time 60 -H "Origin: ${address%/*/}" --data-binary @body "${address}preview" &
  first=$!
  until_or_a_minute finds_sleeper
  curl -s --max-time 60 -H "Origin: ${address%/*/}" --data-binary @body "${address}preview" &
  second=$!
  wait $first || true
  cp sleeper before
  until_or_a_minute 'finds_sleeper && ! cmp -s sleeper before'
  until_or_a_minute "[[ ! -e /proc/$(<before)/exe ]]"
  [[ ! -e /proc/$(<before)/exe ]] || echo 'the first preview still runs'
  kill -KILL $second
  until_or_a_minute is_killed
  is_killed || echo 'the second preview still runs'
  kill -KILL "$server"
  echo "done"
}

# is_kept TEXT: prints an error unless the page has this draft.
is_kept() { [[ $(facts draft | jq -r .) == "$1" ]] || echo "the draft is $(facts draft), not $1"; }

# Keeps drafts and presets, also for a server that starts later, and where no file can be written.
kept() {
  make_tiny_film
  cp in.mp4 other.mp4
  state_home=$PWD/state/deep
  serve --no-browser in.mp4
  is_kept ''
  [[ ! -e state ]] || echo 'a directory was made for nothing'
  due 200 keep draft $'</script>"\\ é\nx'
  due 200 keep presets '{"a": 1}'
  is_kept $'</script>"\\ é\nx'
  [[ $(curl -s "$address" | grep -c '</script>') == 1 ]] || echo 'a draft ends the script'
  [[ $(stat -c %a state/deep/warp state/deep/warp/* | sort | uniq -c | tr -s ' \n' ' ') == ' 2 600 1 700 ' ]] ||
    stat -c '%a %n' state/deep/warp state/deep/warp/*
  [[ $(head -n 1 state/deep/warp/draft-*) == '# warp draft of in.mp4' ]] || head -n 1 state/deep/warp/draft-*
  head -c 65536 /dev/zero | tr '\0' a >long
  due 200 keep draft "$(<long)"
  due 413 keep draft "$(<long)a"
  due 400 keep draft $'\xff'
  due 400 keep draft
  due 400 keep '../a' b
  due 200 keep draft new
  kill -KILL "$server"
  # Another film has another draft, and the same presets.
  serve --no-browser other.mp4
  is_kept ''
  [[ $(facts presets | jq -r .) == '{"a": 1}' ]] || echo "the presets are $(facts presets)"
  kill -KILL "$server"
  # Of many drafts, the oldest go. An empty one removes its file.
  local n
  for ((n = 0; n < 210; n++)); do touch -d "2020-01-01 $n min" "state/deep/warp/draft-$n"; done
  serve --no-browser "$PWD/in.mp4"
  is_kept new
  due 200 keep draft newer
  n=$(find state -name 'draft-*' | wc -l)
  [[ $n == 200 && ! -e state/deep/warp/draft-10 && -e state/deep/warp/draft-209 ]] || echo "$n drafts are left"
  is_kept newer
  due 200 keep draft ''
  is_kept ''
  [[ $(find state -name 'draft-*' | wc -l) == 199 ]] || echo 'an empty draft has a file'
  kill -KILL "$server"
  touch file
  state_home=$PWD/file
  serve --no-browser in.mp4
  due 200 keep draft memory
  grep -q 'until warp-film ends' reply || echo "the reply is $(<reply)"
  is_kept memory
  kill -KILL "$server"
  echo "done"
}

# Opens another film from the page.
others() {
  mkdir 'my films'
  make_tiny_film
  local name
  for name in in.mp4 -b.MKV .hidden.mp4; do cp in.mp4 "my films/$name"; done
  echo text >'my films/no.mp4'
  touch 'my films/a.mp3' 'my films/a.txt'
  ln -s in.mp4 'my films/link.mp4'
  mkdir 'my films/folder.mov'
  serve --no-browser --pitch keep --fps 12 --draft 'my films/in.mp4'
  [[ $(curl -s "${address}folder" | jq -cS .) == '{"films":["-b.MKV","in.mp4","no.mp4"],"music":["a.mp3"]}' ]] ||
    curl -s "${address}folder"
  for name in '' .hidden.mp4 link.mp4 folder.mov a.txt c.mp4 ../in.mp4 a.mp3 --help; do due 400 open "$name"; done
  due 400 open no.mp4
  grep -q no.mp4 reply && grep -q no.mp4 messages || echo "the reason is $(<reply)"
  local first=$address other
  due 200 open -b.MKV
  other=$(<reply)
  ! grep -q "$other" messages || echo 'the address of the other page is in the terminal'
  address=$other
  [[ $(facts choices | jq -c .) == '{"--fps":"12"}' && $(facts resultWords | jq -c .) == '["--draft"]' ]] ||
    echo "the other page has $(facts choices) $(facts resultWords)"
  [[ $(curl -s "$address" | grep -c 'keepsPitch: true, hasPicture') == 1 ]] ||
    echo 'the other page does not keep the pitch'
  curl -s "${address}film" | cmp - in.mp4
  address=$first
  other=$(pgrep -P "$server" -x warp-film)
  kill -TERM "$server"
  wait "$server" || true
  until_or_a_minute "[[ ! -e /proc/$other/exe ]]"
  [[ ! -e /proc/$other/exe ]] || echo 'the other server still runs'
  echo "done"
}

# A server stays until the page of the other film is closed.
outliving() {
  make_tiny_film
  cp in.mp4 other.mp4
  serve --no-browser in.mp4
  due 200 open other.mp4
  local page second
  curl -sN "${address}events" >/dev/null &
  page=$!
  curl -sN "$(<reply)events" >/dev/null &
  second=$!
  # The server has read the request of its page before this one.
  due 200 cancel
  kill -KILL $page
  # Longer than it would wait without the other page.
  sleep 9
  kill -0 "$server" || echo 'the server ended although another page is open'
  kill -KILL $second
  ended
  echo "done"
}

"$@"
