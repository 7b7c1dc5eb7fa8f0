// Edits of a state. Each function returns a new state, and none changes the page.

// The list of steps, each with its state after the step. Undo removes the last step.
class Edits {
  constructor(state) {
    this.list = [{ name: "Open", state }];
    this.undone = [];
  }

  get state() { return this.list[this.list.length - 1].state; }
  get canUndo() { return this.list.length > 1; }
  get canRedo() { return this.undone.length > 0; }

  // With `isMore`, replaces the last step if its name is the same.
  add(name, state, isMore = false) {
    if (JSON.stringify(state) === JSON.stringify(this.state)) return;
    if (isMore && this.canUndo && this.list[this.list.length - 1].name === name) this.list.pop();
    this.list.push({ name, state });
    this.undone = [];
  }

  undo() { if (this.canUndo) this.undone.push(this.list.pop()); }
  redo() { if (this.canRedo) this.list.push(this.undone.pop()); }
}

const frameLength = () => film.fps ? 1 / film.fps : 0.001;
const atFrame = a => film.fps ? rounded(Math.round(a * film.fps) / film.fps) : rounded(a, 3);
const roundedSpeed = v => clamp(Number(v.toPrecision(3)), 0.01, 100);
const put = (list, n, item) => list.toSpliced(n, 1, item);

// --- keyframes ---

// The typed speed of the curve at a time of the axis; just before this time if `isBefore`.
const speedAt = (maps, a, isBefore = false) => {
  if (maps.isOverResult) {
    const shown = maps.base.pieceAt(a);
    return shown?.law ? 1 / shown.law.scale(shown.source(a)) : 1;
  }
  const pieces = maps.base.pieces.filter(p => p.law && (isBefore ? p.s0 < a && a <= p.s1 : p.s0 <= a && a <= p.s1));
  const piece = isBefore ? pieces[0] : pieces[pieces.length - 1];
  return piece ? 1 / piece.law.scale(a) : 1;
};

// Converts a forward map to keyframes, at most half a frame away from the map. Jumps of speed become held keys.
const keysOfMap = map => {
  const allowed = 0.45 * (film.fps ? 1 / film.fps : 0.02);
  for (let share = 8; share > 0.01; share /= 2) {
    const keys = fittedKeys(map, allowed * share), made = WarpMap.ofKeys(keys, film.duration);
    const isNear = map.pieces.every(p => [0.1, 0.3, 0.5, 0.7, 0.9, 1].every(u => {
      const s = p.s0 + u * (p.s1 - p.s0);
      return Math.abs(made.nearestWarped(s) - p.warped(s)) <= allowed * 1.1;
    }));
    if (isNear || share < 0.02) return keys;
  }
};

const fittedKeys = (map, allowed) => {
  const keys = [], jump = Math.min(0.001, film.duration / 1e4);
  const append = key => { if (!keys.length || key.at > keys[keys.length - 1].at) keys.push(key); };
  const fit = (law, from, to, depth) => {
    const [a, b] = [from, to].map(s => 1 / law.scale(s)), length = to - from;
    const easing = ["linear", "smooth"].find(name => {
      const ease = keptEase(a, b, name);
      const wanted = u => law.integral(from + u * length) - law.integral(from);
      return [0.25, 0.5, 0.75, 1].every(u => Math.abs(length * ease.integral(u) - wanted(u))
        <= allowed * length / film.duration);
    });
    const at = to === film.duration ? to : rounded(to);
    if (easing || depth > 10) return append({ at, speed: b, easing: easing ?? "linear" });
    fit(law, from, from + length / 2, depth + 1);
    fit(law, from + length / 2, to, depth + 1);
  };
  for (const p of map.pieces) {
    if (!p.law) continue;
    const speed = 1 / p.law.scale(p.s0), last = keys[keys.length - 1];
    if (!last) append({ at: 0, speed, easing: "linear" });
    else if (Math.abs(speed / last.speed - 1) > 1e-4) {
      // Before a jump of speed, the earlier key moves back a little to keep its speed.
      const before = keys[keys.length - 2];
      if (before && before.speed !== last.speed) keys[keys.length - 1] = { ...last, at: rounded(last.at - jump) };
      else if (before) keys.pop();
      append({ at: rounded(p.s0), speed, easing: "hold" });
    }
    fit(p.law, p.s0, p.s1, 0);
  }
  const clean = keys.map(k => ({ ...k, speed: Number(k.speed.toPrecision(6)) }));
  const isSame = (a, b) => a === undefined || b === undefined ? false : a.speed === b.speed;
  return clean.filter((k, n) => !isSame(clean[n - 1], k) || !isSame(k, clean[n + 1]));
};

// Converts curves to keyframes for edits that need keyframes.
const withKeys = state => state.family === "speed" ? state
  : { ...state, family: "speed", curves: [], keys: isFlat(state) ? flatKeys() : keysOfMap(mapsOf(state).base) };

// Returns the new state, and the index of the new or existing key.
const addKey = (state, a) => {
  const keyed = withKeys(state), there = keyed.keys.findIndex(k => Math.abs(k.at - a) < 0.0005);
  if (there >= 0) return [keyed, there];
  const next = keyed.keys.findIndex(k => k.at > a), n = next < 0 ? keyed.keys.length : next;
  const speed = roundedSpeed(speedAt(mapsOf(keyed), a));
  const easing = next < 0 ? "smooth" : keyed.keys[next].easing === "linear" ? "linear"
    : keyed.keys[next].easing === "hold" ? "hold" : "smooth";
  return [{ ...keyed, keys: keyed.keys.toSpliced(n, 0, { at: a, speed, easing }) }, n];
};

