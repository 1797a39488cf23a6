import { createHash } from 'node:crypto';
import type { Problem } from '@contract/errors';
import { problem } from '@contract/errors';
import type { FileKind } from '@contract/files/fileKindNames';
import { fromMinor } from '@contract/rules/money';
import { type Insertable, sql } from 'kysely';
import { byName } from '../store/byName';
import { listed } from '../store/dialect';
import type { Writer } from '../store/open';
import { settable } from '../store/settable';
import { mimeOf } from '../store/storedFiles';
import type { Database } from '../store/tables';
import type { BuiltBill } from './bills';
import { HOUR, iso, MINUTE } from './clock';
import { csvOf, errorName, errorsOf, issuesOf, statusOf } from './fileJobTexts';
import { staffId } from './people';
import { roles } from './peopleData';
import type { Random } from './random';
import { type Changed, recordFiles } from './recordFiles';
import { insertRows } from './rows';
import { stories } from './stories';

type JobRow = Insertable<Database['fileJob']> & { id: number };
export type Cells = Readonly<Record<string, string>>;

/** An error in a row of a file; `at` counts from 0 without the header. */
export interface Mistake {
  readonly at: number;
  readonly column: string;
  readonly problem: Problem;
}

/** An uploaded file, and the result of its conversion. */
export interface DemoFile {
  readonly kind: FileKind;
  /** The bill it was uploaded for; null for a file that names its bills, or created them. */
  readonly bill: BuiltBill | null;
  readonly made?: readonly BuiltBill[];
  /** The records it changed; its other rows were already equal. */
  readonly changed?: Changed;
  readonly mode?: 'all' | 'good';
  readonly name: string;
  readonly rows: readonly Cells[];
  readonly at: number;
  readonly by: string;
  readonly mistakes: readonly Mistake[];
  readonly warnings?: number;
  readonly restarts?: number;
}

/** Lines of the file with the locked IOSS number, which was sent later than the rest. */
const LATER = 40;
/** Boxes in a list of weights, and how many of those the bill does not have. */
const WEIGHED = 24;
const UNKNOWN = 3;

/**
 * Writes the uploaded files of some stories: complete data, one that failed with five errors and was restarted in vain
 * before the corrected one, one imported in part, and one with a locked number. Each can be restarted, corrected and
 * saved like any other. Returns the contents of the files by id.
 */
export async function seedFileJobs(
  writer: Writer,
  bills: readonly BuiltBill[],
  imports: readonly DemoFile[],
  random: Random,
  now: number,
): Promise<ReadonlyMap<string, Uint8Array>> {
  const contents = new Map<string, Uint8Array>();
  const files: Insertable<Database['storedFile']>[] = [];
  const jobs: JobRow[] = [];
  const sent = [...imports, ...recordFiles(now), ...(await sentFiles(writer, bills, now))].filter(
    ({ at }) => at < now,
  );
  sent.sort((a, b) => a.at - b.at);
  const keep = (name: string, text: string, at: number, by: string) => {
    const bytes = new TextEncoder().encode(text);
    const id = Buffer.from(random.bytes(16)).toString('base64url');
    const hash = createHash('sha256').update(bytes).digest('hex');
    contents.set(id, bytes);
    files.push({
      ...{ id, fileName: name, mime: mimeOf('csv'), size: bytes.length, hash },
      ...{ createdAt: iso(at), createdBy: staffId(by) },
    });
    return { fileId: id, fileHash: hash, size: bytes.length };
  };
  for (const [index, file] of sent.entries()) {
    const { kind, bill, name, rows, at, by, mode, mistakes, warnings = 0, restarts = 0 } = file;
    const bad = new Set(mistakes.map((mistake) => mistake.at)).size;
    const status = statusOf(file);
    const ok = status === 'failed' ? 0 : rows.length - bad;
    const stored = keep(name, csvOf(kind, rows), at, by);
    const params = { ok, n: bad };
    const found = problem(status === 'failed' ? 'FILE_ROW_ERRORS' : 'FILE_PARTLY', params);
    const back = bad > 0 ? keep(errorName(name), errorsOf(file), at + MINUTE, by).fileId : null;
    const done = iso(at + MINUTE);
    jobs.push({
      id: index + 1,
      version: 2 + restarts,
      ...{ createdAt: iso(at), createdBy: staffId(by), updatedAt: done, updatedBy: staffId(by) },
      ...{ kind, billId: bill?.row.id ?? null, fileName: name, ...stored, status },
      options: JSON.stringify({ language: 'en', mode }),
      ...{ progress: 100, totalRows: rows.length, okRows: ok, errorRows: bad, warningRows: warnings },
      ...{ startedAt: iso(at), finishedAt: done, appliedAt: ok > 0 ? done : null, undoneAt: null },
      ...{ problem: bad > 0 ? JSON.stringify(found) : null, errorFileId: back },
      changes: file.changed ? JSON.stringify(countsOf(file.changed, rows)) : null,
      ...{ replacedJobId: null, restartCount: restarts, attempts: 1 },
      doneRow: status === 'failed' || kind === 'declaration' ? 0 : rows.length + 1,
    });
  }
  await insertRows(writer, 'storedFile', files);
  await insertRows(writer, 'fileJob', jobs);
  await insertRows(
    writer,
    'fileIssue',
    sent.flatMap((file, index) => issuesOf(index + 1, file)),
  );
  for (const [index, file] of sent.entries()) await bringIn(writer, index + 1, file);
  return contents;
}

