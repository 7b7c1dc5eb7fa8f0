// Only in a page of warp-film --edit: events from the server. A browser opens at most six connections to a server, so
// one page listens for all pages of it, and passes the events on.

const lost = "warp-film does not answer. If it has ended, save the curve, start warp-film again and open the curve.";
const hear = ({ name, data }) => {
  if (name === "sound") {
    const { wave, onsets, until } = JSON.parse(data);
    takeSound(wave, onsets, until);
    askTracks();
  }
  if (name === "render") showRender(JSON.parse(data));
  if (name === "open" && find("error").textContent === lost) tellWrong("");
  if (name === "lost") {
    tellWrong(lost);
    renderState = "idle";
    showActions();
  }
};

const listen = tellOthers => {
  const news = new EventSource("events"), newest = {};
  const take = (name, data) => {
    delete newest[name === "open" ? "lost" : "open"];
    newest[name] = { name, data };
    hear(newest[name]);
    tellOthers(newest[name]);
  };
  news.onopen = () => take("open");
  news.onerror = () => take("lost");
  for (const name of ["sound", "render"]) news.addEventListener(name, event => take(name, event.data));
  addEventListener("pagehide", () => news.close());
  return newest;
};
// A page that the browser takes out of its memory again has stopped listening.
addEventListener("pageshow", event => { if (event.persisted) location.reload(); });

// Only a page with the lock listens. When it is closed, another one gets the lock.
const share = () => {
  const channel = new BroadcastChannel("warp");
  let newest = null;
  channel.onmessage = ({ data }) => {
    if (data === "hello") { if (newest) for (const name in newest) channel.postMessage(newest[name]); } else hear(data);
  };
  navigator.locks.request("news", () => {
    newest = listen(event => channel.postMessage(event));
    return new Promise(done => addEventListener("pagehide", done));
  });
  channel.postMessage("hello");
};
if (navigator.locks && window.BroadcastChannel) share(); else listen(() => {});
showActions();
