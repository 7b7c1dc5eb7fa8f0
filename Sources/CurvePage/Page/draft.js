// Only in a page of warp-film --edit: the server keeps the draft of the curve, and the own shapes.

const keep = (what, text) => fetch("keep", { method: "POST", body: `${what}\0${text}`, keepalive: text.length < 6e4 })
  .catch(() => {});
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
