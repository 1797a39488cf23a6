import { createHash } from 'node:crypto';
import { hsCode } from '@contract/customs/hsCode';
import type { Insertable } from 'kysely';
import { zipOf } from '../areas/documents/zip';
import { dayOf, invoicePdf } from '../areas/tools/invoicePdf';
import { codecOf } from '../store/codec';
import type { Writer } from '../store/open';
import { mimeOf } from '../store/storedFiles';
import type { Database } from '../store/tables';
import { DAY, HOUR, iso, MINUTE } from './clock';
import { type Cells, linesOf } from './fileJobs';
import { csvOf } from './fileJobTexts';
import { staffId } from './people';
import { roles } from './peopleData';
import type { Random } from './random';
import { insertRows } from './rows';

/** Number of parcels with invoices: few, because each PDF has to be drawn. */
const INVOICED = 6;
/** Codes in the imported tariff, and how many of them changed. */
const READ = 9;
const CHANGED = 4;

type JobRow = Insertable<Database['fileJob']>;
interface FileKeeper {
  readonly contents: Map<string, Uint8Array>;
  readonly file: (name: string, mime: string, bytes: Uint8Array, at: number) => Promise<string>;
  readonly job: (
    row: Pick<JobRow, 'kind' | 'fileName' | 'totalRows' | 'changes' | 'appliedAt'> & {
      readonly options: object;
      readonly bytes: Uint8Array;
      readonly at: number;
    },
  ) => Promise<number>;
}

/**
 * Writes results of the tools: the split file of a waybill, invoices of some of its parcels, and an imported tariff.
 * Returns the contents of their files by id.
 */
export async function seedTools(
  writer: Writer,
  random: Random,
  now: number,
): Promise<ReadonlyMap<string, Uint8Array>> {
  const kept = keeper(writer, random);
  const bill = await writer
    .selectFrom('fileJob')
    .innerJoin('bill', 'bill.id', 'fileJob.billId')
    .select(['bill.id', 'bill.billNo', 'fileJob.id as jobId'])
    .where('fileJob.kind', '=', 'declaration')
    .where('fileJob.status', '=', 'success')
    // A bill with goods sold under usable IOSS numbers.
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('parcel')
          .innerJoin('ioss', 'ioss.iossNo', 'parcel.iossNo')
          .select('parcel.id')
          .whereRef('parcel.billId', '=', 'bill.id')
          .where('ioss.locked', '=', 0),
      ),
    )
    .orderBy('fileJob.id')
    .executeTakeFirst();
  if (bill) {
    const rows = await linesOf(writer, bill.id);
    await splitFile(writer, kept, { ...bill, rows, at: now - 2 * DAY });
    await invoices(writer, kept, rows, now - DAY);
  }
  await tariff(writer, kept, now - 3 * DAY);
  return kept.contents;
}

