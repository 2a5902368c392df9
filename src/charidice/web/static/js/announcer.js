// What a screen reader hears, and what the title of the window says.
import { hasTime, isPatient } from "./pace.js";

const KEPT = 10_000; // milliseconds that a sentence stays for the screen reader
const SETTLED = 700; // … after the last tick, in which somebody may still tick more

export class Announcer {
  #log;
  #texts;
  #plainTitle = document.title;
  /** @type {Set<string | undefined>} */
  #told = new Set();
  #saidLast = "";
  /** @type {string | undefined} */
  #roll;
  /** @type {number | undefined} */
  #settling;
  #tickedFromAfar = false; // by a key, or by a hint

  /**
   * @param {HTMLElement} log where the screen reader listens
   * @param {Record<string, string>} texts what the title says when it is one's turn, and what is
   *   said once about the 2× and about taking back
   */
  constructor(log, texts) {
    this.#log = log;
    this.#texts = texts;
  }

  /** Say what is new: sentences, oldest first, then what is to be done. */
  announce() {
    this.say(this.#news());
  }

  /**
   * Say this.
   * @param {string} text
   */
  say(text) {
    if (!text) return;
    const line = document.createElement("span");
    line.textContent = `${text} `;
    this.#log.append(line);
    setTimeout(() => line.remove(), KEPT);
  }

  /**
   * Dice were ticked: say what that is worth, when nothing more is ticked for a moment; a hint says
   * itself which dice it means, and why.
   * @param {Event} event
   */
  tellTicks(event) {
    const isHint = event instanceof CustomEvent;
    const die = event.target;
    this.#tickedFromAfar ||= die !== document.activeElement;
    clearTimeout(this.#settling);
    this.#settling = setTimeout(() => {
      // What cannot be scored needs no second reason beside that of the line above the dice.
      const [score, hint] = ["#tray [value=score]:enabled", "#hint"]
        .map((part) => spoken(document.querySelector(part)));
      const dice = this.#tickedFromAfar ? tickedDice() : "";
      this.#tickedFromAfar = false;
      const card = /** @type {HTMLElement | null} */ (document.querySelector("[data-told]"));
      const told = isHint ? [card?.dataset.told ?? "", score] : [dice, score, hint, clash()];
      if (hint) this.say(told.filter(Boolean).map(sentence).join(" "));
      this.#saidLast = sentence(spoken(document.querySelector("#say")));
    }, SETTLED);
  }

  /** Of what stands on the page already, only what is to be done is said. */
  begin() {
    this.#news();
    setTimeout(() => this.say(sentence(spoken(document.querySelector("#say")))), SETTLED);
  }

