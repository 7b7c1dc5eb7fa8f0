// Only in a page of warp-film --edit: the Render button, and the result.

const directory = film.output.slice(0, film.output.lastIndexOf("/") + 1);
const resultField = htmlElement("input", { id: "resultname", size: 18, value: film.output.slice(directory.length),
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
const showCommandOnly = showWhatCanBeUsed;
showWhatCanBeUsed = () => {
  showCommandOnly();
  for (const button of [renderButton, replaceButton, madeButton]) button.disabled = wrongFields.size > 0;
};
resultField.oninput = () => {
  const name = resultField.value.trim();
  film.output = (directory || (name.startsWith("-") ? "./" : "")) + name;
  replaceButton.hidden = true;
  showActions();
  setText(find("command"), filmCommand(state()));
};

// Options that a message advises and the page does not offer.
const withAdvice = original => {
  const text = original.replaceAll("add --mix motion", "choose interpolated frames");
  const advised = [...text.matchAll(/--[a-z][a-z-]+/g)].map(([option]) => option);
  return advised.some(o => !choiceTable.some(c => c.option === o)) && /\b(add|write|give)\b/.test(text)
    ? `${text.trim()}. To add an option, copy the command and run it in a terminal.` : text.trim();
};

const render = async replaces => {
  replaceButton.hidden = renderButton.disabled = true;
  tellWrong("");
  const words = [replaces ? "replace" : "new", resultField.value.trim(), ...renderWords(state())];
  try {
    const reply = await fetch("render", { method: "POST", body: words.join("\0") }), text = await reply.text();
    if (!reply.ok) tellWrong(withAdvice(text));
    replaceButton.hidden = reply.status !== 409 || isRendering();
    // The button appears under the pointer, where a double click on Render would press it.
    replaceButton.disabled = true;
    setTimeout(showWhatCanBeUsed, 700);
  } catch { tellWrong("warp-film does not answer"); }
  renderButton.disabled = wrongFields.size > 0;
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
  resultVideo.onloadedmetadata = () => { if (!resultVideo.videoWidth && film.hasPicture) resultNote.textContent =
    `This browser cannot show the picture of ${resultFile}. Open the file in a player.`; };
  resultVideo.play().catch(() => {});
};
addEventListener("beforeunload", event => { if (isRendering()) event.preventDefault(); });

const showRender = news => {
  // What was done before this page was opened is not told again.
  const isNew = news.state !== renderState && (hasHeard || news.state === "running");
  [renderState, resultFile, resultType] = [news.state, news.result, news.type];
  if (!hasHeard && news.state !== "failed") { resultField.value = news.name; resultField.oninput(); }
  hasHeard = true;
  if (isRendering()) {
    if (news.total > 0) bar.value = news.out / news.total; else bar.removeAttribute("value");
    setText(timeLeft, news.left !== null ? `${clock(news.left, 0)} left` : news.out > 0 ? "" : "looking at the video");
    if (isNew) tellWrong("");
    tell(`rendering ${news.name}`);
  } else if (isNew) {
    const said = news.lines.join(" · ");
    if (news.state === "done") tell(`${news.name} is ready. ${withAdvice(said)}`);
    if (news.state === "cancelled") tell(`${news.name} was cancelled; no file is written.`);
    if (news.state === "failed") { tell(""); tellWrong(withAdvice(said || `${news.name} could not be made`)); }
  }
  showActions();
};
