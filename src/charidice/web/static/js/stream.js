// What the server sends by itself, over a connection that is made anew whenever it is lost.

/** @typedef {import("./regions.js").Change} Change */
/**
 * What to do with what comes.
 * @typedef {object} Listeners
 * @property {(seconds: number) => void} clock
 * @property {(change: Change) => void} regions
 * @property {(company: import("./presence.js").Company[]) => void} company
 * @property {(said: { seat: number, text: string }) => void} reaction
 * @property {() => void} lost
 */

const PAUSE = 2000; // milliseconds before a refused connection is tried again
const WORRY = 2000; // … without a connection before people are told
const DEAD = 45_000; // … before a connection counts as dead
const CHECK = 5000;

export class Stream {
  /** @type {EventSource | null} */
  #source = null;
  #lastSign = Date.now();
  /** @type {number | undefined} */
  #worry;
  #url;
  #listeners;

  /**
   * @param {() => string} url where it is, with what the page shows
   * @param {Listeners} listeners
   */
  constructor(url, listeners) {
    this.#url = url;
    this.#listeners = listeners;
  }

  /** Connect, and stay connected for as long as the page is shown. */
  start() {
    document.addEventListener("visibilitychange", () => { if (!document.hidden) this.#check(); });
    window.addEventListener("pageshow", (event) => { if (event.persisted) this.#connect(); });
    window.addEventListener("pagehide", () => this.#source?.close());
    window.addEventListener("offline", () => this.#worried());
    window.addEventListener("online", () => this.#connect());
    setInterval(() => this.#check(), CHECK);
    this.#connect();
  }

  /** Whether it brings what is new just now. */
  get isOpen() {
    return this.#source?.readyState === EventSource.OPEN;
  }

  #connect() {
    this.#source?.close();
    const source = new EventSource(this.#url());
    this.#source = source;
    source.addEventListener("clock", (event) => {
      this.#lastSign = Date.now();
      clearTimeout(this.#worry);
      this.#worry = undefined;
      this.#listeners.clock(JSON.parse(event.data).now);
    });
    source.addEventListener("regions", (event) => {
      this.#lastSign = Date.now();
      this.#listeners.regions(JSON.parse(event.data));
    });
    source.addEventListener("company", (event) => {
      this.#listeners.company(JSON.parse(event.data));
    });
    source.addEventListener("reaction", (event) => {
      this.#listeners.reaction(JSON.parse(event.data));
    });
    source.addEventListener("alive", () => { this.#lastSign = Date.now(); });
    source.addEventListener("gone", () => location.reload());
    source.addEventListener("error", () => this.#failed());
  }

  #failed() {
    if (this.#source?.readyState === EventSource.CLOSED) setTimeout(() => this.#connect(), PAUSE);
    this.#worried();
  }

  #worried() {
    this.#worry ??= setTimeout(() => this.#listeners.lost(), WORRY);
  }

  // After sleep a connection can be dead without saying so.
  #check() {
    if (Date.now() - this.#lastSign <= DEAD) return;
    this.#lastSign = Date.now();
    this.#connect();
  }
}
