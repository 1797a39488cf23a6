import { ioss } from '@contract/config/ioss';
import { explain, problem } from '@contract/errors';
import type { BulkAnswer } from '@contract/resource';
import { iossState } from '@contract/rules/customs';
import type { GroupHandlers } from '../context';
import { crudHandlers, listOf } from '../crud';
import { refuseFields } from '../refusal';
import { selectedIds } from '../selected';
import type { Writer } from '../store/open';
import { EXAMPLES } from '../uses';

/** Notes that declarations name the IOSS numbers of a bill's parcels: whatever writes parcels calls it. */
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

const { active: _, ...usual } = crudHandlers(ioss, {
  check: async (_context, { validFrom, validTo }) => {
    if (typeof validFrom === 'string' && typeof validTo === 'string' && validTo < validFrom)
      throw refuseFields({ validTo: problem('DAYS_ORDER', { previous: validFrom }) });
  },
  // The state that gave a number out stands in its digits.
  derive: ({ iossNo }) => ({ memberState: iossState(String(iossNo))?.replace('XI', 'GB') ?? null }),
  uses: async ({ read }, { iossNo, lastUsedAt }) => {
    // Only one that a declaration named is looked for: parcels have no index by it.
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

/** IOSS numbers of sellers. */
export const iossHandlers: GroupHandlers<'ioss'> = {
  ...usual,

  lock: async (context, { body }) => {
    const { write, now, caller, language } = context;
    const { locked, reason } = body;
    const day = now.slice(0, 10);
    const failed: BulkAnswer['failed'] = [];
    const changed: string[] = [];
    let unchanged = 0;
    for (const id of await selectedIds(context, listOf(ioss), body.selection)) {
      const row = await write.selectFrom('ioss').selectAll().where('id', '=', id).executeTakeFirst();
      const wrong = !row
        ? problem('NOT_FOUND')
        : !locked && row.locked === 1 && row.validTo !== null && row.validTo < day
          ? problem('IOSS_EXPIRED', { no: row.iossNo, day: row.validTo })
          : undefined;
      if (wrong) failed.push({ key: row?.iossNo ?? id, code: wrong.code, msg: explain(language, wrong) });
      else if (row && (row.locked === 1) === locked) unchanged += 1;
      else if (row) {
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
        changed.push(row.iossNo);
      }
    }
    if (changed.length === 0) context.unchanged();
    return { ok: changed.length, unchanged, failed };
  },
};
