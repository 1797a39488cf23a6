import { type ChildProcess, spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { Agent, request } from 'node:http';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { asNode } from '../../scripts/electronDist.mjs';

/** The embedded API of the release on a port. */
export interface RunningApi {
  readonly url: string;
  readonly pid: number;
  readonly send: (method: string, place: string, body?: object) => Promise<Buffer>;
  stop(): Promise<void>;
}

/** Starts the embedded API of the release on a folder; calls carry the token. */
export async function startApi(
  { root, executable, data }: { root: string; executable: string; data: string },
  token = '',
  more: readonly string[] = [],
): Promise<RunningApi> {
  const entry = path.join(root, 'release/build/main/embedded.cjs');
  const args = ['--data', data, '--seed', 'demo', '--port', '0', ...more];
  const child: ChildProcess = spawn(executable, [entry, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: asNode(),
  });
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout?.on('data', (line) => resolve(JSON.parse(String(line)).url));
    child.once('exit', () => reject(new Error('the embedded API did not start')));
  });
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  return {
    url,
    pid: child.pid ?? 0,
    send: (method, place, body) =>
      new Promise<Buffer>((resolve, reject) => {
        const headers = {
          authorization: `Bearer ${token}`,
          language: 'en',
          'content-type': 'application/json',
        };
        const call = request(`${url}${place}`, { method, agent, headers }, (answer) => {
          const parts: Buffer[] = [];
          answer.on('data', (part) => parts.push(part));
          answer.on('end', () => {
            const whole = Buffer.concat(parts);
            if (answer.statusCode === 200) resolve(whole);
            else reject(new Error(`${place}: ${answer.statusCode} ${whole.subarray(0, 300)}`));
          });
        });
        call.on('error', reject);
        call.end(body && JSON.stringify(body));
      }),
    stop: async () => {
      agent.destroy();
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill();
      await ended;
    },
  };
}

const columnsOf = (db: DatabaseSync, table: string): string[] =>
  db
    .prepare('select name from pragma_table_info(?)')
    .all(table)
    .map(({ name }) => String(name))
    .filter((name) => name !== 'id');

const quoted = (names: readonly string[]) => names.map((name) => `"${name}"`).join(', ');
const countOf = (db: DatabaseSync, table: string): number =>
  Number(db.prepare(`select count(*) as n from "${table}"`).get()?.n);

/**
 * Adds rows without the indexes of a table, and rebuilds those afterwards: bulk inserts are several times as fast.
 * Unique indexes stay, since the database looks rows up by them during the insert.
 */
function withoutIndexes(db: DatabaseSync, table: string, work: () => void): void {
  const indexes = db
    .prepare(
      "select name, sql from sqlite_master where type = 'index' and tbl_name = ? and sql not like 'create unique%'",
    )
    .all(table);
  for (const { name } of indexes) db.exec(`drop index "${name}"`);
  work();
  for (const { sql } of indexes) db.exec(String(sql));
}

/** Seven digits of a copied bill: another number with each round. */
const SERIAL = '((id * 7919 + cast(?1 as integer) * 104729) % 10000000)';

/** Multiplies the bills of the demo data, under new numbers and at other times. */
export function growBills(db: DatabaseSync, bills: number): void {
  const columns = columnsOf(db, 'bill');
  const changed: Record<string, string> = {
    // With its check digit: screens would not show a number that the contract refuses.
    billNo: `substr(billNo, 1, 4) || printf('%07d', ${SERIAL}) || (${SERIAL} % 7)`,
    batchNo: `batchNo || '-' || cast(?1 as integer)`,
    eta: `strftime('%Y-%m-%dT%H:%M:%SZ', eta, '-' || ?1 || ' hours')`,
    importJobId: 'null',
  };
  const values = columns.map((name) => changed[name] ?? `"${name}"`).join(', ');
  const first = Number(db.prepare("select max(id) as id from bill where batchNo not like '%-%-%'").get()?.id);
  const copy = db.prepare(
    `insert into bill (${quoted(columns)}) select ${values} from bill where id <= ?2 and archived = 0 and stage != 'removed' limit ?3`,
  );
  let count = countOf(db, 'bill');
  const before = count;
  // With each bill, the database writes its waybill.
  const add = () => {
    db.exec('begin');
    for (let round = before; count < bills; round++)
      count += Number(copy.run(round, Math.min(first, 1200), bills - count).changes);
    db.exec('commit');
  };
  withoutIndexes(db, 'bill', () => withoutIndexes(db, 'awb', add));
}