/** Lists the files of the stories, before they are sorted by time. */
async function sentFiles(writer: Writer, bills: readonly BuiltBill[], now: number): Promise<DemoFile[]> {
  const ofStory = (number: number) =>
    (stories.get(number) ?? []).flatMap(({ billNo, batchNo }) =>
      bills.filter(({ row }) => row.billNo === billNo && row.batchNo === batchNo),
    );
  const by = roles.documents[0];
  const sent: DemoFile[] = [];
  for (const number of [1, 4, 6, 11, 12]) {
    for (const bill of ofStory(number)) {
      const rows = await linesOf(writer, bill.row.id);
      const at = bill.shipment.uploaded;
      if (at === null || rows.length === 0) continue;
      const name = `declaration ${bill.row.billNo}.csv`;
      const whole = { kind: 'declaration' as const, bill, name, rows, at, by, mistakes: [] };
      sent.push({ ...whole, warnings: number === 12 ? 1 : 0 });
      // The file with mistakes was sent first, and restarted.
      if (number === 6) {
        const wrong = fiveMistakes(rows);
        sent.push({ ...whole, ...wrong, at: at - 25 * MINUTE, restarts: 1 });
      }
      if (number === 11) sent.push({ ...whole, ...locked(rows), ...laterOf(bill, at, now) });
    }
  }
  for (const bill of ofStory(14)) {
    const weighed = await weights(writer, bill);
    if (weighed) sent.push({ ...weighed, at: Math.min(now - HOUR, weighed.at) });
  }
  return sent;
}

const laterOf = ({ row }: BuiltBill, uploaded: number, now: number) => ({
  name: `declaration ${row.billNo} supplement.csv`,
  at: Math.max(uploaded + HOUR, now - 3 * HOUR),
});

/** Makes five rows invalid: three with codes that do not exist, two without a postcode. */
function fiveMistakes(rows: readonly Cells[]): Pick<DemoFile, 'rows' | 'mistakes'> {
  const wrong = rows.map((row) => ({ ...row }));
  const mistakes: Mistake[] = [];
  const places = [7, 61, 198, 305, 411].filter((at) => at < rows.length);
  for (const [index, at] of places.entries()) {
    const row = wrong[at];
    if (!row) continue;
    if (index < 3) {
      const code = `${row.hsCode?.slice(0, 4)}99`;
      row.hsCode = code;
      mistakes.push({ at, column: 'hsCode', problem: problem('HS_INVALID', { code }) });
    } else {
      row.postcode = '';
      mistakes.push({ at, column: 'postcode', problem: problem('REQUIRED') });
    }
  }
  return { rows: wrong, mistakes };
}

/** The last lines, each with the number that is now locked. */
function locked(all: readonly Cells[]): Pick<DemoFile, 'rows' | 'mistakes'> {
  const rows = all.filter(({ iossNo }) => iossNo).slice(-LATER);
  const mistakes = rows.map(({ iossNo: no = '' }, at) => ({
    at,
    column: 'iossNo',
    problem: problem('IOSS_LOCKED', { no }),
  }));
  return { rows, mistakes };
}

