// The rows in which curves and keyframes are typed.

const removeRow = (state, index) => {
  const rows = state.family === "curves" ? state.curves : state.keys;
  if (state.family === "curves" || rows.length > 1) rows.splice(index, 1);
  return state;
};

const cell = (label, value, set, parse) => {
  const input = htmlElement("input", { value, ariaLabel: label });
  input.onchange = () => {
    const read = parse(input.value);
    if (read === null) { tellError(`'${input.value}' is not a valid ${label}`); return; }
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
const parseSpeed = text => {
  const value = parseNumber(text.replace(/[x%]$/, ""));
  return value === null ? null : text.endsWith("%") ? value / 100 : value;
};
const readTime = text => parseTime(text, film);

const drawRows = () => {
  const { state } = work, [head, body] = [find("rows").tHead, find("rows").tBodies[0]];
  const isCurves = state.family === "curves";
  const titles = state.family === "table" ? []
    : isCurves ? ["curve", "factor", "modifier", "from", "to"] : ["time", "speed", "easing"];
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
    cell(`time of keyframe ${n + 1}`, shownTime(k.at), put(n, "at"), readTime),
    cell(`speed of keyframe ${n + 1}`, number(k.speed) + "x", put(n, "speed"), parseSpeed),
    choice(
      `easing of keyframe ${n + 1}`, easings.includes(k.easing) ? easings : [...easings, k.easing], k.easing,
      put(n, "easing")),
    act("Remove", `remove keyframe ${n + 1}`, s => removeRow(s, n)),
  ]);
  body.replaceChildren(...rows.map(cells => htmlElement("tr", {}, ...cells)));
};

const addRow = state => {
  if (state.family === "curves") {
    const gap = work.free().sort((a, b) => (b.to - b.from) - (a.to - a.from))[0];
    if (!gap) { tellError("the curves already cover the whole clip"); return null; }
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

