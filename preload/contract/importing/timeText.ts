import { type Problem, problem } from '../errors';
import { INVISIBLE } from '../rules/codes';
import {
  formatInstant,
  instantOf,
  instantsAt,
  occursTwice,
  offsetAt,
  pad2,
  toWall,
  type WallTime,
} from '../rules/zonedTime';

/** Order of day, month and a year that is last or has two digits: chosen per file, never guessed per cell. */
export type DateOrder = 'DMY' | 'MDY' | 'YMD';
/** The order of dates in a file; `open` if they do not reveal it. */
export type FoundOrder = DateOrder | 'open';

/** Plausible years of a date in a file; others are typing errors. */
const YEARS = { from: 2000, to: 2100 } as const;
const DAY = 86_400_000;
/** Matches a two-digit year at the end after two digits that may also be the year: `26/11/03`. */
const SHORT_YEAR = /^[23]\d([-/.])\d{1,2}\1\d{2}(?!\d)/;
/** First plausible two-digit year; earlier numbers are rather the day. */
const SHORT_FROM = 2020;

// \u4e0a\u5348 and \u4e0b\u5348 are 上午 and 下午: the build escapes such characters, but not in a raw string.
const TIME = String.raw`(?:[T ]\s*(?:(\u4e0a\u5348|\u4e0b\u5348)\s*)?(\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d{1,9})?)?(?:\s*(am|pm))?(\s*(?:z|[+-]\d{2}:?\d{2}))?)?`;
const YEAR_FIRST = new RegExp(`^(\\d{4})([-/.])(\\d{1,2})\\2(\\d{1,2})${TIME}$`, 'i');
const CHINESE = new RegExp(`^(\\d{4})(年)(\\d{1,2})月(\\d{1,2})日${TIME.replace('[T ]', '[T ]?')}$`, 'i');
const COMPACT = new RegExp(`^(\\d{4})()(\\d{2})(\\d{2})${TIME}$`, 'i');
const YEAR_LAST = new RegExp(`^(\\d{1,2})([-/.])(\\d{1,2})\\2(\\d{4}|\\d{2})${TIME}$`, 'i');
const NAMED = new RegExp(`^(\\d{1,2})([- ])([a-z]{3})\\2(\\d{4}|\\d{2})${TIME}$`, 'i');
const MONTHS = 'janfebmaraprmayjunjulaugsepoctnovdec';
/** Months in other languages of the trade, by their first letters; more than three where three are ambiguous. */
const FOREIGN_MONTHS: readonly (readonly [RegExp, string])[] = [
  [/^(?:jän|ene|gen|sty|led|ian|oca|янв|січ|ιαν)/i, 'jan'],
  [/^(?:fév|fev|lut|úno|şub|фев|лют|φεβ)/i, 'feb'],
  [/^(?:mär|mrt|mrz|maa|már|bře|мар|бер|μαρ|μάρ)/i, 'mar'],
  [/^(?:avr|abr|kwi|dub|ápr|nis|апр|кві|απρ)/i, 'apr'],
  [/^(?:mai|mei|mag|maj|máj|kvě|may|мая|май|тра|μαΐ|μαϊ|μάι)/i, 'may'],
  [/^(?:juin|giu|cze|jún|haz|июн|чер|ιουν|ιούν)/i, 'jun'],
  [/^(?:juil|lug|lip|júl|tem|июл|лип|ιουλ|ιούλ)/i, 'jul'],
  [/^(?:aoû|aou|ago|sie|srp|ağu|авг|сер|αυγ|αύγ)/i, 'aug'],
  [/^(?:set|wrz|zář|eyl|сен|вер|σεπ)/i, 'sep'],
  [/^(?:okt|ott|paź|říj|eki|окт|жов|οκτ)/i, 'oct'],
  [/^(?:lis|noi|kas|ноя|лис|νοε|νοέ)/i, 'nov'],
  [/^(?:dez|déc|dic|gru|pro|ara|des|дек|гру|δεκ)/i, 'dec'],
];
/** Czech names that three letters do not tell apart: července is July, června June. */
const CZECH_MONTHS: readonly (readonly [RegExp, string])[] = [
  [/^červen(?:ec|ce)$/i, 'jul'],
  [/^červ(?:en|na)$/i, 'jun'],
];
const WORD_OF_MONTH = /\p{L}{3,12}/u;
const monthOf = (word: string): string | undefined =>
  [...CZECH_MONTHS, ...FOREIGN_MONTHS].find(([form]) => form.test(word))?.[1];

