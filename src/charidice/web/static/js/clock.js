// Countdowns, by the clock of the server.
const TICK = 200; // milliseconds
const OVER = 0.6; // seconds after the end by which the table would have gone on
const LINGERS = 2.5; // … for which the place of what is gone stays

export class Clock {
  #offset = 0; // the server's clock minus ours, in seconds
  #warned = ""; // of which end
  #announce;

  /** @param {(text: string) => void} announce says what is seen when little time is left */
  constructor(announce) {
    this.#announce = announce;
  }

  /** Show countdowns from now on. */
  start() {
    setInterval(() => this.tick(), TICK);
  }

  /**
   * The server has told its time.
   * @param {number} seconds
   */
  set(seconds) {
    this.#offset = seconds - Date.now() / 1000;
  }

  /** The time at the server, in seconds. */
  now() {
    return Date.now() / 1000 + this.#offset;
  }

  /** Show how much time is left; what is over goes away. */
  tick() {
    for (const countdown of document.querySelectorAll(".countdown[data-until]")) {
      this.#show(/** @type {HTMLElement} */ (countdown));
    }
    for (const part of document.querySelectorAll("[data-hide-at]")) {
      const element = /** @type {HTMLElement} */ (part);
      const since = this.now() - Number(element.dataset.hideAt);
      if (since > 0 && element === document.activeElement) document.getElementById("say")?.focus();
      element.classList.toggle("gone", since > 0);
      element.hidden = since > LINGERS;
    }
  }

  /**
   * What is seen only at the end is heard then, once.
   * @param {HTMLElement} countdown
   * @param {boolean} early
   */
  #warn(countdown, early) {
    countdown.hidden = early && !("always" in countdown.dataset);
    const until = countdown.dataset.until ?? "";
    if (early || until === this.#warned) return;
    this.#warned = until;
    this.#announce(countdown.lastElementChild?.firstChild?.textContent?.trim() ?? "");
  }

  /** @param {HTMLElement} countdown */
  #show(countdown) {
    const { dataset } = countdown;
    const left = Math.max(0, Number(dataset.until) - this.now());
    const isTumbling = countdown.matches(".ring, .wait-left") && diceTumble();
    if (isTumbling) dataset.whole = String(Math.max(left, TICK / 1000)); // it runs from then on
    const isLate = !("always" in dataset) && dataset.last;
    const whole = Number(dataset.whole);
    // A bar that is always seen runs off from the beginning, the other one in the last seconds.
    if (isLate ? whole > Number(isLate) : whole < left) delete dataset.whole;
    dataset.whole ??= isLate || String(Math.max(left, 1));
    if (dataset.last) this.#warn(countdown, left > Number(dataset.last));
    const part = Math.min(1, left / Number(dataset.whole));
    const figure = countdown.querySelector(".time-left");
    if (figure) figure.textContent = minutes(left);
    const bar = /** @type {HTMLElement | null} */ (countdown.querySelector(".bar-left"));
    if (bar) bar.style.transform = `scaleX(${part})`;
    const ring = /** @type {SVGElement | null} */ (countdown.querySelector("circle.left"));
    // Nothing else ends with it: what can still be pressed must not look as if it were over.
    const over = this.now() > Number(dataset.until) + OVER;
    countdown.classList.toggle("over", over);
    if (ring) ring.style.strokeDashoffset = String(over ? 0 : 100 - 100 * part);
  }
}

/**
 * Minutes and seconds, as clocks show them.
 * @param {number} seconds
 */
const minutes = (seconds) =>
  `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, "0")}`;

/** Whether dice that were thrown still move. */
function diceTumble() {
  return [...document.querySelectorAll("#tray .dice .rolling")].some((die) =>
    die.getAnimations().some((motion) => motion.playState === "running"));
}
