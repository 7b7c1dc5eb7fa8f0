// Converts options to a state: the options of the page's first curve, of its address and of .warp files.

// Allowed options in an address or a file, each with its number of values. Addresses and files may come from strangers,
// so no allowed option names a file or a program.
const readableOptions = {
  "--speed": 1, "--curve": 1, "--constant": 1, "--play": 1, "--anchor": 1, "--anchor-easing": 1, "--trim": 1,
    "--freeze": 1,
  "--fit": 1, "--reverse": 0, "--then": 1,
};

// Converts words to pairs of option and value.
const readOptions = words => {
  const options = [];
  for (let n = 0; n < words.length; n++) {
    const [name, value] = words[n].split(/=(.*)/s);
    if (!Object.hasOwn(readableOptions, name)) throw `${name} is not a curve or a change that this page can read`;
    if (readableOptions[name] === 0) options.push([name, ""]);
    else if (value !== undefined) options.push([name, value]);
    else if (n + 1 < words.length) options.push([name, words[++n]]);
    else throw `${name} needs a value`;
  }
  return options;
};

// Converts a time in a map's result to the page's axis. Removes rounding errors, so that frames are exact.
const axisTime = (map, warped) => {
  const exact = map.sourceAt(warped), frame = film.fps ? rounded(Math.round(exact * film.fps) / film.fps) : exact;
  return Math.abs(exact - frame) < 2e-6 ? frame : rounded(exact, 6);
};

// Converts plays to cuts and reversed parts; null if they do anything else.
const partsOfPlays = (plays, map) => {
  const found = { cuts: [], turned: [] }, at = w => axisTime(map, w);
  let reached = 0;
  for (const { from, to, speed } of plays) {
    const [low, high] = [Math.min(from, to), Math.max(from, to)];
    if (speed !== 1 || low < reached - 1e-6 || high > map.length + 1e-6) return null;
    if (low > reached + 1e-6) found.cuts.push({ from: at(reached), to: at(low) });
    if (to < from) found.turned.push({ from: at(low), to: at(high) });
    reached = high;
  }
  if (reached < map.length - 1e-6) found.cuts.push({ from: at(reached), to: at(map.length) });
  return found;
};

const readStage = (state, options, isFirst) => {
  const values = name => options.filter(([option]) => option === name).map(([, value]) => value);
  const only = name => {
    if (values(name).length > 1) throw `${name} is given twice`;
    return values(name)[0];
  };
  const families = ["--speed", "--curve", "--constant", "--play", "--anchor"].filter(name => values(name).length);
  if (families.length > 1) throw `${families.join(" and ")} do not go together`;
  const family = families[0];
  if (!isFirst && family && family !== "--play"
    && family !== "--anchor") throw `${family} after --then cannot be shown`;
  if (family === "--speed") state.keys = readKeys(only("--speed"), film);
  if (family === "--constant") {
    const scale = plainNumber(only("--constant")) ?? wrong(only("--constant"), "--constant");
    state.keys = [{ at: 0, speed: 1 / scale, easing: "linear" }];
  }
  if (family === "--curve") {
    Object.assign(state, { family: "curves", keys: [], curves: inOrder(values("--curve").map(t =>
      readCurve(t, film)), "from") });
  }
  if (family === "--play" && isFirst) readFirstPlays(state, values("--play"));
  if (isFirst && state.family === "speed" && state.keys.length === 0) state.keys = flatKeys();
  readChanges(state, values, only, isFirst);
  const maps = mapsOf(state);
  if (maps.error) throw maps.error;
  if (family === "--play" && !isFirst) {
    if (parts(state).length || state.landings.length) throw "--play comes too late in the options";
    const plays = closed(values("--play").map(t => readPlay(t, film)), maps.axis.length);
    Object.assign(state, partsOfPlays(plays, maps.timed) ?? wrong(values("--play").join(" "), "--play"));
  }
  if (family === "--anchor") readLandings(state, values("--anchor"), only("--anchor-easing"), maps);
  const fit = only("--fit");
  if (fit !== undefined) state.fit = readTime(fit, film, "--fit");
  if (values("--reverse").length) state.isReversed = true;
  const { error } = mapsOf(state);
  if (error) throw error;
};

const readFirstPlays = (state, texts) => {
  const plays = closed(texts.map(t => readPlay(t, film)), film.duration);
  if (plays.some(p => p.from === p.to)) throw "a part that is played has no length";
  const found = partsOfPlays(plays, WarpMap.ofPlays([{ from: 0, to: film.duration, speed: 1 }]));
  Object.assign(state, found ?? { family: "plays", keys: [], plays });
};

const readChanges = (state, values, only, isFirst) => {
  const trim = only("--trim"), freezes = values("--freeze").map(t => readPair(t, film, "--freeze"));
  if (trim === undefined && freezes.length === 0) return;
  const onAxis = state.family === "typed" || state.family === "plays";
  if (isFirst === onAxis || state.trim || state.freezes.length || parts(state).length)
    throw "--trim and --freeze cannot be shown here";
  if (trim !== undefined) {
    const ends = trim.split("..");
    if (ends.length !== 2) wrong(trim, "--trim");
    const { end } = mapsOf(state);
    const to = ends[1] ? readTime(ends[1], film, "--trim") : end;
    state.trim = { from: ends[0] ? readTime(ends[0], film, "--trim") : 0, to: Math.min(to, end) };
  }
  state.freezes = freezes.map(([at, length]) => ({ at, length }));
};

