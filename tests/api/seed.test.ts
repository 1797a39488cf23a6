import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { demoAccounts } from '@contract/access/demoAccounts';
import { operateLogRow } from '@contract/access/operateLog';
import { attachmentRow } from '@contract/bill/attachment';
import { type Bill, billRow } from '@contract/bill/bill';
import { billLogRow, timelineEvent } from '@contract/bill/billHistory';
import { airport } from '@contract/config/airport';
import { channelCode } from '@contract/config/channelCode';
import { destination } from '@contract/config/destination';
import { lastMile } from '@contract/config/lastMile';
import { clientCompany } from '@contract/customer/clientCompany';
import { clientGroup } from '@contract/customer/clientGroup';
import { customer } from '@contract/customer/customer';
import { permissionNodes, permit } from '@contract/permissions';
import { postcodeProblem } from '@contract/rules/addresses';
import { checkBill } from '@contract/rules/billCheck';
import { trackingNo } from '@contract/rules/codes';
import { COUNTRIES } from '@contract/rules/countries';
import { MINOR_DIGITS } from '@contract/rules/currencies';
import { hsCode, hsUseProblem, iossNo, mrn, mrnKind } from '@contract/rules/customs';
import { toMinor } from '@contract/rules/money';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type * as z from 'zod';
import { verifyPassword } from '../../main/server/areas/access/passwords';
import { billCodec } from '../../main/server/areas/bill/billFacts';
import { exceptionsOf } from '../../main/server/areas/bill/cases';
import { seedStore } from '../../main/server/demo';
import { stories, storyStaff } from '../../main/server/demo/stories';
import { codecOf } from '../../main/server/store/codec';
import type { Store } from '../../main/server/store/open';
import { pdfText } from '../support/pdfText';
import { unzipped } from '../support/unzipped';
import {
  countOf,
  expectTrueBills,
  fingerprint,
  hours,
  newStore,
  ORDER,
  removeStores,
  TABLES,
} from './seedChecks';

const DAY = '2026-11-03';
const NOW = `${DAY}T00:00:00Z`;

/** Tables with the same rows for every operator. */
const COMMON: readonly string[] = [
  'adminGroup',
  'airport',
  'country',
  'feeCategory',
  'groupPermission',
  'hsCode',
  'migration',
  'service',
  'vatCode',
];

let demo: Store;
let bills: Bill[];

beforeAll(async () => {
  demo = await newStore();
  await seedStore(demo, { kind: 'demo', day: DAY });
  const rows = await demo.read.selectFrom('bill').selectAll().orderBy('id').execute();
  bills = rows.map((row) => billCodec.decode(row));
});

afterAll(async () => {
  await removeStores();
});

const live = () => bills.filter(({ archived }) => !archived);
const share = (part: number, whole: number) => (100 * part) / whole;
const shareOf = (list: readonly Bill[], test: (bill: Bill) => boolean) =>
  share(list.filter(test).length, list.length);
const median = (values: readonly number[]) =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

