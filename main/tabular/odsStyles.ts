import { type CellFormat, namedFormat } from './numberFormat';
import { tabularError } from './tabularError';
import type { XmlHandlers } from './xml';

type Attributes = Readonly<Record<string, string>>;

const MOST_NESTED = 64;
/** Maximum digits and repetitions of one element in a format. */
const MOST_DIGITS = 30;
/** Format elements with their Excel format codes, by their names in OpenDocument 1.3, part 3, 16.29. */
const WORDS: Readonly<Record<string, string>> = {
  'scientific-number': '0.00E+00',
  fraction: '# ?/?',
  'text-content': '@',
  day: 'dd',
  month: 'mm',
  year: 'yyyy',
  era: 'gg',
  'day-of-week': 'ddd',
  hours: 'hh',
  minutes: 'mm',
  seconds: 'ss',
  'am-pm': 'AM/PM',
};
const FORMAT = /^(?:number|percentage|currency|date|time|boolean|text)-style$/;

interface DataStyle {
  readonly name: string;
  readonly isPercent: boolean;
  /** True for a duration: hours beyond a day are shown as such. */
  readonly isLength: boolean;
  code: string;
  /** Format of numbers from zero on, if this one is for the others. */
  positive?: string;
}

interface CellStyle {
  readonly format: string | undefined;
  readonly parent: string | undefined;
}

/** A sheet by its name, and its index among the others. */
export interface OdsSheet {
  readonly name: string;
  readonly at: number;
  readonly hidden: boolean;
}

/** Returns an attribute by its usual name, or by its local name with any prefix. */
export function odsAttribute(attributes: Attributes, wanted: string): string | undefined {
  const own = attributes[wanted];
  if (own !== undefined) return own;
  const local = wanted.slice(wanted.indexOf(':'));
  const key = Object.keys(attributes).find((one) => one.endsWith(local));
  return key === undefined ? undefined : attributes[key];
}

/** Collects a document's styles, with formats as Excel codes, and the names of its sheets. */
export class OdsStyles implements XmlHandlers {
  readonly #file: string;
  readonly #formats = new Map<string, DataStyle>();
  readonly #cells = new Map<string, CellStyle>();
  readonly #hiddenTables = new Set<string>();
  readonly #tables: { readonly name: string; readonly style: string }[] = [];
  readonly #known = new Map<string, CellFormat>();
  #format: DataStyle | undefined;
  #table: string | undefined;
  #depth = 0;
  #nested = 0;
  #literal: string | undefined;
  #digits = '';
  #insertions: { readonly at: number; text: string }[] = [];

  constructor(file: string) {
    this.#file = file;
  }

  /** Sheets in their order, without cached sheets of other files. */
  get sheets(): readonly OdsSheet[] {
    return this.#tables.map(({ name, style }, at) => ({ name, at, hidden: this.#hiddenTables.has(style) }));
  }

  /** Returns the format of cells with a style. */
  formatOf(style: string | undefined): CellFormat {
    if (style === undefined) return 'number';
    const known = this.#known.get(style);
    if (known !== undefined) return known;
    const found = this.#codeOf(style);
    const format = found === undefined ? 'number' : namedFormat(found);
    this.#known.set(style, format);
    return format;
  }

  #codeOf(style: string): string | undefined {
    let at: string | undefined = style;
    for (let step = 0; at !== undefined && step < MOST_NESTED; step++) {
      const cell: CellStyle | undefined = this.#cells.get(at);
      const own = cell?.format === undefined ? undefined : this.#formats.get(cell.format);
      if (own)
        return (own.positive === undefined ? undefined : this.#formats.get(own.positive)?.code) ?? own.code;
      at = cell?.parent;
    }
    return undefined;
  }

