// What is seen and touched: the plot with its handles, the rows, the commands; joined with the work and the player.

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
const history_ = new History(saved?.family ? saved : film.state);
const work = new Work(film, history_.state);
const player = new Player(find("video"), () => showTime());

// --- times as they are shown and typed ---

const inFrames = () => find("unit").value === "f" && film.fps;
const shownTime = s => inFrames() ? Math.round(s * film.fps) + "f" : number(Number(s.toFixed(6)));
const clock = s => {
  const text = n => String(Math.floor(n)).padStart(2, "0");
  return (s >= 3600 ? Math.floor(s / 3600) + ":" : "") + text(s / 60 % 60) + ":" + text(s % 60) + (s % 1).toFixed(2).slice(1);
};

// --- the plot ---

const plot = {
  svg: find("plot"), width: 1000, height: 320, left: 56, top: 14, bottom: 250, band: 268,
  largest: 2, isDragging: false,
  get right() { return this.width - 16; },
  x(s) { return this.left + s / film.duration * (this.right - this.left); },
  source(x) { return clamp((x - this.left) / (this.right - this.left), 0, 1) * film.duration; },
  y(v) { return this.bottom - v / this.largest * (this.bottom - this.top); },
  value(y) { return Math.max(0, (this.bottom - y) / (this.bottom - this.top)) * this.largest; },
};

const view = () => find("view").value;
// What the vertical axis shows of a piece at a source time.
const shownValue = (piece, s) => {
  if (view() === "map") return piece.warped(s);
  const scale = piece.law.scale(s);
  return view() === "speed" ? 1 / scale : scale;
};

