// Maps of laws and pieces, as in Map of Warp, with both directions.

// A piece plays one law from source s0 to s1, backward where s1 < s0, in warped time from w0; without a law time stands.
// `scale` and `integral` are functions of source seconds; the integral may count from anywhere.
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

const lineLaw = scale => ({ scale: () => scale, integral: s => scale * s });

const curveLaw = (component) => {
  const length = component.to - component.from;
  const unit = unitCurve(component.name, component.factor, component.modifier);
  const share = s => (s - component.from) / length;
  return {
    scale: s => unit.scale(clamp(share(s), 0, 1)), integral: s => length * unit.integral(clamp(share(s), 0, 1)),
    kinks: unit.kinks.map(u => component.from + length * u),
  };
};

// From one row of a table to the next: the monotone cubic that both scales give, or a straight line without them.
const cubicLaw = (s0, s1, rise, a, b) => {
  const h = s1 - s0, secant = rise / h;
  const [d0, d1] = [a ?? secant, b ?? secant];
  const scaleAt = x => d0 + (2 * (3 * secant - 2 * d0 - d1) + 3 * (d0 + d1 - 2 * secant) * x) * x;
  const integral = x => h * x * (d0 + ((3 * secant - 2 * d0 - d1) + (d0 + d1 - 2 * secant) * x) * x);
  const share = s => clamp((s - s0) / h, 0, 1);
  return { scale: s => Math.max(0, scaleAt(share(s))), integral: s => integral(share(s)) };
};

class WarpMap {
  constructor(pieces) { this.pieces = pieces.filter(p => p.w1 > p.w0); }

  get length() { return this.pieces.length ? this.pieces[this.pieces.length - 1].w1 : 0; }

  // The piece on screen at a warped time; at a border the later one.
  pieceAt(w) {
    let low = 0, high = this.pieces.length - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.pieces[middle].w1 > w) high = middle; else low = middle + 1;
    }
    return this.pieces[low];
  }

  sourceAt(w) { return this.pieceAt(w)?.source(w) ?? 0; }

  // The scale at a warped time: 0 while time stands, negative while it runs backward.
  scaleAt(w) {
    const piece = this.pieceAt(w);
    if (!piece?.law) return 0;
    return (piece.s0 < piece.s1 ? 1 : -1) * piece.law.scale(piece.source(w));
  }

  // The first warped time at which a source time is shown; null where it is not.
  warpedAt(s) {
    const piece = this.pieces.find(p => Math.min(p.s0, p.s1) <= s && s <= Math.max(p.s0, p.s1));
    return piece ? piece.warped(s) : null;
  }

  fitted(length) {
    const gain = length / this.length;
    return new WarpMap(this.pieces.map(p => pieceOf(p.s0, p.s1, p.w0 * gain, p.law && {
      scale: s => gain * p.law.scale(s), integral: s => gain * p.law.integral(s),
    }, p.w1 * gain)));
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
      const ease = easeLaw(key.speed, next.speed, next.easing);
      const share = s => clamp((s - key.at) / length, 0, 1);
      play(key.at, Math.min(next.at, duration), {
        scale: s => ease.scale(share(s)), integral: s => length * ease.integral(share(s)),
      });
    });
    const last = keys[keys.length - 1];
    play(Math.min(last.at, duration), duration, lineLaw(1 / last.speed));
    return new WarpMap(pieces);
  }

  // Rows of source, warped and scale, as warp-map(5) has them.
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