/** Parcels in a box. */
const IN_BOX = 25;
/** Columns of a copied parcel: its own numbers, the rest as in one of the demo's. */
const PARCEL: Readonly<Record<string, string>> = {
  billId: 'target.billId',
  boxId: 'target.boxId',
  trackingNo: `printf('TUL%010dNL', abs(random()) % 10000000000)`,
  orderNo: `printf('%09d', abs(random()) % 1000000000)`,
  batchId: 'null',
  fileJobId: 'null',
};

/**
 * Adds boxes and parcels to bills up to a total, by whole sets: a statement for all boxes, one for all parcels. One
 * bill gets 20,000 of them.
 */
export function growParcels(db: DatabaseSync, parcels: number, large: number): void {
  const wanted = parcels - countOf(db, 'parcel');
  const bills = db.prepare(
    'select id from bill where removedAt is null and id not in (select billId from box) order by id',
  );
  const ids = bills.all().map(({ id }) => Number(id));
  const [big = 0, ...others] = ids;
  const each = Math.max(1, Math.ceil((wanted - large) / IN_BOX / Math.max(1, others.length)));
  db.exec('create temp table target (billId integer, boxId integer); create temp table one (n integer)');
  const firstBox = Number(db.prepare('select max(id) as id from box').get()?.id);
  withoutIndexes(db, 'box', () => {
    db.exec('begin');
    const columns = columnsOf(db, 'box');
    const changed: Record<string, string> = {
      billId: '?1',
      boxNo: `printf('BNC%06d%05d', ?1, ?2)`,
      ...{ batchId: 'null', pickId: 'null', palletId: 'null', fileJobId: 'null' },
    };
    const insert = db.prepare(
      `insert into box (${quoted(columns)}) select ${columns.map((name) => changed[name] ?? `"${name}"`).join(', ')} from box where id = 1`,
    );
    for (let box = 0; box < large / IN_BOX; box++) insert.run(big, box);
    let left = Math.ceil((wanted - large) / IN_BOX);
    for (const id of others) {
      for (let box = 0; box < each && left > 0; box++, left--) insert.run(id, box);
    }
    db.exec('commit');
  });
  db.exec(`insert into target select billId, id from box where id > ${firstBox}`);
  db.exec(
    `with recursive count(n) as (select 1 union all select n + 1 from count where n < ${IN_BOX}) insert into one select n from count`,
  );
  withoutIndexes(db, 'parcel', () => {
    const columns = columnsOf(db, 'parcel');
    const values = columns.map((name) => PARCEL[name] ?? `"like"."${name}"`).join(', ');
    db.exec(
      `begin; insert into parcel (${quoted(columns)}) select ${values} from target, one, parcel as "like" where "like".id = 1 + one.n; commit`,
    );
  });
  db.exec('drop table target; drop table one; analyze');
}

/** Opens the data for growing: without waiting for the disk, and without a log. */
export function openForGrowing(file: string): DatabaseSync {
  const db = new DatabaseSync(file);
  db.exec('pragma journal_mode = memory; pragma synchronous = off; pragma locking_mode = exclusive');
  db.exec('pragma cache_size = -800000; pragma temp_store = memory; pragma threads = 2');
  return db;
}

/** Opens a session of the super administrator, beside the API. */
export function newSession(db: DatabaseSync): string {
  const token = randomBytes(32).toString('base64url');
  const now = `${new Date().toISOString().slice(0, 19)}Z`;
  const staff = db.prepare('select id from staff where superAdmin = 1').get()?.id ?? null;
  db.prepare('insert into session (tokenHash, staffId, createdAt, lastUsedAt) values (?, ?, ?, ?)').run(
    createHash('sha256').update(token).digest('hex'),
    staff,
    now,
    now,
  );
  return token;
}
