// The choices about the result that the page offers. Each is an option of warp-film, and part of the state.

const rateNames = ["ntsc", "pal", "film"];
const readRate = text => {
  const [, whole, part] = /^(\d+(?:\.\d+)?)(?:\/(\d+))?$/.exec(text) ?? [];
  const isRate = rateNames.includes(text) || whole > 0 && (part === undefined || part > 0);
  if (!isRate) throw `'${text}' is not a frame rate; write 60, 29.97 or 30000/1001`;
  return text;
};
const readWidth = text => {
  if (!/^\d{1,5}$/.test(text) || Number(text) < 2) throw `'${text}' is not a width; write the pixels, such as 1280`;
  return text;
};
const readLevel = text => {
  if (!/^[+-]?\d{1,3}(\.\d+)?$/.test(text)) throw `'${text}' is not a level; write decibels, such as -12`;
  return text;
};
// A name without a folder: addresses and .warp files may come from strangers.
const readMusic = text => {
  if (text.includes("/") || text === "..") throw "the music must be a file beside the video";
  return text;
};
const readOneOf = names => text => names.includes(text) ? text : (() => { throw `'${text}' is not a choice`; })();

// `list` has the values with their names on the page. Without a list, the field takes text. An empty text leaves the
// option out.
const choiceTable = [
  { option: "--mix", label: "frames", title: "How frames are made where the video plays slower than it was taken",
    list: [["", "of the video"], ["blend", "blended"], ["motion", "interpolated"]], },
  { option: "--fps", label: "rate", title: "Frames per second of the result", size: 5, hint: () => film.rate || "rate",
    read: readRate },
  { option: "--width", label: "width", title: "Width of the result in pixels", size: 5, hint: () => "as it is",
    read: readWidth },
  { option: "--codec", label: "codec", title: "Codec of the picture",
    list: [["", "usual"], ...["h264", "hevc", "av1", "vp9", "prores", "dnxhr", "ffv1"].map(name => [name, name])] },
  { option: "--music", label: "music", title: "A sound file beside the video, played at its own speed", size: 8,
    hint: () => "none", read: readMusic },
  { option: "--music-level", label: "level", title: "Level of the music in decibels", size: 4, hint: () => "0 dB",
    read: readLevel, needsMusic: true },
  { option: "--music-start", label: "from", title: "Where the music begins", size: 5, hint: () => "0:00",
    read: text => parseTime(text, film) === null ? readOneOf([])(text) : text, needsMusic: true },
];

const readChoice = (option, text) => {
  const { list, read } = choiceTable.find(c => c.option === option);
  // The command line may have chosen what the page does not offer.
  if (film.choices?.[option] === text) return text;
  return (read ?? readOneOf(list.map(([value]) => value)))(text);
};

// Options in the order of the table. Options about the music need music.
const withChoice = (s, option, text) => {
  const given = { ...s.choices, [option]: text && readChoice(option, text) }, hasMusic = given["--music"];
  const kept = choiceTable.filter(c => given[c.option] && (hasMusic || !c.needsMusic));
  return { ...s, choices: Object.fromEntries(kept.map(c => [c.option, given[c.option]])) };
};

const fieldOfChoice = ({ option, label, list, size, hint, title }) => ({
  label, title, size, hint: hint?.(), text: s => s.choices[option] ?? "",
  options: list && [...list, ...[film.choices?.[option]].filter(v => v && !list.some(([name]) => name === v))
    .map(v => [v, v])],
  set: (s, typed) => withChoice(s, option, typed.trim()),
});
const fitField = {
  get input() { return find("fit"); }, text: s => s.fit === null ? "" : timeText(s.fit),
  set: (s, text) => ({ ...s, fit: text.trim() === "" ? null : timeOf(text) }),
};
const choiceFields = choiceTable.map(choice => ({ choice, field: fieldOfChoice(choice) }));

const drawChoices = () => find("choices").replaceChildren(...choiceFields.map(({ choice, field }) =>
  fieldElement(field, `Choose ${choice.label}`)));

const showChoices = () => {
  showField(fitField);
  for (const { choice, field } of choiceFields) {
    field.input.parentElement.hidden = choice.needsMusic === true && !state().choices["--music"];
    showField(field);
  }
};
