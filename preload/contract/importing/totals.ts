/** Number of rows at the end of a table that are searched for totals. */
export const LAST_ROWS = 12;
/** End-of-file character of old programs. */
const END_OF_FILE = '\u001a';
/** Matches words for a total in the languages of our partners. */
const TOTAL =
  /^(?:(?:grand |sub)?totals?|sum|(?:sub|eind)?totaal|gesamt(?:summe|betrag)?|(?:zwischen|end)?summe|insgesamt|razem|suma|total(?:e|es|i)? (?:g[eé]n[eé]ral|generale|general)|totale|totaux|ogółem|celkem|итого|всего|σύνολο|toplam|合计|总计|小计|共计|总计数|合\s+计|總計|合計|小計)\s*[:：]?\s*(?:[\d.,]+\s*(?:pcs|ctns|kgs?|boxes|parcels|件|票|箱|个|公斤)?)?$/i;

/** Matches a cell of dashes, as lists have above and below their header: `-----`, `|:---:|`. */
const DASHES = /^[|+]?:?[-=_─+|]{3,}:?$/;

/** True for a line of dashes. */
export const isRule = (cells: readonly string[]): boolean =>
  cells.every((text) => text === '' || DASHES.test(text)) && cells.some((text) => text !== '');

/** True for a total row: it begins with a word for total, and a cell lacks its required value. */
export function isTotalRow(
  cells: readonly string[],
  lacksValue: (text: string, column: number) => boolean,
): boolean {
  const first = cells.find((text) => text !== '') ?? '';
  if (first !== END_OF_FILE && !TOTAL.test(first)) return false;
  return cells.some(lacksValue);
}
