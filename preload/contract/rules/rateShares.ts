import { type Problem, problem } from '../errors';

/**
 * Rate fields that are shares if below 1, with the highest usual rate in percent. VAT is 15 % or more, reduced 5 % or
 * more with older exceptions from 2 % on (Directive 2006/112/EC, art. 97, 98 and 110); duties below 1 % do exist.
 */
const HIGHEST: Readonly<Record<string, number>> = { vatRate: 100, taxRate: 100, dutyRate: 40 };
const SIGNED = /[%\uff05\ufe6a]/;

/** True for a rate of duty or tax. */
export const isRate = (name: string): boolean => Object.hasOwn(HIGHEST, name);

/** Returns RATE_SHARE for a rate that seems to be a fraction, as spreadsheets store percentages: 0.21 for 21. */
export function rateShareProblem(name: string, text: string, value: unknown): Problem | undefined {
  if (typeof value !== 'number' || !(value > 0 && value < 1) || SIGNED.test(text)) return undefined;
  const expected = Math.round(value * 100_000) / 1000;
  return expected <= (HIGHEST[name] ?? 0)
    ? problem('RATE_SHARE', { value: text, expected: String(expected) })
    : undefined;
}
