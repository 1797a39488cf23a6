import { problem } from '@contract/errors';
import { isMawb } from '@contract/rules/codes';
import { amsRecord } from '@contract/sea/amsRecord';
import type { Context, GroupHandlers } from '../../core/context';
import { crudHandlers } from '../../core/crud';
import { refuseFields } from '../../core/refusal';
import type { Reader } from '../../store/open';
import { reachNode } from './seaLinks';

/** Finds the bill of a manifest: of several under one master number the one with its house number, else the first. */
async function billOf(
  db: Reader,
  { masterNo, houseNo }: { readonly masterNo: string; readonly houseNo: string | null },
): Promise<{ seaBillId: number | null; billId: number | null }> {
  const pick = <Row extends { id: number; houseNo: string | null }>(rows: readonly Row[]) =>
    (rows.find((row) => row.houseNo === houseNo) ?? rows[0])?.id ?? null;
  if (!isMawb(masterNo)) {
    const bills = await db
      .selectFrom('seaBill')
      .select(['id', 'hblNo as houseNo'])
      .where('mblNo', '=', masterNo)
      .where('podCode', 'like', 'US%')
      .orderBy('id')
      .execute();
    return { seaBillId: pick(bills), billId: null };
  }
  const bills = await db
    .selectFrom('bill')
    .innerJoin('airport', 'airport.id', 'bill.landingAirportId')
    .innerJoin('country', 'country.id', 'airport.countryId')
    .select(['bill.id', 'bill.houseNo'])
    .where('bill.billNo', '=', masterNo)
    .where('bill.removedAt', 'is', null)
    .where('country.code', '=', 'US')
    .orderBy('bill.id')
    .execute();
  return { seaBillId: null, billId: pick(bills) };
}

/** Sets the manifest of a sea bill as filed at the first of its records that customs did not reject. */
async function markManifestFiled(context: Context, seaBillId: number | null): Promise<void> {
  if (seaBillId === null) return;
  const first = await context.write
    .selectFrom('amsRecord')
    .select('filedAt')
    .where('seaBillId', '=', seaBillId)
    .where('status', '!=', 'rejected')
    .orderBy('filedAt')
    .executeTakeFirst();
  await reachNode(context, seaBillId, 'amsFiled', first?.filedAt ?? null);
}

const {
  active: _,
  setActive: __,
  ...usual
} = crudHandlers(amsRecord, {
  check: async ({ now }, draft) => {
    if (String(draft.filedAt) > now)
      throw refuseFields({ filedAt: problem('NODE_FUTURE', { node: { field: 'filedAt' } }) });
    if (typeof draft.answeredAt === 'string' && draft.answeredAt < String(draft.filedAt))
      throw refuseFields({
        answeredAt: problem('NODE_ORDER', { node: { field: 'answeredAt' }, previous: { field: 'filedAt' } }),
      });
    if (draft.status === 'held' && !draft.holdCode) throw refuseFields({ holdCode: problem('REQUIRED') });
  },
  derive: async (draft, { read }) => {
    const found = await billOf(read, draft);
    if (found.seaBillId === null && found.billId === null)
      throw refuseFields({ masterNo: problem('AMS_BILL_UNKNOWN', { value: String(draft.masterNo) }) });
    return found;
  },
});

/** Manifests at US customs. */
export const amsRecordHandlers: GroupHandlers<'amsRecord'> = {
  ...usual,
  create: async (context, input) => {
    const made = await usual.create(context, input);
    await markManifestFiled(context, made.seaBillId);
    return made;
  },
  update: async (context, input) => {
    const before = await usual.get(context, input);
    const after = await usual.update(context, input);
    for (const id of new Set([before.seaBillId, after.seaBillId])) await markManifestFiled(context, id);
    return after;
  },
  remove: async (context, input) => {
    const { seaBillId } = await usual.get(context, input);
    await usual.remove(context, input);
    await markManifestFiled(context, seaBillId);
    return null;
  },
};
