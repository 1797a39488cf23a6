import { problem } from '../errors';
import type { RowIssue } from '../importing/template';
import { BOX_WEIGHT, isOddWeight } from './weights';

export const SIDES = ['length', 'width', 'height'] as const;
/** Centimetres that a side of a box may have. */
const MAX_SIDE = 300;
/**
 * Kilograms per litre between which the contents of a box lie: pillows weigh about 0.02, lead 11.3. Sides in another unit
 * move the density a thousandfold or a millionfold, so that no more than one unit fits.
 */
const DENSITY = { min: 0.015, max: 12 };
/** Centimetres in a unit that people write by mistake. */
const UNITS = { m: 100, mm: 0.1 } as const;

/**
 * The unit in which the sides of a box are written, by their volume and the weight in kg; undefined where it is open, since
 * one of them is missing, or the weight is odd itself.
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

/** NUMBER_RANGE for sides that no box has, SIDE_UNIT with the centimetres for sides in another unit. */
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
