import { fileTemplates } from '@contract/files/templates';
import { rowReader } from '@contract/importing/readRow';
import { expect, test } from 'vitest';
import { openBook } from '../../../main/tabular/book';
import { findHeader, matchTable } from '../../../main/tabular/match';

const template = fileTemplates.tariff;
const USITC =
  'HTS Number,Indent,Description,Unit of Quantity,General Rate of Duty,Special Rate of Duty,Column 2 Rate of Duty,Quota Quantity,Additional Duties';

/** Reads a file of a tariff: returns its issues, and each row with its number. */
async function read(lines: readonly string[], name = 'tariff.csv') {
  const book = await openBook(Buffer.from(lines.join('\n')), name, template, { types: template.types });
  const [part] = book.parts;
  if (!part) throw new Error('nothing was read');
  const header = findHeader(part.table, part.template);
  const match = matchTable(part.table, part.template, header);
  const reader = rowReader(
    part.template,
    match.columns.map(({ key }) => key),
  );
  const rows = Array.from({ length: part.table.rowCount - header - 1 }, (_, at) => {
    const row = header + 1 + at;
    const cells = Array.from({ length: part.table.columnCount }, (_, column) => part.table.text(row, column));
    const { values, issues } = reader(cells);
    return { row: part.table.number(row), values, issues };
  });
  return {
    rows,
    missing: match.missing,
    notices: (book.notices ?? []).map(({ code, params }) => ({ code, ...params })),
  };
}

test('reads an export of USITC with its region, its rates, and the names of the levels above', async () => {
  const { rows, missing, notices } = await read([
    USITC,
    '102,0,"Live bovine animals:",,,,,,',
    ',1,"Cattle:",,,,,,',
    '0102.21.00,2,"Purebred breeding animals",,Free,,Free,,',
    '0102.21.00.10,3,"Dairy:","[""No.""]",,,,,',
    '0102.29,2,"Other:",,,,,,',
    '0102.29.20,3,"Cows imported specially for <i>dairy</i> purposes","[""No."",""kg""]",Free 1/,,6.6¢/kg,,',
    '0102.29.40,3,"Other","[""No."",""kg""]",1¢/kg,"Free (AU,BH)",5.5¢/kg,,',
    '0102.29.40.24,4,Other,"[""No."",""kg""]",,,,,',
    '2009.11.00,1,Frozen,liters,4.4¢/kg + 6%,,,,',
    '9801.00.10,0,Goods,,"The rate applicable in heading 2009",,,,',
    '6109.10.00,0,"T-shirts, of cotton","doz., kg, clean yield",16.5%,,90%,,',
  ]);
  expect(missing).toEqual([]);
  expect(
    rows.map(({ row, values: { code, region, nameEn, unit, dutyRate } }) => [
      row,
      code,
      region,
      nameEn,
      unit,
      dutyRate,
    ]),
  ).toEqual([
    [4, '01022100', 'US', 'Purebred breeding animals', null, 0],
    [5, '0102210010', 'US', 'Dairy', 'No.', 0],
    [6, '010229', 'US', 'Cattle: Other', null, null],
    [7, '01022920', 'US', 'Cows imported specially for dairy purposes', 'No.,kg', 0],
    [8, '01022940', 'US', 'Cattle: Other: Other', 'No.,kg', null],
    [9, '0102294024', 'US', 'Cattle: Other: Other: Other', 'No.,kg', null],
    [10, '20091100', 'US', 'Frozen', 'liters', null],
    [11, '98010010', 'US', 'Goods', null, null],
    [12, '61091000', 'US', 'T-shirts, of cotton', null, 16.5],
  ]);
  const unread = rows.flatMap(({ row, issues }) =>
    issues.flatMap(({ level, problem }) =>
      problem.code === 'RATE_NOT_READ' ? [[row, level, problem.params?.value]] : [],
    ),
  );
  expect(unread).toEqual([
    [8, 'warning', '1¢/kg'],
    [9, 'warning', '1¢/kg'],
    [10, 'warning', '4.4¢/kg + 6%'],
    [11, 'warning', 'The rate applicable in heading 2009'],
  ]);
  expect(notices).toEqual([
    { code: 'TARIFF_READ', office: 'USITC', region: { choice: ['hsRegion', 'US'] } },
    { code: 'TARIFF_UNITS', rows: { list: ['12'] } },
  ]);
});

