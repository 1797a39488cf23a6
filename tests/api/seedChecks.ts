import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Bill } from '@contract/bill/bill';
import { checkBillDraft } from '@contract/rules/billDraft';
import { plateNo } from '@contract/rules/codes';
import { mrnKind } from '@contract/rules/customs';
import { toWall } from '@contract/rules/zonedTime';
import { expect } from 'vitest';
import { billCodec, refreshBill } from '../../main/server/areas/bill/billFacts';
import { openStore, type Store } from '../../main/server/store/open';
import type { Database, TableName } from '../../main/server/store/tables';

/** All tables of the store. */
export const TABLES = [
  ...([
    'fact',
    'adminGroup',
    'groupPermission',
    'staff',
    'session',
    'loginAttempt',
    'operateLog',
    'idempotency',
  ] as const),
  ...([
    'storedFile',
    'country',
    'airport',
    'cargoStation',
    'warehouse',
    'service',
    'lastMile',
    'destination',
  ] as const),
  ...([
    'channelCode',
    'mark',
    'clientGroup',
    'clientCompany',
    'customer',
    'ioss',
    'bill',
    'pick',
    'batch',
    'box',
    'parcel',
  ] as const),
  ...(['itemLine', 'timelineEvent', 'billLog', 'attachment'] as const),
  ...(['fileJob', 'fileIssue', 'fileEffect', 'fileStatistic'] as const),
  ...(['mail', 'monitorConfig', 'monitorRecord', 'mailbox'] as const),
] as const satisfies readonly TableName[];

const HOUR = 3_600_000;
/** Returns hours between two instants; NaN when one is missing. */
export const hours = (from: string | null, to: string | null) =>
  (Date.parse(to ?? '') - Date.parse(from ?? '')) / HOUR;

const folders: string[] = [];
const stores: Store[] = [];

/** Opens a new store in a separate folder. */
export async function newStore(): Promise<Store> {
  const folder = mkdtempSync(path.join(tmpdir(), 'seed-test-'));
  folders.push(folder);
  const store = await openStore(folder);
  stores.push(store);
  return store;
}

/** Returns all rows of all tables, and the contents of all files, as one hash. */
export async function fingerprint({ read, files }: Store): Promise<string> {
  const hash = createHash('sha256');
  for (const table of TABLES) {
    const rows = await read
      .selectFrom(table as 'bill')
      .selectAll()
      .execute();
    for (const row of rows) hash.update(JSON.stringify(row));
  }
  for (const folder of readdirSync(files).sort()) {
    for (const file of readdirSync(path.join(files, folder)).sort()) {
      hash.update(file).update(readFileSync(path.join(files, folder, file)));
    }
  }
  return hash.digest('hex');
}

