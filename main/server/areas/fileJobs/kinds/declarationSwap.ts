import type { Bill } from '@contract/bill/bill';
import { sql } from 'kysely';
import { BulkInsert } from '../../../store/bulkInsert';
import type { Reader } from '../../../store/open';
import { isAmerican } from '../../customs/customsDay';
import { keepIds } from '../aside';
import type { Conversion } from '../conversion';
import type { Measure, StagedFile } from './staged';

/** Rows written between two checks whether to end. */
const PIECE = 10_000;
/** Rows staged between two checks whether to end. */
const BEAT = 512;

type Part = 'low' | 'full';

/**
 * Writes the boxes and parcels of a file to temporary tables, beside its lines, while others write to the data. From
 * there the database copies them several times as fast as it takes them from here, and only copying keeps others
 * waiting.
 */
export function stageCargo(conversion: Conversion, { boxes, parcels }: StagedFile): void {
  const { database } = conversion;
  for (const [table, columns] of Object.entries(STAGED)) {
    database.exec(`drop table if exists temp.${table}`);
    database.exec(`create temp table ${table} (${columns.join(', ')})`);
  }
  // The transaction covers the temporary tables alone: it locks nothing of the data.
  database.exec('begin');
  try {
    const box = into(conversion, 'stageBox');
    for (const { n, boxNo, parcels: count, weight, deco } of boxes.values())
      box.add(n, boxNo, deco ? 0 : 1, count, weight);
    box.end();
    const parcel = into(conversion, 'stageParcel');
    for (const one of parcels.values()) {
      if (one.n % BEAT === 0) conversion.beat(60, 80, one.n / parcels.size);
      parcel.add(
        ...[one.n, one.box.n, one.ags ? 1 : 0, one.trackingNo, one.orderNo, one.consigneeName, one.city],
        ...[one.postcode, one.country, one.sellerName, one.iossNo, one.vatScheme, one.value, one.grossWeight],
        ...[one.address, one.phone, one.email, one.unidentified ? 1 : 0],
      );
    }
    parcel.end();
    database.exec('commit');
  } finally {
    if (database.isTransaction) database.exec('rollback');
  }
}

/** Columns of the temporary tables; `isFull` is 1 for what is declared in full. */
const STAGED = {
  stageBox: ['n integer primary key', 'boxNo text', 'isFull integer', 'parcels integer', 'weight integer'],
  stageParcel: [
    ...[
      'n integer primary key',
      'box integer',
      'isFull integer',
      'trackingNo text',
      'orderNo text',
      'consigneeName text',
    ],
    ...['city text', 'postcode text', 'country text', 'sellerName text', 'iossNo text', 'vatScheme text'],
    ...[
      'value integer',
      'grossWeight integer',
      'address text',
      'phone text',
      'email text',
      'unidentified integer',
    ],
  ],
} as const;

const into = ({ database }: Conversion, table: keyof typeof STAGED): BulkInsert =>
  new BulkInsert(database, { into: `temp.${table}`, row: `(${STAGED[table].map(() => '?').join(', ')})` });

/** Ids before those of the rows of a file, which are reserved for it. */
export interface ReservedIds {
  readonly lastBox: number;
  readonly lastParcel: number;
}

/** Reserves the ids of the staged rows, in a transaction of its own: others may insert rows before they are written. */
export async function reserveIds(
  conversion: Conversion,
  { boxes, parcels }: StagedFile,
): Promise<ReservedIds> {
  if (parcels.size === 0) return { lastBox: 0, lastParcel: 0 };
  return conversion.write(async ({ write }) => ({
    lastBox: (await keepIds(write, 'box', boxes.size)) - 1,
    lastParcel: (await keepIds(write, 'parcel', parcels.size)) - 1,
  }));
}

/** Inserts the staged data of a file for a bill without data: its batches, boxes, parcels and lines. */
export async function insertCargo(
  write: Reader,
  conversion: Conversion,
  bill: Bill,
  staged: StagedFile,
  reserved: ReservedIds,
): Promise<void> {
  const place = {
    ...reserved,
    batches: await writeBatches(write, conversion, bill, staged),
    destination: await destinationOf(write, bill),
  };
  writeBoxes(conversion, bill, staged, place);
  writeParcels(conversion, bill, staged, place);
  writeLines(conversion, staged, place);
}

/** True if the rows that a file makes for a bill would be the same for both versions of the bill. */
export const isAlike = (one: Bill, other: Bill): boolean =>
  MATTERS.every((name) => one[name] === other[name]);
const MATTERS = ['tapeColor', 'destinationId', 'channelCode', 'clearanceType', 'landingAirportId'] as const;

/** Removes lines, parcels and boxes of a bill; its batches are overwritten. */
export function removeCargo({ database }: Conversion, billId: number): void {
  database
    .prepare('delete from itemLine where parcelId in (select id from parcel where billId = ?)')
    .run(billId);
  database.prepare('delete from parcel where billId = ?').run(billId);
  database.prepare('delete from box where billId = ?').run(billId);
}