/** A list of measured weights of received boxes; some numbers are of another bill. */
async function weights(writer: Writer, bill: BuiltBill): Promise<DemoFile | undefined> {
  const boxes = await writer
    .selectFrom('box')
    .select(['boxNo', 'measuredWeight', 'weight'])
    .where('billId', '=', bill.row.id)
    .orderBy('id')
    .limit(WEIGHED)
    .execute();
  const counted = bill.shipment.reached.trips[0]?.inStart ?? null;
  if (boxes.length < WEIGHED || counted === null) return undefined;
  const rows = boxes.map(({ boxNo, measuredWeight, weight }, at) => ({
    boxNo: at < WEIGHED - UNKNOWN ? boxNo : boxNo.replace(/.$/, (last) => (last === 'X' ? 'Y' : 'X')),
    weight: String((measuredWeight ?? weight) / 1000),
  }));
  const mistakes = rows
    .map(({ boxNo: no }, at) => ({ at, column: 'boxNo', problem: problem('FILE_BOX_UNKNOWN', { no }) }))
    .slice(-UNKNOWN);
  const name = `box weights ${bill.row.billNo}.csv`;
  return { kind: 'box_weight', bill, name, rows, at: counted + 2 * HOUR, by: roles.warehouse, mistakes };
}

/** Links the records of a file to its job, so that it can be undone, and writes its statistics. */
async function bringIn(
  writer: Writer,
  jobId: number,
  { kind, bill, made, changed, rows, mistakes }: DemoFile,
): Promise<void> {
  if (changed) return tieRecords(writer, jobId, changed, rows);
  if (made) return tieBills(writer, jobId, made);
  if (!bill) return;
  const billId = bill.row.id;
  if (kind === 'box_weight') {
    const good = rows.slice(0, rows.length - mistakes.length);
    for (const [at, { boxNo = '', weight }] of good.entries()) {
      const measuredWeight = Math.round(Number(weight) * 1000);
      const box = await writer
        .updateTable('box')
        .set({ measuredWeight })
        .where('billId', '=', billId)
        .where('boxNo', '=', boxNo)
        .returning(['id', 'length', 'width', 'height'])
        .executeTakeFirstOrThrow();
      const { id: recordId, ...size } = box;
      const [before, after] = [null, measuredWeight].map((known) =>
        JSON.stringify({ measuredWeight: known, ...size }),
      );
      await writer
        .insertInto('fileEffect')
        .values({ jobId, row: at + 2, what: 'box', recordId, before: before ?? null, after: after ?? null })
        .execute();
    }
    return;
  }
  if (mistakes.length === 0) {
    for (const table of ['parcel', 'box', 'batch'] as const)
      await writer.updateTable(table).set({ fileJobId: jobId }).where('billId', '=', billId).execute();
  }
  await writer
    .insertInto('fileStatistic')
    .values(await statisticOf(writer, jobId, bill, rows, mistakes))
    .execute();
}

const countsOf = ({ codes }: Changed, rows: readonly Cells[]) => ({
  records: { added: 0, changed: codes.length, same: rows.length - codes.length },
});

/** Links records to the file that changed them, with their previous values. */
async function tieRecords(
  writer: Writer,
  jobId: number,
  { kind, codes, field, before: old }: Changed,
  rows: readonly Cells[],
): Promise<void> {
  const tables = byName(writer);
  for (const code of codes) {
    const stored = await tables
      .selectFrom(kind)
      .selectAll()
      .where('code', '=', code)
      .executeTakeFirstOrThrow();
    const after = settable(kind, stored);
    const before = JSON.stringify({ ...after, [field]: old });
    const row = rows.findIndex((cells) => cells.code === code) + 2;
    await writer
      .insertInto('fileEffect')
      .values({
        ...{ jobId, row, what: 'record', recordId: Number(stored.id) },
        ...{ before, after: JSON.stringify(after) },
      })
      .execute();
  }
}

/** Links bills to the file that created them. */
async function tieBills(writer: Writer, jobId: number, made: readonly BuiltBill[]): Promise<void> {
  const ids = made.map(({ row }) => row.id);
  await writer.updateTable('bill').set({ importJobId: jobId }).where('id', 'in', ids).execute();
  const after = JSON.stringify({ version: 1 });
  await insertRows(
    writer,
    'fileEffect',
    ids.map((recordId, at) => ({ jobId, row: at + 2, what: 'bill', recordId, before: 'null', after })),
  );
}

