// The canvases: wave with onsets and the strip of pictures below the curve, and the overview above. The strip of words
// is in spoken.js.

let peaks, loudestOfAll, heard;
// Takes the sound up to a time: its peaks in base64, and its onsets.
const takeSound = (wave, onsets, until) => {
  peaks = Uint8Array.from(atob(wave), c => c.charCodeAt(0));
  loudestOfAll = peaks.reduce((a, b) => Math.max(a, b), 32);
  [heard, film.onsets] = [until, onsets];
};
takeSound(film.wave, film.onsets, film.duration);
const canvasOf = id => {
  const canvas = find(id), ratio = Math.min(2, devicePixelRatio || 1);
  const [width, height] = [Math.round(canvas.clientWidth * ratio), Math.round(canvas.clientHeight * ratio)];
  if (canvas.width !== width || canvas.height !== height) [canvas.width, canvas.height] = [width, height];
  const context = canvas.getContext("2d");
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.clearRect(0, 0, canvas.clientWidth, canvas.clientHeight);
  return [context, canvas.clientWidth, canvas.clientHeight];
};
const colour = name => getComputedStyle(document.documentElement).getPropertyValue(name);

// The largest peak between two source times, up to 255.
const loudest = (from, to) => {
  const scale = peaks.length / heard, first = Math.max(0, Math.floor(Math.min(from, to) * scale));
  const end = Math.min(peaks.length, Math.max(first + 1, Math.ceil(Math.max(from, to) * scale)));
  let most = 0;
  for (let n = first; n < end; n++) if (peaks[n] > most) most = peaks[n];
  return most;
};

const drawWave = () => {
  const [context, width, height] = canvasOf("wave");
  if (peaks.length) {
    context.fillStyle = colour("--wave");
    let s0 = sourceOfAxis(view.from);
    for (let x = 0; x < width; x++) {
      const s1 = sourceOfAxis(view.from + (x + 1) / width * (view.to - view.from));
      const tall = Math.max(1, loudest(s0, s1) / loudestOfAll * (height - 2));
      context.fillRect(x, (height - tall) / 2, 1, tall);
      s0 = s1;
    }
  }
  context.fillStyle = colour("--onset");
  const x = t => (t - view.from) / (view.to - view.from) * width;
  if (!maps().isOverResult) for (const t of film.onsets) {
    if (t >= view.from && t <= view.to) context.fillRect(x(t) - 0.5, 0, 1, 6);
  }
  drawPlace(context, width, height);
};

// Draws the playhead on a canvas that shows the same part as the plot.
const drawPlace = (context, width, height) => {
  const a = axisOfPlayhead();
  if (a === null || a < view.from || a > view.to) return;
  context.fillStyle = colour("--playhead");
  context.fillRect((a - view.from) / (view.to - view.from) * width - 0.75, 0, 1.5, height);
};

// --- pictures ---

// A cache of small pictures by source time. `grab` gets the picture at a time. Pictures are a power of two seconds
// apart, so that other views can use the same pictures.
const strip = { pictures: new Map(), failures: new Map(), wanted: [], grab: null, width: 96, isBusy: false };

const slotLength = width => {
  const rough = (view.to - view.from) * strip.width / Math.max(1, width);
  // Pictures are cut off at their sides rather than repeated.
  return Math.max(frameLength(), 2 ** Math.floor(Math.log2(rough)));
};

const drawStrip = () => {
  const [context, width, height] = canvasOf("strip"), length = slotLength(width);
  const scale = width / (view.to - view.from), slot = length * scale;
  strip.wanted = [];
  for (let n = Math.floor(view.from / length); n * length < view.to; n++) {
    const middle = Math.min((n + 0.5) * length, Math.max(0, maps().end - frameLength())),
      source = Math.max(0, sourceOfAxis(middle));
    const name = source.toFixed(3), picture = strip.pictures.get(name);
    if (!picture) strip.wanted.push([Math.abs(middle - (axisOfPlayhead() ?? 0)), source, name]);
    const shown = picture ?? nearestPicture(source, length);
    if (shown) {
      // Fills its place, and is cut off at the sides or above and below.
      const aspect = strip.width / 54, high = Math.max(height, slot / aspect), wide = high * aspect;
      const x = (n * length - view.from) * scale;
      context.save();
      context.beginPath();
      context.rect(x, 0, slot - 1, height);
      context.clip();
      context.drawImage(shown, x + (slot - wide) / 2, (height - high) / 2, wide, high);
      context.restore();
    }
  }
  drawPlace(context, width, height);
  takePicture();
};

const nearestPicture = (source, within) => {
  let best = null, distance = within * 2;
  for (const [name, picture] of strip.pictures) {
    const d = Math.abs(Number(name) - source);
    if (d < distance) [best, distance] = [picture, d];
  }
  return best;
};

const takePicture = async () => {
  const { grab } = strip;
  if (strip.isBusy || !grab || !strip.wanted.length || dragging) return;
  strip.wanted.sort((a, b) => a[0] - b[0]);
  const [, source, name] = strip.wanted[0];
  strip.isBusy = true;
  const [shown, width, height] = await grab(source), picture = htmlElement("canvas", { height: 108 });
  if (grab !== strip.grab) return;
  // A busy server refuses pictures for a while.
  const failures = width ? 0 : (strip.failures.get(name) ?? 0) + 1;
  strip.failures.set(name, failures);
  if (failures % 6) { setTimeout(() => { strip.isBusy = false; askTracks(); }, 500); return; }
  if (width) strip.width = clamp(Math.round(54 * width / height), 16, 300);
  picture.width = strip.width * 2;
  if (width) picture.getContext("2d").drawImage(shown, 0, 0, picture.width, picture.height);
  if (strip.pictures.size > 600) strip.pictures.delete(strip.pictures.keys().next().value);
  strip.pictures.set(name, picture);
  strip.isBusy = false;
  askTracks();
};

