// Draws the curve, its axes, and everything on it.

const layers = {};
const plotLayers = () => {
  for (const name of ["shades", "grid", "line", "ghost", "landings", "segments", "bars", "bends", "playhead", "handles",
    "keys"])
    layers[name] = new Layer(name, find("plot"));
};
let ghost = null;

const short = x => x.toFixed(1);
// The times of a piece within the view, close enough together for a smooth line.
const drawnPlaces = (from, to) => {
  const [a, b] = [Math.max(Math.min(from, to), view.from), Math.min(Math.max(from, to), view.to)];
  if (a > b) return [];
  const count = clamp(Math.ceil((b - a) / view.pixel / 2), 1, 800);
  const places = Array.from({ length: count + 1 }, (_, n) => n === count ? b : a + (b - a) * n / count);
  return from <= to ? places : places.reverse();
};

// Returns a list of lines, each a list of points.
const curveLines = m => {
  if (view.isMap) return m.axis.pieces.map(p => !p.law ? [[view.x(p.s0), view.y(p.w0)], [view.x(p.s0), view.y(p.w1)]]
    : drawnPlaces(p.s0, p.s1).map(a => [view.x(a), view.y(p.warped(a))])).filter(l => l.length);
  if (m.isOverResult) return m.base.pieces.filter(p => p.law).map(p => drawnPlaces(p.w0, p.w1)
    .map(a => [view.x(a), view.y(shownSpeed(1 / p.law.scale(p.source(a)), a))])).filter(l => l.length);
  const isPlain = !m.outer;
  return [m.base.pieces.flatMap(p => drawnPlaces(p.s0, p.s1)
    .map(a => [view.x(a), view.y(1 / p.law.scale(a) / (isPlain ? m.gain : outerScale(a)))]))];
};
const pathOf = lines => lines.map(points => points.map(([x, y], n) =>
  `${n ? "L" : "M"}${short(x)} ${short(y)}`).join("")).join("");

// The y coordinate of the curve at a time, to test whether the pointer is on the curve.
const curveY = a => view.y(view.isMap ? resultAt(a) : shownSpeed(speedAt(maps(), a), a));

const drawPlot = () => {
  const m = maps();
  if (!dragging) {
    fitSpeeds(state().family === "speed" ? state().keys.map(k => shownSpeed(k.speed, k.at))
      : m.base.pieces.filter(p => p.law).flatMap(p => [0, 0.25, 0.5, 0.75,
        1].map(u => 1 / p.law.scale(p.s0 + u * (p.s1 - p.s0)) / m.gain)));
  }
  if (view.isMap && !dragging) {
    const seen = m.axis.pieces.filter(p => Math.max(p.s0, p.s1) >= view.from && Math.min(p.s0, p.s1) <= view.to);
    const ends = seen.flatMap(p => p.law ? drawnPlaces(p.s0, p.s1).map(a => p.warped(a)) : [p.w0, p.w1]);
    [view.mapFrom, view.mapTo] = ends.length ? [Math.min(...ends), Math.max(...ends)] : [0, m.axis.length];
  }
  find("plot").setAttribute("viewBox", `0 0 ${view.width} ${view.height}`);
  drawGrid();
  drawShades();
  const line = pathOf(curveLines(m));
  layers.line.redraw(draw => {
    draw("curve", "path", { class: "curve", d: line });
    // A finger that drags the line up or down does not scroll the page.
    draw("grip", "path", { class: "grip", d: line });
  });
  drawBars();
  drawLandings();
  layers.bends.redraw(drawBends);
  drawKeys();
  showTabStop();
  drawGhost();
  drawPlayhead();
};

const drawGhost = () => layers.ghost.redraw(draw => {
  const m = ghost && mapsOf(ghost);
  if (m && !m.error) draw("ghost", "path", { class: "preview", d: pathOf(curveLines(m)) });
});

const roundLevels = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 4, 10, 20, 40, 100, 1000];
const gridSpeeds = () => roundLevels.filter(v => v >= view.bottom * 0.999 && v <= view.top * 1.001);

// A label stands after its line, or before it at the right edge.
const labelPlace = (x, text) => x + 7 * text.length > view.width ? { x: short(x - 3), class: "end" }
  : { x: short(x + 3), class: "start" };

