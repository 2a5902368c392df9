// A turn of a pad that is corrected: the board has its dice, and the form leads back to the table.
import { Notice } from "./notice.js";
import { Pad } from "./pad.js";
import { Sender } from "./sender.js";

const table = /** @type {HTMLElement} */ (document.getElementById("table"));
const form = /** @type {HTMLFormElement} */ (table.querySelector("form.pad"));
const { do: url = "", slow = "", offline = "", failed = "" } = table.dataset;
const notice = new Notice(/** @type {HTMLElement} */ (document.getElementById("notice")));

const pad = new Pad(() => { /* nothing is kept: the turn is written down already */ });
pad.start(table);
pad.follow(form);
const { faces, score } = pad.written[pad.turn];
pad.entry = {
  turn: pad.turn, faces, score: score.map((place) => faces[place]), chosen: true,
};
pad.show();
const texts = { url, slow, offline, failed, held: "" };
new Sender(table, texts, notice, () => null, () => { /* the answer leads to the table */ }).start();
