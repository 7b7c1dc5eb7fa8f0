// Text ⇄ values: numbers, times, and values of options of warp-map and warp-film.

const curveNames = [
  "constant", "double-smoothstep", "smoothstep", "smoothstep-flipped", "triangle", "ramp", "ramp-flipped", "cosine",
  "cosine-flipped", "sine", "sine-flipped", "tapered-cosine", "tapered-cosine-flipped", "tapered-sine",
  "tapered-sine-flipped", "power", "power-flipped",
];
const easings = ["linear", "hold", "smooth", "ease-in", "ease-out", "ease-in-out"];
const flippedName = name =>
  name.endsWith("-flipped") ? name.slice(0, -8) : curveNames.includes(name + "-flipped") ? name + "-flipped" : name;

// The shortest text that reads back as the same number, without the plus sign, as warp-map prints numbers.
const number = value => String(value === 0 ? 0 : value).replace("e+", "e");
const seconds = value => number(value) + "s";
const rangeText = c => `${seconds(c.from)}..${seconds(c.to)}`;
const rounded = (value, digits = 9) => Number(value.toFixed(digits));
const shortNumber = value => number(Number(value.toPrecision(4)));
// Rounds down a length, so that a printed time does not exceed the end of the map.
const floored = value => Math.floor(value * 1e9) / 1e9;

// Prints a time for people: 12.4 s is 0:12.400.
const clock = (time, digits = 3) => {
  const unit = 10 ** digits, ticks = Math.round(Math.max(0, time) * unit), s = Math.floor(ticks / unit);
  const two = n => String(Math.floor(n)).padStart(2, "0");
  const hours = s >= 3600 ? Math.floor(s / 3600) + ":" + two(s / 60 % 60) : String(Math.floor(s / 60));
  return `${hours}:${two(s % 60)}` + (digits ? "." + String(ticks % unit).padStart(digits, "0") : "");
};

// Prints the timecode of a frame, counted from that of the film, such as 01:00:00:00. Without a frame rate, nothing.
const timecodeOf = frame => {
  if (!film.fps || film.fps > 1000) return "";
  const count = Math.ceil(film.fps - 1e-9), start = film.timecode || "00:00:00:00", isDrop = start.includes(";");
  const skipped = isDrop ? count / 15 : 0;
  let label = Math.round(parseTimecode(start, film) * film.fps) + frame;
  if (isDrop) {
    const tens = Math.floor(label / (600 * count - 9 * skipped)), rest = label - tens * (600 * count - 9 * skipped);
    const minutes = rest < 60 * count ? 0 : 1 + Math.floor((rest - 60 * count) / (60 * count - skipped));
    label += skipped * (9 * tens + minutes);
  }
  const two = n => String(Math.floor(n)).padStart(2, "0"), seconds = Math.floor(label / count);
  return `${two(seconds / 3600 % 24)}:${two(seconds / 60 % 60)}:${two(seconds % 60)}${isDrop ? ";" : ":"}`
    + String(label % count).padStart(String(count - 1).length, "0").padStart(2, "0");
};

