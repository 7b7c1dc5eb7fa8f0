#!/bin/bash
# PageGestureTests.swift calls the functions below in an empty directory. Each function makes many gestures in one
# browser, prints errors, and ends with `done`. Needs the programs that browser.sh lists.
# shellcheck disable=SC2119  # few calls pass arguments to same_map
set -euo pipefail

# shellcheck source=fixtures.sh
. "${BASH_SOURCE[0]%/*}/fixtures.sh"
# shellcheck source=browser.sh
. "${BASH_SOURCE[0]%/*}/browser.sh"

# Checks the layout of the page and the first drag. Adds speed keyframes by click, double click, keyboard and button.
keys() {
  open_page
  what_is_seen
  first_drags
  keys_by_keyboard
  undoing_and_views
  finish
}
what_is_seen() {
  expect 'document.documentElement.scrollHeight <= innerHeight && document.documentElement.scrollWidth <= innerWidth'
  expect '["video", "plot", "wave", "strip", "command"].every(id => { const b = find(id).getBoundingClientRect();
    return b.height > 20 && b.top >= 0 && b.bottom <= innerHeight; })'
  expect 'find("speedview").getAttribute("aria-pressed") === "true" && view.y(2) < view.y(1) &&
    find("hint").textContent.length > 20'
  expect 'view.y(1) - view.y(2) === view.y(2) - view.y(4) || Math.abs(view.y(1) - 2 * view.y(2) + view.y(4)) < 1e-6'
}
first_drags() {
  # The first keyframe is at the playhead. Dragging a keyframe up raises its speed, which snaps to round values.
  drag "$(middle '[data-handle="key:0"]')" 0 "$(js 'return view.y(2) - view.y(1) - 2')"
  options "--speed '0s=2x, 10s=1x smooth'"
  drag "$(place 10 1)" 0 "$(js 'return view.y(0.5) - view.y(1) + 1')" Shift
  options "--speed '0s=2x, 10s=0.5x smooth'"
  # A click on the curve adds and selects a keyframe. A drag that starts on the curve adds and moves a keyframe.
  click "$(place 5 'speedAt(maps(), 5)')"
  expect 'selected === "key:1" && state().keys[1].at === 5 && state().keys[1].speed === 1.25'
  drag "$(place 7.5 'speedAt(maps(), 7.5)')" 0 40
  expect 'state().keys.length === 4 && state().keys[2].at === 7.5 && state().keys[2].speed < 0.5'
  expect 'find("selected").textContent.startsWith("selected: key 3")'
  # A keyframe cannot be dragged past its neighbour.
  drag "$(middle '[data-handle="key:2"]')" -900 0
  expect 'state().keys.length === 4 && state().keys[2].at > 5 && state().keys[2].at < 5.1 &&
    find("command").textContent.includes("5s=1.25x")'
  click "$(place 2 0.15)" 2
  expect 'state().keys.length === 5 && selected === "key:1" && Math.abs(state().keys[1].at - 2) < 0.04'
  press '#undo'
}
keys_by_keyboard() {
  # A click beside the curve seeks. The Insert key and the button add a keyframe at the playhead.
  click "$(place 3 0.15)"
  expect 'selected === null && Math.abs(axisOfPlayhead() - 3) < 0.03'
  key Insert
  expect 'state().keys.length === 5 && document.activeElement.dataset.handle === "key:1"'
  # The arrow keys move a focused keyframe, and the Delete key removes a focused keyframe.
  key Right
  expect 'Math.abs(state().keys[1].at - 3 - 1 / 30) < 0.02'
  key Up
  key Shift Left
  expect 'Math.abs(state().keys[1].at - 2.7) < 0.02'
  # Arrow keys on one handle, one after the other or held down, make one step for undo.
  js 'window.steps = edits.list.length; return null' >/dev/null
  js 'for (const repeat of [false, true, true]) document.activeElement.dispatchEvent(new KeyboardEvent("keydown",
    {key: "ArrowUp", repeat, bubbles: true, cancelable: true})); return null' >/dev/null
  expect 'edits.list.length === steps && edits.list.at(-1).name === "Move key 2"'
  key Delete
  expect 'state().keys.length === 4'
  click "$(place 1 0.15)"
  press '#addkey'
  expect 'state().keys.length === 5 && selected === "key:1"'
}
undoing_and_views() {
  # Tests Control-Y and Control-Shift-Z, which both redo, and the list of steps to undo.
  key Control z
  expect 'state().keys.length === 4 && !find("redo").disabled'
  key Control y
  expect 'state().keys.length === 5'
  key Control z
  key Control Shift z
  expect 'state().keys.length === 5'
  press 'details.menu summary'
  press '#steps li:nth-child(2) button'
  options "--speed '0s=2x, 10s=1x smooth'"
  # Both views, the help with all keyboard shortcuts, and the themes. At first, the theme is the system's: light here.
  press '#mapview'
  expect 'find("mapview").getAttribute("aria-pressed") === "true" && view.isMap'
  key v
  key '?'
  expect 'find("help").open && keys.every(([, what]) => find("keys").textContent.includes(what))'
  key Escape
  expect '!find("help").open && getComputedStyle(document.body).backgroundColor === "rgb(243, 244, 246)"'
  press '#theme'
  expect 'getComputedStyle(document.body).backgroundColor === "rgb(20, 22, 26)"'
}

