import { type Problem, problem } from '../errors';
import { fromScaled, PRICE_DIGITS, toScaled } from './money';
import type { Lane, PriceTable, WeightBreak } from './pricing';

/** One line of a rate card: the price of a charge item on a lane. */
export interface QuoteLine extends Lane, PriceTable {
  readonly chargeItemId: number;
  readonly transitHours: number | null;
  /** Null: the currency of the whole quote. */
  readonly currency: string | null;
}

/** Key of a line within a quote. */
export const lineKey = ({ originCode, destinationCode, zone, chargeItemId }: QuoteLine): string =>
  [originCode, destinationCode, zone ?? '', chargeItemId].join('|');

/** Formats a lane for people. */
export const laneText = ({ originCode, destinationCode, zone }: Lane): string =>
  `${originCode} → ${destinationCode}${zone === null ? '' : ` ${zone}`}`;

const rising = (breaks: readonly WeightBreak[]): boolean =>
  breaks.every(({ fromKg }, index) =>
    index === 0 ? fromKg === 0 : fromKg > (breaks[index - 1]?.fromKg ?? 0),
  );

/** Checks the lines of a quote; returns the first problem. */
export function quoteLinesProblem(lines: readonly QuoteLine[]): Problem | undefined {
  const known = new Map<string, number>();
  for (const [index, line] of lines.entries()) {
    const no = index + 1;
    const { basis, breaks, flatPrice } = line;
    if ((breaks.length === 0) === (flatPrice === null)) return problem('QUOTE_LINE_PRICE', { no });
    if (breaks.length > 0 && basis !== 'per_kg') return problem('QUOTE_LINE_BASIS', { no });
    if (!rising(breaks)) return problem('QUOTE_LINE_BREAKS', { no });
    const first = known.get(lineKey(line));
    if (first !== undefined) return problem('QUOTE_LINE_TWICE', { no, first, lane: laneText(line) });
    known.set(lineKey(line), no);
  }
  return undefined;
}

/** Formats a price without superfluous zeros: four decimals at most, two at least. */
export const priceText = (price: string): string =>
  fromScaled(toScaled(price, PRICE_DIGITS), PRICE_DIGITS).replace(/0{1,2}$/, '');

/** Describes a line briefly: lane, item and prices. */
export function quoteLineText(line: QuoteLine, item: string, currency: string): string {
  const prices =
    line.flatPrice === null
      ? line.breaks.map(({ fromKg, price }) => `${fromKg}: ${priceText(price)}`).join(', ')
      : priceText(line.flatPrice);
  const least = line.minCharge === null ? '' : ` (≥ ${line.minCharge})`;
  return `${laneText(line)} ${item} ${prices} ${line.currency ?? currency}${least}`;
}

/** A difference between two versions of a quote. */
export interface LineChange {
  readonly key: string;
  readonly before: QuoteLine | null;
  readonly after: QuoteLine | null;
}

/** True for equal lines, regardless of how their prices are written. */
const sameLine = (one: QuoteLine, other: QuoteLine, currencies: readonly [string, string]): boolean => {
  const written = (line: QuoteLine, currency: string) =>
    JSON.stringify([quoteLineText(line, '', currency), line.basis, line.transitHours]);
  return written(one, currencies[0]) === written(other, currencies[1]);
};

interface Version {
  readonly currency: string;
  readonly lines: readonly QuoteLine[];
}

/** Returns the changes between two versions of a quote, in the order of the newer one, removed lines last. */
export function changedLines(before: Version, after: Version): LineChange[] {
  const old = new Map(before.lines.map((line) => [lineKey(line), line]));
  const changes: LineChange[] = [];
  for (const line of after.lines) {
    const was = old.get(lineKey(line));
    old.delete(lineKey(line));
    if (!was) changes.push({ key: lineKey(line), before: null, after: line });
    else if (!sameLine(was, line, [before.currency, after.currency]))
      changes.push({ key: lineKey(line), before: was, after: line });
  }
  for (const [key, line] of old) changes.push({ key, before: line, after: null });
  return changes;
}

/** Returns the first lane with the same codes in two quotes; a narrower lane may coexist with a wider one. */
export function sharedLane(one: readonly Lane[], other: readonly Lane[]): Lane | undefined {
  const lanes = new Set(other.map(laneText));
  return one.find((lane) => lanes.has(laneText(lane)));
}
