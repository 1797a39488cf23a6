import { type Problem, problem } from '../errors';
import { metaOf } from '../fields';
import { brokenTextProblem } from '../rules/brokenText';
import { type DateSpan, dateSpanOf, farDateProblem, isFarDate } from '../rules/farDates';
import { isRate, rateShareProblem } from '../rules/rateShares';
import { Wall } from './cellReading';
import type { FileContext } from './readRow';
import type { ImportColumn } from './template';
import { type DateOrder, dayText, finishTime, readTime, wallText } from './timeText';

/** Returns the warning for a valid cell: from its text, its value, and the time zone of an instant. */
export type Oddity = (text: string, value: unknown, zone: string | undefined) => Problem | undefined;

/** Compiles the check of a column for valid but odd values; undefined if there is none. */
export function oddityOf(column: ImportColumn, context: FileContext): Oddity | undefined {
  const { kind } = metaOf(column.field);
  if (kind === 'text' || kind === 'note') return context.unbroken ? undefined : brokenTextProblem;
  if (isRate(column.key)) return (text, value) => rateShareProblem(column.key, text, value);
  return dateOddity(column, context);
}

/**
 * Compiles the check of a column's dates against today: DATE_AGO and DATE_AHEAD, or DATE_ORDER if day and month in the
 * other order give a nearby date. Undefined for other columns, and if today is not known.
 */
export function dateOddity(
  { key }: Pick<ImportColumn, 'key'>,
  { now, order = 'DMY' }: FileContext,
): Oddity | undefined {
  const span = dateSpanOf(key);
  if (!span || now === undefined) return undefined;
  const other: DateOrder | undefined = order === 'YMD' ? undefined : order === 'DMY' ? 'MDY' : 'DMY';
  return (text, value, zone) => {
    const date = value instanceof Wall ? `${value.text}Z` : value;
    const found = farDateProblem(key, date, now);
    if (!found) return undefined;
    const expected = other && nearIn(other, text, zone, span, now);
    return expected === undefined
      ? found
      : problem('DATE_ORDER', { days: Number(found.params?.days), expected });
  };
}

/** Reads a text in a date order if the result is near today: `YYYY-MM-DD`, with `HH:mm` for a time. */
function nearIn(
  order: DateOrder,
  text: string,
  zone: string | undefined,
  span: DateSpan,
  now: number,
): string | undefined {
  const read = readTime(text, order);
  // A time with an offset was not typed by a person.
  if ('code' in read || read.instant !== undefined) return undefined;
  const wall = wallText(read.wall);
  const instant = zone === undefined ? `${wall}Z` : finishTime(wall, zone);
  if (typeof instant !== 'string' || isFarDate(instant, span, now)) return undefined;
  return read.timed ? wall.slice(0, 16).replace('T', ' ') : dayText(read.wall);
}
