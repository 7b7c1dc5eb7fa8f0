// The actions of buttons and keys.

const playhead = () => {
  const a = axisOfPlayhead() ?? 0;
  return [...state().markers, ...film.onsets].find(t => Math.abs(t - a) < 0.002) ?? atFrame(a);
};
const showSelection = () => { panelShown = null; drawAll(); };

const freezeHere = () => attempt("Freeze", () => {
  const [next, n] = addFreeze(state(), Math.min(playhead(), maps().end));
  select(`freeze:${n}`);
  return next;
});

// Cuts or reverses the marked or selected range, or else one second from the playhead. If the selection is already a
// part of this kind, removes the part.
const changePart = (name, list, kind) => attempt(name, () => {
  const [chosen, n] = selected ? splitHandle(selected) : [];
  if (!range && chosen && bodyKind(chosen) === kind) { select(null); return handleKinds[kind].remove(state(), n); }
  const [next, index] = addPart(state(), list, selectedRange() ?? rangeAt(state(), playhead()));
  select(`${kind}:${index}`);
  return next;
});

// Trims to the marked range. Without a mark, moves the nearer end of the trim to the playhead.
const trimHere = () => attempt("Trim", () => {
  const a = playhead(), kept = trimOf(state()), marked = range;
  const ends = marked ? [marked.from, marked.to] : a - kept.from <= kept.to - a ? [a, kept.to] : [kept.from, a];
  if (!(ends[0] < ends[1])) throw "move the playhead into the video to trim it there";
  select("trim-from:0");
  return withTrim(state(), ...ends);
});
const trimSide = side => attempt("Trim", () => handleKinds[`trim-${side}`].move(state(), 0, { a: playhead() }));

const markHere = () => attempt("Add marker", () => {
  const [next, n] = addMarker(state(), playhead());
  select(`marker:${n}`);
  return next;
});

// Moves one end of the marked range to the playhead.
const markEnd = side => {
  const a = playhead(), { end } = maps(), last = range ?? { from: 0, to: end };
  const next = { ...last, [side]: a };
  if (!(next.from < next.to)) next[side === "from" ? "to" : "from"] = side === "from" ? end : 0;
  select(null);
  range = next.from < next.to ? next : null;
  showSelection();
};

// The range that plays again and again, in times of the axis, or "all". Its times in the result follow each edit.
let looped = null;
const loopRange = () => looped === "all" ? null : looped;
const loopEnds = () => {
  if (!looped || looped === "all") return looped && [0, maps().map.length];
  const ends = [resultAt(looped.from), resultAt(looped.to)].sort((a, b) => a - b);
  return ends[1] > ends[0] ? ends : null;
};
const toggleLoop = () => {
  looped = looped ? null : selectedRange() ?? "all";
  player.loop = loopEnds();
  drawAll();
};

// The number of the frame that is shown at a source time, and back to the start of the frame.
const frameAt = s => Math.floor(s * (film.fps || 0) + 1e-4);
const timeOfFrame = text => /^\d+$/.test(text.trim()) && film.fps ? Number(text) / film.fps : null;
const seekSource = s => {
  const w = maps().map.warpedAt(s);
  if (w === null) tellWrong("this time is not in the result"); else player.seek(w);
};

const stepFrames = count => {
  if (player.isPlaying) player.pause();
  const frame = frameLength(), a = axisOfPlayhead() ?? 0, piece = maps().map.pieceAt(player.warped);
  // In a freeze, one step is one frame of the result.
  if (!piece?.law) return player.seek(player.warped + count * frame);
  seekAxis(atFrame(a + count * frame));
  keepInView(axisOfPlayhead());
};

const shuttle = way => {
  const rate = player.isPlaying && player.rate * way > 0 ? clamp(player.rate * 2, -8, 8) : way;
  player.play(rate);
  showTime();
};
const togglePlay = () => player.isPlaying ? player.pause() : player.play();

const copyText = async (text, what) => {
  try { await navigator.clipboard.writeText(text); } catch {
    const area = htmlElement("textarea", { value: text, className: "offscreen" });
    document.body.append(area);
    area.select();
    const isCopied = document.execCommand("copy");
    area.remove();
    if (!isCopied) return tellWrong("the browser does not let the page copy; select the command and copy it");
  }
  tell(`${what} copied`);
};

// A clock field that the user can type in, or drag to seek.
const clockField = (id, seek, now, parse = text => parseTime(asTyped(text), film)) => {
  const input = find(id);
  input.onchange = () => {
    const t = parse(input.value);
    if (t === null) tellWrong(notATime(input.value)); else { tellWrong(""); seek(t); }
    input.blur();
    showTime();
  };
  input.onkeydown = event => {
    if (event.key === "Enter") input.onchange();
    if (event.key === "Enter" || event.key === "Escape") { input.blur(); find("plot").focus({ preventScroll: true }); }
  };
  input.onpointerdown = event => {
    const began = now();
    follow(input, event, e => {
      if (Math.abs(e.clientX - event.clientX) < 3) return;
      input.blur();
      seek(Math.max(0, began + (e.clientX - event.clientX) * Math.max(frameLength() / 4, view.pixel)));
    });
  };
};
