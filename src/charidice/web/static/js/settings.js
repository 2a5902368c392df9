// The settings of the host: every change is sent at once, one after the other, and before whatever
// is pressed next.

const FORM = "form[data-applies]";

export class Settings {
  #table;
  #last = Promise.resolve();

  /** @param {HTMLElement} table where their form is */
  constructor(table) {
    this.#table = table;
  }

  /** Take over their form. */
  start() {
    this.#table.addEventListener("change", ({ target }) => {
      const form = /** @type {HTMLElement} */ (target).closest(FORM);
      /** @type {HTMLFormElement | null} */ (form)?.requestSubmit();
    });
  }

  /** @param {HTMLFormElement} form */
  own(form) {
    return form.matches(FORM);
  }

  /** @param {() => Promise<void>} send a change */
  add(send) {
    this.#last = this.inForce().then(send);
  }

  /** When all changes were sent. */
  inForce() {
    return Promise.allSettled([this.#last]);
  }

  /**
   * A change is done, or the form shows again what is in force. One's own change does not forbid
   * what was pressed before it was done.
   * @param {boolean} done
   * @param {number} version of the table after it
   * @param {URLSearchParams} waiting what was pressed
   */
  answered(done, version, waiting) {
    const isNext = waiting.get("version") === String(version - 1);
    if (!done) /** @type {HTMLFormElement | null} */ (this.#table.querySelector(FORM))?.reset();
    else if (isNext) waiting.set("version", String(version));
  }
}
