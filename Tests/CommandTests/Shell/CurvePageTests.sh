#!/bin/bash
# Run by CurvePageTests.swift: CurvePageTests.sh FUNCTION [ARGUMENT…], in an empty directory.
# Expects: the built tools, chromium, chromedriver, curl and jq on the PATH.
set -euo pipefail

# --- the browser, by the WebDriver protocol ---

# open_browser PAGE [WIDTH]: starts a browser without a screen and shows the page.
open_browser() {
  local port=''
  : >driver.log
  # A group of its own, so that nothing of the browser is left over, however the script ends.
  setsid chromedriver --port=0 >>driver.log 2>&1 </dev/null &
  driver=$!
  trap 'kill -KILL -- "-$driver" 2>/dev/null || true' EXIT
  for ((tries = 0; tries < 100; tries++)); do
    port=$(sed -n 's/.*started successfully on port \([0-9]*\).*/\1/p' driver.log)
    [[ ! $port ]] || break
    sleep 0.1
  done
  base=http://127.0.0.1:$port
  base+=/session/$(jq -n --arg size "--window-size=${2-1200},900" '{capabilities: {alwaysMatch: {
    browserName: "chrome", "goog:loggingPrefs": {browser: "ALL"}, "goog:chromeOptions": {args: [
      "--headless=new", "--no-sandbox", "--disable-gpu", "--autoplay-policy=no-user-gesture-required", "--mute-audio", $size]}}}}' |
    curl -sS --max-time 60 --data-binary @- "$base/session" | jq -er .value.sessionId)
  post url "$(jq -n --arg url "file://$PWD/$1" '{url: $url}')" >/dev/null
}

close_browser() { curl -sS --max-time 20 -X DELETE "$base" >/dev/null; }

# post COMMAND JSON: what the command returns; fails if it is an error.
post() {
  curl -sS --max-time 60 --data-binary "$2" "$base/$1" | jq -ec 'if (.value | type) == "object" and .value.error then
    .value.message | halt_error else .value end' || [[ $? == 1 ]]
}

# js SCRIPT [JSON]: runs a script in the page, with the JSON as `data`, and prints what it returns.
js() {
  jq -n --arg script "const data = arguments[0]; $1" --argjson data "${2-null}" '{script: $script, args: [$data]}' >request
  post execute/sync @request
}

# js_async SCRIPT: the same for a script that calls done(RESULT).
js_async() {
  jq -n --arg script "const done = arguments[0]; $1" '{script: $script, args: []}' >request
  post execute/async @request
}

# drag SELECTOR DX DY: presses on an element, moves by pixels in ten steps, releases.
drag() {
  local at
  at=$(js "document.querySelector('$1').scrollIntoView({block: 'center'}); const b = document.querySelector('$1').getBoundingClientRect();
    return [Math.round(b.x + b.width / 2), Math.round(b.y + b.height / 2)]")
  post actions "$(jq -n --argjson at "$at" --argjson dx "$2" --argjson dy "$3" '{actions: [{type: "pointer", id: "mouse", actions: ([
    {type: "pointerMove", duration: 0, x: $at[0], y: $at[1]}, {type: "pointerDown", button: 0}]
    + [range(1; 11) | {type: "pointerMove", duration: 20, x: ($at[0] + $dx * . / 10 | round), y: ($at[1] + $dy * . / 10 | round)}]
    + [{type: "pointerUp", button: 0}])}]}')" >/dev/null
}

# type_in SELECTOR TEXT: in place of what a field has.
type_in() {
  js "const e = document.querySelector('$1'); e.value = data; e.dispatchEvent(new Event('change')); return null" \
    "$(jq -n --arg text "$2" '$text')" >/dev/null
}

click() { js "document.querySelector('$1').click(); return null" >/dev/null; }

# Prints what the browser says of errors, and that is nothing.
complaints() { post se/log '{"type": "browser"}' | jq -r '.[] | select(.level == "SEVERE" or .level == "WARNING") | .message'; }

# --- what is tested ---

# Ten seconds of 30 frames a second, of which every frame shows its number.
film() {
  ffmpeg -nostdin -v error -f lavfi -i testsrc2=s=320x180:r=30:d=10 -f lavfi -i sine=d=10 -c:v libx264 -preset ultrafast \
    -g 15 -pix_fmt yuv420p -c:a aac clip.mp4
}

