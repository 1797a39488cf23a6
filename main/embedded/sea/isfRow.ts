import type { LogAction } from '@contract/access/operateLog';
import { refusalOf } from '@contract/machine';
import { isfDueAt } from '@contract/rules/isfDeadline';
import { isfMissing } from '@contract/rules/isfMissing';
import {
  type IsfAction,
  type IsfDraft,
  type IsfFacts,
  isfMachine,
  type SeaIsf,
  seaIsf,
} from '@contract/sea/seaIsf';
import { Refusal, refuse } from '../refusal';
import { codecOf } from '../store/codec';
import type { Reader } from '../store/open';
import { type Approval, decidersNow } from './fourEyes';
import { linkIsf, type SeaContext } from './seaLinks';

export const isfCodec = codecOf(seaIsf.row);

/** Who approves an ISF. */
export const isfApproval: Approval = { doc: 'isf', right: isfMachine.actions.approve.permission };

/** An ISF. Throws NOT_FOUND. */
export async function readIsf(db: Reader, id: number): Promise<SeaIsf> {
  const row = await db.selectFrom('seaIsf').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row) throw refuse('NOT_FOUND');
  return isfCodec.decode(row);
}

/** States of an entry that has not gone to customs. */
const UNFILED: ReadonlySet<string> = new Set(['draft', 'pending_approval', 'approved', 'cancelled']);

/** What an ISF's life depends on besides the record, for whoever calls; nobody decides in nobody's name. */
export async function factsOf(db: Reader, isf: SeaIsf, caller: number | null): Promise<IsfFacts> {
  const bill =
    isf.seaBillId === null
      ? undefined
      : await db
          .selectFrom('seaBill')
          .select(['ata', 'entryState'])
          .where('id', '=', isf.seaBillId)
          .executeTakeFirst();
  const submitter = caller !== null && isf.submittedBy === caller;
  const next =
    isf.state === 'pending_approval' && caller !== null ? (await decidersNow(db, isfApproval, isf)).next : [];
  return {
    ...isf,
    arrived: (bill?.ata ?? null) !== null,
    entryFiled: !!bill?.entryState && !UNFILED.has(bill.entryState),
    submitter,
    decides: caller !== null && next.includes(caller) ? 'yes' : submitter ? 'own' : 'no',
  };
}

/** Throws why an action is refused on an ISF, naming what is missing where that is why. */
export async function requireIsfAction(
  { read, caller }: { readonly read: Reader; readonly caller: { readonly id: number | null } },
  action: IsfAction,
  isf: SeaIsf,
): Promise<void> {
  const refused = refusalOf(isfMachine, action, await factsOf(read, isf, caller.id));
  if (!refused) return;
  if (refused.code !== 'FILING_INCOMPLETE') throw new Refusal(refused);
  const fields = Object.fromEntries(isfMissing(isf).map(({ path, problem }) => [path, problem]));
  throw new Refusal(refused, { fields });
}

/** What follows from what a person filled in. */
export const followingFrom = (draft: IsfDraft) => ({
  containerNos: [...new Set(draft.containers.map(({ containerNo }) => containerNo))],
  missingCount: isfMissing(draft).length,
  dueAt: isfDueAt(draft.etd),
});

/** Columns that are no part of the row: what was sent, and what customs accepted. */
interface Kept {
  readonly sentContent?: string;
  readonly filedContent?: string | null;
  readonly filedContentAt?: string | null;
}

/** Writes fields of an ISF as its next version, and answers it as it is then; its sea bill follows. */
export async function saveIsf(
  context: SeaContext,
  isf: SeaIsf,
  values: Partial<SeaIsf>,
  kept: Kept = {},
): Promise<SeaIsf> {
  const { write, now, caller } = context;
  await write
    .updateTable('seaIsf')
    .set({
      ...isfCodec.encode(values),
      ...kept,
      version: isf.version + 1,
      updatedAt: now,
      updatedBy: caller.id,
    })
    .where('id', '=', isf.id)
    .execute();
  const after = await readIsf(write, isf.id);
  if (after.seaBillId !== null && after.state !== isf.state)
    await linkIsf(context, after.seaBillId, { id: after.id, state: after.state });
  return after;
}

/** Puts something done to an ISF into the operation log. */
export const logIsf = (
  context: SeaContext,
  action: LogAction,
  { id, isfNo, customerId }: SeaIsf,
  before: unknown,
  after: unknown,
) =>
  context.log({
    module: 'sea',
    action,
    objectType: 'seaIsf',
    objectId: id,
    objectNo: isfNo,
    customerId,
    before,
    after,
  });

/** What a person filled in of an ISF: what is sent, and compared with what was sent before. */
export const draftOf = (isf: SeaIsf): IsfDraft =>
  Object.fromEntries(seaIsf.draft.map((name) => [name, isf[name]])) as unknown as IsfDraft;
