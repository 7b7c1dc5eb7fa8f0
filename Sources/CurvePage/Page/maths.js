// The curves of warp-map and their integrals. The closed forms are those of the Swift sources, and the tests check both
// against the same table of exact values.

const clamp = (x, low, high) => Math.min(high, Math.max(low, x));
const smoothstep = x => x * x * (3 - 2 * x);
const smoothstepIntegral = x => x * x * x * (1 - x / 2);

// A step from 0 to 1 over a part of the unit interval. The ends of the step are stored as distances from `origin`, so
// that narrow steps are exact.
const step = (origin, from, to, isSmooth) => {
  const progress = u => clamp(((u - origin) - from) / (to - from), 0, 1);
  const area = x => isSmooth ? smoothstepIntegral(x) : x * x / 2;
  return {
    start: origin + from, end: origin + to, origin, middle: (from + to) / 2,
    value: u => isSmooth ? smoothstep(progress(u)) : progress(u),
    integral: u => (to - from) * area(progress(u)) + Math.max(0, (u - origin) - to),
    remainder: u => (to - from) * area(1 - progress(u)),
  };
};

const sinc = x => Math.abs(x) < 1e-8 ? 1 : Math.sin(x) / x;

// The integrals over [0, u] of cos wx and sin wx, and of both multiplied by the smoothstep.
const wave = w => {
  // Below this phase, the closed forms would subtract large terms of nearly equal size.
  const shortPhase = 2;
  const series = (u, first) => {
    const phase = w * u;
    let power = first === 0 ? 1 : phase, sum = 0;
    for (let k = first; k < 26; k += 2) {
      sum += power * (3 / (k + 3) - 2 * u / (k + 4));
      power *= -phase * phase / ((k + 1) * (k + 2));
    }
    return u * u * u * sum;
  };
  return {
    cosine: u => u * sinc(w * u),
    sine: u => u * Math.sin(w * u / 2) * sinc(w * u / 2),
    taperedCosine: u => {
      const phase = w * u;
      if (phase <= shortPhase) return series(u, 0);
      const sines = Math.sin(phase) * (smoothstep(u) - (6 - 12 * u) / (w * w)) / w;
      return sines + Math.cos(phase) * (6 * u * (1 - u) + 12 / (w * w)) / (w * w) - 12 / (w * w * w * w);
    },
    taperedSine: u => {
      const phase = w * u;
      if (phase <= shortPhase) return series(u, 1);
      const cosines = Math.cos(phase) * (smoothstep(u) - (6 - 12 * u) / (w * w)) / w;
      return Math.sin(phase) * (6 * u * (1 - u) + 12 / (w * w)) / (w * w) - cosines - 6 / (w * w * w);
    },
  };
};

// The steps of a curve that consists of steps: one step, or one up and one down.
const stepsOf = (shape, m) => {
  const isSmooth = shape.endsWith("smoothstep");
  if (shape === "triangle") return [step(0.5, -m / 2, 0, false), step(0.5, 0, m / 2, false)];
  if (shape === "double-smoothstep") return [step(0.25, -m / 4, m / 4, isSmooth),
    step(0.75, -m / 4, m / 4, isSmooth)];
  return [step(0.5, -m / 2, m / 2, isSmooth)];
};

