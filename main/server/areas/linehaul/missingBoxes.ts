import type { Bill } from '@contract/bill/bill';
import type { CmrView } from '@contract/linehaul/cmr';
import type { NoteBox } from '@contract/linehaul/noteGoods';
import type { Context } from '../../core/context';
import type { Reader } from '../../store/open';
import { logBill } from '../bill/billHistory';
import { addCase } from '../bill/cases';
import { moveBoxes } from '../custody/moves';
import { roadClaim } from '../customs/claims';
import { inBoth, notifyStaff } from '../partners/messages';
import { refreshBoxes } from '../warehouse/boxViews';

/** True if a consignee signed without boxes of a bill, on any note or on one, and they are still lost. */
export async function hasMissing(db: Reader, billId: number, cmrId?: number): Promise<boolean> {
  const found = await db
    .selectFrom('box')
    .select('id')
    .where('billId', '=', billId)
    .where('place', '=', 'lost')
    .where('placeId', cmrId === undefined ? 'is not' : '=', cmrId ?? null)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** Marks boxes that a consignee signed without, and opens a case for each on its own bill. The caller refreshes bills. */
export async function markMissing(
  context: Context,
  cmr: CmrView,
  bills: readonly Bill[],
  boxes: readonly NoteBox[],
  podAt: string,
): Promise<void> {
  const { write } = context;
  if (boxes.length === 0) return;
  await moveBoxes(
    context,
    boxes.map(({ id }) => id),
    { place: 'lost', id: cmr.id },
    { at: podAt, proof: 'pod', proofId: cmr.id, proofText: cmr.cmrNo },
  );
  for (const bill of bills) {
    const own = boxes.filter(({ billId }) => billId === bill.id);
    if (own.length === 0) continue;
    for (const box of own) await openShortage(context, cmr, box, podAt);
    await refreshBoxes(
      write,
      bill.id,
      own.map(({ id }) => id),
    );
    const numbers = own.map(({ boxNo }) => boxNo);
    await logBill(context, 'deliver', bill, { after: { missing: numbers.join(', ') }, remark: cmr.cmrNo });
    const shown = numbers.length > 10 ? [...numbers.slice(0, 10), '…'] : numbers;
    const text = inBoth('CMR_BOXES_MISSING', { cmr: cmr.cmrNo, n: own.length, boxes: { list: shown } });
    await notifyStaff(context, { type: 'exception', text, to: ['bill.cases.edit'], bill });
  }
}

/** Opens a case for a box that a note came without, unless one from an earlier signature is still worked on. */
async function openShortage(context: Context, cmr: CmrView, box: NoteBox, podAt: string): Promise<void> {
  const worked = await context.write
    .selectFrom('abnormalCase')
    .select('id')
    .where('boxId', '=', box.id)
    .where('type', '=', 'shortage')
    .where('cmrId', '=', cmr.id)
    .where('state', '!=', 'closed')
    .executeTakeFirst();
  if (worked) return;
  await addCase(context, {
    ...{ billId: box.billId, boxId: box.id, type: 'shortage', level: 'box', quantity: 1 },
    ...{ foundAt: podAt, description: cmr.cmrNo, cmrId: cmr.id },
    claim: await roadClaim(context.write, cmr.id, 'shortage', podAt),
  });
}

/** Undoes {@link markMissing}: cases that nobody has changed are deleted, the others stay for whoever works on them. */
export async function clearMissing({ write }: Context, cmr: CmrView): Promise<void> {
  await write
    .deleteFrom('abnormalCase')
    .where('cmrId', '=', cmr.id)
    .where('type', '=', 'shortage')
    .where('state', '=', 'open')
    .where('version', '=', 1)
    .execute();
}
