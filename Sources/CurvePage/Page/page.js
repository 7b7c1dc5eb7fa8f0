// What buttons, fields and keys do, and everything shown anew after a change.

const tellError = text => { find("error").textContent = text ?? ""; };

// Shows a state, and keeps it unless it is one on the way of a drag.
const change = (state, isKept = true) => {
  work.state = state;
  if (isKept) {
    edits.add(state);
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
    const over = plot.isOverResult ? " · over the time of the result" : "";
    const speeds = map.pieces.filter(p => p.law).flatMap(samples).map(([s, v]) => v).filter(Number.isFinite);
    const range = view() === "map" || speeds.length === 0 ? "" : `${view()} ${shortNumber(speeds.reduce((a, b) => Math.min(a, b)))} to ${shortNumber(speeds.reduce((a, b) => Math.max(a, b)))} · `;
    find("caption").textContent = `${range}${clock(film.duration)} become ${clock(map.length)}${over}`;
    find("seek").max = map.length;
  }
  find("undo").disabled = !edits.canUndo;
  find("redo").disabled = !edits.canRedo;
  find("family").value = work.state.family;
  find("add").disabled = work.state.family === "table";
  find("fit").value = work.state.fit === null ? "" : number(work.state.fit);
  find("pitch").checked = work.state.keepsPitch;
  if (isWhole) saveFiles();
  if (isWhole && map) drawUnderPlot(plot.isOverResult ? map : null);
  showTime();
};

// The wave and the strip, where they are over another axis than before: over the time of a map's result, or over the source.
const drawUnderPlot = axis => {
  if (axis === drawnOver) return;
  drawnOver = axis;
  drawWave();
  if (stripReader) drawStrip();
};
let drawnOver;

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

const undoOrRedo = way => {
  way === "undo" ? edits.undo() : edits.redo();
  work.state = edits.state;
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

// The source time that lies at a share of the way along the plot.
const sourceAtShare = share => plot.isOverResult ? player.map.sourceAt(share * plot.length) : share * film.duration;

// Small pictures of the film, from an element of their own that seeks from one to the next; `stripReader` is the newest.
let stripReader = null;
const drawStrip = () => {
  const canvas = find("strip"), reader = document.createElement("video");
  stripReader = reader;
  canvas.getContext("2d").clearRect(0, 0, canvas.width, canvas.height);
  reader.muted = true;
  reader.preload = "auto";
  reader.src = find("video").src;
  let n = 0;
  reader.onloadeddata = () => {
    const width = Math.max(16, Math.round(54 * reader.videoWidth / reader.videoHeight)) || 96;
    const count = Math.max(1, Math.floor(canvas.clientWidth / width));
    const next = () => { if (n < count) reader.currentTime = sourceAtShare((n + 0.5) / count) + film.clipStart; };
    reader.onseeked = () => {
      if (reader !== stripReader) return;
      canvas.getContext("2d").drawImage(reader, n * canvas.width / count, 0, canvas.width / count, canvas.height);
      n += 1;
      next();
    };
    next();
  };
};

// The loudest of each of some hundred parts of the sound, which warp-film has put into the page.
const drawWave = () => {
  const canvas = find("wave");
  canvas.hidden = !film.wave;
  if (!film.wave) return;
  const context = canvas.getContext("2d");
  context.clearRect(0, 0, canvas.width, canvas.height);
  context.fillStyle = getComputedStyle(document.documentElement).getPropertyValue("--edge");
  const peaks = atob(film.wave);
  for (let x = 0; x < canvas.width; x++) {
    const at = Math.floor(sourceAtShare((x + 0.5) / canvas.width) / film.duration * peaks.length);
    const height = Math.max(1, peaks.charCodeAt(clamp(at, 0, peaks.length - 1)) / 255 * 48);
    context.fillRect(x, 24 - height / 2, 1, height);
  }
};

find("undo").onclick = () => undoOrRedo("undo");
find("redo").onclick = () => undoOrRedo("redo");
find("view").onchange = () => show();
find("unit").onchange = () => show();
find("family").onchange = event => {
  const state = structuredClone(work.state);
  state.family = event.target.value;
  if (state.keys.length === 0) state.keys = [{ at: 0, speed: 1, easing: "linear" }, { at: film.duration, speed: 1, easing: "smooth" }];
  change(state);
};
find("add").onclick = () => {
  const state = addRow(structuredClone(work.state));
  if (state) change(state);
};
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
  if (from === null || to === null || !(from < to)) {
    tellError("write two times of the result, the earlier one first");
    return;
  }
  if (player.map && from >= player.map.length) {
    const end = number(Number(player.map.length.toFixed(6)));
    tellError(`the loop starts after the end of the result, at ${end} s`);
    return;
  }
  tellError(work.result.error);
  setLoop([from, to]);
};
find("copy").onclick = () => copy("command");
find("copymap").onclick = () => copy("mapcommand");
plot.svg.addEventListener("click", event => {
  if (event.target.dataset?.handle) return;
  const time = point(event).s, warped = plot.isOverResult ? time : player.map?.warpedAt(time);
  if (warped !== null && warped !== undefined) player.seek(warped);
});
addEventListener("keydown", event => {
  const isTyping = ["INPUT", "SELECT", "TEXTAREA", "BUTTON"].includes(event.target.tagName);
  if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "z" && event.target.tagName !== "INPUT") {
    event.preventDefault();
    undoOrRedo(event.shiftKey ? "redo" : "undo");
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
find("video").onerror = () => { find("told").textContent = `this browser cannot play '${film.clip}'`; };
addEventListener("resize", drawPlot);
show();
