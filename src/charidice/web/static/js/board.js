// What a pad shows of an entry: the dice that lie there, what writing does, and what scores more.
import { fill, part } from "./parts.js";

/** @typedef {import("./scoring.js").Face} Face */
/** @typedef {import("./scoring.js").Selection} Selection */

const DICE = 6;

/**
 * The dice that lie on the table; they are made anew only when others lie there.
 * @param {HTMLFormElement} form
 * @param {import("./pad.js").Entry} entry
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
 * @param {HTMLFormElement} form
 * @param {Face} face
 * @param {number} place
 */
function die(form, face, place) {
  const { content } = /** @type {HTMLTemplateElement} */ (form.querySelector("template.lying"));
  const copy = /** @type {HTMLElement} */ (content.firstElementChild?.cloneNode(true));
  const cell = part(form, `[data-face="${face}"]`);
  copy.classList.add(cell.classList[1]);
  copy.querySelector("use")?.setAttribute("href", `#${cell.dataset.symbol}`);
  part(copy, "i").textContent = face[0];
  const [hidden, box] = /** @type {HTMLInputElement[]} */ ([...copy.querySelectorAll("input")]);
  hidden.value = face;
  box.value = String(place);
  box.setAttribute("aria-label", cell.getAttribute("aria-label") ?? "");
  return copy;
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
