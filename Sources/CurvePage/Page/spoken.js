// The strip of words below the wave: each word at its time, struck out if the result does not say it. A click cuts the
// word or restores it, and a drag does so with several.

const spoken = film.spoken.map(([from, to, text]) => ({ from, to, text, middle: (from + to) / 2 }));
// At most this much of the pause beside a kept word stays, in seconds.
const { margin } = film;
// The pressed and the last word of a drag, in the order of the words.
let pressedWords = null;

const showsWords = () => spoken.length > 0 && !maps().isOverResult;

// For each word, whether the result says it: whether it shows the middle of the word. Kept until the map changes.
let said = { map: null, words: [] };
const saidWords = () => {
  const { map } = maps();
  if (said.map === map) return said.words;
  const shown = inOrder(map.pieces.map(p => ({ from: Math.min(p.s0, p.s1), to: Math.max(p.s0, p.s1) })), "from");
  let n = -1;
  const words = spoken.map(({ middle }) => {
    while (n >= 0 && shown[n].from > middle) n--;
    while (n + 1 < shown.length && shown[n + 1].from <= middle) n++;
    return n >= 0 && middle <= shown[n].to;
  });
  said = { map, words };
  return words;
};
const isCut = (state, { middle }) => state.cuts.some(c => c.from <= middle && middle < c.to);

// The word at a source time, or nearest to it within a few pixels; -1 in an empty stretch.
const wordAt = s => {
  const next = spoken.findIndex(w => w.from > s), n = next < 0 ? spoken.length - 1 : Math.max(0, next - 1);
  const distance = w => Math.max(w.from - s, s - w.to, 0);
  const nearest = next > 0 && distance(spoken[next]) < distance(spoken[n]) ? next : n;
  return distance(spoken[nearest]) <= 8 * view.pixel ? nearest : -1;
};

const lastEnd = words => words.reduce((most, w) => Math.max(most, w.to), 0);

// Cuts words, from the kept word before them to the kept word after them. As in WordCuts.swift.
const withoutWords = (state, first, last) => {
  let [low, end] = [first, last + 1];
  while (low > 0 && isCut(state, spoken[low - 1])) low--;
  while (end < spoken.length && isCut(state, spoken[end])) end++;
  const start = spoken[low].from, stop = lastEnd(spoken.slice(low, end));
  const kept = spoken.slice(0, low).filter(w => !isCut(state, w)), before = lastEnd(kept);
  const from = kept.length ? Math.max(before, Math.min(before + margin, start)) : start;
  const next = spoken[end]?.from, to = next === undefined ? stop : Math.min(next, Math.max(next - margin, stop));
  if (!(from < to)) throw "words that stay are said meanwhile; cut them too";
  const joined = state.cuts.filter(c => c.from <= to && from <= c.to);
  const cut = { from: rounded(Math.min(from, ...joined.map(c => c.from))),
    to: rounded(Math.min(maps().end, Math.max(to, ...joined.map(c => c.to)))) };
  return { ...state, cuts: inOrder([...state.cuts.filter(c => !joined.includes(c)), cut], "from") };
};

// Restores words. Words beside them that are cut stay cut.
const withWords = (state, first, last) => {
  const [before, after] = [spoken[first - 1], spoken[last + 1]].map(w => w && isCut(state, w) ? w : null);
  const [start, stop] = [spoken[first].from, lastEnd(spoken.slice(first, last + 1))];
  const from = before ? Math.min(start, Math.max(start - margin, before.to)) : -Infinity;
  const to = after ? Math.max(stop, Math.min(stop + margin, after.from)) : Infinity;
  const cuts = state.cuts.flatMap(c => c.to <= start || stop <= c.from ? [c]
    : [{ from: c.from, to: rounded(Math.min(c.to, from)) }, { from: rounded(Math.max(c.from, to)), to: c.to }]);
  return { ...state, cuts: cuts.filter(c => c.from < c.to) };
};

const changeWords = (first, last, pressed) => {
  if (isCut(state(), spoken[pressed])) return attempt("Restore words", () => withWords(state(), first, last));
  attempt("Cut words", () => {
    if (!saidWords()[pressed]) throw "the result does not say this word, because of a trim or an option";
    return withoutWords(state(), first, last);
  });
};

const drawWords = () => {
  find("words").hidden = !showsWords();
  if (!showsWords()) return;
  const [context, width, height] = canvasOf("words"), x = s => (s - view.from) / (view.to - view.from) * width;
  const last = spoken.findIndex(w => w.from > view.to);
  const [words, raised, text, cut, quiet, key, paper] = [saidWords(), ...["--raised", "--text", "--cutbar", "--quiet",
    "--key", "--paper"].map(colour)];
  context.font = "12px system-ui, sans-serif";
  context.textBaseline = "middle";
  spoken.slice(0, last < 0 ? spoken.length : last).forEach((word, n) => {
    if (word.to < view.from) return;
    const left = x(word.from), wide = Math.max(1, x(word.to) - left);
    const isPressed = pressedWords?.[0] <= n && n <= pressedWords[1];
    const [below, letters] = isPressed ? [key, paper] : words[n] ? [raised, text] : [cut, quiet];
    context.fillStyle = below;
    context.fillRect(left, 1, wide, height - 2);
    const free = Math.max(wide, x(spoken[n + 1]?.from ?? film.duration) - left) - 3;
    if (free < 10) return;
    context.save();
    context.beginPath();
    context.rect(left, 0, free, height);
    context.clip();
    context.fillStyle = letters;
    context.fillText(word.text, left + 2, height / 2 + 1);
    if (!words[n]) context.fillRect(left + 2, height / 2, context.measureText(word.text).width, 1);
    context.restore();
  });
  drawPlace(context, width, height);
};

const connectWords = () => {
  const element = find("words"), wordUnder = event => wordAt(trackTime(event, element));
  element.onpointerdown = event => {
    if (event.button !== 0) return;
    event.preventDefault();
    const pressed = wordUnder(event);
    if (pressed < 0) return;
    const extend = e => {
      const last = wordUnder(e);
      if (last >= 0 || !pressedWords) pressedWords = [pressed, last].sort((a, b) => a - b);
      askTracks();
    };
    extend(event);
    follow(element, event, extend, e => {
      const [first, last] = pressedWords;
      pressedWords = null;
      if (e.type === "pointercancel") return askTracks();
      changeWords(first, last, pressed);
    });
  };
  element.onpointermove = event => { element.title = spoken[wordUnder(event)]?.text ?? ""; };
  element.addEventListener("wheel", plotWheel, { passive: false });
};