const samples = piece => {
  const from = Math.min(piece.s0, piece.s1), to = Math.max(piece.s0, piece.s1);
  const count = clamp(Math.ceil((to - from) / film.duration * 500), 1, 500);
  return Array.from({ length: count + 1 }, (_, n) => {
    const s = n === count ? to : from + (to - from) * n / count;
    return [s, shownValue(piece, s)];
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
  // A unit of the drawing is a pixel, so that text keeps its size on narrow screens.
  plot.width = Math.max(320, svg.clientWidth || 1000);
  svg.setAttribute("viewBox", `0 0 ${plot.width} ${plot.height}`);
  const lines = map ? map.pieces.filter(p => p.law).map(samples) : [];
  const top = lines.flat().reduce((most, [, v]) => Number.isFinite(v) ? Math.max(most, v) : most, 0);
  // While something is dragged the axis stays, or the handle would run away.
  if (map && !plot.isDragging) plot.largest = Math.min(view() === "map" ? Infinity : 50, Math.max(view() === "map" ? 0 : 1.2, top * 1.12)) || 1;
  const focused = document.activeElement?.dataset?.handle;
  svg.replaceChildren();
  for (const v of ticks(plot.largest, 6)) {
    svg.append(svgElement("line", { x1: plot.left, x2: plot.right, y1: plot.y(v), y2: plot.y(v), class: v ? "grid" : "axis" }));
    svg.append(svgElement("text", { x: plot.left - 8, y: plot.y(v) + 4, "text-anchor": "end" }, number(v)));
  }
  for (const s of ticks(film.duration, clamp(plot.width / 90, 3, 12))) {
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
  return { s: plot.source((event.clientX - box.left) * plot.width / box.width), v: plot.value((event.clientY - box.top) * plot.height / box.height) };
};

// To the frame, where frames are counted; else to a hundredth of a second or finer where the clip is short.
const snapped = s => {
  const unit = inFrames() ? 1 / film.fps : Math.min(0.01, film.duration / 1000);
  return clamp(Number((Math.round(s / unit) * unit).toFixed(9)), 0, film.duration);
};
const timeStep = () => inFrames() ? 1 / film.fps : film.duration / 200;
const roundedSpeed = v => clamp(Number(v.toPrecision(3)), 0.01, 100);

const drawKeys = () => work.state.keys.forEach((key, index) => {
  const value = view() === "speed" ? key.speed : 1 / key.speed;
  const shape = svgElement("circle", { class: "handle", r: 7, cx: plot.x(Math.min(key.at, film.duration)), cy: plot.y(Math.min(value, plot.largest)) });
  handle(shape, "key" + index, `key ${index + 1}: ${shownTime(key.at)}, ${number(key.speed)}x`, key.at, (state, to) => {
    const moved = state.keys[index], last = state.keys[index - 1], next = state.keys[index + 1];
    moved.at = clamp(snapped(to.s), last ? last.at + 0.001 : 0, next ? next.at - 0.001 : film.duration);
    moved.speed = roundedSpeed(view() === "speed" ? to.v : 1 / Math.max(0.01, to.v));
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
    moved.to = Number((moved.from + length).toFixed(9));
    return state;
  }, (state, steps, times) => {
    if (!steps) return removeRow(state, index);
    const moved = state.curves[index], length = moved.to - moved.from;
    moved.from = clamp(snapped(moved.from + steps[0] * times * timeStep()), 0, film.duration - length);
    moved.to = Number((moved.from + length).toFixed(9));
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
  const middle = svgElement("circle", { class: "handle", r: 7, cx: (x0 + x1) / 2, cy: plot.y(Math.min(plot.largest, view() === "speed" ? 1 / curve.factor : curve.factor)) });
  handle(middle, "factor" + index, `${curve.name}: factor ${number(curve.factor)}`, curve.factor, (state, to) => {
    state.curves[index].factor = clamp(Number((view() === "speed" ? 1 / Math.max(0.01, to.v) : to.v).toPrecision(3)), 0.01, 1e6);
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
  playhead.setAttribute("x1", plot.x(s));
  playhead.setAttribute("x2", plot.x(s));
  dot.setAttribute("cx", plot.x(s));
  dot.setAttribute("cy", piece?.law ? plot.y(Math.min(plot.largest, shownValue(piece, s) || 0)) : plot.bottom);
};

// --- rows ---

const removeRow = (state, index) => {
  const rows = state.family === "curves" ? state.curves : state.keys;
  if (state.family === "curves" || rows.length > 1) rows.splice(index, 1);
  return state;
};

const cell = (label, value, set, parse) => {
  const input = htmlElement("input", { value, ariaLabel: label });
  input.onchange = () => {
    const read = parse(input.value);
    if (read === null) { tellError(`'${input.value}' cannot be read as ${label}`); return; }
    change(set(structuredClone(work.state), read));
  };
  return htmlElement("td", {}, input);
};
const choice = (label, options, value, set) => {
  const select = htmlElement("select", { ariaLabel: label }, ...options.map(o => htmlElement("option", { value: o, selected: o === value }, o)));
  select.onchange = () => change(set(structuredClone(work.state), select.value));
  return htmlElement("td", {}, select);
};
const act = (text, label, set) => {
  const button = htmlElement("button", { ariaLabel: label }, text);
  button.onclick = () => change(set(structuredClone(work.state)));
  return htmlElement("td", {}, button);
};

const parseNumber = text => text.trim() !== "" && Number.isFinite(Number(text)) ? Number(text) : null;
const parseSpeed = text => text.endsWith("%") ? parseNumber(text.slice(0, -1)) / 100 : parseNumber(text.replace(/x$/, ""));
const readTime = text => parseTime(text, film);

const drawRows = () => {
  const { state } = work, [head, body] = [find("rows").tHead, find("rows").tBodies[0]];
  const isCurves = state.family === "curves";
  const titles = state.family === "table" ? [] : isCurves ? ["curve", "factor", "modifier", "from", "to"] : ["time", "speed", "way there"];
  head.replaceChildren(htmlElement("tr", {}, ...titles.map(t => htmlElement("th", { scope: "col" }, t))));
  const put = (key, name) => (s, value) => { (isCurves ? s.curves : s.keys)[key][name] = value; return s; };
  const rows = state.family === "table" ? [] : isCurves ? state.curves.map((c, n) => [
    choice(`curve ${n + 1}`, curveNames, c.name, put(n, "name")),
    cell(`factor of curve ${n + 1}`, number(c.factor), put(n, "factor"), parseNumber),
    cell(`modifier of curve ${n + 1}`, number(c.modifier), put(n, "modifier"), parseNumber),
    cell(`start of curve ${n + 1}`, shownTime(c.from), put(n, "from"), readTime),
    cell(`end of curve ${n + 1}`, shownTime(c.to), put(n, "to"), readTime),
    act("Flip", `flip curve ${n + 1}`, s => put(n, "name")(s, flippedName(c.name))),
    act("Remove", `remove curve ${n + 1}`, s => removeRow(s, n)),
  ]) : state.keys.map((k, n) => [
    cell(`time of key ${n + 1}`, shownTime(k.at), put(n, "at"), readTime),
    cell(`speed of key ${n + 1}`, number(k.speed) + "x", put(n, "speed"), parseSpeed),
    choice(`way to key ${n + 1}`, easings.includes(k.easing) ? easings : [...easings, k.easing], k.easing, put(n, "easing")),
    act("Remove", `remove key ${n + 1}`, s => removeRow(s, n)),
  ]);
  body.replaceChildren(...rows.map(cells => htmlElement("tr", {}, ...cells)));
};

const addRow = state => {
  if (state.family === "curves") {
    const gap = work.free().sort((a, b) => (b.to - b.from) - (a.to - a.from))[0];
    if (!gap) { tellError("nothing of the clip is free"); return state; }
    const third = (gap.to - gap.from) / 3;
    const isWhole = state.curves.length === 0;
    state.curves.push({ name: "double-smoothstep", factor: 2, modifier: 0.5, from: isWhole ? 0 : snapped(gap.from + third), to: isWhole ? film.duration : snapped(gap.to - third) });
    return state;
  }
  const keys = [...state.keys, { at: film.duration, speed: state.keys[state.keys.length - 1].speed }];
  const widest = keys.slice(1).map((k, n) => [k.at - keys[n].at, n]).sort((a, b) => b[0] - a[0])[0][1];
  const at = snapped((keys[widest].at + keys[widest + 1].at) / 2);
  state.keys.splice(widest + 1, 0, { at, speed: roundedSpeed((keys[widest].speed + keys[widest + 1].speed) / 2), easing: "smooth" });
  return state;
};

// --- everything ---

const tellError = text => { find("error").textContent = text ?? ""; };

// Shows a state, and keeps it unless it is one on the way of a drag.
const change = (state, isKept = true) => {
  work.state = state;
  if (isKept) {
    history_.add(state);
    history.replaceState(null, "", encodeState(state));
  }
  show(isKept);
};

const show = (isWhole = true) => {
  const { map, error } = work.result;
  tellError(error);
  if (map) player.map = map;
  player.video.preservesPitch = work.state.keepsPitch;
  drawPlot();
  if (isWhole) drawRows();
  find("command").value = error ? "" : work.command;
  find("mapcommand").value = error ? "" : work.mapCommand;
  if (map) {
    const speeds = map.pieces.filter(p => p.law).flatMap(samples).map(([s, v]) => v).filter(Number.isFinite);
    const range = view() === "map" || speeds.length === 0 ? "" : `${view()} ${number(Number(Math.min(...speeds).toPrecision(4)))} to ${number(Number(Math.max(...speeds).toPrecision(4)))} · `;
    find("caption").textContent = `${range}${clock(film.duration)} become ${clock(map.length)}`;
    find("seek").max = map.length;
  }
  find("undo").disabled = !history_.canUndo;
  find("redo").disabled = !history_.canRedo;
  find("family").value = work.state.family;
  find("add").disabled = work.state.family === "table";
  find("fit").value = work.state.fit === null ? "" : number(work.state.fit);
  find("pitch").checked = work.state.keepsPitch;
  if (isWhole) saveFiles();
  showTime();
};

const saveFiles = () => {
  const file = (id, type, text) => {
    const link = find(id);
    URL.revokeObjectURL(link.href);
    link.href = URL.createObjectURL(new Blob([text], { type }));
    link.hidden = text === "";
  };
  file("savetable", "text/tab-separated-values", work.table);
  file("savecurves", "text/plain", work.state.family === "curves" ? work.curvesFile : "");
  const style = "<style>line{stroke:#e3e6ea}path{fill:none;stroke:#0b62c4;stroke-width:2}text{font:12px sans-serif}circle,.playhead{display:none}rect{fill:#d3e5fb}</style>";
  file("savesvg", "image/svg+xml", `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${plot.width} ${plot.height}">${style}${plot.svg.innerHTML}</svg>`);
};

const showTime = () => {
  find("play").textContent = player.isPlaying ? "Pause" : "Play";
  find("seek").value = player.warped;
  if (player.map) find("clock").textContent = `${clock(player.warped)} · source ${clock(player.map.sourceAt(player.warped))}`;
  drawPlayhead();
};

const step_ = way => {
  way === "undo" ? history_.undo() : history_.redo();
  work.state = history_.state;
  history.replaceState(null, "", encodeState(work.state));
  show();
};

const copy = async (id) => {
  const text = find(id).value;
  try { await navigator.clipboard.writeText(text); } catch {
    find(id).select();
    document.execCommand("copy");
  }
  find("told").textContent = "copied";
};

// Small pictures of the film, from an element of their own that seeks from one to the next.
const drawStrip = () => {
  const canvas = find("strip"), reader = document.createElement("video");
  reader.muted = true;
  reader.preload = "auto";
  reader.src = find("video").src;
  let n = 0;
  reader.onloadeddata = () => {
    const width = Math.max(16, Math.round(54 * reader.videoWidth / reader.videoHeight)) || 96;
    const count = Math.max(1, Math.floor(canvas.clientWidth / width));
    const next = () => { if (n < count) reader.currentTime = (n + 0.5) / count * film.duration; };
    reader.onseeked = () => {
      canvas.getContext("2d").drawImage(reader, n * canvas.width / count, 0, canvas.width / count, canvas.height);
      n += 1;
      next();
    };
    next();
  };
};

// The loudest of each of some hundred parts of the sound, which warp has put into the page.
const drawWave = () => {
  const canvas = find("wave");
  canvas.hidden = !film.wave;
  if (!film.wave) return;
  const context = canvas.getContext("2d");
  context.fillStyle = getComputedStyle(document.documentElement).getPropertyValue("--edge");
  const peaks = atob(film.wave), width = canvas.width / peaks.length;
  for (let n = 0; n < peaks.length; n++) {
    const height = Math.max(1, peaks.charCodeAt(n) / 255 * 48);
    context.fillRect(n * width, 24 - height / 2, Math.max(1, width), height);
  }
};

find("undo").onclick = () => step_("undo");
find("redo").onclick = () => step_("redo");
find("view").onchange = () => show();
find("unit").onchange = () => show();
find("family").onchange = event => {
  const state = structuredClone(work.state);
  state.family = event.target.value;
  if (state.keys.length === 0) state.keys = [{ at: 0, speed: 1, easing: "linear" }, { at: film.duration, speed: 1, easing: "smooth" }];
  change(state);
};
find("add").onclick = () => change(addRow(structuredClone(work.state)));
find("fit").onchange = event => {
  const text = event.target.value.trim(), length = text === "" ? null : parseTime(text, film);
  if (text !== "" && length === null) { tellError(`'${text}' is not a time; write 12.5, 1500ms, 1:30 or 1:02:03.5`); return; }
  change({ ...work.state, fit: length });
};
find("pitch").onchange = event => change({ ...work.state, keepsPitch: event.target.checked });
find("play").onclick = () => player.isPlaying ? player.pause() : player.play();
find("seek").oninput = event => player.seek(Number(event.target.value));
// A loop begins as the range of the curve that was touched last, or around the playhead; its ends can be typed.
const setLoop = range => {
  player.loop = range;
  find("loop").setAttribute("aria-pressed", range !== null);
  find("looprange").hidden = range === null;
  if (range) [find("loopfrom").value, find("loopto").value] = range.map(w => number(Number(w.toFixed(3))));
};
find("loop").onclick = () => {
  if (player.loop || !player.map) return setLoop(null);
  const touched = /^(?:curve|from|to|factor)(\d+)$/.exec(lastHandle)?.[1];
  const curve = work.state.family === "curves" && work.state.curves[touched];
  const around = [Math.max(0, player.warped - 1), Math.min(player.map.length, player.warped + 2)];
  setLoop(curve ? [player.map.warpedAt(curve.from), player.map.warpedAt(curve.to)] : around);
};
for (const id of ["loopfrom", "loopto"]) find(id).onchange = () => {
  const [from, to] = ["loopfrom", "loopto"].map(name => parseTime(find(name).value, film));
  if (from === null || to === null || !(from < to)) { tellError("a loop goes from one time of the result to a later one"); return; }
  setLoop([from, to]);
};
find("copy").onclick = () => copy("command");
find("copymap").onclick = () => copy("mapcommand");
plot.svg.addEventListener("click", event => {
  if (event.target.dataset?.handle) return;
  const warped = player.map?.warpedAt(point(event).s);
  if (warped !== null && warped !== undefined) player.seek(warped);
});
addEventListener("keydown", event => {
  const isTyping = ["INPUT", "SELECT", "TEXTAREA", "BUTTON"].includes(event.target.tagName);
  if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "z" && event.target.tagName !== "INPUT") {
    event.preventDefault();
    step_(event.shiftKey ? "redo" : "undo");
  } else if (event.key === " " && !isTyping) {
    event.preventDefault();
    find("play").click();
  }
});

document.title = find("name").textContent = film.clip.split("/").pop();
if (!film.fps) find("unit").options[1].disabled = true;
if (film.rows.length) find("family").append(htmlElement("option", { value: "table" }, "a table"));
find("video").src = film.url;
find("video").onloadeddata = () => { if (!player.isPlaying) player.seek(player.warped); drawStrip(); find("video").onloadeddata = null; };
find("video").onerror = () => { find("told").textContent = `'${film.clip}' cannot be played here`; };
addEventListener("resize", drawPlot);
drawWave();
show();
