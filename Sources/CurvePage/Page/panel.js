// The fields of the selected object. A wrong field shows its own error. Until it is corrected, the last good curve
// stays, and the command can neither be copied nor rendered.

const notATime = text => `'${text}' is not a time; write 12.5, 1:30.5, 25%${film.fps ? ", 120f" : ""}`;
const timeOf = text => {
  const t = parseTime(asTyped(text), film);
  if (t === null) throw notATime(text);
  return rounded(t);
};
const clipTimeOf = text => {
  const t = timeOf(text);
  if (t > maps().end + 1e-9) throw `the video ends at ${clock(maps().end)}`;
  return Math.min(t, maps().end);
};
const speedOf = text => parseSpeed(asTyped(text)) ?? (() => {
  throw `'${text}' is not a speed; write 0.5x, 2x or 50%`;
})();
const plainOf = text => plainNumber(asTyped(text)) ?? (() => { throw `'${text}' is not a number`; })();
const timeText = t => clock(t, Math.abs(t * 1000 - Math.round(t * 1000)) < 1e-4 || film.fps ? 3 : 6);

// Sorts a list after one of its times was typed, and keeps the item selected.
const sorted = (s, list, kind, item, key = "at") => {
  const items = inOrder(s[list], key);
  select(`${kind}:${items.indexOf(item)}`);
  return { ...s, [list]: items };
};
const listField = (list, kind, n, label, name, read, text = String, order = null) => ({
  label, text: s => text(s[list][n][name]),
  set: (s, typed) => {
    const item = { ...s[list][n], [name]: read(typed) }, next = { ...s, [list]: put(s[list], n, item) };
    return order ? sorted(next, list, kind, item, order) : next;
  },
});
const choiceField = (list, n, label, name, options) => ({
  label, options, text: s => s[list][n][name], set: (s, typed) =>
    ({ ...s, [list]: put(s[list], n, { ...s[list][n], [name]: typed }) }),
});
const rangeFields = (list, kind, n) => [
  listField(list, kind, n, "from", "from", clipTimeOf, timeText, "from"),
    listField(list, kind, n, "to", "to", clipTimeOf, timeText),
];
const speedText = v => `${number(v)}x`;
// Landings and a fit change the speeds of the result. The axis shows these speeds, and the field what the command has.
const shownNote = (a, typed) => ({ note: s => {
  const shown = shownSpeed(typed(s), a(s));
  return Math.abs(shown / typed(s) - 1) < 0.005 ? "" : `plays at ${shortNumber(shown)}x in the result`;
} });

const panels = {
  key: n => [listField("keys", "key", n, "time", "at", clipTimeOf, timeText, "at"),
    listField("keys", "key", n, "speed", "speed", speedOf, speedText),
    shownNote(s => s.keys[n].at, s => s.keys[n].speed), ...n > 0 ? [easeField(n, "ease before")] : [],
    ...n + 1 < state().keys.length ? [easeField(n + 1, "after")] : []],
  segment: n => [segmentSpeedField(n), shownNote(s => s.keys[n].at, s => s.keys[n].speed), easeField(n + 1, "ease"),
    ...[["from", n], ["to", n + 1]].map(([label, k]) => ({ label, text: s => timeText(s.keys[k].at),
      set: (s, typed) => ({ ...s, keys: put(s.keys, k, { ...s.keys[k], at: clipTimeOf(typed) }) }) }))],
  curve: n => [choiceField("curves", n, "curve", "name", curveNames),
    listField("curves", "curve", n, "factor", "factor", plainOf, number),
    listField("curves", "curve", n, "modifier", "modifier", plainOf, number), ...rangeFields("curves", "curve", n)],
  cut: n => rangeFields("cuts", "cut", n), turned: n => rangeFields("turned", "turned", n),
  freeze: n => [listField("freezes", "freeze", n, "time", "at", clipTimeOf, timeText, "at"),
    listField("freezes", "freeze", n, "for", "length", timeOf, seconds)],
  marker: n => [{ label: "time", text: s => timeText(s.markers[n]), set: (s, typed) => {
    const markers = put(s.markers, n, clipTimeOf(typed)).sort((a, b) => a - b);
    return { ...s, markers: [...new Set(markers)] };
  } }],
  landing: n => [listField("landings", "landing", n, "this moment", "at", clipTimeOf, timeText, "at"), {
    label: "is shown at", text: s => timeText(s.landings[n].lands * maps().gain),
    set: (s, typed) => ({ ...s, landings: put(s.landings, n,
      { ...s.landings[n], lands: rounded(timeOf(typed) / maps().gain) }) }),
  }, { label: "between anchors", options: [["straight", "one speed"], ["smooth", "smooth speeds"]],
    text: s => s.isSmooth ? "smooth" : "straight",
    set: (s, typed) => ({ ...s, isSmooth: typed === "smooth" }) }],
  trim: () => ["from", "to"].map(side => ({ label: side, text: s => timeText(trimOf(s)[side]),
    set: (s, typed) => {
      const trim = { ...trimOf(s), [side]: clipTimeOf(typed) };
      if (!(trim.from < trim.to)) throw "the start must come before the end";
      return withTrim(s, trim.from, trim.to);
    } })),
  play: n => [listField("plays", "play", n, "from", "from", timeOf, timeText),
    listField("plays", "play", n, "to", "to", timeOf, timeText),
    listField("plays", "play", n, "speed", "speed", speedOf, speedText)],
};

