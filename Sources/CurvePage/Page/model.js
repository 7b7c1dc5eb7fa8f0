// What is edited: curves on ranges, or keyframes of speed; and what of it warp-map would refuse, in its words.

const curveNames = [
  "constant", "double-smoothstep", "smoothstep", "smoothstep-flipped", "triangle", "ramp", "ramp-flipped", "cosine",
  "cosine-flipped", "sine", "sine-flipped", "tapered-cosine", "tapered-cosine-flipped", "tapered-sine",
  "tapered-sine-flipped", "power", "power-flipped",
];
const easings = ["linear", "hold", "smooth", "ease-in", "ease-out", "ease-in-out"];
const flippedName = name =>
  name.endsWith("-flipped") ? name.slice(0, -8) : curveNames.includes(name + "-flipped") ? name + "-flipped" : name;

// The shortest text that reads back as the same number, without the plus sign that warp-map does not write.
const number = value => String(value === 0 ? 0 : value).replace("e+", "e");
const seconds = value => number(value) + "s";
const rangeText = c => `${seconds(c.from)}..${seconds(c.to)}`;

// A time as it is typed: 12.5, 1500ms, 1:30, 25% or 120f; null for anything else.
const parseTime = (text, film) => {
  text = text.trim();
  const plain = t => /^(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/.test(t) ? Number(t) : null;
  const part = (t, whole) => plain(t) === null ? null : plain(t) / whole;
  if (text.endsWith("%")) {
    const percent = plain(text.slice(0, -1));
    if (percent === null) return null;
    // Rounded, 100 % may come out as a little more than the clip.
    const instant = film.duration * percent / 100;
    return percent > 100 ? instant : Math.min(instant, film.duration);
  }
  if (text.endsWith("f")) return film.fps && /^\d+f$/.test(text) ? Number(text.slice(0, -1)) / film.fps : null;
  if (text.endsWith("ms")) return part(text.slice(0, -2), 1000);
  if (text.endsWith("s")) return plain(text.slice(0, -1));
  const fields = text.split(":");
  if (fields.length > 3 || fields.some(f => plain(f) === null)) return null;
  return fields.reduce((sum, field) => 60 * sum + Number(field), 0);
};

class Work {
  #state;
  // The result for the state, made when it is first asked for.
  #result = null;

  constructor(film, state) {
    this.film = film;
    this.#state = state;
  }

  get state() { return this.#state; }
  set state(state) {
    this.#state = state;
    this.#result = null;
  }

  // The map, or the words with which warp-map refuses what is there.
  get result() {
    this.#result ??= this.#made();
    return this.#result;
  }

  #made() {
    try {
      const map = this.baseMap();
      const fit = this.state.fit;
      if (fit !== null && !(fit > 0)) throw "--fit needs a length above 0";
      // stretch: by how much every scale is larger than it was typed.
      return fit === null ? { map, stretch: 1, error: null } : { map: map.fitted(fit), stretch: fit / map.length, error: null };
    } catch (error) {
      if (typeof error !== "string") throw error;
      return { map: null, stretch: 1, error };
    }
  }

  baseMap() {
    const { film, state } = this;
    if (state.family === "table") return WarpMap.ofRows(film.rows);
    if (state.family === "curves") {
      this.checkCurves();
      return WarpMap.ofComponents(state.curves, film.duration);
    }
    this.checkKeys();
    return WarpMap.ofKeys(state.keys, film.duration);
  }

  checkCurves() {
    const { duration } = this.film, curves = [...this.state.curves].sort((a, b) => a.from - b.from);
    for (const c of curves) {
      if (!(c.factor > 0 && c.factor <= 1e6))
        throw `a factor of ${number(c.factor)} is out of range (curve '${this.spec(c)}'); `
          + "it must be above 0 and at most 1000000";
      if (!(c.modifier > 0 && c.modifier <= 1))
        throw `a modifier of ${number(c.modifier)} is out of range (curve '${this.spec(c)}'); `
          + "it must be above 0 and at most 1";
      if (!(c.from < c.to)) {
        const range = this.spec(c).split("@")[1];
        throw `the range '${range}' has no length (curve '${this.spec(c)}'); write FROM..TO with FROM before TO`;
      }
    }
    for (const c of curves) if (c.to > duration)
      throw `the range ${rangeText(c)} of ${c.name} ends after the clip; the clip lasts ${number(duration)} s`;
    curves.forEach((c, n) => {
      const last = curves[n - 1];
      if (last && c.from < last.to)
        throw `${c.name} at ${rangeText(c)} overlaps ${last.name} at ${rangeText(last)}; ${this.freeText(curves.filter((other) => other !== c))}`;
    });
  }

  // The parts of the clip in no curve.
  free(curves = [...this.state.curves].sort((a, b) => a.from - b.from)) {
    const gaps = [];
    let end = 0;
    for (const c of curves) {
      if (c.from > end) gaps.push({ from: end, to: c.from });
      end = Math.max(end, c.to);
    }
    if (end < this.film.duration) gaps.push({ from: end, to: this.film.duration });
    return gaps;
  }

  freeText(curves) {
    const gaps = this.free(curves);
    return gaps.length ? "free parts: " + gaps.map(rangeText).join(", ") : "the curves already cover the whole clip";
  }

  checkKeys() {
    const keys = this.state.keys;
    for (const key of keys) {
      const speed = `${number(key.speed)}x`, place = `(keyframe '${this.keySpec(key)}')`;
      if (key.speed === 0)
        throw `speed '${speed}' would stop playback ${place}; to hold the frame at 2 s for 1 s, write --freeze 2s=1s`;
      if (key.speed < 0)
        throw `speed '${speed}' is negative ${place}; to play backward, write --reverse, or --play 5s..2s for a part`;
      if (!(key.speed >= 1e-6 && key.speed <= 1e6))
        throw `speed '${speed}' is out of range ${place}; write 0.000001x to 1000000x`;
    }
    keys.slice(1).forEach((key, n) => {
      if (!(key.at > keys[n].at))
        throw `the keyframe at ${number(key.at)} s is not later than the keyframe before it, at `
          + `${number(keys[n].at)} s; sort keyframes by time; for a sudden change, add hold, as in 2s=0.5x hold`;
    });
  }

  // --- as it is typed ---

  spec(c) {
    const settings = [c.factor === 1.5 ? "" : `factor=${number(c.factor)}`, c.modifier === 0.5 ? "" : `modifier=${number(c.modifier)}`];
    const text = settings.filter(Boolean).join(",");
    const isWhole = c.from === 0 && c.to === this.film.duration;
    return c.name + (text && ":" + text) + (isWhole ? "" : "@" + rangeText(c));
  }

  /// A keyframe by itself is one speed throughout.
  speedSpec(keys) {
    return keys.length === 1 ? `${number(keys[0].speed)}x` : keys.map(k => this.keySpec(k)).join(", ");
  }
  keySpec(key) { return `${seconds(key.at)}=${number(key.speed)}x${key.easing === "linear" ? "" : " " + key.easing}`; }

  // Options as words, not yet quoted.
  get words() {
    const { state, film } = this, words = [];
    if (state.family === "table") words.push(...film.words);
    if (state.family === "curves") for (const c of [...state.curves].sort((a, b) => a.from - b.from)) words.push("--curve", this.spec(c));
    if (state.family === "speed") words.push("--speed", this.speedSpec(state.keys));
    if (state.fit !== null) words.push("--fit", number(state.fit));
    return words;
  }

  get mapCommand() {
    const { film } = this;
    const rate = film.rate ? ["--fps", film.rate] : [];
    // Not the table that is read.
    const result = film.words.includes("map.tsv") ? "new.tsv" : "map.tsv";
    return ["warp-map", "--duration", number(film.duration), ...rate, ...this.words].map(quoted).join(" ") + " > " + result;
  }

  get command() {
    const { film, state } = this;
    const name = film.clip.split("/").pop().replace(/\.[^.]*$/, "").replace(/^-/, "./-");
    const pitch = state.keepsPitch ? ["--pitch", "keep"] : [];
    return ["warp-film", ...this.words, ...pitch, film.clip, `${name}-warped.mp4`].map(quoted).join(" ");
  }

  // A line for each curve, as --curves reads them.
  get curvesFile() { return this.state.curves.map(c => this.spec(c) + "\n").join(""); }

  // Rows whose cubics are within a millionth of a second of the map.
  get table() {
    const { map } = this.result;
    if (!map) return "";
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
  }
}

// Where cubics end that are within half a millionth of a second of a piece, from one source time to another.
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

// A word for a shell.
const quoted = word => /^[A-Za-z0-9_@%+=:,./-]+$/.test(word) ? word : "'" + word.replaceAll("'", "'\\''") + "'";

// States one after the other, of which one is shown.
class History {
  constructor(state) {
    this.states = [JSON.stringify(state)];
    this.at = 0;
  }

  get state() { return JSON.parse(this.states[this.at]); }
  get canUndo() { return this.at > 0; }
  get canRedo() { return this.at < this.states.length - 1; }

  add(state) {
    const text = JSON.stringify(state);
    if (text === this.states[this.at]) return;
    this.states.splice(this.at + 1, Infinity, text);
    this.at += 1;
  }

  undo() { if (this.canUndo) this.at -= 1; }
  redo() { if (this.canRedo) this.at += 1; }
}

// Whether something read from the page's address can be a state of this film.
const isState = state => state && Array.isArray(state.curves) && Array.isArray(state.keys)
  && (state.family === "curves" || state.family === "speed" && state.keys.length > 0 || state.family === "table" && film.rows.length > 0);

// The state in the page's address, so that a reload keeps the work.
const encodeState = state => "#" + btoa(unescape(encodeURIComponent(JSON.stringify(state)))).replaceAll("=", "");
const decodeState = hash => {
  try { return JSON.parse(decodeURIComponent(escape(atob(hash.slice(1))))); } catch { return null; }
};
