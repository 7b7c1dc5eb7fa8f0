// Only in a page of warp-film --edit: plays the frames that warp-film will make, two seconds around the playhead, in
// place of the video.

const madeSeconds = 2;
const madeButton = htmlElement("button", { id: "made",
  title: "Make two seconds around the playhead as they will be rendered, and play them (P)" }, "Preview");
renderButton.before(madeButton);
const madeVideo = htmlElement("video", { id: "madevideo", hidden: true, loop: true, muted: true, playsInline: true });
madeVideo.setAttribute("aria-label", "preview of the result");
const madeNote = htmlElement("p", { id: "madenote", hidden: true });
madeNote.setAttribute("role", "status");
find("film").append(madeVideo, madeNote);

// The preview that is being made or shown.
let made = null;
const closePreview = () => {
  if (!made) return;
  made.abort();
  made = null;
  URL.revokeObjectURL(madeVideo.src);
  madeVideo.removeAttribute("src");
  madeVideo.hidden = madeNote.hidden = true;
  setText(madeButton, "Preview");
};

// The part of the result. The server takes the whole frames in it.
const madePart = () => {
  const { length } = maps().map, from = clamp(player.warped - madeSeconds / 2, 0, Math.max(0, length - madeSeconds));
  return [from, Math.min(length, from + madeSeconds)];
};

const openPreview = async () => {
  player.pause();
  const stop = new AbortController(), [from, to] = madePart();
  const title = `${clock(from, 1)} to ${clock(to, 1)} of the result`;
  closePreview();
  made = stop;
  setText(madeButton, "Stop");
  madeNote.hidden = false;
  setText(madeNote, `making ${title} …`);
  try {
    const reply = await fetch("preview", { method: "POST", signal: stop.signal,
      body: [number(from), number(to), ...renderWords(state())].join("\0") });
    if (!reply.ok) throw withAdvice(await reply.text());
    const film = await reply.blob();
    if (made !== stop) return;
    if (!film.size) throw "the preview could not be made";
    madeVideo.src = URL.createObjectURL(film);
    madeVideo.hidden = false;
    madeVideo.muted = false;
    setText(madeNote, `${title}, as it will be rendered. The next edit ends it.`);
    madeVideo.play().catch(() => { madeVideo.muted = true; madeVideo.play().catch(() => {}); });
  } catch (error) {
    if (stop.signal.aborted) return;
    closePreview();
    tellWrong(typeof error === "string" ? error : "warp-film does not answer");
  }
};
const togglePreview = () => made ? closePreview() : openPreview();
madeButton.onclick = togglePreview;
madeVideo.onclick = closePreview;
keys.push([["P"], "preview the frames that will be made", togglePreview]);
drawHelp();

// Each edit, each seek and each start of the player ends the preview.
const changeOnly = change;
change = next => { closePreview(); changeOnly(next); };
const seekOnly = player.seek.bind(player);
player.seek = warped => { closePreview(); seekOnly(warped); };