/** Returns the number of rows of a table. */
export const countOf = async ({ read }: Store, table: TableName): Promise<number> => {
  const { n } = await read
    .selectFrom(table as 'bill')
    .select((count) => count.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  return n;
};

/** Closes the stores of the test file that has ended, and removes their folders: the next file may share this list. */
export async function removeStores(): Promise<void> {
  for (const store of stores.splice(0)) await store.close();
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
}

/** Checks the rules for every bill of a store, whatever its day. */
export async function expectTrueBills(store: Store, now: string): Promise<void> {
  const { read } = store;
  const rows = await read.selectFrom('bill').selectAll().orderBy('id').execute();
  const picks = await read.selectFrom('pick').selectAll().execute();
  const collections = await read.selectFrom('collection').selectAll().execute();
  const services = await read.selectFrom('service').select(['id', 'steps']).execute();
  const toGate = new Set(services.filter(({ steps }) => !steps.includes('delivery')).map(({ id }) => id));
  const zones = new Map(
    (await read.selectFrom('airport').select(['id', 'timeZone']).execute()).map(({ id, timeZone }) => [
      id,
      timeZone,
    ]),
  );
  const numbers = new Set(
    rows.filter(({ removedAt }) => !removedAt).map(({ billNo, batchNo }) => `${billNo} ${batchNo}`),
  );
  expect(numbers.size).toBe(rows.filter(({ removedAt }) => !removedAt).length);
  for (const row of rows) {
    const bill = billCodec.decode(row);
    const name = `${bill.billNo} ${bill.batchNo} ${bill.stage}`;
    expectOrder(name, bill, now);
    const trips = picks.filter(({ billId }) => billId === row.id);
    const surplus = trips.some(
      ({ differenceReason }) => differenceReason === 'recount' || differenceReason === 'surplus_found',
    );
    const sum = (of: (pick: Database['pick']) => number | null) =>
      trips.reduce((total, pick) => total + (of(pick as never) ?? 0), 0);
    const noa = bill.noaBoxCount ?? bill.boxCount;
    const inTrips = [
      sum((pick) => pick.pickupBoxes),
      sum((pick) => pick.inboundBoxes),
      sum((pick) => pick.outboundBoxes),
    ];
    expect([bill.pickedBoxes, bill.inboundBoxes, bill.outboundBoxes], name).toEqual(inTrips);
    const collection = collections.find(({ billId }) => billId === row.id);
    expect(collection?.boxCount ?? null, name).toBe(toGate.has(row.serviceId) ? bill.podBoxCount : null);
    // What a customer collects leaves on no truck of ours.
    if (collection) expect([inTrips.pop(), bill.tatAt], name).toEqual([0, null]);
    const counts = [bill.boxCount, noa, ...inTrips, bill.podBoxCount ?? 0];
    if (!surplus) expect(counts, name).toEqual([...counts].sort((a, b) => b - a));
    const issues = checkBillDraft(bill as never);
    expect(issues, name).toEqual([]);
    if (bill.mode === 'air') {
      // Offloaded flights were announced for the day before.
      const { hour, minute } = toWall(bill.createdAt, zones.get(bill.originAirportId) ?? 'UTC');
      expect(hour + minute / 60, name).toBeGreaterThanOrEqual(8.4);
      expect(hour + minute / 60, name).toBeLessThan(22);
    }
  }
  for (const pick of picks) {
    expect(plateNo.check(pick.plateNo), pick.plateNo).toBeUndefined();
    expect(pick.pickupBoxes, pick.pickNo).toBeGreaterThan(0);
    for (const leg of ['pickup', 'inbound', 'clearance', 'outbound'] as const) {
      const [start, finish, finished] = [
        pick[`${leg}StartAt`],
        pick[`${leg}FinishAt`],
        pick[`${leg}Finished`],
      ];
      expect(finished === 1, `${pick.pickNo} ${leg}`).toBe(finish !== null);
      if (finish) expect((start ?? '') <= finish, `${pick.pickNo} ${leg}`).toBe(true);
    }
  }
  await expectComputed(store, rows);
}

/** Times of a bill in the required order. */
export const ORDER = [
  'etd',
  'ata',
  'noaAt',
  't1At',
  'pickupAt',
  'atWarehouseAt',
  'handoverAt',
  'tatAt',
  'podAt',
  'archivedAt',
] as const;

function expectOrder(name: string, bill: Bill, now: string): void {
  expect((bill.eta ?? '') > (bill.etd ?? ''), name).toBe(true);
  expect(bill.createdAt < (bill.etd ?? ''), name).toBe(true);
  const nodes = ORDER.map((node) => bill[node]).filter((at) => at !== null);
  expect(nodes, name).toEqual([...nodes].sort());
  for (const [earlier, later] of [
    ['createdAt', 'firstParcelAt'],
    ['firstParcelAt', 'checkedAt'],
    ['declaredAt', 'clearanceReleasedAt'],
    ['ata', 'clearanceReleasedAt'],
    ['clearanceReleasedAt', 'handoverAt'],
    ['createdAt', 'removedAt'],
    ['firstParcelAt', 'declaredAt'],
    ['atd', 'ata'],
  ] as const) {
    if (bill[earlier] && bill[later])
      expect(`${bill[earlier]}` <= `${bill[later]}`, `${name} ${earlier} ${later}`).toBe(true);
  }
  for (const node of [
    ...ORDER.slice(1),
    'createdAt',
    'firstParcelAt',
    'checkedAt',
    'declaredAt',
    'clearanceReleasedAt',
    'removedAt',
    'updatedAt',
    'atd',
  ] as const) {
    if (bill[node]) expect(`${bill[node]}` <= now, `${name} ${node}`).toBe(true);
  }
  if (bill.podAt) expect(bill.podBoxCount, name).not.toBeNull();
  // A proof of delivery completes all parcels that customs released.
  if (bill.podAt) expect(bill.parcelsFree, name).toBe(0);
  if (bill.noaAt) expect(bill.noaBoxCount, name).not.toBeNull();
  if (bill.t1At) expect(mrnKind(bill.t1Mrn ?? ''), name).toBe('transit');
  if (bill.archived && bill.stage === 'delivery') expect(bill.exceptionCount, name).toBe(0);
  if (bill.archived && bill.removedAt)
    expect(hours(bill.removedAt, bill.archivedAt), name).toBeGreaterThanOrEqual(30 * 24);
}

class Undo extends Error {}

/** Expects that the API's own refresh changes nothing: stage, counters, shortage and sums follow from the facts. */
async function expectComputed(store: Store, rows: readonly { id: number }[]): Promise<void> {
  const work = store.write(async (write) => {
    for (const row of rows) {
      await refreshBill(write, row.id);
      const after = await write
        .selectFrom('bill')
        .selectAll()
        .where('id', '=', row.id)
        .executeTakeFirstOrThrow();
      expect(after).toEqual(row);
    }
    throw new Undo();
  });
  await expect(work).rejects.toThrow(Undo);
}
