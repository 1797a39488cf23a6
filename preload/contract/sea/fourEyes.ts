import type * as z from 'zod';
import { decider, type decides } from '../business/document';
import { endpoint } from '../endpoint';
import { problem } from '../errors';
import { count, id, note } from '../fields';
import type { Guard } from '../machine';
import type { PermissionId } from '../permissions';
import { extended, object, strictObject } from '../shape';

/** Inputs of the four-eyes guards: missing fields and the caller's role. */
export interface FourEyes {
  readonly missingCount: number;
  /** True if the caller submitted it. */
  readonly submitter: boolean;
  readonly decides: z.output<typeof decides>;
}

const complete: Guard<FourEyes> = ({ missingCount }) =>
  missingCount > 0 ? problem('FILING_INCOMPLETE', { count: missingCount }) : undefined;

/** A customs response that the record's state could not take; null for none. */
export interface OpenAnswer {
  readonly openAnswer: string | null;
}

/** The action by which a person states that such a response has been dealt with. */
export const acknowledging = <const S extends string>(from: readonly S[], permission: PermissionId) =>
  ({
    acknowledge: {
      from,
      to: 'same',
      permission,
      guards: [
        ({ openAnswer }: OpenAnswer) => (openAnswer === null ? problem('ANSWER_NONE_OPEN') : undefined),
      ],
      tone: 'primary',
    },
  }) as const;

export const reason = object(() => ({ reason: note(500) }));

/** Permissions to prepare records of a kind, and to approve them. */
interface Rights {
  readonly edit: PermissionId;
  readonly approve: PermissionId;
}

/** Actions from draft to approval: submitted when complete, decided by somebody else (reference 3.5, 3.6). */
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
      // With several approval steps, only the last one approves it.
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
/** The version an action is based on; {@link reasoned} adds a reason. */
export const versioned = strictObject(() => ({ version: count(1) }));
export const reasoned = extended(versioned, () => reason.shape);
/** Error codes of every action on a version of a record. */
export const step = ['STALE_DATA', 'STATE_NOT_ALLOWED'] as const;

/** The calls of {@link fourEyesActions} and {@link acknowledging}. */
export function fourEyesCalls<R extends z.ZodObject>(
  path: string,
  row: R,
  { edit, approve, file }: Rights & { readonly file: PermissionId },
) {
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
    /** States that the customs response which the record's state could not take has been dealt with. */
    acknowledge: endpoint({
      ...put,
      path: `${path}/{id}/acknowledge`,
      access: file,
      body: versioned,
      errors: ['STALE_DATA', 'ANSWER_NONE_OPEN'],
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
    /** Fails for the submitter. */
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
