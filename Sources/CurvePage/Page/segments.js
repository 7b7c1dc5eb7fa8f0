// The segments between two keys: their speeds, and their eases with the two handles of a Bézier curve. Segment n lies
// between the keys n and n + 1. An ease belongs to the key at its end, as in --speed.

// The control points (x1, y1, x2, y2) of an ease, from (0, 0) to (1, 1); null for a jump.
const easeControls = easing => {
  if (easing === "hold") return null;
  if (easing === "linear") return [1 / 3, 1 / 3, 2 / 3, 2 / 3];
  if (easing === "smooth") return [1 / 3, 0, 2 / 3, 1];
  return timingCurves[easing] ?? easing.slice(7, -1).split(",").map(Number);
};
const bezierOf = controls => `bezier(${controls.map(x => number(rounded(x, 3))).join(",")})`;

const easeText = easing => easing.startsWith("bezier") ? "handles" : easing;
const easeField = (n, label) => ({
  label, options: [...easings, "handles"], text: s => easeText(s.keys[n].easing),
  set: (s, typed) => {
    const { easing } = s.keys[n];
    if (typed === easeText(easing)) return s;
    select(`segment:${n - 1}`);
    return withEase(s, [n], typed === "handles" ? bezierOf(easeControls(easing) ?? easeControls("linear")) : typed);
  },
});
const withEase = (s, indexes, easing) => ({ ...s,
  keys: s.keys.map((k, n) => indexes.includes(n) ? { ...k, easing } : k) });

// One speed, or both.
const segmentSpeedText = (s, n) => [...new Set([s.keys[n].speed, s.keys[n + 1].speed])].map(speedText).join(" to ");
const segmentSpeedField = n => ({
  label: "speed", text: s => segmentSpeedText(s, n), set: (s, typed) => {
    if (typed === segmentSpeedText(s, n)) return s;
    const speed = speedOf(typed);
    return { ...s, keys: s.keys.map((k, m) => m === n || m === n + 1 ? { ...k, speed } : k) };
  },
});

// The text of a bar: the speed that the axis shows, or the ease.
const segmentText = (s, n) => {
  const [a, b] = [s.keys[n], s.keys[n + 1]];
  return a.speed === b.speed ? `${shortNumber(shownSpeed(a.speed, (a.at + b.at) / 2))}x` : easeText(b.easing);
};

// The speed of a control point lies between or beyond those of the two keys.
const bendPlace = (s, n, side) => {
  const [a, b] = [s.keys[n], s.keys[n + 1]], controls = easeControls(b.easing);
  const [x, y] = controls.slice(2 * side, 2 * side + 2);
  return { a: a.at + (b.at - a.at) * x, speed: Math.max(0.01, a.speed + (b.speed - a.speed) * y) };
};
const bent = (s, n, side, target) => {
  const [a, b] = [s.keys[n], s.keys[n + 1]], controls = easeControls(b.easing);
  if (target.a !== undefined) controls[2 * side] = clamp((target.a - a.at) / (b.at - a.at), 0, 1);
  if (target.speed !== undefined) {
    controls[2 * side + 1] = clamp((clamp(target.speed, 0.01, 100) - a.speed) / (b.speed - a.speed), -100, 100);
  }
  return withEase(s, [n + 1], bezierOf(controls));
};
const bendKind = side => ({
  place: (s, n) => bendPlace(s, n, side), move: (s, n, target) => bent(s, n, side, target),
});
// Whether the segment has handles: equal speeds and a jump leave nothing to bend.
const canBend = (s, n) => n >= 0 && n + 1 < s.keys.length && s.keys[n].speed !== s.keys[n + 1].speed
  && easeControls(s.keys[n + 1].easing) !== null;

// The segment whose handles are shown: the selected one.
const bentSegment = () => {
  if (state().family !== "speed" || !selected) return -1;
  const [kind, n] = splitHandle(selected);
  return bodyKind(kind) === "segment" && canBend(state(), n) ? n : -1;
};

const drawBends = draw => {
  const s = state(), n = bentSegment();
  if (n < 0 || view.isMap) return;
  for (const side of [0, 1]) {
    const { a, speed } = bendPlace(s, n, side), key = s.keys[n + side];
    const [x, y] = [view.x(a), view.y(shownSpeed(speed, a))];
    draw(`bend${side}`, "line", { x1: short(view.x(key.at)), y1: short(view.y(shownSpeed(key.speed, key.at))),
      x2: short(x), y2: short(y), class: "bend" });
    drawHandle(draw, side ? "segment-second" : "segment-first", n, x, y, shapes.knob, a);
  }
};

// --- speeds of a range ---

const withSpeed = (s, from, to, speed) => withShape(s, from, to, [[0, speed], [1, speed]], false);
const rangeSpeedText = s => {
  if (s.family !== "speed") return "";
  const [first, last] = [speedAt(maps(), range.from), speedAt(maps(), range.to, true)];
  const inside = s.keys.filter(k => range.from < k.at && k.at < range.to);
  return first === last && inside.every(k => k.speed === first) ? speedText(first) : "";
};
