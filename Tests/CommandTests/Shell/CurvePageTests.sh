#!/bin/bash
# CurvePageTests.swift calls the functions below in an empty directory. Needs the programs that browser.sh lists.
set -euo pipefail

# shellcheck source=fixtures.sh
. "${BASH_SOURCE[0]%/*}/fixtures.sh"
# shellcheck source=browser.sh
. "${BASH_SOURCE[0]%/*}/browser.sh"

# golden TABLE: compares the curves of the HTML page with a table of exact values, and flipped curves with their mirror
# image. Prints the number of rows and the largest error.
golden() {
  warp-map --duration 10 --plot html >page.html
  open_browser page.html
  grep -v '^#' "$1" | tail -n +2 | jq -R 'split("\t") | [.[0], (.[1:] | map(tonumber))] |
    flatten' | jq -sc . >rows.json
  js 'let most = 0; const wholes = {}; const compare = (name, f, m, u, scale, integral) => {
      const c = unitCurve(name, f, m);
      most = Math.max(most, Math.abs(c.scale(u) - scale) / Math.max(1, Math.abs(scale)),
        Math.abs(c.integral(u) - integral) / Math.max(1, integral)); };
    for (const [name, f, m, u, , integral] of data) if (u === 1) wholes[[name, f, m]] = integral;
    for (const [name, f, m, u, scale, integral] of data) { compare(name, f, m, u, scale, integral);
      const flipped = flippedName(name);
      if (flipped !== name) compare(flipped, f, m, 1 - u, scale, wholes[[name, f, m]] - integral);
    } return [data.length, most]' "$(cat rows.json)"
  close_browser
}

# agrees OPTIONS…: for each text of options, opens warp-map's HTML page, and prints which kind of curve the page shows.
# Prints differences between its time map and warp-map's, also after the page has written its own options.
agrees() {
  local line
  local -a words
  printf '%s\n' '1 2' '4 4.5 4x' '8 10' >ranges.txt
  : >page.html
  open_browser page.html
  for line; do
    eval "words=($line)"
    warp-map --duration 10 --fps 30 "${words[@]}" --plot html >page.html
    show_page page.html
    echo "$line: $(js 'return state().family' | jq -r .)"
    same_map --duration 10 --fps 30 "${words[@]}"
    # shellcheck disable=SC2016
    expect 'filmCommand(state()) === `warp-film ${film.words.map(quoted).join(" ")} clip.mp4 clip-warped.mp4`'
    # Forgets the opened options, so that the page writes new options from its current state.
    js 'const read = opened; opened = newState("speed"); if (read.family !== "typed") { film.words = [];
      tryState(readState(optionWords(state()))); }
      return null' >/dev/null
    same_map --duration 10 --fps 30 "${words[@]}"
    same_map
  done
  complaints | grep -v 'clip.mp4 - Failed to load' || true
  close_browser
}

# become_keys OPTIONS…: lets the page convert curves to keyframes. Prints the largest change in frames of 1/30 s, and
# the number of keyframes.
become_keys() {
  local line
  local -a words
  : >page.html
  open_browser page.html
  for line; do
    eval "words=($line)"
    warp-map --duration 10 --fps 30 "${words[@]}" --plot html >page.html
    show_page page.html
    js 'const before = maps().map; tryState(withKeys(state())); const after = maps().map; let most = 0;
      for (let s = 0; s <= 10; s += 0.01) most = Math.max(most, Math.abs(before.warpedAt(s) - after.warpedAt(s)));
      return [state().family === "speed", most * 30, state().keys.length]'
  done
  close_browser
}

