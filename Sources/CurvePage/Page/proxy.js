// Only in a page of warp-film --edit: plays a film that the browser cannot play. Addresses are relative, because the
// page's own address contains the token.

// The proxy: fragmented MP4 that the server makes from a time on, while the page reads. `from` and `reached` are the
// start and the end of the current run, and `stop` ends it.
const proxy = { media: null, buffer: null, stop: null, from: 0, reached: 0, isRunning: false };
// In seconds: how far a run goes ahead of the playhead, when the next run starts, and how far before a seek it begins.
// A waiting run would keep one of the six connections that a browser has for all pages of a server.
const proxyAhead = { most: 60, least: 30, before: 2 };

const bufferedEnd = time => {
  const { buffered } = player.video;
  for (let n = 0; n < buffered.length; n++)
    if (buffered.start(n) - 0.1 <= time && time < buffered.end(n)) return buffered.end(n);
  return null;
};
const settled = buffer => new Promise(done => {
  if (buffer.updating) buffer.addEventListener("updateend", done, { once: true }); else done();
});
const append = async bytes => {
  const { buffer } = proxy, { video } = player;
  await settled(buffer);
  try { buffer.appendBuffer(bytes); } catch (error) {
    if (error.name !== "QuotaExceededError") throw error;
    // The buffer is full, so what is behind and far ahead is removed.
    if (video.currentTime > 10) buffer.remove(0, video.currentTime - 5);
    await settled(buffer);
    buffer.remove(proxy.reached + 1, Infinity);
    await settled(buffer);
    buffer.appendBuffer(bytes);
  }
  await settled(buffer);
};

const fill = async from => {
  proxy.stop?.abort();
  const { buffer, media } = proxy, { video } = player, stop = new AbortController();
  Object.assign(proxy, { stop, from, reached: from, isRunning: true });
  try {
    const reply = await fetch(`proxy?from=${number(from)}`, { signal: stop.signal });
    const reader = reply.body.getReader();
    await settled(buffer);
    if (stop.signal.aborted) return;
    // Discards the unfinished fragment of the previous run.
    if (media.readyState === "open") buffer.abort();
    buffer.timestampOffset = from;
    while (!stop.signal.aborted) {
      const { done, value } = await reader.read();
      if (done) break;
      await append(value);
      proxy.reached = bufferedEnd(from + 0.05) ?? proxy.reached;
      if (stop === proxy.stop && proxy.reached > video.currentTime + proxyAhead.most) {
        proxy.isRunning = false;
        return stop.abort();
      }
    }
    if (stop.signal.aborted) return;
    proxy.isRunning = false;
    if (proxy.reached === from && from === 0) { tell(""); return tellUnplayable(); }
    // Seeking to the very end works only after the end of the stream.
    if (proxy.reached > film.duration - 1 && media.readyState === "open") media.endOfStream();
  } catch (error) { if (!stop.signal.aborted) throw error; }
};

// Starts or continues a run if the playhead will soon need more of the film.
const fillAhead = () => {
  const time = player.video.currentTime, end = bufferedEnd(time);
  if (end === null) {
    const comes = proxy.from - 0.1 <= time && time < proxy.reached + 3;
    const isOver = !proxy.isRunning && proxy.from <= time && proxy.reached > film.duration - 1;
    if (!(proxy.isRunning && comes) && !isOver) fill(Math.max(0, time - proxyAhead.before));
  } else if (end < time + proxyAhead.least && end < film.duration - 0.5) {
    if (!proxy.isRunning || Math.abs(proxy.reached - end) > 0.5) fill(end);
  }
};

openProxy = () => {
  if (!window.MediaSource) return tellUnplayable();
  const { video } = player, media = new MediaSource();
  const codecs = [...film.hasPicture ? ["avc1.64001f"] : [], ...film.hasSound ? ["mp4a.40.2"] : []].join(", ");
  proxy.media = media;
  player.clipStart = 0;
  video.onerror = tellUnplayable;
  video.onloadeddata = null;
  video.onloadedmetadata = () => { if (!player.isPlaying) player.seek(player.warped); };
  media.onsourceopen = () => {
    if (proxy.buffer) return;
    media.duration = film.duration;
    proxy.buffer = media.addSourceBuffer(`${film.hasPicture ? "video" : "audio"}/mp4; codecs="${codecs}"`);
    for (const name of ["seeking", "timeupdate", "waiting"]) video.addEventListener(name, fillAhead);
    fill(0);
  };
  video.src = URL.createObjectURL(media);
  if (film.hasPicture) openStrip(source => new Promise(done => {
    const image = new Image();
    image.onload = () => done([image, image.naturalWidth, image.naturalHeight]);
    image.onerror = () => done([image, 0, 0]);
    image.src = `still?at=${number(source)}`;
  }));
  tell(`This browser cannot play ${film.codec || "this file"}; warp-film shows it a small copy, made as it plays.`);
};
