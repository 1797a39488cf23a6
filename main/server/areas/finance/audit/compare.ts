import type { AuditedLine, AuditGap, AuditProof } from '@contract/finance/supplierAudit';
import type { AuditBasis } from '@contract/vocabulary';

/** Proofs of a basis, each with the quantity that it counts for, and the facts that are missing. */
export interface Happened {
  readonly proofs: readonly AuditProof[];
  readonly gaps: readonly AuditGap[];
}

/** A proof without what does not apply to its kind. */
export const proofOf = (
  kind: AuditProof['kind'],
  no: string,
  more: Partial<Omit<AuditProof, 'kind' | 'no'>>,
): AuditProof => ({ kind, no, at: null, by: null, quantity: 0, billId: null, cmrId: null, ...more });

/**
 * Units in which each basis is billed: codes of UN/ECE recommendation 20, and of recommendation 21 after an X. C62, H87
 * and EA are plain pieces; E54 is a trip, KGM a kilogram, XPX a pallet, XPC a parcel, XPK a package.
 */
const PIECES = ['C62', 'H87', 'EA'];
const UNITS: Readonly<Record<AuditBasis, ReadonlySet<string>>> = {
  trips: new Set([...PIECES, 'E54']),
  pallets: new Set([...PIECES, 'XPX']),
  parcels: new Set([...PIECES, 'XPC', 'XPK']),
  pallet_days: new Set([...PIECES, 'XPX', 'DAY']),
  station_kg_days: new Set([...PIECES, 'KGM']),
  chargeable_kg: new Set(['KGM']),
};

/** True for a unit in which a basis is billed; a line without a unit is billed by its basis. */
export const isUnitOf = (basis: AuditBasis, unit: string | null): boolean =>
  unit === null || UNITS[basis].has(unit);

/** Thousandths: quantities have no more decimals. */
const inThousandths = (value: number) => Math.round(value * 1000);

/** The quantity of a line as billed. */
export interface BilledLine {
  readonly no: string;
  readonly basis: AuditBasis;
  readonly billed: number | null;
  readonly unit: string | null;
}

/**
 * Compares a billed quantity with what happened. Nothing is said to agree while a fact is missing: later facts may
 * change it.
 */
export function compareLine(
  { no, basis, billed, unit }: BilledLine,
  { proofs, gaps }: Happened,
): AuditedLine {
  const missing: AuditGap[] = [...gaps];
  if (billed === null) missing.push({ gap: 'quantity', no: '' });
  else if (billed <= 0) missing.push({ gap: 'credit', no: '' });
  if (!isUnitOf(basis, unit)) missing.push({ gap: 'unit', no: unit ?? '' });
  const happened = proofs.reduce((sum, { quantity }) => sum + inThousandths(quantity), 0);
  const left = Math.max(0, happened);
  return {
    ...{ no, basis, billed, happened: left / 1000, proofs: [...proofs], gaps: missing },
    result:
      missing.length > 0 || billed === null
        ? 'unknown'
        : inThousandths(billed) === left
          ? 'agrees'
          : 'differs',
  };
}
