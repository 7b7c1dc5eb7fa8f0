// Time maps made of pieces with laws, like the folder Map of Warp, with both directions.

// A piece plays a law from source time s0 to s1 (backward if s1 < s0), beginning at warped time w0. Without a law, the
// piece is a freeze. `scale` and `integral` are functions of source seconds; only differences of the integral matter.
const pieceOf = (s0, s1, w0, law, w1 = null) => {
  const origin = law ? law.integral(s0) : 0;
  const end = w1 ?? w0 + Math.abs(law.integral(s1) - origin);
  return {
    s0, s1, w0, w1: end, law,
    warped: s => law ? Math.min(end, w0 + Math.abs(law.integral(s) - origin)) : w0,
    source: w => {
      if (!law || w <= w0) return s0;
      if (w >= end) return s1;
      return s0 < s1 ? root(s => Math.abs(law.integral(s) - origin), w - w0, s0, s1)
        : -root(s => Math.abs(law.integral(-s) - origin), w - w0, -s0, -s1);
    },
  };
};

const lineLaw = scale => ({ scale: () => scale, integral: s => scale * s, straight: scale });

const curveLaw = (component) => {
  const length = component.to - component.from;
  const unit = unitCurve(component.name, component.factor, component.modifier);
  const share = s => (s - component.from) / length;
  return {
    scale: s => unit.scale(clamp(share(s), 0, 1)), integral: s => length * unit.integral(clamp(share(s), 0, 1)),
    kinks: unit.kinks.map(u => component.from + length * u),
  };
};

// The law between two rows of a table: a monotone cubic with both scales as slopes, or a straight line without scales.
const cubicLaw = (s0, s1, rise, a, b) => {
  const h = s1 - s0, secant = rise / h;
  const [d0, d1] = [a ?? secant, b ?? secant];
  const scaleAt = x => d0 + (2 * (3 * secant - 2 * d0 - d1) + 3 * (d0 + d1 - 2 * secant) * x) * x;
  const integral = x => h * x * (d0 + ((3 * secant - 2 * d0 - d1) + (d0 + d1 - 2 * secant) * x) * x);
  const share = s => clamp((s - s0) / h, 0, 1);
  return { scale: s => Math.max(0, scaleAt(share(s))), integral: s => integral(share(s)) };
};

// A cache of eases with their whole integrals. While the user drags one key, the eases between other keys stay the
// same.
const keptEases = new Map();
const keptEase = (a, b, easing) => {
  const name = `${a} ${b} ${easing}`;
  let ease = keptEases.get(name);
  if (!ease) {
    const law = easeLaw(a, b, easing), whole = law.integral(1);
    ease = { scale: law.scale, integral: x => x <= 0 ? 0 : x >= 1 ? whole : law.integral(x) };
    if (keptEases.size > 4000) keptEases.clear();
    keptEases.set(name, ease);
  }
  return ease;
};

// The slopes of a monotone cubic through rising points, from the lengths and secants between the points.
const monotoneSlopes = (lengths, secants) => {
  const last = secants.length - 1;
  if (last < 1) return [...secants, ...secants];
  const inner = secants.slice(1).map((secant, n) => {
    const a = 2 * lengths[n + 1] + lengths[n], b = lengths[n + 1] + 2 * lengths[n];
    return (a + b) / (a / secants[n] + b / secant);
  });
  const end = (length, next, secant, nextSecant) =>
    clamp(((2 * length + next) * secant - length * nextSecant) / (length + next), 0, 3 * secant);
  return [end(lengths[0], lengths[1], secants[0], secants[1]), ...inner,
    end(lengths[last], lengths[last - 1], secants[last], secants[last - 1])];
};

// Builds a map from pieces that follow one another in warped time.
class Row {
  constructor() { this.pieces = []; }

  get warped() { return this.pieces.length ? this.pieces[this.pieces.length - 1].w1 : 0; }
  get map() { return new WarpMap(this.pieces); }

  play(s0, s1, law) { if (s0 !== s1) this.pieces.push(pieceOf(s0, s1, this.warped, law)); }
  hold(s, length) { this.pieces.push(pieceOf(s, s, this.warped, null, this.warped + length)); }
  // Adds a part of a piece of another map. A freeze is added completely or not at all.
  add(piece, s0, s1) {
    if (piece.law) this.play(s0, s1, piece.law);
    else if (s0 === piece.s0) this.hold(s0, piece.w1 - piece.w0);
  }
}

