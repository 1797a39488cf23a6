import path from 'node:path';
import type { Reader } from '../../store/open';

/** The numbers that identify a bill. */
export interface BillNumbers {
  readonly billId: number;
  readonly billNo: string;
  readonly batchNo: string;
}

interface Match {
  readonly bills: BillNumbers[];
  readonly category: 'pod' | 't1' | null;
}

/** Maximum bills offered for one name. */
const OFFERED = 20;

/** Finds the bills that a file name mentions, as {@link matchText} does. */
export const matchName = (db: Reader, name: string): Promise<Match> => matchText(db, path.parse(name).name);

/**
 * Finds the bills that a text mentions (domain.md 6.6, 6.7): those on a consignment note, that of a transit's MRN, or
 * those of a bill number, narrowed by the batch if it is in the text too.
 */
export async function matchText(db: Reader, mentions: string): Promise<Match> {
  const text = mentions.toUpperCase();
  // Numbers contain dashes themselves: split words at anything else.
  const words = [...new Set(text.split(/[^A-Z0-9-]+/).filter((word) => word.length > 1))].slice(0, 20);
  if (words.length === 0) return { bills: [], category: null };
  const bills = () =>
    db
      .selectFrom('bill')
      .select(['bill.id as billId', 'bill.billNo', 'bill.batchNo'])
      .where('bill.removedAt', 'is', null)
      .where('bill.archived', '=', 0)
      .orderBy('bill.id')
      .limit(OFFERED);
  const ofCmr = await bills()
    .innerJoin('cmrBill', 'cmrBill.billId', 'bill.id')
    .innerJoin('cmr', 'cmr.id', 'cmrBill.cmrId')
    .where('cmr.cmrNo', 'in', words)
    .execute();
  if (ofCmr.length > 0) return { bills: ofCmr, category: 'pod' };
  const ofT1 = await bills().innerJoin('t1', 't1.billId', 'bill.id').where('t1.mrn', 'in', words).execute();
  if (ofT1.length > 0) return { bills: ofT1, category: 't1' };
  // A waybill is written 112-90424456, 112 90424456 or 11290424456.
  const waybills = [...text.matchAll(/(?<!\d)(\d{3})[- ]?(\d{8})(?!\d)/g)].map(
    ([, line, serial]) => `${line}-${serial}`,
  );
  const numbered = await bills()
    .where('bill.billNo', 'in', [...words, ...waybills])
    .execute();
  const ofBatch = numbered.filter(({ batchNo }) => hasWord(text, batchNo.toUpperCase()));
  return { bills: ofBatch.length > 0 ? ofBatch : numbered, category: null };
}

/** True when a text contains a word, and not merely as a part of a longer one. */
const hasWord = (text: string, word: string): boolean =>
  ` ${text} `.split(word).some((part, at, parts) => {
    const next = parts[at + 1];
    return next !== undefined && /[^A-Z0-9]$/.test(part) && /^[^A-Z0-9]/.test(next);
  });