describe('the seed', () => {
  test('gives the same data for the same day, and other dates on another day', async () => {
    const [again, later] = [await newStore(), await newStore()];
    await seedStore(again, { kind: 'demo', day: DAY });
    await seedStore(later, { kind: 'demo', day: '2027-03-18' });
    expect(await fingerprint(again)).toBe(await fingerprint(demo));
    const dates = ({ read }: Store) =>
      read.selectFrom('bill').select(['eta', 'createdAt']).orderBy('id').execute();
    expect(await dates(later)).not.toEqual(await dates(demo));
    for (const table of [
      'bill',
      'staff',
      'customer',
      'country',
      'parcel',
      'pick',
      'timelineEvent',
    ] as const) {
      const [here, there] = [await countOf(demo, table), await countOf(later, table)];
      expect(Math.abs(here - there) / here, table).toBeLessThan(0.12);
    }
    await expectTrueBills(later, '2027-03-18T00:00:00Z');
  }, 300_000);

  test('runs once per store', async () => {
    await expect(seedStore(demo, { kind: 'demo', day: DAY })).rejects.toThrow('data already');
    await expect(seedStore(await newStore(), { kind: 'demo', day: '2026-13-01' })).rejects.toThrow(
      RangeError,
    );
  });

  test('leaves nothing when it fails in the middle', async () => {
    const store = await newStore();
    const broken: Store = { ...store, files: '/dev/null/files' };
    await expect(seedStore(broken, { kind: 'demo', day: DAY })).rejects.toThrow();
    for (const table of TABLES) expect(await countOf(store, table), table).toBe(0);
    const admin = {
      username: 'a.b',
      realName: 'A B',
      email: 'a@example.com',
      passwordHash: 'none',
      mustChangePassword: false,
    };
    await seedStore(store, { kind: 'empty', at: `${DAY}T08:30:00Z`, admin });
    expect(await countOf(store, 'staff')).toBe(1);
  });

  test('gives an empty installation its administrator and shared defaults, and nothing of the demo operator', async () => {
    const store = await newStore();
    const at = `${DAY}T08:30:00Z`;
    await seedStore(store, {
      kind: 'empty',
      at,
      admin: {
        username: 'first.admin',
        realName: 'First',
        email: 'f@example.com',
        passwordHash: 'x',
        mustChangePassword: true,
      },
    });
    const staff = await store.read.selectFrom('staff').selectAll().execute();
    expect(staff).toMatchObject([
      { username: 'first.admin', superAdmin: 1, loginAllowed: 1, mustChangePassword: 1, registeredAt: at },
    ]);
    const there: Record<string, number> = {};
    for (const { name } of await store.read.introspection.getTables()) {
      const count = await countOf(store, name as never);
      if (count > 0) there[name] = count;
    }
    // Leaves out a view, and the statutory rates that the store itself creates.
    const {
      staff: people,
      groupOfStaff: _view,
      usRate: _rates,
      euRate: _limits,
      fact,
      clientGroup: groups,
      ...same
    } = there;
    expect({ people, fact, groups }).toEqual({ people: 1, fact: 1, groups: 1 });
    expect(Object.keys(same).sort()).toEqual(COMMON);
    for (const [table, count] of Object.entries(same))
      expect(count, table).toBe(await countOf(demo, table as never));
    expect(await store.read.selectFrom('clientGroup').selectAll().execute()).toMatchObject([
      { code: 'STANDARD', discountPercent: null, active: 1 },
    ]);
    expect(await store.read.selectFrom('fact').selectAll().execute()).toEqual([
      { name: 'seed', value: 'empty' },
    ]);
  });

  test('writes only rows that fit the contract', async () => {
    const { read } = demo;
    const valid = <S extends z.ZodObject>(schema: S, rows: readonly object[]) => {
      const codec = codecOf(schema);
      for (const row of rows) {
        const parsed = schema.safeParse(codec.decode(row));
        if (!parsed.success) expect.fail(`${JSON.stringify(row)}: ${parsed.error.message}`);
      }
      expect(rows.length).toBeGreaterThan(0);
    };
    valid(billRow, await read.selectFrom('bill').selectAll().execute());
    valid(airport.row, await read.selectFrom('airport').selectAll().execute());
    valid(clientCompany.row, await read.selectFrom('clientCompany').selectAll().execute());
    valid(clientGroup.row, await read.selectFrom('clientGroup').selectAll().execute());
    valid(customer.row, await read.selectFrom('customer').selectAll().execute());
    valid(destination.row, await read.selectFrom('destination').selectAll().execute());
    valid(lastMile.row, await read.selectFrom('lastMile').selectAll().execute());
    valid(channelCode.row, await read.selectFrom('channelCode').selectAll().execute());
    valid(timelineEvent, await read.selectFrom('timelineEvent').selectAll().execute());
    valid(billLogRow, await read.selectFrom('billLog').selectAll().execute());
    valid(operateLogRow, await read.selectFrom('operateLog').selectAll().execute());
    valid(attachmentRow, await read.selectFrom('attachmentOfBill').selectAll().execute());
  });
});

describe('the permissions and staff of the seed', () => {
  test('include the menus and areas above each permission', async () => {
    const granted = await demo.read.selectFrom('groupPermission').selectAll().execute();
    const groups = await demo.read.selectFrom('adminGroup').selectAll().execute();
    expect(groups).toHaveLength(6);
    for (const { id, name, superAdmin } of groups) {
      const ids = new Set(
        granted.filter(({ groupId }) => groupId === id).map(({ permissionId }) => permissionId),
      );
      for (const node of permissionNodes) {
        if (ids.has(node.id) && node.parentId)
          expect(ids.has(node.parentId), `${name} ${node.name}`).toBe(true);
        const below = permissionNodes.filter(({ parentId }) => parentId === node.id);
        if (ids.has(node.id) && below.length > 0)
          expect(
            below.some((child) => ids.has(child.id)),
            `${name} ${node.name}`,
          ).toBe(true);
      }
      for (const own of ['home.dashboard.view', 'home.center.edit'] as const)
        expect(ids.has(permit(own))).toBe(true);
      expect(ids.has('9010202')).toBe(superAdmin === 1 || name === 'Warehouse administrator');
      expect(ids.has(permit('bill.manage.delete'))).toBe(superAdmin === 1);
      if (superAdmin) expect(ids.size).toBe(permissionNodes.length);
    }
  });

  test('include passwords for the demo accounts, and none for others', async () => {
    const staff = await demo.read.selectFrom('staff').selectAll().execute();
    const find = (name: string) => staff.find(({ username }) => username === name);
    for (const { username, password } of demoAccounts) {
      expect(await verifyPassword(password, find(username)?.passwordHash)).toBe(true);
    }
    const open = staff
      .filter(({ passwordHash }) => passwordHash.startsWith('scrypt$'))
      .map(({ username }) => username);
    expect(open.sort()).toEqual(['admin', 's.peeters', 'voucher', 'warehouse']);
    expect(staff.filter(({ loginAllowed }) => loginAllowed === 0).map(({ username }) => username)).toEqual([
      storyStaff.forbidden,
    ]);
    expect(find(storyStaff.withoutBarcodes)?.pdaBarcodeEntry).toBe(0);
    expect(staff.filter(({ superAdmin }) => superAdmin === 1).map(({ username }) => username)).toEqual([
      'li.wei',
      'admin',
    ]);
  });
});

