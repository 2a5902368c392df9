// A turn of a pad that is corrected: the board has its dice, and the answer leads to the table.
import { Notice } from "./notice.js";
import { Writing } from "./writing.js";

const table = /** @type {HTMLElement} */ (document.getElementById("table"));
const notice = new Notice(/** @type {HTMLElement} */ (document.getElementById("notice")));
const apply = () => { /* nothing else is shown here */ };
new Writing(table, notice, { seen: () => null, apply, corrects: true }).start();
