import type { Bill } from '@contract/bill/bill';
import { sql } from 'kysely';
import type { Context } from '../../../core/context';
import { BulkInsert } from '../../../store/bulkInsert';
import { noteIossUse } from '../../config/ioss';
import { isAmerican } from '../../customs/customsDay';
import type { Conversion } from '../conversion';
import type { Measure, Staged } from './staged';

/** Rows written between two checks whether to end. */
const PIECE = 20_000;

type Part = 'low' | 'full';

/**
 * Replaces the data of a bill with that of a file within the caller's transaction: readers see the one or the other.
 * Uses prepared statements on the connection itself because of the number of rows.
 */
export async function replaceCargo(
  context: Context,
  conversion: Conversion,
  bill: Bill,
  staged: Staged,
  hasData: boolean,
): Promise<void> {
  if (hasData) removeCargo(conversion, bill.id);
  const batches = await writeBatches(context, conversion.job.id, bill, staged);
  const destination = await destinationOf(context, bill);
  const firstBox = writeBoxes(conversion, bill, staged, batches, destination);
  const firstParcel = writeParcels(context, conversion, bill, staged, { firstBox, batches, destination });
  writeLines(conversion, firstParcel);
  await noteIossUse(context.write, bill.id, context.now);
}

/** Removes lines, parcels and boxes of a bill; its batches are overwritten. */
function removeCargo({ database }: Conversion, billId: number): void {
  database
    .prepare('delete from itemLine where parcelId in (select id from parcel where billId = ?)')
    .run(billId);
  database.prepare('delete from parcel where billId = ?').run(billId);
  database.prepare('delete from box where billId = ?').run(billId);
}

/** Writes the batches of a declaration: low-value goods, and those declared in full. */
async function writeBatches(
  { write, now, caller }: Context,
  fileJobId: number,
  bill: Bill,
  { total, deco, ags, currency }: Staged,
): Promise<Record<Part, number | null>> {
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
      updatedBy: caller.id,
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
export async function destinationOf({ write }: Context, bill: Bill): Promise<string | null> {
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

/** Last id that a table has assigned: rows written here continue from it in order. */
function lastId({ database }: Conversion, table: 'box' | 'parcel'): number {
  const found = database.prepare('select seq from sqlite_sequence where name = ?').get(table);
  return Number(found?.seq ?? 0);
}

function writeBoxes(
  conversion: Conversion,
  bill: Bill,
  { boxes }: Staged,
  batches: Record<Part, number | null>,
  destination: string | null,
): number {
  const last = lastId(conversion, 'box');
  const insert = new BulkInsert(conversion.database, {
    into: 'box (id, billId, boxNo, batchId, declaredParcels, weight, destinationCode, tapeColor, state, fileJobId)',
    row: "(?, ?, ?, ?, ?, ?, ?, ?, 'expected', ?)",
  });
  for (const { n, boxNo, parcels, weight, deco } of boxes.values()) {
    const batchId = deco ? batches.low : batches.full;
    insert.add(
      last + n,
      bill.id,
      boxNo,
      batchId,
      parcels,
      weight,
      destination,
      bill.tapeColor,
      conversion.job.id,
    );
  }
  insert.end();
  return last;
}

function writeParcels(
  { now }: Context,
  conversion: Conversion,
  bill: Bill,
  { parcels, currency }: Staged,
  place: { firstBox: number; batches: Record<Part, number | null>; destination: string | null },
): number {
  const last = lastId(conversion, 'parcel');
  const insert = new BulkInsert(conversion.database, {
    into: `parcel (id, billId, boxId, batchId, trackingNo, orderNo, state, consigneeName, city, postcode, country,
      sellerName, iossNo, vatScheme, value, currency, grossWeight, declarationSystem, hsStatus, createdAt, address,
      phone, email, destinationCode, fileJobId, unidentified)`,
    row: "(?, ?, ?, ?, ?, ?, 'clearance', ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 'unprocessed', ?, ?, ?, ?, ?, ?, ?)",
  });
  for (const one of parcels.values()) {
    if (one.n % PIECE === 0) conversion.beat(65, 80, one.n / parcels.size);
    insert.add(
      last + one.n,
      bill.id,
      place.firstBox + one.box.n,
      one.ags ? place.batches.full : place.batches.low,
      one.trackingNo,
      one.orderNo,
      one.consigneeName,
      one.city,
      one.postcode,
      one.country,
      one.sellerName,
      one.iossNo,
      one.vatScheme,
      one.value,
      currency,
      one.grossWeight,
      one.ags ? 'AGS' : 'DECO',
      now,
      one.address,
      one.phone,
      one.email,
      place.destination,
      conversion.job.id,
      one.unidentified ? 1 : 0,
    );
  }
  insert.end();
  return last;
}

function writeLines(conversion: Conversion, firstParcel: number): void {
  const { database } = conversion;
  const total = Number(database.prepare('select max(rowid) as n from temp.stageLine').get()?.n ?? 0);
  const insert = database.prepare(
    `insert into itemLine (parcelId, lineNo, sku, nameEn, nameCn, hsCode, quantity, unitPrice, lineValue, netWeight,
       originCountry, productUrl, merchantProductId, manufacturerProductId, standardProductId, preference)
     select ? + parcel, lineNo, sku, nameEn, nameCn, hsCode, quantity, unitPrice, lineValue, netWeight, originCountry,
       productUrl, merchantProductId, manufacturerProductId, standardProductId, preference
     from temp.stageLine where rowid > ? and rowid <= ?`,
  );
  for (let from = 0; from < total; from += PIECE) {
    conversion.beat(80, 95, from / total);
    insert.run(firstParcel, from, from + PIECE);
  }
}