# golden TABLE: the largest error of the page's curves against a table of exact values.
golden() {
  warp-map --duration 10 --plot html >page.html
  open_browser page.html
  grep -v '^#' "$1" | tail -n +2 | jq -R 'split("\t") | [.[0], (.[1:] | map(tonumber))] | flatten' | jq -sc . >rows.json
  js 'let most = 0; for (const [name, f, m, u, scale, integral] of data) {
      const c = unitCurve(name, f, m);
      most = Math.max(most, Math.abs(c.scale(u) - scale) / Math.max(1, Math.abs(scale)), Math.abs(c.integral(u) - integral) / Math.max(1, integral));
    } return [data.length, most]' "$(cat rows.json)"
  close_browser
}

# agrees WORD…: the largest difference between the page's map and the times that warp-map gives, over a thousand instants.
agrees() {
  warp-map --duration 10 --fps 30 "$@" --plot html >page.html
  open_browser page.html
  LC_ALL=C seq 0 0.01 10 | warp-map --duration 10 --fps 30 "$@" --at - | awk -F '\t' '$2 != ""' | jq -R 'split("\t") | map(tonumber)' |
    jq -sc . >times.json
  js 'let most = 0; const {map} = work.result;
    for (const [s, w] of data) most = Math.max(most, Math.abs(map.warpedAt(s) - w), Math.abs(map.sourceAt(map.warpedAt(s)) - s));
    return [data.length > 900, most]' "$(cat times.json)"
  close_browser
}

# Everything that can be done to curves and keyframes, each step with what the page then says.
edits() {
  film
  warp-map --duration 10 --fps 30 --speed '0=1x, 5s=2x, 10s=1x' --plot html --clip clip.mp4 >page.html
  open_browser page.html
  state() { js 'return [work.state.keys.map(k => [k.at, k.speed, k.easing]), document.querySelector("#command").value]' | jq -c "$1"; }
  drag '[data-handle=key1]' 95 0
  state '.[0][1][0] > 5.5 and .[0][1][1] > 1.8'
  type_in '[aria-label="speed of keyframe 2"]' 4x
  type_in '[aria-label="time of keyframe 2"]' 120f
  state '.[0][1]'
  click '#add'
  state '.[0] | length'
  click '[aria-label="remove keyframe 2"]'
  state '.[0] | length'
  click '#undo'
  click '#undo'
  state '.[0]'
  click '#redo'
  js 'document.querySelector("[data-handle=key1]").focus(); return null' >/dev/null
  post actions '{"actions": [{"type": "key", "id": "keys", "actions": [{"type": "keyDown", "value": "\uE014"}, {"type": "keyUp", "value": "\uE014"}]}]}' >/dev/null
  state '.[0][1]'
  # A reload keeps the work; the command makes the same map.
  js 'return document.querySelector("#mapcommand").value' | jq -r . >before
  post refresh '{}' >/dev/null
  js 'return document.querySelector("#mapcommand").value' | jq -r . | cmp - before && echo kept
  js 'let rows = []; for (let n = 0; n <= 100; n++) rows.push(n / 10 + " " + work.result.map.warpedAt(n / 10)); return rows.join("\n")' | jq -r . >theirs
  sed 's/> map.tsv$/> map.tsv/' before >run.sh && bash run.sh
  cut -d ' ' -f 1 theirs | warp-map --map map.tsv --at - | cut -f 2 | paste -d ' ' theirs - |
    awk '{ d = $2 - $3; if (d < 0) d = -d; if (d > most) most = d } END { print (most < 1e-6 ? "same" : most) }'
  js 'return work.table' | jq -r . >table.tsv && warp-map --map table.tsv --info --json | jq '.warped_duration * 1000 | round'
  js 'return work.result.map.length * 1000' | jq 'round'
  complaints
  close_browser
}

