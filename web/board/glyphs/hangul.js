// Hangul syllables, put together from strokes of their letters as handwriting does: the initial, the vowel beside or below it, the final at
// the bottom. Only the letters that names of pieces need.

/** Strokes in a box from 0,0 to 1,1; `O` is a ring that fills the box. @type {Record<string, string[]>} */
const CONSONANTS = {
  ㄱ: ["0,0.05 1,0.05 0.9,0.5 0.7,1"],
  ㄴ: ["0,0 0,1 1,1"],
  ㄷ: ["1,0 0,0 0,1 1,1"],
  ㄹ: ["0,0 1,0 1,0.5 0,0.5 0,1 1,1"],
  ㅁ: ["0,0 1,0 1,1 0,1 0,0"],
  ㅂ: ["0,0 0,1 1,1 1,0", "0,0.48 1,0.48"],
  ㅅ: ["0.5,0 0.4,0.45 0,1", "0.46,0.35 0.65,0.7 1,1"],
  ㅇ: ["O"],
  ㅈ: ["0,0.04 1,0.04", "0.52,0.04 0.4,0.5 0,1", "0.46,0.42 0.68,0.74 1,1"],
  ㅊ: ["0.36,-0.06 0.64,-0.06", "0,0.2 1,0.2", "0.52,0.2 0.4,0.58 0,1", "0.46,0.54 0.68,0.8 1,1"],
  ㅌ: ["1,0 0,0 0,1 1,1", "0,0.5 0.94,0.5"],
  ㅍ: ["0,0.04 1,0.04", "0.28,0.04 0.32,0.94", "0.72,0.04 0.68,0.94", "0,0.96 1,0.96"],
  ㅎ: ["0.36,-0.06 0.64,-0.06", "0.04,0.2 0.96,0.2", "o"],
};
const INITIALS = "ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ";
const VOWELS = "ㅏㅐㅑㅒㅓㅔㅕㅖㅗㅘㅙㅚㅛㅜㅝㅞㅟㅠㅡㅢㅣ";
const FINALS = " ㄱㄲㄳㄴㄵㄶㄷㄹㄺㄻㄼㄽㄾㄿㅀㅁㅂㅄㅅㅆㅇㅈㅊㅋㅌㅍㅎ";

/** Where initial and final stand with a vowel: left, top, width, height. @typedef {[number, number, number, number]} Box */

/**
 * The vowel's strokes for a syllable with or without a final, and the box of the initial.
 * @param {string} vowel
 * @param {boolean} closed
 * @returns {{ strokes: string[], initial: Box }}
 */
function vowelStrokes(vowel, closed) {
  const foot = closed ? 58 : 96;
  const middle = closed ? 32 : 48;
  /** @type {Box} */
  const beside = closed ? [10, 10, 44, 40] : [10, 20, 44, 60];
  /** @type {Box} */
  const above = closed ? [26, 8, 48, 26] : [24, 12, 52, 40];
  const bar = closed ? 52 : 78;
  switch (vowel) {
    case "ㅏ":
      return { strokes: [`72,4 72,${foot}`, `72,${middle} 92,${middle}`], initial: beside };
    case "ㅐ":
      return { strokes: [`66,8 66,${foot - 4}`, `66,${middle} 86,${middle}`, `86,4 86,${foot}`], initial: [8, beside[1], 40, beside[3]] };
    case "ㅓ":
      return { strokes: [`80,4 80,${foot}`, `60,${middle} 80,${middle}`], initial: beside };
    case "ㅕ":
      return { strokes: [`80,4 80,${foot}`, `60,${middle - 9} 80,${middle - 9}`, `60,${middle + 8} 80,${middle + 8}`], initial: [8, beside[1], 42, beside[3]] };
    case "ㅗ":
      return { strokes: [`50,${bar - 15} 50,${bar}`, `8,${bar} 92,${bar}`], initial: above };
    case "ㅜ":
      return { strokes: [`8,${bar - 16} 92,${bar - 16}`, `50,${bar - 16} 50,${closed ? bar : 96}`], initial: [above[0], above[1], above[2], above[3] - 4] };
    case "ㅡ":
      return { strokes: [`8,${bar - 3} 92,${bar - 3}`], initial: above };
    case "ㅘ":
      return { strokes: [`32,38 32,50`, `6,52 60,52`, `76,4 76,62`, `76,32 94,32`], initial: [14, 8, 36, 24] };
    default: // ㅚ
      return { strokes: [`34,60 34,78`, `6,80 62,78`, `82,4 82,96`], initial: [12, 12, 44, 38] };
  }
}

/**
 * @param {string} letter
 * @param {Box} box
 */
function place(letter, [left, top, width, height]) {
  return CONSONANTS[letter].map((stroke) => {
    if (stroke === "O") return ring(left + width / 2, top + height / 2, width / 2, height / 2);
    if (stroke === "o") return ring(left + width / 2, top + height * 0.7, width * 0.34, height * 0.3);
    return stroke
      .split(" ")
      .map((point) => point.split(",").map(Number))
      .map(([x, y]) => `${(left + x * width).toFixed(1)},${(top + y * height).toFixed(1)}`)
      .join(" ");
  });
}

/** @param {number} x @param {number} y @param {number} width @param {number} height */
function ring(x, y, width, height) {
  const points = [];
  for (let step = 0; step <= 20; step++) {
    const angle = (step / 20) * 2 * Math.PI;
    points.push(`${(x + width * Math.cos(angle)).toFixed(1)},${(y + height * Math.sin(angle)).toFixed(1)}`);
  }
  return points.join(" ");
}

/**
 * The strokes of a syllable.
 * @param {string} syllable
 * @returns {string[]}
 */
export function hangul(syllable) {
  const number = syllable.charCodeAt(0) - 0xac00;
  const final = FINALS[number % 28];
  const { strokes, initial } = vowelStrokes(VOWELS[Math.floor(number / 28) % 21], final !== " ");
  const bottom = final === " " ? [] : place(final, final === "ㅇ" ? [28, 64, 46, 32] : [28, 66, 48, 28]);
  return [...place(INITIALS[Math.floor(number / 588)], initial), ...strokes, ...bottom];
}
