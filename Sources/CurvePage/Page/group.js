// Several selected keys: move, stretch, ease, remove, copy and paste them.

// The indexes of the selected keys, in order, if there are several.
let group = [];

const selectKeys = indexes => {
  const keys = [...new Set(indexes)].sort((a, b) => a - b);
  select(keys.length ? `key:${keys[0]}` : null);
  if (keys.length > 1) group = keys;
};
const chosenKeys = () => {
  if (group.length) return group;
  const [kind, n] = selected ? splitHandle(selected) : [];
  return kind === "key" ? [n] : [];
};
const toggleKey = n => {
  const keys = chosenKeys();
  selectKeys(keys.includes(n) ? keys.filter(k => k !== n) : [...keys, n]);
};

// --- edits ---

// Moves keys by a time, as far as their neighbours leave room, and multiplies their speeds.
const movedKeys = (s, indexes, time, factor) => {
  const isMoved = new Set(indexes), last = s.keys.length - 1;
  let [low, high] = [-Infinity, Infinity];
  for (const n of indexes) {
    const { at } = s.keys[n];
    if (!isMoved.has(n - 1)) low = Math.max(low, (n ? s.keys[n - 1].at + oneFrame() : 0) - at);
    if (!isMoved.has(n + 1)) high = Math.min(high, (n < last ? s.keys[n + 1].at - oneFrame() : film.duration) - at);
  }
  const moved = within(time, low, high);
  return { ...s, keys: s.keys.map((k, n) => isMoved.has(n)
    ? { ...k, at: rounded(k.at + moved), speed: factor === 1 ? k.speed : roundedSpeed(k.speed * factor) } : k) };
};

// Multiplies the times between keys. The first key stays.
const stretchedKeys = (s, indexes, factor) => {
  const first = s.keys[indexes[0]].at;
  const keys = s.keys.map((k, n) => indexes.includes(n) ? { ...k, at: rounded(first + (k.at - first) * factor) } : k);
  if (keys.some((k, n) => n > 0 && k.at <= keys[n - 1].at)) throw "another key is in the way";
  if (keys[keys.length - 1].at > film.duration) throw `the video ends at ${clock(film.duration)}`;
  return { ...s, keys };
};

const removeGroup = () => attempt(`Remove ${group.length} keys`, () => {
  const keys = state().keys.filter((k, n) => !group.includes(n));
  if (!keys.length) throw "the last keyframe stays; set its speed to 1x for normal speed";
  select(null);
  return { ...state(), keys };
});

// Puts keys at a time, instead of the keys that are there.
const withPasted = (s, a, keys) => {
  const keyed = withKeys(s), first = keys[0].at;
  const put = keys.map(k => ({ ...k, at: rounded(a + k.at - first) })).filter(k => k.at <= film.duration);
  const end = put[put.length - 1].at, rest = keyed.keys.filter(k => k.at < a - 0.0005 || k.at > end + 0.0005);
  const all = inOrder([...rest, ...put]);
  return [{ ...keyed, keys: all }, put.map(k => all.indexOf(k))];
};

// --- fields ---

const common = values => values.every(v => v === values[0]) ? values[0] : null;
const groupFields = () => {
  const keys = s => group.map(n => s.keys[n]), first = s => keys(s)[0].at, span = s => keys(s).at(-1).at - first(s);
  const setSpeeds = (s, speed) => ({ ...s, keys: s.keys.map((k, n) => group.includes(n) ? { ...k, speed } : k) });
  return [
    { label: "from", text: s => timeText(first(s)), set: (s, typed) =>
      movedKeys(s, group, clipTimeOf(typed) - first(s), 1) },
    { label: "length", text: s => timeText(span(s)), set: (s, typed) => {
      const length = timeOf(typed);
      if (!(length > 0)) throw "keys need different times";
      return stretchedKeys(s, group, length / span(s));
    } },
    { label: "speed", hint: "mixed", text: s => {
      const speed = common(keys(s).map(k => k.speed));
      return speed === null ? "" : speedText(speed);
    }, set: (s, typed) => typed.trim() === "" ? s : setSpeeds(s, speedOf(typed)) },
    { label: "times", size: 4, title: "Multiply the speeds", text: () => "1", set: (s, typed) =>
      movedKeys(s, group, 0, speedOf(typed)) },
    { label: "ease", options: [["", "mixed"], ...easings.map(e => [e, e])],
      text: s => common(keys(s).map(k => easings.includes(k.easing) ? k.easing : "")) ?? "",
      set: (s, typed) => typed === "" ? s : withEase(s, group, typed) },
  ];
};

// --- copy and paste ---

const isTypingIn = target => ["INPUT", "SELECT", "TEXTAREA"].includes(target.tagName);
const copyKeys = event => {
  const keys = chosenKeys().map(n => state().keys[n]);
  if (!keys.length || isTypingIn(event.target) || String(getSelection())) return;
  event.preventDefault();
  // The text is that of --speed, with times from the first key on.
  const text = keys.map(k => keySpec({ ...k, at: rounded(k.at - keys[0].at) })).join(", ");
  event.clipboardData.setData("text/plain", text);
  tell(keys.length > 1 ? `${keys.length} keys copied` : "key copied");
  if (event.type !== "cut") return;
  if (group.length) removeGroup(); else removeHandle(selected);
};
const pasteKeys = event => {
  if (isTypingIn(event.target)) return;
  const text = event.clipboardData.getData("text/plain");
  if (!text.includes("=")) return;
  event.preventDefault();
  attempt("Paste keys", () => {
    if (maps().isOverResult) throw "a curve that plays parts twice or backward has no keys";
    const keys = readKeys(text.trim(), film);
    checkKeys(keys);
    const [next, indexes] = withPasted(state(), playhead(), keys);
    selectKeys(indexes);
    return next;
  });
};
