import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type Figure, inTurn, median, ratio, timed } from './figure';
import { growBills, growParcels, newSession, openForGrowing, type RunningApi, startApi } from './grownApi';

/** The full amount, and the tenth against which its growth is measured. */
const BILLS = 100_000;
const PARCELS = 5_000_000;
const LARGE_BILL = 20_000;
const PAGE = 50;

type Times = Record<
  | 'keys'
  | 'first'
  | 'middle'
  | 'last'
  | 'filtered'
  | 'sorted'
  | 'count'
  | 'countFiltered'
  | 'whole'
  | 'lastSix'
  | 'many'
  | 'tabKeys'
  | 'tab'
  | 'tabDeep'
  | 'tabState'
  | 'tabCount'
  | 'awb'
  | 'awbDeep'
  | 'awbSorted'
  | 'awbFiltered'
  | 'clearance'
  | 'clearanceCount'
  | 'boxes'
  | 'trouble'
  | 'scan',
  number[]
>;

/**
 * Measures bills, searches and the parcels of a large bill among 100,000 bills and 5,000,000 parcels, or a part of
 * them, against reads of as many rows by their keys; and the growth of all of it from a tenth.
 */
export async function scaleBench({
  root,
  executable,
  scale,
}: {
  root: string;
  executable: string;
  /** Share of the full amount of data; 1 for all. */
  scale: number;
}): Promise<Figure[]> {
  const data = mkdtempSync(path.join(os.tmpdir(), 'freight-console-scale-'));
  const tenth = mkdtempSync(path.join(os.tmpdir(), 'freight-console-tenth-'));
  const file = path.join(data, 'freight.db');
  try {
    await (await startApi({ root, executable, data })).stop();
    const grow = async (part: number) => {
      const db = openForGrowing(file);
      const took = await timed(() => {
        growBills(db, Math.round(BILLS * scale * part));
        growParcels(db, Math.round(PARCELS * scale * part), part < 1 ? LARGE_BILL : 0);
      });
      const { parcels } = db.prepare('select count(*) as parcels from parcel').get() as { parcels: number };
      const token = newSession(db);
      db.close();
      console.log(`${parcels} parcels after ${Math.round(took / 1000)} s`);
      return { token, parcels };
    };
    const figures: Figure[] = [];
    const small = await grow(0.1);
    // A tenth is kept beside the whole, so that both are measured in turn.
    cpSync(data, tenth, { recursive: true });
    const { token, parcels } = await grow(1);
    const whole = await callRepeatedly(root, executable, data, token);
    const beside = await callRepeatedly(root, executable, tenth, small.token);
    try {
      figures.push(
        ...figuresOf({ ...(await inTurn(whole.calls, { repeat: 5 })), ...(await whole.scanned()) }, parcels),
        ...(await growth(beside.calls, whole.calls)),
      );
    } finally {
      await whole.stop();
      await beside.stop();
    }
    return [...figures, ...insertCost(file)];
  } finally {
    for (const folder of [data, tenth]) rmSync(folder, { recursive: true, force: true });
  }
}

type Calls = Record<Exclude<keyof Times, 'scan'>, () => Promise<unknown>>;

