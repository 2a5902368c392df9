// The result of a game, drawn on a canvas in our letters and colours.
import { beside, colour, cut, font, paragraph, symbol } from "./canvas.js";

const SIZE = 1080; // pixels, square
const EDGE = 64;
const GAP = 20;
const FLOOR = 846; // where the podium stands
const HEIGHTS = [376, 300, 250, 216]; // of the blocks, by place
const RIM = 8; // of a block
const MIDDLE = SIZE / 2;
const MARK = 28; // by how much the logo moves the text beside it
const LINE = { x: MIDDLE, width: SIZE - 2 * EDGE };

/**
 * @typedef {{ name: string, colour: number, letter: string, bot: string | null, place: number,
 *   total: number, given: number, charity: number }} Player
 * @typedef {{ title: string, charity: string, foot: string, players: Player[] }} Result
 * @typedef {Map<string, HTMLImageElement>} Art
 */

/** @param {Result} result */
async function artFor(result) {
  const bots = result.players.flatMap(({ bot }) => (bot ? [`bot-${bot}`] : []));
  const ids = [...new Set(["logo", "bigbow", ...bots])];
  const images = await Promise.all(ids.map(symbol));
  return new Map(ids.map((id, place) => [id, images[place]]));
}

/**
 * @param {CanvasRenderingContext2D} canvas
 * @param {Player} player
 * @param {{ x: number, y: number, size: number, art: Art }} where
 */
function face(canvas, player, { x, y, size, art }) {
  canvas.beginPath();
  canvas.arc(x, y, size / 2, 0, 2 * Math.PI);
  canvas.fillStyle = colour(player.bot ? "person" : `person-${player.colour}`);
  canvas.fill();
  const bot = art.get(`bot-${player.bot}`);
  if (bot) canvas.drawImage(bot, x - size / 2, y - size / 2, size, size);
  else {
    canvas.fillStyle = colour("on-white");
    canvas.font = font(800, size * 0.46);
    canvas.fillText(player.letter, x, y + size * 0.165);
  }
}

/**
 * @param {CanvasRenderingContext2D} canvas
 * @param {Player} player
 * @param {{ x: number, width: number, art: Art }} where
 */
function block(canvas, player, { x, width, art }) {
  const height = HEIGHTS[player.place - 1] ?? HEIGHTS[3];
  const [top, middle, won] = [FLOOR - height, x + width / 2, player.place === 1];
  canvas.save();
  canvas.beginPath();
  canvas.roundRect(x, top, width, height, [28, 28, 0, 0]);
  canvas.clip();
  canvas.fillStyle = colour(won ? "gold" : "glass-light");
  canvas.fillRect(x, top + RIM, width, height);
  canvas.fillStyle = colour(won ? "white" : "glass-edge");
  canvas.fillRect(x, top, width, RIM);
  canvas.restore();
  const size = won ? 124 : 100;
  face(canvas, player, { x: middle, y: top - 66 - size / 2, size, art });
  canvas.fillStyle = colour("on-felt");
  canvas.font = font(750, 33);
  canvas.font = font(750, canvas.measureText(player.name).width > width ? 25 : 33);
  canvas.fillText(cut(canvas, player.name, width), middle, top - 22);
  canvas.fillStyle = colour(won ? "on-gold" : "on-felt");
  canvas.font = font(850, won ? 86 : 70);
  canvas.fillText(String(player.total), middle, top + (won ? 98 : 84));
  const below = top + (won ? 124 : 104);
  canvas.font = font(700, 34);
  beside(canvas, art.get("bigbow"), String(player.given), { x: middle, y: below });
  if (player.charity) ribbon(canvas, player, { x: middle, y: below + 56 });
}

/**
 * The charity bonus, on a ribbon.
 * @param {CanvasRenderingContext2D} canvas
 * @param {Player} player
 * @param {{ x: number, y: number }} where the middle, and the top
 */
function ribbon(canvas, player, { x, y }) {
  canvas.fillStyle = colour("bow");
  canvas.beginPath();
  canvas.roundRect(x - 54, y, 108, 48, 24);
  canvas.fill();
  canvas.fillStyle = colour("white");
  canvas.font = font(800, 32);
  canvas.fillText(`+${player.charity}`, x, y + 36);
}

/**
 * @param {CanvasRenderingContext2D} canvas
 * @param {Result} result
 * @param {Art} art
 */
function draw(canvas, result, art) {
  canvas.fillStyle = colour("felt"); // plain: as a gradient the file would be ten times as large
  canvas.fillRect(0, 0, SIZE, SIZE);
  canvas.textAlign = "center";
  canvas.fillStyle = colour("on-felt");
  paragraph(canvas, result.title, {
    ...LINE, y: 132, weight: 800, sizes: [76, 66, 56, 46], most: 2,
  });
  const { players } = result;
  const order = [players[1], players[0], ...players.slice(2)];
  const width = Math.min(300, (SIZE - 2 * EDGE - GAP * (order.length - 1)) / order.length);
  const whole = width * order.length + GAP * (order.length - 1);
  order.forEach((player, place) => {
    block(canvas, player, { x: (SIZE - whole) / 2 + place * (width + GAP), width, art });
  });
  canvas.fillStyle = colour("felt-dark");
  canvas.fillRect(0, FLOOR, SIZE, SIZE - FLOOR);
  canvas.fillStyle = colour("on-felt");
  paragraph(canvas, result.charity, {
    ...LINE, y: FLOOR + 64, weight: 600, sizes: [34, 30, 26], most: 2,
  });
  foot(canvas, [result.foot, ...whereItIsPlayed()].join(" · "), art);
}

/** The name of the server, if it has one that others could find. */
function whereItIsPlayed() {
  return /\.[a-z]+$/.test(location.hostname) ? [location.host] : [];
}

/**
 * @param {CanvasRenderingContext2D} canvas
 * @param {string} text
 * @param {Art} art
 */
function foot(canvas, text, art) {
  canvas.fillStyle = colour("soft-on-felt");
  const width = [28, 25, 22, 19].reduce((found, size) => {
    if (found <= LINE.width - 2 * MARK) return found;
    canvas.font = font(650, size);
    return canvas.measureText(text).width;
  }, Infinity);
  canvas.fillText(text, MIDDLE + MARK, SIZE - 48);
  const logo = art.get("logo");
  if (logo) canvas.drawImage(logo, MIDDLE - width / 2 - MARK, SIZE - 80, 44, 44);
}

/**
 * The picture of a result as a file.
 * @param {Result} result
 */
export async function pictureOf(result) {
  const texts = [result.title, result.charity, ...result.players.map(({ name }) => name)].join("");
  const [art] = await Promise.all([
    artFor(result),
    ...[600, 800].map((weight) => document.fonts.load(font(weight, 40), texts)),
  ]);
  const element = document.createElement("canvas");
  element.width = SIZE;
  element.height = SIZE;
  const canvas = /** @type {CanvasRenderingContext2D} */ (element.getContext("2d"));
  draw(canvas, result, art);
  const blob = await new Promise((done) => { element.toBlob(done, "image/png"); });
  return new File([/** @type {Blob} */ (blob)], "charidice.png", { type: "image/png" });
}
