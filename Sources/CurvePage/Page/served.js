// The additions for warp-film --edit: events from the server, the proxy, and the result. Addresses are relative,
// because the page's own address contains the token.

// --- the proxy ---

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

// --- the result ---

const directory = film.output.slice(0, film.output.lastIndexOf("/") + 1);
const resultField = htmlElement("input", { id: "resultname", size: 20, value: film.output.slice(directory.length),
  autocomplete: "off", spellcheck: false, title: "The result, beside the video. Its ending chooses the format." });
resultField.setAttribute("aria-label", "name of the result");
const renderButton = htmlElement("button", { id: "render" }, "Render");
const replaceButton = htmlElement("button", { id: "replace", hidden: true }, "Overwrite");
const cancelButton = htmlElement("button", { id: "cancel", hidden: true }, "Cancel");
const playButton = htmlElement("button", { id: "playresult", hidden: true }, "Play result");
const bar = htmlElement("progress", { id: "progress", hidden: true, max: 1, value: 0 });
bar.setAttribute("aria-label", "rendered");
const timeLeft = htmlElement("span", {});
find("actions").append(resultField, bar, timeLeft, renderButton, replaceButton, cancelButton, playButton);

const resultDialog = htmlElement("dialog", { id: "resultdialog" });
resultDialog.setAttribute("aria-label", "Result");
const resultVideo = htmlElement("video", { controls: true });
const resultImage = htmlElement("img", { alt: "the result", hidden: true });
const resultNote = htmlElement("p", {});
resultNote.setAttribute("role", "status");
const resultForm = htmlElement("form", { method: "dialog" }, htmlElement("h2", {}, "Result"),
  htmlElement("button", {}, "Close"));
resultDialog.append(resultForm, resultVideo, resultImage, resultNote);
resultDialog.onclose = () => { resultVideo.removeAttribute("src"); resultVideo.load(); };
document.body.append(resultDialog);

// The name of the result that can be played, and whether this page has received an event about a rendering.
let resultFile = "", resultType = "", hasHeard = false, renderState = "idle";
const isRendering = () => renderState === "running";
const showActions = () => {
  bar.hidden = timeLeft.hidden = cancelButton.hidden = !isRendering();
  renderButton.hidden = isRendering() || !replaceButton.hidden;
  resultField.disabled = isRendering();
  playButton.hidden = isRendering() || !resultFile;
};
resultField.oninput = () => {
  const name = resultField.value.trim();
  film.output = (directory || (name.startsWith("-") ? "./" : "")) + name;
  replaceButton.hidden = true;
  showActions();
  setText(find("command"), filmCommand(state()));
};

const render = async replaces => {
  replaceButton.hidden = renderButton.disabled = true;
  tellWrong("");
  const words = [replaces ? "replace" : "new", resultField.value.trim(), ...renderWords(state())];
  try {
    const reply = await fetch("render", { method: "POST", body: words.join("\0") }), text = await reply.text();
    if (!reply.ok) tellWrong(text.trim());
    replaceButton.hidden = reply.status !== 409 || isRendering();
    // The button appears under the pointer, where a double click on Render would press it.
    replaceButton.disabled = true;
    setTimeout(() => { replaceButton.disabled = false; }, 700);
  } catch { tellWrong("warp-film does not answer"); }
  renderButton.disabled = false;
  showActions();
};
renderButton.onclick = () => render(false);
replaceButton.onclick = () => render(true);
cancelButton.onclick = () => fetch("cancel", { method: "POST" });
playButton.onclick = () => {
  player.pause();
  resultNote.textContent = "";
  const address = `result?${Date.now()}`, isImage = resultType.startsWith("image/");
  [resultVideo.hidden, resultImage.hidden] = [isImage, !isImage];
  resultDialog.showModal();
  if (isImage) { resultImage.src = address; return; }
  resultVideo.src = address;
  resultVideo.onerror = () => { if (resultVideo.src) resultNote.textContent =
    `This browser cannot play ${resultFile}. Open the file in a player.`; };
  resultVideo.play().catch(() => {});
};
addEventListener("beforeunload", event => { if (isRendering()) event.preventDefault(); });

const showRender = news => {
  const isNew = news.state !== renderState && (hasHeard || news.state === "done" || news.state === "running");
  [renderState, resultFile, resultType] = [news.state, news.result, news.type];
  if (!hasHeard && news.state !== "failed") { resultField.value = news.name; resultField.oninput(); }
  hasHeard = true;
  if (isRendering()) {
    if (news.total > 0) bar.value = news.out / news.total; else bar.removeAttribute("value");
    setText(timeLeft, news.left !== null ? `${clock(news.left, 0)} left` : "looking at the video");
    tell(`rendering ${news.name}`);
  } else if (isNew) {
    const said = news.lines.join(" · ");
    if (news.state === "done") tell(`${news.name} is ready. ${said}`);
    if (news.state === "cancelled") tell(`${news.name} was cancelled; no file is written.`);
    if (news.state === "failed") { tell(""); tellWrong(said || `${news.name} could not be made`); }
  }
  showActions();
};

// --- events from the server ---

const news = new EventSource("events");
const lost = "warp-film does not answer. If it has ended, save the curve, start warp-film again and open the curve.";
news.onopen = () => { if (find("error").textContent === lost) tellWrong(""); };
news.onerror = () => {
  tellWrong(lost);
  renderState = "idle";
  showActions();
};
news.addEventListener("sound", event => {
  const { wave, onsets, until } = JSON.parse(event.data);
  takeSound(wave, onsets, until);
  askTracks();
});
news.addEventListener("render", event => showRender(JSON.parse(event.data)));
showActions();
