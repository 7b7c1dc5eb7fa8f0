// The shelf of shapes: ramps as in video editors, and the curves of warp-map.

// Keyframes along a range: [share of the range, speed, easing up to this key].
const ramps = {
  "Montage": [[0, 1], [0.12, 4], [0.35, 4], [0.45, 0.4], [0.6, 0.4], [0.7, 4], [0.88, 4], [1, 1]],
  "Hero": [[0, 1], [0.15, 3], [0.35, 3], [0.45, 0.3], [0.65, 0.3], [0.8, 3], [1, 1]],
  "Bullet": [[0, 3], [0.35, 3], [0.42, 0.2], [0.58, 0.2], [0.65, 3], [1, 3]],
  "Jump cut": [[0, 1], [0.4, 1], [0.46, 6], [0.54, 6], [0.6, 1], [1, 1]],
  "Flash in": [[0, 5], [0.4, 5], [0.6, 1], [1, 1]],
  "Flash out": [[0, 1], [0.4, 1], [0.6, 5], [1, 5]],
  "Slow middle": [[0, 1], [0.3, 0.5], [0.7, 0.5], [1, 1]],
  "Normal": [[0, 1], [1, 1]],
};
const newCurve = name => ({
  name, factor: name.includes("sine") ? 0.7 : name.includes("power") ? 1.5 : 2, modifier: name.includes("sine") ? 0.3
    : 0.5,
});
const shelf = [
  ...Object.entries(ramps).map(([name, keys]) => ({ name, keys: keys.map(([u, speed]) => [u, speed, "smooth"]) })),
  ...curveNames.filter(name => !name.endsWith("-flipped") && name !== "constant").map(curve =>
    ({ name: curve, curve })),
];

// The target of a shape: the marked or selected range, else the part that the trim keeps.
const shapeRange = () => {
  const range = selectedRange();
  return range ?? state().trim ?? { from: 0, to: film.duration };
};

// Adds a curve to a list of curves. Among keyframes, the curve becomes keyframes.
const withShelfShape = (from, item, range) => {
  const whole = range.from === 0 && range.to === film.duration;
  if (item.curve && (from.family === "curves" || isFlat(from) || whole)) {
    const base = from.family === "curves" && !whole ? from : { ...from, family: "curves", keys: [], curves: [] };
    return addCurve(base, item.curve, range)[0];
  }
  if (!item.curve) return withShape(from, range.from, range.to, item.keys);
  const made = keysOfMap(WarpMap.ofComponents([{ ...newCurve(item.curve), ...range }], film.duration));
  const length = range.to - range.from, inside = made.filter(k => k.at >= range.from && k.at < range.to - 1e-9);
  const end = made.find(k => k.at >= range.to - 1e-9);
  const shape = [...inside, ...end && end.easing !== "hold" ? [end] : []];
  return withShape(from, range.from, range.to, shape.map(k => [(k.at - range.from) / length, k.speed, k.easing]));
};

// The path of an icon, 44 by 24 pixels, with a logarithmic axis.
const shapeDrawing = item => {
  const curve = item.curve && unitCurve(item.curve, newCurve(item.curve).factor, newCurve(item.curve).modifier);
  const speed = u => {
    if (curve) return 1 / curve.scale(u);
    const n = Math.max(1, item.keys.findIndex(([at]) => at >= u)), [a, b] = [item.keys[n - 1], item.keys[n]];
    return a[1] + (b[1] - a[1]) * smoothstep((u - a[0]) / (b[0] - a[0]));
  };
  return Array.from({ length: 45 }, (_, x) =>
    `${x ? "L" : "M"}${x} ${(12 - 10 * clamp(Math.log10(speed(x / 44)) / 0.8, -1, 1)).toFixed(1)}`).join("");
};

const drawShelf = () => {
  for (const item of shelf) {
    const svg = svgElement("svg", { viewBox: "0 0 44 24", "aria-hidden": "true" });
    svg.append(svgElement("path", { d: "M0 12H44", class: "level" }),
      svgElement("path", { d: shapeDrawing(item), class: "shape" }));
    const button = htmlElement("button", { className: "shapebutton", title: item.name }, svg,
      htmlElement("span", {}, item.name));
    const preview = isOn => () => { ghost = isOn && canShape() ? withShelfShape(state(), item, shapeRange()) : null;
    drawGhost(); };
    button.onpointerenter = button.onfocus = preview(true);
    button.onpointerleave = button.onblur = preview(false);
    button.onclick = () => attempt(`Shape ${item.name}`, () => {
      ghost = null;
      if (!canShape()) throw "shapes need a curve that plays the video forward once";
      return withShelfShape(state(), item, shapeRange());
    });
    find("shelf").append(button);
  }
};
const canShape = () => !maps().isOverResult;
