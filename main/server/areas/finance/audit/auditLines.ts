import type { AuditedLine, AuditGap, AuditProof } from '@contract/finance/supplierAudit';
import type { SupplierInvoice } from '@contract/finance/supplierInvoiceRow';
import type { AuditBasis } from '@contract/vocabulary';
import { Refusal } from '../../../core/refusal';
import type { Reader } from '../../../store/open';
import { readBill } from '../../bill/billFacts';
import { billsOf } from '../allocation';
import { compareLine, isUnitOf, proofOf } from './compare';
import { type Found, factsFor } from './facts';

/** A line to compare with the facts; it is audited as one, however many bills it is shared over. */
export interface LineToAudit {
  readonly no: string;
  readonly basis: AuditBasis | null;
  readonly bills: readonly string[];
  readonly billedQuantity: number | null;
  readonly billedUnit: string | null;
}

/** A line that was recorded before. */
interface EarlierLine {
  readonly label: string;
  readonly billIds: ReadonlySet<number>;
  readonly quantity: number;
  readonly unit: string | null;
}

/** The bills of a line; undefined if one does not exist any more, or may not be seen. */
async function billsOfLine(db: Reader, numbers: readonly string[]) {
  try {
    return await Promise.all((await billsOf(db, numbers)).map(({ id }) => readBill(db, id)));
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}

/**
 * Lines of a supplier with the same basis that were recorded before for bills: without reversed costs. `before` is the
 * invoice that is audited; null if it is not recorded yet.
 */
async function earlierLines(
  db: Reader,
  basis: AuditBasis,
  supplierId: number,
  reach: ReadonlySet<number>,
  before: Pick<SupplierInvoice, 'id' | 'createdAt'> | null,
): Promise<EarlierLine[]> {
  const rows = await db
    .selectFrom('billCostOfBill')
    .innerJoin('feeCategory', 'feeCategory.id', 'billCostOfBill.feeCategoryId')
    .select([
      'billCostOfBill.id',
      'billCostOfBill.billId',
      'billCostOfBill.costNo',
      'billCostOfBill.invoiceNo',
    ])
    .select(['supplierInvoiceId', 'invoiceLineNo', 'billedQuantity', 'billedUnit', 'source', 'feeCategoryId'])
    .select('billCostOfBill.createdAt')
    .where('feeCategory.auditBasis', '=', basis)
    .where('supplierId', '=', supplierId)
    .where('billCostOfBill.reversesId', 'is', null)
    .where('billCostOfBill.reversed', '=', 0)
    .where('billedQuantity', 'is not', null)
    .where('billId', 'in', [...reach])
    .orderBy('billCostOfBill.id')
    .execute();
  const known = rows.filter(({ supplierInvoiceId, createdAt }) =>
    before === null
      ? true
      : supplierInvoiceId === null
        ? createdAt < before.createdAt
        : supplierInvoiceId < before.id,
  );
  const lines = Map.groupBy(
    known,
    ({ id, supplierInvoiceId, invoiceLineNo, source, invoiceNo, feeCategoryId }) =>
      supplierInvoiceId !== null
        ? `line ${supplierInvoiceId} ${invoiceLineNo}`
        : source === 'allocation'
          ? `shared ${invoiceNo} ${feeCategoryId}`
          : `cost ${id}`,
  );
  const found: EarlierLine[] = [];
  for (const [first, ...more] of lines.values()) {
    if (!first) continue;
    const { supplierInvoiceId, invoiceLineNo, invoiceNo, costNo, billedQuantity } = first;
    const all =
      supplierInvoiceId === null
        ? [first, ...more]
        : await db
            .selectFrom('billCost')
            .select('billId')
            .where('supplierInvoiceId', '=', supplierInvoiceId)
            .where('invoiceLineNo', '=', invoiceLineNo)
            .execute();
    found.push({
      label: invoiceNo ?? costNo,
      billIds: new Set(all.map(({ billId }) => billId)),
      quantity: (billedQuantity ?? 0) / 1000,
      unit: first.billedUnit,
    });
  }
  return found;
}

/**
 * Takes off what earlier lines billed. A line that also bills other goods cannot be set against these alone, and becomes a
 * gap.
 */
function lessEarlier(basis: AuditBasis, found: Found, earlier: readonly EarlierLine[]) {
  const proofs: AuditProof[] = [...found.proofs];
  const gaps: AuditGap[] = [...found.gaps];
  for (const { label, billIds, quantity, unit } of earlier) {
    if (!isUnitOf(basis, unit)) gaps.push({ gap: 'unit', no: label });
    else if ([...billIds].every((id) => found.reach.has(id)))
      proofs.push(proofOf('billed', label, { quantity: -quantity }));
    else gaps.push({ gap: 'otherBills', no: label });
  }
  return { proofs, gaps };
}

const withoutResult = (
  { no, basis, billedQuantity }: LineToAudit,
  gaps: readonly AuditGap[],
): AuditedLine => ({
  ...{ no, basis, billed: billedQuantity, happened: null, proofs: [], gaps: [...gaps] },
  result: basis === null ? null : 'unknown',
});

/**
 * Compares the lines of a supplier's invoice with what happened, by the basis of each category. Goods that the reader
 * does not show are not said anything about.
 */
export async function auditLines(
  db: Reader,
  supplierId: number,
  lines: readonly LineToAudit[],
  before: Pick<SupplierInvoice, 'id' | 'createdAt'> | null,
): Promise<AuditedLine[]> {
  const audited: AuditedLine[] = [];
  const seen: (EarlierLine & { readonly basis: AuditBasis })[] = [];
  for (const line of lines) {
    const { no, basis, billedQuantity, billedUnit } = line;
    if (basis === null) {
      audited.push(withoutResult(line, []));
      continue;
    }
    const bills = await billsOfLine(db, line.bills);
    if (!bills || bills.length === 0) {
      audited.push(withoutResult(line, [{ gap: 'noBills', no: line.bills.join(', ') }]));
      continue;
    }
    const found = await factsFor(db, basis, bills, supplierId);
    const billIds = new Set(bills.map(({ id }) => id));
    const isShared = (other: EarlierLine) => [...other.billIds].some((id) => found.reach.has(id));
    const earlier = [
      ...(await earlierLines(db, basis, supplierId, found.reach, before)),
      ...seen.filter((other) => other.basis === basis && isShared(other)),
    ];
    const left = lessEarlier(basis, found, earlier);
    audited.push(compareLine({ no, basis, billed: billedQuantity, unit: billedUnit }, left));
    if (billedQuantity !== null)
      seen.push({ basis, label: no, billIds, quantity: billedQuantity, unit: billedUnit });
  }
  return audited;
}
