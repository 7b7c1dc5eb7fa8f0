// The edited state as one value, and what follows from it: its maps, and the options that make them.
//
// Keyframes and curves lie on the source. If the opened curve repeats parts or plays backward, the axis of the page is
// the time of that curve's result. Everything else then lies on this axis.

// An empty state. The family `typed` is a curve that the page can only show.
const newState = family => ({
  family, keys: [], curves: [], plays: [], trim: null, freezes: [], cuts: [], turned: [], landings: [],
    isSmooth: false,
  fit: null, isReversed: false, keepsPitch: false, markers: [], choices: {},
});
const flatKeys = () => [{ at: 0, speed: 1, easing: "linear" }, { at: film.duration, speed: 1, easing: "smooth" }];
const isFlat = state =>
  state.family === "speed" ? state.keys.every(k => k.speed === 1) : state.family === "curves"
    && state.curves.length === 0;

// --- checks that warp-map makes, too ---

const checkKeys = keys => keys.forEach((key, n) => {
  if (!(key.speed >= 1e-6 && key.speed <= 1e6)) throw `a speed of ${number(key.speed)}x is out of range`;
  if (n && !(key.at > keys[n - 1].at)) throw `there is a keyframe at ${seconds(key.at)} already`;
});

const checkCurves = curves => curves.forEach((c, n) => {
  if (!(c.factor > 0 && c.factor <= 1e6)) throw `a factor of ${number(c.factor)} is not above 0 and up to 1000000`;
  if (!(c.modifier > 0 && c.modifier <= 1)) throw `a modifier of ${number(c.modifier)} is not above 0 and up to 1`;
  if (!(c.from < c.to)) throw `the range ${rangeText(c)} has no length; the start must come before the end`;
  if (c.to > film.duration) throw `the video lasts ${seconds(film.duration)}; ${c.name} ends later`;
  const last = curves[n - 1];
  if (last && c.from < last.to) throw `${c.name} at ${rangeText(c)} overlaps ${last.name} at ${rangeText(last)}`;
});

const checkRanges = (ranges, end) => ranges.forEach((r, n) => {
  if (!(r.from >= 0 && r.from < r.to && r.to <= end + 1e-6)) throw `${rangeText(r)} is not a part of the video`;
  if (n && r.from < ranges[n - 1].to) throw `${rangeText(r)} overlaps ${rangeText(ranges[n - 1])}`;
});

// --- maps ---

const inOrder = (list, key = "at") => [...list].sort((a, b) => a[key] - b[key]);
const parts = state => inOrder([...state.cuts.map(c => ({ ...c, isCut: true })), ...state.turned], "from");

const baseMap = state => {
  if (state.family === "typed") return WarpMap.ofRows(film.rows);
  if (state.family === "plays") return WarpMap.ofPlays(state.plays);
  if (state.family === "curves") { checkCurves(state.curves);
  return WarpMap.ofComponents(state.curves, film.duration); }
  checkKeys(state.keys);
  return WarpMap.ofKeys(state.keys, film.duration);
};

// The parts that are played after cuts and reversals, in times of the map `timed`.
const playedParts = (state, timed) => {
  const plays = [], all = parts(state);
  let reached = 0;
  if (all.length === 0) return [];
  for (const part of all) {
    // Rounded as in the command.
    const [from, to] = [part.from, part.to].map(a => Math.min(rounded(timed.nearestWarped(a)),
      floored(timed.length)));
    if (!(from < to)) continue;
    if (from > reached) plays.push({ from: reached, to: from, speed: 1 });
    if (!part.isCut) plays.push({ from: to, to: from, speed: 1 });
    reached = to;
  }
  if (reached < timed.length - 1e-6) plays.push({ from: reached, to: null, speed: 1 });
  return plays;
};
const closed = (plays, end) => plays.map(p => ({ ...p, to: p.to ?? end }));

// The freezes within the trim. warp-map refuses others.
const shownFreezes = ({ freezes, trim }) => inOrder(freezes).filter(f => !trim || trim.from <= f.at
  && f.at <= trim.to);

