#!/bin/bash
# PageLookTests.swift calls the function below in an empty directory. It prints errors, and ends with `done`. Needs the
# programs that browser.sh lists.
# shellcheck disable=SC2119  # few calls pass arguments to same_map
set -euo pipefail

# shellcheck source=fixtures.sh
. "${BASH_SOURCE[0]%/*}/fixtures.sh"
# shellcheck source=browser.sh
. "${BASH_SOURCE[0]%/*}/browser.sh"

# Computes the contrast of all texts (4.5:1) and of the marks and edges (3:1), in both themes.
contrast() {
  open_page --speed '0s=1x, 3s=0.5x smooth, 10s=2x' --freeze 4s=1s
  local theme
  for theme in dark light; do
    js "setTheme('$theme'); select('key:1'); tell('a message'); drawAll(); return null" >/dev/null
    # shellcheck disable=SC2016  # JavaScript expands the templates
    js 'const parse = text => { const [r, g, b, a = 1] = text.match(/[\d.]+/g).map(Number); return [r, g, b, a]; };
      const over = (top, below) => top.slice(0, 3).map((v, n) => v * top[3] + below[n] * (1 - top[3]));
      const light = ([r, g, b]) => [r, g, b].map(v => v / 255).map(v => v <= 0.04045 ? v / 12.92
        : ((v + 0.055) / 1.055) ** 2.4).reduce((sum, v, n) => sum + v * [0.2126, 0.7152, 0.0722][n], 0);
      const ratio = (a, b) => { const [x, y] = [light(a), light(b)].sort((p, q) => q - p);
        return (x + 0.05) / (y + 0.05); };
      const ground = e => { const c = parse(getComputedStyle(e).backgroundColor);
        return c[3] === 0 ? e.parentElement ? ground(e.parentElement) : [255, 255, 255] : over(c, [0, 0, 0]); };
      const probe = document.body.appendChild(document.createElement("i"));
      const named = name => { probe.style.color = `var(${name})`; return parse(getComputedStyle(probe).color); };
      const wrong = [];
      const check = (what, a, b, least) => { const r = ratio(a, b);
        if (r < least) wrong.push(`${what}: ${r.toFixed(2)}`); };
      find("help").show();
      for (const e of document.querySelectorAll("body *")) {
        if (e.closest("svg") || !e.getClientRects().length || e.closest("video, script")) continue;
        const isText = [...e.childNodes].some(n => n.nodeType === 3 && n.textContent.trim());
        if (isText || e.matches("input")) check(`${e.tagName} ${e.id || e.textContent.slice(0, 20)}`,
          over(parse(getComputedStyle(e).color), ground(e)), ground(e), 4.5);
        if (e.matches("input, select")) check(`edge of ${e.tagName} ${e.id}`, parse(getComputedStyle(e).borderTopColor),
          ground(e.parentElement), 3);
      }
      find("help").close();
      for (const name of ["--bar", "--segment", "--hold", "--turn", "--cutbar"])
        check(`text on ${name}`, named("--text"), named(name), 4.5);
      for (const name of ["--quiet", "--curve", "--key", "--chosen", "--playhead", "--wave", "--onset", "--one"])
        check(name, named(name), named("--panel"), name === "--quiet" ? 4.5 : 3);
      probe.remove();
      return wrong' >wrong
    [[ $(<wrong) == '[]' ]] || echo "$theme: $(<wrong)"
  done
  finish
}

"$@"
