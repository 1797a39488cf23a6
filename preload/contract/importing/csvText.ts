/** Cells in csv notation, and the guard that keeps a spreadsheet from running them as formulas. */

const QUOTE = 34;
const APOSTROPHE = 39;
const EQUALS = 61;
/** Matches a formula that keeps a spreadsheet from reading digits as a number: `="00123"`. */
const AS_TEXT = /^="([^"]*)"$/;
const DOUBLED = /""/g;
/**
 * Matches positions before what a spreadsheet takes for a formula, full-width forms included (OWASP, CSV injection): at
 * the beginning of a cell, and after each separator of another system locale within it.
 */
const LIVE = /^(?='*[=+\-@\t\r\n＝＋－＠])|(?<=[;|\t\r\n])(?=["']*[=+\-@＝＋－＠])/g;
/** Matches the apostrophes inserted by {@link guarded}. */
const GUARD = /^'(?='*[=+\-@\t\r\n＝＋－＠])|(?<=[;|\t\r\n])'(?=["']*[=+\-@＝＋－＠])/g;

/** Returns the text of the cell at `[start, end)`, without quotation marks and guard. */
export function cellText(text: string, start: number, end: number): string {
  if (start === end) return '';
  const first = text.charCodeAt(start);
  if (first === EQUALS && text.charCodeAt(start + 1) === QUOTE && end - start > 2)
    return text.slice(start + 2, end - 1).replace(DOUBLED, '"');
  if (first !== QUOTE) {
    const plain = text.slice(start, end);
    return first === APOSTROPHE ? unguarded(plain) : plain;
  }
  let inner = text.slice(start + 1, end - 1);
  if (inner.includes('"')) inner = inner.replace(DOUBLED, '"');
  const head = inner.charCodeAt(0);
  if (head === EQUALS) return AS_TEXT.exec(inner)?.[1] ?? inner;
  return inner.includes("'") ? unguarded(inner) : inner;
}

/** Makes a text cell safe for spreadsheets: puts an apostrophe before each part that begins like a formula. */
export const guarded = (text: string): string => text.replace(LIVE, "'");

/** Reverses {@link guarded}. */
export const unguarded = (text: string): string => text.replace(GUARD, '');
