import type * as z from 'zod';
import { type Problem, problem } from '../errors';
import { type FieldMeta, metaOf } from '../fields';
import { LANGUAGES, type Language, MAX_ROWS, MAX_UPLOAD } from '../limits';
import { zeroLostProblem } from '../rules/postcodes';
import { choiceLabel } from '../words';

/** One column of an import file. Its check, cell format and explanation follow from the field kind. */
export interface ImportColumn {
  readonly key: string;
  /** Header in each language; case and spaces are ignored. */
  readonly en: string;
  readonly cn: string;
  /** Other headers used by partners. */
  readonly aliases?: readonly string[];
  readonly field: z.ZodType;
  readonly required: boolean;
  /** For an instant: the column with the airport in whose time zone the file is written. */
  readonly zoneOf?: string;
  /** For an instant: a day alone means midnight there. Otherwise it is an error, since midnight would be a guess. */
  readonly timeOptional?: boolean;
  /** The word {@link CLEAR} in a cell clears the field; it is then the cell's value. */
  readonly clearable?: boolean;
  /** Unit of a side, of a weight stored as a plain number, or of a count; other fields have theirs by kind. */
  readonly unit?: 'cm' | 'kg' | 'things';
  /** For a choice or state: other words of partners for its values, besides the value and its labels. */
  readonly also?: Readonly<Record<string, readonly string[]>>;
  /** For a percentage: a duty rate in tariff notation, with footnotes. Other rates are not read, with a warning. */
  readonly duty?: boolean;
  /** Cells of the template's example rows. */
  readonly examples: readonly [string, string, string];
}

/** Cell text that clears a field; an empty cell leaves it unchanged. */
export const CLEAR = 'CLEAR';

/** A value read from a cell, as used by the contract's schemas. */
export type CellValue = string | number | boolean | readonly string[] | null;
/** The values of one row by column key. */
export type RowValues = Readonly<Record<string, CellValue>>;

/** An issue of a row at one of its columns. Errors block, warnings are shown. */
export interface RowIssue {
  readonly column: string;
  readonly level: 'error' | 'warning';
  readonly problem: Problem;
}

/** A {@link RowIssue} of one of several rows: `index` is its position among them. */
export interface GroupIssue extends RowIssue {
  readonly index: number;
}

/** A check of related rows, for example the lines of a parcel. */
export interface GroupCheck {
  /** Columns whose combined values identify the group; a row with an empty or invalid one belongs to none. */
  readonly by: readonly string[];
  /** Columns used by the check: others may be absent from its rows. */
  readonly uses: readonly string[];
  /** Smaller groups are not checked; 1 when absent. */
  readonly atLeast?: number;
  /** `rows` are in file order, `number` returns a row's number in the spreadsheet. Must be a pure function. */
  readonly check: (rows: readonly RowValues[], number: (index: number) => number) => readonly GroupIssue[];
}

/** One sheet of a workbook. Its names are the labels of the list `importSheet`, and those used by partners. */
export interface SheetRule {
  readonly key: string;
  readonly aliases?: readonly string[];
  /** False if a workbook may lack the sheet. */
  readonly required: boolean;
  /** Relation of this sheet's rows to those of another sheet; none for the main sheet. */
  readonly of?: {
    readonly sheet: string;
    /** The column here that names the row there; if empty, the only row there. */
    readonly by: string;
    /** Returns the name of a row there. */
    readonly name: (values: RowValues) => CellValue | undefined;
    /** Columns there that the name consists of. */
    readonly uses: readonly string[];
  };
}

/** An import: the file it accepts and the rules for its rows. */
export interface ImportTemplate {
  readonly name: string;
  readonly columns: readonly ImportColumn[];
  /** Columns whose combined values must be unique in a file. */
  readonly unique: readonly string[];
  /** Checks that need several columns of a row. */
  readonly row: (values: RowValues) => readonly RowIssue[];
  /** Checks that need several rows. */
  readonly groups?: readonly GroupCheck[];
  /** Columns with the same value in the whole file: rows that differ from most are invalid. */
  readonly sameInFile?: readonly string[];
  readonly maxRows: number;
  /** Largest file, in bytes. */
  readonly maxSize: number;
  readonly types: readonly ('csv' | 'xlsx' | 'xls' | 'ods')[];
  /** Reads the official tariffs of USITC and TARIC as well. */
  readonly tariffs?: boolean;
  /** Checks that the server makes later, by the texts of a column: they need records that are not in the file. */
  readonly later?: (texts: (column: string) => Iterable<string>) => readonly Problem[];
  /** The sheet of a workbook; absent for a file with a single sheet. */
  readonly sheet?: SheetRule;
  /** The sheets of a workbook, each checked as a template of its own; `columns` are then those of all sheets. */
  readonly sheets?: readonly ImportTemplate[];
}

/** Returns the sheets of an import's file; most have one. */
export const sheetsOf = (template: ImportTemplate): readonly ImportTemplate[] =>
  template.sheets ?? [template];

