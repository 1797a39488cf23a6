/** Cells as a csv file writes them, and the guard that keeps a spreadsheet from running them. */

const QUOTE = 34;
const APOSTROPHE = 39;
const EQUALS = 61;
/** A formula by which programs keep a spreadsheet from reading digits as a number: `="00123"`. */
const AS_TEXT = /^="([^"]*)"$/;
const DOUBLED = /""/g;
/**
 * Places before what a spreadsheet takes for the beginning of a formula, full-width forms included (OWASP, CSV injection):
 * at the beginning of a cell, and within it after each sign that another language of the system takes for the end of one.
 */
const LIVE = /^(?='*[=+\-@\t\r\n＝＋－＠])|(?<=[;|\t\r\n])(?=["']*[=+\-@＝＋－＠])/g;
/** The apostrophes that {@link guarded} puts there. */
const GUARD = /^'(?='*[=+\-@\t\r\n＝＋－＠])|(?<=[;|\t\r\n])'(?=["']*[=+\-@＝＋－＠])/g;

/** Text of the cell that stands at `[start, end)`, quotation marks and guard removed. */
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

/** A text cell that no spreadsheet will run: an apostrophe stands before each part that begins like a formula. */
export const guarded = (text: string): string => text.replace(LIVE, "'");

/** What {@link guarded} was given. */
export const unguarded = (text: string): string => text.replace(GUARD, '');
