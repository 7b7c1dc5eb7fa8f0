#!/bin/bash
# PageFileTests.swift calls the functions below in an empty directory. Each function uses one browser, prints errors,
# and ends with `done`. Needs the programs that browser.sh lists.
# shellcheck disable=SC2119  # few calls pass arguments to same_map
set -euo pipefail

# shellcheck source=fixtures.sh
. "${BASH_SOURCE[0]%/*}/fixtures.sh"
# shellcheck source=browser.sh
. "${BASH_SOURCE[0]%/*}/browser.sh"

# Types wrong values into fields of the page, opens .warp files, and reloads the page.
typing() {
  open_page --speed '0=1x, 2s=0.5x smooth, 5s=2x'
  options "--speed '0=1x, 2s=0.5x smooth, 5s=2x'"
  press '[data-handle="key:1"]'
  type_in "$(field time)" 1:2:3:4:5
  expect 'find("copy").disabled && document.querySelector("#selected .wrong").textContent.includes("is not a time")'
  options "--speed '0=1x, 2s=0.5x smooth, 5s=2x'"
  type_in "$(field time)" 0:07
  expect '!find("copy").disabled && selected === "key:2" &&
    document.querySelector("#selected .wrong").textContent === ""'
  options "--speed '0s=1x, 5s=2x, 7s=0.5x smooth'"
  type_in "$(field speed)" -1x
  expect 'find("copy").disabled'
  type_in "$(field speed)" 25%
  options "--speed '0s=1x, 5s=2x, 7s=0.25x smooth'"
  type_in "$(field time)" 5s
  expect 'find("copy").disabled && maps().map.length > 0'
  type_in "$(field time)" 7s
  type_in '#fit' x
  expect 'find("copy").disabled'
  type_in '#fit' ''
  expect '!find("copy").disabled'
  warp_files
  reload_and_copy
  finish
}
warp_files() {
  # A .warp file that the page has saved restores the state of the page.
  press '#marker'
  js 'return warpText(state())' | jq -r . >a.warp
  js 'window.saved = JSON.stringify(state()); tryState(opened); commit("Other"); return null' >/dev/null
  drop a.warp
  expect 'JSON.stringify(state()) === saved && find("told").textContent === "opened a.warp"'
  # The page refuses .warp files with wrong or dangerous options, and keeps its state.
  while read -r line; do
    printf '# warp curve 1\n%s\n' "$line" >b.warp
    drop b.warp
    expect 'find("error").textContent.startsWith("b.warp cannot be opened: ") && JSON.stringify(state()) === saved'
  done <<'END'
--map /etc/passwd
--then '--map /etc/passwd'
--encode '-f null'
--pitch=keep
--pitch keep --pitch follow
--speed '0=1x, 1=0x'
--speed '0=1x
--mix exec:true
--curve ramp@5s..2s
--freeze 99s=1s
--play 0..5 --speed 2x
<img src=x onerror=alert(1)>
END
  printf 'what' >b.warp
  drop b.warp
  expect 'find("error").textContent.includes("does not begin with")'
}
reload_and_copy() {
  # After a reload, the page has the same state.
  key Escape
  js_async 'const wait = () => location.hash.length > 9 ? done(null) : setTimeout(wait, 20); wait()' >/dev/null
  js 'return JSON.stringify(state())' >before
  post refresh '{}' >/dev/null
  js 'return JSON.stringify(state())' | cmp - before
  # The Copy button copies the command.
  post goog/cdp/execute '{"cmd": "Browser.grantPermissions", "params": {"permissions": ["clipboardReadWrite",
    "clipboardSanitizedWrite"]}}' >/dev/null
  press '#copy'
  js_async 'const wait = () =>
    find("told").textContent ? navigator.clipboard.readText().then(done) : setTimeout(wait, 20);
    wait()' >copied
  js 'return find("command").textContent' | cmp - copied
}