const openStrip = grab => {
  Object.assign(strip, { grab, isBusy: false });
  strip.pictures.clear();
  strip.failures.clear();
  askTracks();
};
// Gets pictures from a hidden video element that seeks.
const grabberOf = url => {
  const reader = document.createElement("video");
  const isReady = new Promise(done => { reader.onloadeddata = done; });
  Object.assign(reader, { muted: true, preload: "auto", src: url });
  return async source => {
    await isReady;
    await new Promise(done => {
      reader.onseeked = done;
      reader.currentTime = source + film.clipStart + 1e-4;
    });
    return [reader, reader.videoWidth, reader.videoHeight];
  };
};

// --- overview ---

// The cached line of speeds. Without the cache, every move of the playhead would compute it.
let keptPath = {};
const overviewPath = (m, width, height) => {
  if (keptPath.m === m && keptPath.width === width) return keptPath.path;
  const path = new Path2D();
  for (let n = 0; n <= width; n += 2) {
    const y = height / 2 - clamp(Math.log10(speedAt(m, n / width * m.end)), -1, 1) * (height / 2 - 2);
    if (n) path.lineTo(n, y); else path.moveTo(n, y);
  }
  keptPath = { m, width, path };
  return path;
};

const drawOverview = () => {
  const [context, width, height] = canvasOf("overview"), m = maps(), x = a => a / m.end * width;
  context.fillStyle = colour("--wave");
  if (peaks.length) for (let n = 0; n < width; n += 2) {
    const tall = loudest(sourceOfAxis(n / width * m.end), sourceOfAxis((n
      + 2) / width * m.end)) / loudestOfAll * height;
    context.fillRect(n, (height - tall) / 2, 1, Math.max(1, tall));
  }
  context.fillStyle = colour("--cut");
  for (const c of state().cuts) context.fillRect(x(c.from), 0, x(c.to) - x(c.from), height);
  context.strokeStyle = colour("--curve");
  context.lineWidth = 1.5;
  context.stroke(overviewPath(m, width, height));
  const a = axisOfPlayhead();
  context.fillStyle = colour("--playhead");
  if (a !== null) context.fillRect(x(a) - 0.75, 0, 1.5, height);
  context.fillStyle = colour("--veil");
  context.fillRect(0, 0, x(view.from), height);
  context.fillRect(x(view.to), 0, width - x(view.to), height);
  context.strokeStyle = colour("--text");
  context.lineWidth = 1;
  context.strokeRect(x(view.from) + 0.5, 0.5, Math.max(3, x(view.to) - x(view.from) - 1), height - 1);
};

// Draws the canvases at most once per frame.
let tracksAsked = 0;
const askTracks = () => {
  tracksAsked ||= requestAnimationFrame(() => {
    tracksAsked = 0;
    drawWave();
    drawWords();
    drawStrip();
    drawOverview();
  });
};

// --- dragging on the canvases ---

const trackTime = (event, element) => {
  const box = element.getBoundingClientRect();
  return view.from + (event.clientX - box.left) / box.width * (view.to - view.from);
};

const seekTrack = id => {
  const element = find(id);
  element.onpointerdown = event => {
    if (event.button !== 0) return;
    event.preventDefault();
    const began = trackTime(event, element), wasPlaying = player.isPlaying;
    if (wasPlaying) player.pause();
    const move = e => {
      if (!event.shiftKey) return seekAxis(trackTime(e, element));
      const ends = [began, trackTime(e, element)].map(a => snappedTime(a, view.pixel)).sort((a, b) => a - b);
      range = ends[1] > ends[0] ? { from: ends[0], to: ends[1] } : null;
      select(null);
      drawAll();
    };
    move(event);
    follow(element, event, move, () => { if (wasPlaying) player.play(); if (event.shiftKey) showSelection(); });
  };
  element.addEventListener("wheel", plotWheel, { passive: false });
};

const overviewDrag = () => {
  const element = find("overview");
  element.onpointerdown = event => {
    event.preventDefault();
    const box = element.getBoundingClientRect(), { end } = maps();
    const time = e => (e.clientX - box.left) / box.width * end, pixel = end / box.width, grabbed = time(event);
    const [from, to] = [view.from, view.to], isFrom = Math.abs(grabbed - from) < 6 * pixel,
      isTo = Math.abs(grabbed - to) < 6 * pixel;
    if (!isFrom && !isTo && (grabbed < from || grabbed > to)) setView(grabbed - (to - from) / 2, grabbed
      + (to - from) / 2);
    const origin = view.from;
    follow(element, event, e => {
      if (isFrom) return setView(Math.min(time(e), to - shortestView()), to);
      if (isTo) return setView(from, Math.max(time(e), from + shortestView()));
      const moved = clamp(origin + time(e) - grabbed, 0, end - (to - from));
      setView(moved, moved + (to - from));
    });
  };
  element.addEventListener("wheel", plotWheel, { passive: false });
};
