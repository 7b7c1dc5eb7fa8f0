// The keyboard on handles: the arrow keys move them, and other keys go from one to the next.

// The count of steps after the last arrow key. Further arrow keys on the same handle belong to the same step.
let stepsAtArrow = 0;

const handleKey = event => {
  const id = event.target.closest?.("[data-handle]")?.dataset.handle;
  if (!id) return false;
  if (event.key === "Delete" || event.key === "Backspace") { removeHandle(id); return true; }
  const steps = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[event.key];
  if (event.key === "Enter") { focusPanel(); return true; }
  if (!steps || event.ctrlKey || event.metaKey) return false;
  const times = event.shiftKey ? 10 : 1;
  const [from, handle] = startedHandle(state(), id), [kind, n] = splitHandle(handle);
  const { a, speed, w } = handleKinds[kind].place(from, n), target = {};
  if (a !== undefined && steps[0]) target.a = atFrame(a + steps[0] * times * frameLength());
  if (w !== undefined) target.w = atFrame(w * maps().gain + (steps[0]
    || steps[1]) * times * frameLength()) / maps().gain;
  const up = steps[1] || (a === undefined ? steps[0] : 0);
  if (speed !== undefined && up) target.speed = speed * 1.02 ** (up * times);
  const isOfGroup = kind === "key" && group.includes(n);
  attempt(`Move ${isOfGroup ? "keys" : `${kindNames[bodyKind(kind)]} ${n + 1}`}`, () => {
    if (isOfGroup) return movedKeys(from, group, (target.a ?? a) - a, target.speed === undefined ? 1
      : target.speed / speed);
    select(handle);
    return handleKinds[kind].move(from, n, target);
  }, event.repeat || edits.list.length === stepsAtArrow);
  stepsAtArrow = edits.list.length;
  return true;
};

// All handles that are seen, from left to right. One of them can be reached with Tab, and the others from there.
// The handle of a key on the lower axis is only there while the key is selected.
const seenHandles = () => [...find("plot").querySelectorAll("[data-handle][role]:not(.landing-key)")].map(e =>
  [e, e.getBoundingClientRect()]).sort(([, a], [, b]) => a.x + a.width / 2 - b.x - b.width / 2 || a.y - b.y)
  .map(([e]) => e);
const focusHandle = () => (find("plot").querySelector(`[data-handle="${selected}"][role]`) ?? find("plot"))
  .focus({ preventScroll: true });
const passHandles = way => {
  const all = seenHandles(), now = all.findIndex(e => e.dataset.handle === selected);
  if (!all.length) return;
  select(all[now < 0 ? way > 0 ? 0 : all.length - 1 : (now + way + all.length) % all.length].dataset.handle);
  showSelection();
  focusHandle();
};
const focusPanel = () => {
  const field = find("selected").querySelector("input, select");
  field?.focus();
  field?.select?.();
};

const removeHandle = id => {
  const [kind, n] = splitHandle(id), body = bodyKind(kind) === "trim" ? kind : bodyKind(kind);
  if (kind.startsWith("landing-")) return;
  if (group.length && kind === "key" && group.includes(n)) return removeGroup();
  attempt(`Remove ${kindNames[bodyKind(kind)]} ${n + 1}`, () => {
    const next = handleKinds[body].remove(state(), n);
    select(body === "key" ? `key:${Math.min(n, next.keys.length - 1)}` : null);
    focusSelected = body === "key";
    return next;
  });
};
