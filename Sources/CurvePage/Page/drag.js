// Pointer events on the plot: dragging, adding keys, and moving the view.

// The current drag: the maps and the result's axis before it, which stay the same during the drag, and whether the
// pointer has moved.
let dragging = null;
// The selected handle, and the marked range in times of the axis.
let selected = null;
let range = null;

const select = id => {
  selected = id;
  group = [];
  if (id) range = null;
};
const selectedRange = () => {
  if (range) return range;
  const [kind, n] = selected ? splitHandle(selected) : [];
  const list = { curve: "curves", cut: "cuts", turned: "turned" }[kind && bodyKind(kind)];
  return list && state()[list][n] ? { from: state()[list][n].from, to: state()[list][n].to } : null;
};

const plotPoint = event => {
  const box = find("plot").getBoundingClientRect();
  const x = event.clientX - box.left, y = event.clientY - box.top;
  return { x, y, a: clamp(view.time(x), 0, maps().end) };
};

// A drag of a marker, a key or a moment in the result creates a landing: a source time with a fixed result time.
const startedHandle = (from, id) => {
  const [kind, n] = splitHandle(id);
  if (!kind.startsWith("landing-")) return [from, id];
  const a = kind === "landing-key" ? from.keys[n].at : kind === "landing-marker" ? from.markers[n] : n;
  const [next, index] = addLanding(from, a, resultAt(a) / maps().gain);
  return [next, `landing:${index}`];
};

// The place to which the pointer drags a handle, after snapping (Alt: none). Shift locks one direction.
const targetOf = (id, place, start, { altKey: isFree, shiftKey: isLocked }, now) => {
  const [kind] = splitHandle(id), dx = now.x - start.x, dy = now.y - start.y, isAcross = Math.abs(dx) >= Math.abs(dy);
  const target = {};
  if (place.w !== undefined) {
    const w = dragging.isVertical
      ? place.w * dragging.maps.gain - dy * (view.mapTo - view.mapFrom) / (view.plotBottom - view.plotTop)
      : dragging.resultAxis.time(dragging.resultAxis.x(place.w * dragging.maps.gain) + dx);
    target.w = (isFree || !film.fps ? w : Math.round(w * film.fps) / film.fps) / dragging.maps.gain;
    return target;
  }
  if (place.a !== undefined && !(isLocked && !isAcross)) {
    const a = place.a + dx * view.pixel;
    target.a = Math.abs(dx) < 1 ? place.a : isFree ? rounded(clamp(a, 0, maps().end), 6)
      : kind.endsWith("-length") || kind.startsWith("play-") ? atFrame(a)
        : snappedTime(a, view.pixel, kind === "marker" ? splitHandle(id)[1] : -1);
  }
  if (place.speed !== undefined && !view.isMap && !(isLocked && isAcross) && Math.abs(dy) >= 1) {
    const speed = view.speed(view.y(place.speed / dragging.factor) + dy) * dragging.factor;
    target.speed = isFree ? speed : snappedSpeed(speed, 5 * view.decades);
  }
  return target;
};
// Drags a handle, or the selected keys together. `name` is the step to which the drag belongs, if there is one already.
const dragHandle = (event, id, start, { click = drawAll, isVertical = false, name = null } = {}) => {
  const before = state(), [pressed, index] = splitHandle(id), isOfGroup = pressed === "key" && group.includes(index);
  dragging = { maps: maps(), resultAxis: resultAxis(), hasMoved: false, isVertical };
  let from, handle, kind, n, place;
  const begin = chosen => {
    [from, handle] = startedHandle(before, chosen);
    [kind, n] = splitHandle(handle);
    place = handleKinds[kind].place(from, n);
    dragging.factor = outerScale(place.a ?? start.a);
  };
  begin(id);
  const isToggle = pressed === "key" && event.shiftKey;
  if (handle === id && !isOfGroup && !isToggle) select(id);
  const beginMoving = now => {
    dragging.hasMoved = true;
    // In the map view, up and down is the time in the result.
    if (view.isMap && pressed === "key" && !isOfGroup && !before.isReversed
      && Math.abs(now.y - start.y) > Math.abs(now.x - start.x)) {
      dragging.isVertical = true;
      begin(`landing-key:${index}`);
    }
    if (!isOfGroup) select(handle);
  };
  const moved = target => isOfGroup ? movedKeys(from, group, (target.a ?? place.a) - place.a,
    target.speed === undefined ? 1 : target.speed / place.speed) : handleKinds[kind].move(from, n, target);
  follow(find("plot"), event, e => {
    const now = plotPoint(e);
    if (!dragging.hasMoved && Math.hypot(now.x - start.x, now.y - start.y) < 2) return;
    if (!dragging.hasMoved) beginMoving(now);
    try { tryState(moved(targetOf(handle, place, start, e, now))); } catch (error) {
      if (typeof error !== "string") throw error;
    }
  }, () => {
    const { hasMoved } = dragging;
    dragging = null;
    focusSelected = hasMoved && handle !== id;
    if (hasMoved) return commit(name ?? `Move ${isOfGroup ? "keys" : `${kindNames[bodyKind(kind)]} ${n + 1}`}`, !!name);
    if (isToggle) toggleKey(index); else if (isOfGroup) select(id);
    click();
  });
};

