// A table: regions come from the server as they change, forms go to it without leaving the page.
import { preview, tumble } from "./dice.js";
import { sounds } from "./sound.js";

const table = document.getElementById("table");
const notice = document.getElementById("notice");
const live = document.getElementById("live");
const title = document.title;
const told = new Set();
let offset = 0; // server clock minus ours, in seconds
let lastSign = Date.now();
let source = null;
let shown = 0; // the version of the table that the page shows
let saidLast = "";
let lostFocus = null; // the region in which the keyboard's place vanished

// --- regions -----------------------------------------------------------------------------------

// What the page shows, by the marks of its regions, so that the server sends only what is new.
const seen = () => [...table.querySelectorAll(".region")].map((region) => region.dataset.mark).join(".");

// What a stream brings builds on what it brought before, so all of it counts.
function apply({ version, regions }) {
  shown = version;
  const before = document.querySelector("#tray [data-roll]");
  const rollBefore = before?.dataset.roll;
  const mineBefore = document.querySelector("#tray [data-mine]")?.dataset.mine;
  for (const [name, html] of Object.entries(regions)) replace(name, html);
  const tray = document.querySelector("#tray [data-roll]");
  if (tray && tray.dataset.roll !== rollBefore && rollBefore !== undefined) rolled(tray);
  prepare();
  tell();
  yourTurn(mineBefore);
}

function replace(name, html) {
  const old = document.getElementById(name);
  const next = new DOMParser().parseFromString(html, "text/html").body.firstElementChild;
  if (!old || !next || old.dataset.mark === next.dataset.mark) return;
  keepOpen(old, next);
  keepTicks(old, next);
  const focus = pathOf(old, document.activeElement);
  old.replaceWith(next);
  if (focus || lostFocus === name) refocus(name, next, focus);
}

// The keyboard goes on where it was; if there is nothing to press now, as soon as there is.
function refocus(name, region, selector) {
  if (!selector && document.activeElement !== document.body) { lostFocus = null; return; }
  const target = (selector && region.querySelector(selector)) ?? fallback(region);
  lostFocus = target ? null : name;
  target?.focus({ preventScroll: true });
}

// Open menus stay open, and what is half written in a form stays written.
function keepOpen(old, next) {
  for (const details of old.querySelectorAll("details[open]")) {
    const same = next.querySelector(`#${details.id}`);
    if (same) same.open = true;
  }
  for (const field of old.querySelectorAll("input:not([type=hidden]):not([readonly]):not([name=die]), select")) {
    const same = field.id && next.querySelector(`#${CSS.escape(field.id)}`);
    if (!same) continue;
    if (field.type === "checkbox" || field.type === "radio") same.checked = field.checked; else same.value = field.value;
  }
}

// Dice stay ticked as long as the same roll lies on the table.
function keepTicks(old, next) {
  const roll = old.querySelector("[data-roll]")?.dataset.roll;
  if (roll === undefined || roll !== next.querySelector("[data-roll]")?.dataset.roll) return;
  const before = [...old.querySelectorAll("input[name=die]")];
  const after = [...next.querySelectorAll("input[name=die]")];
  if (before.length === after.length) before.forEach((box, place) => { after[place].checked = box.checked; });
}

function pathOf(region, element) {
  if (!element || !region.contains(element) || element === region) return null;
  if (element.id) return `#${CSS.escape(element.id)}`;
  if (element.name && element.value) return `[name="${CSS.escape(element.name)}"][value="${CSS.escape(element.value)}"]`;
  return "button:not(:disabled)";
}

// Never on what cannot be taken back by accident: the question itself rather than its first answer.
const fallback = (region) =>
  region.querySelector("#question") ?? region.querySelector(".act:not(:disabled), input[name=die], h2[tabindex], #say");

function rolled(tray) {
  if (tray.dataset.roll.startsWith("end-")) {
    tray.closest(".region").classList.add("fresh");
    return;
  }
  const count = tumble(tray);
  if (count) sounds.roll(count);
}

// --- words -------------------------------------------------------------------------------------

// What is new goes to the screen reader: sentences, oldest first, then what is to be done.
function tell(silently = false) {
  const fresh = [...document.querySelectorAll("[data-moment]")].filter((item) => !told.has(item.dataset.moment)).reverse();
  for (const item of fresh) told.add(item.dataset.moment);
  const parts = ["#say", "#question", ".result h2"].map((place) => document.querySelector(place)?.textContent ?? "");
  const say = parts.join(" ").replace(/\s+/g, " ").trim();
  const text = [...fresh.map((item) => item.textContent.trim()), say === saidLast ? "" : say].filter(Boolean).join(" ");
  saidLast = say;
  if (silently || !text) return;
  const line = document.createElement("span");
  line.textContent = `${text} `;
  live.append(line);
  setTimeout(() => line.remove(), 10_000);
}

function yourTurn(before) {
  const mine = document.querySelector("#tray [data-mine]")?.dataset.mine;
  const text = { turn: table.dataset.yourTurn, asked: table.dataset.asked }[mine];
  document.title = text && document.hidden ? `● ${text} ${title}` : title;
  if (mine && mine !== before && before !== "same") {
    if (document.hidden) sounds.turn();
    comeIntoView();
  }
}

// Whoever reads a sheet further down is brought to the dice when it is their turn.
function comeIntoView() {
  const tray = document.getElementById("tray").getBoundingClientRect();
  if (tray.bottom < 120) document.getElementById("tray").scrollIntoView({ block: "start" });
}

