import * as z from 'zod';
import { endpoint } from '../endpoint';
import { type Problem, problem } from '../errors';
import { count, id, note } from '../fields';
import type { Guard } from '../machine';
import type { PermissionId } from '../permissions';
import { extended, object, strictObject } from '../shape';

/** Whether somebody may decide over a record now: not at all, nor over what they submitted themselves. */
export const decides = z.enum(['yes', 'own', 'no']);

/** What it depends on whether a record may be filed: what it lacks, and who looks at it. */
export interface FourEyes {
  readonly missingCount: number;
  /** True for who submitted it. */
  readonly submitter: boolean;
  readonly decides: z.output<typeof decides>;
}

const complete: Guard<FourEyes> = ({ missingCount }) =>
  missingCount > 0 ? problem('FILING_INCOMPLETE', { count: missingCount }) : undefined;
const decider = (facts: FourEyes): Problem | undefined =>
  facts.decides === 'yes'
    ? undefined
    : problem(facts.decides === 'own' ? 'APPROVAL_SELF' : 'APPROVAL_NOT_YOURS');

export const reason = object(() => ({ reason: note(500) }));

/** Who prepares records of a kind, and who approves them. */
interface Rights {
  readonly edit: PermissionId;
  readonly approve: PermissionId;
}

/** From a draft to what may be filed: submitted when it is whole, and decided over by somebody else (reference 3.5, 3.6). */
export const fourEyesActions = <const S extends string>({ edit, approve }: Rights, from: readonly S[]) =>
  ({
    submit: {
      from,
      to: 'pending_approval',
      permission: edit,
      guards: [complete],
      inverse: 'withdraw',
      tone: 'primary',
    },
    withdraw: {
      from: ['pending_approval'],
      to: 'draft',
      permission: edit,
      guards: [({ submitter }: FourEyes) => (submitter ? undefined : problem('DOCUMENT_NOT_SUBMITTER'))],
      inverse: 'submit',
    },
    approve: {
      from: ['pending_approval'],
      // Where a setting asks for several, it is approved with the last step.
      to: 'computed',
      permission: approve,
      guards: [decider, complete],
      tone: 'primary',
    },
    return: {
      from: ['pending_approval'],
      to: 'draft',
      permission: approve,
      guards: [decider],
      asks: reason,
      tone: 'danger',
    },
  }) as const;

export const one = strictObject(() => ({ id: id() }));
/** The version that an action was asked for on, and why where it needs a reason. */
export const versioned = strictObject(() => ({ version: count(1) }));
export const reasoned = extended(versioned, () => reason.shape);
/** What every action on a record of a version may be refused with. */
export const step = ['STALE_DATA', 'STATE_NOT_ALLOWED'] as const;

/** The calls of {@link fourEyesActions}. */
export function fourEyesCalls<R extends z.ZodObject>(path: string, row: R, { edit, approve }: Rights) {
  const put = { method: 'PUT', params: one, answer: row } as const;
  return {
    submit: endpoint({
      ...put,
      path: `${path}/{id}/submit`,
      access: edit,
      body: versioned,
      errors: [...step, 'FILING_INCOMPLETE'],
      extension: true,
    }),
    withdraw: endpoint({
      ...put,
      path: `${path}/{id}/withdraw`,
      access: edit,
      body: versioned,
      errors: [...step, 'DOCUMENT_NOT_SUBMITTER'],
      extension: true,
    }),
    /** By somebody else than who submitted it. */
    approve: endpoint({
      ...put,
      path: `${path}/{id}/approve`,
      access: approve,
      body: versioned,
      errors: [...step, 'APPROVAL_SELF', 'APPROVAL_NOT_YOURS', 'FILING_INCOMPLETE'],
    }),
    return: endpoint({
      ...put,
      path: `${path}/{id}/return`,
      access: approve,
      body: reasoned,
      errors: [...step, 'REASON_REQUIRED', 'APPROVAL_SELF', 'APPROVAL_NOT_YOURS'],
      extension: true,
    }),
  };
}