// The pairs of --anchor: the time of a moment before the landings, and its time after them.
const landingPairs = (state, cut) => {
  const pairs = inOrder(state.landings.map(({ at, lands }) => ({ at: cut.warpedAt(at), lands }))
    .filter(p => p.at !== null).map(p => ({ ...p, at: Math.min(rounded(p.at), floored(cut.length)) })));
  pairs.forEach((p, n) => {
    const last = pairs[n - 1] ?? { at: 0, lands: 0 };
    if (p.lands < last.lands || n > 0 && p.lands === last.lands || p.at === last.at && n > 0)
      throw `a moment cannot land at ${seconds(p.lands)}, before an earlier moment`;
    if (p.lands === 0 && p.at > 0) throw "a moment cannot land at the very start; trim the video instead";
  });
  return pairs;
};

// All maps of a state, or the error. `axis` leads from the page's axis to the result, and `map` from the source to the
// result. `gain` is the factor by which the fit stretches the result.
const mapsOf = state => {
  try {
    const base = baseMap(state), isOverResult = state.family === "plays" || state.family === "typed"
      && !base.isForward;
    const end = isOverResult ? base.length : film.duration;
    let axis = isOverResult ? WarpMap.ofPlays([{ from: 0, to: end, speed: 1 }]) : base;
    if (state.trim && !(state.trim.from < state.trim.to)) throw "the trim keeps nothing";
    if (state.trim) axis = axis.trimmed(state.trim.from, state.trim.to);
    for (const f of state.freezes) {
      if (!(f.length > 0)) throw "a freeze needs a length above 0";
      if (f.at > end) throw `the video ends at ${clock(end)}, before the freeze`;
    }
    for (const f of shownFreezes(state)) axis = axis.frozen(f.at, f.length);
    checkRanges(parts(state), end);
    const timed = axis, plays = playedParts(state, timed);
    if (plays.length) axis = axis.followed(WarpMap.ofPlays(closed(plays, timed.length)));
    const cut = axis, pairs = landingPairs(state, cut);
    const outer = pairs.length ? WarpMap.ofAnchors(pairs, state.isSmooth, cut.length) : null;
    if (outer) axis = axis.followed(outer);
    if (axis.pieces.length === 0) throw "nothing of the video is left";
    if (state.fit !== null && !(state.fit > 0)) throw "the result needs a length above 0";
    const gain = state.fit === null ? 1 : state.fit / axis.length;
    if (state.fit !== null) axis = axis.fitted(state.fit);
    if (state.isReversed) axis = axis.reversed();
    const map = isOverResult ? base.followed(axis) : axis;
    return { base, timed, cut, outer, axis, map, plays, pairs, gain, end, isOverResult, error: null };
  } catch (error) {
    if (typeof error !== "string") throw error;
    return { error };
  }
};

// --- options ---

const isTyped = state => film.words.length > 0 && sameCurve(state, opened);
const curveText = state => JSON.stringify({ ...state, markers: 0, keepsPitch: 0, choices: 0 });
const sameCurve = (a, b) => curveText(a) === curveText(b);

// A file also keeps keys that change nothing yet.
const baseWords = (state, isForFile) => {
  if (state.family === "typed") return [...film.words];
  if (isFlat(state) && !(isForFile && state.keys.length > 2)) return [];
  if (state.family === "plays") return state.plays.flatMap(p => ["--play", playSpec(p)]);
  if (state.family === "curves") return state.curves.flatMap(c => ["--curve", curveSpec(c, film.duration)]);
  return ["--speed", speedSpec(state.keys)];
};

