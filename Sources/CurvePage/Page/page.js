// The film, the theme, the event handlers, and the start of the page.

// Shows a copy of the film that the user opens. Another film has another length: its page is made by warp-film.
const openCopy = file => {
  const url = URL.createObjectURL(file), probe = document.createElement("video");
  probe.preload = "metadata";
  probe.onerror = () => tellWrong(`this browser cannot play ${file.name}`);
  probe.onloadedmetadata = () => {
    if (Math.abs(probe.duration - film.duration) < 0.2) {
      openFilm(url);
      return tell(`shows ${file.name} as the picture of ${clipName()}`);
    }
    tellWrong(`${file.name} lasts ${clock(probe.duration, 1)} and ${clipName()} ${clock(film.duration, 1)}, so it is `
      + `another video. ${anotherFilm(file.name)}`);
  };
  probe.src = url;
};
// Replaced in folder.js, where the server can open another film.
let anotherFilm = name => `Make its own page: warp-film --edit ${quoted(name)}`;
let openVideo = openCopy;

const openFilm = url => {
  const { video } = player, fail = url === film.url ? () => openProxy() : tellUnplayable;
  find("unplayable").hidden = true;
  video.hidden = false;
  video.src = url;
  video.onloadeddata = () => {
    if (!video.videoWidth && film.codec) return fail();
    if (!player.isPlaying) player.seek(player.warped);
    if (video.videoWidth) openStrip(grabberOf(url)); else if (!film.codec) find("stage").classList.add("sound");
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
// Replaced in proxy.js, where the server can make a playable copy.
let openProxy = tellUnplayable;

const setTheme = name => {
  document.documentElement.dataset.theme = name;
  setText(find("theme"), name === "light" ? "Dark" : "Light");
  if (layers.line) drawAll();
};
const chooseTheme = name => {
  setTheme(name);
  try { localStorage.setItem("warp-theme", name); } catch { /* A page from a file may have no storage. */ }
};
// The theme that the user has chosen, else that of the system.
const systemTheme = matchMedia("(prefers-color-scheme: light)");
const keptTheme = () => { try { return localStorage.getItem("warp-theme"); } catch { return null; } };
const showTheme = () => setTheme(["light", "dark"].find(name => name === keptTheme())
  ?? (systemTheme.matches ? "light" : "dark"));

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
    theme: () => chooseTheme(document.documentElement.dataset.theme === "light" ? "dark" : "light"), ...savers,
    keepshape: askForShape,
  };
  for (const [id, act] of Object.entries(click)) find(id).onclick = act;
  find("file").onchange = event => { for (const file of event.target.files) openFile(file); event.target.value = "";
  };
  find("fit").onchange = () => commitField(find("fit"), fitField, "Fit");
  find("shapelength").onchange = shapeLength;
  clockField("sourcetime", seekSource, () => maps().map.sourceAt(player.warped));
  clockField("frame", seekSource, () => maps().map.sourceAt(player.warped), timeOfFrame);
  clockField("resulttime", w => player.seek(w), () => player.warped);
  const svg = find("plot");
  svg.addEventListener("pointerdown", plotDown);
  svg.addEventListener("pointermove", e => { if (touches.has(e.pointerId)) touches.set(e.pointerId, e); });
  for (const name of ["pointerup", "pointercancel"]) svg.addEventListener(name, e => touches.delete(e.pointerId));
  svg.addEventListener("dblclick", plotDoubleClick);
  svg.addEventListener("wheel", plotWheel, { passive: false });
  // Tab selects the handle that it reaches.
  svg.addEventListener("focusin", e => {
    const id = e.target.dataset?.handle;
    if (id && !selected && !dragging && e.target.matches(":focus-visible") && !id.startsWith("landing-")) {
      select(id);
      drawAll();
    }
  });
  addEventListener("keydown", keyDown);
  for (const name of ["pointerdown", "keydown"]) addEventListener(name, e => { pressed = e.target; }, true);
  for (const name of ["copy", "cut"]) addEventListener(name, copyKeys);
  addEventListener("paste", pasteKeys);
  find("messages").onclick = () => { tellWrong(""); tell(""); };
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
  find("stepsmenu").ontoggle = () => find("steps").querySelector(":disabled")?.scrollIntoView({ block: "nearest" });
  systemTheme.onchange = showTheme;
  addEventListener("pointerdown", e => {
    for (const menu of document.querySelectorAll("details.menu")) if (!menu.contains(e.target)) menu.open = false;
  });
};

const player = new Player(find("video"), film.clipStart, () => showTime());
opened = { ...openedState(), keepsPitch: film.keepsPitch === true, choices: film.choices ?? {} };
const edits = new Edits(opened);
const kept = stateOfAddress() ?? stateOfDraft();
if (kept && JSON.stringify(kept) !== JSON.stringify(opened)) edits.add("Reopen", kept);
current = { state: edits.state, maps: mapsOf(edits.state) };
document.title = clipName();
setText(find("name"), clipName());
setText(find("why"), whyUnplayable());
showTheme();
find("framelabel").hidden = !film.fps;
plotLayers();
drawHelp();
drawShelf();
drawChoices();
connect();
fitAxes();
openFilm(film.url);
drawAll();
