// What pictures are drawn with: our letters and colours, texts that fit, symbols of the page.

const STEP = 20; // pixels by which lines are made narrower

/** @param {string} name */
export const colour = (name) =>
  getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();

/**
 * @param {number} weight
 * @param {number} size
 */
export const font = (weight, size) => `${weight} ${size}px Geologica, system-ui, sans-serif`;

/**
 * A symbol of the page as a picture.
 * @param {string} id
 */
export async function symbol(id) {
  const found = document.getElementById(id);
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("viewBox", found?.getAttribute("viewBox") ?? "");
  svg.setAttribute("width", "256");
  svg.setAttribute("height", "256");
  svg.append(...[...(found?.childNodes ?? [])].map((child) => child.cloneNode(true)));
  const text = encodeURIComponent(new XMLSerializer().serializeToString(svg));
  const image = new Image();
  image.src = `data:image/svg+xml,${text}`;
  await image.decode();
  return image;
}

/**
 * @param {CanvasRenderingContext2D} canvas
 * @param {string} text
 * @param {number} width
 */
function lines(canvas, text, width) {
  /** @type {string[]} */
  const found = [];
  let line = "";
  for (const word of text.split(" ")) {
    const longer = line ? `${line} ${word}` : word;
    if (line && canvas.measureText(longer).width > width) {
      found.push(line);
      line = word;
    } else line = longer;
  }
  return [...found, line];
}

/**
 * A text in the middle, as large as fits into so many lines.
 * @param {CanvasRenderingContext2D} canvas
 * @param {string} text
 * @param {{ x: number, y: number, width: number, weight: number, sizes: number[], most: number }}
 *   how
 */
export function paragraph(canvas, text, { x, y, width, weight, sizes, most }) {
  const fitting = sizes.find((size) => {
    canvas.font = font(weight, size);
    const all = lines(canvas, text, width);
    return all.length <= most && all.every((each) => canvas.measureText(each).width <= width);
  });
  const size = fitting ?? sizes[sizes.length - 1];
  canvas.font = font(weight, size);
  const count = lines(canvas, text, width).length;
  let narrow = width; // as narrow as the same number of lines allows, so that no word stands alone
  while (narrow > width / 2 && lines(canvas, text, narrow - STEP).length === count) narrow -= STEP;
  const shown = lines(canvas, text, narrow).slice(0, most);
  shown.forEach((line, place) => canvas.fillText(line, x, y + place * size * 1.25, width));
}

/**
 * One line that ends in … where it would be too long.
 * @param {CanvasRenderingContext2D} canvas
 * @param {string} text
 * @param {number} width
 */
export function cut(canvas, text, width) {
  const letters = [...text];
  if (canvas.measureText(text).width <= width) return text;
  while (letters.length && canvas.measureText(`${letters.join("")}…`).width > width) letters.pop();
  return `${letters.join("")}…`;
}

/**
 * A small picture, and a text on its right.
 * @param {CanvasRenderingContext2D} canvas
 * @param {HTMLImageElement | undefined} image
 * @param {string} text
 * @param {{ x: number, y: number }} where the middle, and the top
 */
export function beside(canvas, image, text, { x, y }) {
  const size = 44;
  const width = canvas.measureText(text).width;
  const left = x - (size + 8 + width) / 2;
  if (image) canvas.drawImage(image, left, y - 4, size, size);
  canvas.fillText(text, left + size + 8 + width / 2, y + 31);
}
