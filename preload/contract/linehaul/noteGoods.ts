import * as z from 'zod';
import { places } from '../custody/place';
import { code, id, stateOf, text, weight } from '../fields';
import { MAX_BULK } from '../limits';
import { boxNo } from '../rules/codes';
import { object, strictObject } from '../shape';

/** Goods of a note by name: whole pallets, and boxes by id or by number. */
export const namedGoods = strictObject(() => ({
  palletIds: z.array(id()).max(66).default([]),
  boxIds: z.array(id()).max(MAX_BULK).default([]),
  boxNos: z.array(code(boxNo)).max(MAX_BULK).default([]),
}));
export type NamedGoods = z.output<typeof namedGoods>;

export const NO_GOODS: NamedGoods = { palletIds: [], boxIds: [], boxNos: [] };

/** True if at least one pallet or box is named. */
export const namesGoods = ({ palletIds, boxIds, boxNos }: NamedGoods): boolean =>
  palletIds.length + boxIds.length + boxNos.length > 0;

/** A box on a pallet of a note. */
export const noteBox = object(() => ({
  id: id(),
  palletId: id(),
  billId: id(),
  billNo: text(20),
  batchNo: text(30),
  boxNo: code(boxNo),
  weight: weight(),
  /** Where it is: lost if the consignee signed without having received it. */
  place: stateOf({ name: 'place', states: places }),
}));
export type NoteBox = z.output<typeof noteBox>;
