import { problem } from '../errors';
import { readNumber } from '../importing/numberText';
import { dayText, readTime } from '../importing/timeText';
import { isKeyOf } from '../names';
import { billNo } from './codes';
import { mrn } from './customs';
import {
  type MailRead,
  type MailValue,
  type Meaning,
  mailText,
  type ReadingRules,
  type ReceivedMail,
  readMail,
  readMoment,
  takeBy,
} from './mailReading';

/** Kinds of partner mail that the office processes. */
export const letterKinds = ['noa', 'utb'] as const;
export type LetterKind = (typeof letterKinds)[number];

/** The fields read from each kind, in display order. */
export const letterFields = {
  noa: ['statedBillNo', 'pieces', 'weight', 'readyAt', 'storageFrom'],
  utb: [
    'statedBillNo',
    'mrn',
    'utbNo',
    'dutyAmount',
    'vatAmount',
    'itemDutyAmount',
    'otherAmount',
    'totalAmount',
    'dueDate',
    'paymentReference',
  ],
} as const;
export type LetterField = (typeof letterFields)[LetterKind][number];

/** Values found in a mail, by the fields of its kind; missing ones are left out. */
export type LetterRead = Partial<Record<LetterField, MailValue>>;

/** The rules for a mail without a known mailbox: the usual patterns only. */
const USUAL: ReadingRules = {
  ...{ fromFilter: [], subjectRegex: null },
  ...{ extractBillNo: null, extractPieces: null, extractWeight: null, extractTime: null },
};

/** Matches an amount with two decimals; a tax rate may precede it. */
const AMOUNT = '[^\\d\\n]{0,25}(?:\\d{1,2}(?:[.,]\\d)? ?%[^\\d\\n]{0,12})?(\\d[\\d.,]*[.,]\\d{2})';
const WHEN =
  '[^\\d\\n]{0,20}(\\d{1,2}[/.-]\\d{1,2}[/.-]\\d{4}|\\d{4}-\\d{1,2}-\\d{1,2}|\\d{4}年\\d{1,2}月\\d{1,2}日)';
const MOMENT =
  '[^\\d\\n]{0,20}(\\d{1,2}[/.-]\\d{1,2}[/.-]\\d{4}[ ,T]+\\d{1,2}:\\d{2}|\\d{4}-\\d{1,2}-\\d{1,2}[ T]+\\d{1,2}:\\d{2})';

/** Patterns per field, in English, Dutch and Chinese, with what follows. */
const FORMS = {
  storageFrom: [
    `(?:storage (?:from|starts)|free (?:until|till|storage ends))${MOMENT}`,
    `(?:opslag vanaf|opslagvrij tot)${MOMENT}`,
    `(?:仓储费?起|免仓期至|免费仓储至)${MOMENT}`,
  ],
  mrn: ['\\b(\\d{2}[A-Z]{2}[A-Z0-9]{14})\\b'],
  utbNo: [
    '(?:UTB|assessment|aanslag)[ -]*(?:nummer|number|nr|no)[.:# ]+([A-Z0-9][A-Z0-9.-]{4,28})',
    '(?:UTB|缴税通知)书?编?号[:： ]*([A-Z0-9][A-Z0-9.-]{4,28})',
  ],
  dutyAmount: [
    `(?:customs dut(?:y|ies)|douanerechten|invoerrechten)${AMOUNT}`,
    `(?:^|[^件])(?:进口)?关税${AMOUNT}`,
  ],
  vatAmount: [`(?:\\bVAT\\b|\\bBTW\\b|omzetbelasting)${AMOUNT}`, `增值税${AMOUNT}`],
  itemDutyAmount: [
    `(?:item duty|duty per item|recht per (?:artikel|zending|stuk))${AMOUNT}`,
    `按件(?:关税|征税)${AMOUNT}`,
  ],
  otherAmount: [
    `(?:other (?:charges|levies|amounts)|overige (?:heffingen|rechten|kosten))${AMOUNT}`,
    `其他(?:税费|费用)${AMOUNT}`,
  ],
  totalAmount: [
    `(?:total (?:amount )?(?:due|payable|to pay)|totaal te betalen|totaalbedrag)${AMOUNT}`,
    `(?:应缴|缴税|税款)?(?:总额|合计)${AMOUNT}`,
    `\\b(?:total|totaal)\\b${AMOUNT}`,
  ],
  dueDate: [
    `(?:due date|payable (?:by|before)|pay (?:by|before))${WHEN}`,
    `(?:uiterste betaaldatum|vervaldatum|te betalen (?:voor|uiterlijk))${WHEN}`,
    `(?:缴款期限|到期日|付款期限)${WHEN}`,
  ],
  paymentReference: [
    '(?:payment reference|betalingskenmerk)[.:# ]*([A-Z0-9][A-Z0-9./ -]{3,40})',
    '(?:付款参考号?|缴款码)[:： ]*([A-Z0-9][A-Z0-9./ -]{3,40})',
  ],
} as const satisfies Partial<Record<LetterField, readonly string[]>>;

const amount: Meaning = (text) => readNumber(text.trim().replace(/[.,]+$/, ''), false);
const asCode: Meaning = (text) => text.trim().toUpperCase();

const MEANING: Readonly<Record<keyof typeof FORMS, Meaning>> = {
  storageFrom: readMoment,
  mrn: (text) => {
    const value = mrn.normalise(text);
    return mrn.check(value) ?? value;
  },
  utbNo: asCode,
  dutyAmount: amount,
  vatAmount: amount,
  itemDutyAmount: amount,
  otherAmount: amount,
  totalAmount: amount,
  dueDate: (text) => {
    const read = readTime(text.trim(), 'DMY');
    if ('code' in read) return read;
    return read.timed ? problem('DATE_INVALID', { value: text }) : dayText(read.wall);
  },
  paymentReference: (text) => text.trim().replace(/\s+/g, ' '),
};

const USUAL_NAMES = { statedBillNo: 'billNo', pieces: 'pieces', weight: 'weight', readyAt: 'time' } as const;

/**
 * Reads a mail of a kind. The patterns of its mailbox come first, if there are any; other fields are read by the usual
 * patterns in English, Dutch and Chinese.
 */
export function readLetter(kind: LetterKind, rules: ReadingRules | null, mail: ReceivedMail): LetterRead {
  const { taken } = readMail(rules ?? USUAL, mail);
  const text = mailText(mail);
  const read: LetterRead = {};
  for (const field of letterFields[kind]) {
    const found = isKeyOf(USUAL_NAMES, field)
      ? taken[USUAL_NAMES[field]]
      : takeBy(FORMS[field], MEANING[field], text);
    if (found) read[field] = found;
  }
  return read;
}

/** Returns how surely a mail belongs to a mailbox: `surely` if its sender or subject matched a filter. */
export function recognises(rules: ReadingRules, mail: ReceivedMail): 'surely' | 'perhaps' | 'not' {
  const { fromFits, subjectFits }: MailRead = readMail(rules, mail);
  if (!fromFits || !subjectFits) return 'not';
  return rules.fromFilter.length > 0 || rules.subjectRegex !== null ? 'surely' : 'perhaps';
}

/** Returns a stated bill number in its stored form; null if it is missing or invalid. */
export const billNoOf = (stated: string | null): string | null => {
  if (stated === null) return null;
  const value = billNo.normalise(stated);
  return billNo.check(value) ? null : value;
};
