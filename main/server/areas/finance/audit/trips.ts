import type { AuditGap } from '@contract/finance/supplierAudit';
import { type Happened, proofOf } from './compare';

/** A consignment note of the bills, and who recorded that its truck departed. */
export interface NoteFact {
  readonly id: number;
  readonly cmrNo: string;
  readonly carrierCompanyId: number | null;
  readonly state: string;
  readonly departedAt: string | null;
  readonly departedBy: string | null;
}

/** Facts about the trucks of bills. */
export interface TripFacts {
  readonly notes: readonly NoteFact[];
  /** Bills with boxes that no truck has taken yet. */
  readonly openBills: readonly string[];
}

/**
 * Trips of a carrier: its notes that departed, each once, however many bills it carries. A note that has not departed,
 * and goods that have not left, may still become a trip; a cancelled note is none.
 */
export function tripsOf({ notes, openBills }: TripFacts, supplierId: number): Happened {
  const own = notes.filter(
    ({ carrierCompanyId, state }) => carrierCompanyId === supplierId && state !== 'cancelled',
  );
  const unnamed = notes.filter(
    ({ carrierCompanyId, departedAt }) => carrierCompanyId === null && departedAt !== null,
  );
  const waiting = own.filter(({ departedAt }) => departedAt === null);
  const gaps: AuditGap[] = [...waiting, ...unnamed].map(({ cmrNo }) => ({ gap: 'noteOpen', no: cmrNo }));
  return {
    proofs: own
      .filter(({ departedAt }) => departedAt !== null)
      .map(({ id, cmrNo, departedAt, departedBy }) =>
        proofOf('cmr', cmrNo, { at: departedAt, by: departedBy, quantity: 1, cmrId: id }),
      ),
    gaps: [...gaps, ...openBills.map((no): AuditGap => ({ gap: 'goodsOpen', no }))],
  };
}
