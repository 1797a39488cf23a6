import { problem } from '../errors';
import { currencyIn, type FieldMeta } from '../fields';
import { currenciesOf } from '../rules/currencies';
import type { choices } from '../words/en/choices';
import { type CellReader, Flaw, flawOf } from './cellReading';
import { COUNTED_UNITS } from './numberCell';
import type { ImportColumn } from './template';

/** An amount with a currency sign, to be checked against the currency of its row. */
export class Priced extends Flaw {
  readonly text: string;
  readonly currencies: readonly string[];
  readonly meta: { readonly currency: string };
  constructor(
    text: string,
    value: Flaw['value'],
    currencies: readonly string[],
    meta: { readonly currency: string },
  ) {
    super('warning', problem('CURRENCY_WRITTEN', { value: text }), value);
    this.text = text;
    this.currencies = currencies;
    this.meta = meta;
  }

  /** Returns the amount for a row's values; a flaw if the row's currency differs or is not known. */
  in(values: Readonly<Record<string, unknown>>): Flaw['value'] | Flaw {
    const currency = currencyIn(this.meta, values);
    if (currency === '') return this;
    if (this.currencies.includes(currency)) return this.value;
    return flawOf(problem('CURRENCY_OTHER', { value: this.text, currency }));
  }
}

type UnitName = keyof (typeof choices)['unit'];

/** A unit: its key in `choices.unit`, and the power of ten to the field's own, or null if inexact. */
interface Unit {
  readonly name: UnitName;
  readonly power: number | null;
}
/** Units by their spellings. */
type Units = ReadonlyMap<string, Unit>;

function unitsOf(...lists: readonly (readonly [UnitName, number | null, string])[]): Units {
  return new Map(
    lists.flatMap(([name, power, list]) => list.split(' ').map((word) => [word, { name, power }] as const)),
  );
}

const MASS = unitsOf(
  [
    'kg',
    0,
    'kg kgs kilo kilos kilogram kilograms kilogramm kilogramme kilogrammes kilogramy kgm кг 公斤 千克',
  ],
  ['g', -3, 'g gr grs gram grams gramme grammes gramm grm г 克'],
  ['t', 3, 't tonne tonnes mt tne 吨'],
  ['lb', null, 'lb lbs pound pounds lbr 磅'],
  ['oz', null, 'oz ozs ounce ounces onz 盎司'],
  ['jin', null, '斤'],
  ['ton', null, 'ton tons'],
  ['mg', null, 'mg'],
  ['ct', null, 'ct'],
);
const SPACE = unitsOf(
  ['m3', 0, 'm3 cbm mtq cubicmetre cubicmetres cubicmeter cubicmeters 立方米 立方 方'],
  ['l', -3, 'l ltr liter liters litre litres dm3 升'],
  ['cm3', -6, 'cm3 ccm cc ml'],
  ['ft3', null, 'ft3 cft cuft cbf ftq cubicfeet 立方英尺'],
  ['in3', null, 'in3'],
);
const LENGTH = unitsOf(
  ['cm', 0, 'cm cms cmt 厘米 公分'],
  ['mm', -1, 'mm mmt 毫米'],
  ['m', 2, 'm mtr 米'],
  ['in', null, `in inch inches inh " '' ″ ′′ 英寸`],
  ['ft', null, `ft feet foot fot ' ′ 英尺`],
  ['yd', null, 'yd'],
);

const unitKey = (word: string) => word.toLowerCase().replace(/[ .]+/g, '');

/** True for the word or sign of a weight, a volume or a length. */
export const isUnit = (word: string): boolean =>
  [MASS, SPACE, LENGTH].some((units) => units.has(unitKey(word)));

