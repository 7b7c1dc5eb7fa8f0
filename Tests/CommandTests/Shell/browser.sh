# shellcheck shell=bash
# Sourced by the scripts that test the curve page in a browser, with the WebDriver protocol.
# Needs the built warp programs, chromium, chromedriver, curl and jq on the PATH.

# --- the browser ---

# open_browser PAGE [WIDTH [HEIGHT [WORD…]]]: starts a browser without a screen and shows the page, a file in this
# directory or an address. WORDs are options of the browser.
open_browser() {
  local page=$1 port='' words session=''
  : >driver.log
  # The browser gets a process group of its own, so that the script can kill all its processes at exit.
  setsid chromedriver --port=0 >>driver.log 2>&1 </dev/null &
  driver=$!
  trap end_browser EXIT
  for ((tries = 0; tries < 200; tries++)); do
    port=$(sed -n 's/.*started successfully on port \([0-9]*\).*/\1/p' driver.log)
    [[ ! $port ]] || break
    sleep 0.1
  done
  words=$(jq -nc '$ARGS.positional' --args -- "--window-size=${2-1366},${3-768}" "${@:4}")
  base=http://127.0.0.1:$port
  # On a busy machine, a browser may fail to start.
  for ((tries = 0; tries < 3; tries++)); do
    session=$(jq -n --argjson words "$words" '{capabilities: {alwaysMatch: {
      browserName: "chrome", "goog:loggingPrefs": {browser: "ALL"}, "goog:chromeOptions": {args: ([
        "--headless=new", "--no-sandbox", "--disable-gpu", "--autoplay-policy=no-user-gesture-required", "--mute-audio"]
        + $words)}}}}' | curl -sS --max-time 120 --data-binary @- "$base/session" |
      jq -er '.value.sessionId // empty') && break
  done
  [[ $session ]] || { echo "no browser starts: $(<driver.log)"; exit 1; }
  base+=/session/$session
  # On a busy machine, a script in a page may need longer than WebDriver's default limit of 30 s.
  post timeouts '{"script": 110000}' >/dev/null
  show_page "$page"
}

show_page() {
  local url=$1
  [[ $url == http:* ]] || url=file://$PWD/$1
  post url "$(jq -n --arg url "$url" '{url: $url}')" >/dev/null
}
end_browser() {
  # If the script fails, no server may stay either, because the test waits for all processes.
  # shellcheck disable=SC2046  # a word for each process
  kill -KILL -- "-$driver" $(jobs -pr) 2>/dev/null || true
  wait "$driver" 2>/dev/null || true
}
close_browser() { curl -sS --max-time 60 -X DELETE "$base" >/dev/null; }

# post COMMAND JSON: prints the result of a WebDriver command. Fails if the result is an error.
post() {
  curl -sS --max-time 120 --data-binary "$2" "$base/$1" | jq -ec 'if (.value | type) == "object" and .value.error then
    .value.message | halt_error else .value end' || [[ $? == 1 ]]
}

# js SCRIPT [JSON]: runs a script in the page, with the JSON as `data`, and prints its result.
js() {
  jq -n --arg script "const data = arguments[0]; $1" --argjson data "${2-null}" '{script: $script,
    args: [$data]}' >request
  post execute/sync @request
}

# js_async SCRIPT: runs a script in the page until it calls done(RESULT), and prints RESULT.
js_async() {
  jq -n --arg script "const done = arguments[0]; $1" '{script: $script, args: []}' >request
  post execute/async @request
}