# plays WORD…: plays the film in the page, and compares the shown time with the time map every 100 ms, after the first
# half second. Prints the 95th percentile of the errors, because other tests may disturb single samples.
plays() {
  make_film
  warp-map --duration 10 --fps 30 "$@" --plot html --clip clip.mp4 >page.html
  open_browser page.html
  js_async 'const wait = () => { if (player.video.readyState >= 3) go(); else setTimeout(wait, 50); };
    const go = () => { player.play(); const gaps = []; const began = performance.now();
      const timer = setInterval(() => {
        if (performance.now() - began < 500) return;
        const now = player.warped + (performance.now() - player.clock) / 1000;
        if (now >= player.map.length - 0.1 || performance.now() - began > 5000) { clearInterval(timer);
        player.pause(); gaps.sort((a, b) => a - b); done([gaps.length > 30, gaps[Math.floor(gaps.length * 0.95)]]);
        return; }
        gaps.push(Math.abs(player.video.currentTime - player.map.sourceAt(now)));
      }, 100); };
    wait()'
  complaints
  close_browser
}

# drags: drags one of 200 keyframes of a film of one hour. Prints the 95th percentile of the time for script and layout
# per mouse move, in milliseconds.
drags() {
  warp-map --duration 3600 --fps 30 --speed "$(seq 0 199 | awk '
    { printf "%s%ds=%.2fx smooth", (NR > 1 ? ", " : ""), 9 + 18 * $1, 2 ^ ($1 % 4 - 1) }')" \
    --plot html >page.html
  open_browser page.html
  js_async 'const target = document.querySelector("[data-handle=\"key:100\"]"),
    box = find("plot").getBoundingClientRect(), times = [];
    const x = box.x + view.x(state().keys[100].at), y = box.y + view.y(state().keys[100].speed),
      frames = window.requestAnimationFrame;
    const send = (type, n) => target.dispatchEvent(new PointerEvent(type,
      {bubbles: true, pointerId: 1, button: 0, pointerType: "mouse",
      clientX: x + 3 * Math.sin(n / 5), clientY: y + 30 * Math.sin(n / 9)}));
    send("pointerdown", 0);
    const step = n => { const began = performance.now(); let drawn = null;
      window.requestAnimationFrame = body => { drawn = body; return 1; };
      send("pointermove", n);
      window.requestAnimationFrame = frames;
      drawn?.(0);
      find("plot").getBoundingClientRect();
      times.push(performance.now() - began);
      if (n < 300) frames(() => step(n + 1)); else { send("pointerup", n); times.sort((a, b) => a - b);
      done(times[Math.floor(times.length * 0.95)]); } };
    frames(() => step(1))'
  close_browser
}

# Prints controls of the page that have no name in the accessibility tree, and listed controls that are missing. Checks
# on a wide and a narrow screen that nothing is cut off.
is_named() {
  local width
  make_film
  warp-map --duration 10 --fps 30 --speed '0=1x, 5s=2x' --freeze 2s=1s --plot html >page.html
  for width in 1366 400; do
    open_browser page.html "$width" 800
    post goog/cdp/execute '{"cmd": "Accessibility.getFullAXTree", "params": {}}' >tree.json
    jq -r '.nodes[] | select(.ignored | not) | select(.role.value | IN("button", "textbox", "slider", "combobox",
      "checkbox", "link"))
      | select((.name.value // "") == "") | .role.value' tree.json
    jq -r '.nodes[] | select(.ignored | not) | "\(.role.value) \(.name.value)"' tree.json >names
    while read -r name; do grep -q "$name" names || echo "there is no $name"; done <<'END'
button Freeze$
button Reverse$
button Cut$
button Trim$
button Undo$
button Redo$
button Help$
button Copy$
button speed$
button map$
slider key 1: 
slider key 2: 
slider freeze 1: 
textbox command$
 curve$
 video$
 strip$
 wave$
END
    expect "document.documentElement.scrollWidth <= innerWidth"
    # Touch targets must be large enough for a thumb.
    [[ $width != 400 ]] || expect '["button", "input", "select", "summary", "#strip", "#wave"].flatMap(name =>
      [...document.querySelectorAll(name)]).map(e => e.getBoundingClientRect().height).every(h => h === 0 || h >= 40)'
    close_browser
    end_browser
  done
  echo "done"
}

"$@"
