import { type ApprovalStep, dueAt } from './approval';

/** A staff member as a potential approver. */
export interface Approver {
  readonly id: number;
  /** May sign in: not forbidden, not deleted. */
  readonly able: boolean;
  readonly groupId: number | null;
  readonly superAdmin: boolean;
}

/** The people who can decide a step. */
export interface Deciders {
  /** People who may decide now. */
  readonly next: readonly number[];
  /** True if nobody named can: super administrators decide in their place. */
  readonly standIn: boolean;
}

/**
 * Returns who may decide a step now. Groups have their current members: new members decide, former ones do not. Nobody
 * decides on their own submission, and nobody twice. If nobody named can decide (forbidden, deleted, in another group
 * or the submitter), a super administrator stands in.
 */
export function decidersOf(
  { mode, approverStaffIds, approverGroupIds }: ApprovalStep,
  people: readonly Approver[],
  submitter: number | null,
  decided: readonly number[],
): Deciders {
  const free = people.filter(({ id, able }) => able && id !== submitter);
  const approvers = free.filter(
    ({ id, groupId }) =>
      approverStaffIds.includes(id) || (groupId !== null && approverGroupIds.includes(groupId)),
  );
  if (mode === 'any' && decided.length > 0) return { next: [], standIn: false };
  const open = approvers.filter(({ id }) => !decided.includes(id)).map(({ id }) => id);
  if (open.length > 0 || decided.length > 0) return { next: open, standIn: false };
  return { next: free.filter(({ superAdmin }) => superAdmin).map(({ id }) => id), standIn: true };
}

/** True if the decisions on a step suffice: one, or one of each who can still decide. */
export const isDecided = (deciders: Deciders, decided: readonly number[]): boolean =>
  decided.length > 0 && deciders.next.length === 0;

/** Returns the rest of an approval after its open step is decided: the following steps, and when the next is due. */
export function afterStep(
  [, ...rest]: readonly ApprovalStep[],
  now: string,
): { readonly waiting: readonly ApprovalStep[] | null; readonly dueAt: string | null } {
  const [next] = rest;
  return next ? { waiting: rest, dueAt: dueAt(next, now) } : { waiting: null, dueAt: null };
}