describe('the reference data of the seed', () => {
  test('contains all countries of ISO 3166, with currencies of ISO 4217 and the members of the EU', async () => {
    const areas = await demo.read.selectFrom('country').selectAll().execute();
    const countries = areas.filter(({ level }) => level === 'country');
    expect(new Set(countries.map(({ code }) => code))).toEqual(COUNTRIES);
    for (const column of ['code3', 'numericCode', 'nameEn', 'nameCn'] as const) {
      expect(new Set(countries.map((country) => country[column])).size, column).toBe(249);
    }
    for (const { code3, numericCode, currency } of countries) {
      expect(code3).toMatch(/^[A-Z]{3}$/);
      expect(numericCode).toMatch(/^\d{3}$/);
      if (currency) expect(MINOR_DIGITS.has(currency), currency).toBe(true);
    }
    expect(countries.filter(({ isEu }) => isEu === 1)).toHaveLength(27);
    expect(countries.filter(({ isEu, vatRate }) => isEu === 1 && !vatRate)).toEqual([]);
    expect(countries.find(({ code }) => code === 'NL')).toMatchObject({
      code3: 'NLD',
      numericCode: '528',
      vatRate: 21_000,
      phoneCode: '+31',
    });
    // A region is in the country of its code.
    const byId = new Map(countries.map((country) => [country.id, country.code]));
    const regions = areas.filter(({ level }) => level === 'region');
    expect(regions.map(({ parentId }) => byId.get(parentId ?? 0))).toEqual(
      regions.map(({ code }) => code.slice(0, 2)),
    );
    expect(regions.filter(({ code }) => code.startsWith('CN-'))).toHaveLength(31);
  });

  test('has correct postcodes for each country', async () => {
    const hubs = await demo.read
      .selectFrom('destination')
      .innerJoin('country', 'country.id', 'destination.countryId')
      .select(['country.code', 'destination.postcode'])
      .execute();
    const customers = await demo.read
      .selectFrom('customer')
      .innerJoin('country', 'country.id', 'customer.countryId')
      .select(['country.code', 'customer.postcode'])
      .execute();
    for (const { code, postcode } of [...hubs, ...customers])
      expect(postcodeProblem(code, postcode ?? ''), postcode ?? '').toBeUndefined();
    expect(await countOf(demo, 'customer')).toBe(18);
    const photo = await demo.read
      .selectFrom('customer')
      .select('code')
      .where('photoRequired', '=', 1)
      .execute();
    expect(photo).toHaveLength(1);
  });
});

const STAGE_SHARES = {
  ...{ draft: 14, arrived: 7, pickup: 6, clearing: 8, inbound: 10, clearance: 6, outbound: 5, transit: 8 },
  ...{ delivery: 34, removed: 2 },
} as const;
const STATUS_SHARES = {
  ...{
    in_clearance: 18,
    picked_up: 10,
    success: 12,
    handover: 50,
    exception: 5,
    not_released: 4,
    failure: 1,
  },
} as const;

