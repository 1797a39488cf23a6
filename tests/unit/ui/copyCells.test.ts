import { expect, test } from 'vitest';
import { type Copied, htmlOf, tsvOf } from '../../../renderer/resource/copyCells';

const cells: Copied = [
  [
    { text: '0012345678901234', number: false },
    { text: '1,234.50', number: true },
  ],
  [
    { text: '=1+1 <b>&\n"x"</b>\ty', number: false },
    { text: '', number: true },
  ],
];

test('keeps each cell in its place when copied as text', () => {
  expect(tsvOf(cells)).toBe('0012345678901234\t1,234.50\r\n=1+1 <b>& "x"</b> y\t');
});

test('marks cells other than numbers as text when copied as a table, and escapes markup', () => {
  const html = htmlOf(cells);
  expect(html).toContain(`<td style="mso-number-format:'\\@'">0012345678901234</td>`);
  expect(html).toContain('<td>1,234.50</td>');
  expect(html).toContain('=1+1 &lt;b&gt;&amp;\n&quot;x&quot;&lt;/b&gt;');
  expect(html).not.toContain('<b>');
});
