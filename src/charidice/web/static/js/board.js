// What a pad shows of an entry: the dice that lie there, the rolls before, what writing does, and
// what scores more.
import { DICE, missingIn, rollText } from "./entry.js";
import { fill, part } from "./parts.js";

/** @typedef {import("./entry.js").Entry} Entry */
/** @typedef {import("./scoring.js").Face} Face */
/** @typedef {import("./scoring.js").Selection} Selection */

/**
 * The dice that lie on the table; they are made anew only when others lie there.
 * @param {HTMLFormElement} form
 * @param {Entry} entry
 * @param {boolean} open whether it can be chosen which are scored
 */
export function showDice(form, { faces, score }, open) {
  const six = part(form, ".six");
  if (six.dataset.shown !== faces.join()) {
    const lying = faces.map((face, place) => die(form, face, place));
    const blanks = Array.from({ length: DICE - faces.length }, () => {
      const none = document.createElement("span");
      none.className = "die blank";
      return none;
    });
    six.replaceChildren(...lying, ...blanks);
    six.dataset.shown = faces.join();
  }
  faces.forEach((face, place) => {
    const box = /** @type {HTMLInputElement} */ (six.children[place].querySelector("[name=die]"));
    box.checked = score.includes(face);
    box.disabled = !open;
  });
}

/**
 * A copy of what a template holds.
 * @param {HTMLFormElement} form
 * @param {string} name
 */
function copyOf(form, name) {
  const { content } = /** @type {HTMLTemplateElement} */ (form.querySelector(`template.${name}`));
  return /** @type {HTMLElement} */ (content.firstElementChild?.cloneNode(true));
}

/**
 * Give a die the colour, shape and number of a face; returns how it is called.
 * @param {HTMLFormElement} form
 * @param {HTMLElement} die
 * @param {Face} face
 */
function paint(form, die, face) {
  const cell = part(form, `[data-face="${face}"]`);
  die.classList.add(cell.classList[1]);
  die.querySelector("use")?.setAttribute("href", `#${cell.dataset.symbol}`);
  part(die, "i").textContent = face[0];
  return cell.getAttribute("aria-label") ?? "";
}

/**
 * @param {HTMLFormElement} form
 * @param {Face} face
 * @param {number} place
 */
function die(form, face, place) {
  const copy = copyOf(form, "lying");
  const name = paint(form, copy, face);
  const [hidden, box] = /** @type {HTMLInputElement[]} */ ([...copy.querySelectorAll("input")]);
  hidden.value = face;
  box.value = String(place);
  box.setAttribute("aria-label", name);
  return copy;
}

/**
 * The rolls before the one that lies there, each in a line; only the latest can be taken back.
 * @param {HTMLFormElement} form
 * @param {Entry} entry
 * @param {boolean} open whether it can be taken back
 */
export function showRolls(form, { earlier }, open) {
  const list = part(form, ".rolls");
  list.hidden = !earlier.length;
  if (list.dataset.shown !== earlier.map(rollText).join()) {
    list.replaceChildren(...earlier.map((roll, place) => line(form, roll, place + 1)));
    list.dataset.shown = earlier.map(rollText).join();
  }
  [...list.children].forEach((each, place) => {
    part(/** @type {HTMLElement} */ (each), ".take-back").hidden = (
      !open || place < earlier.length - 1
    );
  });
}

/**
 * @param {HTMLFormElement} form
 * @param {import("./entry.js").EarlierRoll} roll
 * @param {number} number
 */
function line(form, roll, number) {
  const copy = copyOf(form, "earlier");
  const { kept = "" } = part(form, ".rolls").dataset;
  const which = part(copy, ".which");
  which.textContent = fill(which.dataset.text, { number });
  const back = part(copy, ".take-back");
  back.id = `take-back-${number}`;
  back.setAttribute("aria-label", fill(back.dataset.label, { number }));
  /** @type {HTMLInputElement} */ (part(copy, "input")).value = rollText(roll);
  part(copy, ".mini").replaceChildren(...roll.faces.map((face) => {
    const die = copyOf(form, "rolled");
    const stays = roll.kept.includes(face);
    const name = paint(form, die, face);
    die.classList.toggle("kept", stays);
    die.setAttribute("role", "img");
    die.setAttribute("aria-label", stays ? `${name}, ${kept}` : name);
    return die;
  }));
  return copy;
}

/**
 * Say which dice were kept before and do not lie there; the rolls before cannot be right then.
 * @param {HTMLFormElement} form
 * @param {Entry} entry
 * @param {boolean} open
 */
export function showMisfit(form, entry, open) {
  const misfit = part(form, ".misfit");
  const missing = missingIn(entry);
  misfit.hidden = !open || !missing.length;
  const names = missing.map((face) => (
    part(form, `[data-face="${face}"]`).getAttribute("aria-label")
  ));
  part(misfit, "span").textContent = fill(misfit.dataset.text, { dice: names.join("; ") });
}

/**
 * The button says beforehand what it writes.
 * @param {HTMLFormElement} form
 * @param {Selection | null} worth
 * @param {{ factor: number, isFull: boolean, isOpen: boolean }} how
 */
export function showButton(form, worth, { factor, isFull, isOpen }) {
  const button = /** @type {HTMLButtonElement} */ (part(form, "button.act"));
  const { label, plain, note, none = "", bad = "" } = button.dataset;
  const values = { ...worth, gift: factor * (worth?.gift ?? 0), name: form.dataset.receiver };
  const text = worth ? fill(worth.bonus ? label : plain, values) : (isFull ? bad : none);
  part(button, ".title").textContent = text;
  part(button, ".gets").textContent = worth ? fill(note, values) : "";
  part(button, "small").hidden = !worth;
  button.disabled = !worth || !isOpen;
}

/**
 * Say when another selection of the same dice would score more.
 * @param {HTMLFormElement} form
 * @param {Selection | null} top the best one
 * @param {Selection | null} worth the chosen one
 * @param {{ factor: number, faces: Face[] }} how
 */
export function showNudge(form, top, worth, { factor, faces }) {
  const nudge = part(form, ".nudge");
  const more = top && worth ? top.points + top.bonus - worth.points - worth.bonus : 0;
  nudge.hidden = !more;
  if (!top || !more) return;
  const dice = top.dice.map((place) => faces[place][0]).join(" ");
  const values = { ...top, dice, more, gift: factor * top.gift, name: form.dataset.receiver };
  const { text, plain } = nudge.dataset;
  part(nudge, "span").textContent = fill(top.bonus ? text : plain, values);
}