describe('the sizes and shares of the seed', () => {
  test('are about 1,200 bills by air over 90 days, about 30 by sea, about 60 with all their parcels', async () => {
    const air = bills.filter(({ mode }) => mode === 'air');
    expect(air).toHaveLength(1200);
    expect(bills.length - air.length).toBe(30);
    const landed = air.map(({ ata }) => hours(ata, NOW) / 24).filter((days) => !Number.isNaN(days));
    expect(Math.max(...landed)).toBeLessThan(93);
    expect(Math.max(...air.map(({ eta }) => hours(NOW, eta) / 24))).toBeLessThanOrEqual(3);
    expect(bills.filter(({ stage }) => stage === 'removed')).toHaveLength(25);
    const old = bills.filter(({ archived, archivedAt }) => archived && hours(archivedAt, NOW) > 30 * 24);
    expect(old.length).toBeGreaterThan(100);
    const stored = await demo.read.selectFrom('parcel').select('billId').distinct().execute();
    expect(stored.length).toBeGreaterThanOrEqual(55);
    expect(stored.length).toBeLessThanOrEqual(66);
    expect(await countOf(demo, 'parcel')).toBeGreaterThan(70_000);
  });

  test('are realistic for the stages of open bills', () => {
    for (const [stage, expected] of Object.entries(STAGE_SHARES)) {
      expect(Math.abs(shareOf(live(), (bill) => bill.stage === stage) - expected), stage).toBeLessThan(5);
    }
  });

  test('are realistic for the customs status of landed bills', () => {
    const landed = live().filter(({ ata, removedAt }) => ata && !removedAt);
    // The shares of stages and of statuses do not quite agree: bills that left the warehouse were handed over.
    for (const [status, expected] of Object.entries(STATUS_SHARES)) {
      expect(
        Math.abs(shareOf(landed, (bill) => bill.clearanceStatus === status) - expected),
        status,
      ).toBeLessThan(9);
    }
  });

  test('are realistic for lanes, airlines and countries', async () => {
    const air = bills.filter(({ mode }) => mode === 'air');
    const codes = new Map(
      (await demo.read.selectFrom('airport').select(['id', 'airportCode']).execute()).map(
        ({ id, airportCode }) => [id, airportCode],
      ),
    );
    const near = (
      expected: Readonly<Record<string, number>>,
      of: (bill: Bill) => string | null | undefined,
      within = 3.5,
    ) => {
      for (const [value, percent] of Object.entries(expected)) {
        expect(Math.abs(shareOf(air, (bill) => of(bill) === value) - percent), value).toBeLessThan(within);
      }
    };
    near(
      { AMS: 42, LGG: 24, MST: 6, BRU: 3, FRA: 4, BUD: 3, LUX: 2, ORD: 7, LAX: 5, JFK: 4 },
      ({ landingAirportId }) => codes.get(landingAirportId),
      4.5,
    );
    near(
      { PVG: 18, SZX: 14, CAN: 14, HKG: 14, CGO: 8, EHU: 7, HGH: 7, NKG: 4, XMN: 4, CSX: 4, WUH: 3, TFU: 3 },
      ({ originAirportId }) => codes.get(originAirportId),
    );
    near(
      { CK: 18, CZ: 14, CA: 12, CV: 10, '7L': 6, O3: 8, HU: 5, QR: 6, EK: 5, CX: 6, '5Y': 6 },
      ({ carrierCode }) => carrierCode,
    );
    const europe = air.filter(({ channelCode }) => !channelCode.startsWith('US'));
    for (const [country, percent] of Object.entries({
      DE: 27,
      FR: 20,
      NL: 11,
      ES: 10,
      IT: 10,
      PL: 8,
      BE: 6,
      SE: 3,
      AT: 2,
    })) {
      expect(
        Math.abs(shareOf(europe, ({ channelCode }) => channelCode.startsWith(country)) - percent),
        country,
      ).toBeLessThan(3.5);
    }
  });

  test('are realistic for values, weights, lines and states of parcels', async () => {
    const parcels = await demo.read
      .selectFrom('parcel')
      .select(['value', 'grossWeight', 'currency'])
      .execute();
    const euro = parcels.filter(({ currency }) => currency === 'EUR');
    expect(median(euro.map(({ value }) => value)) / 100).toBeCloseTo(14, -0.5);
    expect(share(euro.filter(({ value }) => value <= 15_000).length, euro.length)).toBeCloseTo(98.5, 0);
    expect(median(parcels.map(({ grossWeight }) => grossWeight)) / 350).toBeCloseTo(1, 1);
    expect(Math.max(...euro.map(({ grossWeight }) => grossWeight))).toBeLessThanOrEqual(20_000);
    expect((await countOf(demo, 'itemLine')) / parcels.length).toBeCloseTo(1.35, 1);

    const inWork = live().filter(({ stage }) =>
      ['inbound', 'clearance', 'outbound', 'transit', 'delivery'].includes(stage),
    );
    const sum = (name: keyof Bill) => inWork.reduce((total, bill) => total + Number(bill[name]), 0);
    const all =
      sum('parcelsClearance') +
      sum('parcelsFree') +
      sum('parcelsHeld') +
      sum('parcelsFailed') +
      sum('parcelsAbnormal') +
      sum('parcelsCompleted');
    expect(Math.abs(share(sum('parcelsCompleted'), all) - 62)).toBeLessThan(14);
    expect(Math.abs(share(sum('parcelsFree'), all) - 30)).toBeLessThan(14);
    expect(Math.abs(share(sum('parcelsClearance'), all) - 6)).toBeLessThan(5);
    expect(Math.abs(share(sum('parcelsHeld'), all) - 1.2)).toBeLessThan(1);
    expect(Math.abs(share(sum('parcelsFailed'), all) - 0.3)).toBeLessThan(0.3);
    expect(Math.abs(share(sum('parcelsAbnormal'), all) - 0.5)).toBeLessThan(0.5);
  });

  test('are realistic for the time between nodes', () => {
    const done = bills.filter(({ mode, podAt }) => mode === 'air' && podAt);
    const within = (from: keyof Bill, to: keyof Bill, low: number, mode: number, high: number) => {
      const gaps = done
        .map((bill) => hours(bill[from] as string, bill[to] as string))
        .filter((gap) => !Number.isNaN(gap));
      expect(Math.min(...gaps), `${from} ${to}`).toBeGreaterThanOrEqual(low - 0.02);
      expect(Math.max(...gaps), `${from} ${to}`).toBeLessThanOrEqual(high + 0.02);
      expect(median(gaps), `${from} ${to}`).toBeGreaterThan(mode * 0.7 + low * 0.3);
    };
    // Working hours of the office and the docks add the hours of a night to each span.
    within('createdAt', 'etd', 6, 18, 48 + 15 + 48);
    within('etd', 'eta', 11, 12.5, 30);
    within('eta', 'ata', -1, 0.5, 9);
    within('ata', 'noaAt', 1.5, 5, 14);
    within('noaAt', 'pickupAt', 1, 6, 20 + 10 + 8);
    within('ata', 'declaredAt', -4, 0, 3);
    within('tatAt', 'podAt', 0.3, 1, 4);
  });
});