  open(element: string, attributes: Attributes): void {
    if (++this.#depth > MOST_NESTED) throw tabularError('FILE_BROKEN', { name: this.#file });
    if (element === 'table') this.#openTable(attributes);
    else if (FORMAT.test(element)) this.#startFormat(element, attributes);
    else if (this.#format) this.#openPart(this.#format, element, attributes);
    else if (element === 'style') this.#openStyle(attributes);
    else if (element === 'table-properties' && this.#table !== undefined) {
      if (odsAttribute(attributes, 'table:display') === 'false') this.#hiddenTables.add(this.#table);
    }
  }

  text(piece: string): void {
    if (this.#literal !== undefined) this.#literal += piece;
  }

  close(element: string): void {
    this.#depth--;
    if (element === 'table') this.#nested--;
    else if (element === 'style') this.#table = undefined;
    else if (FORMAT.test(element) && this.#format) {
      this.#formats.set(this.#format.name, this.#format);
      this.#format = undefined;
    } else if (this.#format) this.#closePart(this.#format, element);
  }

  #openTable(attributes: Attributes): void {
    // A table within a cell is not a sheet.
    if (this.#nested++ > 0) return;
    const name = odsAttribute(attributes, 'table:name') ?? `Sheet${this.#tables.length + 1}`;
    this.#tables.push({ name, style: odsAttribute(attributes, 'table:style-name') ?? '' });
  }

  #openStyle(attributes: Attributes): void {
    const name = odsAttribute(attributes, 'style:name') ?? '';
    const family = odsAttribute(attributes, 'style:family');
    this.#table = family === 'table' ? name : undefined;
    if (family !== 'table-cell') return;
    this.#cells.set(name, {
      format: odsAttribute(attributes, 'style:data-style-name'),
      parent: odsAttribute(attributes, 'style:parent-style-name'),
    });
  }

  #startFormat(element: string, attributes: Attributes): void {
    this.#format = {
      name: odsAttribute(attributes, 'style:name') ?? '',
      isPercent: element === 'percentage-style',
      isLength: odsAttribute(attributes, 'number:truncate-on-overflow') === 'false',
      code: '',
    };
  }

  #openPart(format: DataStyle, element: string, attributes: Attributes): void {
    const count = (name: string) =>
      Math.min(MOST_DIGITS, Number(odsAttribute(attributes, `number:${name}`) ?? 0) || 0);
    const word = WORDS[element];
    if (word !== undefined) format.code += format.isLength && element === 'hours' ? '[h]' : word;
    else if (element === 'number') {
      const whole = '0'.repeat(count('min-integer-digits')) || '#';
      const grouped = odsAttribute(attributes, 'number:grouping') === 'true' ? `#,##${whole}` : whole;
      this.#digits = grouped + (count('decimal-places') > 0 ? `.${'0'.repeat(count('decimal-places'))}` : '');
      this.#insertions = [];
    } else if (element === 'embedded-text') {
      this.#insertions.push({ at: count('position'), text: '' });
      this.#literal = '';
    } else if (element === 'text' || element === 'currency-symbol') this.#literal = '';
    else if (element === 'map') {
      const condition = odsAttribute(attributes, 'style:condition') ?? '';
      if (/^value\(\)>=?0$/.test(condition.replace(/\s/g, '')))
        format.positive = odsAttribute(attributes, 'style:apply-style-name') ?? '';
    }
  }

  #closePart(format: DataStyle, element: string): void {
    const literal = (this.#literal ?? '').replaceAll('"', '');
    if (element === 'number') format.code += withInsertions(this.#digits, this.#insertions);
    else if (element === 'embedded-text') {
      const last = this.#insertions.at(-1);
      if (last) last.text = literal;
    } else if (element === 'currency-symbol') format.code += `[$${literal.replaceAll(']', '')}]`;
    else if (element === 'text' && literal !== '')
      format.code += format.isPercent && literal.includes('%') ? '%' : `"${literal}"`;
    this.#literal = undefined;
  }
}

/** Inserts texts among digits; positions count from the last whole digit. */
function withInsertions(
  digits: string,
  insertions: readonly { readonly at: number; readonly text: string }[],
) {
  const point = digits.indexOf('.');
  let whole = point < 0 ? digits : digits.slice(0, point);
  // From the left, so that an insertion shifts no later position.
  for (const { at, text } of [...insertions].sort((a, b) => a.at - b.at)) {
    const end = [...whole.matchAll(/"[^"]*"|./g)].map(([token]) => token);
    let left = at;
    let place = end.length;
    while (place > 0 && left > 0) if (!end[--place]?.startsWith('"')) left--;
    whole = [...end.slice(0, place), `"${text}"`, ...end.slice(place)].join('');
  }
  return whole + (point < 0 ? '' : digits.slice(point));
}
