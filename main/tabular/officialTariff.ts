import { type Problem, problem } from '@contract/errors';
import { headerKey, type ImportTemplate, matchHeaders } from '@contract/importing/template';
import { SPARE_ROWS } from './caps';
import { csvCell } from './csvWriter';
import { rangesText } from './match';
import { rangesOf, TableBuilder, type TextTable } from './table';

/**
 * An office that publishes its tariff as a table, and the headings of its export. USITC: csv and xlsx of hts.usitc.gov, and
 * the names of its JSON. TARIC: `Nomenclature EN.xlsx` of the Commission's CIRCABC, whose headings are English in every
 * language of the descriptions.
 */
interface Office {
  readonly name: string;
  readonly region: 'US' | 'EU';
  /** Headings by which it is known. */
  readonly code: readonly string[];
  readonly also: readonly string[];
  readonly codeOf: (text: string, suffix: string) => Code | undefined;
}

/** The code of a line; null for a line that heads others and is no commodity. */
type Code = string | null;

const OFFICES: readonly Office[] = [
  {
    ...{ name: 'USITC', region: 'US', code: ['htsnumber', 'htsno'], also: ['description'] },
    codeOf: (text, suffix) => {
      const digits = text.replace(/[.\s]/g, '');
      // Chapters and headings have two and four digits, of which a spreadsheet may remove the first.
      if (/^\d{0,4}$/.test(digits)) return null;
      if (!/^\d{6}(?:\d{2}){0,2}$/.test(digits)) return undefined;
      // The statistical suffix of a line of eight digits, where it has a column of its own.
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

/** Product line suffix of a code that is a commodity; smaller ones head those beneath. */
const DECLARABLE = '80';

/** Columns that no office has: its region, and the Chinese name, which is the one that the tariff shows. */
const ADDED = ['Region', 'Name cn'];

/** Rows among which the headings are. */
const HEAD_ROWS = 10;
/** Characters of a name and of a unit, as the records of codes have them. */
const NAME_LENGTH = 300;
const UNIT_LENGTH = 10;

/** A description that names goods only together with the line above. */
const RESIDUAL =
  /^(?:others?|andere|autres?|overige?|otros|otras|altri|altre|outros|outras)(?:\s*\(\d+\))?$/i;

interface Line {
  readonly depth: number;
  readonly text: string;
  readonly rate: string;
}

/**
 * The table of an official tariff in the columns of commodity codes: with its region, whole names, and the rate of the line
 * above for statistical lines. Other tables stay as they are.
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
    // Region and Chinese name come after the columns of the header: cells beyond them are found to be too many.
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
      ...(languages.size > 0 ? [problem('TARIFF_LANGUAGE', { languages: [...languages].join(', ') })] : []),
      ...named.flatMap(([code, rows]) =>
        rows.length > 0 ? [problem(code, { rows: rangesText(rangesOf(rows)) })] : [],
      ),
    ],
  };
}

/**
 * Digits of a statistical line of the United States: its duty is that of the line of eight digits above (General Statistical
 * Notes of the HTSUS, 3).
 */
const STATISTICAL = 10;

/** The office whose headings a row among the first ones has; none for a table that says its regions itself. */
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

/** A description without the marks of the offices: tags, the bar for a blank, the colon before what follows. */
const plainText = (text: string): string =>
  text
    .replace(/<\/?\w+>/g, '')
    .replace(/[|\s]+/g, ' ')
    .trim()
    .replace(/\s*:$/, '');

/** Depth of a line: dashes or a number, and for TARIC chapters before headings, which both have no dash. */
function depthOf(indent: string, level: string): number {
  const depth = /^\d+$/.test(indent) ? Number(indent) : indent.replace(/[^-–]/g, '').length;
  return Number(level) === 2 ? 0 : depth + 1;
}

/** The description of a line; one that names no goods follows those above, from the next one that does. */
function nameOf(text: string, above: readonly Line[]): string {
  if (!RESIDUAL.test(text)) return text;
  const from = above.findLastIndex((line) => line.text !== '' && !RESIDUAL.test(line.text));
  return [...above.slice(Math.max(0, from)).map((line) => line.text), text].filter(Boolean).join(': ');
}
