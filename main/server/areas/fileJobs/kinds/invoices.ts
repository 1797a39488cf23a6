import path from 'node:path';
import { problem } from '@contract/errors';
import { fileTemplates } from '@contract/files/templates';
import type { RowValues } from '@contract/importing/template';
import type { InvoiceParticulars } from '@contract/tools/invoiceFile';
import type { InvoiceLine } from '../../tools/invoicePdf';
import { keepOutputs, writeMade } from '../../tools/outputs';
import { conclude } from '../conclude';
import type { Conversion, Converter } from '../conversion';
import { countsOf, foundIn, keepIssues, refuseAll } from '../outcome';
import { readAndCheck } from '../reading';
import { keepStatistic } from './declaration';
import { stage } from './declarationStage';
import { loadKnown } from './knownNumbers';
import type { StagedFile } from './staged';

/** Invoices drawn between two checks whether to end. */
const BREATH = 8;

/**
 * Makes an invoice for each parcel of a declaration file: all or nothing, since a parcel without one of its lines would
 * be invoiced below its value. Invoices are streamed into the zip, and with it to disk, one by one. After a process was
 * killed the zip is written again from the start.
 */
export const invoices: Converter = {
  template: fileTemplates.invoice,
  run: async (conversion) => {
    const { db, job, options } = conversion;
    const { invoice: particulars } = options;
    if (!particulars) throw new Error('a file of invoices without their particulars');
    const known = {
      ...(await loadKnown(db, { now: conversion.now(), divides: false })),
      judge: (values: RowValues) => foreignTo(particulars, values),
    };
    const read = await readAndCheck(conversion);
    const { checked } = read;
    const staged = stage(conversion, checked, { currency: 'EUR' }, known);
    if (checked.counts.errors > 0)
      return refuseAll(conversion, read, ({ write }) => keepStatistic(write, job.id, null, staged));
    const zip = await writeInvoices(conversion, particulars, staged);
    const issues = foundIn(checked);
    await conversion.write(async (context) => {
      const { write, now } = context;
      await write.deleteFrom('fileIssue').where('jobId', '=', job.id).execute();
      await keepIssues(write, job.id, issues);
      await keepStatistic(write, job.id, null, staged);
      await keepOutputs(context, job.id, [zip]);
      await conclude(write, job, { ...countsOf(checked), status: 'success' }, now);
    });
  },
};

const sameName = (a: string, b: string) =>
  a.normalize('NFKC').trim().toLowerCase() === b.normalize('NFKC').trim().toLowerCase();

/** Returns the column and the problem of goods of another seller, which do not go on these invoices; else undefined. */
function foreignTo({ sellerName, iossNo }: InvoiceParticulars, values: RowValues) {
  const { sellerName: by, iossNo: no } = values;
  if (typeof by === 'string' && !sameName(by, sellerName))
    return { column: 'sellerName', problem: problem('INVOICE_SELLER', { value: by, seller: sellerName }) };
  if (typeof no === 'string' && no !== iossNo)
    return { column: 'iossNo', problem: problem('INVOICE_IOSS', { value: no, no: iossNo }) };
  return undefined;
}

/** `INV20261103-17-00042`: day, file, and position of the parcel in it; the same whenever it is made again. */
const numberOf = ({ invoiceDate, templateType }: InvoiceParticulars, jobId: number, at: number): string =>
  `${templateType === 'proforma' ? 'PI' : 'INV'}${invoiceDate.replaceAll('-', '')}-${jobId}-${String(at).padStart(5, '0')}`;

/** Returns a staged line as it is invoiced. */
const invoiceLine = (row: Readonly<Record<string, unknown>>): InvoiceLine => ({
  nameEn: String(row.nameEn),
  nameCn: row.nameCn === null ? null : String(row.nameCn),
  hsCode: String(row.hsCode),
  originCountry: String(row.originCountry),
  quantity: Number(row.quantity),
  unitPrice: Number(row.unitPrice),
  lineValue: Number(row.lineValue),
  netWeight: row.netWeight === null ? null : Number(row.netWeight),
});

async function writeInvoices(conversion: Conversion, particulars: InvoiceParticulars, staged: StagedFile) {
  const { job, database, files } = conversion;
  const total = staged.parcels.size;
  const [{ dayOf, invoicePdf }, { zipOf }] = await Promise.all([
    import('../../tools/invoicePdf'),
    import('../../documents/zip'),
  ]);
  database.exec('create index if not exists temp.stageLineOf on stageLine (parcel, lineNo)');
  const linesOf = database.prepare('select * from temp.stageLine where parcel = ? order by lineNo');
  const beat = (made: number) =>
    conversion.beat(60, 98, made / Math.max(total, 1), { totalRows: staged.total.lines, made });
  async function* drawn() {
    let made = 0;
    for (const parcel of staged.parcels.values()) {
      if (made % BREATH === 0) beat(made);
      const { trackingNo, orderNo, box, grossWeight, consigneeName: name, vatScheme } = parcel;
      const { address, city, postcode, country, phone, email } = parcel;
      const stream = invoicePdf(particulars, {
        invoiceNo: numberOf(particulars, job.id, made + 1),
        ...{ trackingNo, orderNo, boxNo: box.boxNo, grossWeight, currency: staged.currency },
        consignee: { name, address, city, postcode, country, phone, email },
        ioss: vatScheme === 'ioss',
        lines: linesOf.all(parcel.n).map(invoiceLine),
      });
      yield { name: `${trackingNo}.pdf`, stream };
      made += 1;
    }
  }
  const name = `${path.parse(job.fileName).name.slice(0, 230)} invoices.zip`;
  const stream = zipOf(drawn(), { compress: false, mtime: dayOf(particulars) });
  return writeMade(files, { output: 'invoices', name, mime: 'application/zip', rows: total, stream });
}
