// Changed regions take the place of the old ones; the keyboard's place, ticked dice, open menus and
// what is half written stay.
import { keepParts } from "./lasting.js";

/** @typedef {{ version: number, regions: Record<string, string> }} Change */

const FIELDS = "input:not([type=hidden]):not([readonly]):not([name=die]), select";
const FALLBACK = ".act:not(:disabled), input[name=die], h2[tabindex], #say";

export class Regions {
  /** The version of the table that the page shows. */
  version = 0;
  /** @type {string | null} */
  #lostFocus = null; // the region in which the keyboard's place vanished

  /** What the page shows, by the marks of its regions: the server then sends what is new. */
  seen() {
    const regions = /** @type {HTMLElement[]} */ ([...document.querySelectorAll(".region")]);
    return regions.map((region) => region.dataset.mark).join(".");
  }

  /**
   * What a stream brings builds on what it brought before, so all of it counts.
   * @param {Change} change
   */
  apply({ version, regions }) {
    this.version = version;
    for (const [name, html] of Object.entries(regions)) this.#replace(name, html);
  }

  /**
   * @param {string} name
   * @param {string} html
   */
  #replace(name, html) {
    const old = document.getElementById(name);
    const next = /** @type {HTMLElement | null} */ (
      new DOMParser().parseFromString(html, "text/html").body.firstElementChild
    );
    if (!old || !next || old.dataset.mark === next.dataset.mark) return;
    keepOpen(old, next);
    keepFields(old, next);
    keepTicks(old, next);
    const focus = selectorOf(old, document.activeElement);
    const shown = keepParts(old, next) ? old : next;
    if (shown === next) old.replaceWith(next);
    if (focus || this.#lostFocus === name) this.#refocus(name, shown, focus);
  }

  /**
   * The keyboard goes on where it was; if there is nothing to press now, as soon as there is.
   * @param {string} name
   * @param {HTMLElement} region
   * @param {string | null} selector
   */
  #refocus(name, region, selector) {
    if (!selector && document.activeElement !== document.body) {
      this.#lostFocus = null;
      return;
    }
    const target = /** @type {HTMLElement | null} */ (
      (selector && region.querySelector(`${selector}:not(:disabled)`))
        || (selector === "#ask-open" && region.querySelector("#say")) // nothing that acts
        || region.querySelector(FALLBACK)
    );
    this.#lostFocus = target ? null : name;
    target?.focus({ preventScroll: true });
  }
}

/**
 * @param {HTMLElement} old
 * @param {HTMLElement} next
 */
function keepOpen(old, next) {
  for (const details of old.querySelectorAll("details[open]")) {
    const same = /** @type {HTMLDetailsElement | null} */ (next.querySelector(`#${details.id}`));
    if (same) same.open = true;
  }
}

/**
 * @param {HTMLElement} old
 * @param {HTMLElement} next
 */
function keepFields(old, next) {
  for (const element of old.querySelectorAll(FIELDS)) {
    const field = /** @type {HTMLInputElement} */ (element);
    const same = /** @type {HTMLInputElement | null} */ (
      field.id ? next.querySelector(`#${CSS.escape(field.id)}`) : null
    );
    if (!same || (field.closest("[data-applies]") && !isChanged(field))) continue;
    if (field.type === "checkbox" || field.type === "radio") same.checked = field.checked;
    else same.value = field.value;
  }
}

/**
 * Whether the user has changed it since the page was drawn.
 * @param {HTMLInputElement | HTMLSelectElement} field
 */
function isChanged(field) {
  if ("options" in field) return !field.selectedOptions[0]?.defaultSelected;
  return field.checked !== field.defaultChecked || field.value !== field.defaultValue;
}

/**
 * Dice stay ticked as long as the same roll lies on the table.
 * @param {HTMLElement} old
 * @param {HTMLElement} next
 */
function keepTicks(old, next) {
  const roll = rollIn(old);
  if (roll === undefined || roll !== rollIn(next)) return;
  const before = boxesIn(old);
  const after = boxesIn(next);
  if (before.length !== after.length) return;
  before.forEach((box, place) => { after[place].checked = box.checked; });
}

/** @param {HTMLElement} region */
function rollIn(region) {
  const tray = /** @type {HTMLElement | null} */ (region.querySelector("[data-roll]"));
  return tray?.dataset.roll;
}

/** @param {HTMLElement} region */
function boxesIn(region) {
  return /** @type {HTMLInputElement[]} */ ([...region.querySelectorAll("input[name=die]")]);
}

/**
 * How to find an element again in the next version of its region.
 * @param {HTMLElement} region
 * @param {Element | null} element
 */
function selectorOf(region, element) {
  if (!element || !region.contains(element) || element === region) return null;
  if (element.id) return `#${CSS.escape(element.id)}`;
  const { name, value } = /** @type {HTMLInputElement} */ (element);
  if (name && value) return `[name="${CSS.escape(name)}"][value="${CSS.escape(value)}"]`;
  return element.matches("button") ? "button:not(:disabled)" : "#say"; // nothing that acts
}

/**
 * Whether the page shows another position soon, in which somebody can still have a hint.
 * @param {string} position
 */
export async function hasMovedOn(position) {
  const tray = () => /** @type {HTMLElement | null} */ (document.querySelector("form.tray"));
  for (let wait = 0; wait < 10 && tray()?.dataset.position === position; wait += 1) {
    await new Promise((done) => { setTimeout(done, 100); });
  }
  const { position: now, decision } = tray()?.dataset ?? {};
  return now !== position && decision !== undefined;
}
