// Saving and opening: the page's address, .warp files, tables and drawings.

// The first line of a .warp file. Comments with markers follow, then one typed option per line.
const warpFileHead = "# warp curve 1";
const warpText = s => {
  const words = [...optionWords(s, true), ...resultOptions(s)], lines = [];
  for (const word of words) {
    const isOption = word.startsWith("--") && lines[lines.length - 1] !== "--then";
    if (isOption) lines.push(word); else lines[lines.length - 1] += " " + quoted(word);
  }
  const markers = s.markers.length ? [`# markers ${s.markers.map(number).join(" ")}`] : [];
  const name = clipName().replace(/\s/g, " ");
  return [warpFileHead, `# made for ${name}, ${number(film.duration)} s`, ...markers, ...lines, ""].join("\n");
};

const readWarpText = text => {
  if (text.length > 1e6) throw "the file is too large for a curve";
  const lines = text.split(/\r?\n/);
  if (lines[0].trim() !== warpFileHead) throw `the file does not begin with '${warpFileHead}'`;
  const words = splitWords(lines.filter(l => !l.trim().startsWith("#")).join("\n"));
  if (!words) throw "the file has an open quotation mark";
  const markers = lines.find(l => l.startsWith("# markers "))?.slice(10).trim().split(/\s+/).map(plainNumber) ?? [];
  const inside = markers.filter(m => m !== null && m <= film.duration).slice(0, 1000).sort((a, b) => a - b);
  return { ...readState(words), markers: [...new Set(inside)] };
};

const openWarpFile = async file => {
  try {
    const next = readWarpText(await file.slice(0, 1e6 + 1).text());
    select(null);
    range = null;
    tryState(next);
    commit(`Open ${file.name}`);
    tell(`opened ${file.name}`);
  } catch (error) {
    if (typeof error !== "string") throw error;
    tellWrong(`${file.name} cannot be opened: ${error}`);
  }
};

const openFile = file => /\.warp$/i.test(file.name) ? openWarpFile(file)
  : file.type.startsWith("video/") || /\.(mp4|mov|mkv|webm|m4v|avi|mts|ts)$/i.test(file.name)
    ? openVideo(file)
  : tellWrong(`${file.name} is not a .warp file or a video`);

const saveFile = (name, type, text) => {
  const link = htmlElement("a", { href: URL.createObjectURL(new Blob([text], { type })), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
  tell(`saved ${name}`);
};

const baseName = () => clipName().replace(/\.[^.]*$/, "") || "curve";
const drawingText = () => {
  const svg = find("plot").cloneNode(true);
  svg.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  for (const gone of svg.querySelectorAll(".playhead, .handles, .keys, .landings, .ghost")) gone.remove();
  const style = "line{stroke:#d6dae0}.curve{fill:none;stroke:#0b62c4;stroke-width:2}"
    + "text{font:11px sans-serif;fill:#4d5560}"
    + ".end{text-anchor:end}rect{fill:#0000}.cut{fill:#0003}.bar{fill:#d3e5fb}";
  svg.prepend(svgElement("style", {}, style));
  return new XMLSerializer().serializeToString(svg);
};
const savers = {
  savewarp: () => saveFile(`${baseName()}.warp`, "text/plain", warpText(state())),
  savetable: () => saveFile("map.tsv", "text/tab-separated-values", tableText(maps().map)),
  savesvg: () => saveFile("curve.svg", "image/svg+xml", drawingText()),
};

// --- the address ---

// The draft that the server keeps, if it began with the same typed curve.
const draftText = s => `# began as ${film.words.map(quoted).join(" ").replace(/\s/g, " ")}\n${warpText(s)}`;
const stateOfDraft = () => {
  const [head, ...lines] = (film.draft ?? "").split("\n");
  if (head !== draftText(opened).split("\n")[0]) return null;
  try { return readWarpText(lines.join("\n")); } catch { return null; }
};

const addressOf = s => "#" + encodeURIComponent(warpText(s));
const stateOfAddress = () => {
  if (location.hash.length < 2) return null;
  try { return readWarpText(decodeURIComponent(location.hash.slice(1))); } catch { return null; }
};
