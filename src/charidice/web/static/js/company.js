// Who is here, who is away, and what people say.
import { isInTheWay, placeBubble } from "./bubble.js";

/** @typedef {{ seat: number, here: boolean, minutes: number | null }} Company */

const HEAR = "charidice-hear";
const NOTIFY = "charidice-notify";
const BUBBLE = 2500; // milliseconds that something said is seen
const LANDED = 1100; // … until a gift has arrived
const STEADY = 4000; // … after which somebody is away, and not only loads the page again

/** @param {string} key */
function stored(key) {
  try { return localStorage.getItem(key); } catch { return null; }
}

/**
 * @param {string} key
 * @param {boolean} on
 */
function store(key, on) {
  try { localStorage.setItem(key, on ? "on" : "off"); } catch { /* private windows */ }
}

/** @param {string} id */
const buttonOf = (id) => /** @type {HTMLButtonElement | null} */ (document.getElementById(id));

/** @param {number} seat */
const placeOf = (seat) => /** @type {HTMLElement | null} */ (
  document.querySelector(`#seat-${seat}, [data-podium="${seat}"]`)
);

/** @param {HTMLElement | null} place */
function nameAt(place) {
  const called = place?.querySelector(".name, .chair-name b, .winner");
  return called?.firstChild?.textContent?.trim() ?? "";
}

export class CompanyAtTable {
  #texts;
  #announce;
  #hears = stored(HEAR) !== "off";
  #notifies = stored(NOTIFY) === "on";
  /** @type {Company[]} */
  #company = [];
  /** @type {number | undefined} */
  #thanking;
  /** @type {Map<number, boolean>} */
  #known = new Map(); // who is here, as far as it was told
  /** @type {Set<number>} */
  #met = new Set(); // who was here at any time
  /** @type {number | undefined} */
  #settling;
  #explain;

  /**
   * @param {Record<string, string>} texts what is said about who is here and away
   * @param {(text: string) => void} announce
   * @param {(text: string) => void} explain says it to the eye too
   */
  constructor(texts, announce, explain) {
    this.#texts = texts;
    this.#announce = announce;
    this.#explain = explain;
  }

  /**
   * Take over the switches and the buttons with something to say.
   * @param {(code: string) => Promise<boolean>} say
   * @param {() => void} denied the browser allows no notifications
   */
  start(say, denied) {
    document.addEventListener("click", async (event) => {
      const target = /** @type {HTMLElement} */ (event.target);
      const button = /** @type {HTMLElement | null} */ (target.closest("[data-react]"));
      if (!button) return;
      const menu = /** @type {HTMLDetailsElement | null} */ (button.closest("details"));
      if (menu) menu.open = false;
      else button.hidden = true;
      if (!(await say(button.dataset.react ?? ""))) button.hidden = false;
    });
    const hear = buttonOf("hear");
    hear?.addEventListener("click", () => {
      this.#hears = !this.#hears;
      store(HEAR, this.#hears);
      this.#show();
    });
    buttonOf("notify")?.addEventListener("click", async () => {
      const wish = !this.#notifies;
      if (wish && await Notification.requestPermission() !== "granted") {
        denied();
        return;
      }
      this.#notifies = wish;
      store(NOTIFY, wish);
      this.#show();
    });
    this.#show();
  }

  #show() {
    buttonOf("hear")?.setAttribute("aria-pressed", String(this.#hears));
    buttonOf("notify")?.setAttribute("aria-pressed", String(this.#notifies));
  }

  /**
   * Tell somebody who looks at another window.
   * @param {string} text
   */
  notify(text) {
    if (!this.#notifies || !document.hidden || !("Notification" in window)) return;
    if (Notification.permission !== "granted") return;
    try {
      const icon = document.querySelector("link[rel=icon]")?.getAttribute("href") ?? undefined;
      const note = new Notification(text, { tag: "charidice-turn", icon });
      note.addEventListener("click", () => { window.focus(); note.close(); });
    } catch { /* phones only allow it from a service worker */ }
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
    const { isAway, isBack, notYet } = this.#texts;
    const said = this.#company.flatMap(({ seat, here }) => {
      const known = this.#known.get(seat);
      this.#known.set(seat, here);
      if (known === here || (known === undefined && here)) return [];
      const text = here ? isBack : this.#met.has(seat) ? isAway : notYet;
      return text.replace("{name}", nameAt(placeOf(seat)));
    });
    if (said.length && !document.querySelector(".result")) this.#explain(said.join(" "));
  }

  /** Mark the seats, which may be new; what was said must not lie over what is new. */
  mark() {
    for (const each of document.querySelectorAll(".bubble")) {
      const bubble = /** @type {HTMLElement} */ (each);
      if (isInTheWay(bubble)) bubble.remove();
    }
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
    }
  }

  /**
   * Whoever is given something says thank you when it has arrived, if it is not taken back.
   * @param {DOMStringMap} tray
   */
  thank({ scored, gets, thanks }) {
    clearTimeout(this.#thanking);
    if (!scored || !thanks) return;
    const seat = Number(gets?.slice("seat-".length));
    this.#thanking = setTimeout(() => this.say({ seat, text: thanks }), LANDED);
  }

  /**
   * Somebody says something.
   * @param {{ seat: number, text: string }} said
   */
  say({ seat, text }) {
    const place = placeOf(seat);
    if (!this.#hears || !place) return;
    const bubble = document.createElement("span");
    bubble.className = "bubble";
    bubble.setAttribute("aria-hidden", "true");
    const face = place.querySelector(".face")?.cloneNode(true);
    bubble.append(...(face ? [face] : []), text);
    document.body.append(bubble);
    placeBubble(bubble, place);
    setTimeout(() => bubble.remove(), BUBBLE);
    this.#announce(`${nameAt(place)}: ${text}`);
  }
}
