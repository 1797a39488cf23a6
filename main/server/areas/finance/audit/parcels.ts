import type { AuditGap } from '@contract/finance/supplierAudit';
import { type Happened, proofOf } from './compare';

/** A consignment note that brought parcels of the bills. */
export interface DeliveryFact {
  readonly id: number;
  readonly cmrNo: string;
  readonly podAt: string | null;
  readonly podBy: string | null;
  /** Parcels on it that are delivered by the custody ledger. */
  readonly parcels: number;
}

/** Facts about the parcels of bills. */
export interface ParcelFacts {
  readonly deliveries: readonly DeliveryFact[];
  /** Bills with parcels that are neither delivered nor at another end of their way. */
  readonly openBills: readonly string[];
}

/** Parcels that were delivered, by the proof of delivery of each truck. A delivery without one proves nothing. */
export function parcelsDelivered({ deliveries, openBills }: ParcelFacts): Happened {
  const proven = deliveries.filter(({ podAt }) => podAt !== null);
  const open = deliveries.filter(({ podAt }) => podAt === null);
  return {
    proofs: proven.map(({ id, cmrNo, podAt, podBy, parcels }) =>
      proofOf('pod', cmrNo, { at: podAt, by: podBy, quantity: parcels, cmrId: id }),
    ),
    gaps: [
      ...open.map(({ cmrNo }): AuditGap => ({ gap: 'podOpen', no: cmrNo })),
      ...openBills.map((no): AuditGap => ({ gap: 'podOpen', no })),
    ],
  };
}