  /** @returns {string} */
  #news() {
    const moments = /** @type {HTMLElement[]} */ ([...document.querySelectorAll("[data-moment]")]);
    const fresh = moments.filter((item) => !this.#told.has(item.dataset.moment)).reverse();
    for (const item of fresh) this.#told.add(item.dataset.moment);
    // The log tells what was scored; below the seats only the rest is new then.
    const scored = fresh.length && document.querySelector(".tray.scored");
    const news = scored ? "#say > .unseen" : "#say:not([data-brief])";
    const end = document.querySelectorAll(
      ".result :is(h2, .counting + h2 + p, .podium li), .offer:not([hidden])",
    );
    const say = [document.querySelector(news), ...end].map(spoken).map(sentence).join(" ").trim();
    const heard = hasTime() ? "#say .double" : "#say .double:not(.glance)";
    const offer = fresh.length ? spoken(document.querySelector(heard)) : "";
    const { howToDouble, howToUndo } = this.#texts;
    const isHurried = offer && !isPatient() && document.querySelector("form[data-hurry]");
    const how = isHurried ? this.#once(howToDouble) : "";
    const undo = document.querySelector("#tray .undo") ? this.#once(howToUndo) : "";
    const sentences = [...fresh.map(spoken), fresh.length ? standing() : ""];
    if (say !== this.#saidLast) sentences.push(offer ? say.replace(offer, "").trim() : say);
    this.#saidLast = say;
    // The dice, then what can be done with them.
    sentences.push(undo, this.#kept(), offer, how);
    return sentences.filter(Boolean).map(sentence).join(" ");
  }

  /**
   * Which key does something is said when it can first be done.
   * @param {string} words
   */
  #once(words) {
    const hasKeys = !matchMedia("(pointer: coarse)").matches
      && !document.documentElement.matches(".without-keys");
    if (!hasKeys || this.#told.has(words)) return "";
    this.#told.add(words);
    return words;
  }

  /** What dice that are still ticked after a roll bring now. */
  #kept() {
    const tray = /** @type {HTMLElement | null} */ (document.querySelector(".tray[data-roll]"));
    const isNew = tray?.dataset.roll !== this.#roll;
    if (isNew) clearTimeout(this.#settling); // what was ticked before is said with the dice
    this.#roll = tray?.matches(".scored") ? undefined : tray?.dataset.roll; // it may be taken back
    const score = isNew && tray?.querySelector("[name=die]:checked")
      && tray.querySelector("[value=score]");
    return score ? spoken(score) : "";
  }

  /**
   * Say in the title whose turn it is, for whoever looks at another window.
   * @param {string | undefined} mine what is mine to do
   */
  title(mine) {
    const text = mine === "turn" && this.#texts.yourTurn;
    document.title = text && document.hidden ? `● ${text} ${this.#plainTitle}` : this.#plainTitle;
  }
}

/** Who has how many points: said when it is one's own turn. */
function standing() {
  if (!document.querySelector(".tray[data-mine=turn] [value=roll]")) return "";
  const seats = /** @type {HTMLElement[]} */ ([...document.querySelectorAll("[data-standing]")]);
  const most = spoken(document.querySelector("#tray .charity-line b"));
  const all = [seats.map((seat) => seat.dataset.standing).join(", "), most].filter(Boolean);
  return all.map(sentence).join(" ");
}

/** Which of the ticked dice do not fit, if they cannot be scored. */
function clash() {
  const dice = [...document.querySelectorAll("#tray .spoils [name=die]:checked")];
  const pair = /** @type {HTMLElement | null} */ (
    document.querySelector("#tray .pair:has([value=score]:disabled)")
  );
  const names = dice.map((die) => die.getAttribute("aria-label")).join("; ");
  return (names && pair?.dataset.clash?.replace("{dice}", names)) || "";
}

/** The ticked dice, for whoever is at none of them and does not hear it from the browser. */
function tickedDice() {
  const ticked = [...document.querySelectorAll("#tray [name=die]:checked")];
  return ticked.map((box) => box.getAttribute("aria-label")).join("; ");
}

/**
 * A voice rests only where a sentence ends.
 * @param {string} text
 */
const sentence = (text) => (!text || /[.!?…:;]$/.test(text) ? text : `${text}.`);

/**
 * What a screen reader says of an element: dice by their names, nothing that is only for the eye.
 * @param {Element | null} element
 */
export function spoken(element) {
  if (!element) return "";
  const copy = /** @type {Element} */ (element.cloneNode(true));
  // What can be done only at a glance is over before it is heard.
  const unheard = hasTime() ? "[aria-hidden=true]" : "[aria-hidden=true], .glance";
  for (const hidden of copy.querySelectorAll(unheard)) hidden.remove();
  // What passes between others is told without their dice.
  const isBrief = element.hasAttribute("data-brief");
  if (isBrief) for (const die of copy.querySelectorAll("[role=img]")) die.remove();
  for (const picture of copy.querySelectorAll("[role=img]")) {
    picture.textContent = ` ${picture.getAttribute("aria-label")}; `;
  }
  for (const button of copy.querySelectorAll("button")) button.append(". ");
  const title = copy.querySelector(":scope > b:first-child:not(:last-child)");
  const goesOn = title?.nextSibling instanceof Text && title.nextSibling.data.trim();
  if (title && !goesOn) title.textContent = `${sentence(title.textContent?.trim() ?? "")} `;
  const text = (copy.textContent ?? "").replace(/\s+/g, " ").trim().replace(/;$/, ".");
  if (!isBrief) return text;
  return text.replace(/\s?:(?=\s+\p{Ll})/gu, ",").replace(/\s?:(?=\s|$)/g, ".");
}
