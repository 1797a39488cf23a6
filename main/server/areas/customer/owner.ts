import { problem } from '@contract/errors';
import type { LogOwner } from '../../core/context';
import { refuse, refuseFields } from '../../core/refusal';
import type { Reader } from '../../store/open';

type Values = Record<string, unknown>;

/** Owner of a record, from its fields. */
export const ownerOf = ({ customerId, companyId }: Values): Required<LogOwner> => ({
  customerId: typeof customerId === 'number' ? customerId : null,
  companyId: typeof companyId === 'number' ? companyId : null,
});

/** Refuses a record with two owners, or with none, unless it may belong to everyone. */
export function checkOwner(draft: Values, { everyones = false } = {}): void {
  const { customerId, companyId } = ownerOf(draft);
  if ((customerId === null) === (companyId === null) && !(everyones && customerId === null))
    throw refuseFields({ customerId: problem('OWNER_ONE') });
}

/** Refuses to move a record to another owner: its history belongs to the first. */
export function checkSameOwner(draft: Values, before: Values | undefined): void {
  if (before && JSON.stringify(ownerOf(draft)) !== JSON.stringify(ownerOf(before)))
    throw refuse('OWNER_FIXED');
}

/** Refuses, at the field, a role of another owner; templates are for everyone. */
export async function checkRole(db: Reader, draft: Values): Promise<void> {
  if (typeof draft.roleId !== 'number') return;
  const role = await db
    .selectFrom('clientRole')
    .select(['customerId', 'companyId'])
    .where('id', '=', draft.roleId)
    .executeTakeFirstOrThrow();
  const own = ownerOf(draft);
  const template = role.customerId === null && role.companyId === null;
  if (!template && (role.customerId !== own.customerId || role.companyId !== own.companyId))
    throw refuseFields({ roleId: problem('OWNER_DIFFERS') });
}