/** Statistics of the rows of a declaration, by declaration system. */
async function statisticOf(
  writer: Writer,
  jobId: number,
  { row: bill }: BuiltBill,
  rows: readonly Cells[],
  mistakes: readonly Mistake[],
): Promise<Insertable<Database['fileStatistic']>> {
  const named = new Set<string>(rows.flatMap(({ trackingNo }) => trackingNo ?? []));
  const { rows: found } = await sql<Record<'trackingNo' | 'system' | 'boxNo' | 'grams' | 'cents', never>>`
    select trackingNo, declarationSystem as system, boxId as boxNo, grossWeight as grams, value as cents
    from parcel where billId = ${bill.id} and trackingNo in ${listed([...named])}`.execute(writer);
  const parcels = found;
  const linesOfParcel = new Map<string, Set<string>>();
  const lineCount = new Map<string, number>();
  for (const { trackingNo = '', hsCode = '' } of rows) {
    linesOfParcel.set(trackingNo, (linesOfParcel.get(trackingNo) ?? new Set()).add(hsCode.slice(0, 6)));
    lineCount.set(trackingNo, (lineCount.get(trackingNo) ?? 0) + 1);
  }
  const sum = (of: typeof parcels) => ({
    lines: of.reduce((all, { trackingNo }) => all + (lineCount.get(trackingNo) ?? 0), 0),
    parcels: of.length,
    boxes: new Set(of.map(({ boxNo }) => boxNo)).size,
    weight: of.reduce((all, { grams }) => all + grams, 0),
  });
  const low = parcels.filter(({ system }) => system === 'DECO');
  const [deco, ags, total] = [sum(low), sum(parcels.filter(({ system }) => system !== 'DECO')), sum(parcels)];
  const items = low.reduce((all, { trackingNo }) => all + (linesOfParcel.get(trackingNo)?.size ?? 0), 0);
  return {
    ...{ jobId, billId: bill.id },
    ...{ agsLines: ags.lines, agsParcels: ags.parcels, agsBoxes: ags.boxes, agsWeight: ags.weight },
    ...{ decoLines: deco.lines, decoParcels: deco.parcels, decoBoxes: deco.boxes, decoWeight: deco.weight },
    ...{ totalLines: total.lines, totalParcels: total.parcels, totalBoxes: total.boxes },
    totalWeight: total.weight,
    totalValue: parcels.reduce((all, { cents }) => all + cents, 0),
    currency: bill.currency,
    distinctHs6: new Set(rows.map(({ hsCode = '' }) => hsCode.slice(0, 6))).size,
    // EUR 3 for each distinct code of each low-value parcel.
    itemDutyEstimate: items * 300,
    lockedIoss: mistakes.filter(({ column }) => column === 'iossNo').length,
    errorLines: mistakes.length,
  };
}

/** Reads the data of a bill as import rows, as its customer sent it. */
export async function linesOf(writer: Writer, billId: number): Promise<Cells[]> {
  const lines = await writer
    .selectFrom('itemLine')
    .innerJoin('parcel', 'parcel.id', 'itemLine.parcelId')
    .innerJoin('box', 'box.id', 'parcel.boxId')
    .selectAll('parcel')
    .select(['box.boxNo', 'itemLine.nameEn', 'itemLine.nameCn', 'itemLine.hsCode', 'itemLine.quantity'])
    .select(['itemLine.unitPrice', 'itemLine.originCountry', 'itemLine.sku'])
    .select(['itemLine.merchantProductId', 'itemLine.manufacturerProductId', 'itemLine.standardProductId'])
    .where('parcel.billId', '=', billId)
    .orderBy('parcel.id')
    .orderBy('itemLine.lineNo')
    .execute();
  return lines.map((line) => ({
    ...{ boxNo: line.boxNo, trackingNo: line.trackingNo, orderNo: line.orderNo ?? '' },
    ...{ consigneeName: line.consigneeName ?? '', address: line.address ?? '', city: line.city ?? '' },
    ...{ postcode: line.postcode ?? '', country: line.country ?? '' },
    ...{ productName: line.nameEn, productNameCn: line.nameCn ?? '', hsCode: line.hsCode },
    ...{ quantity: String(line.quantity), unitPrice: fromMinor(line.unitPrice, line.currency) },
    ...{ currency: line.currency, grossWeight: String(line.grossWeight / 1000) },
    ...{ originCountry: line.originCountry, sellerName: line.sellerName ?? '', iossNo: line.iossNo ?? '' },
    ...{ vatScheme: (line.vatScheme ?? '').toUpperCase(), sku: line.sku ?? '' },
    merchantProductId: line.merchantProductId ?? '',
    manufacturerProductId: line.manufacturerProductId ?? '',
    standardProductId: line.standardProductId ?? '',
  }));
}