const panelTitle = () => {
  if (range) return "marked range";
  if (group.length) return `${group.length} keys`;
  if (!selected) return "";
  const [kind, n] = splitHandle(selected), body = bodyKind(kind);
  return body === "trim" ? "trim" : `${kindNames[body]} ${n + 1}`;
};
const rangePanel = () => [...["from", "to"].map(side => ({ label: side, text: () => timeText(range[side]),
  isView: true, set: (s, typed) => {
    const next = { ...range, [side]: clipTimeOf(typed) };
    if (!(next.from < next.to)) throw "the start must come before the end";
    range = next;
    return s;
  } })), ...canShape() ? [{ label: "speed", text: s => rangeSpeedText(s), set: (s, typed) =>
    withSpeed(s, range.from, range.to, speedOf(typed)) }] : []];

let panelShown = null;
const wrongFields = new Map();

// Without a curve for what a field says, nothing is copied or rendered. Replaced in render.js, which has more buttons.
let showWhatCanBeUsed = () => {
  find("copy").disabled = wrongFields.size > 0;
  find("copy").title = wrongFields.size ? "A field has a text that cannot be used; mend it first."
    : "Copy the command";
};

const showWrong = (input, text) => {
  const hint = input.parentElement.querySelector(".wrong");
  if (text) wrongFields.set(input, text); else wrongFields.delete(input);
  input.setAttribute("aria-invalid", text ? "true" : "false");
  setText(hint, text ?? "");
  for (const other of wrongFields.keys()) if (!other.isConnected) wrongFields.delete(other);
  showWhatCanBeUsed();
};

const commitField = (input, field, name) => {
  let next = null;
  const kept = selected;
  try {
    next = field.set(state(), input.value);
    const { error } = mapsOf(next);
    if (error) throw error;
  } catch (error) {
    if (typeof error !== "string") throw error;
    selected = kept;
    return showWrong(input, error);
  }
  showWrong(input, null);
  if (field.isView) return drawAll();
  tryState(next);
  commit(name);
  showField(field);
};

const pairOf = option => Array.isArray(option) ? option : [option, option];
const fieldElement = (field, name) => {
  if (field.note) return field.input = htmlElement("span", { className: "note" });
  const input = field.options ? htmlElement("select", {}, ...field.options.map(pairOf).map(([value, text]) =>
    htmlElement("option", { value }, text)))
    : htmlElement("input", { size: field.size ?? 8, autocomplete: "off", spellcheck: false,
      placeholder: field.hint ?? "" });
  input.onchange = () => commitField(input, field, name);
  input.onkeydown = event => {
    if (event.key !== "Escape" && event.key !== "Enter") return;
    if (event.key === "Escape") {
      input.value = field.text(state());
      showWrong(input, null);
    } else if (!field.options) commitField(input, field, name);
    event.preventDefault();
    event.stopPropagation();
    if (!wrongFields.has(input)) leaveField(input);
  };
  field.input = input;
  const wrongText = htmlElement("span", { className: "wrong" });
  wrongText.setAttribute("role", "alert");
  return htmlElement("label", { title: field.title ?? "" }, field.label + " ", input, wrongText);
};

// From a field back to its object, so that the arrow keys move it again.
const leaveField = input => {
  input.blur();
  if (find("selected").contains(input)) focusHandle();
};

const showField = field => {
  const { input } = field;
  if (field.note) return setText(input, field.note(state()));
  if (document.activeElement === input && input.tagName === "INPUT" && !dragging || wrongFields.has(input)) return;
  const text = field.text(state());
  if (input.value !== text) input.value = text;
};

const panelButtons = () => {
  const [kind, n] = selected && !range ? splitHandle(selected) : [], body = kind && bodyKind(kind), buttons = [];
  const button = (text, act) => {
    const b = htmlElement("button", { type: "button" }, text);
    b.onclick = act;
    buttons.push(b);
  };
  if (group.length) button("Remove", removeGroup);
  else if (body && body !== "trim" && body !== "segment") button("Remove", () => removeHandle(selected));
  if (body === "trim" && state().trim) button("Remove", () => removeHandle("trim-from:0"));
  if (body === "curve") {
    button("Flip", () => attempt("Flip curve", () => ({ ...state(),
      curves: put(state().curves, n, { ...state().curves[n], name: flippedName(state().curves[n].name) }) })));
  }
  if (state().family === "curves" && state().curves.length || state().family === "typed" && !maps().isOverResult)
    button("Turn into keys", () => attempt("Turn into keys", () => { select(null); return withKeys(state()); }));
  if (range) button("Unmark", () => { range = null; drawAll(); });
  return buttons;
};

const showPanel = () => {
  const title = panelTitle(), key = [selected, range !== null, state().family, maps().isOverResult,
    state().trim !== null, group.length, state().keys.length].join(" ");
  if (panelShown?.key !== key) {
    const [kind, n] = selected ? splitHandle(selected) : [];
    const fields = range ? rangePanel() : group.length ? groupFields() : selected ? panels[bodyKind(kind)](n) : [];
    panelShown = { key, fields };
    for (const input of wrongFields.keys()) if (find("selected").contains(input)) wrongFields.delete(input);
    showWhatCanBeUsed();
    find("selected").replaceChildren(htmlElement("strong", {}, title ? `selected: ${title}` : "nothing selected"),
      ...fields.map(f => fieldElement(f, `Change ${title}`)), ...panelButtons());
  }
  panelShown.fields.forEach(showField);
};
