// What is shown after a change: everything anew.

// The state that is shown, with its maps; while something is dragged it is ahead of the last step.
let current = null;
const state = () => current.state;
const maps = () => current.maps;

// Shows a state, if there is a map of it; else throws why there is none.
const tryState = next => {
  const made = mapsOf(next);
  if (made.error) throw made.error;
  current = { state: next, maps: made };
  drawAll();
};

// Makes a step of what is shown.
const commit = (name, isMore = false) => {
  edits.add(name, state(), isMore);
  keepAddress();
  drawAll();
};
// Browsers refuse addresses that change too often.
let addressTimer = 0;
const keepAddress = () => {
  clearTimeout(addressTimer);
  addressTimer = setTimeout(() => history.replaceState(null, "", sameCurve(state(), opened)
    && !state().markers.length ? location.pathname + location.search : addressOf(state())), 100);
};

// A step, or a line that says why it cannot be.
const attempt = (name, make, isMore = false) => {
  const before = [selected, range];
  try {
    tryState(make());
    tellWrong("");
    commit(name, isMore);
    return true;
  } catch (error) {
    if (typeof error !== "string") throw error;
    [selected, range] = before;
    tellWrong(error);
    drawAll();
    return false;
  }
};

const tell = text => setText(find("told"), text);
const tellWrong = text => { setText(find("error"), text); if (text) tell(""); };
let focusSelected = false;
const isThere = id => {
  const [kind, n] = splitHandle(id), list = { key: "keys", curve: "curves", cut: "cuts", turned: "turned",
    freeze: "freezes", marker: "markers", landing: "landings", play: "plays" }[bodyKind(kind)];
  return !list || n < state()[list].length;
};

// What was shown to its end still is, if the axis has become longer or shorter.
const keepEnds = () => {
  const { end } = maps();
  if (view.to >= view.end) view.to = end;
  view.from = clamp(view.from, 0, Math.max(0, end - shortestView()));
  [view.to, view.end] = [Math.min(view.to, end), end];
};

const drawAll = () => {
  if (selected && !isThere(selected)) selected = null;
  player.map = maps().map;
  player.warped = Math.min(player.warped, player.map.length);
  if (!dragging) keepEnds();
  drawPlot();
  if (focusSelected) {
    focusSelected = false;
    document.querySelector(`[data-handle="${selected}"]`)?.focus({ preventScroll: true });
  }
  showPanel();
  // While a drag lasts, only as much as is seen: to lay out thousands of letters takes longer than all the rest.
  const command = filmCommand(state());
  setText(find("command"), dragging ? command.slice(0, 700) : command);
  setText(find("lengths"), `${clock(film.duration, 1)} → ${clock(maps().map.length, 1)}`);
  if (!dragging) showWhole();
};

// What does not have to follow a drag.
const showWhole = () => {
  player.video.preservesPitch = state().keepsPitch;
  find("undo").disabled = !edits.canUndo;
  find("redo").disabled = !edits.canRedo;
  press("follow", !state().keepsPitch);
  press("keep", state().keepsPitch);
  press("speedview", !view.isMap);
  press("mapview", view.isMap);
  press("loop", player.loop !== null);
  const fit = find("fit"), text = state().fit === null ? "" : timeText(state().fit);
  if (document.activeElement !== fit && !wrongFields.has(fit)) fit.value = text;
  const steps = edits.list.map((e, n) => {
    const button = htmlElement("button", { type: "button", disabled: n === edits.list.length - 1 }, e.name);
    button.onclick = () => { while (edits.list.length > n + 1) edits.undo(); showStep(); };
    return htmlElement("li", {}, button);
  });
  find("steps").replaceChildren(...steps);
  setText(find("fixed"), fixedText());
  showTime();
};

// What of the curve cannot be changed here.
const fixedText = () => {
  if (state().family !== "typed") return "";
  const name = film.words.find(w => w.startsWith("--")) ?? "a map";
  return maps().isOverResult
    ? `The curve of ${name} plays parts twice or backward. It is shown as it is; add freezes, cuts and landings.`
    : `The curve of ${name} is shown as it is; “Turn into keys” makes it editable.`;
};

const press = (id, isPressed) => find(id).setAttribute("aria-pressed", String(isPressed));

const showStep = () => {
  current = { state: edits.state, maps: mapsOf(edits.state) };
  tellWrong("");
  panelShown = null;
  keepAddress();
  drawAll();
};
const undo = () => { edits.undo(); showStep(); };
const redo = () => { edits.redo(); showStep(); };

const showTime = () => {
  if (!current) return;
  setText(find("play"), player.isPlaying ? "❚❚" : "▶");
  find("play").setAttribute("aria-label", player.isPlaying ? "Pause" : "Play");
  for (const [id, time] of [["sourcetime", player.map.sourceAt(player.warped)], ["resulttime", player.warped]])
    if (document.activeElement !== find(id)) find(id).value = clock(time, 2);
  if (player.isPlaying) keepInView(axisOfPlayhead());
  drawPlayhead();
  if (!dragging) askTracks();
};