# Edits words, freezes, reversed and cut parts, trims, markers and anchors: with buttons, drags and the keyboard.
changes() {
  jq -n '[range(10) | {word: "w\(.)", start: (. + 0.1), end: (. + 0.7)}]' >words.json
  open_page --words words.json
  words
  freezes
  reversed_and_cut
  trims
  moments
  finish
}
words() {
  # A click cuts a word with the pauses beside it, as warp-map does, or restores it. A drag takes several words.
  expect '!find("words").hidden && saidWords().length === 10 && saidWords().every(isSaid => isSaid)'
  click "$(along '#words' 0.33)"
  expect 'saidWords().map((isSaid, n) => isSaid ? "" : n).join("") === "3"'
  options '--play ..2.75s --play 4.05s..'
  same_map --duration 10 --words words.json --cut-words w3
  drag "$(along '#words' 0.54)" "$(js 'return -1.05 / view.pixel')" 0
  expect 'saidWords().map((isSaid, n) => isSaid ? "" : n).join("") === "345"'
  same_map --duration 10 --words words.json --cut-words w3,w4,w5
  click "$(along '#words' 0.44)"
  same_map --duration 10 --words words.json --cut-words w3,w5
  drag "$(along '#words' 0.34)" "$(js 'return 6.2 / view.pixel')" 0
  options ''
}
freezes() {
  click "$(place 3 0.3)"
  press '#freeze'
  options '--freeze 3s=1s'
  type_in "$(field for)" 0.5
  options '--freeze 3s=0.5s'
  drag "$(middle '[data-handle="freeze-length:0"]')" 40 0
  expect 'state().freezes[0].length > 0.6'
  drag "$(middle '[data-handle="freeze:0"]')" "$(js 'return 1 / view.pixel')" 0
  expect 'state().freezes[0].at === 4'
  key Delete
  options ''
}
reversed_and_cut() {
  # After a click on a button, Space plays instead of pressing the button again.
  press '#freeze'
  key Space
  expect 'player.isPlaying && state().freezes.length === 1'
  key k
  press '#undo'
  # The Reverse button reverses the second after the playhead, or plays a reversed part forward again. If a range is
  # marked, the Reverse and Cut buttons change the range.
  click "$(place 5 0.3)"
  press '#reverse'
  options '--play ..5s --play 6s..5s --play 6s..'
  drag "$(middle '[data-handle="turned-to:0"]')" "$(js 'return 1 / view.pixel')" 0
  options '--play ..5s --play 7s..5s --play 7s..'
  drag "$(place 1 0.3)" "$(js 'return 1 / view.pixel')" 0 Shift
  expect 'Math.abs(range.from - 1) < 0.04 && Math.abs(range.to - 2) < 0.04'
  press '#cut'
  options '--play ..1s --play 2s..5s --play 7s..5s --play 7s..'
  same_map
  drag "$(middle '[data-handle="cut:0"]')" "$(js 'return 5 / view.pixel')" 0
  expect 'state().cuts[0].to === 5 && state().cuts[0].from === 4'
  key Control z
  press '#reverse'
  expect 'find("error").textContent.includes("already")'
  click "$(middle 'rect.turned.bar')"
  press '#reverse'
  options '--play ..1s --play 2s..'
  key Control z
}
trims() {
  # The keys I and O mark a range, and the Trim button keeps only this range. Both ends of the trim can be dragged.
  type_in '#sourcetime' 3
  key i
  type_in '#sourcetime' 9
  key o
  press '#trim'
  expect 'find("command").textContent.includes("--trim 3s..9s --then ")'
  drag "$(middle '[data-handle="trim-from:0"]')" "$(js 'return -1 / view.pixel')" 0
  expect 'find("command").textContent.includes("--trim 2s..9s --then ")'
  type_in '#sourcetime' 8
  key ']'
  expect 'find("command").textContent.includes("--trim 2s..8s --then ")'
  key Control z
  key Control z
  key Control z
}
moments() {
  # A marker has a flag on the lower axis, at its time in the result. Dragging the flag changes this time.
  type_in '#sourcetime' 4
  key m
  expect 'state().markers[0] === 4'
  drag "$(middle '.landing-marker')" "$(js 'return 1 / (resultAxis().time(101) - resultAxis().time(100))')" 0
  expect 'Math.abs(maps().map.warpedAt(4) - (4 - 1 + 1)) < 0.04'
  expect 'find("command").textContent.includes("--anchor 3s=4s")'
  key Right
  expect 'Math.abs(maps().map.warpedAt(4) - 4 - 1 / 30) < 1e-6'
  # Any point of the lower axis can be dragged to another time, and a click on the axis seeks.
  key Delete
  drag "$(lower 3.5)" "$(js 'return resultAxis().x(1) - resultAxis().x(0)')" 0
  expect 'state().landings.length === 1 && Math.abs(state().landings[0].at - 4.5) < 0.02'
  expect 'Math.abs(resultAt(4.5) - 4.5) < 0.04'
  same_map
  click "$(lower 2)"
  expect 'Math.abs(player.warped - 2) < 0.05 && selected === "landing:0"'
  # A dragged keyframe snaps to markers and to beats of the sound, but not while Alt is held.
  js 'removeHandle("landing:0"); return null' >/dev/null
  drag "$(place 0 1)" "$(js 'return (4 / view.pixel) - 4')" 0
  expect 'state().keys[0].at === 4'
  drag "$(middle '[data-handle="key:0"]')" "$(js 'return (3.5 / view.pixel) + 3')" 0
  expect 'film.onsets.includes(state().keys[0].at) && Math.abs(state().keys[0].at - 7.5) < 0.01'
  drag "$(middle '[data-handle="key:0"]')" 3 0 Alt
  expect '!film.onsets.includes(state().keys[0].at)'
  # Tests the field for the duration of the result (--fit), and the switch that keeps the pitch of the sound.
  type_in '#fit' 20
  expect 'maps().map.length === 20 && find("command").textContent.includes("--fit 20s")'
  same_map
  press '#keep'
  expect 'find("command").textContent.includes("--pitch keep") && find("video").preservesPitch'
}

