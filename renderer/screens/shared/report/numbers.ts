import type { Unit } from '@contract/report/report';
import type { TFunction } from 'i18next';
import type { Speech } from '../../../app/language';
import { formatNumber } from '../../../kinds/NumberInput';

/** Returns the decimals of a unit: one for percentages and durations (reference 7), two for small amounts. */
function decimalsOf(unit: Unit, value: number): { min: number; max: number } {
  if (unit === 'percent' || unit === 'hours') return { min: 1, max: 1 };
  if (unit === 'EUR') return Math.abs(value) < 1000 ? { min: 2, max: 2 } : { min: 0, max: 0 };
  return { min: 0, max: unit === 'count' ? 1 : 0 };
}

/** Formats a number with its unit in the current language. */
export function numberText(value: number, unit: Unit, speech: Speech, t: TFunction<'screens'>): string {
  const text = formatNumber(value, speech.language, decimalsOf(unit, value));
  switch (unit) {
    case 'count':
      return text;
    case 'EUR':
      return `${text} EUR`;
    case 'days':
      return t('report.daysLong', { value: text });
    default:
      return t(`report.${unit}`, { value: text });
  }
}
