import { type ApprovalStep, dueAt } from './approval';

/** A person of the staff as far as approving goes. */
export interface Approver {
  readonly id: number;
  /** May sign in: not forbidden, not deleted. */
  readonly able: boolean;
  readonly groupId: number | null;
  readonly superAdmin: boolean;
}

/** Who a step waits for. */
export interface Deciders {
  /** Who may decide now. */
  readonly next: readonly number[];
  /** True when nobody named can: super administrators decide in their place. */
  readonly standIn: boolean;
}

/**
 * Who may decide a step now. Groups are those of today: who joined one decides, who left it does not. Nobody decides over
 * what they submitted, and nobody twice. Where nobody who is named can, because they are forbidden, deleted, in another
 * group or the submitter, a super administrator stands in.
 */
export function decidersOf(
  { mode, approverStaffIds, approverGroupIds }: ApprovalStep,
  people: readonly Approver[],
  submitter: number | null,
  decided: readonly number[],
): Deciders {
  const free = people.filter(({ id, able }) => able && id !== submitter);
  const named = free.filter(
    ({ id, groupId }) =>
      approverStaffIds.includes(id) || (groupId !== null && approverGroupIds.includes(groupId)),
  );
  if (mode === 'any' && decided.length > 0) return { next: [], standIn: false };
  const open = named.filter(({ id }) => !decided.includes(id)).map(({ id }) => id);
  if (open.length > 0 || decided.length > 0) return { next: open, standIn: false };
  return { next: free.filter(({ superAdmin }) => superAdmin).map(({ id }) => id), standIn: true };
}

/** Whether the decisions on a step are enough: one, or one of each who can still decide. */
export const isDecided = (deciders: Deciders, decided: readonly number[]): boolean =>
  decided.length > 0 && deciders.next.length === 0;

/** What is left of an approval once its open step is decided: the steps that follow, and when the next is due. */
export function afterStep(
  [, ...rest]: readonly ApprovalStep[],
  now: string,
): { readonly waiting: readonly ApprovalStep[] | null; readonly dueAt: string | null } {
  const [next] = rest;
  return next ? { waiting: rest, dueAt: dueAt(next, now) } : { waiting: null, dueAt: null };
}