// A named curve on the unit interval: its scale, its integral from 0, and the points where it is not smooth.
const unitCurve = (name, factor, modifier) => {
  const isFlipped = name.endsWith("-flipped");
  const shape = isFlipped ? name.slice(0, -8) : name;
  const unflipped = u => isFlipped ? 1 - u : u;
  if (shape === "constant") return { scale: () => factor, integral: u => factor * u, kinks: [] };
  if (shape === "power") return {
    scale: u => 2 * modifier * Math.pow(unflipped(u), factor) + modifier / 2,
    integral: u => {
      const whole = isFlipped ? -Math.expm1((factor + 1) * Math.log1p(-u)) : Math.pow(u, factor + 1);
      return modifier * (2 * whole / (factor + 1) + u / 2);
    },
    kinks: [],
  };
  if (shape.endsWith("cosine") || shape.endsWith("sine")) return waveCurve(shape, isFlipped, factor, modifier);
  const steps = stepsOf(shape, modifier);
  const kinks = [...new Set(steps.flatMap(s => [s.start, s.end]))].filter(u => u > 0 && u < 1).sort((a, b) => a - b);
  if (steps.length === 1) {
    const rise = steps[0];
    return {
      scale: u => isFlipped ? (1 - rise.value(u)) * factor + rise.value(u) : (1 - rise.value(u))
        + rise.value(u) * factor,
      integral: u => isFlipped ? factor * u + (1 - factor) * rise.integral(u) : u + (factor - 1) * rise.integral(u),
      kinks,
    };
  }
  const [first, second] = steps;
  const area = (second.origin - first.origin) + (second.middle - first.middle);
  const bump = u => u <= second.start ? first.integral(u) : area - second.remainder(u);
  const level = s => (1 - s) + s * factor;
  return {
    scale: u => level(first.value(u) - second.value(u)), integral: u => u + (factor - 1) * bump(u), kinks,
  };
};

const waveCurve = (shape, isFlipped, factor, modifier) => {
  const w = 12 * Math.PI * modifier, waves = wave(w);
  const isCosine = shape.endsWith("cosine"), isTapered = shape.startsWith("tapered");
  const unflipped = u => isFlipped ? 1 - u : u;
  const raw = u => factor * ((isCosine ? Math.cos(w * u) : Math.sin(w * u)) + 1) + factor / 2;
  // Expands cos w(1-u) and sin w(1-u) into waves of u, to keep all digits at small u.
  const mixed = (cosine, sine) => {
    if (!isFlipped) return isCosine ? cosine : sine;
    const c = Math.cos(w), s = Math.sin(w);
    return isCosine ? c * cosine + s * sine : s * cosine - c * sine;
  };
  if (!isTapered) return {
    scale: u => raw(unflipped(u)),
    integral: u => factor * (1.5 * u + mixed(waves.cosine(u), waves.sine(u))), kinks: [],
  };
  return {
    scale: u => 1 + (raw(unflipped(u)) - 1) * smoothstep(unflipped(u)),
    integral: u => {
      let taper = smoothstepIntegral(u), cosine = waves.taperedCosine(u), sine = waves.taperedSine(u);
      if (isFlipped) [taper, cosine, sine] = [u - taper, waves.cosine(u) - cosine, waves.sine(u) - sine];
      return u + (1.5 * factor - 1) * taper + factor * mixed(cosine, sine);
    },
    kinks: [],
  };
};

// --- from one speed to another -----------------------------------------------------------------------------------

const timingCurves = { "ease-in": [0.42, 0, 1, 1], "ease-out": [0, 0, 0.58, 1], "ease-in-out": [0.42, 0, 0.58, 1] };

const timingCurve = ([x1, y1, x2, y2]) => {
  const cubic = (a, b, p) => 3 * a * p * (1 - p) * (1 - p) + 3 * b * p * p * (1 - p) + p * p * p;
  const slope = (a, b, p) => 3 * (a * (1 - p) * (1 - p) + 2 * (b - a) * p * (1 - p) + (1 - b) * p * p);
  return {
    y: p => cubic(y1, y2, p), xSlope: p => slope(x1, x2, p),
    parameter: x => x <= 0 ? 0 : x >= 1 ? 1 : root(p => cubic(x1, x2, p), x, 0, 1),
  };
};

// Finds by bisection where a rising function reaches a goal. 60 halvings give full precision.
const root = (value, goal, low, high) => {
  for (let n = 0; n < 60; n++) {
    const middle = low + (high - low) / 2;
    if (value(middle) < goal) low = middle; else high = middle;
  }
  return low + (high - low) / 2;
};