// --- drags on the plot outside handles ---

// Drags the moment below the pointer to another time of the result. A click seeks.
const dragMoment = (event, start) => {
  const { axis } = maps(), w = clamp(resultAxis().time(start.x), 0, axis.length);
  const a = snappedTime(axis.sourceAt(w), view.pixel);
  if (state().isReversed || a <= 0) return player.seek(w);
  dragHandle(event, `landing-moment:${a}`, start, { click: () => player.seek(w) });
};
// In the map view, drags a moment of the line up or down to another time of the result.
const dragOnMap = (event, start) => {
  const a = event.altKey ? rounded(start.a, 6) : snappedTime(start.a, view.pixel);
  if (state().isReversed || a <= 0) return seekAxis(a);
  const there = state().landings.findIndex(l => Math.abs(l.at - a) < 8 * view.pixel);
  dragHandle(event, there < 0 ? `landing-moment:${a}` : `landing:${there}`, start,
    { click: () => seekAxis(a), isVertical: true });
};

const dragSeek = event => {
  const wasPlaying = player.isPlaying;
  if (wasPlaying) player.pause();
  seekAxis(plotPoint(event).a);
  follow(find("plot"), event, e => seekAxis(plotPoint(e).a), () => { if (wasPlaying) player.play(); });
};

const dragRange = (event, start) => {
  select(null);
  follow(find("plot"), event, e => {
    const ends = [start.a, plotPoint(e).a].map(a => e.altKey ? a : snappedTime(a, view.pixel)).sort((a, b) => a - b);
    range = ends[1] > ends[0] ? { from: ends[0], to: ends[1] } : null;
    drawAll();
  }, e => {
    if (Math.abs(plotPoint(e).x - start.x) >= 3) return showSelection();
    range = null;
    drawAll();
    seekAxis(start.a);
  });
};

const dragView = (event, start) => {
  const from = view.from;
  let hasMoved = false;
  follow(find("plot"), event, e => {
    const dx = plotPoint(e).x - start.x;
    if (touches.size > 1) { hasMoved = true; return; }
    hasMoved ||= Math.abs(dx) >= 3;
    if (hasMoved) pan(from - dx * view.pixel - view.from);
  }, () => {
    if (hasMoved) return;
    select(null);
    range = null;
    drawAll();
    seekAxis(start.a);
  });
};

const isOnLine = ({ y, a }) => y > view.plotTop - 6 && y < view.plotBottom + 6
  && Math.abs(y - curveY(a)) <= (isCoarse ? 16 : 10);

// Adds a key on the curve at the pointer, and drags the key at once.
const addKeyAt = (event, start, isFree) => {
  const a = isFree ? rounded(start.a, 6) : snappedTime(start.a, view.pixel);
  const added = attempt("Add key", () => {
    const [next, n] = addKey(state(), a);
    select(`key:${n}`);
    return next;
  });
  // A click and a drag make one step.
  if (added) dragHandle(event, selected, start, { name: "Add key" });
};

