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

const toggleLoop = () => {
  const chosen = selectedRange();
  const ends = chosen ? [resultAt(chosen.from), resultAt(chosen.to)].sort((a, b) => a - b) : [0, maps().map.length];
  player.loop = player.loop ? null : ends[1] > ends[0] ? ends : null;
  showWhole();
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
const clockField = (id, seek, now) => {
  const input = find(id);
  input.onchange = () => {
    const t = parseTime(input.value, film);
    if (t === null) tellWrong(notATime(input.value)); else { tellWrong(""); seek(t); }
    input.blur();
    showTime();
  };
  input.onkeydown = event => { if (event.key === "Enter") input.onchange(); if (event.key === "Escape") input.blur();
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
