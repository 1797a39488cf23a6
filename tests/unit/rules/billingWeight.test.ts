import { expect, test } from 'vitest';
import { billingWeightOf } from '../../../main/server/areas/bill/billWrites';

test.each([
  // By air 6,000 cm³ count as a kilogram, rounded up to half a kilogram.
  ['air', 900, 2, 900],
  ['air', 300, 2, 333.5],
  ['air', 100.2, null, 100.5],
  ['air', 100.5, null, 100.5],
  // By sea a cubic metre counts as a ton (weight or measurement), rounded up to a kilogram.
  ['sea', 900, 2, 2000],
  ['sea', 2400, 2, 2400],
  ['sea', 900.2, 0.9, 901],
  ['sea', 900, null, 900],
] as const)('charges by %s %d kg of %s m³ as %d kg', (mode, weight, volume, kilograms) => {
  expect(billingWeightOf(mode, weight, volume)).toBe(kilograms);
});
