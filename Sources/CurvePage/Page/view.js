// Converts between screen positions and times or speeds: the view, its axes, and the playhead.

// In pixels: the space for labels at the left and right, and the heights of the ruler, of the lane for bars and of the
// result's axis.
const room = { left: 46, right: 16, ruler: 24, lane: 22, result: 26 };

const view = {
  from: 0, to: 0, end: 0, width: 800, height: 200, isMap: false, top: 10, bottom: 0.1, mapFrom: 0, mapTo: 1,
  get plotTop() { return room.ruler + 4; },
  get plotBottom() { return this.height - room.lane - room.result - 4; },
  get inner() { return Math.max(1, this.width - room.left - room.right); },
  // Seconds per pixel.
  get pixel() { return (this.to - this.from) / this.inner; },
  x(a) { return room.left + (a - this.from) / this.pixel; },
  time(x) { return this.from + (x - room.left) * this.pixel; },
  y(value) {
    const share = this.isMap ? (value - this.mapFrom) / (this.mapTo - this.mapFrom || 1)
      : Math.log10(Math.max(1e-9, value) / this.bottom) / Math.log10(this.top / this.bottom);
    return this.plotBottom - clamp(share, -0.05, 1.05) * (this.plotBottom - this.plotTop);
  },
  speed(y) {
    const share = (this.plotBottom - y) / (this.plotBottom - this.plotTop);
    return this.bottom * (this.top / this.bottom) ** clamp(share, 0, 1);
  },
  // Decades of speed per pixel.
  get decades() { return Math.log10(this.top / this.bottom) / Math.max(1, this.plotBottom - this.plotTop); },
  get isWhole() { return this.from <= 0 && this.to >= maps().end; },
};

// --- times of the axis and of the result ---

// The first time in the result that shows the time `a` of the horizontal axis. If `a` is cut out, the time of what
// follows.
const resultAt = a => {
  const { pieces, length } = maps().axis;
  const piece = pieces.find(p => Math.min(p.s0, p.s1) <= a && a <= Math.max(p.s0, p.s1));
  if (piece) return piece.warped(a);
  let next = null;
  for (const p of pieces) if (p.s0 >= a && p.s0 <= p.s1 && (!next || p.s0 < next.s0)) next = p;
  return next ? next.w0 : state().isReversed ? 0 : length;
};
const axisOfPlayhead = () => maps().axis.pieces.length ? maps().axis.sourceAt(player.warped) : null;
const sourceOfAxis = a => maps().isOverResult ? maps().base.sourceAt(a) : a;
const seekAxis = a => player.seek(resultAt(clamp(a, 0, maps().end)));

// The factor by which speeds at the time `a` become slower through landings (moments moved to a time of the result) and
// the length that the result must fit.
const outerScale = a => {
  const { outer, cut, gain } = maps(), w = outer && cut.warpedAt(a);
  return w === null ? gain : gain * outer.scaleOf(w);
};
const shownSpeed = (typed, a) => typed / outerScale(a);
const typedSpeed = (shown, a) => shown * outerScale(a);

// --- the view ---

const shortestView = () => Math.max(4 * frameLength(), 0.02);
const setView = (from, to) => {
  const { end } = maps(), length = clamp(to - from, Math.min(shortestView(), end), end);
  const start = clamp(from, 0, end - length);
  if (start === view.from && start + length === view.to) return;
  [view.from, view.to] = [start, length === end ? end : start + length];
  drawAll();
};
const zoom = (factor, at = (view.from + view.to) / 2) => setView(at - (at - view.from) * factor, at
  + (view.to - at) * factor);
const pan = seconds => {
  const { end } = maps(), moved = clamp(seconds, -view.from, end - view.to);
  setView(view.from + moved, view.to + moved);
};
// Moves the view by a page when the playhead leaves it.
const keepInView = a => {
  if (a === null || a >= view.from && a <= view.to) return;
  const length = view.to - view.from;
  setView(a - 0.1 * length, a + 0.9 * length);
};

const fitAxes = () => {
  const box = find("plot");
  [view.width, view.height] = [Math.max(280, box.clientWidth || 800), Math.max(150, box.clientHeight || 200)];
};

// Shows speeds from 0.1x to 10x, and more if the curve needs more. The range does not change during a drag.
const fitSpeeds = values => {
  let [least, most] = [0.1, 10];
  for (const v of values) if (v > 0 && Number.isFinite(v)) { least = Math.min(least, v); most = Math.max(most, v); }
  view.bottom = least < 0.095 ? Math.max(1e-3, least * 0.8) : 0.1;
  view.top = most > 10.5 ? Math.min(1e3, most * 1.25) : 10;
};

const timeTicks = (from, to, pixels) => {
  const rough = (to - from) / Math.max(1, pixels / 80), sizes = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800,
    3600, 7200];
  const small = 10 ** Math.floor(Math.log10(rough));
  const size = rough >= 1 ? sizes.find(n => n >= rough) ?? 14400
    : [1, 2, 5, 10].map(n => n * small).find(n => n >= rough * 0.999);
  const digits = clamp(Math.ceil(-Math.log10(size) - 1e-9), 0, 3), ticks = [];
  for (let n = Math.ceil(from / size - 1e-9); n * size <= to + 1e-9 && ticks.length < 200; n++) ticks.push(n * size);
  return ticks.map(t => [t, clock(t, digits)]);
};
