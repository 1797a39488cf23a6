import { readFileSync } from 'node:fs';
import path from 'node:path';
import { headersOf } from '@contract/files/templates/headers';
import { isBlock, readClipboard, rowsOfText, textOfRows } from '@contract/importing/clipboard';
import { unguarded } from '@contract/importing/csvText';
import { LANGUAGES } from '@contract/limits';
import { readApprovalSteps } from '@contract/rules/approvalPaste';
import { readChargeSteps } from '@contract/rules/chargePaste';
import { currencyNamed } from '@contract/rules/currencies';
import { readOfferLines } from '@contract/rules/offerPaste';
import { type PasteWords, readQuoteLines } from '@contract/rules/quotePaste';
import { pasteCells } from '@contract/rules/tablePaste';
import { seaBillContainer } from '@contract/sea/seaBill';
import { isfLine } from '@contract/sea/seaIsf';
import { labelOf } from '@contract/words';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { long } from '../../support/long';

const file = (name: string) => readFileSync(path.join(import.meta.dirname, 'pasted', name), 'utf8');
const cells = (text: string, html = '') => readClipboard({ text, html }).rows;

/** Excel 365 and WPS: line ends within a cell are LF, between rows CRLF; text wraps in the source of the page. */
const EXCEL = `<html xmlns:x="urn:schemas-microsoft-com:office:excel">
<head><meta name=Generator content="Microsoft Excel 15"><style><!-- td {mso-number-format:General;} --></style></head>
<body link="#0563C1"><table border=0 cellpadding=0 style='border-collapse:collapse;width:480pt'>
 <col width=64 style='width:48pt'><!--StartFragment-->
 <tr height=20><td height=20 class=xl65>Maker A</td><td class=xl66 width=64>1 Rd<br>
    Building 2</td><td>TV 32&quot;
  LED &amp; stand</td></tr>
 <tr style='display:none'><td>hidden</td><td></td><td></td></tr>
 <tr height=20><td colspan=2 style='mso-ignore:colspan'>Long name that runs over</td><td>&nbsp;</td></tr>
 <!--EndFragment--></table></body></html>`;
const EXCEL_TEXT =
  'Maker A\t"1 Rd\nBuilding 2"\tTV 32" LED & stand\r\nhidden\t\t\r\nLong name that runs over\t\t\r\n';
/** LibreOffice: the value beside the text, fonts around it. */
const LIBRE = `<!DOCTYPE html><html><head><meta http-equiv="content-type" content="text/html; charset=utf-8"/><title></title>
<style type="text/css">body,div,table{font-family:"Liberation Sans"}</style></head><body>
<table cellspacing="0" border="0"><colgroup width="85"></colgroup>
<tr><td height="17" align="left"><font face="Arial">CSQU3054383</font></td>
<td align="right" sdval="12500.5" sdnum="1043;1043;#.##0,00">12.500,50</td></tr>
<tr><td rowspan="2" align="left">MSKU1234565</td><td align="right" sdval="1" sdnum="1043;">1</td></tr>
<tr><td align="right">2</td></tr></table></body></html>`;
/** Google Sheets: no line breaks between tags, its own attributes. */
const SHEETS = `<meta charset='utf-8'><style type="text/css"><!--td {border: 1px solid #cccccc;}br {mso-data-placement:same-cell;}--></style>
<google-sheets-html-origin><table xmlns="http://www.w3.org/1999/xhtml" data-sheets-root="1"><colgroup><col width="100"/></colgroup><tbody><tr style="height:21px;"><td data-sheets-value="{&quot;1&quot;:2}">say &quot;hi&quot;</td><td>a<br/>b</td></tr></tbody></table></google-sheets-html-origin>`;
/** Numbers: paragraphs in the cells. */
const NUMBERS = `<html><body><table><tbody><tr><td valign="top"><p class="p1"><span class="s1">Seal&#39;s</span></p></td>
<td><p class="p1">one</p><p class="p1">two</p></td></tr></tbody></table></body></html>`;

