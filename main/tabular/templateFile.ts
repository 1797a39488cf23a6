import { metaOf } from '@contract/fields';
import {
  type ImportColumn,
  type ImportTemplate,
  sheetKey,
  sheetsOf,
  sheetTitle,
} from '@contract/importing/template';
import type { Language } from '@contract/limits';
import { choiceLabel, say, stateLabel } from '@contract/words';
import { type CellStyle, writeXlsx as writeWorkbook } from 'hucre/xlsx';
import { writeCsv } from './csvWriter';
import { exactNumber } from './exportCell';
import { EXAMPLE_CELL, EXAMPLE_HEADER, SHEET_HEADER } from './ownColumns';

const EXAMPLES = [0, 1, 2] as const;
/** Number of rows whose cells are formatted as text before input. */
const PREPARED_ROWS = 3_000;
const HEAD: CellStyle = {
  font: { bold: true },
  fill: { type: 'pattern', pattern: 'solid', fgColor: { rgb: 'DCE3EA' } },
};
const REQUIRED_HEAD: CellStyle = { ...HEAD, font: { bold: true, color: { rgb: 'C00000' } } };
const EXAMPLE_ROW: CellStyle = { font: { italic: true, color: { rgb: '7F7F7F' } } };

/**
 * Writes the file to fill in for an import: a header in one language and three rows marked as examples, which the
 * import skips. An xlsx has text cells that keep leading zeros, and a last sheet that explains the columns.
 */
export async function templateFile(
  template: ImportTemplate,
  language: Language,
  format: 'xlsx' | 'csv',
): Promise<Uint8Array> {
  return format === 'csv' ? csvTemplate(template, language) : xlsxTemplate(template, language);
}

async function csvTemplate(template: ImportTemplate, language: Language): Promise<Uint8Array> {
  // A csv of several sheets has the sheet of each row in its first column.
  const own = template.sheets ? [SHEET_HEADER[language]] : [];
  const headers = [...own, ...template.columns.map((column) => column[language]), EXAMPLE_HEADER[language]];
  const columns = headers.map((header) => ({ header, kind: 'text' as const }));
  const rows = sheetsOf(template).flatMap((sheet) =>
    EXAMPLES.map((at) => [
      ...(template.sheets ? [sheetTitle(language, sheetKey(sheet))] : []),
      ...template.columns.map(({ key }) => sheet.columns.find((one) => one.key === key)?.examples[at] ?? ''),
      EXAMPLE_CELL[language],
    ]),
  );
  const pieces: Uint8Array[] = [];
  for await (const piece of writeCsv(columns, rows)) pieces.push(piece);
  return Buffer.concat(pieces);
}

function xlsxTemplate(template: ImportTemplate, language: Language): Promise<Uint8Array> {
  const sheets = sheetsOf(template);
  return writeWorkbook({
    sheets: [...sheets.map((sheet) => dataSheet(sheet, language)), guideSheet(sheets, language)],
  });
}

/** The sheet to fill in. */
function dataSheet(template: ImportTemplate, language: Language) {
  const { columns } = template;
  const numeric = columns.map(isNumeric);
  const examples = EXAMPLES.map((at) => [
    ...columns.map((column, i) =>
      numeric[i] ? (exactNumber(column.examples[at]) ?? null) : column.examples[at],
    ),
    EXAMPLE_CELL[language],
  ]);
  const prepared = Array.from({ length: PREPARED_ROWS }, () => columns.map(() => null));
  const cells = new Map<string, { style: CellStyle }>();
  for (const [i, { required }] of columns.entries())
    cells.set(`0,${i}`, { style: required ? REQUIRED_HEAD : HEAD });
  cells.set(`0,${columns.length}`, { style: HEAD });
  for (const at of EXAMPLES) {
    for (let i = 0; i <= columns.length; i++) {
      const numFmt = numeric[i] ? 'General' : '@';
      cells.set(`${at + 1},${i}`, { style: { ...EXAMPLE_ROW, numFmt } });
    }
  }
  const key = sheetKey(template);
  return {
    name: key === '' ? say(language, 'SHEET_DATA') : sheetTitle(language, key),
    columns: [
      ...columns.map((column, i) => ({
        width: Math.max(12, column[language].length * 2, column.examples[0].length + 2),
        style: { numFmt: numeric[i] ? 'General' : '@' },
      })),
      { width: 12 },
    ],
    rows: [
      [...columns.map((column) => column[language]), EXAMPLE_HEADER[language]],
      ...examples,
      ...prepared,
    ],
    cells,
    freezePane: { rows: 1 },
  };
}

