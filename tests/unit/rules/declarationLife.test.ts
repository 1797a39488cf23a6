import {
  type AcceptedFacts,
  amendRefused,
  groundsOf,
  hasOpenControl,
  lastDayToAmend,
  lastDayToInvalidate,
  underControl,
} from '@contract/rules/declarationLife';
import { expect, test } from 'vitest';

const facts = (given: Partial<AcceptedFacts>): AcceptedFacts => ({
  ...{ status: 'accepted', inspectionType: null, controlResult: null, parcelsHeld: 0 },
  declarationSystem: 'DECO',
  ...given,
});

test.each([
  ['UCC 173(1): accepted, nothing announced', {}, undefined],
  ['UCC 173(2)(a): examination announced', { inspectionType: 'physical' }, 'AMEND_EXAMINED'],
  ['UCC 173(2)(a): scan of the goods announced', { inspectionType: 'scan' }, 'AMEND_EXAMINED'],
  [
    'UCC 173(2)(a): examined as declared, not yet released',
    { inspectionType: 'physical', controlResult: 'as_declared' },
    'AMEND_EXAMINED',
  ],
  [
    'documents checked as declared: no examination of the goods',
    { inspectionType: 'documents', controlResult: 'as_declared' },
    undefined,
  ],
  [
    'UCC 173(2)(b): particulars incorrect',
    { inspectionType: 'documents', controlResult: 'differences' },
    'AMEND_INCORRECT',
  ],
  [
    'UCC 173(3): released after an examination',
    { status: 'released', inspectionType: 'physical', controlResult: 'differences' },
    undefined,
  ],
] as const)('%s', (_, given, code) => {
  expect(amendRefused(facts(given))?.code).toBe(code);
});

test.each([
  ['UCC 174(1): under control', { status: 'control' }, true, true],
  ['UCC 174(1): a parcel is held for inspection', { parcelsHeld: 1 }, false, true],
  ['control ended, parcels not yet released', { parcelsHeld: 1, controlResult: 'as_declared' }, false, false],
  [
    'released in part after a control without result',
    { status: 'released', inspectionType: 'physical', parcelsHeld: 1 },
    true,
    true,
  ],
  ['released in whole after a control', { status: 'released', inspectionType: 'physical' }, false, false],
] as const)('%s', (_, given, isOpen, refused) => {
  expect(hasOpenControl(facts(given))).toBe(isOpen);
  expect(underControl(facts(given))?.code).toBe(refused ? 'CONTROL_OPEN' : undefined);
});

test('UCC 173(3): three years after the day of acceptance', () => {
  expect(lastDayToAmend('2026-11-29')).toBe('2029-11-29');
  expect(lastDayToAmend('2028-02-29')).toBe('2031-02-28');
});

test('2015/2446, art. 148(1) to (3): 90 days after the day of acceptance', () => {
  expect(lastDayToInvalidate('2026-11-29')).toBe('2027-02-27');
});

test('the grounds before the release are those of UCC 174(1), after it those of 2015/2446, art. 148', () => {
  expect(groundsOf('accepted')).toEqual(['other_procedure', 'special_circumstances']);
  expect(groundsOf('refused')).toEqual(groundsOf('accepted'));
  expect(groundsOf('released')).toEqual(['wrong_procedure', 'wrong_goods', 'returned']);
});