/** Starts the embedded API on a folder, and returns the calls to time. */
async function callRepeatedly(
  root: string,
  executable: string,
  data: string,
  token: string,
): Promise<{
  readonly calls: Calls;
  readonly scanned: () => Promise<Pick<Times, 'scan'>>;
  readonly stop: () => Promise<void>;
}> {
  const db = new DatabaseSync(path.join(data, 'freight.db'), { readOnly: true });
  const api: RunningApi = await startApi({ root, executable, data }, token);
  const get = (place: string) => api.send('GET', place);
  const list = (query: string) => get(`/bill-lading?pageSize=${PAGE}&${query}`);
  const waybills = (query: string) => get(`/bill-lading/awb?pageSize=${PAGE}&${query}`);
  const read = async (place: string) => JSON.parse(String(await get(place))).data;
  const page = await read(`/bill-lading?pageSize=${PAGE}`);
  const ids = page.list.map(({ id }: { id: number }) => id).join(',');
  const some = page.list[7];
  const pages = Math.floor(Number(page.total) / PAGE);
  const large = Number(
    db.prepare('select billId from parcel group by billId order by count(*) desc limit 1').get()?.billId,
  );
  const most = Number(db.prepare('select max(id) as id from parcel').get()?.id);
  const numberAt = db.prepare('select trackingNo from parcel where id >= ? limit 1');
  const anyNumber = () => String(numberAt.get(Math.ceil(Math.random() * most))?.trackingNo);
  const tab = `/bill-lading/custom/parcels?billId=${large}&pageSize=${PAGE}`;
  const first = await read(tab);
  const parcelIds = first.list.map(({ id }: { id: number }) => id).join(',');
  const scan = db.prepare('select * from parcel where trackingNo like ?');
  const numbers = Array.from({ length: 400 }, anyNumber);
  const pasted = encodeURIComponent(numbers.join(' '));
  const calls: Calls = {
    keys: () => list(`id=${ids}`),
    first: () => list('page=1'),
    middle: () => list(`page=${Math.ceil(pages / 2)}`),
    last: () => list(`page=${pages}`),
    filtered: () => list(`page=1&customerId=${some.customerId}&stage=${some.stage}`),
    sorted: () => list('page=200&sort=-weight'),
    count: () => get('/bill-lading/count'),
    countFiltered: () => get(`/bill-lading/count?customerId=${some.customerId}`),
    whole: () => get(`/bill-lading/search/parcel?keyword=${anyNumber()}`),
    lastSix: () => get(`/bill-lading/search?keyword=${anyNumber().slice(-6)}`),
    many: () => get(`/bill-lading/search?keyword=${pasted}`),
    tabKeys: () => get(`/bill-lading/custom/parcels?id=${parcelIds}&pageSize=${PAGE}`),
    tab: () => get(tab),
    tabDeep: () => get(`${tab}&page=${Math.floor(LARGE_BILL / PAGE / 2)}`),
    tabState: () => get(`${tab}&state=free`),
    tabCount: () => get(`/bill-lading/custom/parcels/count?billId=${large}`),
    awb: () => waybills('page=1'),
    awbDeep: () => waybills(`page=${Math.ceil(pages / 2)}`),
    awbSorted: () => waybills('page=200&sort=-weight'),
    awbFiltered: () => waybills(`landingAirportId=${some.landingAirportId}`),
    clearance: () => get(`/bill-lading/clearance?pageSize=${PAGE}`),
    clearanceCount: () => get('/bill-lading/clearance/count'),
    boxes: () => get(`/bill-lading/custom/boxes?billId=${large}&pageSize=${PAGE}&page=8`),
    trouble: () => get(`/bill-lading/custom/parcels?pageSize=${PAGE}`),
  };
  return {
    calls,
    scanned: () => inTurn({ scan: () => scan.all(`%${anyNumber().slice(-6)}`) }, { rounds: 5 }),
    stop: async () => {
      await api.stop();
      db.close();
    },
  };
}

function figuresOf(times: Times, parcels: number): Figure[] {
  const of = `${Math.round(parcels / 1000)}k parcels`;
  const against = (
    name: string,
    own: readonly number[],
    peer: readonly number[],
    goal: number,
    rule = 'P5',
  ) => ({
    ...{ name: `scale: ${name}`, value: ratio(own, peer), unit: '×' as const, goal, rule },
  });
  return [
    { name: `scale: 50 bills by their keys, ${of}`, value: median(times.keys), unit: 'ms' },
    against('bill list, first page', times.first, times.keys, 3),
    against('bill list, the page in the middle', times.middle, times.keys, 3),
    against('bill list, last page', times.last, times.keys, 3),
    against('bill list, filtered', times.filtered, times.keys, 3),
    against('bill list, sorted by weight, page 200', times.sorted, times.keys, 3),
    against('stage counts', times.count, times.keys, 10),
    against('stage counts of one customer', times.countFiltered, times.keys, 10),
    { name: 'scale: a parcel by its whole number', value: median(times.whole), unit: 'ms' },
    { name: 'scale: any number by its last six', value: median(times.lastSix), unit: 'ms' },
    { name: 'scale: 400 numbers at once', value: median(times.many), unit: 'ms' },
    { name: 'scale: LIKE over all parcels', value: median(times.scan), unit: 'ms' },
    {
      ...{ name: 'scale: whole number, against LIKE', value: median(times.whole) / median(times.scan) },
      ...{ unit: '×', goal: 0.01, rule: 'P6' },
    },
    {
      ...{ name: 'scale: last six, against LIKE', value: median(times.lastSix) / median(times.scan) },
      ...{ unit: '×', goal: 0.01, rule: 'P6' },
    },
    against('parcels of a bill with 20,000', times.tab, times.tabKeys, 3),
    against('the same, in the middle', times.tabDeep, times.tabKeys, 3),
    against('the same, of one state', times.tabState, times.tabKeys, 3),
    against('the same, counted by state', times.tabCount, times.tabKeys, 10),
    against('boxes of that bill, page 8', times.boxes, times.tabKeys, 3),
    against('parcels in trouble on all bills', times.trouble, times.tabKeys, 3),
    against('waybills, first page', times.awb, times.keys, 3),
    against('waybills, the page in the middle', times.awbDeep, times.keys, 3),
    against('waybills, sorted by weight, page 200', times.awbSorted, times.keys, 3),
    against('waybills, filtered', times.awbFiltered, times.keys, 3),
    against('clearance list, first page', times.clearance, times.keys, 3),
    against('clearance counts', times.clearanceCount, times.keys, 10),
  ];
}

