import { type Problem, problem } from '@contract/errors';
import { headerKey, type ImportTemplate, matchHeaders } from '@contract/importing/template';
import { SPARE_ROWS } from './caps';
import { csvCell } from './csvWriter';
import { rangesText } from './match';
import { rangesOf, TableBuilder, type TextTable } from './table';

/**
 * An office that publishes its tariff as a table, with the headings of its export. USITC: csv and xlsx of
 * hts.usitc.gov, and the names of its JSON. TARIC: `Nomenclature EN.xlsx` of the Commission's CIRCABC, whose headings
 * are English in every language of the descriptions.
 */
interface Office {
  readonly name: string;
  readonly region: 'US' | 'EU';
  /** Headings that identify the office. */
  readonly code: readonly string[];
  readonly also: readonly string[];
  readonly codeOf: (text: string, suffix: string) => Code | undefined;
}

/** Code of a line; null for a heading line, which is no commodity. */
type Code = string | null;

const OFFICES: readonly Office[] = [
  {
    ...{ name: 'USITC', region: 'US', code: ['htsnumber', 'htsno'], also: ['description'] },
    codeOf: (text, suffix) => {
      const digits = text.replace(/[.\s]/g, '');
      // Chapters and headings have two and four digits; a spreadsheet may remove a leading zero.
      if (/^\d{0,4}$/.test(digits)) return null;
      if (!/^\d{6}(?:\d{2}){0,2}$/.test(digits)) return undefined;
      // Append the statistical suffix of an eight-digit line, if it has a column of its own.
      return digits.length === 8 && /^\d{2}$/.test(suffix) ? digits + suffix : digits;
    },
  },
  {
    ...{ name: 'TARIC', region: 'EU', code: ['goodscode'], also: ['hierpos', 'description'] },
    codeOf: (text) => {
      const found = /^(\d{10})(?:\s*(\d{2}))?$/.exec(text);
      if (!found) return undefined;
      const [, code = '', suffix = DECLARABLE] = found;
      return suffix === DECLARABLE ? code : null;
    },
  },
];

/** Product line suffix of a commodity code; smaller ones are headings. */
const DECLARABLE = '80';

/** Columns that no office's file has: the region, and the Chinese name, which the tariff shows. */
const ADDED = ['Region', 'Name cn'];

/** Number of rows in which the headings are searched. */
const HEAD_ROWS = 10;
/** Maximum characters of a name and of a unit in the records of codes. */
const NAME_LENGTH = 300;
const UNIT_LENGTH = 10;

/** Descriptions that identify goods only together with the line above ("Other"). */
const RESIDUAL =
  /^(?:others?|andere|autres?|overige?|otros|otras|altri|altre|outros|outras)(?:\s*\(\d+\))?$/i;

interface Line {
  readonly depth: number;
  readonly text: string;
  readonly rate: string;
}

/**
 * Converts an official tariff to the columns of commodity codes: with its region, full names, and the rate of the line
 * above for statistical lines. Returns other tables unchanged.
 */
