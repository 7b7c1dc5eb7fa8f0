#!/bin/bash
# PageEditorTests.swift calls the functions below in an empty directory. Each function uses the page of `--plot html` in
# one browser as somebody who edits videos does. It prints errors, and ends with `done`. Needs the programs that
# browser.sh lists.
# shellcheck disable=SC2119  # few calls pass arguments to same_map
set -euo pipefail

# shellcheck source=fixtures.sh
. "${BASH_SOURCE[0]%/*}/fixtures.sh"
# shellcheck source=browser.sh
. "${BASH_SOURCE[0]%/*}/browser.sh"

# Selects several keys, and moves, stretches, eases, copies, pastes and removes them.
several() {
  open_page --speed '0s=1x, 2s=1x, 3s=0.5x smooth, 5s=0.5x, 6s=1x smooth, 10s=1x'
  click "$(middle '[data-handle="key:1"]')"
  with_key Shift click "$(middle '[data-handle="key:2"]')"
  expect 'group.join() === "1,2" && find("selected").textContent.startsWith("selected: 2 keys")'
  with_key Shift click "$(middle '[data-handle="key:2"]')"
  expect 'group.length === 0 && selected === "key:1"'
  # A frame, drawn with Ctrl, selects the keys inside.
  drag "$(place 2.6 0.8)" "$(js 'return 3 / view.pixel')" "$(js 'return view.y(0.3) - view.y(0.8)')" Control
  expect 'group.join() === "2,3" && !frame'
  # The selected keys move together, in time and in speed, as far as their neighbours leave room.
  drag "$(middle '[data-handle="key:2"]')" "$(js 'return 0.5 / view.pixel')" 0 Shift
  options "--speed '0s=1x, 2s=1x, 3.5s=0.5x smooth, 5.5s=0.5x, 6s=1x smooth, 10s=1x'"
  drag "$(middle '[data-handle="key:2"]')" 0 "$(js 'return view.y(0.25) - view.y(0.5)')"
  options "--speed '0s=1x, 2s=1x, 3.5s=0.25x smooth, 5.5s=0.25x, 6s=1x smooth, 10s=1x'"
  drag "$(middle '[data-handle="key:2"]')" -400 0
  expect '[2, 3].every(n => Math.abs(state().keys[n].at - 2 * n + 2 - 1 / 30) < 1e-6)'
  key Control z
  js 'selectKeys([2, 3]); showSelection(); return null' >/dev/null
  type_in "$(field length)" 1
  type_in "$(field times)" 2
  type_in "$(field ease)" ease-in
  options "--speed '0s=1x, 2s=1x, 3.5s=0.5x ease-in, 4.5s=0.5x ease-in, 6s=1x smooth, 10s=1x'"
  type_in "$(field speed)" '0,3x'
  options "--speed '0s=1x, 2s=1x, 3.5s=0.3x ease-in, 4.5s=0.3x ease-in, 6s=1x smooth, 10s=1x'"
  type_in "$(field length)" 4
  expect 'find("selected").textContent.includes("another key is in the way")'
  key Escape
  js 'selectKeys([2, 3]); showSelection(); return null' >/dev/null
  # The copied text is that of --speed, and any such text can be pasted.
  js 'const taken = new DataTransfer(); find("plot").dispatchEvent(new ClipboardEvent("copy",
    {bubbles: true, cancelable: true, clipboardData: taken})); return taken.getData("text/plain")' >copied
  [[ $(<copied) == '"0s=0.3x ease-in, 1s=0.3x ease-in"' ]] || cat copied
  type_in '#sourcetime' 7
  paste_text "$(jq -r . copied)"
  expect 'group.join() === "5,6" && state().keys[5].at === 7 && state().keys[6].at === 8'
  paste_text '<img src=x>=1x'
  expect 'find("error").textContent.includes("is not a value of --speed") && state().keys.length === 8'
  key Delete
  expect 'state().keys.length === 6 && edits.list.at(-1).name === "Remove 2 keys"'
  key Control a
  expect 'group.length === 6'
  key Up
  key Control z
  key Delete
  finish
}
# with_key NAME COMMAND…: runs a command while a key is held.
with_key() {
  actions "$(jq -nc --arg key "$(code "$1")" '[{type: "key", id: "held", actions: [{type: "keyDown", value: $key}]}]')"
  "${@:2}"
  actions "$(jq -nc --arg key "$(code "$1")" '[{type: "key", id: "held", actions: [{type: "keyUp", value: $key}]}]')"
}
paste_text() {
  js 'const given = new DataTransfer(); given.setData("text/plain", data);
    find("plot").dispatchEvent(new ClipboardEvent("paste", {bubbles: true, cancelable: true, clipboardData: given}));
    return null' "$(jq -n --arg t "$1" '$t')" >/dev/null
}

