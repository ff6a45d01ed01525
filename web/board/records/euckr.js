// CP949, the encoding of Korean records. Browsers read it but do not write it, so the way back is taken from their own table.

/** @type {Map<string, [number, number]> | null} */
let table = null;

/** Every character that CP949 has, with its two bytes. */
function encodingTable() {
  if (table) return table;
  table = new Map();
  const decoder = new TextDecoder("euc-kr");
  for (let lead = 0x81; lead <= 0xfe; lead++) {
    for (let trail = 0x41; trail <= 0xfe; trail++) {
      const text = decoder.decode(new Uint8Array([lead, trail]));
      if (text.length === 1 && text !== "\ufffd" && !table.has(text)) table.set(text, [lead, trail]);
    }
  }
  return table;
}

/** Characters that CP949 lacks become `&#128512;`, as `janggun convert` writes them; so `&#` must not mean itself. @param {string} text */
export function encodeCp949(text) {
  const known = encodingTable();
  const bytes = [];
  const ascii = (/** @type {string} */ plain) => Array.from(plain, (character) => character.charCodeAt(0));
  for (const character of text.replaceAll("&#", "&#38;#")) {
    const code = character.codePointAt(0) ?? 0;
    if (code < 0x80) bytes.push(code);
    else bytes.push(...(known.get(character) ?? ascii(`&#${code};`)));
  }
  return new Uint8Array(bytes);
}

/** The text of a record file in any of its encodings: CP949, UTF-8, UTF-16. @param {ArrayBuffer} data @returns {{ text: string, damaged: boolean }} */
export function decodeRecord(data) {
  const bytes = new Uint8Array(data);
  const encoding = bytes[0] === 0xff && bytes[1] === 0xfe ? "utf-16le" : bytes[0] === 0xfe && bytes[1] === 0xff ? "utf-16be" : null;
  if (encoding) return { text: new TextDecoder(encoding).decode(bytes), damaged: false };
  try {
    return { text: new TextDecoder("utf-8", { fatal: true }).decode(bytes), damaged: false };
  } catch {
    const text = new TextDecoder("euc-kr").decode(bytes);
    return { text, damaged: text.includes("\ufffd") };
  }
}