export function readTariff(
  table: TextTable,
  template: ImportTemplate,
  file: string,
): { readonly table: TextTable; readonly notices: readonly Problem[] } {
  const found = template.tariffs ? officeOf(table, template) : undefined;
  if (!found) return { table, notices: [] };
  const { office, header, keys } = found;
  const at = (...names: readonly string[]) => keys.findIndex((key) => names.includes(key));
  const places = {
    code: at(...office.code),
    name: at('description'),
    indent: at('indent'),
    level: at('hierpos'),
    unit: at('unitofquantity', 'units'),
    rate: at('generalrateofduty', 'general'),
    suffix: at('statisticalsuffix', 'statsuffix'),
    language: at('language'),
    end: at('enddate'),
  };
  const limits = { name: file, maxRows: template.maxRows + SPARE_ROWS, shownMaxRows: template.maxRows };
  const builder = new TableBuilder(limits, table.separated, table.separator);
  if (table.written) builder.noteWritten();
  for (const { from, to } of table.blankRows) builder.addBlank(from, to);
  builder.hideColumns(table.hiddenColumns);
  const isHidden = (number: number) =>
    table.hiddenRows.some(({ from, to }) => from <= number && number <= to);
  const add = (row: number, cells: readonly string[], more: readonly string[]) => {
    // Region and Chinese name follow the header's columns: cells beyond them are reported as too many.
    const own = [...keys.map((_, column) => cells[column] ?? ''), ...more, ...cells.slice(keys.length)];
    builder.addCells(table.number(row), table.separated ? own.map(csvCell) : own);
    if (isHidden(table.number(row))) builder.hide();
    for (let column = 0; column < keys.length; column++) {
      const mark = table.mark(row, column);
      if (mark) builder.mark(column, mark);
    }
  };
  const rowOf = (row: number) =>
    Array.from({ length: table.width(row) }, (_, column) => table.text(row, column));
  const above: Line[] = [];
  const shortened: number[] = [];
  const unitless: number[] = [];
  const ending: number[] = [];
  const languages = new Set<string>();
  add(header, rowOf(header), ADDED);
  for (let row = header + 1; row < table.rowCount; row++) {
    const cells = rowOf(row);
    const cell = (place: number) => (place < 0 ? '' : (cells[place] ?? '').trim());
    const text = plainText(cell(places.name));
    const depth = depthOf(cell(places.indent), cell(places.level));
    while ((above.at(-1)?.depth ?? -1) >= depth) above.pop();
    const code = office.codeOf(cell(places.code), cell(places.suffix));
    const rate = cell(places.rate) || (code?.length === STATISTICAL ? (above.at(-1)?.rate ?? '') : '');
    if (code !== null) {
      const name = nameOf(text, above);
      if (code !== undefined) cells[places.code] = code;
      cells[places.name] = name.length > NAME_LENGTH ? `${name.slice(0, NAME_LENGTH - 1)}…` : name;
      if (name.length > NAME_LENGTH) shortened.push(table.number(row));
      if (places.rate >= 0) cells[places.rate] = rate;
      if (places.unit >= 0) {
        const unit = cell(places.unit)
          .replace(/[[\]"]/g, '')
          .replace(/\s*,\s*/g, ',');
        if (unit.length > UNIT_LENGTH) unitless.push(table.number(row));
        cells[places.unit] = unit.length > UNIT_LENGTH ? '' : unit;
      }
      if (cell(places.end) !== '') ending.push(table.number(row));
      const language = cell(places.language).toUpperCase();
      if (language !== '' && language !== 'EN') languages.add(language);
      add(row, cells, [office.region, cells[places.name] ?? '']);
    }
    above.push({ depth, text, rate });
  }
  const named = [
    ['TARIFF_NAMES', shortened],
    ['TARIFF_UNITS', unitless],
    ['TARIFF_ENDS', ending],
  ] as const;
  return {
    table: builder.finish(),
    notices: [
      problem('TARIFF_READ', { office: office.name, region: { choice: ['hsRegion', office.region] } }),
      ...(languages.size > 0 ? [problem('TARIFF_LANGUAGE', { languages: { list: [...languages] } })] : []),
      ...named.flatMap(([code, rows]) =>
        rows.length > 0 ? [problem(code, { rows: rangesText(rangesOf(rows)) })] : [],
      ),
    ],
  };
}

/**
 * Digits of a statistical line of the United States: its duty is that of the eight-digit line above (General
 * Statistical Notes of the HTSUS, 3).
 */
const STATISTICAL = 10;

/** Finds the office by the headings of the first rows; none for a table with a region column. */
function officeOf(table: TextTable, template: ImportTemplate) {
  for (let header = 0; header < Math.min(HEAD_ROWS, table.rowCount); header++) {
    const headers = Array.from({ length: table.width(header) }, (_, column) => table.text(header, column));
    const keys = headers.map(headerKey);
    const has = (names: readonly string[]) => names.some((name) => keys.includes(name));
    const office = OFFICES.find(({ code, also }) => has(code) && also.every((name) => keys.includes(name)));
    if (office && !matchHeaders(template, headers).includes('region')) return { office, header, keys };
  }
  return undefined;
}

/** Strips an office's markup from a description: tags, the bar for a blank, the colon before subordinate lines. */
const plainText = (text: string): string =>
  text
    .replace(/<\/?\w+>/g, '')
    .replace(/[|\s]+/g, ' ')
    .trim()
    .replace(/\s*:$/, '');

/** Depth of a line, from its dashes or a number; TARIC chapters, which have no dash either, come above headings. */
function depthOf(indent: string, level: string): number {
  const depth = /^\d+$/.test(indent) ? Number(indent) : indent.replace(/[^-–]/g, '').length;
  return Number(level) === 2 ? 0 : depth + 1;
}

/** Full description of a line: one that names no goods is appended to those above, from the nearest that does. */
function nameOf(text: string, above: readonly Line[]): string {
  if (!RESIDUAL.test(text)) return text;
  const from = above.findLastIndex((line) => line.text !== '' && !RESIDUAL.test(line.text));
  return [...above.slice(Math.max(0, from)).map((line) => line.text), text].filter(Boolean).join(': ');
}