# Changes the speed of a segment, bends its curve, drags in the map view, and places shapes of a length.
segments() {
  open_page --speed '0s=1x, 2s=1x, 3s=0.5x smooth, 5s=0.5x, 6s=1x smooth, 10s=1x'
  drag "$(middle 'rect.segment[data-handle="segment:2"]')" 0 "$(js 'return view.y(0.25) - view.y(0.5)')"
  options "--speed '0s=1x, 2s=1x, 3s=0.25x smooth, 5s=0.25x, 6s=1x smooth, 10s=1x'"
  type_in "$(field speed)" 0.5x
  click "$(middle 'rect.segment[data-handle="segment:1"]')"
  expect 'find("selected").textContent.startsWith("selected: segment 2") && bentSegment() === 1'
  # A handle bends the curve: --speed has it as a Bézier curve, and warp-map makes the same map of it.
  drag "$(middle '[data-handle="segment-first:1"]')" "$(js 'return 0.4 / view.pixel')" 0
  expect '/^bezier\(0\.7[0-9]*,0,0\.667,1\)$/.test(state().keys[2].easing)'
  drag "$(middle '[data-handle="segment-second:1"]')" 0 "$(js 'return view.y(0.7) - view.y(0.5)')"
  same_map
  type_in "$(field ease)" hold
  expect 'state().keys[2].easing === "hold" && bentSegment() === -1'
  type_in "$(field ease)" smooth
  # In the map view, a drag up or down of the line or of a key moves the moment in the result.
  key v
  js 'window.was = resultAt(8); return null' >/dev/null
  drag "$(place 8 'resultAt(8)')" 0 "$(js 'return view.y(resultAt(8) + 1) - view.y(resultAt(8))')"
  expect 'state().landings.length === 1 && state().landings[0].at === 8 && Math.abs(resultAt(8) - was - 1) < 0.05'
  drag "$(middle '[data-handle="key:3"]')" 0 "$(js 'return view.y(resultAt(5) - 0.5) - view.y(resultAt(5))')"
  expect 'state().landings.length === 2 && state().landings[0].at === 5'
  drag "$(middle '[data-handle="key:4"]')" "$(js 'return 0.5 / view.pixel')" 0
  expect 'Math.abs(state().keys[4].at - 6.5) < 0.02 && state().landings.length === 2'
  same_map
  key v
  js 'while (edits.canUndo) edits.undo(); showStep(); return null' >/dev/null
  # A speed that is typed for a marked range, and a shape of two seconds around the playhead.
  drag "$(place 7 0.3)" "$(js 'return 2 / view.pixel')" 0 Shift
  type_in "$(field speed)" 2
  expect '[7, 8, 8.99].every(a => speedAt(maps(), a) === 2) && [6.9, 9.1].every(a => speedAt(maps(), a) === 1)'
  key Control z
  key Escape
  type_in '#shapelength' '2 s'
  type_in '#sourcetime' 8
  press '[title="Flash in"]'
  # The shape begins at the speed that is there, without a jump.
  expect 'speedAt(maps(), 7) === 1 && Math.abs(speedAt(maps(), 7.5) - 5) < 0.1 && speedAt(maps(), 9) === 1 &&
    speedAt(maps(), 6.9) === 1 && state().keys.every(k => k.easing !== "hold")'
  same_map
  own_shapes
  finish
}
# Keeps the selected keys as a shape, uses the shape after a reload, and removes it.
own_shapes() {
  js 'selectKeys([1, 2, 3, 4]); showSelection(); return null' >/dev/null
  press '#keepshape'
  type_text Dip
  key Enter
  expect 'ownShapes().length === 1 && document.querySelector(".shapebutton").title.startsWith("Dip")'
  post refresh '{}' >/dev/null
  expect 'ownShapes()[0].keys.map(k => k[0]).join() === "0,0.25,0.75,1"'
  js 'document.querySelector(".shapebutton").focus(); return null' >/dev/null
  key Delete
  expect 'ownShapes().length === 0 && document.querySelector(".shapebutton").title === "Montage"'
}
# type_text TEXT: types on the keyboard.
type_text() {
  local n
  for ((n = 0; n < ${#1}; n++)); do key "$(code "${1:n:1}")"; done
}

# Small things that went wrong: each is one gesture, and what must be seen after it.
defects() {
  open_page
  # Anything selected leaves its fields and buttons where they can be pressed, also on small screens.
  local size
  for size in '1280 600' '844 390' '390 844'; do
    resize "${size% *}" "${size#* }"
    js 'select("key:0"); drawAll(); return null' >/dev/null
    expect '[...find("selected").querySelectorAll("input, select, button")].every(e => {
      e.scrollIntoView({block: "center"}); const b = e.getBoundingClientRect();
      return e.contains(document.elementFromPoint(b.x + b.width / 2, b.y + b.height / 2)); })'
    expect 'document.documentElement.scrollWidth <= innerWidth'
  done
  resize 1366 768
  # A click and a drag on the line are one step.
  drag "$(place 5 1)" 0 40
  expect 'edits.list.length === 2 && state().keys.length === 3'
  key Control z
  # After the first drag of a trim, the trim can be removed.
  drag "$(middle '[data-handle="trim-from:0"]')" "$(js 'return 2 / view.pixel')" 0
  expect 'state().trim.from === 2 && [...find("selected").querySelectorAll("button")].some(b =>
    b.textContent === "Remove")'
  # The loop stays on its part of the video, also after an edit before it. The playhead stays at its moment.
  js 'range = {from: 6, to: 8}; toggleLoop(); player.seek(maps().map.warpedAt(7)); return null' >/dev/null
  expect 'player.loop.join() === "4,6" && document.querySelector("rect.loop").getBoundingClientRect().width > 50'
  js 'attempt("Trim", () => withTrim(state(), 1, 10)); return null' >/dev/null
  expect 'player.loop.join() === "5,7" && Math.abs(axisOfPlayhead() - 7) < 1e-9'
  press '#loop'
  js 'range = null; undo(); undo(); return null' >/dev/null
  # The list of steps has the undone ones, too, and leads to them. A cut stays above the bars of new segments.
  press 'details.menu summary'
  press '#steps li:nth-child(2) button'
  expect 'edits.list.length === 2 && state().trim.from === 2'
  js 'attempt("Cut", () => addPart(state(), "cuts", {from: 7, to: 8})[0]); addKeyHere(6.5); return null' >/dev/null
  expect 'document.elementFromPoint(...(b => [b.x + b.width / 2, b.y + b.height / 2])(
    document.querySelector("rect.cut.bar").getBoundingClientRect())).classList.contains("cut")'
  js 'while (edits.canUndo) edits.undo(); showStep(); return null' >/dev/null
  # A fit and a wrong fit. The field says why the axis has another speed.
  click "$(middle '[data-handle="key:0"]')"
  type_in '#fit' '20 s'
  expect 'find("selected").textContent.includes("plays at 0.5x in the result")'
  type_in '#fit' 10x
  expect 'find("copy").disabled && find("resultbar").textContent.includes("is not a time")'
  press '[data-handle="key:1"]'
  expect 'find("copy").disabled'
  type_in '#fit' ''
  expect '!find("copy").disabled && state().fit === null'
  # What people type: a decimal comma, and a space before the unit.
  type_in "$(field speed)" '0,3x'
  type_in "$(field time)" '6 s'
  expect 'state().keys[1].speed === 0.3 && state().keys[1].at === 6'
  # Escape closes a menu.
  press 'details.menu summary'
  expect 'document.querySelector("details.menu").open'
  key Escape
  expect '!document.querySelector("details.menu").open && document.activeElement.tagName === "SUMMARY"'
  other_film
  choices
  finish
}
resize() {
  post goog/cdp/execute "{\"cmd\": \"Emulation.setDeviceMetricsOverride\", \"params\": {\"width\": $1, \"height\": $2,
    \"deviceScaleFactor\": 1, \"mobile\": false}}" >/dev/null
}
# A video of another length is another video: it is not shown under the name of this one.
other_film() {
  ffmpeg -nostdin -v error -i clip.mp4 -t 1 -vf scale=64:-2 -an other.mp4
  js_async 'fetch("data:video/mp4;base64,'"$(base64 -w 0 other.mp4)"'").then(r => r.blob()).then(b => {
    const files = new DataTransfer(), shown = find("video").src;
    files.items.add(new File([b], "other.mp4", {type: "video/mp4"}));
    document.body.dispatchEvent(new DragEvent("drop", {bubbles: true, cancelable: true, dataTransfer: files}));
    const wait = () => find("error").textContent ? done(find("video").src === shown) : setTimeout(wait, 20);
    wait(); })' >same
  [[ $(<same) == true ]] || echo 'another film is shown'
  expect 'find("error").textContent.includes("is another video") &&
    find("error").textContent.includes("warp-film --edit other.mp4")'
}
# Chooses options of the result. They are in the command, in the list of steps and in a .warp file.
choices() {
  js 'while (edits.canUndo) edits.undo(); showStep(); return null' >/dev/null
  type_in "$(choice frames)" motion
  type_in "$(choice rate)" 60
  type_in "$(choice width)" 1280
  type_in "$(choice codec)" hevc
  type_in "$(choice music)" song.mp3
  type_in "$(choice level)" -12
  options '--mix motion --fps 60 --width 1280 --codec hevc --music song.mp3 --music-level -12'
  expect 'JSON.stringify(readWarpText(warpText(state()))) === JSON.stringify(state())'
  type_in "$(choice rate)" fast
  expect 'find("copy").disabled && find("resultbar").textContent.includes("is not a frame rate")'
  type_in "$(choice rate)" 30
  type_in "$(choice music)" ../song.mp3
  expect 'find("resultbar").textContent.includes("must be a file beside the video")'
  type_in "$(choice music)" ''
  options '--mix motion --fps 30 --width 1280 --codec hevc'
  key Control z
  expect 'state().choices["--music-level"] === "-12"'
  key Control z
  key Control z
}
choice() {
  # shellcheck disable=SC2016  # JavaScript expands the template
  js 'const label = [...find("choices").children].find(l => l.firstChild.textContent.trim() === data);
    label.querySelector("input, select").id = `choice-${data}`; return `#choice-${data}`' "$(jq -n --arg n "$1" '$n')" |
    jq -r .
}

