// What people say to one another, and whom the browser may tell when it is their turn.
import { isInTheWay, placeBubble } from "./bubble.js";
import { nameAt, placeOf } from "./presence.js";

const HEAR = "charidice-hear";
const NOTIFY = "charidice-notify";
const BUBBLE = 2500; // milliseconds that something said is seen
const LANDED = 1100; // … until a gift has arrived

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

export class CompanyAtTable {
  #announce;
  #hears = stored(HEAR) !== "off";
  #notifies = stored(NOTIFY) === "on";
  /** @type {number | undefined} */
  #thanking;
  /** @type {HTMLElement | undefined} */
  #thanks;

  /** @param {(text: string) => void} announce */
  constructor(announce) {
    this.#announce = announce;
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

  /** What was said must not lie over what is new. */
  mark() {
    for (const each of document.querySelectorAll(".bubble")) {
      const bubble = /** @type {HTMLElement} */ (each);
      if (isInTheWay(bubble)) bubble.remove();
    }
  }

  /**
   * Whoever is given something says thank you when it has arrived, if it is not taken back.
   * @param {DOMStringMap} tray
   */
  thank({ scored, gets, thanks }) {
    clearTimeout(this.#thanking);
    if (!scored) this.#thanks?.remove(); // it was taken back
    if (!scored || !thanks) return;
    const seat = Number(gets?.slice("seat-".length));
    this.#thanking = setTimeout(() => { this.#thanks = this.say({ seat, text: thanks }); }, LANDED);
  }

  /**
   * Somebody says something.
   * @param {{ seat: number, text: string }} said
   * @returns {HTMLElement | undefined} the bubble, if it is shown
   */
  say({ seat, text }) {
    const place = placeOf(seat);
    if (!this.#hears || !place) return undefined;
    const bubble = document.createElement("span");
    bubble.className = "bubble";
    bubble.setAttribute("aria-hidden", "true");
    const face = place.querySelector(".face")?.cloneNode(true);
    bubble.append(...(face ? [face] : []), text);
    document.body.append(bubble);
    placeBubble(bubble, place);
    setTimeout(() => bubble.remove(), BUBBLE);
    this.#announce(`${nameAt(place)}: ${text}`);
    return bubble;
  }
}