const drawGrid = () => layers.grid.redraw(draw => {
  const [left, right] = [room.left, view.width - room.right], isLow = view.plotBottom - view.plotTop < 110;
  const levels = view.isMap ? timeTicks(view.mapFrom, view.mapTo, (view.plotBottom - view.plotTop) * 2)
    : gridSpeeds().filter(v => !isLow || ![0.25, 4].includes(v)).map(v => [v, number(v) + "x"]);
  for (const [v, text] of levels) {
    const y = short(view.y(v));
    draw("level" + v, "line", { x1: left, x2: right, y1: y, y2: y, class: v === 1 && !view.isMap ? "one" : "level" });
    draw("speed" + v, "text", { x: left - 6, y: Number(y) + 4, class: "end" }, text);
  }
  for (const [t, text] of timeTicks(view.from, view.to, view.inner)) {
    const x = short(view.x(t));
    draw("time" + t, "line", { x1: x, x2: x, y1: room.ruler - 6, y2: view.plotBottom, class: "level" });
    draw("clock" + t, "text", { ...labelPlace(Number(x), text), y: 11 }, text);
  }
  draw("source", "text", { x: 4, y: 11, class: "start" }, maps().isOverResult ? "curve" : "source");
});

// Shades cut and trimmed parts, reversed parts, and the marked range.
const drawShades = () => layers.shades.redraw(draw => {
  const s = state(), height = view.plotBottom - room.ruler;
  const shade = (id, from, to, kind) => {
    const [x0, x1] = [view.x(Math.max(from, view.from)), view.x(Math.min(to, view.to))];
    if (x1 > x0) draw(id, "rect", { x: short(x0), width: short(x1 - x0), y: room.ruler, height, class: kind });
  };
  draw("ruler", "rect", { x: 0, y: 0, width: view.width, height: room.ruler, class: "ruler" });
  if (range) shade("range", range.from, range.to, "range");
  const loop = loopRange();
  if (loop) draw("loop", "rect", { x: short(view.x(Math.max(loop.from, view.from))), y: room.ruler - 5, height: 5,
    width: short(Math.max(0, view.x(Math.min(loop.to, view.to)) - view.x(Math.max(loop.from, view.from)))),
    class: "loop" });
  if (frame) draw("frame", "rect", { x: short(frame.x0), y: short(frame.y0), width: short(frame.x1 - frame.x0),
    height: short(frame.y1 - frame.y0), class: "frame" });
  s.cuts.forEach((c, n) => shade("cut" + n, c.from, c.to, "cut"));
  s.turned.forEach((c, n) => shade("turned" + n, c.from, c.to, "turned"));
  if (s.trim) {
    shade("before", 0, s.trim.from, "cut");
    shade("after", s.trim.to, maps().end, "cut");
  }
});

// --- handles ---

// A handle: a large invisible target for the pointer, and a visible shape.
const drawHandle = (draw, kind, n, x, y, shape, now) => {
  const id = `${kind}:${n}`, name = handleName(state(), kind, n);
  const isChosen = id === selected || kind === "key" && group.includes(n);
  const element = draw(id, "g", {
    class: `handle ${kind}${isChosen ? " selected" : ""}`, transform: `translate(${short(x)} ${short(y)})`,
      "data-handle": id,
    role: "slider", tabindex: "-1", "aria-label": name, "aria-valuenow": number(rounded(now, 3)),
      "aria-valuetext": name,
    "aria-valuemin": "0", "aria-valuemax": number(rounded(Math.max(now, maps().end), 3)),
  });
  if (element.shape === shape) return;
  element.shape = shape;
  element.replaceChildren(svgElement("circle", { class: "target", r: isCoarse ? 22 : 11 }),
    svgElement("path", { d: shape }));
};
const isCoarse = matchMedia("(pointer: coarse)").matches;
const isSeen = x => x >= room.left - 12 && x <= view.width - room.right + 12;

const shapes = {
  diamond: "M0-7L7 0L0 7L-7 0Z", flag: "M-5-8H5V-1L0 5L-5-1Z", from: "M0-9H8V-6H3V6H8V9H0Z",
  to: "M0-9H-8V-6H-3V6H-8V9H0Z",
    knob: "M-6 0A6 6 0 1 0 6 0A6 6 0 1 0-6 0Z",
  grip: "M-3-9H3V9H-3Z", up: "M0-7L6 4H-6Z",
};