# Makes the ramp of the README with the keyboard alone: 2s=1x, 2.5s=0.25x smooth, 3.5s=0.25x, 4s=1x smooth.
keyboard() {
  open_page
  local key at stops=0
  tab_to '#sourcetime'
  for key in 2=1x 2.5=0.25x 3.5=0.25x 4=1x; do
    type_text "${key%=*}"
    key Enter
    key Insert
    # From the new key to its fields, and back.
    key Enter
    expect 'document.activeElement === find("selected").querySelector("input")'
    key Tab
    type_text "${key#*=}"
    key Enter
    expect 'document.activeElement.dataset.handle === selected'
    tab_to '#sourcetime' back
  done
  # A key between others is reached from its neighbour.
  tab_to '[data-handle]'
  js 'return state().keys.map(k => [k.at, k.speed])' >keys.json
  js 'window.passed = []; return null' >/dev/null
  for ((at = 0; at < 20; at++)); do
    key PageDown
    expect 'document.activeElement.dataset.handle === selected && passed.push(selected) > 0'
  done
  expect 'state().keys.every((k, n) => passed.includes("key:" + n)) && passed.includes("trim-to:0")'
  # After Escape, the arrow keys step through the video again.
  js 'player.seek(1); window.steps = edits.list.length; return null' >/dev/null
  key Escape
  key Right
  expect 'selected === null && edits.list.length === steps && axisOfPlayhead() > 1'
  js 'return ["2", "2.5", "3.5", "4"].every(t => speedAt(maps(), Number(t)) === (t.includes(".") ? 0.25 : 1)) &&
    speedAt(maps(), 1) === 1 && speedAt(maps(), 3) === 0.25 && speedAt(maps(), 9) === 1' >made
  [[ $(<made) == true ]] || { echo 'another ramp:'; cat keys.json; }
  # Few stops lie between the panel and the clock.
  js 'document.activeElement.blur(); find("addkey").focus(); return null' >/dev/null
  until [[ $(js 'return document.activeElement.id === "sourcetime"') == true ]]; do
    key Tab
    stops=$((stops + 1))
    ((stops < 40)) || break
  done
  ((stops <= 12)) || echo "$stops stops between the panel and the clock"
  finish
}
# tab_to SELECTOR [back]: presses Tab, or Shift Tab, until the element has the focus.
tab_to() {
  local n
  for ((n = 0; n < 60; n++)); do
    [[ $(js 'return document.activeElement.matches(data)' "$(jq -n --arg s "$1" '$s')") != true ]] || return 0
    if [[ ${2-} ]]; then key Shift Tab; else key Tab; fi
  done
  echo "Tab does not reach $1"
}

"$@"
