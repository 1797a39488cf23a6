import type { AuditResult } from '@contract/finance/supplierAudit';
import type { AuditBasis } from '@contract/vocabulary';
import { expect, test } from 'vitest';
import { compareLine, type Happened, proofOf } from '../../../main/server/areas/finance/audit/compare';
import {
  type PalletFact,
  palletDaysOf,
  palletsMoved,
} from '../../../main/server/areas/finance/audit/pallets';
import { parcelsDelivered } from '../../../main/server/areas/finance/audit/parcels';
import { type StationFact, stationKgDays } from '../../../main/server/areas/finance/audit/station';
import { tripsOf } from '../../../main/server/areas/finance/audit/trips';

const CARRIER = 7;
const note = (cmrNo: string, changes: object = {}) => ({
  ...{ id: 1, cmrNo, carrierCompanyId: CARRIER, state: 'in_transit' },
  ...{ departedAt: '2026-11-03T10:00:00Z', departedBy: 'Anna' },
  ...changes,
});
const pallet = (changes: Partial<PalletFact>): PalletFact => ({
  ...{ palletNo: 'P-1', builtBy: 'Ben', cmrId: 1, freeDays: 3, zone: 'Europe/Amsterdam' },
  ...{ came: '2026-11-06T09:00:00Z', left: '2026-11-10T09:00:00Z' },
  ...changes,
});
const station = (changes: Partial<StationFact>): StationFact => ({
  ...{ billId: 1, billNo: 'B-1', noaAt: '2026-11-01T00:00:00Z', freeHours: 24 },
  ...{ grams: 1_000_000, boxCount: 10, pickups: [] },
  ...changes,
});
const pickup = (boxes: number, pickedUpAt: string | null) => ({
  pickNo: `T-${boxes}`,
  boxes,
  pickedUpAt,
  by: null,
});
const billedBefore = (found: Happened, quantity: number): Happened => ({
  ...found,
  proofs: [...found.proofs, proofOf('billed', 'INV-1', { quantity: -quantity })],
});

interface Case {
  readonly basis: AuditBasis;
  readonly billed: number | null;
  readonly unit?: string;
  readonly found: Happened;
  readonly happened: number;
  readonly result: AuditResult;
  readonly gaps?: readonly string[];
}

