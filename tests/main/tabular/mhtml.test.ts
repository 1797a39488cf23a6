import { describe, expect, test } from 'vitest';
import { type OpenOptions, openTable } from '../../../main/tabular/open';
import { TabularError } from '../../../main/tabular/tabularError';

const options: OpenOptions = { types: ['xls'], maxRows: 1000 };
const MARK = '----=_NextPart_01DC';

interface Page {
  readonly location: string;
  readonly type: string;
  readonly encoding: string;
  readonly body: string;
}

/** Returns a web archive as Excel writes it. */
const archive = (pages: readonly Page[]): Buffer =>
  Buffer.from(
    [
      'MIME-Version: 1.0',
      'X-Document-Type: Workbook',
      `Content-Type: multipart/related;\r\n\tboundary="${MARK}"`,
      '',
      'This document is a Single File Web Page.',
      '',
      ...pages.flatMap(({ location, type, encoding, body }) => [
        `--${MARK}`,
        `Content-Location: file:///C:/41F1/${location}`,
        `Content-Transfer-Encoding: ${encoding}`,
        `Content-Type: ${type}`,
        '',
        body,
        '',
      ]),
      `--${MARK}--`,
      '',
    ].join('\r\n'),
    'latin1',
  );
const quoted = (text: string) =>
  [...Buffer.from(text)]
    .map((byte) =>
      byte === 61 || byte > 126
        ? `=${byte.toString(16).toUpperCase().padStart(2, '0')}`
        : String.fromCharCode(byte),
    )
    .join('')
    .replace(/.{70}(?![^=]{0,2}$)/g, (line) => (/=.?$/.test(line) ? line : `${line}=\r\n`));
const page = (location: string, html: string, encoding = 'quoted-printable'): Page => ({
  ...{ location, encoding, type: 'text/html; charset="utf-8"' },
  body:
    encoding === 'base64' ? Buffer.from(html).toString('base64').replace(/.{76}/g, '$&\r\n') : quoted(html),
});
const CSS: Page = {
  ...{ location: 'stylesheet.css', type: 'text/css; charset="us-ascii"', encoding: 'quoted-printable' },
  body: '.xl24\r\n\t{mso-number-format:"000000";}',
};

async function read(bytes: Buffer, more: Partial<OpenOptions> = {}) {
  try {
    const { table, type, sheet, sheets, hiddenSheets } = await openTable(bytes, 'a.xls', {
      ...options,
      ...more,
    });
    const rows = Array.from({ length: table.rowCount }, (_, row) =>
      Array.from({ length: table.columnCount }, (_, column) => table.text(row, column)),
    );
    return { type, sheet, sheets, hiddenSheets, rows };
  } catch (error) {
    if (!(error instanceof TabularError)) throw error;
    return error.problem.code;
  }
}

describe('a web archive named .xls', () => {
  test.each(['quoted-printable', 'base64'])('is read as the table of its page, in %s', async (encoding) => {
    const html =
      '<html><body><table><tr><td>Empfänger</td><td>Zeichen = 张伟</td></tr><tr><td class=xl24>30749</td><td>Jürgen Weiß, Łódź, who lives in a street with a long name 12345</td></tr></table></body></html>';
    expect(await read(archive([page('book.htm', html, encoding), CSS]))).toMatchObject({
      type: 'mhtml',
      rows: [
        ['Empfänger', 'Zeichen = 张伟'],
        ['030749', 'Jürgen Weiß, Łódź, who lives in a street with a long name 12345'],
      ],
    });
  });

  test('is read as sheets with their names, hidden ones on request', async () => {
    const sheet = (name: string, href: string, more = '') =>
      `<x:ExcelWorksheet><x:Name>${name}</x:Name><x:WorksheetSource HRef="41F1_files/${href}"/>${more}</x:ExcelWorksheet>`;
    const main = `<html><head><xml><x:ExcelWorkbook><x:ExcelWorksheets>${sheet('Lists', 'sheet001.htm', '<x:WorksheetOptions><x:Visible>SheetHidden</x:Visible></x:WorksheetOptions>')}${sheet('R&amp;D', 'sheet002.htm')}</x:ExcelWorksheets></x:ExcelWorkbook></xml></head><frameset><frame src="x"></frameset></html>`;
    const bytes = archive([
      page('book.htm', main),
      page('41F1_files/sheet001.htm', '<table><tr><td>list</td></tr></table>', 'base64'),
      page('41F1_files/sheet002.htm', '<table><tr><td class=xl24>42</td></tr></table>'),
      CSS,
    ]);
    expect(await read(bytes)).toEqual({
      ...{ type: 'mhtml', sheet: 'R&D', sheets: ['R&D'], hiddenSheets: ['Lists'] },
      rows: [['000042']],
    });
    expect(await read(bytes, { sheet: 'Lists' })).toMatchObject({ rows: [['list']] });
    expect(await read(bytes, { sheet: 'none' })).toBe('FILE_SHEET');
  });

  test.each([
    ['no page', archive([CSS]), 'FILE_CONTENT'],
    ['a page without a table', archive([page('a.htm', '<p>Sign in</p>')]), 'FILE_CONTENT'],
    ['no boundary', Buffer.from('Content-Type: multipart/related\r\n\r\nx'), 'FILE_BROKEN'],
    ['parts without end', archive(Array.from({ length: 2_001 }, () => CSS)), 'FILE_BOMB'],
  ])('with %s is refused', async (_, bytes, code) => {
    expect(await read(bytes)).toBe(code);
  });
});