/** The sheet that explains the columns, sheet by sheet. */
function guideSheet(sheets: readonly ImportTemplate[], language: Language) {
  const several = sheets.some((sheet) => sheetKey(sheet) !== '');
  const head = [
    ...(several ? [SHEET_HEADER[language]] : []),
    ...(['GUIDE_COLUMN', 'GUIDE_REQUIRED', 'GUIDE_RULE', 'GUIDE_EXAMPLES', 'GUIDE_ALIASES'] as const).map(
      (code) => say(language, code),
    ),
  ];
  const other = language === 'en' ? 'cn' : 'en';
  const rows = sheets.flatMap((sheet) =>
    sheet.columns.map((column) => [
      ...(several ? [sheetTitle(language, sheetKey(sheet))] : []),
      column[language],
      say(language, column.required ? 'GUIDE_YES' : 'GUIDE_NO'),
      ruleText(sheet.columns, column, language),
      [...new Set(column.examples)].filter((example) => example !== '').join('; '),
      [column[other], ...(column.aliases ?? [])].join('; '),
    ]),
  );
  const widths = [...(several ? [16] : []), 24, 10, 60, 44, 60];
  return {
    name: say(language, 'SHEET_GUIDE'),
    columns: widths.map((width) => ({ width, style: { numFmt: '@' } })),
    rows: [head, ...rows, [], [say(language, 'GUIDE_NOTE', { word: EXAMPLE_CELL[language] })]],
    cells: new Map(head.map((_, i) => [`0,${i}`, { style: HEAD }])),
    freezePane: { rows: 1 },
  };
}

const isNumeric = ({ field }: ImportColumn): boolean =>
  ['count', 'weight', 'volume', 'decimal', 'money', 'fixed', 'size', 'id', 'ref'].includes(
    metaOf(field).kind,
  );

/** Describes the valid values of a column. */
function ruleText(columns: readonly ImportColumn[], column: ImportColumn, language: Language): string {
  const meta = metaOf(column.field);
  switch (meta.kind) {
    case 'text':
    case 'note':
      return say(language, 'KIND_TEXT', { max: meta.max });
    case 'code':
      return say(language, 'KIND_CODE', { max: meta.rule.max });
    case 'codes':
      return say(language, 'KIND_CODES', { max: meta.max });
    case 'choice':
      return choices(meta.values, (value) => choiceLabel(language, meta.list, value));
    case 'state':
      return choices(meta.values, (value) => stateLabel(language, meta.machine, value));
    case 'flag':
      return say(language, 'KIND_FLAG');
    case 'weight':
    case 'volume':
    case 'decimal':
      return say(language, 'KIND_DECIMAL', { decimals: 3 });
    case 'money':
      return say(language, 'KIND_MONEY', { decimals: 4 });
    case 'fixed':
      return say(language, 'KIND_DECIMAL', { decimals: meta.digits });
    case 'date':
      return say(language, 'KIND_DATE');
    case 'dateTime': {
      const airport = columns.find(({ key }) => key === column.zoneOf);
      return airport
        ? say(language, 'KIND_TIME_AT', { column: airport[language] })
        : say(language, 'KIND_TIME');
    }
    case 'count':
      return say(language, 'KIND_COUNT', { min: meta.min, max: meta.max });
    default:
      return say(language, 'KIND_COUNT', { min: 1, max: Number.MAX_SAFE_INTEGER });
  }

  function choices(values: readonly string[], label: (value: string) => string): string {
    const listed = values.map((value) => {
      const shown = label(value);
      return shown.toLowerCase() === value.toLowerCase() ? value : `${value} (${shown})`;
    });
    return say(language, 'KIND_CHOICE', { choices: { list: listed } });
  }
}
