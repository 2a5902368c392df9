// The dice of the tray: previews of what is ticked, and the roll that is seen.
import { lightKept } from "./bonuses.js";
import { previewBonus } from "./hints.js";
import { boxOf, buttonFor, fill, part } from "./parts.js";

/** @typedef {import("./hints.js").Worth} Worth */

/**
 * Both buttons say beforehand what they will do, unticked dice what they give, the bonus cards what
 * is reached; the row of the sheet shows it with dashes.
 * @param {HTMLElement} tray
 */
export function preview(tray) {
  if (!tray.dataset.worth) {
    lightKept(tray);
    return;
  }
  const dice = /** @type {HTMLElement[]} */ ([...tray.querySelectorAll("label.die")]);
  const ticked = dice.filter((die) => boxOf(die).checked);
  const mask = ticked.reduce((sum, die) => sum + (1 << Number(boxOf(die).value)), 0);
  /** @type {Record<string, Worth>} */
  const all = JSON.parse(tray.dataset.worth);
  const worth = all[mask];
  for (const die of dice) tellGift(die, worth !== undefined);
  previewReroll(tray, dice.length - ticked.length);
  previewScore(tray, worth, ticked.length > 0);
  previewRow(worth);
  previewBonus(tray, dice, all, mask);
  tellCounts(tray);
}

/**
 * A die says what it gives, unless it is one of those that are scored.
 * @param {HTMLElement} die
 * @param {boolean} isLegal whether the ticked dice can be scored
 */
function tellGift(die, isLegal) {
  const box = boxOf(die);
  part(die, ".tag").hidden = !isLegal || box.checked;
  box.dataset.gives ??= box.getAttribute("aria-description") ?? "";
  if (box.checked) box.removeAttribute("aria-description");
  else box.setAttribute("aria-description", box.dataset.gives);
}

/**
 * The bonus cards say to those who hear them how many of the ticked dice count.
 * @param {HTMLElement} tray
 */
function tellCounts(tray) {
  for (const card of tray.querySelectorAll(".bonus")) {
    const have = part(/** @type {HTMLElement} */ (card), ".have");
    const count = card.querySelectorAll(".way .on").length;
    have.textContent = count ? fill(have.dataset.have, { count }) : "";
  }
}

/**
 * @param {HTMLElement} tray
 * @param {number} count how many dice are not ticked
 */
function previewReroll(tray, count) {
  const reroll = buttonFor(tray, "reroll");
  if (!reroll) return;
  const { labels = "", none = "" } = reroll.dataset;
  part(reroll, ".title").textContent = count ? labels.split("|")[count - 1] : none;
  reroll.disabled = !count;
}

/**
 * @param {HTMLElement} tray
 * @param {Worth | undefined} worth
 * @param {boolean} some whether any die is ticked
 */
function previewScore(tray, worth, some) {
  const score = buttonFor(tray, "score");
  if (!score) return;
  const { label, plain, note, none = "", bad = "" } = score.dataset;
  const [points, bonus, gift] = worth ?? [];
  const values = { points, bonus, gift, name: tray.dataset.receiver };
  const refusal = some ? bad : none;
  part(score, ".title").textContent = worth ? fill(bonus ? label : plain, values) : refusal;
  part(score, ".gets").textContent = worth ? fill(note, values) : "";
  part(score, "small").hidden = !worth;
  score.disabled = !worth;
}

/** @param {Worth | undefined} worth */
function previewRow(worth) {
  const [points, bonus, given] = worth ?? [];
  for (const [column, value] of Object.entries({ points, bonus, given })) {
    for (const cell of document.querySelectorAll(`[data-preview=${column}]`)) {
      cell.textContent = value === undefined ? "" : String(value);
      cell.classList.toggle("try", value !== undefined);
      cell.ariaHidden = value === undefined ? null : "true"; // nothing is written yet
    }
  }
}

/**
 * Previews follow the ticks. Enter on a die ticks it, like the space bar: it must not press the
 * first button.
 * @param {HTMLElement} table
 */
export function followTicks(table) {
  table.addEventListener("change", (event) => {
    const box = /** @type {HTMLInputElement} */ (event.target);
    if (box.name === "die" && box.form) preview(box.form);
  });
  table.addEventListener("keydown", (event) => {
    const box = /** @type {HTMLInputElement} */ (event.target);
    if (event.key !== "Enter" || box.name !== "die") return;
    event.preventDefault();
    box.click();
  });
}

/**
 * Dice that were thrown tumble; those that were kept lie still. Returns how many were thrown.
 * @param {HTMLElement} tray
 */
export function tumble(tray) {
  const thrown = /** @type {HTMLElement[]} */ (
    [...tray.querySelectorAll(".dice .die:not(.blank, .lay)")]
  );
  thrown.forEach((die, place) => {
    die.classList.remove("rolling");
    void die.offsetWidth;
    die.classList.add("rolling", `wait-${place}`);
  });
  return thrown.length;
}
