// HTML elements, and layers of SVG elements. A layer keeps its elements between two drawings and sets only changed
// attributes. This makes drags cheap and preserves the focus.

const find = id => document.getElementById(id);
const svgElement = (name, attributes, text = "") => {
  const element = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.textContent = text;
  return element;
};
const htmlElement = (name, properties = {}, ...children) => {
  const element = Object.assign(document.createElement(name), properties);
  element.append(...children);
  return element;
};
const setText = (element, text) => { if (element.textContent !== text) element.textContent = text; };

// Calls `move` at most once a frame while the pressed pointer moves, and `end` when it is released.
const follow = (element, { pointerId }, move, end = () => {}) => {
  let last = null, frame = 0;
  const run = () => { frame = 0; if (last) move(last); last = null; };
  const moved = e => {
    if (e.pointerId !== pointerId) return;
    last = e;
    frame ||= requestAnimationFrame(run);
  };
  const ended = e => {
    if (e.pointerId !== pointerId) return;
    cancelAnimationFrame(frame);
    run();
    for (const name in listeners) element.removeEventListener(name, listeners[name]);
    end(e);
  };
  const listeners = { pointermove: moved, pointerup: ended, pointercancel: ended };
  try { element.setPointerCapture(pointerId); } catch { /* The pointer is up already. */ }
  for (const name in listeners) element.addEventListener(name, listeners[name]);
};

// A toolbar is one stop of Tab. The arrow keys go from button to button in it.
const toolbarItems = bar => [...bar.querySelectorAll("button, summary")].filter(e => !e.disabled
  && e.offsetParent !== null && !e.closest("details.menu > :not(summary)"));
const showToolbarStops = () => {
  for (const bar of document.querySelectorAll("[role=toolbar]")) {
    const items = toolbarItems(bar), stop = items.find(e => e === bar.stop) ?? items[0];
    for (const item of bar.querySelectorAll("button, summary")) {
      if (!item.closest("details.menu > :not(summary)")) item.tabIndex = item === stop ? 0 : -1;
    }
  }
};
const passButtons = event => {
  const bar = event.target.closest("[role=toolbar]"), way = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  if (!bar || !way || event.target.closest("details.menu > :not(summary)")) return false;
  const items = toolbarItems(bar), now = items.indexOf(event.target.closest("button, summary"));
  bar.stop = items[(now + way + items.length) % items.length];
  showToolbarStops();
  bar.stop?.focus();
  return true;
};

class Layer {
  constructor(name, parent) {
    this.group = svgElement("g", { class: name });
    parent.append(this.group);
    this.kept = new Map();
    this.pass = 0;
  }

  // Draws a layer. Removes elements that `body` no longer draws.
  redraw(body) {
    this.pass += 1;
    body((id, tag, attributes, text) => this.draw(id, tag, attributes, text));
    for (const [id, entry] of this.kept) {
      if (entry.pass === this.pass) continue;
      entry.element.remove();
      this.kept.delete(id);
    }
  }

  draw(id, tag, attributes, text) {
    let entry = this.kept.get(id);
    if (!entry) {
      entry = { element: svgElement(tag, {}), values: {}, text: "" };
      this.kept.set(id, entry);
      this.group.append(entry.element);
    }
    entry.pass = this.pass;
    for (const name in attributes) {
      const value = attributes[name];
      if (entry.values[name] === value) continue;
      entry.values[name] = value;
      entry.element.setAttribute(name, value);
    }
    if (text !== undefined && entry.text !== text) entry.element.textContent = entry.text = text;
    return entry.element;
  }
}
