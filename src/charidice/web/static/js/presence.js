// Who is here and who is away: a mark at every seat, and a sentence when that changes.

/** @typedef {{ seat: number, here: boolean, minutes: number | null }} Company */

const STEADY = 4000; // milliseconds after which somebody is away, and does not only load the page

/** @param {number} seat */
export const placeOf = (seat) => /** @type {HTMLElement | null} */ (
  document.querySelector(`#seat-${seat}, [data-podium="${seat}"]`)
);

/** @param {HTMLElement | null} place */
export function nameAt(place) {
  const called = place?.querySelector(".name, .chair-name b, .winner");
  return called?.firstChild?.textContent?.trim() ?? "";
}

export class Presence {
  #texts;
  #explain;
  /** @type {Company[]} */
  #company = [];
  /** @type {Map<number, boolean>} */
  #known = new Map(); // who is here, as far as it was told
  /** @type {Set<number>} */
  #met = new Set(); // who was here at any time
  /** @type {number | undefined} */
  #settling;

  /**
   * @param {Record<string, string>} texts what is said about who is here and away
   * @param {(text: string) => void} explain says it
   */
  constructor(texts, explain) {
    this.#texts = texts;
    this.#explain = explain;
  }

  /** @param {Company[]} company */
  set(company) {
    this.#company = company;
    for (const { seat, here } of company) if (here) this.#met.add(seat);
    this.mark();
    clearTimeout(this.#settling);
    this.#settling = setTimeout(() => this.#tellWhoIsHere(), STEADY);
  }

  /** Whoever waits for somebody knows why. */
  #tellWhoIsHere() {
    if (document.querySelector("#notice:not(.calm, [hidden])")) { // that is more important
      this.#settling = setTimeout(() => this.#tellWhoIsHere(), STEADY);
      return;
    }
    const said = this.#company.flatMap(({ seat, here }) => {
      const known = this.#known.get(seat);
      this.#known.set(seat, here);
      if (known === here || (known === undefined && here)) return [];
      return this.#sentence(seat, here);
    });
    if (said.length && !document.querySelector(".result")) this.#explain(said.join(" "));
  }

  /**
   * @param {number} seat
   * @param {boolean} here
   */
  #sentence(seat, here) {
    const { isAway, isBack, notYet } = this.#texts;
    // After the first round everybody has been here.
    const isKnown = this.#met.has(seat) || document.querySelector(".rounds .done");
    const text = here ? isBack : isKnown ? isAway : notYet;
    return text.replace("{name}", nameAt(placeOf(seat)));
  }

  /** Mark the seats, which may be new. */
  mark() {
    for (const face of document.querySelectorAll("[id^=seat-] .face")) {
      face.classList.remove("here", "away");
    }
    for (const { seat, here, minutes } of this.#company) {
      const place = document.getElementById(`seat-${seat}`);
      const face = place?.querySelector(".face");
      face?.classList.toggle("here", here);
      face?.classList.toggle("away", !here);
      const since = minutes ? this.#texts.awayMinutes.replace("{minutes}", String(minutes)) : "";
      const text = here ? this.#texts.here : since || this.#texts.away;
      const words = place?.querySelector(".company");
      if (words) words.textContent = `, ${text}`;
      face?.setAttribute("title", text);
      if (place?.matches(".active")) this.#tellWhoIsWaitedFor(seat, here);
    }
  }

  /**
   * The bar says that somebody plays; it must not say so of whoever is not there.
   * @param {number} seat
   * @param {boolean} here
   */
  #tellWhoIsWaitedFor(seat, here) {
    const line = /** @type {HTMLElement | null} */ (
      document.querySelector("#tray .acts .aside > p > *")
        ?? document.querySelector("#tray .tray:not([data-mine], .scored) .say > b + :not(.asked)")
    );
    const isBot = placeOf(seat)?.querySelector(".name > .inline-icon"); // it plays for them
    if (isBot) return;
    for (const clock of document.querySelectorAll("#tray .acts > .countdown[data-last]")) {
      clock.toggleAttribute("data-always", !here); // how long it takes until a bot plays
    }
    if (!line) return;
    line.dataset.said ??= line.textContent ?? "";
    line.textContent = here ? line.dataset.said : this.#sentence(seat, here);
  }
}
