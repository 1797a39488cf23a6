import { date, dayRate } from '@contract/fields';
import { BASE_CURRENCY, RATE_DIGITS, toScaled } from '@contract/rules/money';
import { currencyCode } from '@contract/rules/places';
import { formatDay } from '@contract/rules/zonedTime';
import { declaredEncoding } from '../../../tabular/xml';
import { refuse } from '../../core/refusal';
import { readXml, type XmlElement } from '../../core/xml';

/*
 * Euro foreign exchange reference rates, as the European Central Bank publishes them in XML: an envelope with a `Cube`
 * for each day (`time`), and in it one for each currency with the units of it per euro (`currency`, `rate`).
 */

/** Namespace of the rates in the file. */
const RATES = 'http://www.ecb.int/vocabulary/2002-08-01/eurofxref';
/** Nesting of the envelope, with room for its head. */
const MAX_DEPTH = 12;

/** A reference rate: units of the currency per euro on a day, with its digits as an integer. */
export interface FileRate {
  readonly day: string;
  readonly currency: string;
  readonly scaled: number;
}

const cubesOf = ({ children }: XmlElement) => children.filter(({ name }) => name === 'Cube');
const broken = (place: string, value: string | undefined) =>
  refuse('RATE_FILE_PART', { place, value: (value ?? '').slice(0, 60) });

/** True if the envelope, or the element of the rates, declares their namespace. */
const declaresRates = (root: XmlElement) =>
  [root, ...root.children].some(({ attributes }) => Object.values(attributes).includes(RATES));

/**
 * Reads a file of reference rates, the earliest day first. Throws FILE_BROKEN for unreadable XML, RATE_FILE_OTHER for
 * another kind of file, and RATE_FILE_PART with the place of a day, currency or rate that is not valid, not known or
 * there twice: then none of its rates may be used. `today` is the last day that has rates.
 */
export async function readRateFile(bytes: Uint8Array, name: string, today: string): Promise<FileRate[]> {
  const root = await readXml(bytes, { maxDepth: MAX_DEPTH, encoding: declaredEncoding(bytes) });
  if (!root) throw refuse('FILE_BROKEN', { name });
  const days = cubesOf(root).flatMap(cubesOf);
  if (root.name !== 'Envelope' || !declaresRates(root) || days.length === 0)
    throw refuse('RATE_FILE_OTHER', { name });
  const seen = new Set<string>();
  return days.flatMap((cube) => ratesOfDay(cube, today, seen)).sort((a, b) => a.day.localeCompare(b.day));
}

function ratesOfDay(cube: XmlElement, today: string, seen: Set<string>): FileRate[] {
  const { time: day } = cube.attributes;
  if (!day || !date().safeParse(day).success || day > today) throw broken('Cube/@time', day);
  return cubesOf(cube).map(({ attributes: { currency, rate } }) => {
    const place = `${formatDay(day)} ${currency ?? ''}`.trim();
    if (!currency || currencyCode.check(currency) || currency === BASE_CURRENCY || seen.has(place))
      throw broken(`${place} Cube/@currency`, currency);
    seen.add(place);
    const known = dayRate().safeParse(rate);
    if (!known.success) throw broken(`${place} Cube/@rate`, rate);
    return { day, currency, scaled: toScaled(known.data, RATE_DIGITS) };
  });
}
