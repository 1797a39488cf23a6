import type { RecordedLine } from '@contract/finance/supplierInvoice';
import type { SupplierInvoice } from '@contract/finance/supplierInvoiceRow';
import type { Reader } from '../../../store/open';
import type { LineToAudit } from './auditLines';

const categories = (db: Reader) =>
  db.selectFrom('feeCategory').select(['id', 'code', 'auditBasis']).execute();

/** The lines of a recorded invoice with what their categories are billed by. */
export async function recordedLines(
  db: Reader,
  { lines }: Pick<SupplierInvoice, 'lines'>,
): Promise<LineToAudit[]> {
  const known = new Map((await categories(db)).map(({ code, auditBasis }) => [code, auditBasis]));
  return lines.map(({ no, bills, billedQuantity, billedUnit, feeCategory }) => ({
    ...{ no, bills, billedQuantity, billedUnit },
    basis: known.get(feeCategory) ?? null,
  }));
}

/** Lines that are not recorded yet, with what their categories are billed by. */
export async function readLines(
  db: Reader,
  lines: readonly Pick<RecordedLine, 'no' | 'bills' | 'billedQuantity' | 'billedUnit' | 'feeCategoryId'>[],
): Promise<LineToAudit[]> {
  const known = new Map((await categories(db)).map(({ id, auditBasis }) => [id, auditBasis]));
  return lines.map(({ no, bills, billedQuantity, billedUnit, feeCategoryId }) => ({
    ...{ no, bills, billedQuantity, billedUnit },
    basis: known.get(feeCategoryId) ?? null,
  }));
}
