import { billName } from '@contract/bill/billName';
import { type CmrDetail, type CmrView, cmrMachine, cmrRow } from '@contract/linehaul/cmr';
import type { BlockedBox } from '@contract/rules/custody';
import { record } from '../../core/record';
import { refuse } from '../../core/refusal';
import { codecOf } from '../../store/codec';
import type { Reader } from '../../store/open';
import { keptOn } from '../warehouse/goods';
import { palletsOfCmr } from '../warehouse/pallets';
import { WITH_TRUCK } from './cmrFacts';

/** A note as stored. */
export type CmrColumns = Omit<
  CmrView,
  'asOf' | 'bills' | 'carriedBoxes' | 'openPallet' | keyof BlockedBox | 'archivedBill'
>;
export const cmrCodec = codecOf(cmrRow);

/** Adds to a page of notes their contents. */
export async function viewsOf(read: Reader, rows: readonly CmrColumns[], now: string): Promise<CmrView[]> {
  const ids = rows.map(({ id }) => id);
  if (ids.length === 0) return [];
  const bills = await read
    .selectFrom('cmrBill')
    .innerJoin('bill', 'bill.id', 'cmrBill.billId')
    .select(['cmrBill.cmrId', 'bill.id', 'bill.billNo', 'bill.batchNo', 'bill.archived'])
    .where('cmrBill.cmrId', 'in', ids)
    .orderBy('bill.id')
    .execute();
  const boxes = await read
    .selectFrom('box')
    .innerJoin('pallet', 'pallet.id', 'box.palletId')
    .select((of) => [
      ...(['pallet.cmrId', 'box.billId'] as const),
      of.fn.countAll<number>().as('boxes'),
      of.fn
        .countAll<number>()
        .filterWhere('box.place', 'in', [...WITH_TRUCK])
        .as('carried'),
    ])
    .where('pallet.cmrId', 'in', ids)
    .groupBy(['pallet.cmrId', 'box.billId'])
    .execute();
  const kept = await keptOn(read, 'pallet.cmrId', ids);
  const open = await read
    .selectFrom('pallet')
    .select((of) => ['cmrId', of.fn.min('palletNo').as('palletNo')])
    .where('cmrId', 'in', ids)
    .where('state', '=', 'open')
    .groupBy('cmrId')
    .execute();
  return rows.map((row) => {
    const own = bills.filter(({ cmrId }) => cmrId === row.id);
    const standing = boxes.filter(({ cmrId }) => cmrId === row.id);
    const archived = own.find((bill) => bill.archived === 1);
    // Notes from before pallets were stored name the one bill that they carry.
    const known = (billId: number) =>
      standing.find((of) => of.billId === billId)?.boxes ?? (own.length === 1 ? row.totalBoxes : 0);
    return {
      ...row,
      asOf: now,
      carriedBoxes:
        standing.length === 0 ? row.totalBoxes : standing.reduce((sum, { carried }) => sum + carried, 0),
      bills: own.map(({ id, billNo, batchNo }) => ({ id, billNo, batchNo, boxes: known(id) })),
      openPallet: open.find(({ cmrId }) => cmrId === row.id)?.palletNo ?? null,
      ...kept(row.id),
      archivedBill: archived ? billName(archived) : null,
    };
  });
}

/** Loads a note with its pallets. Throws NOT_FOUND. */
export async function loadCmr(read: Reader, id: number, now: string): Promise<CmrDetail> {
  const row = await read.selectFrom('cmr').selectAll().where('id', '=', id).executeTakeFirst();
  const [view] = row ? await viewsOf(read, [cmrCodec.decode(row)], now) : [];
  if (!view) throw refuse('NOT_FOUND');
  return { ...view, pallets: await palletsOfCmr(read, id) };
}

/** Changes of notes. */
export const notes = record({
  table: 'cmr',
  row: cmrRow,
  machine: cmrMachine,
  load: ({ read, now }, id: number) => loadCmr(read, id, now),
  about: (cmr) => ({ row: cmr, facts: cmr }),
});
