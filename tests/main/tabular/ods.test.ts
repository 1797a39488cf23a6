import { describe, expect, test } from 'vitest';
import { ODS_TYPE } from '../../../main/tabular/ods';
import { type OpenOptions, openTable } from '../../../main/tabular/open';
import { sniffBytes } from '../../../main/tabular/sniff';
import { TabularError } from '../../../main/tabular/tabularError';
import { xlsxOf, xlsxParts, zipOf } from './officeFiles';

const options: OpenOptions = { types: ['ods'], maxRows: 1000 };
const NAMESPACES = ['office', 'table', 'text', 'style', 'number']
  .map((name) => `xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`)
  .join(' ');

/** Returns a spreadsheet of these styles and tables. */
function odsOf(tables: string, styles = '', more: Readonly<Record<string, string>> = {}): Buffer {
  const parts = {
    mimetype: ODS_TYPE,
    'content.xml': `<office:document-content ${NAMESPACES}><office:automatic-styles>${styles}</office:automatic-styles><office:body><office:spreadsheet>${tables}</office:spreadsheet></office:body></office:document-content>`,
    ...more,
  };
  return zipOf(Object.entries(parts).map(([name, data]) => ({ name, data, stored: name === 'mimetype' })));
}
const table = (rows: string, attributes = 'table:name="S"') =>
  `<table:table ${attributes}>${rows}</table:table>`;
const row = (cells: string, attributes = '') => `<table:table-row ${attributes}>${cells}</table:table-row>`;
const text = (value: string, attributes = '') =>
  `<table:table-cell office:value-type="string" ${attributes}><text:p>${value}</text:p></table:table-cell>`;
const typed = (type: string, value: string, attributes = '', shown = 'shown') =>
  `<table:table-cell office:value-type="${type}" office:${value} ${attributes}><text:p>${shown}</text:p></table:table-cell>`;

/** Returns the cells of a file with the numbers of their rows, or the code of the error. */
async function read(bytes: Buffer, more: Partial<OpenOptions> = {}) {
  try {
    const { table: found, ...rest } = await openTable(bytes, 'a.ods', { ...options, ...more });
    const rows = Array.from({ length: found.rowCount }, (_, at) => [
      found.number(at),
      ...Array.from({ length: found.columnCount }, (_, column) => found.text(at, column)),
    ]);
    return { rows, table: found, ...rest };
  } catch (error) {
    if (!(error instanceof TabularError)) throw error;
    return error.problem.code;
  }
}
const rowsOf = async (bytes: Buffer, more?: Partial<OpenOptions>) => {
  const found = await read(bytes, more);
  return typeof found === 'string' ? found : found.rows;
};

describe('a spreadsheet with the ending of another type', () => {
  const ods = odsOf(table(row(text('found'))));
  const xlsx = xlsxOf(
    xlsxParts('<sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>found</t></is></c></row></sheetData>'),
  );
  test.each([
    ['a.xlsx', ods, 'ods'],
    ['a.xls', ods, 'ods'],
    ['a.ods', xlsx, 'xlsx'],
    ['a.xls', xlsx, 'xlsx'],
  ])('is read by its contents: %s', async (name, bytes, type) => {
    const types = ['xlsx', 'xls', 'ods'] as const;
    const found = await openTable(bytes, name, { types, maxRows: 10 });
    expect([found.type, found.table.text(0, 0)]).toEqual([type, 'found']);
    const named = name.slice(2) as 'xlsx' | 'xls' | 'ods';
    expect(await sniffBytes(bytes, named, name, true)).toBeUndefined();
    // An attachment, which is not read as a table, must match its name.
    expect((await sniffBytes(bytes, named, name))?.code).toBe('FILE_CONTENT');
  });

  test('is refused by its name when it contains none', async () => {
    const bytes = odsOf('', '', { mimetype: 'application/vnd.oasis.opendocument.text' });
    const refused = openTable(bytes, 'a.xlsx', { types: ['xlsx', 'ods'], maxRows: 10 });
    await expect(refused).rejects.toMatchObject({
      problem: { code: 'FILE_CONTENT', params: { type: 'xlsx' } },
    });
  });
});

