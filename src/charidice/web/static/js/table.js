// A table: regions come from the server as they change, forms go to it without leaving the page.
import { Announcer } from "./announcer.js";
import { Asking } from "./asking.js";
import { Clock } from "./clock.js";
import { Coach } from "./coach.js";
import { CompanyAtTable } from "./company.js";
import { copyOnClick, showCopyButtons } from "./copying.js";
import { followTicks, preview, tumble } from "./dice.js";
import { countTotals, Ending } from "./ending.js";
import { Guide } from "./guide.js";
import { goOnFromTheDice, listenForKeys } from "./keys.js";
import { confetti, showAsking, showScore, sums } from "./moments.js";
import { finishMotion } from "./motion.js";
import { Notice } from "./notice.js";
import { Odds } from "./odds.js";
import { openOver } from "./over.js";
import { Pace } from "./pace.js";
import { introduce, sayHowToPoint } from "./parts.js";
import { Presence } from "./presence.js";
import { Regions } from "./regions.js";
import { Rematch } from "./rematch.js";
import { Sender } from "./sender.js";
import { shareOnClick, showShareButtons } from "./sharing.js";
import { beginAtTheTop, bringToDice, seeTheDice, showSettings } from "./sight.js";
import { sounds } from "./sound.js";
import { Stream } from "./stream.js";
import { Teller } from "./telling.js";
import { keepTicks } from "./ticks.js";

const REVEALED = 2000; // milliseconds until the end of a game is told

/** @param {string} id */
const part = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

/** @param {string} selector */
const inTray = (selector) =>
  /** @type {HTMLElement | null} */ (document.querySelector(`#tray ${selector}`));

const table = part("table");
const texts = /** @type {Record<string, string>} */ (table.dataset);
const notice = new Notice(part("notice"));
const announcer = new Announcer(part("live"), texts);
const clock = new Clock((text) => announcer.say(text));
const regions = new Regions();
const guide = new Guide(
  (seconds) => teller.bots("wait", seconds),
  (text) => queueMicrotask(() => announcer.say(text)),
);
const odds = new Odds((text) => announcer.say(text), (text) => notice.explain(text));
const pace = new Pace((seconds) => teller.bots("wait", seconds), clock);
const asking = new Asking(table, notice, () => clock.now());
const ending = new Ending(show);
const teller = new Teller(table, texts.do, (text) => notice.explain(text));
const coach = new Coach(
  part("coach"), `${location.origin}${texts.do.replace(/do$/, "hint")}`,
  (text) => notice.show(text),
);
const company = new CompanyAtTable((text) => announcer.say(text));
const rematch = new Rematch((text) => announcer.say(text));
const presence = new Presence(texts, (text) => notice.explain(text));

const stream = new Stream(() => `${texts.stream}?seen=${regions.seen()}`, {
  clock: (seconds) => { clock.set(seconds); notice.end(texts.offline); writing?.send(); },
  regions: apply,
  company: (all) => presence.set(all),
  reaction: (said) => company.say(said),
  lost: () => notice.show(texts.offline, true),
});

const { do: url, slow, offline, failed, held } = texts;
const sender = new Sender(table, { url, slow, offline, failed, held }, notice, unseen, answered);
// Only a pad needs what is behind it.
const { Writing = null } = "pad" in texts ? await import("./writing.js") : {};
const writing = Writing && new Writing(table, notice, { seen: unseen, apply: answered });

function unseen() { return stream.isOpen ? null : regions.seen(); }

/** @param {import("./regions.js").Change} change */
function answered(change) { // a stream that is new by then may have brought more than the answer
  if (change.version >= regions.version) apply(change);
}

// What the tray shows, by which the page knows what has just happened.
const shown = () => ({ ...inTray("[data-roll]")?.dataset });

/** @param {import("./regions.js").Change} change */
function apply(change) {
  if (!ending.hold(change)) show(change);
}

/** @param {import("./regions.js").Change} change */
function show(change) {
  const [before, counted] = [shown(), sums()];
  asking.look();
  regions.apply(change);
  const after = shown();
  if (change.regions.tray) notice.outdated();
  sender.follow();
  goOnFromTheDice();
  if (before.roll !== undefined) showWhatHappened(before, after, counted);
  else if (after.roll !== undefined) beginAtTheTop();
  prepare();
  teller.follow();
  announcer.announce();
  announcer.title(after.mine);
  if (after.mine && after.mine !== before.mine) callToTurn();
}

/**
 * @param {DOMStringMap} before
 * @param {DOMStringMap} after
 * @param {import("./moments.js").Sums} counted
 */
function showWhatHappened(before, after, counted) {
  const tray = inTray("[data-roll]");
  if (!tray) return;
  if (after.roll !== before.roll) showRoll(tray);
  const isScored = after.scored && after.scored !== before.scored;
  const isTakenBack = before.scored && !after.scored && after.roll === before.roll;
  if (after.asked && after.asked !== before.asked && !isTakenBack) showAsking(tray);
  if (isScored) showScore(tray, counted);
  if (isScored || isTakenBack) company.thank(after);
}

/** @param {HTMLElement} tray */
function showRoll(tray) {
  if (tray.dataset.roll?.startsWith("end-")) {
    tray.classList.add("fresh-result");
    window.scrollTo(0, 0);
    countTotals(tray);
    if (document.activeElement === document.body) part("result").focus({ preventScroll: true });
    if ("confetti" in tray.dataset) setTimeout(() => confetti(tray), REVEALED);
    sounds.end();
    return;
  }
  const count = tumble(tray);
  if (!count) return;
  sounds.roll(count);
  seeTheDice(tray);
}

function prepare() {
  const tray = inTray("form.tray");
  if (tray) {
    sayHowToPoint(tray);
    preview(tray);
  }
  introduce(table);
  showCopyButtons(table);
  showShareButtons(table);
  company.mark();
  presence.mark();
  for (const part of [writing, guide, odds, coach, pace, asking, rematch]) part?.follow();
  clock.tick();
}

function callToTurn() {
  sounds.turn();
  company.notify(texts.yourTurn);
  bringToDice(part("tray"));
}

const switches = part("sound");
const showSound = () => switches.setAttribute("aria-pressed", String(sounds.on));
switches.addEventListener("click", () => { sounds.toggle(); showSound(); });
switches.hidden = false;
showSound();

document.addEventListener("visibilitychange", () => announcer.title(shown().mine));
document.addEventListener("pointerdown", () => { finishMotion(); ending.goOn(); });
document.addEventListener("keydown", finishMotion);
notice.explainWhatIsTapped(table);
showSettings(table);
followTicks(table);
listenForKeys((text) => announcer.say(text), (text) => notice.explain(text));
openOver(texts.close);
copyOnClick(table, () => notice.show(texts.copied, true));
shareOnClick(table, () => notice.show(texts.saved, true));
company.start((code) => teller.say(code), () => notice.show(texts.denied));
announcer.begin();
writing?.start();
keepTicks(table);
prepare();
guide.start();
table.addEventListener("change", (event) => {
  [guide, odds, coach].forEach((part) => part.follow());
  announcer.tellTicks(event);
});
odds.start();
pace.start();
asking.start(() => teller.bots("wait"));
coach.start();
clock.start();
sender.start();
teller.start();
stream.start();