/** Matches a number with words around it: word, sign, word, number, decimal dash or minus, word. */
const AROUND =
  /^((?:[^\d.,+-]|\.(?!\d))*)([+-]?)\s*((?:[^\d.,+-]|\.(?!\d))*)(\d(?:[\d.,' ’]*\d)?|[.,]\d+)(?:([.,])-{1,2}|(-))?\s*(\S.*)?$/;
const LONGEST = 40;

/** A number and the words around it. */
interface NumberWithWords {
  readonly words: readonly string[];
  readonly number: string;
}

/** Splits a text into a number and the words around it; undefined if it is none. */
function splitWords(text: string): NumberWithWords | undefined {
  if (text.length > LONGEST) return undefined;
  const typed = text
    .normalize('NFKC')
    .replace(/[\u2212\u2013\u2014]/g, '-')
    .replace(/\s+/g, ' ')
    .trim();
  // Accountants write negative numbers in brackets.
  const inner = /^\((.*)\)$/.exec(typed)?.[1];
  const found = AROUND.exec((inner ?? typed).trim());
  if (!found) return undefined;
  const [, first = '', sign = '', second = '', digits = '', point, behind, last = ''] = found;
  const isLess = inner !== undefined || sign === '-' || behind === '-';
  if ([inner !== undefined, sign !== '', behind !== undefined].filter(Boolean).length > 1) return undefined;
  const words = [first, second, last].map((word) => word.trim()).filter((word) => word !== '');
  // A dash for the decimals shows that the sign before it is the decimal one.
  const other = point === ',' ? '.' : ',';
  const number = point === undefined ? digits : digits.replaceAll(other, '');
  return { words, number: (isLess ? '-' : '') + number };
}

/** Moves the decimal point of plain digits. */
function shifted(plain: string, power: number): string {
  const [, sign = '', whole = '', rest = ''] = /^(-?)(\d*)\.?(\d*)$/.exec(plain) ?? [];
  const zeros = '0'.repeat(Math.abs(power));
  const digits = zeros + whole + rest + zeros;
  const point = zeros.length + whole.length + power;
  const moved = `${digits.slice(0, point).replace(/^0+(?=\d)/, '')}.${digits.slice(point)}`;
  return sign + moved.replace(/\.0*$|(\.\d*[1-9])0+$/, '$1');
}

/**
 * Extends a reader to numbers with words: an amount with a currency, to be confirmed by the row; a weight, a volume or
 * a side in another unit, converted with a warning if exact; counted things. Texts the reader accepts are left to it.
 * `own` reads plain numbers, whatever the decimal sign of the file.
 */
export function withSigns(
  read: CellReader,
  own: CellReader,
  meta: FieldMeta,
  unit: ImportColumn['unit'],
): CellReader {
  const ofAmount = currencyOf(meta);
  const measure =
    unit === 'cm'
      ? ({ units: LENGTH, name: 'cm' } as const)
      : meta.kind === 'weight' || unit === 'kg'
        ? ({ units: MASS, name: 'kg' } as const)
        : meta.kind === 'volume'
          ? ({ units: SPACE, name: 'm3' } as const)
          : undefined;
  if (!ofAmount && !measure && !isPlainNumber(meta)) return read;
  return (text, zone) => {
    const value = read(text, zone);
    if (!(value instanceof Flaw) || value.level !== 'error' || value.problem.code !== 'NUMBER_INVALID')
      return value;
    const found = splitWords(text);
    if (!found) return value;
    const { words, number } = found;
    const plain = read(number, zone);
    if (words.length === 0 || (plain instanceof Flaw && plain.level === 'error')) return plain;
    if (unit === 'things' && words.every((one) => COUNTED_UNITS.test(one))) return plain;
    const [first = [], ...more] = words.map(currenciesOf);
    const currencies = first.filter((code) => more.every((others) => others.includes(code)));
    if (ofAmount) {
      if (currencies.length === 0) return value;
      return new Priced(
        text,
        plain instanceof Flaw ? plain.value : (plain as Flaw['value']),
        currencies,
        ofAmount,
      );
    }
    const written = measure?.units.get(unitKey(words.join(' ')));
    if (!measure || !written)
      return currencies.length === 0 || plain instanceof Flaw
        ? value
        : // Accounting formats put currency signs on numbers of all kinds.
          new Flaw('warning', problem('CURRENCY_WRITTEN', { value: text }), plain as Flaw['value']);
    if (written.power === 0) return plain;
    const unitParam = (name: UnitName) => ({ choice: ['unit', name] }) as const;
    const other = flawOf(
      problem('UNIT_OTHER', { value: text, unit: unitParam(written.name), own: unitParam(measure.name) }),
    );
    const isNumber = typeof plain === 'number' || typeof plain === 'string';
    if (written.power === null || !isNumber) return other;
    const amount = shifted(String(plain), written.power);
    const converted = own(amount, zone);
    return converted instanceof Flaw
      ? other
      : new Flaw(
          'warning',
          problem('UNIT_CONVERTED', { value: text, amount, unit: unitParam(measure.name) }),
          converted as Flaw['value'],
        );
  };
}

/** True for a number that is neither an amount nor a percentage. */
const isPlainNumber = (meta: FieldMeta): boolean =>
  meta.kind === 'count' || meta.kind === 'weight' || (meta.kind === 'decimal' && meta.unit !== '%');

/** Returns the currency field or currency of an amount; undefined for other fields. */
function currencyOf(meta: FieldMeta): { readonly currency: string } | undefined {
  if (meta.kind === 'money') return meta;
  if (meta.kind === 'fixed') return meta.percent ? undefined : { currency: 'currency' };
  return meta.kind === 'decimal' && meta.unit === 'EUR' ? { currency: 'EUR' } : undefined;
}