const readLandings = (state, texts, easing, maps) => {
  if (state.landings.length) throw "--anchor comes twice in the options";
  if (easing !== undefined && easing !== "smooth" && easing !== "linear") wrong(easing, "--anchor-easing");
  const pairs = inOrder(texts.map(t => readPair(t, film, "--anchor")).map(([at, lands]) => ({ at, lands })), "lands");
  if (pairs.some((p, n) => n > 0 && p.at <= pairs[n - 1].at)) throw "--anchor plays backward or stands";
  if (pairs.some(p => p.at > maps.cut.length + 1e-6)) throw "--anchor is after the end of the video";
  state.landings = pairs.filter(p => p.at > 0 || p.lands > 0).map(p =>
    ({ at: axisTime(maps.cut, p.at), lands: p.lands }));
  state.isSmooth = easing === "smooth";
  // A moment that is shown twice lands at its first visit, but the typed anchor may mean a later visit.
  const made = mapsOf(state).pairs;
  if (made && pairs.some(p => p.at > 0
    && !made.some(q => Math.abs(q.at - p.at) < 1e-4))) throw "--anchor is about a later visit";
};

// Takes the options that do not make the map out of the words. Returns the other words and a part of a state.
const readResultOptions = all => {
  const words = [], given = {};
  for (let n = 0; n < all.length; n++) {
    const name = all[n];
    if (name !== "--pitch" && !choiceTable.some(c => c.option === name)) { words.push(name); continue; }
    if (name in given) throw `${name} is given twice`;
    given[name] = all[++n] ?? wrong("", name);
  }
  const { "--pitch": pitch = "follow", ...choices } = given;
  if (pitch !== "keep" && pitch !== "follow") wrong(pitch, "--pitch");
  for (const name in choices) readChoice(name, choices[name]);
  return [words, { keepsPitch: pitch === "keep", choices }];
};

// Converts words to a state. Throws a sentence if the page cannot show the words.
const readState = all => {
  const [words, result] = readResultOptions(all);
  const isOnOpened = opened !== null && film.words.length > 0 && film.words.every((w, n) => words[n] === w);
  if (isOnOpened && words.length === film.words.length) return { ...structuredClone(opened), ...result };
  const isTypedBase = isOnOpened && opened.family === "typed";
  const state = { ...newState(isTypedBase ? "typed" : "speed"), ...result };
  const options = readOptions(isTypedBase ? words.slice(film.words.length) : words);
  const stages = [options.filter(([name]) => name !== "--then")];
  for (const [name, text] of options) if (name === "--then") {
    const inner = readOptions(splitWords(text) ?? wrong(text, "--then"));
    if (inner.some(([option]) => option === "--then")) wrong(text, "--then");
    stages.push(inner);
  }
  stages.forEach((stage, n) => {
    if (n && (state.fit !== null || state.isReversed)) throw "--fit and --reverse before --then cannot be shown";
    readStage(state, stage, n === 0 && !isTypedBase);
  });
  return state;
};

// Converts a table of straight lines to keyframes, cuts and freezes, or to plays if it repeats parts or plays backward.
// Null for other tables.
const stateOfRows = rows => {
  const map = WarpMap.ofRows(rows), state = newState("speed"), probe = [0.25, 0.5, 0.75];
  const isStraight = p => !p.law || probe.every(u =>
    Math.abs(p.warped(p.s0 + u * (p.s1 - p.s0)) - (p.w0 + u * (p.w1 - p.w0))) < 1e-6);
  if (map.pieces.length > 2000 || !map.pieces.length || !map.pieces.every(isStraight)) return null;
  const speed = p => Number((Math.abs(p.s1 - p.s0) / (p.w1 - p.w0)).toPrecision(9));
  if (!map.isForward) {
    if (map.pieces.some(p => !p.law)) return null;
    return { ...state, family: "plays", plays: map.pieces.map(p => ({ from: p.s0, to: p.s1, speed: speed(p) })) };
  }
  let reached = 0;
  for (const p of map.pieces) {
    if (p.s0 > reached + 1e-6) state.cuts.push({ from: rounded(reached), to: rounded(p.s0) });
    reached = p.s1;
    if (!p.law) { state.freezes.push({ at: rounded(p.s0), length: rounded(p.w1 - p.w0) }); continue; }
    const last = state.keys[state.keys.length - 1];
    if (!last) state.keys.push({ at: 0, speed: speed(p), easing: "linear" });
    else if (last.speed !== speed(p)) state.keys.push({ at: rounded(p.s0), speed: speed(p), easing: "hold" });
  }
  if (reached < film.duration - 1e-6) state.cuts.push({ from: rounded(reached), to: film.duration });
  if (isFlat(state)) state.keys = flatKeys();
  return state;
};

// The initial state of the page: from options, else from the rows of the table, else a curve that can only be shown.
const openedState = () => {
  try { return readState(film.words); } catch (error) { if (typeof error !== "string") throw error; }
  const state = stateOfRows(film.rows);
  return state && !mapsOf(state).error ? state : newState("typed");
};
let opened = null;