# Prints the errors and warnings in the browser's log.
complaints() { post se/log '{"type": "browser"}' | jq -r '.[] | select(.level == "SEVERE" or .level == "WARNING") |
  .message'; }

# --- gestures, which the variable `gestures` counts ---

gestures=0

# actions JSON: performs actions of WebDriver input sources, such as a mouse, and counts them as one gesture.
actions() {
  gestures=$((gestures + 1))
  post actions "{\"actions\": $1}" >/dev/null
}

# middle SELECTOR: prints the center of an element, in pixels. place TIME SPEED: prints the pixel position of a point on
# the plot. TIME is in seconds, and SPEED in units of the vertical axis.
middle() {
  js 'const e = document.querySelector(data); e.scrollIntoView({block: "nearest", inline: "nearest"});
    const b = e.getBoundingClientRect(); return [b.x + b.width / 2, b.y + b.height / 2]' "$(jq -n --arg s "$1" '$s')"
}
place() { js "const b = find('plot').getBoundingClientRect(); return [b.x + view.x($1), b.y + view.y($2)]"; }
# lower TIME: prints the pixel position of a time of the result on the lower axis of the plot.
lower() { js "const b = find('plot').getBoundingClientRect(); return [b.x + resultAxis().x($1), b.bottom - 5]"; }
# along SELECTOR SHARE: prints the pixel position of a point on an element, at a share of its width from 0 to 1.
along() { js "const b = document.querySelector('$1').getBoundingClientRect(); return [b.x + b.width * $2, b.y +
  b.height / 2]"; }

# click PLACE [COUNT [TYPE]]: clicks COUNT times, with a mouse or by touch.
click() {
  actions "$(jq -nc --argjson at "$1" --argjson count "${2-1}" --arg type "${3-mouse}" '[{type: "pointer", id: $type,
    parameters: {pointerType: $type}, actions: ([{type: "pointerMove", duration: 0, x: ($at[0] | round),
      y: ($at[1] | round)}]
    + [range($count) | {type: "pointerDown", button: 0}, {type: "pointerUp", button: 0}])}]')"
}
press() { click "$(middle "$1")"; }

# drag PLACE DX DY [KEY [TYPE]]: drags from PLACE by DX and DY pixels in six steps, while KEY is held.
drag() {
  actions "$(jq -nc --argjson at "$1" --argjson dx "$2" --argjson dy "$3" --arg key "$(code "${4-}")" \
    --arg type "${5-mouse}" '
    [{type: "pointer", id: $type, parameters: {pointerType: $type}, actions: ([
      {type: "pointerMove", duration: 0, x: ($at[0] | round), y: ($at[1] | round)}, {type: "pointerDown", button: 0}]
      + [range(1; 7) | {type: "pointerMove", duration: 10, x: ($at[0] + $dx * . / 6 | round), y: ($at[1] +
        $dy * . / 6 | round)}]
      + [{type: "pointerUp", button: 0}, {type: "pause"}])}]
    + if $key == "" then [] else [{type: "key", id: "keys", actions: ([{type: "keyDown", value: $key}]
      + [range(8) | {type: "pause"}] + [{type: "keyUp", value: $key}])}] end')"
}

# code NAME: prints WebDriver's code of a key.
code() {
  case $1 in
    Shift) printf '\ue008' ;; Control) printf '\ue009' ;; Alt) printf '\ue00a' ;; Escape) printf '\ue00c' ;;
    Left) printf '\ue012' ;; Up) printf '\ue013' ;; Right) printf '\ue014' ;; Down) printf '\ue015' ;;
    Insert) printf '\ue016' ;; Delete) printf '\ue017' ;; Enter) printf '\ue007' ;; Home) printf '\ue011' ;;
    PageUp) printf '\ue00e' ;; PageDown) printf '\ue00f' ;;
    End) printf '\ue010' ;; Tab) printf '\ue004' ;; Space) printf ' ' ;; *) printf '%s' "$1" ;;
  esac
}
# key NAME…: presses keys together.
key() {
  local codes=() name
  for name; do codes+=("$(code "$name")"); done
  actions "$(jq -nc '[{type: "key", id: "keys", actions: ([$ARGS.positional[] | {type: "keyDown", value: .}]
    + [$ARGS.positional | reverse[] | {type: "keyUp", value: .}])}]' --args -- "${codes[@]}")"
}

