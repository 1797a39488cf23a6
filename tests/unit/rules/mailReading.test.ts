import { describe, expect, test } from 'vitest';
import { mailSender, type ReadingRules, readMail } from '../../../preload/contract/rules/mailReading';

const USUAL: ReadingRules = {
  ...{ fromFilter: [], subjectRegex: null },
  ...{ extractBillNo: null, extractPieces: null, extractWeight: null, extractTime: null },
};
const mail = (text: string, subject = 'Notice of arrival', from = 'NOA desk <noa@polder.example.net>') => ({
  ...{ from, subject, text },
});
const valuesOf = (rules: ReadingRules, text: string, subject?: string) =>
  Object.fromEntries(
    Object.entries(readMail(rules, mail(text, subject)).taken).map(([what, taken]) => [what, taken?.value]),
  );

describe('the standard patterns', () => {
  test.each([
    [
      'AWB: 112-90424456\r\nPieces: 318\r\nGross weight: 4.512,5 kg\r\nReady: 03/11/2026 14:30',
      { billNo: '112-90424456', pieces: '318', weight: '4512.5', time: '2026-11-03T14:30:00' },
    ],
    [
      'Your shipment 784 9019 7726 is ready since 2026-11-03 09:05, 1,204 pcs / 1,204.50 KGS.',
      { billNo: '784-90197726', pieces: '1204', weight: '1204.50', time: '2026-11-03T09:05:00' },
    ],
    [
      '主单 112-90424456 件数：318 重量：512.4公斤',
      { billNo: '112-90424456', pieces: '318', weight: '512.4' },
    ],
    ['MAWB 112-90424456 Pieces: 318', { billNo: '112-90424456', pieces: '318' }],
    ['Colli 44 received', { pieces: '44' }],
    ['Good morning', { billNo: undefined, pieces: undefined, weight: undefined, time: undefined }],
  ])('extract the values of %j', (text, expected) => {
    expect(valuesOf(USUAL, text)).toMatchObject(expected);
  });

  test('search the subject before the text', () => {
    expect(valuesOf(USUAL, 'and 784-90197726', 'NOA 112-90424456')).toMatchObject({ billNo: '112-90424456' });
  });
});

test.each([
  ['a number whose check digit is wrong', '112-90424457', 'billNo', 'BILL_NO_INVALID'],
  ['a day that is none', '31/02/2026 10:00', 'time', 'DATE_INVALID'],
  ['a weight that can be read in two ways', 'weight 1,204', 'weight', 'NUMBER_SEPARATOR'],
] as const)('names %s as wrong, and keeps it unchanged', (_, text, what, code) => {
  const taken = readMail(USUAL, mail(text)).taken[what];
  expect(taken).toMatchObject({ value: null, problem: { code } });
  expect(text).toContain(taken?.text);
});

test('uses custom patterns in place of the standard forms', () => {
  const rules = { ...USUAL, extractPieces: 'PCS RCVD: *(\\d+)', extractTime: 'avail (.{16})' };
  const text = '12 pcs booked\nPCS RCVD: 11\navail 2026-11-03T09:05\n01/01/2026 00:00';
  expect(valuesOf(rules, text)).toMatchObject({ pieces: '11', time: '2026-11-03T09:05:00' });
  expect(valuesOf(rules, '12 pcs')).toMatchObject({ pieces: undefined });
});

describe('a mail of a source', () => {
  const fits = (changes: Partial<ReadingRules>, from: string, subject = 'x') => {
    const { fromFits, subjectFits } = readMail({ ...USUAL, ...changes }, mail('', subject, from));
    return [fromFits, subjectFits];
  };
  test.each([
    ['Ops <Noa@Polder.example.net>', true],
    ['noa@polder.example.net', true],
    ['other@polder.example.net', false],
    ['someone@sub.dyke.example.net', true],
    ['someone@dyke.example.net', true],
    ['someone@notdyke.example.net', false],
    ['dyke.example.net', false],
    ['"noa@polder.example.net" <thief@example.org>', false],
  ])('is recognised, or not, when sent by %s: %s', (from, expected) => {
    const fromFilter = ['noa@polder.example.net', 'dyke.example.net'];
    expect(fits({ fromFilter }, from)[0]).toBe(expected);
  });
  test('is recognised from any sender when none is named', () =>
    expect(fits({}, 'anyone@example.org')[0]).toBe(true));
  test('is recognised by its subject, in upper or lower case', () => {
    const subjectRegex = '^(?:re: )?notice of arrival';
    expect(fits({ subjectRegex }, 'a@example.com', 'RE: Notice of Arrival 112')[1]).toBe(true);
    expect(fits({ subjectRegex }, 'a@example.com', 'No notice of arrival')[1]).toBe(false);
  });
});

test.each([
  ['@Example.COM', 'example.com', undefined],
  ['Noa@EXAMPLE.com', 'Noa@example.com', undefined],
  ['nobody', 'nobody', 'MAIL_SENDER_FORMAT'],
  ['a@b@c', 'a@b@c', 'MAIL_SENDER_FORMAT'],
])('checks the sender filter %s', (raw, normal, code) => {
  const value = mailSender.normalise(raw);
  expect([value, mailSender.check(value)?.code]).toEqual([normal, code]);
});
