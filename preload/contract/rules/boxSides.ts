import { problem } from '../errors';
import type { RowIssue } from '../importing/template';
import { BOX_WEIGHT, isOddWeight } from './weights';

export const SIDES = ['length', 'width', 'height'] as const;
/** Longest side of a box, in cm. */
const MAX_SIDE = 300;
/**
 * Bounds of the density of a box in kg per litre: pillows weigh about 0.02, lead 11.3. Sides in another unit change the
 * density a thousandfold or a millionfold, so at most one unit fits.
 */
const DENSITY = { min: 0.015, max: 12 };
/** Centimetres per unit of those that people use by mistake. */
const UNITS = { m: 100, mm: 0.1 } as const;

/**
 * Returns the unit of a box's sides, by their volume and the weight in kg; undefined if it is open, because one of them
 * is missing, or the weight itself is odd.
 */
export function sideUnit(values: Readonly<Record<string, unknown>>): 'cm' | keyof typeof UNITS | undefined {
  const { length, width, height, weight } = values;
  if (!isPositive(length) || !isPositive(width) || !isPositive(height) || !isPositive(weight))
    return undefined;
  if (isOddWeight(weight, BOX_WEIGHT)) return undefined;
  const fits = (centimetres: number) => {
    const density = weight / ((length * width * height * centimetres ** 3) / 1000);
    return density >= DENSITY.min && density <= DENSITY.max;
  };
  if (fits(1)) return 'cm';
  return fits(UNITS.m) ? 'm' : fits(UNITS.mm) ? 'mm' : undefined;
}

const isPositive = (value: unknown): value is number => typeof value === 'number' && value > 0;

/** Returns NUMBER_RANGE for impossible sides, SIDE_UNIT with the centimetres for sides in another unit. */
export function sideIssues(values: Readonly<Record<string, unknown>>): RowIssue[] {
  const unit = sideUnit(values);
  return SIDES.flatMap((column): RowIssue[] => {
    const value = values[column];
    if (typeof value !== 'number') return [];
    const isWrong = value <= 0 || value > MAX_SIDE;
    if (unit === 'm' || unit === 'mm') {
      const expected = Math.round(value * UNITS[unit] * 1000) / 1000;
      const level = isWrong ? 'error' : 'warning';
      return [
        {
          column,
          level,
          problem: problem('SIDE_UNIT', { value, unit: { choice: ['unit', unit] }, expected }),
        },
      ];
    }
    return isWrong
      ? [{ column, level: 'error', problem: problem('NUMBER_RANGE', { min: 0.1, max: MAX_SIDE }) }]
      : [];
  });
}
