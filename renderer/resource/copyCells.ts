/** Maximum of rows to copy: a spreadsheet pastes that many at once; for more there is the export. */
export const MOST_COPIED = 5000;

/** A cell to copy to the clipboard. */
export interface CopiedCell {
  readonly text: string;
  /** True if a spreadsheet should read it as a number; everything else stays as written. */
  readonly number: boolean;
}
export type Copied = readonly (readonly CopiedCell[])[];

/** Field kinds that are numbers in a spreadsheet. */
export const NUMBERS: ReadonlySet<string> = new Set([
  ...['count', 'weight', 'volume', 'decimal', 'money', 'fixed', 'size'],
]);

/** Returns cells as tab-separated text, one line per row. */
export const tsvOf = (cells: Copied): string =>
  cells.map((row) => row.map(({ text }) => text.replace(/[\t\r\n]+/g, ' ')).join('\t')).join('\r\n');

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string) => text.replace(/[&<>"]/g, (sign) => ENTITIES[sign] ?? sign);

/**
 * Returns cells as an HTML table for a spreadsheet. Non-numbers are marked as text with Excel's own format, so that
 * leading zeros and the last digits of long numbers stay, and nothing becomes a formula or a date.
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
