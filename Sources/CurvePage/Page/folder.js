// Only in a page of warp-film --edit: the films and the music beside the video.

const folder = async () => {
  const reply = await fetch("folder");
  return reply.ok ? reply.json() : { films: [], music: [] };
};

const openOther = async name => {
  tell(`opening ${name} …`);
  try {
    const reply = await fetch("open", { method: "POST", body: name }), text = (await reply.text()).trim();
    if (!reply.ok) return tellWrong(text);
    keepDraft();
    location.href = text;
  } catch { tellWrong("warp-film does not answer"); }
};
const showFolder = async () => {
  const { films } = await folder();
  const buttons = films.filter(name => name !== clipName()).map(name => {
    const button = htmlElement("button", { type: "button", className: "folderfilm" }, name);
    button.onclick = () => openOther(name);
    return button;
  });
  for (const old of document.querySelectorAll(".folderfilm")) old.remove();
  find("openlist").append(...buttons);
};
find("openmenu").addEventListener("toggle", () => { if (find("openmenu").open) showFolder(); });
anotherFilm = name => `Choose it under Open, if it is in the folder of ${clipName()}; else run warp-film --edit ${
  quoted(name)}.`;
// A film of the folder that is dropped on the page opens its own page.
openVideo = async file => {
  const { films } = await folder();
  if (file.name !== clipName() && films.includes(file.name)) openOther(file.name); else openCopy(file);
};

// The music that can be chosen.
const musicChoice = choiceFields.find(({ choice }) => choice.option === "--music");
folder().then(({ music }) => {
  const names = [...new Set([film.choices?.["--music"], ...music].filter(Boolean))];
  musicChoice.field.options = [["", "none"], ...names.map(name => [name, name])];
  drawChoices();
  showChoices();
});