// Composes two pieces. `outer` plays the result of `inner`, here only from `start` to `stop`.
const partOf = (inner, outer, start, stop) => {
  const [first, last] = outer.s0 < outer.s1 ? [start, stop] : [stop, start];
  const [w0, w1, s0, s1] = [outer.warped(first), outer.warped(last), inner.source(first), inner.source(last)];
  if (!inner.law || s0 === s1) return pieceOf(s0, s0, w0, null, w1);
  const straight = outer.law.straight;
  const law = straight !== undefined
    ? { scale: s => straight * inner.law.scale(s), integral: s => straight * inner.law.integral(s) }
    : { scale: s => inner.law.scale(s) * outer.law.scale(inner.warped(s)),
      integral: s => outer.law.integral(inner.warped(s)) };
  return pieceOf(s0, s1, w0, law, w1);
};

class WarpMap {
  constructor(pieces) { this.pieces = pieces.filter(p => p.w1 > p.w0); }

  get length() { return this.pieces.length ? this.pieces[this.pieces.length - 1].w1 : 0; }

  // The piece at a warped time. At a border, this is the later piece.
  pieceAt(w) {
    let low = 0, high = this.pieces.length - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.pieces[middle].w1 > w) high = middle; else low = middle + 1;
    }
    return this.pieces[low];
  }

  sourceAt(w) { return this.pieceAt(w)?.source(w) ?? 0; }

  // The scale at a warped time: 0 in a freeze, negative in backward play.
  scaleAt(w) {
    const piece = this.pieceAt(w);
    if (!piece?.law) return 0;
    return (piece.s0 < piece.s1 ? 1 : -1) * piece.law.scale(piece.source(w));
  }

  // The first warped time at which a source time is shown; null if it is never shown.
  warpedAt(s) {
    const piece = this.pieces.find(p => Math.min(p.s0, p.s1) <= s && s <= Math.max(p.s0, p.s1));
    return piece ? piece.warped(s) : null;
  }

  // The scale at the first visit of a source time; 1 if it is never shown.
  scaleOf(s) { return this.pieces.find(p => p.law && p.s0 <= s && s <= p.s1)?.law.scale(s) ?? 1; }

  // Like `warpedAt`, but for the nearest source time that is shown. Only for maps that play forward.
  nearestWarped(s) {
    let low = 0, high = this.pieces.length - 1;
    if (high < 0) return 0;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.pieces[middle].s1 >= s) high = middle; else low = middle + 1;
    }
    const piece = this.pieces[low];
    return s <= piece.s0 ? piece.w0 : s >= piece.s1 ? piece.w1 : piece.warped(s);
  }

  get isForward() {
    return this.pieces.every((p, n) => p.s0 <= p.s1 && (n === 0 || this.pieces[n - 1].s1 <= p.s0));
  }

  // --- changes, each returns a new map ---

  // Removes everything outside two source times.
  trimmed(from, to) {
    const line = new Row();
    for (const p of this.pieces) line.add(p, clamp(p.s0, from, to), clamp(p.s1, from, to));
    return line.map;
  }

  // Adds a freeze each time a source time is shown. At the border of two pieces, the second piece gets the freeze.
  frozen(at, length) {
    const line = new Row();
    this.pieces.forEach((p, n) => {
      const isLast = n === this.pieces.length - 1;
      const holds = p.s0 === at || Math.min(p.s0, p.s1) < at && at < Math.max(p.s0, p.s1) || isLast && p.s1 === at;
      if (!holds) return line.add(p, p.s0, p.s1);
      if (p.law) line.add(p, p.s0, at);
      line.hold(at, length);
      line.add(p, at, p.s1);
    });
    return line.map;
  }

  reversed() {
    return new WarpMap([...this.pieces].reverse().map(p =>
      pieceOf(p.s1, p.s0, this.length - p.w1, p.law, this.length - p.w0)));
  }

  // Applies another map to the result of this one.
  followed(next) {
    const pieces = [];
    for (const outer of next.pieces) {
      if (!outer.law) {
        pieces.push(pieceOf(this.sourceAt(outer.s0), this.sourceAt(outer.s0), outer.w0, null, outer.w1));
        continue;
      }
      const [low, high] = [Math.min(outer.s0, outer.s1), Math.max(outer.s0, outer.s1)], parts = [];
      for (const inner of this.pieces) {
        const [start, stop] = [Math.max(low, inner.w0), Math.min(high, inner.w1)];
        if (start < stop) parts.push(partOf(inner, outer, start, stop));
      }
      pieces.push(...(outer.s0 < outer.s1 ? parts : parts.reverse()));
    }
    return new WarpMap(pieces);
  }

  fitted(length) {
    const gain = length / this.length;
    return new WarpMap(this.pieces.map(p => pieceOf(p.s0, p.s1, p.w0 * gain, p.law && {
      scale: s => gain * p.law.scale(s), integral: s => gain * p.law.integral(s),
    }, p.w1 * gain)));
  }

  // Plays parts of the source one after the other, each at its speed.
  static ofPlays(plays) {
    const line = new Row();
    for (const { from, to, speed } of plays) line.play(from, to, lineLaw(1 / speed));
    return line.map;
  }

  // Plays through pairs of a source time (`at`) and its time in the result (`lands`), both rising. After the last pair,
  // plays at normal speed. The slopes are those of Fritsch and Butland, as in Anchors of Warp.
  static ofAnchors(pairs, isSmooth, end) {
    const points = pairs.length && pairs[0].lands === 0 ? pairs : [{ at: 0, lands: 0 }, ...pairs];
    const spans = points.slice(1).map((p, n) => [points[n], p]);
    const pieces = [];
    let run = [];
    const flush = () => {
      const lengths = run.map(([a, b]) => b.at - a.at), secants = run.map(([a, b], n) =>
        (b.lands - a.lands) / lengths[n]);
      const slopes = isSmooth ? monotoneSlopes(lengths, secants) : null;
      run.forEach(([a, b], n) => pieces.push(pieceOf(a.at, b.at, a.lands,
        slopes ? cubicLaw(a.at, b.at, b.lands - a.lands, slopes[n], slopes[n + 1]) : lineLaw(secants[n]), b.lands)));
      run = [];
    };
    for (const span of spans) {
      const [a, b] = span;
      if (b.at > a.at) { run.push(span); continue; }
      flush();
      pieces.push(pieceOf(a.at, a.at, a.lands, null, b.lands));
    }
    flush();
    const last = points[points.length - 1];
    if (last.at < end) pieces.push(pieceOf(last.at, end, last.lands, lineLaw(1)));
    return new WarpMap(pieces);
  }

  static ofComponents(components, duration) {
    const pieces = [];
    let reached = 0, warped = 0;
    const play = (from, to, law) => {
      if (from >= to) return;
      pieces.push(pieceOf(from, to, warped, law));
      warped = pieces[pieces.length - 1].w1;
      reached = to;
    };
    for (const component of [...components].sort((a, b) => a.from - b.from)) {
      play(reached, component.from, lineLaw(1));
      const law = curveLaw(component);
      for (const kink of [...law.kinks, component.to]) play(Math.max(reached, component.from), kink, law);
    }
    play(reached, duration, lineLaw(1));
    return new WarpMap(pieces);
  }

  static ofKeys(keys, duration) {
    const pieces = [];
    let warped = 0;
    const play = (from, to, law) => {
      if (from >= to) return;
      pieces.push(pieceOf(from, to, warped, law));
      warped = pieces[pieces.length - 1].w1;
    };
    play(0, Math.min(keys[0].at, duration), lineLaw(1 / keys[0].speed));
    keys.slice(1).forEach((next, index) => {
      const key = keys[index], length = next.at - key.at;
      if (key.at >= duration) return;
      const ease = keptEase(key.speed, next.speed, next.easing);
      const share = s => clamp((s - key.at) / length, 0, 1);
      play(key.at, Math.min(next.at, duration), {
        scale: s => ease.scale(share(s)), integral: s => length * ease.integral(share(s)),
      });
    });
    const last = keys[keys.length - 1];
    play(Math.min(last.at, duration), duration, lineLaw(1 / last.speed));
    return new WarpMap(pieces);
  }

  // Reads rows of source, warped and scale; warp-map(5) describes them.
  static ofRows(rows) {
    const pieces = [];
    rows.slice(1).forEach(([s1, w1, b], index) => {
      const [s0, w0, a] = rows[index];
      if (!(w1 > w0)) return;
      if (s0 === s1) return pieces.push(pieceOf(s0, s1, w0, null, w1));
      const isForward = s0 < s1;
      const law = isForward ? cubicLaw(s0, s1, w1 - w0, a, b)
        : cubicLaw(s1, s0, w1 - w0, b && Math.abs(b), a && Math.abs(a));
      pieces.push(pieceOf(s0, s1, w0, law, w1));
    });
    return new WarpMap(pieces);
  }
}