# wheel PLACE DX DY [KEY]: turns the mouse wheel by DX and DY pixels at PLACE, while KEY is held.
wheel() {
  actions "$(jq -nc --argjson at "$1" --argjson dx "$2" --argjson dy "$3" --arg key "$(code "${4-}")" '
    [{type: "wheel", id: "wheel", actions: [
    {type: "pause"}, {type: "scroll", x: ($at[0] | round), y: ($at[1] | round), deltaX: $dx, deltaY: $dy,
      duration: 0}, {type: "pause"}]}]
    + if $key == "" then [] else [{type: "key", id: "keys", actions: [{type: "keyDown", value: $key}, {type: "pause"},
      {type: "keyUp", value: $key}]}] end')"
}

# type_in SELECTOR TEXT: replaces the text of a field, as if typed.
type_in() {
  gestures=$((gestures + 1))
  js 'const e = document.querySelector(data[0]); e.focus(); e.value = data[1]; e.dispatchEvent(new Event("change"));
    e.blur(); return null' \
    "$(jq -n --arg selector "$1" --arg text "$2" '[$selector, $text]')" >/dev/null
}
# field LABEL: prints a selector of the field with this label in the panel of the selected object.
field() {
  js 'const labels = [...document.querySelectorAll("#selected label")]; labels.forEach(l =>
    l.lastElementChild.previousElementSibling.id = "");
    labels.find(l => l.firstChild.textContent.trim() === data).lastElementChild.previousElementSibling.id = "field";
      return "#field"' \
    "$(jq -n --arg name "$1" '$name')" | jq -r .
}

# --- assertions ---

# expect EXPRESSION: evaluates an expression in the page, and prints an error unless the value is true.
expect() {
  local value
  value=$(js "return $1")
  [[ $value == true ]] || echo "not true: $1, but $value; the command is $(js 'return find("command").textContent')"
}
# options WORD: prints an error unless the command that the page shows has exactly the options WORD.
options() {
  local text
  text=$(js 'return find("command").textContent.replace(/^warp-film /, "").replace(/ ?clip.mp4 clip-warped.mp4$/,
    "")' | jq -r .)
  [[ $text == "$1" ]] || echo "the options are $text, not $1"
}

# same_map [WORD…]: compares the time map of the page with the map that warp-map makes from WORDs, by default from the
# warp-map command of the page. Prints the largest difference unless it is less than a microsecond.
# shellcheck disable=SC2120
same_map() {
  local words=("$@") far
  if [ $# = 0 ]; then
    js 'return mapCommand(state()).replace(/^warp-map | > [a-z]+.tsv$/g, "")' | jq -r . >words
    eval "words=($(cat words))"
  fi
  js 'const n = 997, w = maps().map.length; return Array.from({length: n}, (_, k) => (k +
    0.5) * w / n)' | jq -r '.[]' >times.txt
  warp-map "${words[@]}" --at-warped - <times.txt | cut -f 1 >theirs || return 0
  far=$(js 'let most = 0; const map = maps().map; data.forEach(([w, s]) => { const gaps = [-1e-7, 0, 1e-7].map(d =>
    Math.abs(map.sourceAt(w + d) - s));
    most = Math.max(most, Math.min(...gaps)); }); return data.length === 997 && most < 1e-6 || most' \
    "$(paste times.txt theirs | jq -R 'split("\t") | map(tonumber)' | jq -sc .)")
  [[ $far == true ]] || echo "the page's map is $far s from that of ${words[*]}"
}

# Makes ten seconds at 30 fps. Each frame shows its number, and each second has a beep in its middle.
make_film() { fixture page_film; }
page_film() {
  ffmpeg -nostdin -v error -f lavfi -i testsrc2=s=320x180:r=30:d=10 -f lavfi \
    -i 'aevalsrc=sin(2764*t)*between(mod(t\,1)\,0.5\,0.6):s=48000:d=10' \
    -c:v libx264 -preset ultrafast -g 15 -pix_fmt yuv420p -c:a aac clip.mp4
}

# open_page [WORD…]: makes clip.mp4 and its HTML page with these options of warp-film, and opens the page.
open_page() {
  make_film
  warp-film "$@" clip.mp4 --plot html >page.html
  open_browser page.html
}
finish() {
  same_map
  complaints
  close_browser
  echo "done"
}
