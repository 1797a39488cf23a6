import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { readDate } from '@contract/importing/timeText';
import { afterAll, describe, expect, test } from 'vitest';
import { readCsv } from '../../../main/tabular/csv';
import { readOds } from '../../../main/tabular/ods';
import type { TextTable } from '../../../main/tabular/table';
import { readXlsx } from '../../../main/tabular/xlsx';
import { xlsxOf, xlsxParts } from './officeFiles';

/** True if LibreOffice is installed: apt install libreoffice-calc. */
const isThere = spawnSync('soffice', ['--version']).status === 0;
const folder = mkdtempSync(path.join(os.tmpdir(), 'office-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Formats of identifiers: the cell must be exactly as LibreOffice shows it. */
const SHAPED = [
  ...['00000', '000000', '0000000000000', '000-00000000', '00-000', '00 00 00 00 00', '0000"."00"."00'],
  ...['"PLD"0', '\\+0', '"AWB "000\\-00000000', '00"/"000', '000"-"0000"-"0'],
];
const WHOLE = [
  1, 42, 307, 4435, 30749, 610910, 12345678, 11290424456, 612345678, 5302812345678, 784512345678,
];
/** Formats of numbers for calculation: all decimals are kept, however few are shown. */
const CALCULATED = [
  ...['General', '0', '0.0', '0.00', '#,##0', '#,##0.00', '# ##0.00', '0.000', '0.00E+00', '#,##0.00" kg"'],
  ...[
    '"€" #,##0.00',
    '[$€-2] #,##0.00',
    '0%',
    '0.0%',
    '0.00%',
    '#,##0;-#,##0',
    '0.00;[RED]-0.00',
    '_-* #,##0.00_-',
  ],
];
const NUMBERS = [0, 1, 0.21, 0.055, 0.07, 1.5, 12.5, 980, 1234.567, 12345.6789, 784512, -3.25, -980];
/** Formats of dates, with which LibreOffice writes the day or the year first. */
const DATED = [
  'dd/mm/yyyy',
  'yyyy-mm-dd',
  'd.m.yyyy',
  'dd/mm/yyyy hh:mm',
  'yyyy-mm-dd hh:mm:ss',
  'd mmm yyyy',
];
const SERIALS = [46_331, 46_344.111_111_111_2, 46_022.5, 36_892.75, 47_483.999_988_426];

const CODES = [...SHAPED, ...CALCULATED, ...DATED];
const valuesOf = (code: string) => (SHAPED.includes(code) ? WHOLE : DATED.includes(code) ? SERIALS : NUMBERS);
const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');

/** Returns a workbook with a row for each format and a cell for each value. */
function workbook(): Buffer {
  const formats = CODES.map((code, at) => `<numFmt numFmtId="${200 + at}" formatCode="${escaped(code)}"/>`);
  const styles = CODES.map((_, at) => `<xf numFmtId="${200 + at}" applyNumberFormat="1"/>`);
  const rows = CODES.map((code, at) => {
    const cells = valuesOf(code).map((value) => `<c s="${at + 1}"><v>${value}</v></c>`);
    return `<row r="${at + 1}">${cells.join('')}</row>`;
  });
  return xlsxOf(
    xlsxParts(`<sheetData>${rows.join('')}</sheetData>`, {
      styles: `<numFmts count="${CODES.length}">${formats.join('')}</numFmts><fonts count="1"><font><sz val="11"/></font></fonts><fills count="1"><fill/></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="${CODES.length + 1}"><xf numFmtId="0"/>${styles.join('')}</cellXfs>`,
    }),
  );
}

/** Returns the cells as LibreOffice shows them. */
function shownByOffice(bytes: Buffer): TextTable {
  // Comma, quotation mark, UTF-8, from row 1, English; cells as they are shown (the eighth).
  const csv = converted(bytes, 'csv:Text - txt - csv (StarCalc):44,34,76,1,,1033,false,true');
  return readCsv(csv, 'formats.csv', { maxRows: 1000 }).table;
}

/** Returns the workbook as LibreOffice saves it. */
function converted(bytes: Buffer, filter: string): Buffer {
  const place = path.join(folder, 'formats.xlsx');
  writeFileSync(place, bytes);
  const profile = `-env:UserInstallation=file://${path.join(folder, 'profile')}`;
  execFileSync('soffice', [profile, '--headless', '--convert-to', filter, '--outdir', folder, place], {
    timeout: 110_000,
    stdio: 'pipe',
  });
  return readFileSync(path.join(folder, `formats.${filter.split(':', 1)[0]}`));
}

/** Returns the number in a text, without the text around it. */
const numberIn = (text: string): number => Number(text.replace(/[^\d.eE+-]/g, ''));
const decimalsIn = (text: string): number => /\.(\d+)/.exec(text)?.[1]?.length ?? 0;

describe.skipIf(!isThere)('the text of number cells', () => {
  test('is that of LibreOffice in formats of identifiers, amounts and dates', async () => {
    const bytes = workbook();
    const office = shownByOffice(bytes);
    const { table } = await readXlsx(bytes, 'formats.xlsx', { maxRows: 1000 });
    const differ: string[] = [];
    let compared = 0;
    for (const [row, code] of CODES.entries()) {
      for (const [column, value] of valuesOf(code).entries()) {
        const [ours, theirs] = [table.text(row, column), office.text(row, column).trim()];
        compared++;
        if (isSame(code, ours, theirs)) continue;
        differ.push(`${code} ${value}: ${ours} | ${theirs}`);
      }
    }
    process.stdout.write(`cells compared with LibreOffice: ${compared}\n`);
    expect(differ).toEqual([]);
  }, 120_000);

  test('is the same in the OpenDocument file of LibreOffice', async () => {
    const bytes = workbook();
    const { table } = await readXlsx(bytes, 'formats.xlsx', { maxRows: 1000 });
    const { table: ods } = await readOds(converted(bytes, 'ods'), 'formats.ods', { maxRows: 1000 });
    const differ = CODES.flatMap((code, row) =>
      valuesOf(code).flatMap((value, column) => {
        const [ours, theirs] = [ods.text(row, column), table.text(row, column)];
        return ours === theirs ? [] : [`${code} ${value}: ${ours} | ${theirs}`];
      }),
    );
    expect(differ).toEqual([]);
  }, 120_000);
});

function isSame(code: string, ours: string, theirs: string): boolean {
  if (SHAPED.includes(code)) return ours === theirs;
  if (!DATED.includes(code)) {
    // LibreOffice rounds to the decimals it shows.
    if (ours.endsWith('%') !== theirs.endsWith('%')) return false;
    if (/e/i.test(theirs)) return Math.abs(numberIn(ours) / numberIn(theirs) - 1) < 0.005 || ours === '0';
    const most = 0.5 * 10 ** -decimalsIn(theirs) + 1e-9;
    return Math.abs(numberIn(ours) - numberIn(theirs)) <= most;
  }
  const [read, shown] = [readDate(ours, 'open'), readDate(theirs, 'DMY')];
  if ('code' in read || 'code' in shown) return false;
  const parts = code.includes('hh')
    ? (['year', 'month', 'day', 'hour', 'minute'] as const)
    : (['year', 'month', 'day'] as const);
  return parts.every((part) => read.wall[part] === shown.wall[part]);
}