/** A time read from a file: a wall time, and an instant if it has an offset; without `timed`, a day. */
export interface TimeRead {
  readonly wall: WallTime;
  readonly timed: boolean;
  readonly instant?: string;
}

/**
 * Reads `DD/MM/YYYY HH:mm`, `YYYY-MM-DD HH:mm[:ss]` and similar, a day alone, or an ISO instant. Two-digit years are
 * this century's. DATE_INVALID for no date, DATE_YEAR for an implausible year, DATE_YEAR_SHORT if the year may also be
 * first.
 */
export function readTime(text: string, order: DateOrder): TimeRead | Problem {
  const parts = partsOf(text, order) ?? partsOf(tidyTime(text), order);
  const wrong = () => problem('DATE_INVALID', { value: text.slice(0, 60) });
  if (!parts) return serialProblem(text) ?? wrong();
  const { wall, offset } = parts;
  if (!isReal(wall)) return wrong();
  if (wall.year < YEARS.from || wall.year > YEARS.to) return problem('DATE_YEAR', { year: wall.year });
  if (wall.year < SHORT_FROM && SHORT_YEAR.test(text.trim()))
    return problem('DATE_YEAR_SHORT', { value: text.slice(0, 60) });
  if (offset === undefined) return { wall, timed: parts.timed };
  return { wall, timed: true, instant: instantOf(utcOf(wall) - offset) };
}

/** Matches a day as the number by which spreadsheets store it, the time as its fraction. */
const SERIAL = /^\d{5}(?:[.,]\d{1,15})?$/;
/** Day 0 of spreadsheets. */
const SERIAL_START = Date.UTC(1899, 11, 30);

/** Returns DATE_SERIAL for the stored number of a day, which a cell without a date format shows. */
function serialProblem(text: string): Problem | undefined {
  if (!SERIAL.test(text)) return undefined;
  const days = Number(text.replace(',', '.'));
  const seconds = Math.round((days * DAY) / 1000);
  const found = new Date(SERIAL_START + seconds * 1000);
  const year = found.getUTCFullYear();
  if (year < YEARS.from || year > YEARS.to) return undefined;
  const iso = found.toISOString();
  const time = seconds % 60 === 0 ? iso.slice(11, 16) : iso.slice(11, 19);
  const expected = Number.isInteger(days) ? iso.slice(0, 10) : `${iso.slice(0, 10)} ${time}`;
  return problem('DATE_SERIAL', { value: text, expected });
}

/** Matches the name of a weekday before a whole date: `do 5 nov 2026`, `Donnerstag, 5.11.2026`. */
const WEEKDAY =
  /^(?:(?:mo|di|mi|do|fr|sa|so|ma|wo|vr|za|zo|pn|wt|śr|pt|čt|пн|вт|ср|чт|пт|сб|вс)|(?:mon|tue|wed|thu|fri|sat|sun|dien|mitt|donn|frei|sams|sonn|maan|dins|woen|dond|vrij|zate|zond|lun|mar|mer|jeu|ven|sam|dim|mié|mie|jue|vie|sáb|sab|dom|gio|pon|wto|śro|czw|pią|sob|nie|seg|ter|qua|qui|sex|man|tir|tis|ons|tor|fre|lør|lör|søn|sön)\p{L}*)[.,]* +(?=\d{1,2}(?:\. ?| (?:de )?)?\p{L}{3}|\d{1,2}[-/.]|\d{4}[-/.年])/iu;
