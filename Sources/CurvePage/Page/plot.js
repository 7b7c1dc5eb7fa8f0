// The curve as it is drawn, the handles on it, and the playhead; before them what all of the page uses: elements, the work, times
// as they are shown.

const find = id => document.getElementById(id);
const svgElement = (name, attributes, text = "") => {
  const element = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.textContent = text;
  return element;
};
const htmlElement = (name, properties = {}, ...children) => {
  const element = Object.assign(document.createElement(name), properties);
  element.append(...children);
  return element;
};

const saved = decodeState(location.hash);
const edits = new History(isState(saved) ? saved : film.state);
const work = new Work(film, edits.state);
const player = new Player(find("video"), film.clipStart, () => showTime());

// --- times as they are shown and typed ---

const inFrames = () => find("unit").value === "f" && film.fps;
const shownTime = s => inFrames() ? Math.round(s * film.fps) + "f" : number(Number(s.toFixed(6)));
const shortNumber = value => number(Number(value.toPrecision(4)));
const clock = seconds => {
  const hundredths = Math.round(seconds * 100), s = Math.floor(hundredths / 100);
  const text = n => String(Math.floor(n)).padStart(2, "0");
  return (s >= 3600 ? Math.floor(s / 3600) + ":" : "") + text(s / 60 % 60) + ":" + text(s % 60) + "." + text(hundredths % 100);
};

const plot = {
  svg: find("plot"), width: 1000, height: 320, left: 56, top: 14, bottom: 250, band: 268,
  largest: 2, least: 0, isDragging: false,
  // Where time stands or goes back, what is shown is drawn over the time of the result, as in warp-map's plots.
  isOverResult: false,
  get length() { return this.isOverResult ? player.map.length : film.duration; },
  get right() { return this.width - 16; },
  x(time) { return this.left + time / this.length * (this.right - this.left); },
  time(x) { return clamp((x - this.left) / (this.right - this.left), 0, 1) * this.length; },
  y(v) { return this.bottom - (v - this.least) / (this.largest - this.least) * (this.bottom - this.top); },
  value(y) { return Math.max(0, this.least + (this.bottom - y) / (this.bottom - this.top) * (this.largest - this.least)); },
};

const view = () => find("view").value;
// What the vertical axis shows of a piece at a source time: below 0 where it plays backward.
const shownValue = (piece, s) => {
  if (view() === "map") return plot.isOverResult ? s : piece.warped(s);
  if (!piece.law) return 0;
  const scale = (piece.s1 < piece.s0 ? -1 : 1) * piece.law.scale(s);
  return view() === "speed" ? 1 / scale : scale;
};

const samples = piece => {
  const { s0, s1, w0, w1 } = piece;
  if (s0 === s1) return [[w0, shownValue(piece, s0)], [w1, shownValue(piece, s0)]];
  const count = clamp(Math.ceil(Math.abs(s1 - s0) / film.duration * 500), 1, 500);
  return Array.from({ length: count + 1 }, (_, n) => {
    const s = n === count ? s1 : s0 + (s1 - s0) * n / count;
    return [plot.isOverResult ? piece.warped(s) : s, shownValue(piece, s)];
  });
};

const ticks = (end, most) => {
  const rough = end / most, unit = 10 ** Math.floor(Math.log10(rough));
  const size = [1, 2, 5, 10].map(n => n * unit).find(n => n >= rough);
  return Array.from({ length: Math.floor(end / size + 1e-9) + 1 }, (_, n) => Number((n * size).toPrecision(12)));
};

