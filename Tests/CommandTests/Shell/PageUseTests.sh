#!/bin/bash
# PageUseTests.swift calls the functions below in an empty directory. Each function uses one browser, prints errors, and
# ends with `done`. Needs the programs that browser.sh lists.
# shellcheck disable=SC2119  # few calls pass arguments to same_map
set -euo pipefail

# shellcheck source=fixtures.sh
. "${BASH_SOURCE[0]%/*}/fixtures.sh"
# shellcheck source=browser.sh
. "${BASH_SOURCE[0]%/*}/browser.sh"

# Uses the page by touch on a screen 400 pixels wide. Adds and drags keyframes, zooms with two fingers, and moves the
# view with one finger. Nothing may be cut off.
touch() {
  open_page
  post goog/cdp/execute '{"cmd": "Emulation.setDeviceMetricsOverride",
    "params": {"width": 400, "height": 860, "deviceScaleFactor": 1, "mobile": true}}' >/dev/null
  post goog/cdp/execute '{"cmd": "Emulation.setTouchEmulationEnabled", "params": {"enabled": true}}' >/dev/null
  post refresh '{}' >/dev/null
  expect 'innerWidth === 400 && document.documentElement.scrollWidth <= 400 && isCoarse'
  expect '["video", "plot"].every(id => { const b = find(id).getBoundingClientRect(); return b.top >= 0 &&
    b.bottom <= innerHeight; })'
  drag "$(place 5 1)" 0 70 '' touch
  expect 'state().keys.length === 3 && Math.abs(state().keys[1].at - 5) < 0.05 && state().keys[1].speed < 0.9'
  # The browser itself takes no gesture that begins on a key or on the line.
  expect '["circle.target", ".grip", ".handle path"].every(e =>
    getComputedStyle(document.querySelector(e)).touchAction === "none")'
  # The finger touches the screen 15 pixels beside the keyframe.
  drag "$(place 5 'state().keys[1].speed' | jq -c '[.[0] + 11, .[1] + 10]')" 40 -20 '' touch
  expect 'state().keys.length === 3 && state().keys[1].at > 5.5'
  actions "$(jq -nc --argjson a "$(place 4 0.15)" --argjson b "$(place 6 0.15)" '[[$a, -40], [$b, 40]] |
    to_entries | map({type: "pointer",
    id: "finger \(.key)", parameters: {pointerType: "touch"}, actions: ([{type: "pointerMove", duration: 0,
      x: (.value[0][0] | round),
    y: (.value[0][1] | round)}, {type: "pointerDown", button: 0}] + [range(1; 6) as $n | {type: "pointerMove",
      duration: 20,
    x: (.value[0][0] + .value[1] * $n / 5 | round), y: (.value[0][1] | round)}] + [{type: "pointerUp",
      button: 0}])})')"
  expect 'view.to - view.from < 7 && view.from < 5 && view.to > 5'
  js 'window.before = view.from; return null' >/dev/null
  drag "$(place '(view.from + view.to) / 2' 0.15)" 60 0 '' touch
  expect 'view.from < before - 0.2'
  press '#freeze'
  expect 'state().freezes.length === 1'
  finish
}

# Does what a new user would do: makes a ramp to half speed at a beat, a freeze and a reversed second.
newcomer() {
  open_page
  gestures=0
  # A click near the mark of the beat at 4.5 s adds a keyframe. Drags down the curve 1 s later, and the last keyframe.
  click "$(place 4.47 1)"
  drag "$(place 5.5 1)" 0 "$(js 'return view.y(0.5) - view.y(1)')"
  drag "$(middle '[data-handle="key:3"]')" 0 "$(js 'return view.y(0.5) - view.y(1)')" Shift
  expect 'film.onsets.includes(state().keys[1].at) && Math.abs(state().keys[1].at - 4.5) < 0.01'
  expect 'speedAt(maps(), 4) === 1 && speedAt(maps(), 6) === 0.5 && speedAt(maps(), 9) === 0.5'
  click "$(along '#strip' 0.7)"
  press '#freeze'
  click "$(along '#strip' 0.1)"
  press '#reverse'
  expect 'state().freezes[0].length === 1 && state().turned[0].to - state().turned[0].from === 1'
  [ "$gestures" -le 25 ] || echo "$gestures gestures"
  finish
}

# Opens a film that the browser cannot play. The page must show the reason and advice, and play a dropped copy of the
# film. The rest of the page must work.
unplayable() {
  make_film
  ffmpeg -nostdin -v error -i clip.mp4 -t 1 -c:v prores_ks -c:a copy clip.mov
  warp-film clip.mov --plot html >page.html
  open_browser page.html
  js_async 'const wait = () => find("unplayable").hidden ? setTimeout(wait, 20) : done(null); wait()' >/dev/null
  expect 'find("unplayable").textContent.includes("Its picture is prores") &&
    find("unplayable").textContent.includes("-i clip.mov")'
  expect 'find("video").hidden && find("film").getBoundingClientRect().height > 100'
  click "$(place 0.5 1)"
  expect 'state().keys.length === 3'
  # A script in the page cannot read local files, so the test makes the dropped file from base64 text.
  ffmpeg -nostdin -v error -i clip.mp4 -t 1 -c:v libx264 -an proxy.mp4
  js_async 'fetch("data:video/mp4;base64,'"$(base64 -w 0 proxy.mp4)"'").then(r => r.blob()).then(b => {
      const files = new DataTransfer();
      files.items.add(new File([b], "proxy.mp4", {type: "video/mp4"}));
      document.body.dispatchEvent(new DragEvent("drop", {bubbles: true, cancelable: true, dataTransfer: files}));
      const wait = () => find("video").videoWidth ? done(null) : setTimeout(wait, 20); wait(); })' >/dev/null
  expect 'find("unplayable").hidden && !find("video").hidden'
  finish
}

# Opens a film of twenty minutes. The view must zoom to single frames, and the waveform must show each beat. warp-film
# must report its progress while it reads the sound.
long_film() {
  fixture page_long_film
  warp-film clip.mp4 --progress --plot html >page.html 2>messages
  tr '\r' '\n' <messages | grep -c 'reading the sound for the page: [0-9]* %' | awk '$1 < 50 ||
    $1 > 101 { print $1 " messages" }'
  open_browser page.html
  expect 'peaks.length > 15000 && film.onsets.length > 1000'
  for ((n = 0; n < 8; n++)); do wheel "$(place 900 0.2)" 0 -600; done
  expect 'view.to - view.from < 3 && view.from < 900 && view.to > 900'
  click "$(place 900.2 1)"
  expect 'state().keys.length === 3 && Math.abs(state().keys[1].at - 900.2) < 0.02'
  js 'view.was = view.from; return null' >/dev/null
  key .
  expect 'view.from > view.was'
  finish
}
page_long_film() {
  ffmpeg -nostdin -v error -f lavfi -i testsrc2=s=64x36:r=5:d=1200 -f lavfi \
    -i 'aevalsrc=sin(2764*t)*between(mod(t\,1)\,0.5\,0.6):s=8000:d=1200' \
    -c:v libx264 -preset ultrafast -g 50 -pix_fmt yuv420p -c:a aac -b:a 24k clip.mp4
}

"$@"
