#!/bin/bash
# PageServedTests.swift calls the functions below in an empty directory. Each function uses the page of --edit in one
# browser. It prints errors, and ends with `done`. Needs the programs that browser.sh lists.
set -euo pipefail

# shellcheck source=fixtures.sh
. "${BASH_SOURCE[0]%/*}/fixtures.sh"
# shellcheck source=browser.sh
. "${BASH_SOURCE[0]%/*}/browser.sh"
# shellcheck source=warp.sh
. "${BASH_SOURCE[0]%/*}/warp.sh"
# shellcheck source=edit.sh
. "${BASH_SOURCE[0]%/*}/edit.sh"

# Makes a small film of four seconds, and music.
make_scene() {
  ffmpeg -nostdin -v error -f lavfi -i testsrc2=s=128x72:r=25:d=4 -f lavfi -i sine=r=48000:d=4 \
    -c:v libx264 -preset ultrafast -g 25 -pix_fmt yuv420p -c:a aac one.mp4
  cp one.mp4 two.mp4
  ffmpeg -nostdin -v error -f lavfi -i sine=880:r=48000:d=2 song.mp3
}
serve_scene() {
  make_scene
  serve --no-browser "$@" one.mp4
  open_browser "$address"
  js_until 'find("video").videoWidth && !find("video").seeking'
}

# Closes the page in the middle of an edit, and opens its address again. The curve is there again, and nothing is told
# twice. The same holds for a second run.
comes_back() {
  serve_scene --mix blend
  js_until 'find("choices").querySelectorAll("select").length === 3'
  expect 'state().choices["--mix"] === "blend"'
  click "$(place 2 1)"
  press '#render'
  js_until 'renderState === "done"'
  expect 'find("told").textContent.includes("is ready") && find("messages").parentElement.id === "resulthost"'
  type_in '#fit' '7x'
  expect 'find("render").disabled && find("made").disabled && find("copy").disabled'
  type_in '#fit' ''
  # Markers and choices come back as well.
  press '#marker'
  js 'attempt("Music", () => withChoice(state(), "--music", "song.mp3")); return null' >/dev/null
  js 'return JSON.stringify(state())' >before
  show_page about:blank
  show_page "$address"
  js_until 'find("video").videoWidth && renderState === "done"'
  js 'return JSON.stringify(state())' | cmp - before
  expect '!find("told").textContent.includes("is ready") && !find("playresult").hidden'
  press '#undo'
  expect 'state().keys.length === 2 && !("--music" in state().choices)'
  press '#redo'
  show_page about:blank
  ended
  serve --no-browser --mix blend one.mp4
  show_page "$address"
  js 'return JSON.stringify(state())' | cmp - before
  press '#render'
  js_until '!find("replace").hidden'
  kill -KILL "$server"
  # Where no draft can be written, the page says so.
  state_home=/proc/no serve --no-browser one.mp4
  show_page "$address"
  js 'addKeyHere(1); return null' >/dev/null
  js_until 'find("error").textContent.startsWith("The draft is kept until warp-film ends, because ")'
  kill -KILL "$server"
  # A typed curve is not replaced by the draft.
  serve --no-browser --speed 2x one.mp4
  show_page "$address"
  expect 'state().keys.length === 1 && !edits.canUndo'
  kill -KILL "$server"
  close_browser
  echo "done"
}

# Opens eight pages of one server. The last one has a picture and hears of a rendering, also after the first is closed.
pages() {
  serve_scene
  local n first
  first=$(post window '' 2>/dev/null || curl -sS "$base/window" | jq -c .value)
  for ((n = 0; n < 7; n++)); do
    post window "$(jq -nc --argjson w "$(post window/new '{"type": "tab"}')" '{handle: $w.handle}')" >/dev/null
    show_page "$address"
  done
  js_until 'find("video").videoWidth && !find("video").seeking && strip.pictures.size'
  post window "{\"handle\": $first}" >/dev/null
  curl -sS -X DELETE "$base/window" >last
  post window "$(jq -c '{handle: .value[-1]}' last)" >/dev/null
  press '#render'
  js_until 'renderState === "done"'
  close_browser
  ended
  echo "done"
}

# Plays the frames that will be made, and ends the preview by an edit, also while it is made.
preview() {
  serve_scene
  js 'attempt("Slow", () => ({...state(), keys: [{at: 0, speed: 0.25, easing: "linear"}],
    choices: {"--mix": "motion"}})); player.seek(8); return null' >/dev/null
  press '#made'
  js_until '!madeVideo.hidden && madeVideo.videoWidth === 128 && madeVideo.duration > 1.9'
  expect 'Math.abs(madeVideo.duration - 2) < 0.1 && find("madenote").textContent.includes("0:07.0 to 0:09.0")'
  click "$(place 1 0.25)"
  expect 'state().keys.length === 2 && madeVideo.hidden && made === null'
  key p
  js 'undo(); return null' >/dev/null
  expect 'madeVideo.hidden && made === null && !find("error").textContent'
  # What cannot be made says why.
  js 'attempt("Music", () => withChoice(state(), "--music", "song.mp3")); return null' >/dev/null
  rm song.mp3
  press '#made'
  js_until 'find("error").textContent'
  expect 'find("error").textContent.includes("song.mp3") && made === null'
  complaints | grep -v ' 400 ' || true
  close_browser
  ended
  echo "done"
}

# Opens the other film of the folder. Its page has its name, its command and its picture.
other() {
  serve_scene
  mkdir folder.mp4
  ln -s one.mp4 link.mp4
  press '#openmenu summary'
  js_until 'document.querySelector(".folderfilm")'
  expect '[...document.querySelectorAll(".folderfilm")].map(b => b.textContent).join() === "two.mp4"'
  press '.folderfilm'
  js_until 'clipName() === "two.mp4" && find("video").videoWidth'
  expect 'document.title === "two.mp4" && find("command").textContent === "warp-film two.mp4 two-warped.mp4" &&
    find("name").textContent === "two.mp4"'
  press '#render'
  js_until 'renderState === "done"'
  [[ -s two-warped.mp4 ]] || echo 'no result'
  close_browser
  ended
  echo "done"
}

"$@"