describe('every bill of the seed', () => {
  test('has its stage, counts and times in order', () => expectTrueBills(demo, NOW), 60_000);

  test('has events and log lines in order, and none in the future', async () => {
    const events = await demo.read.selectFrom('timelineEvent').selectAll().orderBy('id').execute();
    const last = new Map<number, string>();
    for (const { billId, code, occurredAt, recordedAt } of events) {
      expect(occurredAt >= (last.get(billId) ?? ''), `${billId} ${code}`).toBe(true);
      expect(occurredAt <= recordedAt && recordedAt <= NOW, `${billId} ${code}`).toBe(true);
      last.set(billId, occurredAt);
    }
    const codesOf = (id: number) => events.filter(({ billId }) => billId === id).map(({ code }) => code);
    const collected = await demo.read.selectFrom('collection').select('billId').execute();
    const atGate = new Set(collected.map(({ billId }) => billId));
    for (const { id, ata, podAt, t1At } of bills.slice(-200)) {
      const codes = codesOf(id);
      expect(codes[0]).toBe('BILL_CREATED');
      expect(codes.includes('ARRIVED')).toBe(ata !== null);
      expect(codes.includes('DELIVERED_HUB')).toBe(podAt !== null && !atGate.has(id));
      expect(codes.includes('COLLECTED')).toBe(atGate.has(id));
      expect(codes.includes('T1_RELEASED')).toBe(t1At !== null);
    }
    const logs = await demo.read.selectFrom('billLog').select(['billId', 'at']).execute();
    expect(new Set(logs.map(({ billId }) => billId)).size).toBe(bills.length);
    expect(logs.filter(({ at }) => at > NOW)).toEqual([]);
    const operations = await demo.read.selectFrom('operateLog').select('at').orderBy('id').execute();
    expect(operations.map(({ at }) => at)).toEqual(operations.map(({ at }) => at).sort());
    expect(hours(operations.at(-1)?.at ?? null, NOW)).toBeLessThan(12);
    expect(operations.filter(({ at }) => at > NOW)).toEqual([]);
  });

  test('has boxes, declarations and lines that add up when it has parcels', async () => {
    const { read } = demo;
    const parcels = await read.selectFrom('parcel').selectAll().execute();
    const boxes = await read.selectFrom('box').selectAll().execute();
    const batches = await read.selectFrom('batch').selectAll().execute();
    const lines = await read
      .selectFrom('itemLine')
      .select([
        'parcelId',
        (value) => value.fn.sum<number>('lineValue').as('value'),
        (net) => net.fn.sum<number>('netWeight').as('net'),
      ])
      .groupBy('parcelId')
      .execute();
    const ofParcel = new Map(lines.map((line) => [line.parcelId, line]));
    const inBox = new Map<number, number>();
    const inBatch = new Map<number, { parcels: number; value: number }>();
    for (const parcel of parcels) {
      const line = ofParcel.get(parcel.id);
      if (line?.value !== parcel.value || line.net > parcel.grossWeight)
        expect.fail(`${parcel.trackingNo}: lines do not add up`);
      inBox.set(parcel.boxId ?? 0, (inBox.get(parcel.boxId ?? 0) ?? 0) + 1);
      const batch = inBatch.get(parcel.batchId ?? 0) ?? { parcels: 0, value: 0 };
      inBatch.set(parcel.batchId ?? 0, { parcels: batch.parcels + 1, value: batch.value + parcel.value });
    }
    expect(new Set(parcels.map(({ trackingNo }) => trackingNo)).size).toBe(parcels.length);
    for (const box of boxes) expect(box.declaredParcels).toBe(inBox.get(box.id));
    for (const {
      id,
      parcels: count,
      value,
      mrn: reference,
      declarationSystem,
      declaredAt,
      declarationType,
    } of batches) {
      const counted = inBatch.get(id);
      if (counted) expect({ parcels: count, value }).toEqual(counted);
      if (reference) expect([mrn.check(reference), mrnKind(reference)]).toEqual([undefined, 'import']);
      expect(reference !== null).toBe(declaredAt !== null && declarationSystem !== 'ABI');
      expect(declarationType === 'H7').toBe(declarationSystem === 'DECO');
    }
    for (const bill of bills.filter(({ id }) => boxes.some(({ billId }) => billId === id))) {
      const own = boxes.filter(({ billId }) => billId === bill.id);
      expect(own.length).toBe(bill.boxCount);
      expect(own.filter(({ inboundAt }) => inboundAt).length).toBe(bill.inboundBoxes);
      const onTruck = own.filter(({ outboundAt, collectionId }) => outboundAt && collectionId === null);
      expect(onTruck.length).toBe(bill.outboundBoxes);
    }
  });

  test('has the exceptions that a refresh would count', async () => {
    for (const bill of await demo.read
      .selectFrom('bill')
      .select(['id', 'billNo', 'exceptionCount'])
      .execute()) {
      expect(await exceptionsOf(demo.read, bill.id), bill.billNo).toBe(bill.exceptionCount);
    }
  });

  test('has an inspection for each held parcel, and a reason for each abnormal one', async () => {
    const { read } = demo;
    const held = await read.selectFrom('parcel').select('id').where('state', '=', 'held').execute();
    const open = await read
      .selectFrom('fyco')
      .select('parcelId')
      .where('state', 'in', ['selected', 'presented'])
      .execute();
    expect(open.map(({ parcelId }) => parcelId).sort()).toEqual(held.map(({ id }) => id).sort());
    expect(held.length).toBeGreaterThan(0);
    const abnormal = await read
      .selectFrom('parcel')
      .select(['abnormalType', 'stateAt'])
      .where('state', '=', 'abnormal')
      .execute();
    expect(abnormal.length).toBeGreaterThan(0);
    expect(abnormal.filter(({ abnormalType, stateAt }) => !abnormalType || !stateAt)).toEqual([]);
  });

  test('has codes, postcodes and numbers that the rules accept', async () => {
    const parcels = await demo.read.selectFrom('parcel').selectAll().execute();
    const story = bills.find(({ billNo }) => billNo === stories.get(12)?.[0]?.billNo);
    for (const parcel of parcels) {
      const wrong =
        trackingNo.check(parcel.trackingNo) ??
        postcodeProblem(parcel.country, parcel.postcode) ??
        (parcel.iossNo ? iossNo.check(parcel.iossNo) : undefined);
      if (wrong) expect.fail(`${JSON.stringify(parcel)}: ${wrong.code}`);
      if ((parcel.vatScheme === 'ioss') !== (parcel.iossNo !== null))
        expect.fail(`${parcel.trackingNo}: scheme and number`);
      const dear = parcel.currency === 'EUR' ? parcel.value > 15_000 : parcel.value > 16_500;
      if ((parcel.declarationSystem === 'AGS') !== dear)
        expect.fail(`${parcel.trackingNo}: declared wrongly`);
      if (dear && parcel.vatScheme === 'ioss' && parcel.billId !== story?.id)
        expect.fail(`${parcel.trackingNo}: dear with IOSS`);
    }
    const lines = await demo.read
      .selectFrom('itemLine')
      .innerJoin('parcel', 'parcel.id', 'itemLine.parcelId')
      .select(['hsCode', 'declarationSystem', 'country'])
      .distinct()
      .execute();
    for (const line of lines) {
      const use = line.country === 'US' ? 'usEntry' : line.declarationSystem === 'AGS' ? 'ags' : 'deco';
      expect(
        hsCode.check(line.hsCode) ?? hsUseProblem(line.hsCode, use),
        `${line.hsCode} ${use}`,
      ).toBeUndefined();
    }
  });

  test('passes the check if it is checked and has its parcels', async () => {
    const { read } = demo;
    const stored = new Set(
      (await read.selectFrom('parcel').select('billId').distinct().execute()).map(({ billId }) => billId),
    );
    const locked = await read.selectFrom('ioss').select('iossNo').where('locked', '=', 1).execute();
    const problems = async (bill: Bill) => {
      const parcels = await read
        .selectFrom('parcel')
        .select(['value', 'hsStatus', 'iossNo'])
        .where('billId', '=', bill.id)
        .execute();
      const boxes = await read.selectFrom('box').select('id').where('billId', '=', bill.id).execute();
      return checkBill(bill, {
        customerActive: true,
        landingAirportActive: true,
        destinationKnown: bill.destinationId !== null,
        boxes: boxes.length,
        parcels: parcels.length,
        lineValue: parcels.reduce((sum, { value }) => sum + value, 0),
        headerValue: toMinor(bill.totalValue, bill.currency),
        hsFailed: parcels.filter(({ hsStatus }) => hsStatus === 'failed').length,
        lockedIoss: locked
          .map(({ iossNo }) => iossNo)
          .filter((no) => parcels.some(({ iossNo }) => iossNo === no)),
        declarationFile: null,
      });
    };
    const kept = bills.filter(({ id }) => stored.has(id));
    const checked = kept.filter((bill) => bill.checked);
    expect(checked.length).toBeGreaterThan(35);
    for (const bill of checked) expect(await problems(bill), `${bill.billNo} ${bill.batchNo}`).toEqual([]);
    const open = kept.filter(({ checked, stage }) => !checked && stage === 'draft');
    const found = (await Promise.all(open.map(problems))).flat().map(({ code }) => code);
    expect(found).toEqual(expect.arrayContaining(['BILL_COUNT_DIFFERS', 'BILL_HS_FAILED', 'IOSS_LOCKED']));
    expect((await Promise.all(open.map(problems))).some((list) => list.length === 0)).toBe(true);
  });
});