// Gauss-Legendre quadrature with five points on [-1, 1].
const gaussNodes = [0, 0.5384693101056831, -0.5384693101056831, 0.906179845938664, -0.906179845938664];
const gaussWeights = [0.5688888888888889, 0.47862867049936647, 0.47862867049936647, 0.23692688505618908,
  0.23692688505618908];
const integrate = (f, from, to, parts) => {
  const half = (to - from) / parts / 2;
  let sum = 0;
  for (let n = 0; n < parts; n++) {
    const middle = from + (2 * n + 1) * half;
    for (let k = 0; k < 5; k++) sum += gaussWeights[k] * f(middle + half * gaussNodes[k]);
  }
  return sum * half;
};

// Integrates adaptively, because the speeds at both ends may differ by a factor of a million. Halves a part until its
// halves agree with it to `error`. The limit `most` stops when rounding prevents this.
const integrateFinely = (f, from, to) => {
  const error = 1e-11 * Math.abs(integrate(f, from, to, 64)), most = 2000;
  let parts = 0;
  const refined = (from, to, whole) => {
    const middle = (from + to) / 2, first = integrate(f, from, middle, 1), second = integrate(f, middle, to, 1);
    parts += 1;
    if (Math.abs(first + second - whole) <= error || parts > most) return first + second;
    return refined(from, middle, first) + refined(middle, to, second);
  };
  return refined(from, to, integrate(f, from, to, 1));
};

// The scale, 1 / speed, between two keyframes with speeds a and b, over x from 0 to 1; and its integral.
const easeLaw = (a, b, easing) => {
  const change = b - a;
  const speed = p => (1 - p) * a + p * b;
  const logarithm = p => {
    const growth = change * p / a;
    return Math.abs(growth) < 0.5 ? Math.log1p(growth) : Math.log(speed(p) / a);
  };
  if (easing === "hold") return { scale: () => 1 / a, integral: x => x / a };
  if (easing === "linear") return {
    scale: x => 1 / speed(x),
    integral: x => {
      const growth = change * x / a;
      return x / a * (Math.abs(growth) < 1e-15 ? 1 : logarithm(x) / growth);
    },
  };
  if (easing === "smooth") return { scale: x => 1 / speed(smoothstep(x)),
    integral: x => smoothDuration(a, b, x, logarithm) };
  const curve = timingCurve(timingCurves[easing] ?? easing.slice(7, -1).split(",").map(Number));
  const whole = p => integrateFinely(q => curve.xSlope(q) / speed(curve.y(q)), 0, p);
  return { scale: x => 1 / speed(curve.y(curve.parameter(x))), integral: x => whole(curve.parameter(x)) };
};

// The integral of 1 / speed for the smoothstep, by partial fractions. SpeedEase.swift has the derivation.
const smoothDuration = (a, b, x, logarithm) => {
  const change = b - a;
  if (Math.abs(change) < 1e-8 * a) return (x - change / a * smoothstepIntegral(x)) / a;
  const ratio = 2 * Math.min(a, b) / Math.abs(change);
  const third = Math.log1p(ratio + Math.sqrt(ratio * (2 + ratio))) / 3;
  const excess = 2 * Math.sinh(third / 2) * Math.sinh(third / 2);
  const r = change > 0 ? 1 + excess : -1 - excess;
  const width = Math.sqrt(3) * Math.sinh(third);
  const linear = Math.log1p(-x / (r + 0.5));
  const both = logarithm(smoothstep(x));
  const product = change > 0 ? (2 * x + excess) * excess : (2 * (1 - x) + excess) * (2 + excess);
  const angle = Math.atan2(2 * x * width, width * width + product);
  return -(1.5 * linear - 0.5 * both - 3 * r / width * angle) / (2 * change * (3 * r * r - 0.75));
};
