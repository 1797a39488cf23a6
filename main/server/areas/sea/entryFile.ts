import { type SeaEntry, seaEntry } from '@contract/sea/seaEntry';
import type { Content } from '../../core/xml';

/** Picks the fields of an entry that are filed, for comparing them later. */
export const keptOf = (entry: SeaEntry): Partial<SeaEntry> =>
  Object.fromEntries(seaEntry.draft.filter((name) => name !== 'remark').map((name) => [name, entry[name]]));

/**
 * Returns a text, number or boolean as it is, else null; nested records are converted one by one in {@link contentOf}.
 */
const plainOf = (value: unknown) =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null;

const plain = (record: Readonly<Record<string, unknown>>): Content =>
  Object.fromEntries(
    Object.entries(record).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(' ') || null : plainOf(value),
    ]),
  );

/** The message that files an entry, or its summary, with customs. */
export function contentOf(entry: SeaEntry): Content {
  const { importer, consignee, bills, containerNos, invoices, lines, duties } = entry;
  return {
    entryNo: entry.entryNo,
    entryType: entry.entryType,
    modeOfTransport: entry.mode,
    filerCode: entry.filerCode,
    amendmentNo: entry.amendmentNo,
    importerTaxId: entry.importerTaxId,
    importer: importer && plain(importer),
    consigneeTaxId: entry.consigneeTaxId,
    consignee: consignee && plain(consignee),
    processingPort: entry.processingPort,
    entryPort: entry.entryPort,
    unladingPort: entry.unladingPort,
    examPort: entry.examPort,
    firmsCode: entry.firmsCode,
    entryDate: entry.entryDate,
    importDate: entry.importDate,
    exportDate: entry.exportDate,
    carrierCode: entry.carrierCode,
    vesselName: entry.vesselName,
    voyageNo: entry.voyageNo,
    exportCountry: entry.exportCountry,
    foreignPort: entry.foreignPort,
    bondType: entry.bondType,
    suretyCode: entry.suretyCode,
    bondAmount: entry.bondAmount,
    description: entry.description,
    charges: entry.charges,
    grossWeight: entry.grossWeight,
    bills: bills.map(plain),
    containers: containerNos.map((containerNo) => ({ containerNo })),
    invoices: invoices.map(plain),
    lines: lines.map((line, at) => ({ lineNo: at + 1, ...plain(line) })),
    duties: duties.map(plain),
    totalValue: entry.totalValue,
    dutyTotal: entry.dutyTotal,
    mpf: entry.mpf,
    hmf: entry.hmf,
    otherFees: entry.otherFees,
    grandTotal: entry.grandTotal,
  };
}