const CASES: Readonly<Record<string, Case>> = {
  'two trips billed, two departed': {
    ...{ basis: 'trips', billed: 2, unit: 'E54', happened: 2, result: 'agrees' },
    found: tripsOf({ notes: [note('C-1'), note('C-2', { id: 2 })], openBills: [] }, CARRIER),
  },
  'a trip of another carrier is none of this one': {
    ...{ basis: 'trips', billed: 2, happened: 1, result: 'differs' },
    found: tripsOf({ notes: [note('C-1'), note('C-2', { carrierCompanyId: 8 })], openBills: [] }, CARRIER),
  },
  'a trip billed twice': {
    ...{ basis: 'trips', billed: 1, happened: 0, result: 'differs' },
    found: billedBefore(tripsOf({ notes: [note('C-1')], openBills: [] }, CARRIER), 1),
  },
  'a truck that was cancelled': {
    ...{ basis: 'trips', billed: 1, happened: 0, result: 'differs' },
    found: tripsOf(
      { notes: [note('C-1', { state: 'cancelled', departedAt: null })], openBills: [] },
      CARRIER,
    ),
  },
  'an invoice before the truck departed': {
    ...{ basis: 'trips', billed: 1, happened: 0, result: 'unknown', gaps: ['noteOpen'] },
    found: tripsOf({ notes: [note('C-1', { state: 'loaded', departedAt: null })], openBills: [] }, CARRIER),
  },
  'a trip while goods are still in the warehouse': {
    ...{ basis: 'trips', billed: 1, happened: 1, result: 'unknown', gaps: ['goodsOpen'] },
    found: tripsOf({ notes: [note('C-1')], openBills: ['B-1'] }, CARRIER),
  },
  'a departed truck without a carrier': {
    ...{ basis: 'trips', billed: 1, happened: 0, result: 'unknown', gaps: ['noteOpen'] },
    found: tripsOf({ notes: [note('C-1', { carrierCompanyId: null })], openBills: [] }, CARRIER),
  },
  'a line without a quantity': {
    ...{ basis: 'trips', billed: null, happened: 1, result: 'unknown', gaps: ['quantity'] },
    found: tripsOf({ notes: [note('C-1')], openBills: [] }, CARRIER),
  },
  'trips billed in kilograms': {
    ...{ basis: 'trips', billed: 1, unit: 'KGM', happened: 1, result: 'unknown', gaps: ['unit'] },
    found: tripsOf({ notes: [note('C-1')], openBills: [] }, CARRIER),
  },
  'a credit note': {
    ...{ basis: 'trips', billed: -1, happened: 1, result: 'unknown', gaps: ['credit'] },
    found: tripsOf({ notes: [note('C-1')], openBills: [] }, CARRIER),
  },
  'pallets split over two trucks': {
    ...{ basis: 'pallets', billed: 2, unit: 'XPX', happened: 2, result: 'agrees' },
    found: palletsMoved({ pallets: [pallet({}), pallet({ palletNo: 'P-2', cmrId: 2 })], openBills: [] }),
  },
  'more pallets billed than moved': {
    ...{ basis: 'pallets', billed: 3, happened: 2, result: 'differs' },
    found: palletsMoved({ pallets: [pallet({}), pallet({ palletNo: 'P-2' })], openBills: [] }),
  },
  'a pallet that is still there': {
    ...{ basis: 'pallets', billed: 1, happened: 0, result: 'unknown', gaps: ['stayOpen'] },
    found: palletsMoved({ pallets: [pallet({ left: null })], openBills: [] }),
  },
  // Friday to Tuesday are five days; a weekend counts like other days.
  'pallet days over a weekend, beyond three free days': {
    ...{ basis: 'pallet_days', billed: 2, unit: 'DAY', happened: 2, result: 'agrees' },
    found: palletDaysOf({ pallets: [pallet({})], openBills: [] }),
  },
  // The clocks go back on 25 October 2026: 23:30 UTC of the 24th is the 25th in Amsterdam.
  'pallet days over the change of the clocks': {
    ...{ basis: 'pallet_days', billed: 1, happened: 1, result: 'agrees' },
    found: palletDaysOf({
      pallets: [pallet({ freeDays: 1, came: '2026-10-24T23:30:00Z', left: '2026-10-26T22:30:00Z' })],
      openBills: [],
    }),
  },
  'pallet days without the scan of the arrival': {
    ...{ basis: 'pallet_days', billed: 1, happened: 0, result: 'unknown', gaps: ['stayOpen'] },
    found: palletDaysOf({ pallets: [pallet({ came: null })], openBills: [] }),
  },
  'parcels delivered with a proof': {
    ...{ basis: 'parcels', billed: 40, unit: 'XPC', happened: 40, result: 'agrees' },
    found: parcelsDelivered({
      deliveries: [{ id: 1, cmrNo: 'C-1', podAt: '2026-11-05T10:00:00Z', podBy: 'Cleo', parcels: 40 }],
      openBills: [],
    }),
  },
  'parcels without a proof of delivery': {
    ...{ basis: 'parcels', billed: 60, happened: 40, result: 'unknown', gaps: ['podOpen'] },
    found: parcelsDelivered({
      deliveries: [
        { id: 1, cmrNo: 'C-1', podAt: '2026-11-05T10:00:00Z', podBy: 'Cleo', parcels: 40 },
        { id: 2, cmrNo: 'C-2', podAt: null, podBy: null, parcels: 20 },
      ],
      openBills: [],
    }),
  },
  'a partial pickup: each part has its own days': {
    // 500 kg for two days, and 500 kg for four.
    ...{ basis: 'station_kg_days', billed: 3000, unit: 'KGM', happened: 3000, result: 'agrees' },
    found: stationKgDays([
      station({ pickups: [pickup(5, '2026-11-04T00:00:00Z'), pickup(5, '2026-11-06T00:00:00Z')] }),
    ]),
  },
  'a partial pickup with goods still at the station': {
    ...{ basis: 'station_kg_days', billed: 1000, happened: 1000, result: 'unknown', gaps: ['pickupOpen'] },
    found: stationKgDays([station({ pickups: [pickup(5, '2026-11-04T00:00:00Z')] })]),
  },
  'storage without a notice of arrival': {
    ...{ basis: 'station_kg_days', billed: 1000, happened: 0, result: 'unknown', gaps: ['noaMissing'] },
    found: stationKgDays([station({ noaAt: null })]),
  },
};

test.each(Object.entries(CASES))('%s', (_, { basis, billed, unit, found, happened, result, gaps = [] }) => {
  const line = compareLine({ no: '1', basis, billed, unit: unit ?? null }, found);
  expect(line).toMatchObject({ result, billed, happened });
  expect(line.gaps.map(({ gap }) => gap)).toEqual(gaps);
});
