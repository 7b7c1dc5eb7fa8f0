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
// Also ends the preview, in made.js.
let change = next => {
  const a = current && !player.isPlaying ? axisOfPlayhead() : null;
  current = next;
  if (a === null) return;
  player.map = maps().map;
  const isThere = player.warped <= player.map.length && Math.abs((axisOfPlayhead() ?? Infinity) - a) < 1e-6;
  player.seek(isThere ? player.warped : resultAt(clamp(a, 0, maps().end)));
};

// Replaced in draft.js, where the server keeps drafts.
let keepDraft = () => {};
// Adds the displayed state to the list of steps.
const commit = (name, isMore = false) => {
  edits.add(name, state(), isMore);
  tell("");
  keepAddress();
  drawAll();
};
// Browsers refuse addresses that change too often.
let addressTimer = 0;
const keepAddress = () => {
  clearTimeout(addressTimer);
  addressTimer = setTimeout(() => {
    const isOpened = JSON.stringify(state()) === JSON.stringify(opened);
    history.replaceState(null, "", isOpened ? location.pathname + location.search : addressOf(state()));
    keepDraft();
  }, 100);
};

// Tries an edit: adds a step, or shows the error.
const attempt = (name, make, isMore = false) => {
  const before = [selected, range, group];
  try {
    tryState(make());
    tellWrong("");
    commit(name, isMore);
    return true;
  } catch (error) {
    if (typeof error !== "string") throw error;
    [selected, range, group] = before;
    tellWrong(error);
    drawAll();
    return false;
  }
};

// Messages stand beside what was pressed last: in the panel, on the plot or at the Render button.
let pressed = null;
const placeMessages = () => {
  const host = pressed?.closest?.("#resultbar, #commandbar") ? "resulthost" : pressed?.closest?.("#curve") ? "plothost"
    : "panelhost";
  if (find("messages").parentElement !== find(host)) find(host).append(find("messages"));
};
const tell = text => { placeMessages(); setText(find("told"), text); };
const tellWrong = text => { placeMessages(); setText(find("error"), text); if (text) tell(""); };
let focusSelected = false;
const isThere = id => {
  const [kind, n] = splitHandle(id), list = { key: "keys", segment: "keys", curve: "curves", cut: "cuts",
    turned: "turned", freeze: "freezes", marker: "markers", landing: "landings", play: "plays" }[bodyKind(kind)];
  return !list || n + (bodyKind(kind) === "segment") < state()[list].length;
};

// Keeps an end of the view at the end of the axis when the length of the axis changes.
const keepEnds = () => {
  const { end } = maps();
  if (view.to >= view.end) view.to = end;
  view.from = clamp(view.from, 0, Math.max(0, end - shortestView()));
  [view.to, view.end] = [Math.min(view.to, end), end];
};

const drawAll = () => {
  if (selected && !isThere(selected)) select(null);
  player.map = maps().map;
  player.loop = loopEnds();
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
  press("loop", looped !== null);
  const all = [...edits.list, ...edits.undone.toReversed()], now = edits.list.length - 1;
  const steps = all.map((e, n) => {
    const button = htmlElement("button", { type: "button", disabled: n === now, className: n > now ? "undone" : "" },
      e.name);
    button.onclick = () => {
      while (edits.list.length > n + 1) edits.undo();
      while (edits.list.length < n + 1) edits.redo();
      showStep();
    };
    return htmlElement("li", {}, button);
  });
  find("steps").replaceChildren(...steps);
  setText(find("hint"), view.isMap ? mapHint : speedHint);
  setText(find("fixed"), fixedText());
  showChoices();
  showToolbarStops();
  showTime();
};

// Tells which part of the curve cannot be edited here.
const fixedText = () => {
  if (state().family !== "typed") return "";
  const name = film.words.find(w => w.startsWith("--")) ?? "a map";
  return maps().isOverResult
    ? `The curve of ${name} plays parts twice or backward. It is shown as it is; add freezes, cuts and anchors.`
    : `The curve of ${name} is shown as it is; “Turn into keys” makes it editable.`;
};

const speedHint = "Click the line to add a key; drag it up to go faster, down to go slower. Drag a bar below the line "
  + "to change the speed between two keys. Wheel: zoom. Shift drag: mark a range.";
const mapHint = "The line says when each moment of the video is shown. Drag it up to show a moment later, down to show "
  + "it earlier. Drag a key sideways to move it. Wheel: zoom. Shift drag: mark a range.";

const press = (id, isPressed) => find(id).setAttribute("aria-pressed", String(isPressed));

const showStep = () => {
  change({ state: edits.state, maps: mapsOf(edits.state) });
  tellWrong("");
  tell("");
  select(null);
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
  const source = player.map.sourceAt(player.warped), frame = frameAt(source);
  for (const [id, text] of [["sourcetime", clock(source, 2)], ["resulttime", clock(player.warped, 2)],
    ["frame", String(frame)]]) if (document.activeElement !== find(id)) find(id).value = text;
  setText(find("timecode"), timecodeOf(frame));
  if (player.isPlaying) keepInView(axisOfPlayhead());
  drawPlayhead();
  if (!dragging) askTracks();
};
