// The fields of the selected object. A wrong field shows its own error. Until it is corrected, the last good curve
// stays, and the command cannot be copied.

const notATime = text => `'${text}' is not a time; write 12.5, 1:30.5, 25%${film.fps ? ", 120f" : ""}`;
const timeOf = text => { const t = parseTime(text, film); if (t === null) throw notATime(text); return rounded(t); };
const clipTimeOf = text => {
  const t = timeOf(text);
  if (t > maps().end + 1e-9) throw `the video ends at ${clock(maps().end)}`;
  return Math.min(t, maps().end);
};
const speedOf = text => parseSpeed(text) ?? (() => { throw `'${text}' is not a speed; write 0.5x, 2x or 50%`; })();
const plainOf = text => plainNumber(text.trim()) ?? (() => { throw `'${text}' is not a number`; })();
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

const panels = {
  key: n => [listField("keys", "key", n, "time", "at", clipTimeOf, timeText, "at"),
    listField("keys", "key", n, "speed", "speed", speedOf, speedText),
    choiceField("keys", n, "ease", "easing", [...new Set([...easings, state().keys[n].easing])])],
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
  landing: n => [listField("landings", "landing", n, "moment", "at", clipTimeOf, timeText, "at"), {
    label: "lands at", text: s => timeText(s.landings[n].lands * maps().gain),
    set: (s, typed) => ({ ...s, landings: put(s.landings, n,
      { ...s.landings[n], lands: rounded(timeOf(typed) / maps().gain) }) }),
  }, { label: "speeds", options: ["smooth", "straight"], text: s => s.isSmooth ? "smooth" : "straight",
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
  if (!selected) return "";
  const [kind, n] = splitHandle(selected), body = bodyKind(kind);
  return body === "trim" ? "trim" : `${kindNames[body]} ${n + 1}`;
};
const rangePanel = () => ["from", "to"].map(side => ({ label: side, text: () => timeText(range[side]), isView: true,
  set: (s, typed) => {
  const next = { ...range, [side]: clipTimeOf(typed) };
  if (!(next.from < next.to)) throw "the start must come before the end";
  range = next;
  return s;
} }));

let panelShown = null;
const wrongFields = new Map();

const showWrong = (input, text) => {
  const hint = input.parentElement.querySelector(".wrong");
  if (text) wrongFields.set(input, text); else wrongFields.delete(input);
  input.setAttribute("aria-invalid", text ? "true" : "false");
  setText(hint, text ?? "");
  for (const other of wrongFields.keys()) if (!other.isConnected) wrongFields.delete(other);
  find("copy").disabled = wrongFields.size > 0;
  find("copy").title = wrongFields.size ? "A field has a text that cannot be used; mend it first."
    : "Copy the command";
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
};

const fieldElement = (field, name) => {
  const input = field.options ? htmlElement("select", {}, ...field.options.map(o =>
    htmlElement("option", { value: o }, o)))
    : htmlElement("input", { size: 9, autocomplete: "off", spellcheck: false });
  input.onchange = () => commitField(input, field, name);
  input.onkeydown = event => {
    if (event.key !== "Escape") return;
    input.value = field.text(state());
    showWrong(input, null);
    input.blur();
  };
  field.input = input;
  const wrongText = htmlElement("span", { className: "wrong" });
  wrongText.setAttribute("role", "alert");
  return htmlElement("label", {}, field.label + " ", input, wrongText);
};

const showPanel = () => {
  const title = panelTitle(), key = `${selected} ${range !== null} ${state().family} ${maps().isOverResult}`;
  const list = find("selected");
  if (panelShown?.key !== key) {
    const [kind, n] = selected ? splitHandle(selected) : [], body = kind && bodyKind(kind);
    const fields = range ? rangePanel() : selected ? panels[body](n) : [];
    panelShown = { key, fields };
    wrongFields.clear();
    find("copy").disabled = false;
    const buttons = [];
    const button = (text, act) => { const b = htmlElement("button", { type: "button" }, text); b.onclick = act;
    buttons.push(b); };
    if (selected && body !== "trim") button("Remove", () => removeHandle(selected));
    if (body === "trim" && state().trim) button("Remove", () => removeHandle("trim-from:0"));
    if (body === "curve") {
      button("Flip", () => attempt("Flip curve", () => ({ ...state(),
        curves: put(state().curves, n, { ...state().curves[n], name: flippedName(state().curves[n].name) }) })));
    }
    if (state().family === "curves" && state().curves.length || state().family === "typed" && !maps().isOverResult)
      button("Turn into keys", () => attempt("Turn into keys", () => { select(null); return withKeys(state()); }));
    if (range) button("Unmark", () => { range = null; drawAll(); });
    list.replaceChildren(htmlElement("strong", {}, title ? `selected: ${title}` : "nothing selected"),
      ...fields.map(f => fieldElement(f, `Change ${title}`)), ...buttons);
  }
  for (const field of panelShown.fields) {
    if (document.activeElement === field.input && field.input.tagName === "INPUT" && !dragging
      || wrongFields.has(field.input)) continue;
    const text = field.text(state());
    if (field.input.value !== text) field.input.value = text;
  }
};
