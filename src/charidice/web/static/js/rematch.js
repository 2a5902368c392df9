// A rematch has begun while somebody still looks at the result: the page goes there by itself, as
// the clock of the new game runs; whoever taps or presses a key stays.

const AFTER = 8000; // milliseconds in which one can stay

export class Rematch {
  #isAwaited = false; // a result without a rematch was seen
  #say;

  /** @param {(text: string) => void} say for those who listen */
  constructor(say) {
    this.#say = say;
  }

  /** The table has changed. */
  follow() {
    const link = /** @type {HTMLAnchorElement | null} */ (document.querySelector("a[data-follow]"));
    if (link && this.#isAwaited) this.#begin(link);
    this.#isAwaited = document.querySelector(".result") !== null && !link;
  }

  /** @param {HTMLAnchorElement} link */
  #begin(link) {
    const words = /** @type {HTMLElement} */ (link.querySelector("small"));
    const before = words.textContent;
    words.textContent = link.dataset.follow ?? "";
    this.#say(words.textContent);
    link.classList.add("counts-down");
    const listening = new AbortController();
    const timer = setTimeout(() => location.assign(link.href), AFTER);
    const stay = (/** @type {Event} */ { target }) => {
      if (target instanceof Node && link.contains(target)) return;
      clearTimeout(timer);
      listening.abort();
      link.classList.remove("counts-down");
      words.textContent = before;
    };
    for (const kind of ["pointerdown", "keydown", "wheel"]) {
      document.addEventListener(kind, stay, { signal: listening.signal, capture: true });
    }
  }
}