# drop FILE: drops a file onto the page.
drop() {
  gestures=$((gestures + 1))
  jq -Rs '[., $name]' --arg name "$1" "$1" >dropped.json
  js 'tell(""); tellWrong(""); const files = new DataTransfer(); files.items.add(new File([data[0]], data[1]));
    document.body.dispatchEvent(new DragEvent("drop", {bubbles: true, cancelable: true, dataTransfer: files}));
      return null' "$(cat dropped.json)" >/dev/null
  js_async 'const wait = () => find("told").textContent || find("error").textContent ? done(null) : setTimeout(wait,
    10); wait()' >/dev/null
}

# Opens the page with each kind of curve, and edits the curve. Before an edit, the page shows the command as typed.
starts() {
  make_film
  open_browser clip.mp4
  start --silence cut
  expect 'state().cuts.length > 5 && find("command").textContent.startsWith("warp-film --silence cut clip.mp4 ")'
  expect 'mapCommand(state()).includes("--map map.tsv")'
  press '[data-handle="cut:1"]'
  key Delete
  expect 'find("command").textContent.includes("--play ..") && !find("command").textContent.includes("--silence")'
  start --silence 4x
  expect 'state().keys.length > 5 && find("command").textContent.startsWith("warp-film --silence 4x clip.mp4 ")'
  start --anchor 2=2 --anchor 4=5
  drag "$(middle '[data-handle="landing:1"]')" 40 0
  expect 'state().landings.length === 2 && state().landings[1].lands > 5 &&
    find("command").textContent.includes("--anchor 2s=2s --anchor 4s=")'
  start --freeze 3s=1s --trim 2s..8s
  expect 'state().freezes.length === 1 && state().trim.from === 2'
  drag "$(middle '[data-handle="trim-to:0"]')" "$(js 'return -1 / view.pixel')" 0
  options '--trim 2s..7s --freeze 3s=1s'
  start --play 0..3 --play 3..1@2x
  expect 'maps().isOverResult && state().plays.length === 2'
  drag "$(middle '[data-handle="play-to:0"]')" "$(js 'return 1 / view.pixel')" 0
  options '--play ..4s --play 3s..1s@2x'
  drag "$(middle 'g[data-handle="play:1"]')" 0 "$(js 'return view.y(0.5) - view.y(2)')"
  options '--play ..4s --play 3s..1s@0.5x'
  click "$(place 2 0.2)"
  press '#freeze'
  options "--play ..4s --play 3s..1s@0.5x --then '--freeze 2s=1s'"
  same_map
  start --reverse
  expect 'state().isReversed'
  start --scale-expr '1+0.5*sin(t)'
  expect 'find("fixed").textContent.includes("--scale-expr")'
  click "$(place 5 0.15)"
  press '#cut'
  options "--scale-expr '1+0.5*sin(t)' --then '$(js 'return playedParts(state(), maps().timed).flatMap(p =>
    ["--play", playSpec(p)]).join(" ")' | jq -r .)'"
  same_map
  start --map <(warp-map --duration 10 --speed 2x)
  expect 'find("command").textContent.includes("--map map.tsv")'
  timecodes
  complaints
  close_browser
  echo "done"
}
# A film with a start timecode shows it, and takes its timecodes, as warp-film does.
timecodes() {
  ffmpeg -nostdin -v error -f lavfi -i testsrc2=s=64x36:r=30000/1001:d=65 -timecode '00:59:00;02' \
    -c:v libx264 -preset ultrafast coded.mov
  warp-film --trim '00:59:10;02..01:00:04;00' coded.mov --plot html >page.html
  show_page page.html
  expect 'Math.abs(state().trim.from - 300 * 1001 / 30000) < 1e-6'
  # Frames 59 s on: minutes skip two numbers, except every tenth.
  expect '[0, 1798, 1797, 1800].map(timecodeOf).join() === "00:59:00;02,01:00:00;00,00:59:59;29,01:00:00;02"'
  type_in '#sourcetime' '00:59:20;02'
  expect 'find("frame").value === "600" && find("timecode").textContent === "00:59:20;02"'
  type_in '#frame' 900
  expect 'find("timecode").textContent === "00:59:30;02"'
}
start() {
  warp-film "$@" clip.mp4 --plot html >page.html 2>/dev/null
  show_page page.html
}

"$@"
