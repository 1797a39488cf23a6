import type { SearchKind } from '@contract/bill/searchHit';
import { billNo as billNoRule } from '@contract/rules/codes';
import type { NumberPlace, SearchedNumber } from '../../store/findNumbers';

const ofBill = 'join bill on bill.id = record.billId';
/**
 * Joins a record to the bills of the rows that reference it, through their distinct ids: SQLite and PostgreSQL then
 * find each bill by its id.
 */
const joinBills = (table: string, column: string) =>
  `left join json_each((select json_group_array(distinct billId) from ${table} where ${column} = record.id)) as led on true
    left join bill on bill.id = led.value`;
/** Columns with each kind of number, in the order in which hits are shown. */
export const numberPlaces: readonly (NumberPlace & { readonly kind: SearchKind })[] = [
  { kind: 'bill', table: 'bill', column: 'billNo', index: 'whole', join: null },
  { kind: 'house', table: 'bill', column: 'houseNo', index: 'end', join: null },
  { kind: 'box', table: 'box', column: 'boxNo', index: 'whole', join: ofBill },
  { kind: 'parcel', table: 'parcel', column: 'trackingNo', index: 'twelve', join: ofBill },
  { kind: 'order', table: 'parcel', column: 'orderNo', index: 'end', join: ofBill },
  ...(['palletNo', 'sscc'] as const).map((column) => ({
    ...{ kind: 'pallet' as const, table: 'pallet', column, index: 'end' as const },
    join: joinBills('box', 'palletId'),
  })),
  {
    ...{ kind: 'cmr', table: 'cmr', column: 'cmrNo', index: 'end' },
    join: joinBills('cmrBill', 'cmrId'),
  },
  { kind: 'mrn', table: 'batch', column: 'mrn', index: 'end', join: ofBill },
  { kind: 'mrn', table: 'batch', column: 'lrn', index: 'end', join: ofBill },
  { kind: 't1', table: 't1', column: 'mrn', index: 'end', join: ofBill },
  { kind: 't1', table: 't1', column: 'lrn', index: 'end', join: ofBill },
  { kind: 't1', table: 'bill', column: 't1Mrn', index: 'end', join: null },
  { kind: 'uld', table: 'billUld', column: 'uldNo', index: 'end', join: ofBill },
  { kind: 'uld', table: 'pmc', column: 'uldNo', index: 'end', join: ofBill },
];
/** A number in the spellings in which it may be stored. */
export const searchedNumber = (number: string, at: number): SearchedNumber => {
  const typed = number.toUpperCase();
  return { at, spellings: [typed, billNoRule.normalise(number)], bare: typed.replace(/[-.]/g, '') };
};