/** Returns the key of a template's sheet; empty for a file with a single sheet. */
export const sheetKey = ({ sheet }: ImportTemplate): string => sheet?.key ?? '';

export const sheetTitle = (language: Language, key: string): string =>
  choiceLabel(language, 'importSheet', key);

/** Declares an import; throws if a column has a kind no cell can hold, or a check names an unknown column. */
export function importTemplate(
  declared: Omit<ImportTemplate, 'maxRows' | 'maxSize' | 'types'> & Partial<ImportTemplate>,
): ImportTemplate {
  const { columns, unique, groups = [], sameInFile = [] } = declared;
  for (const { key, field, also = {} } of columns) {
    const meta: FieldMeta = metaOf(field);
    if (
      ['json', 'refs', 'approvalSteps', 'chargeSteps', 'lines', 'totals', 'table', 'block'].includes(
        meta.kind,
      )
    )
      throw new Error(`column ${key} cannot be read from a file`);
    const values = 'values' in meta ? meta.values : [];
    for (const value of Object.keys(also)) {
      if (!values.includes(value)) throw new Error(`column ${key} has no value ${value}`);
    }
  }
  const known = new Set(columns.map(({ key }) => key));
  const clocks = columns.flatMap(({ zoneOf }) => zoneOf ?? []);
  const keys = [...unique, ...sameInFile, ...groups.flatMap(({ by, uses }) => [...by, ...uses]), ...clocks];
  for (const key of keys) if (!known.has(key)) throw new Error(`there is no column ${key}`);
  return {
    ...{ maxRows: MAX_ROWS.other, maxSize: MAX_UPLOAD, types: ['xlsx', 'xls', 'ods', 'csv'] },
    ...declared,
    row: withPostcodes(columns, declared.row),
  };
}

const NONE: readonly RowIssue[] = [];

/** Adds to the checks of a row that its postcodes have lost no leading zeros, by the countries beside them. */
function withPostcodes(columns: readonly ImportColumn[], row: ImportTemplate['row']): ImportTemplate['row'] {
  const keys = new Set(columns.map(({ key }) => key));
  const pairs = columns.flatMap(({ key }) => {
    const [stem] = /^.*(?=postcode$)/i.exec(key) ?? [];
    if (stem === undefined) return [];
    const country = stem === '' ? ['country', 'countryId'] : [`${stem}Country`, `${stem}CountryId`];
    return country.filter((one) => keys.has(one)).map((one) => ({ key, country: one }));
  });
  const [pair, ...more] = pairs;
  if (!pair) return row;
  const lost = (values: RowValues, { key, country }: typeof pair): readonly RowIssue[] => {
    const { [key]: postcode, [country]: of } = values;
    if (typeof postcode !== 'string' || typeof of !== 'string') return NONE;
    const found = zeroLostProblem(of, postcode);
    return found ? [{ column: key, level: 'error', problem: found }] : NONE;
  };
  return (values) => {
    const found = row(values);
    const own = more.length === 0 ? lost(values, pair) : pairs.flatMap((one) => lost(values, one));
    if (own.length === 0) return found;
    return [...found, ...own.filter(({ column }) => !found.some((one) => one.column === column))];
  };
}

/** Declares an import of workbooks with several sheets, the first of which is the main one. */
export function bookTemplate({
  sheets: declared,
  ...book
}: Pick<ImportTemplate, 'name'> &
  Partial<Pick<ImportTemplate, 'maxRows' | 'maxSize' | 'types'>> & {
    readonly sheets: readonly (Omit<Parameters<typeof importTemplate>[0], 'name' | 'sheet'> & {
      readonly sheet: SheetRule;
    })[];
  }): ImportTemplate {
  const sheets = declared.map((one) => importTemplate({ ...book, ...one }));
  const columns = new Map<string, ImportColumn>();
  for (const { columns: own } of sheets) {
    for (const column of own) {
      const known = columns.get(column.key);
      // In a csv one column serves all sheets, and its issues are located by its key.
      if (known && LANGUAGES.some((language) => known[language] !== column[language]))
        throw new Error(`column ${column.key} is called otherwise in another sheet`);
      columns.set(column.key, known ?? column);
    }
  }
  // In a csv the header of one sheet's column must not match another column of another sheet.
  const known = sheets.map((sheet) => ({ sheet, byHeader: columnsByHeader(sheet) }));
  for (const { key, en, cn } of columns.values()) {
    const names = [key, en, cn].map(headerKey);
    for (const { sheet, byHeader } of known)
      for (const found of names.map((name) => byHeader.get(name)))
        if (found !== undefined && found !== key)
          throw new Error(`column ${key} is taken for ${found} in ${sheetKey(sheet)}`);
  }
  for (const { sheet, columns: own } of sheets) {
    if (!sheet?.of) continue;
    const { sheet: to, by, uses } = sheet.of;
    const other = sheets.find((one) => sheetKey(one) === to);
    const keys = new Set(other?.columns.map(({ key }) => key));
    if (!uses.every((key) => keys.has(key)) || !own.some(({ key }) => key === by))
      throw new Error(`rows of ${sheet.key} cannot be of ${to}`);
  }
  return importTemplate({ ...book, columns: [...columns.values()], unique: [], row: () => [], sheets });
}

