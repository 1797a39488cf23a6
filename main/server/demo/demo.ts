import type { Insertable } from 'kysely';
import type { Store, Writer } from '../store/open';
import type { Database } from '../store/tables';
import { seedAlerts } from './alerts';
import { seedApprovals } from './approvals';
import { makeAttachments, storeContents } from './attachments';
import type { BuiltBill } from './bills';
import { seedBooks } from './books';
import { seedBusiness } from './business';
import { DAY, HOUR, iso } from './clock';
import { seedCollections } from './collections';
import { seedCustody } from './custody';
import { seedCustomers } from './customers';
import { seedCustomsAccounts } from './customsAccounts';
import { historyOf } from './declarations';
import { seedEntries } from './entries';
import { seedFileJobs } from './fileJobs';
import { importsOf } from './imports';
import { seedIsf } from './isf';
import { seedLetters } from './letters';
import { billEntries, billLogOf, operateLogRow } from './logs';
import { seedMailboxes } from './mailboxes';
import { makeBills, refusedEntries, type WrittenBill } from './makeBills';
import { seedNetchb } from './netchb';
import { seedNotes } from './notes';
import { officeDays } from './officeDays';
import { Ids, Labels, stowedRows } from './parcelRows';
import { seedPartners } from './partners';
import { seedGroups, seedPortraits, seedStaff } from './people';
import { Random } from './random';
import { seedOperator, seedReference } from './reference';
import { seedReportSchedules } from './reportSchedules';
import { breathe, insertRows } from './rows';
import { seedSeaFreight } from './seaFreight';
import { seedSeaPapers } from './seaPapers';
import { transitsOf } from './transits';
import { seedTransports } from './transports';
import { casesOf, type FoundCase, inspectionsOf, numbered } from './troubles';
import { consignmentNotes, PalletYard, pmcsOf, type TripRow, writeNumbering } from './trucking';

/** Writes the demo as of the first instant of a day (UTC), so that none of its history is in the future. */
export async function seedDemo(writer: Writer, store: Store, day: string): Promise<void> {
  const now = Date.parse(`${day}T00:00:00Z`);
  const root = new Random('freight console demo');
  const office = officeDays(root.fork('office'), now);
  await seedGroups(writer);
  await seedStaff(writer, now, office.lastLogins);
  await seedApprovals(writer, now);
  await seedNetchb(writer, now);
  await seedCustomsAccounts(writer, now);
  const opened = iso(now - 400 * DAY + 8 * HOUR);
  const ids = await seedReference(writer, opened);
  await seedOperator(writer, ids, opened);
  await seedCustomers(writer, now, ids);

  const bills = await makeBills(root, now, ids);
  const built = bills.flatMap((bill) => (bill.built ? [bill.built] : []));
  await writeBills(writer, bills);
  const picks = numberedPicks(bills);
  const notes = consignmentNotes(built, picks, root.fork('line-haul'));
  await insertRows(writer, 'cmr', notes.cmrs);
  await insertRows(writer, 'cmrBill', notes.cmrBills);
  await insertRows(
    writer,
    'pick',
    [...picks.values()].flat().sort((a, b) => a.id - b.id),
  );
  await insertRows(writer, 'pmc', pmcsOf(built, picks, root.fork('pmc'), now));
  const yard = new PalletYard(notes.ofPick);
  await writeParcels(writer, built, picks, yard, root.fork('stowage'), now);
  await writer
    .updateTable('ioss')
    .set(({ selectFrom, ref }) => ({
      lastUsedAt: selectFrom('parcel')
        .select(({ fn }) => fn.max('parcel.createdAt').as('at'))
        .where('parcel.iossNo', '=', ref('ioss.iossNo')),
    }))
    .execute();
  await insertRows(writer, 't1', transitsOf(built, now));
  const pushed = await seedPartners(writer, bills, root.fork('partners'), now);
  await writeHistory(writer, bills, [...office.entries, ...pushed], now);

  const { files, attachments, contents } = makeAttachments(built, root.fork('files'), now);
  await storeContents(store.files, contents);
  await storeContents(store.files, await seedPortraits(writer, now));
  await insertRows(writer, 'storedFile', files);
  await insertRows(writer, 'attachment', attachments);
  await notePhotos(writer, attachments, picks);
  await seedCollections(writer, built, root.fork('collections'), now);
  const imports = importsOf(built, root.fork('imports'), now);
  await storeContents(store.files, await seedFileJobs(writer, built, imports, root.fork('file jobs'), now));
  await seedBooks(writer, ids, root.fork('books'), now);
  const { seedTools } = await import('./tools');
  await storeContents(store.files, await seedTools(writer, root.fork('tools'), now));
  await seedMailboxes(writer, now);
  await seedTransports(
    writer,
    bills.map(({ row }) => row),
    root.fork('transports'),
    now,
  );
  await seedSeaFreight(writer, root.fork('sea freight'), now);
  await seedIsf(writer, root.fork('isf'), now);
  await seedEntries(writer, root.fork('entries'), now);
  await storeContents(store.files, await seedSeaPapers(writer));
  await storeContents(store.files, await seedBusiness(writer, now));
  await seedAlerts(writer, root.fork('alerts'), now);
  await storeContents(store.files, await seedNotes(writer, root.fork('notes'), now));
  await seedCustody(writer);
  await seedLetters(writer, store, root.fork('letters'), now);
  await seedReportSchedules(writer, now);
  await writeNumbering(writer, iso(now));
}