const plainNumber = text => /^(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/.test(text) ? Number(text) : null;

// Parses 00:00:09:15. A semicolon before the frames means drop-frame, which skips frame numbers at the start of each
// minute except every tenth.
const parseTimecode = (text, film) => {
  const found = /^(\d{1,6}):(\d\d):(\d\d)([:;])(\d{2,4})$/.exec(text);
  if (!found || !film.fps) return null;
  const [hours, minutes, secs, frames] = [1, 2, 3, 5].map(n => Number(found[n])), count = Math.ceil(film.fps - 1e-9);
  if (minutes > 59 || secs > 59 || frames >= count) return null;
  const allMinutes = hours * 60 + minutes, isDrop = found[4] === ";", skipped = count / 15;
  if (isDrop && (count % 30 || secs === 0 && frames < skipped && minutes % 10)) return null;
  const labels = (allMinutes * 60 + secs) * count + frames;
  return (labels - (isDrop ? skipped * (allMinutes - Math.floor(allMinutes / 10)) : 0)) / film.fps;
};

// A timecode of the film itself, or one that counts from its first frame, as warp-film reads timecodes.
const sourceTimecode = (text, film) => {
  const time = parseTimecode(text, film);
  if (time === null || !film.timecode) return time;
  const own = time - parseTimecode(film.timecode, film), inside = own < 0 ? own + 86400 : own;
  return inside < film.duration + 1e-9 ? rounded(inside) : time;
};

// Parses a typed time: 12.5, 1500ms, 1:30, 25%, 120f or 00:00:09:15. Returns null for other text.
const parseTime = (text, film) => {
  text = text.trim();
  const part = (t, whole) => plainNumber(t) === null ? null : plainNumber(t) / whole;
  if (text.endsWith("%")) {
    const percent = plainNumber(text.slice(0, -1));
    if (percent === null) return null;
    // Because of rounding, 100 % could be slightly more than the clip.
    const instant = film.duration * percent / 100;
    return percent > 100 ? instant : Math.min(instant, film.duration);
  }
  if (text.endsWith("f")) return film.fps && /^\d+f$/.test(text) ? Number(text.slice(0, -1)) / film.fps : null;
  if (text.endsWith("ms")) return part(text.slice(0, -2), 1000);
  if (text.endsWith("s")) return plainNumber(text.slice(0, -1));
  const fields = text.split(/[:;]/);
  if (fields.length === 4) return sourceTimecode(text, film);
  if (fields.length > 3 || text.includes(";") || fields.some(f => plainNumber(f) === null)) return null;
  if (fields.slice(1).some(f => Number(f) >= 60) || fields.slice(0, -1).some(f => !/^\d+$/.test(f))) return null;
  return fields.reduce((sum, field) => 60 * sum + Number(field), 0);
};

const parseSpeed = text => {
  const isPercent = text.trim().endsWith("%"), value = plainNumber(text.trim().replace(/[x×%]$/, "").trim());
  const speed = value === null ? null : isPercent ? value / 100 : value;
  return speed !== null && speed >= 1e-6 && speed <= 1e6 ? speed : null;
};

// What people type besides the syntax of the options: a decimal comma, and spaces before a unit.
const asTyped = text => text.trim().replace(/(\d),(\d)/g, "$1.$2").replace(/(\d)\s+(?=[a-z%×])/gi, "$1");

// Quotes a word for a shell.
const quoted = word => /^[A-Za-z0-9_@%+=:,./-]+$/.test(word) ? word : "'" + word.replaceAll("'", "'\\''") + "'";

// Splits a shell command into words; null if a quotation mark is open.
const splitWords = text => {
  const words = [];
  let word = null, quote = "";
  for (let n = 0; n < text.length; n++) {
    const c = text[n];
    if (quote === "'") { if (c === "'") quote = ""; else word += c; continue; }
    if (c === "\\") {
      if (++n === text.length) return null;
      word = (word ?? "") + (quote && !'"\\$`'.includes(text[n]) ? "\\" : "") + text[n];
    } else if (quote) { if (c === '"') quote = ""; else word += c; }
    else if (c === "'" || c === '"') { quote = c; word ??= ""; }
    else if (/\s/.test(c)) { if (word !== null) words.push(word); word = null; }
    else word = (word ?? "") + c;
  }
  if (quote) return null;
  return word === null ? words : [...words, word];
};

// --- the values of options ---

const keySpec = key => `${seconds(key.at)}=${number(key.speed)}x${key.easing === "linear" ? "" : " " + key.easing}`;
// A single keyframe means one constant speed.
const speedSpec = keys => keys.length === 1 ? `${number(keys[0].speed)}x` : keys.map(keySpec).join(", ");
const curveSpec = (c, duration) => {
  const settings = [c.factor === 1.5 ? "" : `factor=${number(c.factor)}`,
    c.modifier === 0.5 ? "" : `modifier=${number(c.modifier)}`].filter(Boolean).join(",");
  return c.name + (settings && ":" + settings) + (c.from === 0 && c.to === duration ? "" : "@" + rangeText(c));
};
const playSpec = p => `${p.from === 0 && p.to > 0 ? "" : seconds(p.from)}..${p.to === null ? "" : seconds(p.to)}`
  + (p.speed === 1 ? "" : `@${number(p.speed)}x`);

const wrong = (text, option) => { throw `'${text}' is not a value of ${option} that this page can read`; };
const readTime = (text, film, option) => parseTime(text, film) ?? wrong(text, option);
const readPair = (text, film, option) => {
  const sides = text.split("=");
  if (sides.length !== 2) wrong(text, option);
  return sides.map(side => readTime(side, film, option));
};
const isEasing = text => {
  if (easings.includes(text)) return true;
  const numbers = /^bezier\(([^()]*)\)$/.exec(text)?.[1].split(",")
    .map(t => /^\s*-?(\d+\.?\d*|\.\d+)\s*$/.test(t) ? Number(t) : NaN);
  return numbers?.length === 4 && numbers.every(x => Math.abs(x) <= 100)
    && [numbers[0], numbers[2]].every(x => x >= 0 && x <= 1);
};

const readKeys = (text, film) => {
  const parts = text.split(/,(?![^(]*\))/).map(t => t.trim());
  if (parts.length === 1 && !text.includes("=")) {
    return [{ at: 0, speed: parseSpeed(text) ?? wrong(text, "--speed"), easing: "linear" }];
  }
  return parts.map(part => {
    const [, at, speed, easing] = /^([^=]+)=\s*(\S+)\s*(.*)$/.exec(part) ?? wrong(part, "--speed");
    if (easing && !isEasing(easing)) wrong(part, "--speed");
    const key = { at: readTime(at, film, "--speed"), speed: parseSpeed(speed) ?? wrong(part, "--speed") };
    return { ...key, easing: (easing || "linear").replace(/\s/g, "") };
  });
};

const readCurve = (text, film) => {
  const [head, range] = text.split(/@(.*)/s), [name, settings] = head.split(/:(.*)/s);
  const curve = { name, factor: 1.5, modifier: 0.5, from: 0, to: film.duration };
  if (!curveNames.includes(name)) wrong(text, "--curve");
  for (const setting of settings ? settings.split(",") : []) {
    const [, key, value] = /^(factor|modifier)=(.+)$/.exec(setting) ?? wrong(text, "--curve");
    curve[key] = plainNumber(value) ?? wrong(text, "--curve");
  }
  if (range === undefined) return curve;
  const ends = range.split("..");
  if (ends.length !== 2) wrong(text, "--curve");
  // A number without a unit is a fraction of the clip.
  const instant = t => plainNumber(t) === null ? readTime(t, film, "--curve")
    : plainNumber(t) <= 1 ? plainNumber(t) * film.duration : wrong(text, "--curve");
  if (ends[0]) curve.from = instant(ends[0]);
  if (ends[1]) curve.to = instant(ends[1]);
  return curve;
};

const readPlay = (text, film) => {
  const [range, speed] = text.split(/@(.*)/s), ends = range.split("..");
  if (ends.length !== 2) wrong(text, "--play");
  return {
    from: ends[0] ? readTime(ends[0], film, "--play") : 0, to: ends[1] ? readTime(ends[1], film, "--play") : null,
    speed: speed === undefined ? 1 : parseSpeed(speed) ?? wrong(text, "--play"),
  };
};
