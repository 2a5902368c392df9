// A table: regions come from the server as they change, forms go to it without leaving the page.
import { Announcer } from "./announcer.js";
import { Clock } from "./clock.js";
import { copyOnClick, showCopyButtons } from "./copying.js";
import { followTicks, preview, tumble } from "./dice.js";
import { Notice } from "./notice.js";
import { Regions } from "./regions.js";
import { Sender } from "./sender.js";
import { sounds } from "./sound.js";
import { Stream } from "./stream.js";

/** @param {string} id */
const part = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

/** @param {string} selector */
const inTray = (selector) =>
  /** @type {HTMLElement | null} */ (document.querySelector(`#tray ${selector}`));

const table = part("table");
const texts = /** @type {Record<string, string>} */ (table.dataset);
const notice = new Notice(part("notice"));
const announcer = new Announcer(part("live"), { turn: texts.yourTurn });
const clock = new Clock();
const regions = new Regions(table);

const stream = new Stream(() => `${texts.stream}?seen=${regions.seen()}`, {
  clock: (seconds) => { clock.set(seconds); notice.end(texts.offline); },
  regions: apply,
  lost: () => notice.show(texts.offline),
});

const sender = new Sender(
  table,
  { url: texts.do, offline: texts.offline, failed: texts.failed, held: texts.held },
  notice,
  () => (stream.isOpen ? null : regions.seen()),
  // A stream that is new by then may have brought more than the answer.
  (change) => { if (change.version >= regions.version) apply(change); },
);

/** @param {import("./regions.js").Change} change */
function apply(change) {
  const rollBefore = roll();
  const mineBefore = mine();
  regions.apply(change);
  if (change.regions.tray) notice.outdated();
  if (rollBefore !== undefined && roll() !== undefined && roll() !== rollBefore) showRoll();
  prepare();
  announcer.announce();
  announcer.title(mine());
  if (mine() && mine() !== mineBefore) callToTurn();
}

const roll = () => inTray("[data-roll]")?.dataset.roll;
const mine = () => inTray("[data-mine]")?.dataset.mine;

function showRoll() {
  const tray = /** @type {HTMLElement} */ (inTray("[data-roll]"));
  if (roll()?.startsWith("end-")) {
    tray.closest(".region")?.classList.add("fresh");
    return;
  }
  const count = tumble(tray);
  if (count) sounds.roll(count);
}

function prepare() {
  const tray = inTray("form.tray");
  if (tray) preview(tray);
  showCopyButtons(table);
  clock.tick();
}

// Whoever reads a sheet further down is brought to the dice when it is their turn.
function callToTurn() {
  if (document.hidden) sounds.turn();
  const tray = part("tray");
  if (tray.getBoundingClientRect().bottom < 120) tray.scrollIntoView({ block: "start" });
}

document.addEventListener("visibilitychange", () => announcer.title(mine()));
followTicks(table);
copyOnClick(table, () => notice.show(texts.copied, true));
announcer.begin();
prepare();
clock.start();
sender.start();
stream.start();
