// The line that says what went wrong, or that something is done.

const STALE = 3000; // milliseconds after which news make a notice obsolete
const READ = 7000; // … after which a refusal was read: it must not stand there for ever
const ROOM = 56; // pixels that two lines need

export class Notice {
  #line;
  /** @type {number | undefined} */
  #going;
  #shownAt = 0;

  /** @param {HTMLElement} line */
  constructor(line) {
    this.#line = line;
  }

  /**
   * Show a text; an empty one takes the line away.
   * @param {string} text
   */
  show(text, calm = false) {
    this.#line.textContent = text;
    this.#line.classList.toggle("calm", calm);
    this.#line.classList.remove("beside");
    this.#line.hidden = !text;
    this.#shownAt = Date.now();
    clearTimeout(this.#going);
    if (text && !calm) this.#going = setTimeout(() => this.show(""), READ);
  }

  /**
   * Say what something is, for as long as it takes to read it.
   * @param {string} text
   */
  explain(text) {
    this.show(text, true);
    this.#going = setTimeout(() => this.end(text), READ);
  }

  /**
   * A tap says what something is.
   * @param {HTMLElement} table
   */
  explainWhatIsTapped(table) {
    table.addEventListener("click", ({ target }) => {
      const about = /** @type {HTMLElement} */ (target).closest("[data-explain]");
      if (!about) return;
      this.explain(/** @type {HTMLElement} */ (about).dataset.explain ?? "");
      const { bottom } = about.getBoundingClientRect();
      const end = table.querySelector(".acts")?.getBoundingClientRect().top ?? 0;
      this.#line.style.setProperty("--below", `${bottom + 4}px`);
      this.#line.classList.toggle("beside", end - bottom > ROOM);
    });
  }

  /** The game has moved on: what was said before is no longer true. */
  outdated() {
    if (Date.now() - this.#shownAt > STALE) this.show("");
  }

  /**
   * Take a text away, if it is still the one that is shown.
   * @param {string} text
   */
  end(text) {
    if (this.#line.textContent === text) this.show("");
  }
}
