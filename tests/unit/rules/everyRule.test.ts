import { explain } from '@contract/errors';
import { LANGUAGES } from '@contract/limits';
import * as addresses from '@contract/rules/addresses';
import { postcodeOf } from '@contract/rules/addresses';
import * as bank from '@contract/rules/bank';
import * as codes from '@contract/rules/codes';
import * as contactCodes from '@contract/rules/contactCodes';
import * as customs from '@contract/rules/customs';
import * as places from '@contract/rules/places';
import type { CodeRule } from '@contract/rules/rule';
import * as taxNumbers from '@contract/rules/taxNumbers';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

const isRule = (value: unknown): value is CodeRule =>
  typeof value === 'object' && value !== null && 'normalise' in value;
const rules: [name: string, rule: CodeRule][] = [
  ...[codes, contactCodes, customs, taxNumbers, places, addresses, bank].flatMap((named) =>
    Object.entries(named).flatMap(([name, value]) =>
      isRule(value) ? [[name, value] as [string, CodeRule]] : [],
    ),
  ),
  ...['NL', 'GB', 'US', 'LV'].map((country): [string, CodeRule] => [
    `postcode of ${country}`,
    postcodeOf(country),
  ]),
];

/** Any text, and texts of the characters that rules treat specially. */
const anything = fc.oneof(
  fc.string(),
  fc.string({ unit: 'binary' }),
  fc.string({ unit: 'grapheme' }),
  fc.string({
    unit: fc.constantFrom(
      ...'AZaz0179IMOU-._@+() /',
      ...'ＡＺａ０９－．\u3000\u00a0\u200b\u202d\ufeff\u2013ßİıſ',
    ),
    maxLength: 24,
  }),
  fc.stringMatching(/^ ?[A-Za-z]{0,4}[-. ]?[0-9０-９]{0,14}[-. ]?[A-Z0-9]{0,3}$/),
);

test('has rules to test', () => {
  expect(rules.length).toBeGreaterThanOrEqual(45);
});

describe.each(rules)('the rule %s', (_name, rule) => {
  test('accepts any text without throwing, and keeps its stored form', () => {
    fc.assert(
      fc.property(anything, (raw) => {
        const stored = rule.normalise(raw);
        expect(rule.normalise(stored)).toBe(stored);
        const wrong = rule.check(stored);
        rule.warn?.(stored);
        rule.format?.(stored);
        if (!wrong) {
          expect(stored.length).toBeGreaterThan(0);
          expect(stored.length).toBeLessThanOrEqual(rule.max);
          expect(stored).toBe(stored.trim());
          // Typing the shown form gives the same stored form.
          if (rule.format) expect(rule.normalise(rule.format(stored))).toBe(stored);
        }
      }),
      { numRuns: 300 },
    );
  });

  test('says in every language what is wrong and what is correct', () => {
    for (const typed of [
      '',
      '?',
      '1',
      'A',
      'UK',
      'DAT',
      'RMB',
      'IN1',
      'EU1',
      'NL1B01',
      '30749',
      '77'.repeat(4),
    ]) {
      const found = rule.check(rule.normalise(typed));
      if (!found) continue;
      for (const language of LANGUAGES) {
        const message = explain(language, found, 'XYZ');
        expect(message).not.toMatch(/[{}]|undefined/);
        if (
          !['BILL_NO_INVALID', 'BILL_NO_AIR', 'BILL_NO_SEA', 'IOSS_INVALID', 'T1_MRN', 'HS_INVALID'].includes(
            found.code,
          )
        ) {
          expect(message).toContain('XYZ');
        }
      }
    }
  });

  test('checks a hundred thousand characters without delay, in time below quadratic', () => {
    // Processor time, since a test may wait on a shared machine.
    const worked = (length: number) => {
      const before = process.cpuUsage();
      for (const part of ['A', '1', '-', ' ', '.', '@.', '\u3000', 'a１'])
        rule.check(rule.normalise(part.repeat(length / part.length)));
      return process.cpuUsage(before).user / 1000;
    };
    worked(10_000);
    const short = Math.min(worked(10_000), worked(10_000), worked(10_000));
    const long = Math.min(worked(100_000), worked(100_000));
    expect(long).toBeLessThan(short * 40 + 50);
  });
});
