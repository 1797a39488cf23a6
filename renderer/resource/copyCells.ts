/** Rows that are copied at most: a spreadsheet takes them at once, and what is more is what the export is for. */
export const MOST_COPIED = 5000;

/** A cell as it goes to the clipboard. */
export interface CopiedCell {
  readonly text: string;
  /** Whether a spreadsheet is to take it for a number; all else stays as it is written. */
  readonly number: boolean;
}
export type Copied = readonly (readonly CopiedCell[])[];

/** The kinds of fields that are numbers to a spreadsheet. */
export const NUMBERS: ReadonlySet<string> = new Set([
  ...['count', 'weight', 'volume', 'decimal', 'money', 'fixed', 'size'],
]);

/** Cells as text: a tab between them, a line for each row. */
export const tsvOf = (cells: Copied): string =>
  cells.map((row) => row.map(({ text }) => text.replace(/[\t\r\n]+/g, ' ')).join('\t')).join('\r\n');

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string) => text.replace(/[&<>"]/g, (sign) => ENTITIES[sign] ?? sign);

/**
 * Cells as a table for a spreadsheet. What is no number is marked as text, by the sign that Excel gives it, so that
 * leading zeros and the last digits of long numbers stay, and nothing becomes a formula or a day.
 */
export const htmlOf = (cells: Copied): string =>
  `<table>${cells
    .map(
      (row) =>
        `<tr>${row
          .map(({ text, number }) =>
            number
              ? `<td>${escaped(text)}</td>`
              : `<td style="mso-number-format:'\\@'">${escaped(text)}</td>`,
          )
          .join('')}</tr>`,
    )
    .join('')}</table>`;

/** Puts cells on the clipboard, as text and as a table. */
export async function copyCells(cells: Copied): Promise<void> {
  const part = (type: string, text: string) => ({ [type]: new Blob([text], { type }) });
  await navigator.clipboard.write([
    new ClipboardItem({ ...part('text/plain', tsvOf(cells)), ...part('text/html', htmlOf(cells)) }),
  ]);
}