/** True if a name in a workbook or a cell means this sheet. */
export function isSheetNamed({ sheet }: ImportTemplate, name: string): boolean {
  if (!sheet) return false;
  const { key, aliases = [] } = sheet;
  const wanted = headerKey(name);
  return [key, ...LANGUAGES.map((language) => sheetTitle(language, key)), ...aliases].some(
    (one) => headerKey(one) === wanted,
  );
}

/** Pairs of traditional characters in headers and the simplified ones of the templates. */
const PAIRS =
  '號号單单數数體体積积總总價价幣币種种淨净貨货運运輸输關关編编碼码郵邮遞递區区電电話话國国產产賣卖備备註注實实際际預预計计時时間间簽签倉仓庫库' +
  '點点車车達达機机場场發发飛飞長长寬宽狀状態态稱称類类稅税則则費费務务連连結结訂订蹤踪櫃柜裝装鉛铅節节轉转戶户膠胶帶带顏颜詳详啟启說说鋪铺別别細细';
const SIMPLIFIED: ReadonlyMap<string, string> = new Map(
  (PAIRS.match(/../gu) ?? []).map(([from = '', to = '']) => [from, to] as const),
);

/**
 * Normalises a header for comparison: ignores case, spaces, punctuation, a unit in brackets and traditional characters.
 */
export function headerKey(header: string): string {
  return header
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s_\-./*:：（()）]/g, '')
    .replace(/\p{Script=Han}/gu, (character) => SIMPLIFIED.get(character) ?? character);
}

/** Columns identified by their headers. */
export interface HeadedColumns {
  readonly columns: readonly Pick<ImportColumn, 'key' | 'en' | 'cn' | 'aliases'>[];
}

/** Returns the keys of a template's columns by normalised header. */
function columnsByHeader({ columns }: HeadedColumns): ReadonlyMap<string, string> {
  const known = new Map<string, string>();
  for (const { key, en, cn, aliases = [] } of columns) {
    for (const name of [key, en, cn, ...aliases]) known.set(headerKey(name), key);
  }
  return known;
}

/** Matches words beside a header that mark a cell as required or optional. */
const FILLING =
  /[([（【][^()（）【】[\]]*(?:必填|选填|required|mandatory|optional)[^()（）【】[\]]*[)\]）】]/gi;
const ENCLOSING = /[[\]{}<>【】〔〕*＊]/g;
/** Matches the separator between a header's names in two languages, or the change of script. */
const BETWEEN_NAMES =
  /[\r\n/|·、]+|(?<=\p{Script=Han}[\s(（]*)(?=[A-Za-z])|(?<=[A-Za-z).]\s*)(?=\p{Script=Han})/u;

/** Removes what partners add to a header: marks of required cells, brackets, abbreviations. */
const plainHeader = (header: string): string =>
  header
    .replace(FILLING, '')
    .replace(ENCLOSING, '')
    .replace(/#/g, ' number')
    .replace(/\bwt\b\.?/gi, 'weight');

/** Longest header, in characters; longer texts are not searched. */
const LONGEST_HEADER = 300;

/** Returns the column of a header by its plain form, or by its names in two languages if they agree. */
function looselyKnown(known: ReadonlyMap<string, string>, header: string): string | undefined {
  if (header.length > LONGEST_HEADER) return undefined;
  const plain = plainHeader(header);
  const whole = known.get(headerKey(plain));
  if (whole !== undefined) return whole;
  const keys = plain.split(BETWEEN_NAMES).flatMap((name) => known.get(headerKey(name)) ?? []);
  const [first, ...more] = keys;
  return more.every((one) => one === first) ? first : undefined;
}

/** Returns the template's column for each header of a file; undefined if none fits. Exact matches come first. */
export function matchHeaders(template: HeadedColumns, headers: readonly string[]): (string | undefined)[] {
  const known = columnsByHeader(template);
  const usedKeys = new Set<string>();
  const take = (key: string | undefined): string | undefined => {
    if (key === undefined || usedKeys.has(key)) return undefined;
    usedKeys.add(key);
    return key;
  };
  const exact = headers.map((header) => known.get(headerKey(header)));
  const found = exact.map(take);
  return found.map((key, at) => {
    if (key !== undefined || exact[at] !== undefined) return key;
    const header = headers[at] ?? '';
    return header.trim() === '' ? undefined : take(looselyKnown(known, header));
  });
}

/** Returns a function that finds the template's column of a single header. */
export function headerFinder(template: HeadedColumns): (header: string) => string | undefined {
  const known = columnsByHeader(template);
  return (header) =>
    header.trim() === '' ? undefined : (known.get(headerKey(header)) ?? looselyKnown(known, header));
}

/** Returns the problem of a file of another type. */
export const typeProblem = (types: readonly string[]): Problem =>
  types.join() === 'csv' ? problem('FILE_CSV') : problem('FILE_TYPE', { types: { list: types } });
