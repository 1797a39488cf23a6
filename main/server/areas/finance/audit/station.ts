import type { AuditGap, AuditProof } from '@contract/finance/supplierAudit';
import { stationDays } from '@contract/rules/storage';
import { type Happened, proofOf } from './compare';

/** A trip that took goods from the cargo station. */
export interface PickupFact {
  readonly pickNo: string;
  readonly boxes: number;
  /** When it left the station; null while its pickup is not finished. */
  readonly pickedUpAt: string | null;
  readonly by: string | null;
}

/** Facts about a bill at the cargo station. */
export interface StationFact {
  readonly billId: number;
  readonly billNo: string;
  readonly noaAt: string | null;
  readonly freeHours: number;
  /** Gross weight in grams, and boxes, of the whole bill. */
  readonly grams: number;
  readonly boxCount: number;
  readonly pickups: readonly PickupFact[];
}

/** Kilograms by days at the station of one bill: each trip took its share of the weight at its own time. */
function stationOf({ billId, billNo, noaAt, freeHours, grams, boxCount, pickups }: StationFact): Happened {
  if (noaAt === null) return { proofs: [], gaps: [{ gap: 'noaMissing', no: billNo }] };
  const taken = pickups.reduce((sum, { boxes, pickedUpAt }) => sum + (pickedUpAt === null ? 0 : boxes), 0);
  const open = pickups.filter(({ pickedUpAt }) => pickedUpAt === null);
  const gaps = open.map(({ pickNo }): AuditGap => ({ gap: 'pickupOpen', no: pickNo }));
  if (taken < boxCount && open.length === 0) gaps.push({ gap: 'pickupOpen', no: billNo });
  const proofs: AuditProof[] = [proofOf('noa', billNo, { at: noaAt, billId })];
  for (const { pickNo, boxes, pickedUpAt, by } of pickups) {
    if (pickedUpAt === null) continue;
    const days = stationDays(noaAt, pickedUpAt, freeHours);
    const share = boxCount === 0 ? 0 : (grams * boxes * days) / Math.max(boxCount, taken);
    proofs.push(
      proofOf('pickup', pickNo, { at: pickedUpAt, by, billId, quantity: Math.round(share) / 1000 }),
    );
  }
  return { proofs, gaps };
}

/**
 * Storage at the cargo station in kilograms by days: from the notice of arrival and the free hours to each pickup; a day
 * that has begun counts in full (reference 7.1).
 */
export function stationKgDays(facts: readonly StationFact[]): Happened {
  const found = facts.map(stationOf);
  return { proofs: found.flatMap(({ proofs }) => proofs), gaps: found.flatMap(({ gaps }) => gaps) };
}

/** The chargeable weight of bills. */
export function chargeableKg(
  facts: readonly { readonly billId: number; readonly billNo: string; readonly grams: number | null }[],
): Happened {
  return {
    proofs: facts.flatMap(({ billId, billNo, grams }) =>
      grams === null ? [] : [proofOf('bill', billNo, { billId, quantity: grams / 1000 })],
    ),
    gaps: facts.flatMap(({ billNo, grams }): AuditGap[] =>
      grams === null ? [{ gap: 'weightMissing', no: billNo }] : [],
    ),
  };
}
