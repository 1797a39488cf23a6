import { type Problem, problem } from '../errors';
import { readNumber } from '../importing/numberText';
import { readTime, wallText } from '../importing/timeText';
import { perName } from '../names';
import { billNo, clean } from './codes';
import { emailAddress, mailDomain } from './contactCodes';
import { findPattern, readPattern } from './pattern';
import type { CodeRule } from './rule';

/** Values a mailbox extracts from a mail. */
export const extracted = ['billNo', 'pieces', 'weight', 'time'] as const;
export type ExtractedName = (typeof extracted)[number];

/** Filters and patterns of a mailbox; the usual patterns are used where its own are empty. */
export interface ReadingRules {
  readonly fromFilter: readonly string[];
  readonly subjectRegex: string | null;
  readonly extractBillNo: string | null;
  readonly extractPieces: string | null;
  readonly extractWeight: string | null;
  readonly extractTime: string | null;
}

/** A received mail; the sender may include a name, for example `Ops <ops@example.com>`. */
export interface ReceivedMail {
  readonly from: string;
  readonly subject: string;
  readonly text: string;
}

/** A value extracted from a mail: its text, and its meaning unless there is a problem. */
export interface MailValue {
  readonly text: string;
  /** Numbers with a point and no other separators; a time as `YYYY-MM-DDTHH:mm:ss` on its sender's clock. */
  readonly value: string | null;
  readonly problem?: Problem;
}

/** Result of reading a mail by the rules of a mailbox. */
export interface MailRead {
  readonly fromFits: boolean;
  readonly subjectFits: boolean;
  /** Undefined if nothing in the mail matches. */
  readonly taken: Readonly<Record<ExtractedName, MailValue | undefined>>;
}

/** A permitted sender: an address, or the domain after the @ of several. */
export const mailSender: CodeRule = {
  max: 254,
  normalise: (raw) => (clean(raw).replace(/^@/, '').includes('@') ? emailAddress : mailDomain).normalise(raw),
  check: (value) =>
    (value.includes('@') ? emailAddress : mailDomain).check(value) && problem('MAIL_SENDER_FORMAT'),
};

/** The usual patterns, in the order in which they are tried. */
const USUAL: Readonly<Record<ExtractedName, readonly string[]>> = {
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
} as const satisfies Record<ExtractedName, keyof ReadingRules>;

/** Removes the punctuation at the end of a sentence. */
const bare = (text: string) => text.trim().replace(/[.,]+$/, '');
const weight = (text: string): string | Problem => readNumber(bare(text), false);
/** Pieces are whole numbers: a separator between groups of three digits is one of thousands. */
function pieces(text: string): string | Problem {
  const number = bare(text);
  return readNumber(/^\d{1,3}([.,]\d{3})+$/.test(number) ? number.replace(/[.,]/g, '') : number, true);
}

/** Reads a time with its hour, on its writer's clock: `YYYY-MM-DDTHH:mm:ss`, or the problem. */
export function readMoment(text: string): string | Problem {
  const read = readTime(text.trim().replace(/[ ,T]+(?=\d{1,2}:\d{2})/, ' '), 'DMY');
  if ('code' in read) return read;
  return read.timed ? wallText(read.wall) : problem('TIME_MISSING', { value: text });
}

function bill(text: string): string | Problem {
  const value = billNo.normalise(text);
  return billNo.check(value) ?? value;
}

/** Returns the value of a matched text, or its problem. */
export type Meaning = (text: string) => string | Problem;

const MEANING: Readonly<Record<ExtractedName, Meaning>> = { billNo: bill, pieces, weight, time: readMoment };

/** Returns the first match of several patterns in a mail, with its value. */
export function takeBy(patterns: readonly string[], meaning: Meaning, mail: string): MailValue | undefined {
  for (const pattern of patterns) {
    const text = findPattern(readPattern(pattern), mail)?.trim();
    if (!text) continue;
    const meaningOfText = meaning(text);
    return typeof meaningOfText === 'string'
      ? { text, value: meaningOfText }
      : { text, value: null, problem: meaningOfText };
  }
  return undefined;
}

/** Returns a sender's address without the name. */
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

/** Characters of a mail that are read: the important data is at its beginning. */
const READ = 50_000;

/** Returns the text that is read: the subject, then the body. */
export const mailText = ({ subject, text }: Pick<ReceivedMail, 'subject' | 'text'>): string =>
  `${subject}\n${text}`.replaceAll('\r\n', '\n').slice(0, READ);

/**
 * Reads a mail by the rules of a mailbox: checks the filters and extracts the values. The subject is read before the
 * text. Patterns must be valid (rules/pattern).
 */
export function readMail(rules: ReadingRules, { from, subject, text }: ReceivedMail): MailRead {
  const { fromFilter, subjectRegex } = rules;
  const mail = mailText({ subject, text });
  return {
    fromFits: sentBy(from, fromFilter),
    subjectFits: subjectRegex === null || findPattern(readPattern(subjectRegex), subject) !== undefined,
    taken: perName(extracted, (what) => {
      const own = rules[OWN[what]];
      return takeBy(own === null ? USUAL[what] : [own], MEANING[what], mail);
    }),
  };
}
