#!/bin/bash
# EditTests.swift calls the function below in an empty directory. It prints errors, and then `done`. Needs the programs
# that browser.sh lists.
set -euo pipefail

# shellcheck source=fixtures.sh
. "${BASH_SOURCE[0]%/*}/fixtures.sh"
# shellcheck source=browser.sh
. "${BASH_SOURCE[0]%/*}/browser.sh"
# shellcheck source=warp.sh
. "${BASH_SOURCE[0]%/*}/warp.sh"
# shellcheck source=edit.sh
. "${BASH_SOURCE[0]%/*}/edit.sh"

# Opens a film whose frames say their number, at 25 fps, and reads them from the page. Makes edits with the playhead at
# frame 200, and asks for a result twice, as fast as a double click. frames_meant STEP: seeks every STEPth frame.
frames_meant() {
  ffmpeg -nostdin -v error -f lavfi -i "color=black:s=256x32:r=25:d=12,format=yuv420p,\
geq=lum='if(mod(floor(N/pow(2,floor(X/32))),2),220,30)':cb=128:cr=128" -f lavfi -i anullsrc=r=48000:d=12 \
    -c:v libx264 -preset ultrafast -g 50 -c:a aac numbered.mp4
  serve --no-browser numbered.mp4
  open_browser "$address"
  js_until 'find("video").videoWidth && !find("video").seeking'
  js 'const canvas = htmlElement("canvas", {width: 256, height: 32}),
    context = canvas.getContext("2d", {willReadFrequently: true});
    window.shownFrame = () => { context.drawImage(find("video"), 0, 0);
      const data = context.getImageData(0, 16, 256, 1).data;
      return [0, 1, 2, 3, 4, 5, 6, 7].reduce((sum, n) => sum + (data[4 * (32 * n + 16)] > 125 ? 2 ** n : 0), 0); };
    window.landed = () => new Promise(done => { const wait = () => find("video").seeking ||
      find("video").readyState < 2 || player.sought !== player.wanted ? setTimeout(wait, 5)
      : requestAnimationFrame(() => requestAnimationFrame(() => done())); wait(); });
    // On a busy machine, the picture follows the seek late.
    window.shows = async frame => { for (let n = 0; n < 100 && shownFrame() !== frame; n++)
      await new Promise(done => setTimeout(done, 50)); }; return null' >/dev/null
  # The numbers have eight bits.
  js_async "(async () => { const wrong = []; for (let n = 0; n < 300; n += ${1-1}) { player.seek(n / 25);
    await landed(); await shows(n % 256); if (shownFrame() !== n % 256) wrong.push([n, shownFrame()]); }
    done(wrong); })()" >wrong
  [[ $(<wrong) == '[]' ]] || echo "other frames are shown: $(<wrong)"
  # Edits before the playhead leave the picture, and what the source clock says.
  js 'player.seek(8); return null' >/dev/null
  js_async 'landed().then(() => done(null))' >/dev/null
  js 'attempt("Trim", () => withTrim(state(), 4, 12)); return null' >/dev/null
  js_async 'landed().then(() => shows(200)).then(() => done(null))' >/dev/null
  expect 'Math.abs(player.warped - 4) < 1e-6 && Math.abs(axisOfPlayhead() - 8) < 1e-6 && shownFrame() === 200'
  js 'undo(); return null' >/dev/null
  js_async 'landed().then(() => shows(200)).then(() => done(null))' >/dev/null
  expect 'Math.abs(player.warped - 8) < 1e-6 && shownFrame() === 200'
  # A double click on Render does not overwrite a file: the button works only after a while, here when the test says so.
  echo kept >numbered-warped.mp4
  js 'const { setTimeout } = window;
    window.setTimeout = (f, time) => time === 700 ? window.enable = f : setTimeout(f, time); return null' >/dev/null
  js 'window.at = (() => { const b = find("render").getBoundingClientRect(); return [b.x + b.width / 2, b.y +
    b.height / 2]; })(); return null' >/dev/null
  click "$(js 'return window.at')" 2
  js_until '!find("replace").hidden'
  click "$(middle '#replace')"
  [[ $(<numbered-warped.mp4) == kept ]] || echo 'a double click has overwritten a file'
  js 'window.enable(); return null' >/dev/null
  press '#replace'
  js_until 'renderState === "done"'
  [[ $(stat -c %s numbered-warped.mp4) -gt 100 ]] || echo 'the file is not overwritten'
  complaints | grep -v ' 409 ' || true
  close_browser
  ended
  echo "done"
}

"$@"