describe('the clipboard of a spreadsheet', () => {
  test.each<[string, string, string, string[][]]>([
    [
      'Excel, as a page',
      EXCEL_TEXT,
      EXCEL,
      [
        ['Maker A', '1 Rd\nBuilding 2', 'TV 32" LED & stand'],
        ['Long name that runs over', '', ''],
      ],
    ],
    [
      'Excel, as text alone',
      EXCEL_TEXT,
      '',
      [
        ['Maker A', '1 Rd\nBuilding 2', 'TV 32" LED & stand'],
        ['hidden', '', ''],
        ['Long name that runs over', '', ''],
      ],
    ],
    [
      'LibreOffice',
      '',
      LIBRE,
      [
        ['CSQU3054383', '12.500,50'],
        ['MSKU1234565', '1'],
        ['MSKU1234565', '2'],
      ],
    ],
    ['Google Sheets', 'say "hi"\t"a\nb"', SHEETS, [['say "hi"', 'a\nb']]],
    ['Google Sheets, as text alone', 'say "hi"\t"a\nb"', '', [['say "hi"', 'a\nb']]],
    ['Numbers', "Seal's\tone two", NUMBERS, [["Seal's", 'one\ntwo']]],
    [
      'WPS, as text alone',
      '"a ""b"" c"\tx\r\n"1\n2"\ty\r\n',
      '',
      [
        ['a "b" c', 'x'],
        ['1\n2', 'y'],
      ],
    ],
    [
      'a text with a mark at the head of a cell',
      '"Big" box\tx\n"open\ty',
      '',
      [
        ['"Big" box', 'x'],
        ['"open', 'y'],
      ],
    ],
    ['a formula that is a text', '="00123"\tx', '', [['00123', 'x']]],
    [
      'line ends of an old Mac',
      'a\tb\rc\td\r',
      '',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    ['tab and line break within a cell', '"a\tb\r\nc"\td', '', [['a\tb\nc', 'd']]],
  ])('is read as it shows its cells: %s', (_, text, html, rows) => expect(cells(text, html)).toEqual(rows));

  test('reports hidden rows and merged cells', () => {
    expect(readClipboard({ text: '', html: EXCEL })).toMatchObject({ hidden: 1, filled: [] });
    expect(readClipboard({ text: '', html: LIBRE })).toMatchObject({ hidden: 0, filled: [3] });
  });

  test.each([
    ['text beside a table', '<p>Dear Jan,</p><table><tr><td>x</td></tr></table>'],
    ['two tables', '<table><tr><td>x</td></tr></table><table><tr><td>y</td></tr></table>'],
    ['a table within another', '<table><tr><td><table><tr><td>x</td></tr></table></td></tr></table>'],
    ['no table', '<b>x</b>'],
    ['an unknown sign', '<table><tr><td>&frac34;</td></tr></table>'],
  ])('is read as its text when its page has %s', (_, html) =>
    expect(cells('a\tb', html)).toEqual([['a', 'b']]),
  );

  test('is a block of several cells, or one that goes where the cursor is', () => {
    expect([cells('"a\nb"'), isBlock(readClipboard({ text: '"a\nb"', html: '' }))]).toEqual([
      [['a\nb']],
      false,
    ]);
    expect(isBlock(readClipboard({ text: 'a\r\n', html: '' }))).toBe(false);
    expect(isBlock(readClipboard({ text: 'a\tb', html: '' }))).toBe(true);
  });

  test('is read back from the text made of its rows', () => {
    const cell = fc
      .stringMatching(/^[a"\t\n =']{0,6}$/)
      .map((text) => text.trim())
      // Excludes apostrophes that guard a cell of a csv file.
      .filter((text) => !/^['=]/.test(text) && unguarded(text) === text);
    fc.assert(
      fc.property(fc.array(fc.array(cell, { minLength: 1, maxLength: 4 }), { minLength: 1 }), (rows) => {
        expect(rowsOfText(textOfRows(rows))).toEqual(rows);
      }),
      { numRuns: long ? 50_000 : 500 },
    );
  });
});

describe('pasted steps of a charge flow', () => {
  const read = (...rows: string[][]) =>
    readChargeSteps(readClipboard({ text: textOfRows(rows), html: '' }), {
      item: (text) => (text === 'Handling' ? { id: 7, basis: 'per_kg' } : undefined),
      supplier: (text) => (text === 'Speed Haulage' ? 9 : undefined),
    });
  const step = { chargeItemId: 7, direction: 'revenue', supplierId: null };

  test('are read in the columns of the grid', () => {
    const { lines, wrong } = read(
      ['Delivered', 'Handling', '1.250,5', '0,42', '', '', 'Revenue'],
      ['交付', 'Handling', '', '', '1.500', '7', 'Cost: Speed Haulage'],
    );
    expect(wrong).toEqual([]);
    expect(lines).toEqual([
      { ...step, trigger: 'delivery', price: '1250.5', minCharge: '0.42', overWeight: null, overDays: null },
      {
        ...{ ...step, trigger: 'delivery', direction: 'cost', supplierId: 9 },
        ...{ price: null, minCharge: null, overWeight: 1500, overDays: 7 },
      },
    ]);
  });

  test('are read by their header; wrong rows stay, with the column of each wrong cell', () => {
    const { lines, wrong, left, notes } = read(
      ['Charge item', 'When', 'Supplier', 'Note'],
      ['Handling', 'pickup', 'Speed Haulage', 'x'],
      ['Nothing', 'noon', 'Nobody', ''],
    );
    expect(lines).toMatchObject([{ trigger: 'pickup', direction: 'cost', supplierId: 9 }]);
    expect(wrong.map(({ row, column }) => `${row} ${column}`)).toEqual([
      '2 trigger',
      '2 chargeItemId',
      '2 supplierId',
    ]);
    expect(rowsOfText(left)).toHaveLength(2);
    expect(notes).toMatchObject([{ problem: { code: 'PASTE_COLUMN', params: { column: 'Note' } } }]);
  });
});

describe('pasted steps of an approval', () => {
  const people: Record<string, { id: number; active: boolean }[]> = {
    'Li Wei': [{ id: 1, active: true }],
    'Meijer, Femke': [{ id: 2, active: true }],
    'Jan Smit': [3, 4].map((id) => ({ id, active: true })),
    Gone: [{ id: 5, active: false }],
  };
  const words = {
    staff: (name: string) => people[name] ?? [],
    group: (name: string) => (name === 'Finance' ? [{ id: 9, active: true }] : []),
  };
  const read = (text: string, sign?: 'comma') =>
    readApprovalSteps(readClipboard({ text, html: '' }), words, sign);

  test('are read in the order of the form, with several names in a cell', () => {
    const { lines, wrong } = read(
      'Management\tLi Wei; Meijer, Femke\t\tall\t48 h\r\n财务\t\tFinance\t否\r\n',
    );
    expect(wrong).toEqual([]);
    expect(lines).toEqual([
      { name: 'Management', mode: 'all', approverStaffIds: [1, 2], approverGroupIds: [], dueHours: 48 },
      { name: '财务', mode: 'any', approverStaffIds: [], approverGroupIds: [9], dueHours: null },
    ]);
    expect(
      read('Both\tMeijer, Femke\r\nOne\tLi Wei，Li Wei').lines.map((one) => one.approverStaffIds),
    ).toEqual([[2], [1]]);
  });

  test('are read by their header; an unknown, inactive or ambiguous name is reported', () => {
    const { lines, wrong, left, notes } = read(
      'Groups\tStep\tHours to decide\tPeople\tNote\r\nFinance\tFinance\t24\tLi Wei\tx\r\n' +
        '\tA\t0\tJan Smit\r\nNobody\t\t\tGone\r\n',
    );
    expect(lines).toMatchObject([
      { name: 'Finance', approverStaffIds: [1], approverGroupIds: [9], dueHours: 24 },
    ]);
    expect(wrong.map(({ row, column, problem }) => `${row} ${column} ${problem.code}`)).toEqual([
      '2 approverStaffIds APPROVER_AMBIGUOUS',
      '2 dueHours NUMBER_INVALID',
      '3 name REQUIRED',
      '3 approverStaffIds REFERENCE_INACTIVE',
      '3 approverGroupIds REFERENCE_UNKNOWN',
    ]);
    expect(rowsOfText(left)).toHaveLength(3);
    expect(notes).toMatchObject([{ problem: { code: 'PASTE_COLUMN', params: { column: 'Note' } } }]);
  });

  test('ask for the decimal sign of hours that can be read in two ways', () => {
    const text = 'A\tLi Wei\t\t\t1,000\r\n';
    expect(read(text).open).toBe('1,000');
    expect(read(text, 'comma').lines).toMatchObject([{ dueHours: 1 }]);
  });
});

test('asks about an ambiguous decimal sign in offers and charge flows, and applies the reply', () => {
  const item = () => ({ id: 7, basis: 'per_kg' });
  const words: PasteWords = { item, basis: () => undefined, currency: (text) => text };
  const block = (row: string) => readClipboard({ text: `${row}\r\n`, html: '' });
  const offer = block('Handling\t\t1\t1,250');
  const flow = block('Delivered\tHandling\t1,250');
  const charge = { item, supplier: () => undefined };
  expect(readOfferLines(offer, words, 'EUR').open).toBe('1,250');
  expect(readChargeSteps(flow, charge).open).toBe('1,250');
  for (const [sign, price] of [
    ['comma', 1.25],
    ['point', 1250],
  ] as const) {
    const [offered, charged] = [
      readOfferLines(offer, words, 'EUR', sign),
      readChargeSteps(flow, charge, sign),
    ];
    expect([offered.open, charged.open]).toEqual([undefined, undefined]);
    expect(offered.lines.map(({ unitPrice }) => Number(unitPrice))).toEqual([price]);
    expect(charged.lines.map((one) => Number(one.price))).toEqual([price]);
  }
});

describe('blocks pasted in practice', () => {
  const headers = (of: string) => (name: string) => [
    ...LANGUAGES.map((language) => labelOf(language, name, of)),
    ...headersOf(name),
  ];
  const words: PasteWords = {
    item: (text) => (text === 'UNLOAD-KG' ? { id: 7, basis: 'per_kg' } : undefined),
    basis: (text) => (text === 'per_kg' ? text : undefined),
    currency: currencyNamed,
  };
  const rates = (name: string) => readQuoteLines(readClipboard({ text: file(name), html: '' }), words);

  test('are read, paste-01: lines of an ISF with a line break and quotation marks in their cells', () => {
    const into = { shape: isfLine, max: 99, rows: [], headers: headers('isfLine') };
    const { rows, taken, notes } = pasteCells(
      into,
      { row: 0, column: 0 },
      readClipboard({ text: file('paste-01-isf-lines.txt'), html: '' }),
    );
    expect([taken, notes]).toEqual([18, []]);
    expect(rows).toHaveLength(2);
    expect(rows[0]).toMatchObject({
      ...{ hts: '950300', originCountry: 'CN', manufacturerAddress: '1 Rd Building 2' },
      ...{ manufacturerCity: 'Shenzhen', manufacturerPostcode: '518000', description: 'TV 32" LED' },
    });
    expect(rows[1]).toMatchObject({ hts: '610910', description: 'T-SHIRTS' });
  });

  test.each([
    ['paste-02-ratecard-1000.txt', ['0: 3.60', '100: 3.40', '1000: 3.00']],
    ['paste-03-ratecard-tact.txt', ['0: 3.60', '45: 3.40', '100: 3.20', '500: 3.00']],
  ])('are read, %s: breaks of a rate card', (name, breaks) => {
    const { lines, wrong, notes } = rates(name);
    expect([wrong, notes]).toEqual([[], []]);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatchObject({ originCode: 'PVG', minCharge: '45', currency: 'EUR' });
    expect(lines[0]?.breaks.map(({ fromKg, price }) => `${fromKg}: ${price}`)).toEqual(breaks);
  });

  test('are read, paste-05: containers under the headings of a template', () => {
    const into = { shape: seaBillContainer, max: 9, rows: [], headers: headers('seaContainer') };
    const { rows, notes } = pasteCells(
      into,
      { row: 0, column: 0 },
      readClipboard({ text: file('paste-05-containers-eu.txt'), html: '' }),
    );
    expect(notes).toEqual([]);
    expect(rows).toEqual([
      {
        ...{ containerNo: 'CSQU3054383', containerType: '40HQ', sealNo: 'NL448120' },
        ...{ packages: 560, weight: 12500.5, volume: 56.3 },
        ...{ lastFreeDay: null, gateOut: null, emptyReturned: null },
      },
    ]);
  });
});