// Which handle was touched last.
let lastHandle = "";
let curvePath = null, playhead = null, dot = null;
const drawPlot = () => {
  const { map } = work.result, { svg } = plot;
  plot.isOverResult = work.state.family === "table" && map !== null && map.pieces.some(p => !p.law || p.s1 < p.s0);
  // A unit of the drawing is a pixel, so that text keeps its size on narrow screens.
  plot.width = Math.max(320, svg.clientWidth || 1000);
  svg.setAttribute("viewBox", `0 0 ${plot.width} ${plot.height}`);
  const lines = map ? map.pieces.filter(p => p.law || plot.isOverResult).map(samples) : [];
  const values = lines.flat().map(([, v]) => v).filter(Number.isFinite);
  plot.least = view() === "map" ? 0 : Math.max(-50, values.reduce((least, v) => Math.min(least, v), 0) * 1.12);
  const top = lines.flat().reduce((most, [, v]) => Number.isFinite(v) ? Math.max(most, v) : most, 0);
  // While something is dragged the axis stays, or the handle would run away.
  if (map && !plot.isDragging) plot.largest = Math.min(view() === "map" ? Infinity : 50, Math.max(view() === "map" ? 0 : 1.2, top * 1.12)) || 1;
  const focused = document.activeElement?.dataset?.handle;
  svg.replaceChildren();
  const most = Math.max(plot.largest, -plot.least);
  const marks = ticks(most, 6).flatMap(v => v ? [v, -v] : [v]).filter(v => v <= plot.largest && v >= plot.least);
  for (const v of marks) {
    svg.append(svgElement("line", { x1: plot.left, x2: plot.right, y1: plot.y(v), y2: plot.y(v), class: v ? "grid" : "axis" }));
    svg.append(svgElement("text", { x: plot.left - 8, y: plot.y(v) + 4, "text-anchor": "end" }, number(v)));
  }
  for (const s of ticks(plot.length, clamp(plot.width / 90, 3, 12))) {
    svg.append(svgElement("line", { x1: plot.x(s), x2: plot.x(s), y1: plot.top, y2: plot.bottom, class: "grid" }));
    svg.append(svgElement("text", { x: plot.x(s), y: plot.height - 6, "text-anchor": "middle" }, shownTime(s)));
  }
  const path = lines.map(points => points.filter(([, v]) => Number.isFinite(v))
    .map(([s, v], n) => `${n ? "L" : "M"}${plot.x(s).toFixed(2)} ${plot.y(Math.min(v, plot.largest * 1.05)).toFixed(2)}`).join("")).join("");
  curvePath = svgElement("path", { class: "curve", d: path });
  svg.append(curvePath);
  if (work.state.family === "curves") drawBands();
  if (work.state.family === "speed" && view() !== "map") drawKeys();
  playhead = svgElement("line", { class: "playhead", y1: plot.top, y2: plot.height - 22 });
  dot = svgElement("circle", { class: "dot", r: 4 });
  svg.append(playhead, dot);
  if (focused) svg.querySelector(`[data-handle="${focused}"]`)?.focus();
  drawPlayhead();
};

const handle = (shape, id, label, now, onMove, onKey) => {
  shape.dataset.handle = id;
  shape.setAttribute("tabindex", "0");
  shape.setAttribute("role", "slider");
  shape.setAttribute("aria-label", label);
  shape.setAttribute("aria-valuenow", number(Number(now.toFixed(3))));
  shape.setAttribute("aria-valuetext", label);
  shape.onfocus = () => { lastHandle = id; };
  shape.onpointerdown = event => {
    event.preventDefault();
    shape.focus();
    plot.isDragging = true;
    const grabbed = point(event);
    const origin = work.state;
    const move = e => { change(onMove(structuredClone(origin), point(e), grabbed), false); };
    const up = () => {
      removeEventListener("pointermove", move);
      removeEventListener("pointerup", up);
      plot.isDragging = false;
      change(work.state);
    };
    addEventListener("pointermove", move);
    addEventListener("pointerup", up);
  };
  shape.onkeydown = event => {
    const steps = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[event.key];
    if (!steps && event.key !== "Delete") return;
    event.preventDefault();
    change(onKey(structuredClone(work.state), steps, event.shiftKey ? 10 : 1));
  };
  plot.svg.append(shape);
};

const point = event => {
  const box = plot.svg.getBoundingClientRect();
  return { s: plot.time((event.clientX - box.left) * plot.width / box.width), v: plot.value((event.clientY - box.top) * plot.height / box.height) };
};

// To the frame, where frames are counted; else to a hundredth of a second or finer where the clip is short.
const snapped = s => {
  const unit = inFrames() ? 1 / film.fps : Math.min(0.01, film.duration / 1000);
  return clamp(Number((Math.round(s / unit) * unit).toFixed(9)), 0, film.duration);
};
const timeStep = () => inFrames() ? 1 / film.fps : film.duration / 200;
const roundedSpeed = v => clamp(Number(v.toPrecision(3)), 0.01, 100);

// A speed or scale as it is shown ⇄ a scale as it is typed, before all is stretched to fit.
const shownOf = (scale, stretch) => view() === "speed" ? 1 / (scale * stretch) : scale * stretch;
const typedOf = (shown, stretch) => (view() === "speed" ? 1 / Math.max(0.01, shown) : shown) / stretch;