/** Measures how much longer calls take than at a tenth of the data, in turn. */
async function growth(small: Calls, whole: Calls): Promise<Figure[]> {
  const names = {
    first: 'bill list, first page',
    filtered: 'bill list, filtered',
    count: 'stage counts',
    whole: 'a whole number',
    lastSix: 'last six',
    tab: 'parcels of a bill',
    awb: 'waybills, first page',
  } as const;
  const figures: Figure[] = [];
  for (const key of Object.keys(names) as (keyof typeof names)[]) {
    const times = await inTurn({ small: small[key], whole: whole[key] }, { rounds: 9, repeat: 5 });
    const value = ratio(times.whole, times.small);
    figures.push({ name: `growth ×10: ${names[key]}`, unit: '×', goal: 1.3, rule: 'P12', value });
  }
  return figures;
}

/**
 * Measures the extra cost of inserts for finding parcels by their last six digits: in turn with the indexes as they
 * are, and with an index on the whole number in place of the one that finds both.
 */
function insertCost(file: string): Figure[] {
  const db = openForGrowing(file);
  const rows = 100_000;
  const tables = db.prepare("select sql from sqlite_master where type = 'table' and name = 'parcel'").all();
  const indexes = db
    .prepare(
      "select name, sql from sqlite_master where type = 'index' and tbl_name = 'parcel' and sql is not null",
    )
    .all();
  const WHOLE = 'create index parcelByWhole on parcel (trackingNo)';
  const build = (table: string, sixDigits: boolean) => {
    const made = [
      ...tables.map(({ sql }) => String(sql)),
      ...indexes.map(({ name, sql }) => (name === 'parcelByLastSix' && !sixDigits ? WHOLE : String(sql))),
    ];
    for (const sql of made)
      db.exec(
        sql
          .replace(/(create table )"?parcel"?/i, `$1"${table}"`)
          .replace(/(index )"?(\w+)"?\s+on "?parcel"?/i, `$1"$2_${table}" on "${table}"`),
      );
  };
  // Random numbers, and numbers in the ranges that carriers issue: only these are adjacent in the other index.
  const sources = {
    'at random': `select * from parcel order by id desc limit ${rows}`,
    'in ranges': `select * from parcel order by id limit ${rows / 2}`,
  } as const;
  const figures = Object.entries(sources).map(([numbers, source]): Figure => {
    const times = { with: [] as number[], without: [] as number[] };
    for (let round = 0; round < 8; round++) {
      for (const name of ['with', 'without'] as const) {
        build(`${name}Six`, name === 'with');
        // Processor time: none of it is waiting.
        const cpuBefore = process.cpuUsage();
        db.exec(`begin; insert into "${name}Six" ${source}; commit`);
        const { user, system } = process.cpuUsage(cpuBefore);
        if (round > 0) times[name].push((user + system) / 1000);
        db.exec(`drop table "${name}Six"`);
      }
    }
    const name = `scale: inserting parcels found by six digits, numbers ${numbers}, against the whole number alone`;
    return { name, unit: '×', goal: 1.1, rule: 'P6', value: ratio(times.with, times.without) };
  });
  db.close();
  return figures;
}