# Seeks with thumbnails, waveform, ruler and time fields. Tests the keys J, K and L, zooming, and preset shapes.
moving() {
  open_page
  seeking
  zooming
  shapes
  finish
}
seeking() {
  local at
  click "$(along '#strip' 0.3)"
  expect 'Math.abs(axisOfPlayhead() - 3) < 0.02'
  drag "$(along '#wave' 0.2)" "$(js 'return 3 / view.pixel')" 0
  expect 'Math.abs(axisOfPlayhead() - 5) < 0.05'
  at=$(place 7 1)
  click "$(jq -c '[.[0], .[1] - 1000]' <<<"$at" |
    jq -c --argjson top "$(js 'return find("plot").getBoundingClientRect().top + 8')" '[.[0], $top]')"
  expect 'Math.abs(axisOfPlayhead() - 7) < 0.02'
  drag "$(middle '#resulttime')" -50 0
  expect 'player.warped < 6.99 && player.warped > 5'
  type_in '#sourcetime' 120f
  expect 'Math.abs(player.warped - 4) < 1e-6 && find("resulttime").value === "0:04.00"'
  key Right
  expect 'Math.abs(player.warped - 4 - 1 / 30) < 1e-6'
  key Shift Left
  expect 'Math.abs(player.warped - 4 + 9 / 30) < 1e-6'
  key l
  key l
  expect 'player.isPlaying && player.rate === 2'
  key j
  expect 'player.isPlaying && player.rate === -1'
  key k
  expect '!player.isPlaying'
  key Space
  expect 'player.isPlaying && player.rate === 1'
  key Space
  expect '!player.isPlaying'
}
zooming() {
  local at
  # The wheel zooms at the pointer. A drag, and Shift with the wheel, move the view.
  at=$(place 4 0.2)
  wheel "$at" 0 -600
  expect 'view.to - view.from < 6 && Math.abs(view.x(4) +
    find("plot").getBoundingClientRect().x - '"$(jq '.[0]' <<<"$at")"') < 2'
  js 'window.before = view.from; return null' >/dev/null
  drag "$(place 5 0.2)" -200 0
  expect 'view.from > before + 0.5'
  wheel "$(place 5 0.2)" 0 -200 Shift
  expect 'view.from < before + 1'
  type_in '#sourcetime' 4
  key 0
  expect 'view.from === 0 && view.to === 10'
  key +
  key +
  expect 'Math.abs(view.to - view.from - 2.5) < 1e-6'
  drag "$(along '#overview' 0.4)" 300 0
  expect 'Math.abs(view.to - view.from - 2.5) < 1e-6 && view.from > 3'
  press '#zoomall'
}
shapes() {
  # A marked range can loop. Pointing at a preset shape previews it, a click applies the shape, and undo removes it.
  drag "$(place 2 0.2)" "$(js 'return 4 / view.pixel')" 0 Shift
  press '#loop'
  expect 'Math.abs(player.loop[0] - 2) < 0.04 && Math.abs(player.loop[1] - 6) < 0.04'
  press '#loop'
  actions "$(jq -nc --argjson at "$(middle '.shapebutton[title="Bullet"]')" '[{type: "pointer", id: "mouse",
    actions: [
    {type: "pointerMove", duration: 0, x: ($at[0] | round), y: ($at[1] | round)}]}]')"
  expect 'document.querySelector(".preview") !== null && isFlat(state())'
  press '.shapebutton[title="Bullet"]'
  expect 'state().keys.some(k => k.speed === 0.2) && speedAt(maps(), 1.5) === 1 && speedAt(maps(), 6.5) === 1'
  same_map
  press '#undo'
  press '.shapebutton[title="triangle"]'
  expect 'state().family === "curves" && state().curves.length === 1'
  # A curve has a handle at its end. Adding a keyframe converts the curve to keyframes, within half a frame.
  drag "$(middle '[data-handle="curve-to:0"]')" "$(js 'return -1 / view.pixel')" 0
  expect 'Math.abs(state().curves[0].to - 5) < 0.04'
  js 'window.was = maps().map; return null' >/dev/null
  click "$(place 8 1)"
  expect 'state().family === "speed" && [1, 2, 3, 4, 5, 6, 9].every(s =>
    Math.abs(was.warpedAt(s) - maps().map.warpedAt(s)) < 1 / 60)'
}

"$@"
