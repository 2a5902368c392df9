// The guide through a first game, on the real table: it looks on, says what comes next, and can be
// sent away at any time. After the first turn it only speaks when something is new.
import { CHOOSING, hasNobodyScored, isReloaded, PLACES, choosing, newIn } from "./lessons.js";
import { takeTime } from "./pace.js";

const KEY = "charidice-guide";
const LATER = "later"; // the first turn is over; what was said since then follows
const SECONDS = 8; // that bots wait at least in a first game, so that it can be read
const NEWS = ["given", "near", "charity"]; // said once each

function known() {
  try { return localStorage.getItem(KEY); } catch { return "done"; }
}

/** @param {string} state */
function note(state) {
  try { localStorage.setItem(KEY, state); } catch { /* private windows */ }
}

export class Guide {
  /** @type {HTMLElement | null} */
  #card = null;
  #shown = "";
  #hasScored = false;
  /** @type {Set<string> | null} what was said after the first turn; null before its end */
  #said = null;
  #mayWait = false;
  #knowsCoin = false;
  #wait;
  #say;
  /** @type {Set<string>} */
  #heard = new Set(); // steps that were read out

  /**
   * @param {(seconds: number) => void} wait lets bots wait at least so long
   * @param {(text: string) => void} say for those who listen
   */
  constructor(wait, say) {
    this.#wait = wait;
    this.#say = say;
  }

  /** Begin, if somebody wants it or plays for the first time. */
  start() {
    this.#sayFarewell();
    const template = /** @type {HTMLTemplateElement | null} */ (document.getElementById("guide"));
    const wanted = location.hash === "#guide";
    const state = known() ?? "";
    if (!template || !(wanted || (template.dataset.first && state !== "done"))) return;
    const copy = /** @type {DocumentFragment} */ (template.content.cloneNode(true));
    this.#card = /** @type {HTMLElement} */ (copy.firstElementChild);
    this.#card.hidden = true;
    this.#mayWait = template.dataset.first !== "quiet";
    document.querySelector(".side")?.append(this.#card);
    this.#card.querySelector("button")?.addEventListener("click", () => {
      this.#end();
      document.getElementById("say")?.focus({ preventScroll: true }); // its button is gone
    });
    if (!wanted && state.startsWith(LATER)) this.#said = new Set(state.split(" ").slice(1));
    else if (document.querySelector(".rounds .done")) this.#said = new Set(); // a later round
    else note("on");
    takeTime();
    addEventListener("resize", () => this.#findCards());
    this.follow();
  }

  /** The result of a guided game has words and a next step of its own. */
  #sayFarewell() {
    const guided = this.#card !== null || location.hash === "#guide" || history.state?.guided;
    const result = guided && document.querySelector(".result");
    if (!result) return;
    result.classList.add("guided");
    history.replaceState({ guided: true }, "", location.pathname); // after a reload too
  }

  #end() {
    this.#card?.remove();
    this.#card = null;
    note("done");
    forgetWish();
  }

  /** The table has changed, or a die was ticked. */
  follow() {
    this.#sayFarewell();
    // Those who share a device read before each of them rolls for the first time.
    const how = /** @type {HTMLElement | null} */ (document.querySelector("[data-newcomers]"));
    if (how && known() !== "done") how.hidden = false;
    if (document.querySelector("[data-shared] .result")) note("done"); // they know it for a rematch
    if (!this.#card) return;
    const tray = /** @type {HTMLElement | null} */ (document.querySelector("form.tray"));
    if (document.querySelector(".result")) this.#end();
    else {
      const before = this.#shown;
      this.#show(tray ? this.#step(tray) : "");
      if (tray) this.#slowDown(tray, this.#shown !== before);
    }
  }

  /**
   * In a first game bots leave time to read.
   * @param {HTMLElement} tray
   * @param {boolean} isNew whether the guide says something else than before
   */
  #slowDown(tray, isNew) {
    if (!this.#card || !this.#mayWait || !("hurry" in tray.dataset)) return;
    if (isNew && this.#shown) this.#wait(SECONDS);
  }

  /**
   * The step that fits what is on the table; empty when there is nothing to say.
   * @param {HTMLElement} tray
   */
  #step(tray) {
    const step = this.#said ? null : this.#first(tray);
    if (step !== null) return step;
    if (!this.#said) {
      this.#said = new Set(this.#knowsCoin ? ["coin"] : []);
      note([LATER, ...this.#said].join(" "));
      forgetWish();
    }
    return this.#news(tray, this.#said);
  }

  /**
   * What to say in the first turn; null when it is over.
   * @param {HTMLElement} tray
   * @returns {keyof PLACES | "" | null}
   */
  #first(tray) {
    const mine = tray.dataset.mine === "turn";
    if (mine && tray.querySelector("[value=roll]")) {
      if (this.#hasScored) return null;
      const isGreeted = ["watch", "turn"].includes(this.#shown) || this.#knowsCoin || isReloaded();
      return isGreeted ? "turn" : "roll";
    }
    if (mine && tray.dataset.worth) return choosing(tray);
    if (CHOOSING.includes(this.#shown)) this.#hasScored = true;
    if (tray.querySelector(".ask:not(.here)")) return "coin";
    if (["coin", ""].includes(this.#shown) && this.#knowsCoin) return "";
    if (this.#hasScored) return "gift";
    const isFirst = ["", "watch"].includes(this.#shown); // a bot may play for somebody later
    return isFirst && !isReloaded() && hasNobodyScored() ? "watch" : "";
  }

  /**
   * What is new to somebody who has played a turn.
   * @param {HTMLElement} tray
   * @param {Set<string>} said
   */
  #news(tray, said) {
    const found = newIn(tray).find((each) => !said.has(each) || each === this.#shown) ?? "";
    if (!found && NEWS.every((each) => said.has(each))) this.#end();
    if (found && !said.has(found)) note([LATER, ...said.add(found)].join(" "));
    return found;
  }

  /** There may be room for it below the bonus cards. */
  #findCards() {
    const cards = document.querySelector(".tray .bonus")?.getBoundingClientRect();
    if (cards) this.#card?.style.setProperty("--below-cards", `${cards.bottom + scrollY + 4}px`);
  }

  /** @param {string} step */
  #show(step) {
    if (!this.#card || step === this.#shown) return;
    this.#shown = step;
    this.#knowsCoin ||= step === "coin";
    this.#findCards();
    this.#card.hidden = step === "";
    this.#card.querySelectorAll("[data-step]").forEach((text) => {
      const isNow = text.getAttribute("data-step") === step;
      text.classList.toggle("now", isNow);
      if (isNow && !this.#heard.has(step)) this.#say(text.textContent ?? "");
    });
    this.#heard.add(step);
    const place = this.#said || !step ? 0 : PLACES[/** @type {keyof PLACES} */ (step)];
    /** @type {HTMLElement} */ (this.#card.querySelector(".way")).hidden = this.#said !== null
      || !(place > 0 && (place < PLACES.coin || this.#hasScored));
    this.#card.querySelectorAll(".way i").forEach((pip, number) => {
      pip.classList.toggle("on", number < place);
    });
  }
}

/** Nobody is guided again because of the address; the end of the game still knows of it. */
function forgetWish() {
  if (location.hash !== "#guide") return;
  history.replaceState({ guided: true }, "", location.pathname);
}