describe('an OpenDocument spreadsheet', () => {
  const number = (name: string, inner: string, kind = 'number', attributes = '') =>
    `<number:${kind}-style style:name="${name}" ${attributes}>${inner}</number:${kind}-style><style:style style:name="c${name}" style:family="table-cell" style:data-style-name="${name}"/>`;

  test('is read on after a table within a cell, which is ignored', async () => {
    const inner = table(row(text('inner')), 'table:name="I"');
    const cell = `<table:table-cell office:value-type="string">${inner}<text:p>outer</text:p></table:table-cell>`;
    const bytes = odsOf(table(row(cell + text('beside')) + row(text('below'))));
    expect(await rowsOf(bytes)).toEqual([
      [1, 'outer', 'beside'],
      [2, 'below', ''],
    ]);
  });

  test('is read with values as its cells show them', async () => {
    const styles = [
      number('zeros', '<number:number number:min-integer-digits="6"/>'),
      number(
        'awb',
        '<number:number number:min-integer-digits="11"><number:embedded-text number:position="8">-</number:embedded-text></number:number>',
      ),
      number(
        'code',
        '<number:number number:min-integer-digits="8"><number:embedded-text number:position="4">.</number:embedded-text><number:embedded-text number:position="2">.</number:embedded-text></number:number>',
      ),
      number(
        'kg',
        '<number:number number:decimal-places="1" number:min-integer-digits="1"/><number:text> kg</number:text>',
      ),
      number(
        'day',
        '<number:day/><number:text>/</number:text><number:month/><number:text>/</number:text><number:year/>',
        'date',
      ),
      number(
        'minute',
        '<number:day/><number:text> </number:text><number:hours/><number:text>:</number:text><number:minutes/>',
        'date',
      ),
      number('clock', '<number:hours/><number:text>:</number:text><number:minutes/>', 'time'),
      number(
        'long',
        '<number:hours/><number:text>:</number:text><number:minutes/>',
        'time',
        'number:truncate-on-overflow="false"',
      ),
      '<number:number-style style:name="red"><number:text>-</number:text><number:number/><style:map style:condition="value()&gt;=0" style:apply-style-name="zeros"/></number:number-style>',
      '<style:style style:name="cred" style:family="table-cell" style:data-style-name="red"/>',
      '<style:style style:name="below" style:family="table-cell" style:parent-style-name="czeros"/>',
    ].join('');
    const styled = (type: string, value: string, style: string) =>
      typed(type, value, `table:style-name="c${style}"`);
    const cells = [
      styled('float', 'value="30749"', 'zeros'),
      styled('float', 'value="11290424456"', 'awb'),
      styled('float', 'value="61091000"', 'code'),
      styled('float', 'value="12.25"', 'kg'),
      typed('float', 'value="42"', 'table:style-name="below"'),
      styled('float', 'value="42"', 'red'),
      typed('percentage', 'value="0.21"'),
      typed('currency', 'value="980.5"', 'office:currency="EUR"'),
      styled('date', 'date-value="2026-11-03"', 'day'),
      styled('date', 'date-value="2026-11-03T00:00:00"', 'minute'),
      styled('date', 'date-value="2026-11-03T09:30:00.4"', 'minute'),
      styled('time', 'time-value="PT09H30M00S"', 'clock'),
      styled('time', 'time-value="PT36H00M00S"', 'long'),
      typed('boolean', 'boolean-value="true"'),
      text('two  <text:s text:c="2"/>blanks<text:line-break/>and a line</text:p><text:p>and another'),
      '<table:table-cell office:value-type="string" office:string-value="unseen"/>',
    ];
    expect(await rowsOf(odsOf(table(row(cells.join(''))), styles))).toEqual([
      [
        ...[
          1,
          '030749',
          '112-90424456',
          '6109.10.00',
          '12.25 kg',
          '000042',
          '000042',
          '21%',
          '980.5',
          '2026-11-03',
        ],
        ...['2026-11-03 00:00:00', '2026-11-03 09:30:00', '09:30:00', '1.5', 'TRUE'],
        ...['two   blanks\nand a line\nand another', 'unseen'],
      ],
    ]);
  });

  test('is read with repeated rows and cells, but not filled up to its last row', async () => {
    const found = await read(
      odsOf(
        table(
          [
            '<table:table-column table:number-columns-repeated="16384"/>',
            row(
              text('a') +
                text('b', 'table:number-columns-repeated="2"') +
                '<table:table-cell table:number-columns-repeated="16381"/>',
            ),
            row(
              '<table:table-cell table:number-columns-repeated="16384"/>',
              'table:number-rows-repeated="3"',
            ),
            row(`<table:table-cell/>${text('c')}`, 'table:number-rows-repeated="2"'),
            row(
              '<table:table-cell table:number-columns-repeated="16384"/>',
              'table:number-rows-repeated="1048570"',
            ),
          ].join(''),
        ),
      ),
    );
    expect(found).toMatchObject({
      rows: [
        [1, 'a', 'b', 'b'],
        [5, '', 'c', ''],
        [6, '', 'c', ''],
      ],
      table: { blankRows: [{ from: 2, to: 4 }] },
    });
  });

  test('is read with merged cells, formulas and errors, and without comments and drawings', async () => {
    const found = await read(
      odsOf(
        table(
          [
            row(
              text('group', 'table:number-rows-spanned="2" table:number-columns-spanned="2"') +
                '<table:covered-table-cell office:value-type="string"><text:p>hidden beneath</text:p></table:covered-table-cell>' +
                typed('float', 'value="20"', 'table:formula="of:=[.A1]*2"') +
                '<table:table-cell table:formula="of:=NOW()"/>' +
                '<table:table-cell office:value-type="string" calcext:value-type="error"><text:p>#N/A</text:p></table:table-cell>',
            ),
            row(
              `<table:covered-table-cell table:number-columns-repeated="2"/><table:table-cell office:value-type="string"><office:annotation><text:p>comment</text:p></office:annotation><draw:frame><draw:text-box><text:p>drawing</text:p></draw:text-box></draw:frame><text:p>note</text:p></table:table-cell>`,
            ),
          ].join(''),
        ),
      ),
    );
    if (typeof found === 'string') throw new Error(found);
    expect(found.rows).toEqual([
      [1, 'group', '', '20', '', '#N/A'],
      [2, 'group', '', 'note', '', ''],
    ]);
    expect([1, 2, 3, 4].map((column) => found.table.mark(0, column))).toEqual([
      'merged',
      'computed',
      'formula',
      'error',
    ]);
    expect(found.table.markedRows('filled')).toEqual([{ from: 2, to: 2 }]);
  });

  test('has hidden sheets, rows and columns named, and left out on request', async () => {
    const styles =
      '<style:style style:name="away" style:family="table"><style:table-properties table:display="false"/></style:style>';
    const bytes = odsOf(
      `${table(row(text('list')), 'table:name="Lists" table:style-name="away"')}${table(
        `<table:table-column/><table:table-column table:visibility="collapse"/>${row(text('a') + text('b'))}${row(
          text('c') + text('d'),
          'table:visibility="filter"',
        )}${row(text('e') + text('f'))}`,
        'table:name="Data"',
      )}`,
      styles,
    );
    expect(await read(bytes)).toMatchObject({
      ...{ type: 'ods', sheets: ['Data'], hiddenSheets: ['Lists'], sheet: 'Data' },
      table: { hiddenRows: [{ from: 2, to: 2 }], hiddenColumns: [1] },
    });
    expect(await rowsOf(bytes, { leaveHidden: true })).toEqual([
      [1, 'a'],
      [3, 'e'],
    ]);
    expect(await rowsOf(bytes, { sheet: 'Lists' })).toEqual([[1, 'list']]);
  });

  test.each([
    [
      'a row repeated a million times',
      () => odsOf(table(row(text('a'), 'table:number-rows-repeated="1048576"'))),
      'FILE_ROWS',
    ],
    [
      'more rows than a sheet has',
      () => odsOf(table(row(text('a'), 'table:number-rows-repeated="9999999"'))),
      'FILE_BROKEN',
    ],
    [
      'more columns than a sheet has',
      () => odsOf(table(row(text('a', 'table:number-columns-repeated="16385"')))),
      'FILE_COLUMNS',
    ],
    [
      'cells of a megabyte repeated',
      () => odsOf(table(row(text('a'.repeat(1_000_000), 'table:number-columns-repeated="1000"')))),
      'FILE_BOMB',
    ],
    ['a bomb of 400 MB', () => odsOf('', ' '.repeat(400 * 1024 * 1024)), 'FILE_BOMB'],
    [
      'an entity of its own',
      () => odsOf('', '', { 'content.xml': '<!DOCTYPE x [<!ENTITY e "e">]><x>&e;</x>' }),
      'FILE_BROKEN',
    ],
    ['no contents', () => zipOf([{ name: 'mimetype', data: ODS_TYPE }]), 'FILE_BROKEN'],
    ['no sheet', () => odsOf(''), 'FILE_BROKEN'],
    [
      'a text document',
      () => odsOf(table(row(text('a'))), '', { mimetype: `${ODS_TYPE.replace('spreadsheet', 'text')}` }),
      'FILE_CONTENT',
    ],
    [
      'a password',
      () =>
        odsOf(table(row(text('a'))), '', {
          'META-INF/manifest.xml':
            '<manifest:manifest><manifest:file-entry><manifest:encryption-data/></manifest:file-entry></manifest:manifest>',
        }),
      'FILE_PROTECTED',
    ],
  ])('is refused with %s', async (_, bytes, code) => {
    expect(await read(bytes())).toBe(code);
  });

  test('is recognised by its contents', async () => {
    expect(await sniffBytes(odsOf(table(row(text('a')))), 'ods', 'a.ods')).toBeUndefined();
    expect(await sniffBytes(Buffer.from('a;b'), 'ods', 'a.ods')).toMatchObject({ code: 'FILE_CONTENT' });
  });
});