describe('the stories of the seed', () => {
  const billsOf = (number: number): Bill[] =>
    (stories.get(number) ?? []).map(({ billNo, batchNo }) => {
      const found = bills.find((bill) => bill.billNo === billNo && bill.batchNo === batchNo);
      if (!found) throw new Error(`story ${number}: no ${billNo} ${batchNo}`);
      return found;
    });
  const one = (number: number): Bill => {
    const [found] = billsOf(number);
    if (!found) throw new Error(`no story ${number}`);
    return found;
  };
  const parcelsOf = (bill: Bill) =>
    demo.read.selectFrom('parcel').selectAll().where('billId', '=', bill.id).execute();
  const logOf = (bill: Bill) =>
    demo.read.selectFrom('billLog').selectAll().where('billId', '=', bill.id).execute();

  test('are all present', () => {
    expect([...stories.keys()]).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 11, 12, 13, 14]);
    for (const number of stories.keys())
      for (const bill of billsOf(number)) expect(bill.remarks, String(number)).toBeTruthy();
  });

  test('include 1: a bill through all stages, with all its times', async () => {
    const bill = one(1);
    expect(bill).toMatchObject({
      stage: 'delivery',
      clearanceStatus: 'handover',
      archived: false,
      checked: true,
    });
    for (const node of [
      ...ORDER.slice(0, -1),
      'declaredAt',
      'clearanceReleasedAt',
      'firstParcelAt',
      'atd',
    ] as const)
      expect(bill[node], node).not.toBeNull();
    const files = await demo.read
      .selectFrom('attachment')
      .select('category')
      .where('billId', '=', bill.id)
      .execute();
    expect(files.filter(({ category }) => category === 'cmr')).toHaveLength(2);
  });

  test('include 2: three batches under one number, each in another stage', () => {
    expect(billsOf(2).map(({ stage }) => stage)).toEqual(['transit', 'inbound', 'clearing']);
  });

  test('include 3: two boxes short, one found', async () => {
    expect(one(3)).toMatchObject({
      boxCount: 320,
      noaBoxCount: 318,
      pickedBoxes: 318,
      inboundBoxes: 319,
      shortageCount: 1,
    });
    const picks = await demo.read
      .selectFrom('pick')
      .select('differenceReason')
      .where('billId', '=', one(3).id)
      .execute();
    expect(picks.at(-1)?.differenceReason).toBe('recount');
  });

  test('include 4: an inspection that ends with two seized', async () => {
    expect(one(4)).toMatchObject({
      stage: 'clearance',
      clearanceStatus: 'success',
      partial: true,
      parcelsFailed: 2,
      parcelsHeld: 0,
    });
    const inspections = await demo.read
      .selectFrom('fyco')
      .select('state')
      .where('billId', '=', one(4).id)
      .execute();
    expect(inspections.filter(({ state }) => state === 'released')).toHaveLength(10);
    expect(inspections.filter(({ state }) => state === 'seized')).toHaveLength(2);
    expect((await parcelsOf(one(4))).filter(({ failReason }) => failReason === 'seized')).toHaveLength(2);
  });

  test('include 5 to 9: not released, offloaded, T1, removed, archived', async () => {
    expect(one(5)).toMatchObject({ clearanceStatus: 'not_released', parcelsFree: 0 });
    expect(hours(one(5).ata, NOW)).toBeGreaterThan(48);
    const offloaded = await logOf(one(6));
    const [eta] = offloaded.filter(({ field }) => field === 'eta');
    expect(hours(eta?.oldValue ?? null, eta?.newValue ?? null)).toBe(24);
    expect(offloaded.some(({ field }) => field === 'flightNo')).toBe(true);
    const [discharged, overdue] = billsOf(7);
    expect(discharged?.t1At && discharged.atWarehouseAt).toBeTruthy();
    expect(overdue?.t1At).toBeTruthy();
    expect(overdue?.atWarehouseAt).toBeNull();
    expect(hours(overdue?.t1At ?? null, NOW)).toBeGreaterThan(8 * 24);
    expect(billsOf(8).map(({ stage }) => stage)).toEqual(['removed', 'draft']);
    const refused = await demo.read
      .selectFrom('operateLog')
      .selectAll()
      .where('result', '=', 'fail')
      .where('objectType', '=', 'bill')
      .execute();
    expect(refused.map(({ objectNo }) => objectNo)).toEqual([`${one(8).billNo} 01`]);
    expect(one(9).archived).toBe(true);
    expect(hours(one(9).archivedAt, NOW)).toBeGreaterThan(30 * 24);
  });

  test('include 11 to 14: locked number, over the limit, no data, photo', async () => {
    const locked = new Set((await parcelsOf(one(11))).map(({ iossNo }) => iossNo));
    expect(locked.has('IM2769900004')).toBe(true);
    expect(one(11)).toMatchObject({ stage: 'draft', checked: false });
    const over = (await parcelsOf(one(12))).filter(
      ({ vatScheme, value }) => vatScheme === 'ioss' && value > 15_000,
    );
    expect(over).toMatchObject([{ declarationSystem: 'AGS' }]);
    const settled = await demo.read
      .selectFrom('abnormalCase')
      .select(['state', 'type'])
      .where('billId', '=', one(13).id)
      .execute();
    expect(settled).toEqual(Array.from({ length: 2 }, () => ({ state: 'closed', type: 'no_data' })));
    const anyway = (await parcelsOf(one(13))).filter(({ previousState }) => previousState === 'abnormal');
    expect(anyway).toMatchObject([{ state: 'completed' }]);
    expect((await logOf(one(13))).filter(({ oldValue }) => oldValue === 'abnormal')).toHaveLength(2);
    const [pick] = await demo.read.selectFrom('pick').selectAll().where('billId', '=', one(14).id).execute();
    expect(pick).toMatchObject({ inboundFinished: 0, inboundBoxes: pick?.pickupBoxes });
    const files = await demo.read
      .selectFrom('attachment')
      .select('category')
      .where('billId', '=', one(14).id)
      .execute();
    expect(files.filter(({ category }) => category === 'photo')).toEqual([]);
  });

  test('include 15: an ISF filed late, one rejected, corrected and amended, and many matched', async () => {
    const isf = await demo.read.selectFrom('seaIsf').selectAll().execute();
    expect(isf.length).toBeGreaterThanOrEqual(30);
    expect(new Set(isf.map(({ state }) => state)).size).toBe(9);
    const answersOf = async (id: number) =>
      (
        await demo.read
          .selectFrom('isfAnswer')
          .select('event')
          .where('isfId', '=', id)
          .orderBy('id')
          .execute()
      ).map(({ event }) => event);
    const late = isf.find(({ lateFiling, state }) => lateFiling && state === 'accepted_warning');
    expect(late?.lastAnswer).toContain('24 HOURS');
    const amended = isf.find(({ amendmentNo, state }) => amendmentNo === 1 && state === 'matched');
    expect(await answersOf(amended?.id ?? 0)).toEqual(
      expect.arrayContaining(['rejected', 'accepted', 'matched']),
    );
    // A submitted ISF lacks nothing, and one on file with customs was sent.
    for (const { state, missingCount, standing, filedAt, filedContent } of isf) {
      if (state !== 'draft') expect(missingCount, state).toBe(0);
      if (standing !== null) expect([filedAt, filedContent], state).not.toContain(null);
    }
    const linked = await demo.read
      .selectFrom('seaBill')
      .innerJoin('seaIsf', 'seaIsf.id', 'seaBill.isfId')
      .select(['seaBill.isfState', 'seaIsf.state', 'seaBill.mblNo', 'seaIsf.mblNo as isfMbl'])
      .execute();
    expect(linked.length).toBeGreaterThan(20);
    for (const one of linked) expect([one.isfState, one.isfMbl]).toEqual([one.state, one.mblNo]);
  });
});