/** Writes the batches of a declaration: low-value goods, and those declared in full. */
async function writeBatches(
  write: Reader,
  conversion: Conversion,
  bill: Bill,
  { total, deco, ags, currency }: StagedFile,
): Promise<Record<Part, number | null>> {
  const { id: fileJobId, createdBy } = conversion.job;
  const now = conversion.now();
  const american = isAmerican(bill);
  const airport = await write
    .selectFrom('airport')
    .select('twoLetterCode')
    .where('id', '=', bill.landingAirportId)
    .executeTakeFirst();
  const put = async (
    batchNo: string,
    system: 'DECO' | 'AGS' | 'H1_BE' | 'ABI',
    type: 'H7' | 'H1' | '01' | '11',
    sum: Measure,
  ): Promise<number | null> => {
    if (sum.parcels === 0) return null;
    const columns = {
      declarationSystem: system,
      declarationType: type,
      lines: sum.lines,
      parcels: sum.parcels,
      boxes: sum.boxes,
      weight: sum.weight,
      value: sum.value,
      currency,
      status: 'prepared' as const,
      fileJobId,
      lrn: null,
      mrn: null,
      declaredAt: null,
      rejectReason: null,
      updatedAt: now,
      updatedBy: createdBy,
    };
    const { id } = await write
      .insertInto('batch')
      .values({ billId: bill.id, batchNo, ...columns })
      .onConflict((known) =>
        known.columns(['billId', 'batchNo']).doUpdateSet({
          ...columns,
          version: sql<number>`batch.version + 1`,
        }),
      )
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  };
  const full = airport?.twoLetterCode === 'BE' ? 'H1_BE' : 'AGS';
  const low = american
    ? await put('ABI-01', 'ABI', bill.clearanceType === 'us01' ? '01' : '11', total)
    : await put('DECO-01', 'DECO', 'H7', deco);
  const standard = american ? null : await put('AGS-01', full, 'H1', ags);
  const used = [low, standard].filter((id) => id !== null);
  await write.deleteFrom('batch').where('billId', '=', bill.id).where('id', 'not in', used).execute();
  return { low: low ?? standard, full: standard ?? low };
}

/** Destination of a bill's parcels: the bill's own, else that of its channel. */
export async function destinationOf(write: Reader, bill: Bill): Promise<string | null> {
  if (bill.destinationId !== null) {
    const found = await write
      .selectFrom('destination')
      .select('code')
      .where('id', '=', bill.destinationId)
      .executeTakeFirst();
    if (found) return found.code;
  }
  const channel = await write
    .selectFrom('channelCode')
    .select('destinationCode')
    .where('channelCode', '=', bill.channelCode)
    .executeTakeFirst();
  return channel?.destinationCode ?? null;
}

/** A staged row's batch: parameters are that of full and that of low value. */
const BATCH = 'case when isFull = 1 then ? else ? end';

function writeBoxes(
  conversion: Conversion,
  bill: Bill,
  { boxes }: StagedFile,
  { lastBox, batches: { full, low }, destination }: Place,
): void {
  const insert = conversion.database.prepare(
    `insert into box (id, billId, boxNo, batchId, declaredParcels, weight, destinationCode, tapeColor, state, fileJobId)
     select ? + n, ?, boxNo, ${BATCH}, parcels, weight, cast(? as text), cast(? as text), 'expected', ?
     from temp.stageBox where n > ? and n <= ?`,
  );
  for (let from = 0; from < boxes.size; from += PIECE)
    insert.run(
      ...[lastBox, bill.id, full, low, destination, bill.tapeColor],
      ...[conversion.job.id, from, from + PIECE],
    );
}

function writeParcels(
  conversion: Conversion,
  bill: Bill,
  { parcels, currency }: StagedFile,
  { lastBox, lastParcel, batches, destination }: Place,
): void {
  const insert = conversion.database.prepare(
    `insert into parcel (id, billId, boxId, batchId, trackingNo, orderNo, state, consigneeName, city, postcode, country,
       sellerName, iossNo, vatScheme, value, currency, grossWeight, declarationSystem, hsStatus, createdAt, address,
       phone, email, destinationCode, fileJobId, unidentified)
     select ? + n, ?, ? + box, ${BATCH}, trackingNo, orderNo, 'clearance', consigneeName, city, postcode, country,
       sellerName, iossNo, vatScheme, value, ?, grossWeight, case when isFull = 1 then 'AGS' else 'DECO' end,
       'unprocessed', ?, address, phone, email, cast(? as text), ?, unidentified
     from temp.stageParcel where n > ? and n <= ?`,
  );
  for (let from = 0; from < parcels.size; from += PIECE) {
    conversion.beat(80, 90, from / parcels.size);
    insert.run(
      ...[lastParcel, bill.id, lastBox, batches.full, batches.low, currency, conversion.now(), destination],
      ...[conversion.job.id, from, from + PIECE],
    );
  }
}

/** The ids and values that the rows of a bill share. */
interface Place extends ReservedIds {
  readonly batches: Record<Part, number | null>;
  readonly destination: string | null;
}

function writeLines(conversion: Conversion, { total }: StagedFile, { lastParcel }: Place): void {
  const { database } = conversion;
  const insert = database.prepare(
    `insert into itemLine (parcelId, lineNo, sku, nameEn, nameCn, hsCode, quantity, unitPrice, lineValue, netWeight,
       originCountry, productUrl, merchantProductId, manufacturerProductId, standardProductId, preference)
     select ? + parcel, lineNo, sku, nameEn, nameCn, hsCode, quantity, unitPrice, lineValue, netWeight, originCountry,
       productUrl, merchantProductId, manufacturerProductId, standardProductId, preference
     from temp.stageLine where rowid > ? and rowid <= ?`,
  );
  for (let from = 0; from < total.lines; from += PIECE) {
    conversion.beat(90, 95, from / total.lines);
    insert.run(lastParcel, from, from + PIECE);
  }
}
