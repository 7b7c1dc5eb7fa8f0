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

// The target of a shape: the marked or selected range, else the typed length around the playhead, else the part that
// the trim keeps.
const shapeRange = () => {
  const chosen = selectedRange(), length = parseTime(asTyped(find("shapelength").value), film);
  if (chosen || !length) return chosen ?? state().trim ?? { from: 0, to: film.duration };
  const from = clamp(playhead() - length / 2, 0, Math.max(0, film.duration - length));
  return { from: atFrame(from), to: Math.min(film.duration, atFrame(from + length)) };
};
const shapeLength = () => {
  const input = find("shapelength"), text = input.value.trim();
  const isTime = text === "" || parseTime(asTyped(text), film) > 0;
  setText(input.parentElement.querySelector(".wrong"), isTime ? "" : notATime(text));
  input.setAttribute("aria-invalid", String(!isTime));
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
  find("shelf").replaceChildren();
  for (const item of [...ownShapes(), ...shelf]) {
    const svg = svgElement("svg", { viewBox: "0 0 44 24", "aria-hidden": "true" });
    svg.append(svgElement("path", { d: "M0 12H44", class: "level" }),
      svgElement("path", { d: shapeDrawing(item), class: "shape" }));
    const title = item.isOwn ? `${item.name}; Delete removes this shape` : item.name;
    const button = htmlElement("button", { className: "shapebutton", title }, svg, htmlElement("span", {}, item.name));
    if (item.isOwn) button.onkeydown = event => {
      if (event.key !== "Delete") return;
      event.stopPropagation();
      keepShapes(ownShapes().filter(s => s.name !== item.name));
    };
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

// --- own shapes ---

// The text of the own shapes: a line for each, with its name, a tab, and keys from 0 to 1 s as in --speed.
let ownText = film.presets ?? "";
try { ownText = film.presets ?? localStorage.getItem("warp-shapes") ?? ""; } catch { /* No storage. */ }
// Replaced in draft.js, where the server keeps the text.
let keepOwnText = text => { try { localStorage.setItem("warp-shapes", text); } catch { /* No storage. */ } };
const ownShapes = () => ownText.split("\n").flatMap(line => {
  const [name, spec] = line.split("\t");
  try {
    const keys = readKeys(spec, { duration: 1, fps: 0 });
    return [{ name: name.slice(0, 40), isOwn: true, keys: keys.map(k => [k.at, k.speed, k.easing]) }];
  } catch { return []; }
});
const keepShapes = shapes => {
  ownText = shapes.slice(0, 100).map(s => `${s.name}\t${s.keys.map(([at, speed, easing]) =>
    keySpec({ at, speed, easing })).join(", ")}\n`).join("");
  keepOwnText(ownText);
  drawShelf();
  showToolbarStops();
};
// The keys of a new shape: the selected ones, or all.
const newShape = name => {
  const all = state().keys, keys = group.length ? group.map(n => all[n]) : all;
  if (state().family !== "speed" || keys.length < 2) throw "a shape needs two keys or more; select them first";
  const [from, to] = [keys[0].at, keys[keys.length - 1].at];
  return { name, keys: keys.map(k => [rounded((k.at - from) / (to - from), 6), k.speed, k.easing]) };
};
const askForShape = () => {
  try { newShape(""); } catch (error) { if (typeof error !== "string") throw error; return tellWrong(error); }
  const dialog = find("shapedialog");
  dialog.returnValue = "";
  setText(find("shapewhat"), `Saves ${group.length || state().keys.length} keys as a shape:`);
  dialog.onclose = () => {
    const name = find("shapename").value.replace(/\s+/g, " ").trim();
    if (dialog.returnValue !== "keep" || !name) return;
    keepShapes([newShape(name), ...ownShapes().filter(s => s.name !== name)]);
    tell(`shape ${name} saved`);
  };
  dialog.showModal();
  find("shapename").select();
};
const canShape = () => !maps().isOverResult;