const drawKeys = () => work.state.keys.forEach((key, index) => {
  const { stretch } = work.result, value = shownOf(1 / key.speed, stretch);
  const shape = svgElement("circle", { class: "handle", r: 7, cx: plot.x(Math.min(key.at, film.duration)), cy: plot.y(Math.min(value, plot.largest)) });
  const label = `keyframe ${index + 1}: ${shownTime(key.at)}, ${number(key.speed)}x`;
  handle(shape, "key" + index, label, key.at, (state, to) => {
    const moved = state.keys[index], last = state.keys[index - 1], next = state.keys[index + 1];
    moved.at = clamp(snapped(to.s), last ? last.at + 0.001 : 0, next ? next.at - 0.001 : film.duration);
    moved.speed = roundedSpeed(1 / Math.max(0.01, typedOf(to.v, stretch)));
    return state;
  }, (state, steps, times) => {
    if (!steps) return removeRow(state, index);
    state.keys[index].at = snapped(state.keys[index].at + steps[0] * times * timeStep());
    state.keys[index].speed = roundedSpeed(state.keys[index].speed * 1.02 ** (steps[1] * times));
    return state;
  });
});

const drawBands = () => work.state.curves.forEach((curve, index) => {
  const [x0, x1] = [plot.x(clamp(curve.from, 0, film.duration)), plot.x(clamp(curve.to, 0, film.duration))];
  const band = svgElement("rect", { class: "range", x: x0, width: Math.max(2, x1 - x0), y: plot.band, height: 22, rx: 3 });
  const text = `${curve.name}, ${shownTime(curve.from)} to ${shownTime(curve.to)}, factor ${number(curve.factor)}`;
  handle(band, "curve" + index, text, curve.from, (state, to, grabbed) => {
    const moved = state.curves[index], length = moved.to - moved.from;
    moved.from = clamp(snapped(moved.from + to.s - grabbed.s), 0, film.duration - length);
    moved.to = Math.min(film.duration, Number((moved.from + length).toFixed(9)));
    return state;
  }, (state, steps, times) => {
    if (!steps) return removeRow(state, index);
    const moved = state.curves[index], length = moved.to - moved.from;
    moved.from = clamp(snapped(moved.from + steps[0] * times * timeStep()), 0, film.duration - length);
    moved.to = Math.min(film.duration, Number((moved.from + length).toFixed(9)));
    moved.factor = clamp(Number((moved.factor * 1.02 ** (steps[1] * times)).toPrecision(3)), 0.01, 1e6);
    return state;
  });
  plot.svg.append(svgElement("text", { class: "name", x: x0 + 8, y: plot.band + 15 }, x1 - x0 > 60 ? curve.name : ""));
  for (const [side, at] of [["from", x0], ["to", x1]]) {
    const edge = svgElement("circle", { class: "handle", r: 6, cx: at, cy: plot.band + 11 });
    handle(edge, side + index, `${curve.name} ${side} ${shownTime(curve[side])}`, curve[side], (state, to) => {
      state.curves[index][side] = snapped(to.s);
      return state;
    }, (state, steps, times) => {
      if (!steps) return removeRow(state, index);
      state.curves[index][side] = snapped(state.curves[index][side] + steps[0] * times * timeStep());
      return state;
    });
  }
  if (view() === "map") return;
  const { stretch } = work.result;
  const middle = svgElement("circle", { class: "handle", r: 7, cx: (x0 + x1) / 2, cy: plot.y(Math.min(plot.largest, shownOf(curve.factor, stretch))) });
  handle(middle, "factor" + index, `${curve.name}: factor ${number(curve.factor)}`, curve.factor, (state, to) => {
    state.curves[index].factor = clamp(Number(typedOf(to.v, stretch).toPrecision(3)), 0.01, 1e6);
    return state;
  }, (state, steps, times) => {
    if (!steps) return removeRow(state, index);
    state.curves[index].factor = clamp(Number((state.curves[index].factor * 1.02 ** ((steps[1] || steps[0]) * times)).toPrecision(3)), 0.01, 1e6);
    return state;
  });
});

const drawPlayhead = () => {
  if (!player.map || !playhead) return;
  const s = player.map.sourceAt(player.warped), piece = player.map.pieceAt(player.warped);
  const at = plot.x(plot.isOverResult ? player.warped : s);
  playhead.setAttribute("x1", at);
  playhead.setAttribute("x2", at);
  dot.setAttribute("cx", at);
  dot.setAttribute("cy", plot.y(piece ? clamp(shownValue(piece, s) || 0, plot.least, plot.largest) : 0));
};

