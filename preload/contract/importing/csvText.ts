/** Cells as a csv file writes them, and the guard that keeps a spreadsheet from running them. */

const QUOTE = 34;
const APOSTROPHE = 39;
const EQUALS = 61;
/** A formula by which programs keep a spreadsheet from reading digits as a number: `="00123"`. */
const AS_TEXT = /^="([^"]*)"$/;
const DOUBLED = /""/g;
/** What a spreadsheet takes for the beginning of a formula, full-width forms included (OWASP, CSV injection). */
const LIVE = /^'*[=+\-@\t\r\n＝＋－＠]/;

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
  return head === APOSTROPHE ? unguarded(inner) : inner;
}

/** A text cell that no spreadsheet will run: one that begins like a formula gets an apostrophe in front. */
export const guarded = (text: string): string => (LIVE.test(text) ? `'${text}` : text);

/** What {@link guarded} was given. */
export const unguarded = (text: string): string =>
  text.charCodeAt(0) === APOSTROPHE && LIVE.test(text) ? text.slice(1) : text;
