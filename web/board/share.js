// Positions and games that leave the page: as a file, a link or a picture.

/** @param {string} name @param {BlobPart} content @param {string} type */
export function download(name, content, type) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([content], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** The address that opens this position, without the token: that is only for whom the program gave it. @param {string} variant @param {string} fen @param {string} language */
export function linkTo(variant, fen, language) {
  const address = new URL(location.href);
  address.search = new URLSearchParams({ variant, fen, lang: language }).toString();
  address.hash = "";
  return address.href;
}

/**
 * The board as a PNG.
 * @param {SVGSVGElement} drawing
 * @param {number} [width]
 * @returns {Promise<Blob>}
 */
export async function picture(drawing, width = 1000) {
  const { width: across, height: down } = drawing.viewBox.baseVal;
  const copy = /** @type {SVGSVGElement} */ (drawing.cloneNode(true));
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  copy.setAttribute("width", String(width));
  copy.setAttribute("height", String(Math.round((width * down) / across)));
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(new XMLSerializer().serializeToString(copy))}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = width;
  canvas.height = Math.round((width * down) / across);
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) => canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("share.nopicture"))), "image/png"));
}

/** @param {string} text @returns {Promise<boolean>} whether the clipboard took it */
export async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

/** @param {SVGSVGElement} drawing @returns {Promise<boolean>} */
export async function copyPicture(drawing) {
  try {
    await navigator.clipboard.write([new ClipboardItem({ "image/png": picture(drawing) })]);
    return true;
  } catch {
    return false;
  }
}
