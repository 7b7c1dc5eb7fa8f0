// The kinds of handles. `place` returns the place of a handle, and `move` moves it within the limits of its neighbours.
// Places are times of the page's axis (a), typed speeds (speed) or times of the result (w).

const oneFrame = () => frameLength();
const within = (x, low, high) => low > high ? x : clamp(x, low, high);

// The handles of a range in a list: the whole range and its two ends, limited by the neighbouring ranges.
const rangeKind = (list, others = s => s[list]) => {
  const room = (s, r) => {
    const all = others(s).filter(o => !(o.from === r.from && o.to === r.to));
    return [all.reduce((most, o) => o.to <= r.from ? Math.max(most, o.to) : most, 0),
      all.reduce((least, o) => o.from >= r.to ? Math.min(least, o.from) : least, list === "curves" ? film.duration
        : maps().end)];
  };
  const set = (s, n, r) => ({ ...s, [list]: put(s[list], n, r) });
  return {
    whole: {
      place: (s, n) => ({ a: s[list][n].from }),
      move: (s, n, { a }) => {
        const r = s[list][n], length = r.to - r.from, [low, high] = room(s, r), from = within(a, low, high - length);
        return set(s, n, { ...r, from: rounded(from), to: Math.min(rounded(from + length), high) });
      },
      remove: (s, n) => ({ ...s, [list]: s[list].toSpliced(n, 1) }),
    },
    from: {
      place: (s, n) => ({ a: s[list][n].from }),
      move: (s, n, { a }) => set(s, n, { ...s[list][n], from: within(a, room(s, s[list][n])[0],
        s[list][n].to - oneFrame()) }),
    },
    to: {
      place: (s, n) => ({ a: s[list][n].to }),
      move: (s, n, { a }) => set(s, n, { ...s[list][n], to: within(a, s[list][n].from + oneFrame(),
        room(s, s[list][n])[1]) }),
    },
  };
};
const [curveKind, cutKind, turnedKind] = [rangeKind("curves"), rangeKind("cuts", parts), rangeKind("turned", parts)];

const trimOf = s => s.trim ?? { from: 0, to: maps().end };