const CHINESE_WEEKDAY = /\s?[(]?(?:星期|周|礼拜)[一二三四五六日天][)]?\s?/;
const NAMED_ZONE = / (utc|gmt|cest|cet)$/i;
const ZONES: Readonly<Record<string, string>> = { UTC: 'Z', GMT: 'Z', CET: '+01:00', CEST: '+02:00' };
const MONTH_FIRST = /^([a-z]{3})[a-z]*(?:\.? |-)(\d{1,2})(?:st|nd|rd|th)?(?:,? |-)(\d{4})(?=$|[ ,])/i;
/** Matches a named month after the year: `2026-Nov-05`. */
const MONTH_BETWEEN = /^(\d{4})([- ])([a-z]{3})[a-z]*\2(\d{1,2})(?=$|[ ,])/i;
const MONTH_NAMED =
  /^(\d{1,2})(?:[ .-]{0,2}|\/| de )([a-z]{3})\p{L}*(?:[ .-]{0,2}['’]?|\/| del? )((?:19|20|21)\d{2}|\d{2})(?=$|[ ,/])/iu;
/** Matches a date with spaces or a point after each part, as in Hungary, Korea and Czechia. */
const YEAR_FIRST_POINTS = /^(\d{4})\. ?(\d{1,2})\. ?(\d{1,2})\.?(?=$| )/;
const DAY_FIRST_POINTS = /^(\d{1,2})\. (\d{1,2})\. ?(\d{4})(?=$|[ ,])/;
/** Matches a word between a date and its time: `5/11/2026 à 8h30`, `05.11.2026 um 08:30`. */
const BEFORE_TIME =
  /(?<=\d(?: de| del)?) (?:à|às|at|um|om|klo|kl\.?|alle(?: ore)?|ore|a las?|o|ob|@|u) (?=\d{1,2}[:.hu]?\d{2})/i;
/** Matches a mark of local time, which is that of the column. */
const LOCAL = /(?<=\d) ?(?:lt|lcl|local(?: time)?)$/i;
const OFFSET_OF_UTC = / ?(?:utc|gmt)([+-])(\d{1,2})(?::?(\d{2}))?$/i;
/** Matches the offsets of PostgreSQL and Go, and the zone that Java adds: `+01`, `+0000 UTC`, `[Europe/Paris]`. */
const HOUR_OFFSET = /(?<=:\d{2}:\d{2}(?:\.\d{1,9})?)([+-]\d{2})$/;
const NAME_AFTER_OFFSET = /(?<=[+-]\d{2}:?\d{2}|Z)(?: [A-Z]{3,4}|\[[\w/+-]+\])$/;
const ZULU = /(?<=\d) (\d{2})(\d{2})z$/i;
const BASIC = /^(\d{8})T(\d{2})(\d{2})(\d{2})?(Z|[+-]\d{2}:?\d{2})?$/i;
const TIME_FIRST = /^(\d{1,2}:\d{2}(?::\d{2})?) (\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4})$/;
const TIME_AHEAD = /(\d)(?:,? (?:- )?|(?<=[a-z]{3} \d{2,4})\/)(?=\d{1,2}[:.h]?\d{2}(?:\D|$))/i;
const CHINESE_TIME = /(\d{1,2})[\u65f6\u70b9](?:(\d{1,2})\u5206?)?(?:(\d{1,2})\u79d2)?/;
const LOOSE_TIME = /(?<=\d) (\d{1,2})[.h:]?(\d{2})(?::(\d{2}))? ?(?:h|hrs?|uur|uhr)?(?= ?[ap]m$|$)/i;
const DIGITS_ALONE = /^(\d{8})(\d{2})(\d{2})(\d{2})?$/;

/** Converts other forms of a time to one that is read: full-width digits, month names, `0830`, `8\u65f630\u5206`. */
function tidyTime(text: string): string {
  return text
    .slice(0, 60)
    .normalize('NFKC')
    .replace(INVISIBLE, '')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(CHINESE_WEEKDAY, ' ')
    .trim()
    .replace(WEEKDAY, '')
    .replace(LOCAL, '')
    .replace(NAME_AFTER_OFFSET, '')
    .replace(HOUR_OFFSET, '$1:00')
    .replace(ZULU, ' $1:$2Z')
    .replace(
      OFFSET_OF_UTC,
      (_, sign: string, hours: string, minutes = '00') => ` ${sign}${pad2(Number(hours))}:${minutes}`,
    )
    .replace(YEAR_FIRST_POINTS, '$1-$2-$3')
    .replace(DAY_FIRST_POINTS, '$1.$2.$3')
    .replace(BEFORE_TIME, ' ')
    .replace(
      BASIC,
      (_, day: string, hour: string, minute: string, second = '00', zone = '') =>
        `${day} ${hour}:${minute}:${second}${zone}`,
    )
    .replace(TIME_FIRST, '$2 $1')
    .replace(/(?<=\d ?)([ap])\.? ?m\.?$/i, '$1m')
    .replace(NAMED_ZONE, (_, zone: string) => ZONES[zone.toUpperCase()] ?? '')
    .replace(CHINESE_TIME, (_, hour: string, minute = '0', second?: string) =>
      [hour, pad2(Number(minute)), ...(second ? [pad2(Number(second))] : [])].join(':'),
    )
    .replace(WORD_OF_MONTH, (word) => monthOf(word) ?? word)
    .replace(MONTH_FIRST, '$2 $1 $3')
    .replace(MONTH_BETWEEN, '$4 $3 $1')
    .replace(MONTH_NAMED, '$1 $2 $3')
    .replace(
      DIGITS_ALONE,
      (_, day: string, ...time: (string | undefined)[]) =>
        `${day} ${time.slice(0, 3).filter(Boolean).join(':')}`,
    )
    .replace(TIME_AHEAD, '$1 ')
    .replace(
      LOOSE_TIME,
      (_, hour: string, minute: string, second?: string) => ` ${hour}:${minute}${second ? `:${second}` : ''}`,
    );
}

interface Parts {
  readonly wall: WallTime;
  readonly timed: boolean;
  /** Milliseconds ahead of UTC, if given. */
  readonly offset: number | undefined;
}

function partsOf(text: string, order: DateOrder): Parts | undefined {
  const first = YEAR_FIRST.exec(text) ?? COMPACT.exec(text) ?? CHINESE.exec(text);
  if (first) return parts(first, first[1], first[3], first[4]);
  const last = YEAR_LAST.exec(text);
  if (last && order === 'YMD' && last[4]?.length === 2) return parts(last, last[1], last[3], last[4]);
  // Dates with points have the day first.
  if (last) {
    const dayFirst = order !== 'MDY' || last[2] === '.';
    return parts(last, last[4], ...(dayFirst ? [last[3], last[1]] : [last[1], last[3]]));
  }
  const found = NAMED.exec(text);
  if (!found) return undefined;
  const month = MONTHS.indexOf((found[3] ?? '').toLowerCase());
  return month % 3 === 0 ? parts(found, found[4], String(month / 3 + 1), found[1]) : undefined;
}

function parts(found: RegExpExecArray, year = '', month = '', day = ''): Parts | undefined {
  const [, , , , , cnHalf, hours, minutes, seconds, half, zone] = found;
  const hour = hourOf(Number(hours ?? 0), (cnHalf ?? half ?? '').toLowerCase());
  if (hour === undefined) return undefined;
  const wall = {
    year: year.length === 2 ? 2000 + Number(year) : Number(year),
    month: Number(month),
    day: Number(day),
    hour,
    minute: Number(minutes ?? 0),
    second: Number(seconds ?? 0),
  };
  if (zone === undefined) return { wall, timed: hours !== undefined, offset: undefined };
  const offset = offsetOf(zone.trim());
  // `08:30-10:30` is a span: only a time with seconds, or an offset apart and without a colon, has one behind UTC.
  const isApart = /^\s+-\d{4}$/.test(zone);
  const isSpan = zone.includes('-') && !isApart && seconds === undefined && !found[0].includes('T');
  return isSpan || offset === undefined ? undefined : { wall, timed: true, offset };
}

function hourOf(hour: number, half: string): number | undefined {
  if (half === '') return hour;
  if (half === 'am' || half === 'pm') {
    // Some programs put the half of the day behind a time of 24 hours.
    if (hour > 12 ? half === 'am' : hour === 0 && half === 'pm') return undefined;
    return hour > 12 ? hour : (hour % 12) + (half === 'pm' ? 12 : 0);
  }
  return half === '下午' && hour < 12 ? hour + 12 : hour;
}

/** Offsets of time zones, in minutes: from Baker Island to Kiribati. */
const OFFSETS = { from: -12 * 60, to: 14 * 60 } as const;

function offsetOf(zone: string): number | undefined {
  if (zone === 'Z' || zone === 'z') return 0;
  const minutes = Number(zone.slice(1, 3)) * 60 + Number(zone.slice(-2));
  const ahead = zone.startsWith('-') ? -minutes : minutes;
  return ahead < OFFSETS.from || ahead > OFFSETS.to || minutes % 15 !== 0 ? undefined : ahead * 60_000;
}

const utcOf = (wall: WallTime) =>
  Date.UTC(wall.year, wall.month - 1, wall.day, wall.hour, wall.minute, wall.second);

function isReal(wall: WallTime): boolean {
  if (wall.hour > 23 || wall.minute > 59 || wall.second > 59 || wall.month < 1 || wall.day < 1) return false;
  const day = new Date(Date.UTC(wall.year, wall.month - 1, wall.day));
  return day.getUTCMonth() === wall.month - 1 && day.getUTCDate() === wall.day;
}

/** `YYYY-MM-DD` of a wall time. */
export const dayText = ({ year, month, day }: WallTime): string => `${year}-${pad2(month)}-${pad2(day)}`;

/** `YYYY-MM-DDTHH:mm:ss` of a wall time: an ISO time of no zone, which {@link finishTime} completes. */
export const wallText = (wall: WallTime): string =>
  `${dayText(wall)}T${pad2(wall.hour)}:${pad2(wall.minute)}:${pad2(wall.second)}`;

/**
 * Converts a wall time `YYYY-MM-DDTHH:mm:ss` in a zone to an instant; TIME_SKIPPED if it never occurs, TIME_TWICE if it
 * occurs twice.
 */
export function finishTime(wall: string, zone: string): string | Problem {
  const read = readTime(wall, 'DMY');
  return 'code' in read ? read : instantIn(read.wall, zone);
}

/** Offset of a zone on a day, by zone and day; null on days near a clock change. */
const offsets = new Map<string, Map<number, number | null>>();

/** Formats an instant as it is typed on a clock: with the offset if the clock shows the time twice. */
export const typedTime = (instant: string, zone: string): string =>
  [formatInstant(instant, zone), ...(occursTwice(instant, zone) ? [offsetAt(instant, zone)] : [])].join(' ');

/** Wall time with its offset, as a file states which of two instants is meant: `2026-10-25 02:30 +0200`. */
function exactTime(wall: WallTime, instant: string, zone: string): string {
  const time = wallText(wall).replace('T', ' ');
  return `${wall.second === 0 ? time.slice(0, 16) : time} ${offsetAt(instant, zone)}`;
}

/** Same as {@link finishTime}, with cached offsets: a file has few days and many times. */
export function instantIn(wall: WallTime, zone: string): string | Problem {
  const time = utcOf(wall);
  const day = Math.floor(time / DAY);
  const known = offsets.get(zone) ?? new Map<number, number | null>();
  offsets.set(zone, known);
  let offset = known.get(day);
  if (offset === undefined) {
    const before = aheadAt((day - 1) * DAY, zone);
    offset = before === aheadAt((day + 2) * DAY, zone) ? before : null;
    known.set(day, offset);
  }
  if (offset !== null) return instantOf(time - offset);
  const [first, second] = instantsAt(wall, zone);
  if (first === undefined) return problem('TIME_SKIPPED');
  if (second === undefined) return first;
  const [one, other] = [first, second].map((instant) => exactTime(wall, instant, zone));
  return problem('TIME_TWICE', { first: one ?? first, second: other ?? second });
}

const aheadAt = (instant: number, zone: string) => utcOf(toWall(instant, zone)) - instant;

/** Returns the possible orders of a date; undefined if it has none or is the same day in all. */
function ordersOf(text: string): readonly DateOrder[] | undefined {
  const found = YEAR_LAST.exec(text) ?? (STARTS_SHORT.test(text) ? YEAR_LAST.exec(tidyTime(text)) : null);
  if (!found) return undefined;
  const [first, second, third] = [Number(found[1]), Number(found[3]), Number(found[4])];
  if (found[4]?.length === 2 && SHORT_YEAR.test(found[0]) && second <= 12 && third >= 1 && third <= 31)
    // No shipment is from before 2020; and 26/11/26 is the same day either way.
    return third < SHORT_FROM % 100 || first > 31 ? ['YMD'] : first === third ? ['DMY'] : ['DMY', 'YMD'];
  // Dates with points have the day first.
  if (first > 12 || found[2] === '.') return ['DMY'];
  if (second > 12) return ['MDY'];
  return first === second ? undefined : ['DMY', 'MDY'];
}
const STARTS_SHORT = /^\D{0,12}\d{1,2}\D/;

/** Same as {@link readTime}, for a file whose order may be open: an ambiguous date is then DATE_TWO_WAYS. */
export function readDate(text: string, order: FoundOrder): TimeRead | Problem {
  if (order === 'DMY' || order === 'MDY') return readTime(text, order);
  const orders = ordersOf(text);
  if (!orders || orders.some((one) => one === order)) return readTime(text, order === 'open' ? 'DMY' : order);
  const [own, other] = orders;
  if (other) return problem('DATE_TWO_WAYS', { value: text.slice(0, 60) });
  return readTime(text, own ?? 'DMY');
}

/** Evidence of the order of day and month in the dates of a column. */
export interface JudgedDates {
  /** The order shown by unambiguous dates; `open` if there are none or they differ, null if nothing depends on it. */
  readonly order: FoundOrder | null;
  /** The possible orders of an open one. */
  readonly choices: readonly DateOrder[];
  /** True if unambiguous dates of both orders occur. */
  readonly isMixed: boolean;
  /** Ambiguous dates. */
  readonly examples: readonly string[];
  /** True if times use AM and PM. */
  readonly byHalves: boolean;
}

/** Largest share of dates in the other order that count as typing errors, which are reported by row. */
const SLIPS = 0.05;
const EXAMPLES = 3;

/** Detects the order of day, month and year from the dates of a column. */
export function judgeDateOrder(texts: Iterable<string>): JudgedDates {
  const found = { DMY: 0, MDY: 0, YMD: 0 };
  /** Ambiguous dates, by the order that is possible besides day first. */
  const either = { MDY: 0, YMD: 0 };
  const examples = { MDY: [], YMD: [] };
  let byHalves = false;
  for (const text of texts) {
    const [only, other] = ordersOf(text.trim()) ?? [];
    if (only === undefined) continue;
    byHalves ||= HALVES.test(text);
    if (only === 'YMD' || other === 'YMD') note(examples.YMD, text);
    else if (other === 'MDY') note(examples.MDY, text);
    if (other === 'YMD' || other === 'MDY') either[other]++;
    else found[only]++;
  }
  const others = found.DMY + found.MDY + either.MDY;
  const slips = SLIPS * (others + found.YMD + either.YMD);
  if (found.YMD + either.YMD > 0 && others <= slips) {
    const order = found.YMD > 0 ? 'YMD' : 'open';
    return { order, choices: ['DMY', 'YMD'], isMixed: false, examples: examples.YMD, byHalves };
  }
  // In a column with the day first, a leading year does not count.
  const evidence = found.DMY + found.MDY + either.YMD;
  const isOfYears = found.YMD > slips;
  const isMixed = isOfYears || Math.min(found.DMY + either.YMD, found.MDY) > evidence * SLIPS;
  const most = found.MDY > found.DMY + either.YMD ? 'MDY' : 'DMY';
  const shown = isOfYears ? [...examples.YMD, ...examples.MDY].slice(0, EXAMPLES) : examples.MDY;
  const isOpen = evidence === 0 || (isMixed && shown.length > 0);
  const order = evidence + shown.length === 0 ? null : isOpen ? 'open' : most;
  return { order, choices: ['DMY', 'MDY'], isMixed, examples: shown, byHalves };
}

function note(examples: string[], text: string): void {
  if (examples.length < EXAMPLES && !examples.includes(text)) examples.push(text.slice(0, 60));
}
const HALVES = /\d\s*[ap]\.?m\b/i;
