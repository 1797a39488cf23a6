import { problem } from '@contract/errors';
import type { LogOwner } from '../../core/context';
import { refuse, refuseFields } from '../../core/refusal';
import type { Reader } from '../../store/open';

type Values = Record<string, unknown>;

/** Whose a record is, of its fields. */
export const ownerOf = ({ customerId, companyId }: Values): Required<LogOwner> => ({
  customerId: typeof customerId === 'number' ? customerId : null,
  companyId: typeof companyId === 'number' ? companyId : null,
});

/** Refuses a record of both a customer and a company; and of neither, unless it may be everyone's. */
export function checkOwner(draft: Values, { everyones = false } = {}): void {
  const { customerId, companyId } = ownerOf(draft);
  if ((customerId === null) === (companyId === null) && !(everyones && customerId === null))
    throw refuseFields({ customerId: problem('OWNER_ONE') });
}

/** Refuses to give a record to another owner: its history is the first one's. */
export function checkSameOwner(draft: Values, before: Values | undefined): void {
  if (before && JSON.stringify(ownerOf(draft)) !== JSON.stringify(ownerOf(before)))
    throw refuse('OWNER_FIXED');
}

/** Refuses, beside the field that names it, a role of somebody else; templates are everyone's. */
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