describe('the files of the seed', () => {
  test('are present, whole and of their type', async () => {
    const files = await demo.read.selectFrom('storedFile').selectAll().execute();
    expect(files.length).toBeGreaterThanOrEqual(38);
    for (const { id, mime, size, hash } of files) {
      const place = path.join(demo.files, id.slice(0, 2), id);
      const bytes = readFileSync(place);
      expect(statSync(place).size).toBe(size);
      expect(createHash('sha256').update(bytes).digest('hex')).toBe(hash);
      const text = bytes.toString('latin1');
      if (mime === 'application/pdf') {
        const start = Number(/startxref\n(\d+)\n%%EOF\n$/.exec(text)?.[1]);
        expect(text.slice(0, 5) + text.slice(start, start + 4)).toBe('%PDF-xref');
        for (const [, offset, index] of [...text.matchAll(/^(\d{10}) 00000 n /gm)].map(
          (found, at) => [found[0], Number(found[1]), at + 1] as const,
        )) {
          expect(text.slice(offset, offset + 8)).toContain(`${index} 0 obj`);
        }
      } else if (mime.startsWith('text/csv')) {
        expect(text).toMatch(/^((Box|Bill|IOSS) number|HS code|Code),[^\r]*\r\n[^\r]+,[^\r]*\r\n/);
      } else if (mime === 'application/zip') {
        for (const pdf of unzipped(bytes).values()) expect(pdfText(pdf)).not.toEqual([]);
      } else {
        expect([bytes[0], bytes[1], bytes.at(-2), bytes.at(-1)]).toEqual([0xff, 0xd8, 0xff, 0xd9]);
      }
    }
    expect(files.filter(({ mime }) => mime === 'image/jpeg').length).toBeGreaterThanOrEqual(4);
  });
});
