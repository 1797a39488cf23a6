import { type Problem, problem } from '../errors';
import { readNumber } from '../importing/numberText';
import { readTime, wallText } from '../importing/timeText';
import { billNo, clean, emailAddress, mailDomain } from './codes';
import { findPattern, readPattern } from './pattern';
import type { CodeRule } from './rule';

/** What a mail box takes out of a mail. */
export const extracted = ['billNo', 'pieces', 'weight', 'time'] as const;
export type Extracted = (typeof extracted)[number];

/** How a mail box recognises its mail, and what it takes out of it; what is empty is left to the usual forms. */
export interface ReadingRules {
  readonly fromFilter: readonly string[];
  readonly subjectRegex: string | null;
  readonly extractBillNo: string | null;
  readonly extractPieces: string | null;
  readonly extractWeight: string | null;
  readonly extractTime: string | null;
}

/** A mail as it came: the sender with or without a name, as `Ops <ops@example.com>`. */
export interface ReceivedMail {
  readonly from: string;
  readonly subject: string;
  readonly text: string;
}

/** One thing taken out of a mail: as it stands there, and what it means, unless something is wrong with it. */
export interface Taken {
  readonly text: string;
  /** Numbers with a point and no other separators; a time as `YYYY-MM-DDTHH:mm:ss` on the clock of its sender. */
  readonly value: string | null;
  readonly problem?: Problem;
}

/** What a mail box makes of a mail. */
export interface MailRead {
  readonly fromFits: boolean;
  readonly subjectFits: boolean;
  /** Undefined where nothing in the mail looks like it. */
  readonly taken: Readonly<Record<Extracted, Taken | undefined>>;
}

/** Who may send: an address, or the domain that stands behind the @ of several. */
export const mailSender: CodeRule = {
  max: 254,
  normalise: (raw) => (clean(raw).replace(/^@/, '').includes('@') ? emailAddress : mailDomain).normalise(raw),
  check: (value) =>
    (value.includes('@') ? emailAddress : mailDomain).check(value) && problem('MAIL_SENDER_FORMAT'),
};

/** The usual forms, in the order in which they are tried. */
const USUAL: Readonly<Record<Extracted, readonly string[]>> = {
  billNo: ['\\b(\\d{3}[ -]?\\d{4}[ -]?\\d{4})\\b'],
  pieces: [
    '\\b(?:pieces|pcs|colli|stuks|packages)\\b *[:=#][^\\d\\n]{0,6}(\\d[\\d.,]*)',
    '件数[^\\d\\n]{0,6}(\\d[\\d,]*)',
    '(\\d[\\d.,]*) *(?:pieces|pcs|colli|stuks|packages|件)',
    '\\b(?:pieces|pcs|colli|packages) +(\\d[\\d.,]*)',
  ],
  weight: [
    '\\b(?:gross |chargeable )?weight\\b[^\\d\\n]{0,12}(\\d[\\d.,]*)',
    '\\b(?:bruto)?gewicht\\b[^\\d\\n]{0,12}(\\d[\\d.,]*)',
    '重量[^\\d\\n]{0,6}(\\d[\\d.,]*)',
    '(\\d[\\d.,]*) *(?:kgs?\\b|公斤)',
  ],
  time: [
    '(?:ready|available|gereed|可提货?)[^\\d\\n]{0,20}(\\d{1,2}[/.-]\\d{1,2}[/.-]\\d{4}[ ,T]+\\d{1,2}:\\d{2})\\b',
    '(?:ready|available|gereed|可提货?)[^\\d\\n]{0,20}(\\d{4}-\\d{1,2}-\\d{1,2}[ T]+\\d{1,2}:\\d{2})\\b',
    '\\b(\\d{1,2}[/.-]\\d{1,2}[/.-]\\d{4}[ ,T]+\\d{1,2}:\\d{2})\\b',
    '\\b(\\d{4}-\\d{1,2}-\\d{1,2}[ T]+\\d{1,2}:\\d{2})\\b',
  ],
};

const OWN = {
  billNo: 'extractBillNo',
  pieces: 'extractPieces',
  weight: 'extractWeight',
  time: 'extractTime',
} as const satisfies Record<Extracted, keyof ReadingRules>;

/** The end of a sentence is no part of a number. */
const bare = (text: string) => text.trim().replace(/[.,]+$/, '');
const weight = (text: string): string | Problem => readNumber(bare(text), false);
/** There are no parts of a piece: what stands between threes of digits separates thousands. */
function pieces(text: string): string | Problem {
  const number = bare(text);
  return readNumber(/^\d{1,3}([.,]\d{3})+$/.test(number) ? number.replace(/[.,]/g, '') : number, true);
}

/** A time with its hour, on the clock of whoever wrote it: `YYYY-MM-DDTHH:mm:ss`, or what is wrong with it. */
export function readMoment(text: string): string | Problem {
  const read = readTime(text.trim().replace(/[ ,T]+(?=\d{1,2}:\d{2})/, ' '), 'DMY');
  if ('code' in read) return read;
  return read.timed ? wallText(read.wall) : problem('TIME_MISSING', { value: text });
}

function bill(text: string): string | Problem {
  const value = billNo.normalise(text);
  return billNo.check(value) ?? value;
}

/** What a text that was found means, or what is wrong with it. */
export type Meaning = (text: string) => string | Problem;

const MEANING: Readonly<Record<Extracted, Meaning>> = { billNo: bill, pieces, weight, time: readMoment };

/** The first of several forms that stands in a mail, and what it means. */
export function takeBy(patterns: readonly string[], meaning: Meaning, mail: string): Taken | undefined {
  for (const pattern of patterns) {
    const text = findPattern(readPattern(pattern), mail)?.trim();
    if (!text) continue;
    const meant = meaning(text);
    return typeof meant === 'string' ? { text, value: meant } : { text, value: null, problem: meant };
  }
  return undefined;
}

/** The address of a sender, without the name beside it. */
export const addressOf = (from: string): string =>
  emailAddress.normalise(/<([^<>]*)>\s*$/.exec(from)?.[1] ?? from);

function sentBy(from: string, filter: readonly string[]): boolean {
  const address = addressOf(from).toLowerCase();
  const domain = address.slice(address.lastIndexOf('@') + 1);
  return (
    filter.length === 0 ||
    filter.some((one) =>
      one.includes('@')
        ? one.toLowerCase() === address
        : address.includes('@') && (domain === one || domain.endsWith(`.${one}`)),
    )
  );
}

/** Characters of a mail that are looked at: what matters stands at its beginning. */
const READ = 50_000;

/** What is looked at of a mail: the subject, then the text. */
export const mailText = ({ subject, text }: Pick<ReceivedMail, 'subject' | 'text'>): string =>
  `${subject}\n${text}`.replaceAll('\r\n', '\n').slice(0, READ);

/**
 * What a mail box makes of a mail: whether it is one of its own, and what stands in it. The subject is read before the
 * text. Its patterns must be right ones (rules/pattern).
 */
export function readMail(rules: ReadingRules, { from, subject, text }: ReceivedMail): MailRead {
  const { fromFilter, subjectRegex } = rules;
  const mail = mailText({ subject, text });
  return {
    fromFits: sentBy(from, fromFilter),
    subjectFits: subjectRegex === null || findPattern(readPattern(subjectRegex), subject) !== undefined,
    taken: Object.fromEntries(
      extracted.map((what) => {
        const own = rules[OWN[what]];
        return [what, takeBy(own === null ? USUAL[what] : [own], MEANING[what], mail)];
      }),
    ) as MailRead['taken'],
  };
}