const drawKeys = () => layers.keys.redraw(draw => {
  const s = state();
  if (s.family === "speed") s.keys.forEach((key, n) => {
    const x = view.x(Math.min(key.at, film.duration));
    if (isSeen(x)) drawHandle(draw, "key", n, x, view.isMap ? curveY(key.at) : view.y(shownSpeed(key.speed, key.at)),
      shapes.diamond, key.at);
  });
  if (s.family === "curves" && !view.isMap) s.curves.forEach((c, n) => {
    const middle = (c.from + c.to) / 2, x = view.x(middle);
    if (isSeen(x)) drawHandle(draw, "curve-factor", n, x, view.y(shownSpeed(1 / c.factor, middle)), shapes.knob,
      c.factor);
  });
  if (s.family === "plays" && !view.isMap) s.plays.forEach((p, n) => {
    const { w0, w1 } = maps().base.pieces[n], x = view.x((w0 + w1) / 2);
    if (isSeen(x)) drawHandle(draw, "play", n, x, view.y(shownSpeed(p.speed, (w0 + w1) / 2)), shapes.knob, p.speed);
  });
});

const freezeText = f => `hold ${number(rounded(f.length, 2))} s`;
const freezeWidth = f => 20 + 6 * freezeText(f).length;

// A bar for each segment that is wide enough to be pressed.
const segmentBars = s => s.keys.slice(0, -1).flatMap((key, n) => {
  const next = s.keys[n + 1], [from, to] = [Math.max(key.at, view.from), Math.min(next.at, view.to)];
  return to - from > 12 * view.pixel ? [["segment", n, { from: key.at, to: next.at }, segmentText(s, n)]] : [];
});

// One handle can be reached with Tab: the selected one, or the first.
const showTabStop = () => {
  const all = find("plot").querySelectorAll("[data-handle][role]");
  const stop = [...all].find(e => e.dataset.handle === selected) ?? all[0];
  for (const e of all) {
    const value = e === stop ? "0" : "-1";
    if (e.getAttribute("tabindex") !== value) e.setAttribute("tabindex", value);
  }
};

const barPlace = () => view.plotBottom + 4 + room.lane / 2;
const drawBar = (draw, [kind, n, c, text]) => {
  const s = state(), y = barPlace();
  const [x0, x1] = [view.x(Math.max(c.from, view.from)), view.x(Math.min(c.to, view.to))];
  if (x1 < x0) return;
  const isSelected = selected && splitHandle(selected)[1] === n && bodyKind(splitHandle(selected)[0]) === kind;
  const moves = kind !== "play";
  draw(`bar ${kind}${n}`, "rect", {
    x: short(x0), width: short(Math.max(2, x1 - x0)), y: y - 9, height: 18, rx: 3,
      class: `bar ${kind}${isSelected ? " selected" : ""}`,
    "data-handle": `${kind}:${n}`, ...moves ? { role: "slider", tabindex: "-1",
      "aria-label": handleName(s, kind, n),
      "aria-valuenow": number(rounded(c.from, 3)), "aria-valuetext": handleName(s, kind, n) } : {},
  });
  draw(`text ${kind}${n}`, "text", { x: short(x0 + 12), y: y + 4, class: "bartext" },
    x1 - x0 > 20 + 6.5 * text.length ? text : "");
};

