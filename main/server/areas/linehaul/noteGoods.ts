import { billName } from '@contract/bill/billName';
import { problem } from '@contract/errors';
import type { CmrView } from '@contract/linehaul/cmr';
import { type NamedGoods, type NoteBox, noteBox } from '@contract/linehaul/noteGoods';
import { refuseFields } from '../../core/refusal';
import { codecOf } from '../../store/codec';
import type { Reader } from '../../store/open';

const codec = codecOf(noteBox);

/** Boxes on the pallets of a note, pallet by pallet. */
export async function noteBoxes(read: Reader, cmrId: number): Promise<NoteBox[]> {
  const rows = await read
    .selectFrom('box')
    .innerJoin('pallet', 'pallet.id', 'box.palletId')
    .innerJoin('bill', 'bill.id', 'box.billId')
    .select(['box.id', 'pallet.id as palletId', 'bill.id as billId', 'bill.billNo', 'bill.batchNo'])
    .select(['box.boxNo', 'box.weight', 'box.place'])
    .where('pallet.cmrId', '=', cmrId)
    .orderBy('pallet.id')
    .orderBy('box.boxNo')
    .orderBy('box.id')
    .execute();
  return rows.map((row) => codec.decode(row));
}

/**
 * Finds named goods among the boxes of a note. Throws CMR_BOX_UNKNOWN for a pallet or box that is not on it, and
 * CMR_BOX_TWICE for a number that boxes of several bills have, at the field that names them.
 */
export function goodsNamed(
  { cmrNo: cmr }: Pick<CmrView, 'cmrNo'>,
  boxes: readonly NoteBox[],
  { palletIds, boxIds, boxNos }: NamedGoods,
  field: 'missing' | 'returned',
): NoteBox[] {
  const unknown = (no: string) => refuseFields({ [field]: problem('CMR_BOX_UNKNOWN', { no, cmr }) });
  const chosen = new Set<NoteBox>();
  const add = (no: string, found: readonly NoteBox[]) => {
    if (found.length === 0) throw unknown(no);
    for (const box of found) chosen.add(box);
  };
  for (const id of palletIds)
    add(
      String(id),
      boxes.filter(({ palletId }) => palletId === id),
    );
  for (const id of boxIds)
    add(
      String(id),
      boxes.filter((box) => box.id === id),
    );
  for (const no of boxNos) {
    const found = boxes.filter(({ boxNo }) => boxNo === no);
    if (found.length > 1) {
      const bills = { list: found.map(billName) };
      throw refuseFields({ [field]: problem('CMR_BOX_TWICE', { no, cmr, bills }) });
    }
    add(no, found);
  }
  return boxes.filter((box) => chosen.has(box));
}

/** Pallets of a note for a message: each with its boxes and bills, the first ten. */
export function palletsInWords(
  pallets: readonly { readonly id: number; readonly palletNo: string }[],
  boxes: readonly NoteBox[],
): string[] {
  const words = pallets.map(({ id, palletNo }) => {
    const own = boxes.filter(({ palletId }) => palletId === id);
    return `${palletNo} (${[own.length, ...new Set(own.map(billName))].join(' · ')})`;
  });
  return words.length > 10 ? [...words.slice(0, 10), '…'] : words;
}
