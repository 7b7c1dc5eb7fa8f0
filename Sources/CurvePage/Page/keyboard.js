// The keyboard shortcuts, and the help that lists them.

const keys = [
  [["Space"], "play, pause", togglePlay],
  [["J"], "play backward; again: faster", () => shuttle(-1)],
  [["K"], "pause", () => player.pause()],
  [["L"], "play; again: faster", () => shuttle(1)],
  [["ArrowLeft"], "one frame back, with Shift ten", e => stepFrames(e.shiftKey ? -10 : -1)],
  [["ArrowRight"], "one frame on, with Shift ten", e => stepFrames(e.shiftKey ? 10 : 1)],
  [["Home"], "to the start", () => player.seek(0)],
  [["End"], "to the end", () => player.seek(maps().map.length)],
  [["PageDown"], "select the next key, bar or mark", () => passHandles(1)],
  [["PageUp"], "select the one before", () => passHandles(-1)],
  [["Insert", "A"], "add a key at the playhead", () => addKeyHere(playhead())],
  [["Delete", "Backspace"], "remove what is selected", () => selected && removeHandle(selected)],
  [["M"], "set a marker", markHere],
  [["I"], "mark a range from here", () => markEnd("from")],
  [["O"], "mark a range up to here", () => markEnd("to")],
  [["F"], "freeze here", freezeHere],
  [["R"], "reverse the marked range, or a second", () => changePart("Reverse", "turned", "turned")],
  [["X"], "cut the marked range, or a second", () => changePart("Cut", "cuts", "cut")],
  [["["], "trim the start to here", () => trimSide("from")],
  [["]"], "trim the end to here", () => trimSide("to")],
  [["+", "="], "zoom in", () => zoom(0.5, axisOfPlayhead() ?? undefined)],
  [["-"], "zoom out", () => zoom(2, axisOfPlayhead() ?? undefined)],
  [["0"], "show the whole video", () => setView(0, maps().end)],
  [[","], "show what is before", () => pan(-(view.to - view.from) / 4)],
  [["."], "show what follows", () => pan((view.to - view.from) / 4)],
  [["V"], "speed or map", () => setMapView(!view.isMap)],
  [["Escape"], "close a menu; select nothing", () => {
    const menu = document.querySelector("details.menu[open]");
    if (menu) { menu.open = false; return menu.querySelector("summary").focus(); }
    select(null);
    range = null;
    showSelection();
    find("plot").focus({ preventScroll: true });
  }],
  [["?"], "this help", () => find("help").showModal()],
];
// With Ctrl or Command.
const commandKeys = {
  z: event => event.shiftKey ? redo() : undo(), y: () => redo(), s: () => savers.savewarp(),
  a: () => { if (state().family === "speed") { selectKeys(state().keys.map((k, n) => n)); showSelection(); } },
};
const setMapView = isMap => { view.isMap = isMap; drawAll(); };

const keyDown = event => {
  const tag = event.target.tagName, isTyping = tag === "INPUT" || tag === "SELECT" || tag === "TEXTAREA";
  if (document.querySelector("dialog[open]")) return;
  const isCommand = event.ctrlKey || event.metaKey, key = event.key.toLowerCase();
  if (isCommand && Object.hasOwn(commandKeys, key) && (!isTyping || key === "s")) {
    event.preventDefault();
    return commandKeys[key](event);
  }
  if (isTyping || isCommand || event.altKey) return;
  if (handleKey(event) || passButtons(event)) return event.preventDefault();
  const isMenu = event.target.closest("details.menu") !== null, presses = [" ", "Enter"].includes(event.key);
  if ((tag === "BUTTON" || isMenu) && presses) return;
  const name = event.key === " " ? "Space" : event.key.length === 1 ? event.key.toUpperCase() : event.key;
  const row = keys.find(([names]) => names.includes(name));
  if (!row) return;
  event.preventDefault();
  row[2](event);
};

const drawHelp = () => {
  const pointerRows = [["click the line", "add a key there, and drag it at once"],
    ["double click", "add a key at that time"],
    ["drag a key", "up is faster; Shift: one direction; Alt: no snapping"],
    ["Shift click a key, Ctrl drag", "select several keys, which then move together"],
    ["drag a bar below the line", "up: this part plays faster; select it to bend its curve"],
    ["drag other bars or their ends", "move them, change their range"],
    ["drag on the lower axis", "this moment is shown there"],
    ["drag the line in the map view", "up or down: this moment is shown later or earlier"],
    ["Shift drag", "mark a range"], ["wheel, pinch", "zoom"],
    ["drag, Shift wheel", "move what is shown"], ["drag ruler, wave, pictures, clock", "seek"],
    ...spoken.length ? [["click a word, drag over words", "cut them, or restore them"]] : [],
    ["arrow keys on a handle", "move it"], ["Enter on a handle", "type its time or speed"],
    ["arrow keys on a button", "go to the next button"]];
  const rows = [...pointerRows, ...keys.map(([names, what]) => [names.join(" or "), what]), ["Ctrl Z", "undo"],
    ["Ctrl Y or Ctrl Shift Z", "redo"],
    ["Ctrl S", "save a .warp file"], ["Ctrl A", "select all keys"],
    ["Ctrl C, Ctrl X, Ctrl V", "copy, cut or paste keys, at the playhead"]];
  find("keys").replaceChildren(...rows.map(([k, what]) => htmlElement("div", {}, htmlElement("kbd", {}, k),
    htmlElement("span", {}, what))));
};