const handleKinds = {
  key: {
    place: (s, n) => ({ a: s.keys[n].at, speed: s.keys[n].speed }),
    move: (s, n, { a, speed }) => {
      const key = s.keys[n], last = s.keys[n - 1], next = s.keys[n + 1];
      const at = a === undefined ? key.at
        : within(a, last ? last.at + oneFrame() : 0, next ? next.at - oneFrame() : film.duration);
      return { ...s, keys: put(s.keys, n, { ...key, at: rounded(at), speed: speed === undefined ? key.speed
        : roundedSpeed(speed) }) };
    },
    remove: (s, n) => {
      if (s.keys.length === 1) throw "the last keyframe stays; set its speed to 1x for normal speed";
      return { ...s, keys: s.keys.toSpliced(n, 1) };
    },
  },
  segment: {
    place: (s, n) => ({ a: s.keys[n].at, speed: Math.max(s.keys[n].speed, s.keys[n + 1].speed) }),
    move: (s, n, { a, speed }) => {
      const now = handleKinds.segment.place(s, n);
      return movedKeys(s, [n, n + 1], (a ?? now.a) - now.a, speed === undefined ? 1 : speed / now.speed);
    },
    remove: () => { throw "a part between two keys cannot be removed; remove a key, or cut the part"; },
  },
  "segment-first": bendKind(0), "segment-second": bendKind(1),
  curve: curveKind.whole, "curve-from": curveKind.from, "curve-to": curveKind.to,
  "curve-factor": {
    place: (s, n) => ({ speed: 1 / s.curves[n].factor }),
    move: (s, n, { speed }) => speed === undefined ? s
      : { ...s, curves: put(s.curves, n, { ...s.curves[n], factor: clamp(Number((1 / speed).toPrecision(3)), 0.01,
        100) }) },
  },
  cut: cutKind.whole, "cut-from": cutKind.from, "cut-to": cutKind.to,
  turned: turnedKind.whole, "turned-from": turnedKind.from, "turned-to": turnedKind.to,
  freeze: {
    place: (s, n) => ({ a: s.freezes[n].at }),
    move: (s, n, { a }) => ({ ...s, freezes: put(s.freezes, n, { ...s.freezes[n], at: clamp(a, 0, maps().end) }) }),
    remove: (s, n) => ({ ...s, freezes: s.freezes.toSpliced(n, 1) }),
  },
  "freeze-length": {
    place: (s, n) => ({ a: s.freezes[n].at + s.freezes[n].length }),
    move: (s, n, { a }) => ({
      ...s, freezes: put(s.freezes, n, { ...s.freezes[n], length: Math.max(oneFrame(),
        rounded(a - s.freezes[n].at)) }),
    }),
  },
  marker: {
    place: (s, n) => ({ a: s.markers[n] }),
    move: (s, n, { a }) => ({
      ...s, markers: put(s.markers, n, within(a, n ? s.markers[n - 1] + oneFrame() : 0,
        n + 1 < s.markers.length ? s.markers[n + 1] - oneFrame() : maps().end)),
    }),
    remove: (s, n) => ({ ...s, markers: s.markers.toSpliced(n, 1) }),
  },
  landing: {
    place: (s, n) => ({ w: s.landings[n].lands }),
    move: (s, n, { w }) => {
      const last = s.landings[n - 1], next = s.landings[n + 1];
      const lands = within(w, last ? last.lands + oneFrame() : oneFrame(), next ? next.lands - oneFrame() : Infinity);
      return { ...s, landings: put(s.landings, n, { ...s.landings[n], lands: rounded(lands) }) };
    },
    remove: (s, n) => ({ ...s, landings: s.landings.toSpliced(n, 1) }),
  },
  "trim-from": {
    place: s => ({ a: trimOf(s).from }),
    move: (s, n, { a }) => withTrim(s, within(a, 0, trimOf(s).to - oneFrame()), trimOf(s).to),
    remove: s => ({ ...s, trim: null }),
  },
  "trim-to": {
    place: s => ({ a: trimOf(s).to }),
    move: (s, n, { a }) => withTrim(s, trimOf(s).from, within(a, trimOf(s).from + oneFrame(), maps().end)),
    remove: s => ({ ...s, trim: null }),
  },
  play: {
    place: (s, n) => ({ speed: s.plays[n].speed }),
    move: (s, n, { speed }) => speed === undefined ? s
      : { ...s, plays: put(s.plays, n, { ...s.plays[n], speed: roundedSpeed(speed) }) },
    remove: (s, n) => {
      if (s.plays.length === 1) throw "the last part stays";
      return { ...s, plays: s.plays.toSpliced(n, 1) };
    },
  },
  // Moving an end of a played part by a time on the axis moves it in the source by this time multiplied by the speed.
  "play-from": { place: (s, n) => ({ a: maps().base.pieces[n].w0 }),
    move: (s, n, { a }) => movedEnd(s, n, "from", "to", a) },
  "play-to": { place: (s, n) => ({ a: maps().base.pieces[n].w1 }),
    move: (s, n, { a }) => movedEnd(s, n, "to", "from", a) },
};

const movedEnd = (s, n, side, other, a) => {
  const p = s.plays[n], sign = Math.sign(p.to - p.from), base = WarpMap.ofPlays(s.plays),
    now = base.pieces[n][side === "from" ? "w0" : "w1"];
  const wanted = p[side] + (a - now) * sign * p.speed;
  const isLow = (side === "from") === (sign > 0);
  const moved = isLow ? clamp(wanted, 0, p[other] - oneFrame()) : clamp(wanted, p[other] + oneFrame(), film.duration);
  return { ...s, plays: put(s.plays, n, { ...p, [side]: rounded(moved) }) };
};

const splitHandle = id => { const [kind, n] = id.split(":"); return [kind, Number(n)]; };
const bodyKind = kind => kind.split("-")[0];