// The options that make a state's map, as words without quotes. Returns the words as typed if the state has not
// changed, except for a .warp file, which other films may use.
const optionWords = (state, isForFile = false) => {
  if (isTyped(state) && !isForFile) return [...film.words];
  const { plays, pairs, isOverResult } = mapsOf(state), words = baseWords(state, isForFile), stages = [];
  const first = state.trim ? ["--trim", rangeText(state.trim)] : [];
  for (const f of shownFreezes(state)) first.push("--freeze", `${seconds(f.at)}=${seconds(f.length)}`);
  const add = options => {
    if (options.length === 0) return;
    if (words.length) stages.push(options); else words.push(...options);
  };
  if (isOverResult || state.family === "typed") add(first); else words.push(...first);
  add(plays.flatMap(p => ["--play", playSpec(p)]));
  add(pairs.flatMap(p => ["--anchor", `${seconds(p.at)}=${seconds(p.lands)}`])
    .concat(pairs.length && state.isSmooth ? ["--anchor-easing", "smooth"] : []));
  const ends = [...state.fit === null ? [] : ["--fit", seconds(state.fit)], ...state.isReversed ? ["--reverse"] : []];
  if (stages.length || state.family === "typed") {
    if (stages.length) stages[stages.length - 1].push(...ends); else add(ends);
  } else words.push(...ends);
  return [...words, ...stages.flatMap(options => ["--then", options.map(quoted).join(" ")])];
};

const clipName = () => film.clip.split("/").pop();
const resultName = () => film.output ?? clipName().replace(/\.[^.]*$/, "").replace(/^-/, "./-") + "-warped.mp4";
// The options of the command that do not make the map.
const resultOptions = state =>
  [...state.keepsPitch ? ["--pitch", "keep"] : [], ...Object.entries(state.choices).flat()];
// The options of the command that change the result.
const renderWords = state => [...optionWords(state), ...resultOptions(state)];
const filmCommand = state => ["warp-film", ...renderWords(state), ...film.resultWords ?? [], film.clip, resultName()]
  .map(quoted).join(" ");
const mapCommand = state => {
  // For a map that was found in the film or came from a pipe, the command uses the table that the page saves.
  const words = isTyped(state) || state.family === "typed" ? [...film.mapWords,
    ...optionWords(state).slice(film.words.length)]
    : optionWords(state);
  const result = film.mapWords.includes("map.tsv") ? "new.tsv" : "map.tsv";
  return ["warp-map", "--duration", number(film.duration), ...film.rate ? ["--fps", film.rate] : [], ...words]
    .map(quoted).join(" ") + " > " + result;
};

// A table whose cubics are within a microsecond of the map.
const tableText = map => {
  const rows = [];
  for (const p of map.pieces) {
    if (!p.law) { rows.push([p.s0, p.w0, null], [p.s1, p.w1, null]); continue; }
    const sign = p.s0 < p.s1 ? 1 : -1;
    const row = s => [s, s === p.s1 ? p.w1 : p.warped(s), sign * p.law.scale(s)];
    rows.push(row(p.s0));
    for (const s of cubicEnds(p, p.s0, p.s1, 0)) rows.push(row(s));
  }
  const lines = rows.map(r => r.map(v => v === null ? "" : number(v)).join("\t"));
  return "# warp time map 1\nsource\twarped\tscale\n" + lines.filter((l, n) => l !== lines[n - 1]).join("\n") + "\n";
};

// Approximates a piece by cubics, to half a microsecond, from one source time to another. Returns the cubics' ends.
const cubicEnds = (piece, from, to, depth) => {
  const { scale } = piece.law, w0 = piece.warped(from), rise = piece.warped(to) - w0;
  const length = Math.abs(to - from), steepest = 3 * rise / length;
  const cubic = cubicLaw(0, length, rise, scale(from), scale(to));
  const isNear = scale(from) <= steepest && scale(to) <= steepest && [0.2, 0.5, 0.8].every(share =>
    Math.abs(w0 + cubic.integral(share * length) - piece.warped(from + share * (to - from))) < 5e-7);
  if (isNear || depth > 12) return [to];
  const middle = from + (to - from) / 2;
  return [...cubicEnds(piece, from, middle, depth + 1), ...cubicEnds(piece, middle, to, depth + 1)];
};
