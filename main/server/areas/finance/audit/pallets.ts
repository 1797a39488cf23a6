import type { AuditGap } from '@contract/finance/supplierAudit';
import { daysStored } from '@contract/rules/storage';
import { type Happened, proofOf } from './compare';

/** A pallet with boxes of the bills: its first box in and its last box out. */
export interface PalletFact {
  readonly palletNo: string;
  readonly builtBy: string | null;
  readonly cmrId: number | null;
  /** When its first box of these bills came into the warehouse; null if that was not scanned. */
  readonly came: string | null;
  /** When its last box left; null while one is there. */
  readonly left: string | null;
  /** Free days and clock of its warehouse. */
  readonly freeDays: number;
  readonly zone: string;
}

/** Facts about the pallets of bills. */
export interface PalletFacts {
  readonly pallets: readonly PalletFact[];
  /** Bills with goods in the warehouse that are on no pallet. */
  readonly openBills: readonly string[];
}

const gapsOf = (openBills: readonly string[]) => openBills.map((no): AuditGap => ({ gap: 'goodsOpen', no }));
const staying = (pallets: readonly PalletFact[]) =>
  pallets.flatMap(({ left, palletNo }): AuditGap[] =>
    left === null ? [{ gap: 'stayOpen', no: palletNo }] : [],
  );

/** Pallets that were built and left, each once, however many bills are on it. */
export function palletsMoved({ pallets, openBills }: PalletFacts): Happened {
  return {
    proofs: pallets
      .filter(({ left }) => left !== null)
      .map(({ palletNo, left, builtBy, cmrId }) =>
        proofOf('pallet', palletNo, { at: left, by: builtBy, cmrId, quantity: 1 }),
      ),
    gaps: [...staying(pallets), ...gapsOf(openBills)],
  };
}

/**
 * Days of storage of pallets in the warehouse beyond its free days, added up: calendar days by the clock of the
 * warehouse, the first and the last included (reference 7.1).
 */
export function palletDaysOf({ pallets, openBills }: PalletFacts): Happened {
  const unknown = pallets.filter(({ came }) => came === null);
  return {
    proofs: pallets.flatMap(({ palletNo, came, left, builtBy, cmrId, freeDays, zone }) =>
      came === null || left === null
        ? []
        : [
            proofOf('stay', palletNo, {
              ...{ at: left, by: builtBy, cmrId },
              quantity: Math.max(0, daysStored(came, left, zone) - freeDays),
            }),
          ],
    ),
    gaps: [
      ...staying(pallets),
      ...unknown.map(({ palletNo }): AuditGap => ({ gap: 'stayOpen', no: palletNo })),
      ...gapsOf(openBills),
    ],
  };
}
