import * as z from 'zod';
import { choice, dateTime, decimal, id, text } from '../fields';
import { object } from '../shape';
import { auditBases } from '../vocabulary';

/** Outcome of a comparison. `unknown`: a fact or a quantity is missing, which is named. */
export const auditResults = ['agrees', 'differs', 'unknown'] as const;
export type AuditResult = (typeof auditResults)[number];

/** Kinds of record that prove what happened, or what was billed before. */
export const auditProofs = ['cmr', 'pod', 'pallet', 'noa', 'pickup', 'stay', 'bill', 'billed'] as const;

/** A fact with the record that proves it. */
const auditProof = object(() => ({
  kind: choice('auditProof', auditProofs),
  /** Number of the note, the trip, the pallet, the bill or the invoice. */
  no: text(80),
  /** Time of the fact as recorded. */
  at: dateTime().nullable(),
  /** Name of the person who recorded it; null if that is not known. */
  by: text(120).nullable(),
  /** What it counts for, in the unit of the basis; negative for what was billed before. */
  quantity: decimal(null, 1_000_000_000, -1_000_000_000),
  /** The bill or the note to open. */
  billId: id().nullable(),
  cmrId: id().nullable(),
}));
export type AuditProof = z.output<typeof auditProof>;

/** Reasons that nothing can be said. */
export const auditGaps = [
  ...(['quantity', 'unit', 'credit', 'goodsOpen', 'noteOpen', 'noaMissing', 'pickupOpen'] as const),
  ...(['podOpen', 'stayOpen', 'weightMissing', 'otherBills', 'noBills'] as const),
] as const;
const auditGap = object(() => ({
  gap: choice('auditGap', auditGaps),
  /** The record that lacks it; empty for the line itself. */
  no: z.string(),
}));
export type AuditGap = z.output<typeof auditGap>;

/** A line of an invoice compared with the facts; a category without a basis has no result. */
export const auditedLine = object(() => ({
  no: z.string(),
  basis: choice('auditBasis', auditBases).nullable(),
  result: choice('auditResult', auditResults).nullable(),
  billed: decimal(null, 1_000_000_000, -1_000_000_000).nullable(),
  /** What happened and was not billed before; null if the category has no basis. */
  happened: decimal(null, 1_000_000_000, -1_000_000_000).nullable(),
  proofs: z.array(auditProof),
  gaps: z.array(auditGap),
}));
export type AuditedLine = z.output<typeof auditedLine>;
