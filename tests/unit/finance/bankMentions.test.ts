import { expect, test } from 'vitest';
import { mentioned } from '../../../main/server/areas/finance/bankMentions';

const INVOICES = [
  'POLDER-2026-00012',
  'POLDER-2026-0001',
  '2026-00012',
  'INV20260907-0004',
  '77',
  'ABCD',
  'R/5501',
];
const found = (text: string) => [...mentioned(text, INVOICES)];

test.each([
  ['as it is printed', 'Invoice POLDER-2026-00012.', ['POLDER-2026-00012']],
  [
    'in lower case, with spaces or without signs',
    'polder 2026 00012, inv202609070004',
    ['POLDER-2026-00012', 'INV20260907-0004'],
  ],
  [
    'several of them, between commas or slashes',
    'POLDER-2026-0001/POLDER-2026-00012,R5501',
    ['POLDER-2026-00012', 'POLDER-2026-0001', 'R/5501'],
  ],
  ['cut by the bank at a hyphen', 'Rechnung POLDER-2026 -00012 vom 01.11.', ['POLDER-2026-00012']],
  ['in Chinese', '发票：POLDER-2026-0001；谢谢', ['POLDER-2026-0001']],
])('finds a number %s', (_, text, numbers) => {
  expect(found(text).sort()).toEqual([...numbers].sort());
});

test.each([
  ['a part of a longer number', 'XPOLDER-2026-00012 POLDER-2026-000123 99-2026-00012'],
  ['a number of too few characters, or without a digit', 'ABCD 77'],
  ['digits of an amount or a day', '2026 00 12'],
  ['nothing', ''],
])('does not find %s', (_, text) => {
  expect(found(text)).toEqual([]);
});

test('gives a text to the longest number that it can be', () => {
  expect(found('POLDER-2026-00012')).toEqual(['POLDER-2026-00012']);
  expect(found('POLDER-2026-00012 and 2026-00012')).toEqual(['POLDER-2026-00012', '2026-00012']);
});
