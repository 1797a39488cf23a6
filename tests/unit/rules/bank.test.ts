import { iban, swift } from '@contract/rules/bank';
import type { CodeRule } from '@contract/rules/rule';
import { describe, expect, test } from 'vitest';

const refusal = (rule: CodeRule, typed: string) => rule.check(rule.normalise(typed))?.code;

describe('an IBAN', () => {
  test.each([
    'NL91 ABNA 0417 1643 00',
    'be68-5390-0754-7034',
    'DE89370400440532013000',
    'FR1420041010050500013M02606',
    'GB29 NWBK 6016 1331 9268 19',
    // The length for Brazil is not known here: only the check digits are checked.
    'BR1800360305000010009795493C1',
  ])('accepts %s', (typed) => {
    expect(refusal(iban, typed)).toBeUndefined();
  });

  test.each([
    ['NL91ABNA0417164301', 'IBAN_CHECK'],
    ['NL19ABNA0417164300', 'IBAN_CHECK'],
    ['NL91ABNA04171643', 'IBAN_LENGTH'],
    ['DE8937040044053201300', 'IBAN_LENGTH'],
    ['0417164300', 'IBAN_FORMAT'],
    ['NL91ABNA', 'IBAN_FORMAT'],
  ])('refuses %s as %s', (typed, code) => {
    expect(refusal(iban, typed)).toBe(code);
  });

  test('is shown in groups of four', () => {
    expect(iban.format?.('NL91ABNA0417164300')).toBe('NL91 ABNA 0417 1643 00');
  });
});

describe('a SWIFT code', () => {
  test.each(['ABNANL2A', 'abna nl 2a xxx', 'DEUTDEFF500'])('accepts %s', (typed) => {
    expect(refusal(swift, typed)).toBeUndefined();
  });

  test.each([
    ['ABNANL2', 'SWIFT_FORMAT'],
    ['ABNANL2AX', 'SWIFT_FORMAT'],
    ['AB1ANL2A', 'SWIFT_FORMAT'],
    ['ABNAQQ2A', 'COUNTRY_UNKNOWN'],
  ])('refuses %s as %s', (typed, code) => {
    expect(refusal(swift, typed)).toBe(code);
  });
});