// Draws bars in the lane below the curve, with handles at their ends, and flags and trims on the ruler.
const drawBars = () => {
  const s = state(), y = barPlace(), bars = [];
  s.curves.forEach((c, n) => bars.push(["curve", n, c, c.name]));
  s.cuts.forEach((c, n) => bars.push(["cut", n, c, "cut"]));
  s.turned.forEach((c, n) => bars.push(["turned", n, c, "◀ reversed"]));
  if (s.family === "plays") maps().base.pieces.forEach((p, n) => bars.push(["play", n, { from: p.w0, to: p.w1 },
    `${p.s0 > p.s1 ? "◀ " : ""}${clock(p.s0, 1)}–${clock(p.s1, 1)}`]));
  layers.segments.redraw(draw => { if (s.family === "speed") segmentBars(s).forEach(bar => drawBar(draw, bar)); });
  layers.bars.redraw(draw => {
    bars.forEach(bar => drawBar(draw, bar));
    s.freezes.forEach((f, n) => {
      const x = view.x(f.at), text = freezeText(f);
      if (!isSeen(x)) return;
      // A freeze is an instant of the source, so its label is only as wide as its text.
      draw("freeze" + n, "rect", { x: short(x), width: freezeWidth(f), y: room.ruler - 2, height: 16, rx: 3,
        class: "bar freeze", "data-handle": `freeze:${n}` });
      draw("held" + n, "text", { x: short(x + 10), y: room.ruler + 10, class: "bartext" }, text);
      draw("stands" + n, "line", { x1: short(x), x2: short(x), y1: room.ruler, y2: view.plotBottom,
        class: "stands" });
    });
  });
  layers.handles.redraw(draw => {
    for (const [kind, n, c] of bars) for (const side of ["from", "to"]) {
      const x = view.x(c[side]);
      // The handles are inside the bar, so that those of neighbouring bars do not overlap.
      if (isSeen(x)) drawHandle(draw, `${kind}-${side}`, n, x + (side === "from" ? 4 : -4), y, shapes.grip, c[side]);
    }
    s.freezes.forEach((f, n) => {
      const x = view.x(f.at), end = x + freezeWidth(f);
      if (isSeen(x)) drawHandle(draw, "freeze", n, x, room.ruler + 6, shapes.knob, f.at);
      if (isSeen(end)) drawHandle(draw, "freeze-length", n, end, room.ruler + 6, shapes.grip, f.length);
    });
    const trim = trimOf(s), low = view.plotBottom - 12;
    for (const side of ["from", "to"]) {
      const x = view.x(trim[side]);
      if (isSeen(x)) drawHandle(draw, `trim-${side}`, 0, x, low, shapes[side], trim[side]);
    }
    s.markers.forEach((m, n) => { if (isSeen(view.x(m))) drawHandle(draw, "marker", n, view.x(m), 14, shapes.flag,
      m); });
  });
};

// The lower axis shows the time of the result. A line leads from each moment down to its time in the result, and the
// user can drag its end.
const resultAxis = () => {
  if (dragging?.resultAxis) return dragging.resultAxis;
  const from = resultAt(view.from), to = resultAt(view.to);
  const inner = view.inner;
  return { from, to, x: w => room.left + (w - from) / (to - from || 1) * inner, time: x => from
    + (x - room.left) / inner * (to - from) };
};

const drawLandings = () => layers.landings.redraw(draw => {
  const s = state(), top = view.height - room.result, bottom = view.height - 8, line = resultAxis();
  draw("back", "rect", { x: 0, y: top, width: view.width, height: room.result, class: "ruler" });
  draw("name", "text", { x: 4, y: view.height - 4, class: "start" }, "result");
  if (!(Math.abs(line.to - line.from) > 1e-9)) return;
  const [low, high] = [Math.min(line.from, line.to), Math.max(line.from, line.to)];
  for (const [w, text] of timeTicks(low, high, view.inner))
    draw("lands" + w, "text", { ...labelPlace(line.x(w), text), y: view.height - 4 }, text);
  if (s.isReversed) return;
  const moments = s.landings.map((l, n) => ["landing", n, l.at]);
  const isTaken = a => moments.some(([, , at]) => Math.abs(at - a) < 0.0005);
  s.markers.forEach((m, n) => { if (!isTaken(m)) moments.push(["landing-marker", n, m]); });
  const [kind, n] = selected ? splitHandle(selected) : [];
  if (kind === "key" && !isTaken(s.keys[n].at)) moments.push(["landing-key", n, s.keys[n].at]);
  for (const [kind, n, a] of moments) {
    const w = resultAt(a), x0 = view.x(a), x1 = line.x(w);
    if (!isSeen(x0) || !isSeen(x1)) continue;
    draw(`way ${kind}${n}`, "path",
      { class: "way", d: `M${short(x0)} ${view.plotBottom}V${top - 18}L${short(x1)} ${top}V${bottom - 8}` });
    drawHandle(draw, kind, n, x1, bottom - 5, shapes.up, w);
  }
});

const drawPlayhead = () => {
  const a = axisOfPlayhead(), result = resultAxis(), w = result.x(player.warped);
  layers.playhead.redraw(draw => {
    if (isSeen(w)) draw("lower", "path", { d: `M${short(w)} ${view.height - room.result}l-5 7h10Z`, class: "head" });
    if (a === null || a < view.from || a > view.to) return;
    const x = short(view.x(a));
    draw("line", "line", { x1: x, x2: x, y1: room.ruler - 4, y2: view.height - room.result });
    draw("head", "path", { d: `M${x} ${room.ruler}l-6-8h12Z`, class: "head" });
  });
};
