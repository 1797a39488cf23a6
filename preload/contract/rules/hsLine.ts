import { type Problem, problem } from '../errors';
import { type HsUse, hsCode, hsUseProblem } from './customs';
import { isVagueName } from './productName';

/** Facts of a table code used by the check. */
export interface KnownCode {
  readonly restricted: 'none' | 'restricted' | 'prohibited';
  readonly restrictionNote: string | null;
  /** Bounds of a plausible unit value in EUR; null if none is known. */
  readonly minUnitValue: number | null;
  readonly maxUnitValue: number | null;
}

/** The table of codes in use. */
export interface KnownCodes {
  /** Returns the entry of a code for the requested tariff, else the worldwide one. */
  find(code: string): KnownCode | undefined;
}

/** The fields of an item line used by the check. */
export interface HsLine {
  readonly hsCode: string;
  readonly nameEn: string;
  readonly use: HsUse;
  /** In EUR; null if the currency has no rate here, which skips the value check. */
  readonly unitValue: number | null;
}

/** Result of the check of a line: `failed` blocks the check of the bill, `exception` needs a person. */
export interface HsFinding {
  readonly status: 'success' | 'failed' | 'exception';
  readonly problem: Problem | null;
}

const right: HsFinding = { status: 'success', problem: null };
const failed = (found: Problem): HsFinding => ({ status: 'failed', problem: found });
const odd = (found: Problem): HsFinding => ({ status: 'exception', problem: found });

/**
 * Checks the commodity code of a line: its form and chapter, the digits its use requires, whether it exists and is
 * allowed, whether the value fits, and whether the name describes the goods. Blocking problems come first.
 */
export function checkHsLine(line: HsLine, known: KnownCodes): HsFinding {
  const code = line.hsCode;
  const malformed = hsCode.check(code) ?? hsUseProblem(code, line.use);
  if (malformed) return failed(malformed);
  const six = known.find(code.slice(0, 6));
  if (!six) return failed(problem('HS_INVALID', { code }));
  const exact = code.length === 6 ? six : known.find(code);
  const entry = exact ?? six;
  const worst = [entry.restricted, six.restricted];
  if (worst.includes('prohibited')) return failed(problem('HS_RESTRICTED', { code }));
  if (isVagueName(line.nameEn)) return odd(problem('PRODUCT_NAME_VAGUE', { value: line.nameEn }));
  if (worst.includes('restricted')) {
    const note = entry.restrictionNote ?? six.restrictionNote;
    return odd(note ? problem('HS_LICENCE', { code, note }) : problem('HS_RESTRICTED', { code }));
  }
  if (!exact) return odd(problem('HS_NOT_IN_TARIFF', { code, known: code.slice(0, 6) }));
  const found = unitValueProblem(code, line.unitValue, known);
  return found ? odd(found) : right;
}

/** Returns HS_UNIT_VALUE for a unit value in EUR outside the bounds of its code, else of its six digits. */
export function unitValueProblem(
  code: string,
  unitValue: number | null,
  known: KnownCodes,
): Problem | undefined {
  if (unitValue === null) return undefined;
  const exact = known.find(code);
  const six = code.length === 6 ? exact : known.find(code.slice(0, 6));
  const low = exact?.minUnitValue ?? six?.minUnitValue ?? null;
  const high = exact?.maxUnitValue ?? six?.maxUnitValue ?? null;
  if ((low === null || unitValue >= low) && (high === null || unitValue <= high)) return undefined;
  return problem('HS_UNIT_VALUE', {
    value: unitValue.toFixed(2),
    low: (low ?? 0).toFixed(2),
    high: high === null ? '∞' : high.toFixed(2),
  });
}

const RANK = { success: 0, unprocessed: 1, exception: 2, failed: 3 } as const;
type Status = keyof typeof RANK;

/** Returns the status of a parcel: the worst of its lines. */
export const worstOf = (statuses: readonly Status[]): Status =>
  statuses.reduce<Status>((worst, one) => (RANK[one] > RANK[worst] ? one : worst), 'success');