/** Writes the bills with their declarations and the history of these. */
async function writeBills(writer: Writer, bills: readonly WrittenBill[]): Promise<void> {
  await insertRows(
    writer,
    'bill',
    bills.map(({ row }) => row),
  );
  const batches = bills.flatMap((bill) => bill.batches);
  await insertRows(writer, 'batch', batches);
  await insertRows(writer, 'declarationStep', batches.flatMap(historyOf));
}

/** Numbers the trips by day, in the order of their pickups; returns them by bill id. */
function numberedPicks(bills: readonly WrittenBill[]): ReadonlyMap<number, TripRow[]> {
  const all = bills.flatMap(({ row, picks }) => picks.map((pick) => ({ billId: row.id, pick })));
  all.sort((a, b) => {
    const [left, right] = [a.pick.pickupStartAt ?? '', b.pick.pickupStartAt ?? ''];
    return left < right ? -1 : left > right ? 1 : a.billId - b.billId;
  });
  const made = new Map<number, TripRow[]>();
  const ofDay = new Map<string, number>();
  all.forEach(({ billId, pick }, index) => {
    const day = (pick.pickupStartAt ?? '').slice(0, 10).replaceAll('-', '');
    const count = (ofDay.get(day) ?? 0) + 1;
    ofDay.set(day, count);
    const row = {
      id: index + 1,
      billId,
      pickNo: `PK${day}-${String(count).padStart(4, '0')}`,
      ...pick,
      cmrNo: null,
    };
    made.set(billId, [...(made.get(billId) ?? []), row]);
  });
  return made;
}

async function writeParcels(
  writer: Writer,
  bills: readonly BuiltBill[],
  picks: ReadonlyMap<number, TripRow[]>,
  yard: PalletYard,
  random: Random,
  now: number,
): Promise<void> {
  const ids = { box: new Ids(), parcel: new Ids(), labels: new Labels() };
  const cases: FoundCase[] = [];
  for (const bill of bills) {
    await breathe();
    const { shipment, stored, row, layout, batches } = bill;
    const [low, full] = batches;
    if (!stored || !low) continue;
    const stowage = {
      ...{ billId: row.id, shipment, layout, now, currency: row.currency },
      ...stored,
      picks: picks.get(row.id) ?? [],
      batchIds: { low: low.id, full: full?.id ?? null },
    };
    const { boxes, parcels, lines } = stowedRows(stowage, ids, random.fork(row.billNo + row.batchNo));
    await insertRows(writer, 'pallet', yard.palletise(bill, boxes, stowage.picks));
    await insertRows(writer, 'box', boxes);
    await insertRows(writer, 'parcel', parcels);
    await insertRows(writer, 'itemLine', lines);
    await insertRows(writer, 'fyco', inspectionsOf(bill, parcels, now));
    const boxIds = boxes.map(({ id }) => id);
    cases.push(...casesOf(bill, boxIds, parcels, now));
  }
  const counted = bills.filter((bill) => !bill.stored || !bill.batches[0]);
  cases.push(...counted.flatMap((bill) => casesOf(bill, [], [], now)));
  await insertRows(writer, 'abnormalCase', numbered(cases));
  await nameFailures(writer);
}

/** Adds the reason to the lines that failed their HS check: their codes do not exist. */
async function nameFailures(writer: Writer): Promise<void> {
  const failed = await writer
    .selectFrom('itemLine')
    .select(['id', 'hsCode'])
    .where('hsStatus', '=', 'failed')
    .execute();
  for (const { id, hsCode } of failed) {
    const found = { hsProblem: 'HS_INVALID', hsMessage: JSON.stringify({ code: hsCode }) };
    await writer.updateTable('itemLine').set(found).where('id', '=', id).execute();
  }
}

/** Links the photos to the inbound leg of their bill's first trip. */
async function notePhotos(
  writer: Writer,
  attachments: readonly Insertable<Database['attachment']>[],
  picks: ReadonlyMap<number, readonly TripRow[]>,
): Promise<void> {
  const ofTrip = new Map<number, string[]>();
  for (const { id, billId, category } of attachments) {
    const trip = category === 'photo' ? picks.get(billId)?.[0] : undefined;
    if (trip) ofTrip.set(trip.id, [...(ofTrip.get(trip.id) ?? []), id]);
  }
  for (const [id, photos] of ofTrip)
    await writer
      .updateTable('pick')
      .set({ inboundPhotos: JSON.stringify(photos) })
      .where('id', '=', id)
      .execute();
}

async function writeHistory(
  writer: Writer,
  bills: readonly WrittenBill[],
  office: ReturnType<typeof officeDays>['entries'],
  now: number,
): Promise<void> {
  await insertRows(
    writer,
    'timelineEvent',
    bills.flatMap(({ events }) => events),
  );
  await insertRows(
    writer,
    'billLog',
    bills.flatMap(({ row, changes }) => billLogOf(row.id, changes)),
  );
  const entries = [
    ...office,
    ...refusedEntries(bills),
    ...bills.flatMap(({ row, changes }) => billEntries(row, changes, now)),
  ];
  await insertRows(writer, 'operateLog', entries.sort((a, b) => a.at - b.at).map(operateLogRow));
}