// The names of kinds in the list of steps and for screen readers.
const kindNames = {
  key: "key", segment: "segment", curve: "curve", cut: "cut", turned: "reversed part", freeze: "freeze",
  marker: "marker", landing: "anchor", trim: "trim", play: "part",
};
const handleNames = {
  key: (s, n) => `key ${n + 1}: ${clock(s.keys[n].at)}, ${number(s.keys[n].speed)}x, ${s.keys[n].easing}`,
  segment: (s, n) => `segment ${n + 1}: ${clock(s.keys[n].at)} to ${clock(s.keys[n + 1].at)}, `
    + `${segmentSpeedText(s, n)}, ${s.keys[n + 1].easing}`,
  curve: (s, n) => `curve ${n + 1}: ${s.curves[n].name}, ${clock(s.curves[n].from)} to ${clock(s.curves[n].to)}`,
  cut: (s, n) => `cut ${n + 1}: ${clock(s.cuts[n].from)} to ${clock(s.cuts[n].to)}`,
  turned: (s, n) => `reversed part ${n + 1}: ${clock(s.turned[n].from)} to ${clock(s.turned[n].to)}`,
  freeze: (s, n) => `freeze ${n + 1}: ${clock(s.freezes[n].at)} for ${number(s.freezes[n].length)} s`,
  marker: (s, n) => `marker ${n + 1}: ${clock(s.markers[n])}`,
  landing: (s, n) =>
    `anchor ${n + 1}: ${clock(s.landings[n].at)} is shown at ${clock(s.landings[n].lands * maps().gain)}`,
  play: (s, n) => `part ${n + 1}: ${clock(s.plays[n].from)} to ${clock(s.plays[n].to)}, ${number(s.plays[n].speed)}x`,
};
const sideNames = { from: "start of", to: "end of", factor: "factor of", length: "length of",
  first: "first handle of", second: "second handle of", point: "place of" };
const handleName = (s, kind, n) => {
  const [body, side] = kind.split("-");
  if (kind === "landing-marker") return `marker ${n + 1} in the result: ${clock(resultAt(s.markers[n]))}`;
  if (kind === "landing-key") return `key ${n + 1} in the result: ${clock(resultAt(s.keys[n].at))}`;
  if (body === "trim") return `${side === "from" ? "start" : "end"} of the trim: ${clock(trimOf(s)[side])}`;
  return side ? `${sideNames[side]} ${handleNames[body](s, n)}` : handleNames[body](s, n);
};

// --- snapping ---

// Snaps a time to a marker, an onset, the playhead or an end of the clip; otherwise to the nearest frame.
const snappedTime = (a, pixels, exceptMarker = -1) => {
  const near = 7 * pixels;
  let best = null, distance = near;
  const offer = t => { const d = Math.abs(t - a); if (d < distance) { best = t; distance = d; } };
  offer(0);
  offer(maps().end);
  state().markers.forEach((m, n) => { if (n !== exceptMarker) offer(m); });
  if (!maps().isOverResult) {
    let low = 0, high = film.onsets.length;
    while (low < high) { const middle = (low + high) >> 1; if (film.onsets[middle] < a - near) low = middle + 1;
    else high = middle; }
    for (let n = low; n < film.onsets.length && film.onsets[n] <= a + near; n++) offer(film.onsets[n]);
  }
  const playhead = axisOfPlayhead();
  if (playhead !== null) offer(atFrame(playhead));
  return clamp(best ?? atFrame(a), 0, maps().end);
};

const roundSpeeds = [0.1, 0.125, 0.2, 0.25, 0.3, 0.4, 0.5, 0.75, 1, 1.5, 2, 3, 4, 5, 6, 8, 10];
const snappedSpeed = (speed, decades) => {
  const distance = v => Math.abs(Math.log10(speed / v)), best = roundSpeeds.reduce((a, b) =>
    distance(b) < distance(a) ? b : a);
  return distance(best) < Math.min(decades, 0.06) ? best : speed;
};