function show(text, calm = false) {
  notice.textContent = text;
  notice.classList.toggle("calm", calm);
  notice.hidden = !text;
}

// --- clocks ------------------------------------------------------------------------------------

const now = () => Date.now() / 1000 + offset;

function prepare() {
  document.querySelectorAll("#tray form.tray").forEach(preview);
  document.querySelectorAll("[data-copy]").forEach((button) => { button.hidden = false; });
  tick();
}

function tick() {
  for (const countdown of document.querySelectorAll(".countdown[data-until]")) {
    const left = Math.max(0, Number(countdown.dataset.until) - now());
    countdown.dataset.whole ??= countdown.dataset.last ?? String(Math.max(left, 1));
    if (countdown.dataset.last) countdown.hidden = left > Number(countdown.dataset.last);
    const bar = countdown.querySelector(".bar-left");
    bar.style.transform = `scaleX(${Math.min(1, left / Number(countdown.dataset.whole))})`;
  }
  for (const part of document.querySelectorAll("[data-hide-at]")) part.hidden = now() > Number(part.dataset.hideAt);
}

// --- to the server -----------------------------------------------------------------------------

function newId() {
  return [...crypto.getRandomValues(new Uint8Array(12))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

const pause = (ms) => new Promise((done) => { setTimeout(done, ms); });

async function send(form, button) {
  const body = new URLSearchParams(new FormData(form));
  body.set(button.name, button.value);
  body.set("id", newId()); // the same id on every try: nothing is done twice
  if (source?.readyState !== EventSource.OPEN) body.set("seen", seen()); // else the stream brings what is new
  for (let attempt = 0; attempt < 6; attempt += 1) {
    try {
      const answer = await fetch(table.dataset.do, { method: "POST", body, headers: { "X-Charidice": "1" } });
      if (answer.status >= 500 || answer.status === 429) {
        show(table.dataset.failed);
        if (attempt > 2) return;
        await pause(400 * 2 ** attempt);
        continue;
      }
      const result = await answer.json();
      if (result.go) { location.assign(result.go); return; }
      show(answer.ok ? button.dataset.done ?? "" : result.message, answer.ok);
      if (body.has("seen") && result.version >= shown) apply(result); // it may be overtaken by a new stream
      return;
    } catch {
      show(table.dataset.offline);
      await pause(400 * 2 ** attempt);
    }
  }
  show(table.dataset.failed);
}

// The second tap of a double tap must not press what has just come up in the same place; only to
// pass once more does no harm.
let tap = { x: 0, y: 0, at: 0, wish: "" };
table.addEventListener("click", (event) => {
  const before = tap;
  const button = event.target.closest("form.tray button");
  tap = { x: event.clientX, y: event.clientY, at: event.timeStamp, wish: button?.value };
  const twice = Math.hypot(tap.x - before.x, tap.y - before.y) < 24 && tap.at - before.at < 450;
  const passing = tap.wish === "pass" && before.wish === "pass";
  if (button && twice && event.detail && !passing) event.preventDefault();
}, { capture: true });

let sending = false;
table.addEventListener("submit", async (event) => {
  const form = event.target.closest("[data-table-form]");
  if (!form) return;
  event.preventDefault();
  const button = event.submitter ?? form.querySelector("button[name=do]");
  if (!button || sending) return;
  sending = true;
  try { await send(form, button); } finally { sending = false; }
});

// Enter on a die ticks it, like the space bar: it must not press the first button.
table.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || event.target.name !== "die") return;
  event.preventDefault();
  event.target.click();
});

table.addEventListener("change", (event) => {
  if (event.target.name === "die") preview(event.target.form);
});

table.addEventListener("click", async (event) => {
  const button = event.target.closest("[data-copy]");
  if (!button) return;
  const field = document.getElementById(button.dataset.copy);
  field.select();
  try { await navigator.clipboard.writeText(field.value); } catch { document.execCommand("copy"); }
  show(table.dataset.copied, true);
});

// --- from the server ---------------------------------------------------------------------------

function connect() {
  source?.close();
  source = new EventSource(`${table.dataset.stream}?seen=${seen()}`);
  source.addEventListener("clock", (event) => {
    offset = JSON.parse(event.data).now - Date.now() / 1000;
    lastSign = Date.now();
    if (notice.textContent === table.dataset.offline) show("");
  });
  source.addEventListener("regions", (event) => {
    lastSign = Date.now();
    apply(JSON.parse(event.data));
  });
  source.addEventListener("alive", () => { lastSign = Date.now(); });
  source.addEventListener("gone", () => location.reload());
  source.addEventListener("error", () => {
    if (source.readyState === EventSource.CLOSED) setTimeout(connect, 2000);
    if (Date.now() - lastSign > 5000) show(table.dataset.offline);
  });
}

// After sleep a connection can be dead without saying so.
function check() {
  if (Date.now() - lastSign > 45_000) { lastSign = Date.now(); connect(); }
}

document.addEventListener("visibilitychange", () => { yourTurn("same"); if (!document.hidden) check(); });
window.addEventListener("pageshow", (event) => { if (event.persisted) connect(); });
window.addEventListener("pagehide", () => source?.close());
setInterval(tick, 200);
setInterval(check, 5000);

tell(true);
prepare();
connect();
