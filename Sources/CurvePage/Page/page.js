// The film, the theme, the event handlers, and the start of the page.

const openFilm = url => {
  const { video } = player, fail = url === film.url ? () => openProxy() : tellUnplayable;
  find("unplayable").hidden = true;
  video.hidden = false;
  video.src = url;
  video.onloadeddata = () => {
    if (!video.videoWidth && film.codec) return fail();
    if (!player.isPlaying) player.seek(player.warped);
    if (video.videoWidth) openStrip(grabberOf(url));
    video.onloadeddata = null;
  };
  video.onerror = fail;
};
// The reason why the browser cannot play the film, and the advice to drop a playable copy on the page.
const whyUnplayable = () => {
  const words = ["ffmpeg", "-i", film.clip, "-vf", "scale=-2:540", "-c:v", "libx264", "-pix_fmt", "yuv420p",
    `${baseName()}-proxy.mp4`];
  const cause = film.codec ? `Its picture is ${film.codec}, or the file is not beside this page.`
    : "It may be missing, or have a codec that the browser lacks.";
  return `${cause} The curve and the command work all the same. To see the video, make a copy and drop it here: `
    + words.map(quoted).join(" ");
};
const tellUnplayable = () => {
  find("video").hidden = true;
  find("unplayable").hidden = false;
};
// Replaced in served.js, where the server can make a playable copy.
let openProxy = tellUnplayable;

const setTheme = name => {
  document.documentElement.dataset.theme = name;
  setText(find("theme"), name === "light" ? "Dark" : "Light");
  try { localStorage.setItem("warp-theme", name); } catch { /* A page from a file may have no storage. */ }
  if (layers.line) drawAll();
};

const connect = () => {
  const click = {
    undo, redo, freeze: freezeHere, reverse: () => changePart("Reverse", "turned", "turned"),
      cut: () => changePart("Cut", "cuts", "cut"),
    trim: trimHere, addkey: () => addKeyHere(playhead()), marker: markHere, markin: () => markEnd("from"),
      markout: () => markEnd("to"),
    play: togglePlay, back: () => stepFrames(-1), on: () => stepFrames(1), loop: toggleLoop,
      speedview: () => setMapView(false), mapview: () => setMapView(true),
    zoomin: () => zoom(0.5, axisOfPlayhead() ?? undefined), zoomout: () => zoom(2, axisOfPlayhead() ?? undefined),
      zoomall: () => setView(0, maps().end),
    follow: () => attempt("Pitch follows", () => ({ ...state(), keepsPitch: false })),
    keep: () => attempt("Keep pitch", () => ({ ...state(), keepsPitch: true })),
    copy: () => copyText(filmCommand(state()), "command"), copymap: () =>
      copyText(mapCommand(state()), "warp-map command"),
    helpbutton: () => find("help").showModal(), open: () => find("file").click(),
    theme: () => setTheme(document.documentElement.dataset.theme === "light" ? "dark" : "light"), ...savers,
  };
  for (const [id, act] of Object.entries(click)) find(id).onclick = act;
  find("file").onchange = event => { for (const file of event.target.files) openFile(file); event.target.value = "";
  };
  const fit = { text: s => s.fit === null ? "" : timeText(s.fit),
    set: (s, text) => ({ ...s, fit: text.trim() === "" ? null : timeOf(text) }) };
  find("fit").onchange = () => commitField(find("fit"), fit, "Fit");
  clockField("sourcetime", s => { const w = maps().map.warpedAt(s);
    if (w === null) tellWrong("this time is not in the result"); else player.seek(w); },
    () => maps().map.sourceAt(player.warped));
  clockField("resulttime", w => player.seek(w), () => player.warped);
  const svg = find("plot");
  svg.addEventListener("pointerdown", plotDown);
  svg.addEventListener("pointermove", e => { if (touches.has(e.pointerId)) touches.set(e.pointerId, e); });
  for (const name of ["pointerup", "pointercancel"]) svg.addEventListener(name, e => touches.delete(e.pointerId));
  svg.addEventListener("dblclick", plotDoubleClick);
  svg.addEventListener("wheel", plotWheel, { passive: false });
  svg.addEventListener("focusin", e => {
    const id = e.target.dataset?.handle;
    if (id && id !== selected && !dragging && !id.startsWith("landing-")) { select(id); drawAll(); }
  });
  addEventListener("keydown", keyDown);
  // A clicked button gives up the focus, so that Space plays instead of pressing the button again.
  addEventListener("click", e => { if (e.detail && e.target.closest("button")) svg.focus({ preventScroll: true }); });
  new ResizeObserver(() => { fitAxes(); drawAll(); }).observe(svg);
  addEventListener("dragover", e => e.preventDefault());
  addEventListener("drop", e => { e.preventDefault(); for (const file of e.dataTransfer.files) openFile(file); });
  find("video").onclick = togglePlay;
  seekTrack("wave");
  seekTrack("strip");
  connectWords();
  overviewDrag();
  for (const menu of document.querySelectorAll("details.menu")) menu.addEventListener("click", e => {
    if (e.target.tagName === "BUTTON") menu.open = false;
  });
  addEventListener("pointerdown", e => {
    for (const menu of document.querySelectorAll("details.menu")) if (!menu.contains(e.target)) menu.open = false;
  });
};

const player = new Player(find("video"), film.clipStart, () => showTime());
opened = { ...openedState(), keepsPitch: film.keepsPitch === true };
const edits = new Edits(opened);
const kept = stateOfAddress();
if (kept && JSON.stringify(kept) !== JSON.stringify(opened)) edits.add("Reopen", kept);
current = { state: edits.state, maps: mapsOf(edits.state) };
document.title = clipName();
setText(find("name"), clipName());
setText(find("why"), whyUnplayable());
let theme = "dark";
try { theme = localStorage.getItem("warp-theme") === "light" ? "light" : "dark"; } catch { /* No storage. */ }
setTheme(theme);
plotLayers();
drawHelp();
drawShelf();
connect();
fitAxes();
openFilm(film.url);
drawAll();