# The command as a button puts it on the clipboard, and a loop that goes round.
copies_and_loops() {
  film
  warp-map --duration 10 --fps 30 --curve ramp:factor=2@1s..2s --plot html --clip clip.mp4 >page.html
  open_browser page.html
  post goog/cdp/execute '{"cmd": "Browser.grantPermissions", "params": {"permissions": ["clipboardReadWrite", "clipboardSanitizedWrite"]}}' >/dev/null
  click '#copy'
  sleep 0.3
  js_async 'navigator.clipboard.readText().then(done, e => done(String(e)))' | jq -r .
  js 'document.querySelector("[data-handle=curve0]").focus(); return null' >/dev/null
  click '#loop'
  js 'return player.loop'
  # A slow browser goes beyond the end by as much as it is late.
  js_async 'player.play(); const seen = []; let last = performance.now(), late = 100, turned = false;
    const timer = setInterval(() => { const now = performance.now(); late = Math.max(late, now - last); last = now;
      turned ||= seen.length > 0 && player.warped < seen[seen.length - 1]; seen.push(player.warped);
      if (turned && seen.length > 50) { clearInterval(timer); player.pause();
        done([Math.min(...seen) >= 1, Math.max(...seen) <= 2.5 + late / 1000, turned]); } }, 50)'
  complaints
  close_browser
}

# Curves: added, dragged by an end, flipped; overlaps and factors that warp-map refuses, in its words.
curves() {
  film
  warp-map --duration 10 --curve ramp:factor=2@1s..3s --plot html >page.html
  open_browser page.html
  command() { js 'return document.querySelector("#command").value' | jq -r .; }
  click '#add'
  command
  click '[aria-label="flip curve 1"]'
  drag '[data-handle=to0]' 77 0
  js 'return work.state.curves[0].to' | jq '. > 3.5 and . < 4.5'
  type_in '[aria-label="factor of curve 1"]' 0
  js 'return document.querySelector("#error").textContent' | jq -r .
  warp-map --duration 10 --curve ramp-flipped:factor=0@1s..3s 2>&1 || true
  click '#undo'
  click '#undo'
  type_in '[aria-label="end of curve 1"]' 6
  js 'return document.querySelector("#error").textContent' | jq -r .
  warp-map --duration 10 --curve ramp-flipped:factor=2@1s..6s --curve "$(js 'return work.spec(work.state.curves[1])' | jq -r .)" 2>&1 || true
  type_in '[aria-label="end of curve 1"]' x
  js 'return document.querySelector("#error").textContent' | jq -r .
  complaints
  close_browser
}

# plays WORD…: how far the film is from where the map says, sampled every 100 ms after the first half second; the largest but
# for one in twenty, since other tests run beside it.
plays() {
  film
  warp-map --duration 10 --fps 30 "$@" --plot html --clip clip.mp4 >page.html
  open_browser page.html
  js_async 'const wait = () => { if (player.video.readyState >= 3) go(); else setTimeout(wait, 50); };
    const go = () => { player.play(); const gaps = []; const began = performance.now();
      const timer = setInterval(() => {
        if (performance.now() - began < 500) return;
        const now = player.warped + (performance.now() - player.clock) / 1000;
        if (now >= player.map.length - 0.1 || performance.now() - began > 5000) { clearInterval(timer); player.pause(); gaps.sort((a, b) => a - b); done([gaps.length > 30, gaps[Math.floor(gaps.length * 0.95)]]); return; }
        gaps.push(Math.abs(player.video.currentTime - player.map.sourceAt(now)));
      }, 100); };
    wait()'
  complaints
  close_browser
}

# Every control has a name, as the accessibility tree has it.
is_named() {
  warp-map --duration 10 --speed '0=1x, 5s=2x' --plot html >page.html
  open_browser page.html 400
  post goog/cdp/execute '{"cmd": "Accessibility.getFullAXTree", "params": {}}' | jq -r '.nodes[] | select(.ignored | not)
    | select(.role.value | IN("button", "textbox", "slider", "combobox", "checkbox", "link")) | select((.name.value // "") == "") | .role.value'
  js 'return document.documentElement.scrollWidth <= innerWidth'
  close_browser
}

# frames KEYS: how many milliseconds there are between two frames while a key is dragged, at the median.
frames() {
  warp-map --duration 60 --speed "$(seq 1 "$1" | awk '{ printf "%s%ds=%.2fx smooth", (NR > 1 ? ", " : ""), $1, 1 + $1 % 3 / 2 }')" \
    --plot html >page.html
  open_browser page.html
  js 'window.gaps = []; let last = performance.now();
    const note = now => { gaps.push(now - last); last = now; if (gaps.length < 600) requestAnimationFrame(note); }; requestAnimationFrame(note); return null' >/dev/null
  drag '[data-handle=key10]' 40 -40
  drag '[data-handle=key20]' -40 40
  js 'const g = gaps.slice(5).sort((a, b) => a - b); return g[Math.floor(g.length / 2)]'
  close_browser
}

"$@"
