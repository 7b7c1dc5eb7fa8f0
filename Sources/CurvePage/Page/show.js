// Updates the page after a change.

// The displayed state with its maps. During a drag, this state is not yet a step.
let current = null;
const state = () => current.state;
const maps = () => current.maps;

// Shows a state. Throws the reason if the state has no map.
const tryState = next => {
  const made = mapsOf(next);
  if (made.error) throw made.error;
  change({ state: next, maps: made });
  drawAll();
};

// Changes the state. The playhead stays at the moment of the video that it shows, which may get another time.
const change = next => {
  const a = current && !player.isPlaying ? axisOfPlayhead() : null;
  current = next;
  if (a === null) return;
  player.map = maps().map;
  const isThere = player.warped <= player.map.length && Math.abs((axisOfPlayhead() ?? Infinity) - a) < 1e-6;
  player.seek(isThere ? player.warped : resultAt(clamp(a, 0, maps().end)));
};

// Adds the displayed state to the list of steps.
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

// Tries an edit: adds a step, or shows the error.
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

// Keeps an end of the view at the end of the axis when the length of the axis changes.
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
  // During a drag, shows only the visible start of the command, because laying out thousands of letters is slow.
  const command = filmCommand(state());
  setText(find("command"), dragging ? command.slice(0, 700) : command);
  setText(find("lengths"), `${clock(film.duration, 1)} → ${clock(maps().map.length, 1)}`);
  if (!dragging) showWhole();
};

// Updates what need not follow a drag.
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

// Tells which part of the curve cannot be edited here.
const fixedText = () => {
  if (state().family !== "typed") return "";
  const name = film.words.find(w => w.startsWith("--")) ?? "a map";
  return maps().isOverResult
    ? `The curve of ${name} plays parts twice or backward. It is shown as it is; add freezes, cuts and landings.`
    : `The curve of ${name} is shown as it is; “Turn into keys” makes it editable.`;
};

const press = (id, isPressed) => find(id).setAttribute("aria-pressed", String(isPressed));

const showStep = () => {
  change({ state: edits.state, maps: mapsOf(edits.state) });
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
