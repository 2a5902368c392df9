// Whoever looks back on a game is told of its rematch, and goes there when they want to: the page
// never leaves by itself, as somebody reads it.
const PAUSE = 5000; // milliseconds before a refused connection is tried again
const UNSEEN = 600_000; // … that a page stays connected which nobody sees
const MARK = "●";

const line = /** @type {HTMLElement} */ (document.getElementById("elsewhere"));
let plainTitle = document.title;
/** @type {EventSource | undefined} */
let source;
/** @type {number | undefined} */
let waiting; // to connect again, or to give up while nobody looks

/** Other windows see in the title that there is news; whoever steps on by a script changes it. */
function mark() {
  if (!document.title.startsWith(MARK)) plainTitle = document.title;
  const news = line.querySelector(".begun")?.textContent;
  const title = news && document.hidden ? `${MARK} ${news} ${plainTitle}` : plainTitle;
  if (document.title !== title) document.title = title;
}

function disconnect() {
  clearTimeout(waiting);
  source?.close();
}

/** Wait for the rematch, unless it is known. */
function connect() {
  disconnect();
  const url = line.dataset.awaits;
  if (!url) return;
  const opened = new EventSource(url);
  source = opened;
  opened.addEventListener("rematch", (event) => {
    disconnect();
    delete line.dataset.awaits;
    const { html } = JSON.parse(event.data);
    const parsed = new DOMParser().parseFromString(html, "text/html");
    line.replaceChildren(...document.adoptNode(parsed.body).childNodes);
    mark();
  });
  opened.addEventListener("error", () => {
    if (opened.readyState === EventSource.CLOSED) waiting = setTimeout(connect, PAUSE);
  });
}

document.addEventListener("visibilitychange", () => {
  mark();
  if (!document.hidden) connect(); // after sleep a connection can be dead without saying so
  else waiting = setTimeout(disconnect, UNSEEN);
});
addEventListener("online", connect);
addEventListener("pagehide", disconnect);
addEventListener("pageshow", (event) => { if (event.persisted) connect(); });
const title = document.querySelector("title");
if (title) new MutationObserver(mark).observe(title, { childList: true });
mark();
connect();
