import { rateShareProblem } from '@contract/rules/rateShares';
import { expect, test } from 'vitest';

test.each([
  ['vatRate', '0.21', 0.21, '21'],
  ['taxRate', '0,055', 0.055, '5.5'],
  ['dutyRate', '0.12', 0.12, '12'],
])('suspects %s of %s to be a share of one', (name, text, value, expected) =>
  expect(rateShareProblem(name, text, value)).toMatchObject({ code: 'RATE_SHARE', params: { expected } }),
);

test.each([
  ['vatRate', '0.21%', 0.21],
  ['vatRate', '0', 0],
  ['vatRate', '1', 1],
  ['vatRate', '', null],
  // A duty of half a percent.
  ['dutyRate', '0.5', 0.5],
])('accepts %s of %s as written', (name, text, value) =>
  expect(rateShareProblem(name, text, value)).toBeUndefined(),
);
