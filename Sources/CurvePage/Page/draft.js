// Only in a page of warp-film --edit: the server keeps the draft of the curve, and the own shapes.

// Tells once why a text cannot stay after the end of warp-film.
let hasTold = false;
const keep = async (what, text) => {
  try {
    const reply = await fetch("keep", { method: "POST", body: `${what}\0${text}`, keepalive: text.length < 6e4 });
    const answer = (await reply.text()).trim();
    if (answer === "kept" || hasTold) return;
    hasTold = true;
    tellWrong(`The ${what === "draft" ? "draft" : "shape"} is ${reply.ok ? answer : `not kept: ${answer}`}`);
  } catch { /* The server has ended, which news.js tells. */ }
};
const draftNow = () => JSON.stringify(state()) === JSON.stringify(opened) ? "" : draftText(state());
let draftKept = film.draft ?? "";
keepDraft = () => {
  const text = draftNow();
  if (text === draftKept) return;
  draftKept = text;
  keep("draft", text);
};
addEventListener("pagehide", keepDraft);
keepOwnText = text => keep("presets", text);
if (!stateOfAddress() && stateOfDraft()) tell("Your last curve of this video is here again. Undo leads to the start.");
