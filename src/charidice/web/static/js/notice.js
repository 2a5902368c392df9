// The line that says what went wrong, or that something is done.

export class Notice {
  #line;

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
    this.#line.hidden = !text;
  }

  /**
   * Take a text away, if it is still the one that is shown.
   * @param {string} text
   */
  end(text) {
    if (this.#line.textContent === text) this.show("");
  }
}