// Selects the keys inside a frame.
const dragFrame = (event, start) => {
  follow(find("plot"), event, e => {
    const now = plotPoint(e);
    frame = { x0: Math.min(start.x, now.x), x1: Math.max(start.x, now.x), y0: Math.min(start.y, now.y),
      y1: Math.max(start.y, now.y) };
    const isInside = (x, y) => frame.x0 <= x && x <= frame.x1 && frame.y0 <= y && y <= frame.y1;
    selectKeys(state().keys.flatMap((k, n) =>
      isInside(view.x(k.at), view.isMap ? curveY(k.at) : view.y(shownSpeed(k.speed, k.at))) ? [n] : []));
    drawAll();
  }, () => { frame = null; drawAll(); });
};
let frame = null;

const touches = new Map();
const pinch = event => {
  const [a, b] = [...touches.values()], between = () => Math.max(10, Math.abs(a.clientX - b.clientX));
  const center = () => plotPoint({ clientX: (a.clientX + b.clientX) / 2, clientY: 0 }).x;
  const began = { from: view.from, to: view.to, distance: between(), time: view.time(center()) };
  follow(find("plot"), event, () => {
    const [x, y] = [...touches.values()];
    if (!y) return;
    const distance = Math.max(10, Math.abs(x.clientX - y.clientX)),
      middle = plotPoint({ clientX: (x.clientX + y.clientX) / 2, clientY: 0 }).x;
    const length = (began.to - began.from) * began.distance / distance;
    const from = began.time - (middle - room.left) / view.inner * length;
    setView(from, from + length);
  }, () => {});
};

// The handle below the pointer whose center is nearest; a bar only if there is no other handle.
const hitHandle = event => {
  const hits = document.elementsFromPoint(event.clientX, event.clientY).map(e =>
    e.closest("[data-handle]")).filter(e => e);
  const distance = hit => {
    const b = hit.lastElementChild?.getBoundingClientRect();
    return b ? Math.hypot(b.x + b.width / 2 - event.clientX, b.y + b.height / 2 - event.clientY) : 1e6;
  };
  return hits.length ? hits.reduce((a, b) => distance(b) < distance(a) ? b : a)
    : event.target.closest("[data-handle]");
};

const plotDown = event => {
  if (event.button !== 0) return;
  if (event.pointerType === "touch") {
    touches.set(event.pointerId, event);
    if (touches.size === 2) { if (!dragging) pinch(event); return; }
  }
  const start = plotPoint(event), hit = hitHandle(event);
  const handle = hit?.dataset.handle;
  if (document.activeElement instanceof HTMLInputElement) document.activeElement.blur();
  if (handle) {
    event.preventDefault();
    hit.focus({ preventScroll: true });
    return handle.startsWith("play:") && hit.tagName === "rect" ? (select(handle), drawAll())
      : dragHandle(event, handle, start);
  }
  event.preventDefault();
  find("plot").focus({ preventScroll: true });
  if (start.y < room.ruler) return dragSeek(event);
  if (start.y > view.height - room.result) return dragMoment(event, start);
  if (event.ctrlKey || event.metaKey) return dragFrame(event, start);
  if (event.shiftKey) return dragRange(event, start);
  if (view.isMap && isOnLine(start)) return dragOnMap(event, start);
  if (!maps().isOverResult && isOnLine(start)) return addKeyAt(event, start, event.altKey);
  if (view.isWhole && event.pointerType !== "touch") return dragRange(event, start);
  dragView(event, start);
};

const plotDoubleClick = event => {
  if (event.target.closest("[data-handle]") || maps().isOverResult) return;
  const { a, y } = plotPoint(event);
  if (y < room.ruler || y > view.plotBottom) return;
  addKeyHere(event.altKey ? rounded(a, 6) : snappedTime(a, view.pixel));
};

const addKeyHere = a => attempt("Add key", () => {
  if (maps().isOverResult) throw "a curve that plays parts twice or backward has no keys";
  const [next, n] = addKey(state(), a);
  select(`key:${n}`);
  focusSelected = true;
  return next;
});

const plotWheel = event => {
  event.preventDefault();
  const unit = event.deltaMode === 1 ? 16 : event.deltaMode === 2 ? view.inner : 1;
  const [dx, dy] = [event.deltaX * unit, event.deltaY * unit];
  if (event.shiftKey || Math.abs(dx) > Math.abs(dy)) return pan((dx || dy) * view.pixel);
  zoom(1.0015 ** clamp(event.ctrlKey ? dy * 6 : dy, -600, 600), plotPoint(event).a);
};