test('reads the names of its JSON as headings too, and completes the code by a statistical suffix', async () => {
  const { rows } = await read([
    'Exported on 2026-11-01,,,,,,',
    'htsno,statisticalSuffix,indent,description,units,general,other',
    '0101.29.00,10,2,Imported for immediate slaughter,No.,Free,20%',
  ]);
  expect(rows).toMatchObject([{ row: 3, values: { code: '0101290010', region: 'US', dutyRate: 0 } }]);
});

test('reads the commodities of a TARIC nomenclature, with the end of each and the language', async () => {
  const long = 'x'.repeat(310);
  const { rows, missing, notices } = await read(
    [
      'Goods code\tStart date\tEnd date\tLanguage\tHier. Pos.\tIndent\tDescription\tDescr. start date',
      '0100000000 80\t31-12-1971\t\tDE\t2\t\tLEBENDE TIERE\t01-01-1972',
      '0101000000 80\t01-01-1972\t\tDE\t4\t\tPferde, Esel, Maultiere und Maulesel, lebend\t01-01-1972',
      '0101210000 10\t01-01-2012\t\tDE\t6\t-\tPferde\t01-01-2012',
      '0101210000 80\t01-01-2012\t\tDE\t6\t- -\treinrassige Zuchttiere|\t01-01-2012',
      '0101290000 80\t01-01-2012\t31-12-2026\tDE\t6\t- -\tandere\t01-01-2012',
      `0101300000 80\t01-01-2012\t\tDE\t6\t-\t${long}\t01-01-2012`,
      '010\t01-01-2012\t\tDE\t6\t-\tEsel\t01-01-2012',
    ],
    'nomenclature.tsv',
  );
  expect(missing).toEqual([]);
  expect(rows.map(({ row, values: { code, region, nameEn } }) => [row, code, region, nameEn])).toEqual([
    [2, '0100000000', 'EU', 'LEBENDE TIERE'],
    [3, '0101000000', 'EU', 'Pferde, Esel, Maultiere und Maulesel, lebend'],
    [5, '0101210000', 'EU', 'reinrassige Zuchttiere'],
    [6, '0101290000', 'EU', 'Pferde: andere'],
    [7, '0101300000', 'EU', `${long.slice(0, 299)}…`],
    [8, null, 'EU', 'Esel'],
  ]);
  expect(rows.at(-1)?.issues).toMatchObject([{ column: 'code', level: 'error' }]);
  expect(notices).toEqual([
    { code: 'TARIFF_READ', office: 'TARIC', region: { choice: ['hsRegion', 'EU'] } },
    { code: 'TARIFF_LANGUAGE', languages: { list: ['DE'] } },
    { code: 'TARIFF_NAMES', rows: { list: ['7'] } },
    { code: 'TARIFF_ENDS', rows: { list: ['6'] } },
  ]);
});

test('treats a file that names its regions, or has other headings, as no official tariff', async () => {
  const own = await read(['HTS Number,Region,Description,Duty rate %', '0101.21.00,CN,Horses,abc']);
  expect(own.notices).toEqual([]);
  expect(own.rows).toMatchObject([
    { values: { region: 'CN', nameEn: 'Horses' }, issues: [{ column: 'dutyRate', level: 'error' }] },
  ]);
  const other = await read(['Goods code,Description', '0101210000 80,Horses']);
  expect(other.missing).toEqual(['region', 'nameCn']);
});