function keeper(writer: Writer, random: Random): FileKeeper {
  const contents = new Map<string, Uint8Array>();
  const by = staffId(roles.documents[0]);
  const file: FileKeeper['file'] = async (fileName, mime, bytes, at) => {
    const id = Buffer.from(random.bytes(16)).toString('base64url');
    const hash = createHash('sha256').update(bytes).digest('hex');
    contents.set(id, bytes);
    const row = { id, fileName, mime, size: bytes.length, hash, createdAt: iso(at), createdBy: by };
    await insertRows(writer, 'storedFile', [row]);
    return id;
  };
  return {
    contents,
    file,
    job: async ({ options, bytes, at, totalRows = 0, ...row }) => {
      const done = iso(at + MINUTE);
      const { id } = await writer
        .insertInto('fileJob')
        .values({
          ...row,
          ...{ version: 2, createdAt: iso(at), createdBy: by, updatedAt: done, updatedBy: by, billId: null },
          fileId: await file(row.fileName, mimeOf('csv'), bytes, at),
          fileHash: createHash('sha256').update(bytes).digest('hex'),
          size: bytes.length,
          options: JSON.stringify({ language: 'en', ...options }),
          ...{ status: 'success', progress: 100, totalRows, okRows: totalRows, errorRows: 0, warningRows: 0 },
          ...{ startedAt: iso(at), finishedAt: done, undoneAt: null, problem: null, errorFileId: null },
          ...{ replacedJobId: null, restartCount: 0, attempts: 1, doneRow: 0 },
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      return id;
    },
  };
}

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

/** Formats a simple table as csv. */
const listOf = (heads: readonly string[], rows: readonly (readonly (string | number)[])[]): Uint8Array =>
  bytesOf([heads, ...rows].map((row) => `${row.join(',')}\r\n`).join(''));

interface OfBill {
  readonly id: number;
  readonly billNo: string;
  readonly jobId: number;
  readonly rows: readonly Cells[];
  readonly at: number;
}

async function splitFile(
  writer: Writer,
  kept: FileKeeper,
  { id, billNo, jobId, rows, at }: OfBill,
): Promise<void> {
  const fileName = `manifest ${billNo}.csv`;
  const bytes = bytesOf(csvOf('declaration', rows));
  const job = await kept.job({
    ...{ kind: 'awb_file', fileName, totalRows: rows.length, changes: null, appliedAt: null },
    ...{ options: { billNo }, bytes, at },
  });
  const statistic = await writer
    .selectFrom('fileStatistic')
    .selectAll()
    .where('jobId', '=', jobId)
    .executeTakeFirstOrThrow();
  await insertRows(writer, 'fileStatistic', [{ ...statistic, jobId: job, billId: null }]);
  const parcels = await writer
    .selectFrom('parcel')
    .select(['trackingNo', 'declarationSystem', 'iossNo', 'sellerName'])
    .where('billId', '=', id)
    .execute();
  const ags = new Set(
    parcels.flatMap(({ trackingNo, declarationSystem }) => (declarationSystem === 'AGS' ? trackingNo : [])),
  );
  const [high, low] = [true, false].map((system) =>
    rows.filter(({ trackingNo = '' }) => ags.has(trackingNo) === system),
  );
  const count = (values: readonly string[]) => {
    const counts = new Map<string, number>();
    for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
    return [...counts];
  };
  const boxOf = new Map(rows.map(({ trackingNo = '', boxNo = '' }) => [trackingNo, boxNo]));
  const boxes = count([...boxOf.values()]);
  const sellers = count(
    parcels.flatMap(({ iossNo, sellerName }) => (iossNo ? `${iossNo},${sellerName}` : [])),
  );
  const made = [
    ['ags', 'AGS lines', bytesOf(csvOf('declaration', high ?? [])), high?.length ?? 0],
    ['deco', 'DECO lines', bytesOf(csvOf('declaration', low ?? [])), low?.length ?? 0],
    ['boxes', 'Box list', listOf(['Box number', 'Parcels'], boxes), boxes.length],
    ['ioss', 'IOSS list', listOf(['IOSS number', 'Seller name', 'Parcels'], sellers), sellers.length],
  ] as const;
  for (const [name, words, content, n] of made) {
    const fileId = await kept.file(`manifest ${billNo} ${words}.csv`, mimeOf('csv'), content, at);
    await insertRows(writer, 'fileOutput', [{ jobId: job, name, fileId, rows: n }]);
  }
}

async function invoices(writer: Writer, kept: FileKeeper, all: readonly Cells[], at: number): Promise<void> {
  const known = await writer.selectFrom('ioss').selectAll().where('locked', '=', 0).execute();
  const seller = known.find(({ iossNo }) => all.some((row) => row.iossNo === iossNo));
  if (!seller) return;
  const ofSeller = all.filter(({ iossNo }) => iossNo === seller.iossNo);
  const tracking = [...new Set(ofSeller.map(({ trackingNo = '' }) => trackingNo))].slice(0, INVOICED);
  // Chinese names are left out: they would require loading the font for these few.
  const rows = ofSeller.flatMap(({ productNameCn: _, ...row }): Cells[] =>
    tracking.includes(row.trackingNo ?? '') ? [{ ...row, sellerName: seller.sellerName }] : [],
  );
  const day = iso(at).slice(0, 10);
  const { sellerName, iossNo, sellerAddress } = seller;
  const invoice = {
    ...{ sellerName, sellerAddress, vatNo: null, iossNo },
    ...{ templateType: 'commercial' as const, incoterm: 'DDP', invoiceDate: day },
  };
  const fileName = `orders ${day}.csv`;
  const jobId = await kept.job({
    ...{ kind: 'invoice', fileName, totalRows: rows.length, changes: null, appliedAt: null },
    ...{ options: { invoice }, bytes: bytesOf(csvOf('declaration', rows)), at },
  });
  const cents = (text = '0') => Math.round(Number(text) * 100);
  const total = rows.reduce((sum, { unitPrice, quantity }) => sum + cents(unitPrice) * Number(quantity), 0);
  const currency = rows[0]?.currency ?? 'EUR';
  const counts = { totalLines: rows.length, totalParcels: tracking.length, totalValue: total };
  const low = { decoLines: rows.length, decoParcels: tracking.length };
  await insertRows(writer, 'fileStatistic', [{ jobId, billId: null, currency, ...counts, ...low }]);
  async function* drawn() {
    for (const [index, trackingNo] of tracking.entries()) {
      const lines = rows.filter((row) => row.trackingNo === trackingNo);
      const {
        consigneeName: name = '',
        address = '',
        city = '',
        postcode = '',
        country = '',
      } = lines[0] ?? {};
      const stream = invoicePdf(invoice, {
        invoiceNo: `INV${day.replaceAll('-', '')}-${jobId}-${String(index + 1).padStart(5, '0')}`,
        ...{
          trackingNo,
          orderNo: lines[0]?.orderNo || null,
          boxNo: lines[0]?.boxNo ?? '',
          ioss: true,
          currency,
        },
        consignee: { name, address, city, postcode, country, phone: null, email: null },
        grossWeight: Math.round(Number(lines[0]?.grossWeight ?? 0) * 1000),
        lines: lines.map(({ productName: nameEn = '', hsCode: code = '', ...line }) => ({
          ...{ nameEn, nameCn: null, hsCode: code, originCountry: line.originCountry ?? '', netWeight: null },
          ...{ quantity: Number(line.quantity), unitPrice: cents(line.unitPrice) },
          lineValue: cents(line.unitPrice) * Number(line.quantity),
        })),
      });
      yield { name: `${trackingNo}.pdf`, stream };
    }
  }
  const pieces: Uint8Array[] = [];
  for await (const piece of zipOf(drawn(), { compress: false, mtime: dayOf(invoice) })) pieces.push(piece);
  const zip = await kept.file(`orders ${day} invoices.zip`, 'application/zip', Buffer.concat(pieces), at);
  await insertRows(writer, 'fileOutput', [{ jobId, name: 'invoices', fileId: zip, rows: tracking.length }]);
}

/** Writes the import of one chapter of a tariff, which lowered some rates. */
async function tariff(writer: Writer, kept: FileKeeper, at: number): Promise<void> {
  const codes = await writer
    .selectFrom('hsCode')
    .selectAll()
    .where('region', '=', 'EU')
    .where('code', 'like', '61%')
    .orderBy('code')
    .limit(READ)
    .execute();
  const decode = codecOf(hsCode.row).decode;
  const rows = codes.map((code) => decode(code));
  const cells = rows.map((row) => ({
    ...{ code: row.code, region: row.region, nameEn: row.nameEn, nameCn: row.nameCn },
    ...{ dutyRate: String(row.dutyRate ?? ''), restricted: row.restricted },
  }));
  const records = {
    added: 0,
    changed: Math.min(CHANGED, rows.length),
    same: Math.max(0, rows.length - CHANGED),
  };
  const fileName = `TARIC ${iso(at).slice(0, 7)}.csv`;
  const jobId = await kept.job({
    ...{ kind: 'tariff', fileName, totalRows: rows.length, appliedAt: iso(at + MINUTE) },
    changes: JSON.stringify({ fetched: rows.length, records }),
    ...{ options: { tariff: { region: 'EU', codes: ['61'] } } },
    bytes: bytesOf(csvOf('tariff', cells)),
    at: at + HOUR,
  });
  const settable = (row: (typeof rows)[number], changes: object) =>
    JSON.stringify({
      ...Object.fromEntries([...hsCode.draft, 'active' as const].map((name) => [name, row[name]])),
      ...changes,
    });
  await insertRows(
    writer,
    'fileEffect',
    rows.slice(0, CHANGED).map((row, index) => ({
      ...{ jobId, row: index + 2, what: 'record', recordId: row.id },
      before: settable(row, { dutyRate: (row.dutyRate ?? 0) + 0.5 }),
      after: settable(row, {}),
    })),
  );
  await writer
    .updateTable('hsCode')
    .set({ tariffFile: fileName, fetchedAt: iso(at + HOUR + MINUTE) })
    .where(
      'id',
      'in',
      rows.map(({ id }) => id),
    )
    .execute();
}