const isSameSpeed = (a, b) => Math.abs(a / b - 1) < 0.005;

// Lets a shape begin and end at other speeds: it first goes from them to its own speed, in an eighth of the shape or
// half of the time up to the next key.
const eased = (shape, enter, leave) => {
  const ends = shape.map(row => [...row]), last = ends.length - 1;
  const share = (a, b) => Math.min(0.125, Math.abs(b - a) / 2);
  if (leave !== null && !isSameSpeed(ends[last][1], leave)) {
    ends.push([1, leave, "smooth"]);
    ends[last][0] -= share(ends[last - 1][0], ends[last][0]);
  }
  if (enter !== null && !isSameSpeed(ends[0][1], enter)) {
    ends[0] = [ends[0][0] + share(ends[0][0], ends[1][0]), ends[0][1], "smooth"];
    ends.unshift([0, enter, "smooth"]);
  }
  return ends;
};

// Replaces the keyframes of a range. Speeds outside the range stay the same. The shape is eased into them, or has jumps
// at its ends.
const withShape = (state, from, to, shape, isEased = true) => {
  const keyed = withKeys(state), maps = mapsOf(keyed);
  const before = keyed.keys.filter(k => k.at < from), after = keyed.keys.filter(k => k.at > to);
  const [enter, leave] = [speedAt(maps, from, true), speedAt(maps, to)].map(roundedSpeed);
  const placed = isEased ? eased(shape, from > 0 ? enter : null, to < film.duration ? leave : null) : shape;
  const inside = placed.map(([u, speed, easing]) => ({
    at: rounded(from + u * (to - from)), speed, easing: easing ?? "smooth",
  }));
  const keys = [...before];
  const last = before[before.length - 1];
  if (from > 0) {
    const isJump = last && !isSameSpeed(last.speed, enter);
    if (isJump) keys.push({ at: rounded(from - 0.001), speed: enter, easing: "smooth" });
    else if (!last) keys.push({ at: 0, speed: enter, easing: "linear" });
    inside[0].easing = isSameSpeed(inside[0].speed, enter) ? "smooth" : "hold";
  }
  keys.push(...inside);
  if (to < film.duration) {
    if (!isSameSpeed(inside[inside.length - 1].speed, leave)) {
      inside[inside.length - 1].at = rounded(to - 0.001);
      keys.push({ at: to, speed: leave, easing: "hold" });
    }
    keys.push(...after);
  }
  return { ...keyed, keys: keys.filter((k, n) => n === 0 || k.at > keys[n - 1].at) };
};

// --- ranges ---

// The free part of the axis around a time, between cuts and reversed parts; null inside such a part.
const freeAround = (ranges, a, end) => {
  if (ranges.some(r => r.from <= a && a < r.to)) return null;
  return {
    from: ranges.reduce((most, r) => r.to <= a ? Math.max(most, r.to) : most, 0),
    to: ranges.reduce((least, r) => r.from > a ? Math.min(least, r.from) : least, end),
  };
};

// A range of one second from a time on. Shorter if less is free, and earlier near the end of the clip.
const rangeAt = (state, a) => {
  const { end } = mapsOf(state), inside = clamp(a, 0, Math.max(0, end - frameLength()));
  const free = freeAround(parts(state), inside, end);
  if (!free) return null;
  const length = Math.min(1, end / 4, free.to - free.from), from = clamp(inside, free.from, free.to - length);
  return { from: atFrame(from), to: Math.min(free.to, atFrame(from + length)) };
};

const addPart = (state, kind, range) => {
  if (!range || parts(state).some(r => r.from < range.to && range.from < r.to))
    throw "this part is cut or reversed already; choose another one, or remove what is there";
  const list = inOrder([...state[kind], range], "from");
  return [{ ...state, [kind]: list }, list.indexOf(range)];
};

const addFreeze = (state, a) => {
  const there = state.freezes.findIndex(f => Math.abs(f.at - a) < 0.0005);
  if (there >= 0) return [state, there];
  const freeze = { at: a, length: 1 }, list = inOrder([...state.freezes, freeze]);
  return [{ ...state, freezes: list }, list.indexOf(freeze)];
};

const addMarker = (state, a) => {
  const there = state.markers.findIndex(m => Math.abs(m - a) < 0.0005);
  if (there >= 0) return [state, there];
  const markers = [...state.markers, a].sort((x, y) => x - y);
  return [{ ...state, markers }, markers.indexOf(a)];
};

const addLanding = (state, a, lands) => {
  const landings = inOrder([...state.landings.filter(l => Math.abs(l.at - a) > 0.0005), { at: a, lands }]);
  return [{ ...state, landings }, landings.findIndex(l => l.at === a)];
};

const addCurve = (state, name, range) => {
  const curve = { ...newCurve(name), ...range };
  const rest = state.curves.filter(c => c.to <= range.from || c.from >= range.to);
  const curves = inOrder([...rest, curve], "from");
  return [{ ...state, family: "curves", keys: [], curves }, curves.indexOf(curve)];
};

// Keeps one part of the axis. Removes the trim if it keeps everything.
const withTrim = (state, from, to) => {
  const { end } = mapsOf({ ...state, trim: null });
  return { ...state, trim: from <= 0 && to >= end ? null : { from: Math.max(0, from), to: Math.min(to, end) } };
};
