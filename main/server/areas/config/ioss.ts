import { ioss } from '@contract/config/ioss';
import { problem } from '@contract/errors';
import { iossState } from '@contract/rules/customs';
import type { Context, GroupHandlers } from '../../core/context';
import { crudHandlers } from '../../core/crud';
import { eachOf } from '../../core/eachOf';
import { officeDay } from '../../core/officeClock';
import { refuse, refuseFields } from '../../core/refusal';
import { EXAMPLES } from '../../core/uses';
import type { Writer } from '../../store/open';
import { rowById } from '../../store/rowById';

/** Stores that declarations use the IOSS numbers of a bill's parcels; all code that writes parcels calls it. */
export async function noteIossUse(write: Writer, billId: number, now: string): Promise<void> {
  await write
    .updateTable('ioss')
    .set({ lastUsedAt: now })
    .where('iossNo', 'in', (parcels) =>
      parcels
        .selectFrom('parcel')
        .select((one) => one.ref('parcel.iossNo').$notNull().as('iossNo'))
        .distinct()
        .where('parcel.billId', '=', billId)
        .where('parcel.iossNo', 'is not', null),
    )
    .execute();
}

const {
  active: _,
  setActive: __,
  ...usual
} = crudHandlers(ioss, {
  check: async (_context, { validFrom, validTo }) => {
    if (typeof validFrom === 'string' && typeof validTo === 'string' && validTo < validFrom)
      throw refuseFields({ validTo: problem('DAYS_ORDER', { previous: validFrom }) });
  },
  // The digits of a number contain the member state that issued it.
  derive: ({ iossNo }) => ({ memberState: iossState(String(iossNo))?.replace('XI', 'GB') ?? null }),
  uses: async ({ read }, { iossNo, lastUsedAt }) => {
    // Search parcels only for a number used in a declaration: they have no index on it.
    if (lastUsedAt === null) return [];
    const bills = await read
      .selectFrom('parcel')
      .innerJoin('bill', 'bill.id', 'parcel.billId')
      .select('bill.billNo')
      .distinct()
      .where('parcel.iossNo', '=', String(iossNo))
      .limit(EXAMPLES)
      .execute();
    const examples = bills.map(({ billNo }) => billNo);
    return [{ object: 'bill', count: Math.max(1, examples.length), capped: true, examples }];
  },
});

/** Locks or unlocks a number. Returns whether that changed it. Throws if it is refused. */
async function setLock(
  context: Context,
  id: number,
  locked: boolean,
  reason: string | null,
): Promise<boolean> {
  const { write, now, caller } = context;
  const row = await rowById(write, 'ioss', id);
  if ((row.locked === 1) === locked) return false;
  if (!locked && row.validTo !== null && row.validTo < officeDay(now))
    throw refuse('IOSS_EXPIRED', { no: row.iossNo, day: row.validTo });
  await write
    .updateTable('ioss')
    .set({
      locked: locked ? 1 : 0,
      lockedAt: locked ? now : null,
      lockedBy: locked ? caller.id : null,
      lockReason: locked ? reason : null,
      version: row.version + 1,
      updatedAt: now,
      updatedBy: caller.id,
    })
    .where('id', '=', id)
    .execute();
  await context.log({
    module: 'config',
    action: locked ? 'lock' : 'unlock',
    objectType: 'ioss',
    objectId: id,
    objectNo: row.iossNo,
    before: { locked: row.locked === 1, lockReason: row.lockReason },
    after: { locked, lockReason: locked ? reason : null },
  });
  return true;
}

const lockOne =
  (locked: boolean) =>
  async (context: Context, { params, body }: { params: { id: number }; body: { reason: string | null } }) => {
    if (!(await setLock(context, params.id, locked, body.reason))) context.unchanged();
    return usual.get(context, { params });
  };

const lockAll =
  (locked: boolean) =>
  async (context: Context, { body }: { body: { reason: string | null; expected?: number | undefined } }) => {
    const rows = await context.write.selectFrom('ioss').select(['id', 'iossNo']).orderBy('iossNo').execute();
    const { expected } = body;
    if (expected !== undefined && rows.length !== expected)
      throw refuse('COUNT_CHANGED', { actual: rows.length, expected });
    const ids = new Map(rows.map(({ id, iossNo }) => [iossNo, id]));
    let changed = 0;
    const { ok, failed } = await eachOf(context, ids.keys(), async (iossNo) => {
      const done = await setLock(context, ids.get(iossNo) ?? 0, locked, body.reason);
      if (done) changed += 1;
      return done;
    });
    return { ok: changed, unchanged: ok - changed, failed };
  };

/** IOSS numbers of sellers. */
export const iossHandlers: GroupHandlers<'ioss'> = {
  ...usual,
  lock: lockOne(true),
  unlock: lockOne(false),
  lockAll: lockAll(true),
  unlockAll: lockAll(false),
};
