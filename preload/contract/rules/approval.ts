import { type Problem, problem } from '../errors';
import { toMinor } from './money';

/** One step of an approval: who decides, and within how many hours of its start. */
export interface ApprovalStep {
  name: string;
  /** `any`: one of them is enough. `all`: each of them, including each member of a group. */
  mode: 'any' | 'all';
  approverStaffIds: number[];
  approverGroupIds: number[];
  dueHours: number | null;
}

/** Amounts in one currency, from the lower bound (included) to the upper (excluded). Without a currency: any amount. */
export interface AmountRange {
  readonly currency: string | null;
  readonly minAmount: string | null;
  readonly maxAmount: string | null;
}

/** The criteria that select an approval setting. */
export interface ApprovalRange extends AmountRange {
  readonly docType: string;
}

/** Checks the steps as a whole; returns the first problem. */
export function stepsProblem(steps: readonly ApprovalStep[]): Problem | undefined {
  if (steps.length === 0) return problem('APPROVAL_NO_STEPS');
  for (const [index, { name, approverStaffIds, approverGroupIds }] of steps.entries()) {
    const no = index + 1;
    if (name === '') return problem('APPROVAL_STEP_NAME', { no });
    if (approverStaffIds.length + approverGroupIds.length === 0)
      return problem('APPROVAL_STEP_EMPTY', { no });
  }
  return undefined;
}

/** Checks a range; returns problems by field. */
export function rangeProblems(range: AmountRange): Partial<Record<keyof AmountRange, Problem>> {
  const { currency, minAmount, maxAmount } = range;
  if (minAmount === null && maxAmount === null) return {};
  if (currency === null) return { currency: problem('APPROVAL_RANGE_CURRENCY') };
  if (minAmount?.startsWith('-')) return { minAmount: problem('APPROVAL_RANGE_NEGATIVE') };
  const { from, to } = minorOf(range);
  return from < to ? {} : { maxAmount: problem('APPROVAL_RANGE_ORDER') };
}

/** The bounds in minor units, the lower included, the upper excluded. */
function minorOf({ currency, minAmount, maxAmount }: AmountRange): { from: number; to: number } {
  return {
    from: minAmount === null ? Number.NEGATIVE_INFINITY : toMinor(minAmount, currency ?? ''),
    to: maxAmount === null ? Number.POSITIVE_INFINITY : toMinor(maxAmount, currency ?? ''),
  };
}

/** True if some document would match both. */
export function overlaps(one: ApprovalRange, other: ApprovalRange): boolean {
  if (one.docType !== other.docType) return false;
  if (one.currency === null || other.currency === null) return true;
  if (one.currency !== other.currency) return false;
  const [left, right] = [minorOf(one), minorOf(other)];
  return left.from < right.to && right.from < left.to;
}

/** A document to be approved. One without an amount matches only settings without a currency. */
export interface ApprovalQuery {
  readonly docType: string;
  readonly amount: string | null;
  readonly currency: string | null;
  /** Instant of submission in UTC. */
  readonly at: string;
}

/** True if a setting applies to a document. */
function covers(range: ApprovalRange, { docType, amount, currency }: ApprovalQuery): boolean {
  if (range.docType !== docType) return false;
  if (range.currency === null) return true;
  if (amount === null || range.currency !== currency) return false;
  const { from, to } = minorOf(range);
  const minor = toMinor(amount, range.currency);
  return from <= minor && minor < to;
}

/** Returns when a step that starts at an instant is due; null if it has no limit. */
export function dueAt({ dueHours }: Pick<ApprovalStep, 'dueHours'>, startedAt: string): string | null {
  if (dueHours === null) return null;
  return new Date(Date.parse(startedAt) + dueHours * 3_600_000).toISOString().replace('.000Z', 'Z');
}

/**
 * Returns the setting for a document, its steps, and when the first of them is due; undefined if it needs no approval.
 * Active settings never overlap, so there is at most one.
 */
export function approvalFor<
  C extends ApprovalRange & { readonly active: boolean; readonly steps: readonly ApprovalStep[] },
>(
  configs: readonly C[],
  query: ApprovalQuery,
):
  | { readonly config: C; readonly steps: readonly ApprovalStep[]; readonly dueAt: string | null }
  | undefined {
  const config = configs.find((one) => one.active && covers(one, query));
  const first = config?.steps[0];
  return config && first && { config, steps: config.steps, dueAt: dueAt(first, query.at) };
}

/** Tests for eligible approvers: people who may sign in, and groups with such a member. */
export interface EligibleApprovers {
  readonly staff: (id: number) => boolean;
  readonly group: (id: number) => boolean;
}

/** Returns the numbers, from 1, of steps that would block for ever: nobody named in them can decide. */
export function stuckSteps(steps: readonly ApprovalStep[], able: EligibleApprovers): number[] {
  return steps.flatMap(({ approverStaffIds, approverGroupIds }, index) =>
    approverStaffIds.some(able.staff) || approverGroupIds.some(able.group) ? [] : [index + 1],
  );
}
