import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Figure, median, ratio, timed } from './figure';
import { writeDeclaration } from './files';
import { newSession, openForGrowing, startApi } from './grownApi';

const ROWS = 150_000;
const RUNS = 5;
/** Tables of a declaration, with the column that refers to its owner. */
const TABLES = {
  box: 'billId = ?',
  batch: 'billId = ?',
  parcel: 'billId = ?',
  itemLine: 'parcelId in (select id from parcel where billId = ?)',
} as const;

type Rows = Readonly<Record<keyof typeof TABLES, readonly Record<string, never>[]>>;

/**
 * Measures sending and storing a declaration of 20 MB, against inserting its rows by prepared statements into the same
 * tables with their indexes.
 */
export async function storeBench(on: { root: string; executable: string }): Promise<Figure[]> {
  const data = mkdtempSync(path.join(os.tmpdir(), 'freight-console-store-'));
  const file = path.join(data, 'freight.db');
  const beside = path.join(data, 'beside.db');
  const declaration = path.join(data, 'declaration.csv');
  try {
    await (await startApi({ ...on, data })).stop();
    const first = openForGrowing(file);
    const token = newSession(first);
    const bills = first
      .prepare(
        `select id from bill where removedAt is null and archived = 0 and id not in (select billId from box union select billId from batch)
          order by id limit ${RUNS + 1}`,
      )
      .all()
      .map(({ id }) => Number(id));
    first.close();
    copyFileSync(file, beside);

    const api = await startApi({ ...on, data }, token);
    const peer = new DatabaseSync(beside, { enableForeignKeyConstraints: false });
    peer.exec('pragma journal_mode = wal; pragma synchronous = full; pragma cache_size = -32768');
    const own: number[] = [];
    const bare: number[] = [];
    try {
      for (const [run, bill] of bills.entries()) {
        writeDeclaration(declaration, ROWS, { first: run * ROWS });
        const sent = await timed(() => stored(api, token, bill, declaration));
        const rows = rowsOf(file, bill);
        await found(api, rows);
        const inserted = await timed(() => insert(peer, rows));
        if (run === 0) continue;
        own.push(sent);
        bare.push(inserted);
      }
    } finally {
      peer.close();
      await api.stop();
    }
    return [
      { name: 'store: rows of a declaration by prepared statements', value: median(bare), unit: 'ms' },
      {
        name: 'store: declaration sent to every row stored and found',
        value: ratio(own, bare),
        unit: '×',
        goal: 3,
        rule: 'P8',
      },
      { name: 'store: lines of a declaration', value: ROWS / (median(own) / 1000), unit: 'rows/s' },
    ];
  } finally {
    rmSync(data, { recursive: true, force: true });
  }
}

type Api = Awaited<ReturnType<typeof startApi>>;

/** Sends a declaration, and waits until its job is done. */
async function stored({ url, send }: Api, token: string, bill: number, file: string): Promise<void> {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(readFileSync(file))]), path.basename(file));
  const answer = await fetch(`${url}/bill-lading/${bill}/source-files?kind=declaration`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, language: 'en', 'idempotency-key': `store-bench-${bill}` },
    body: form,
  });
  const { ret, msg, data } = (await answer.json()) as { ret: boolean; msg: string; data: { job: Job } };
  if (!ret) throw new Error(`the declaration was refused: ${msg}`);
  let { job } = data;
  while (job.status === 'unprocessed' || job.status === 'processing') {
    await sleep(20);
    job = JSON.parse(String(await send('GET', `/import-jobs/${job.id}`))).data;
  }
  if (job.status !== 'success' || job.okRows !== ROWS)
    throw new Error(`the declaration was not stored: ${JSON.stringify(job)}`);
}
interface Job {
  readonly id: number;
  readonly status: string;
  readonly okRows: number | null;
}

/** Throws if the stored data is not found by its number. */
async function found({ send }: Api, { parcel }: Rows): Promise<void> {
  const { trackingNo } = parcel.at(-1) ?? {};
  const { data } = JSON.parse(String(await send('GET', `/bill-lading/search?keyword=${trackingNo}`)));
  if (!JSON.stringify(data).includes(String(trackingNo))) throw new Error(`${trackingNo} is not found`);
}

function rowsOf(file: string, bill: number): Rows {
  const db = new DatabaseSync(file, { readOnly: true });
  const rows = Object.entries(TABLES).map(([table, of]) => [
    table,
    db.prepare(`select * from "${table}" where ${of} order by id`).all(bill),
  ]);
  db.close();
  return Object.fromEntries(rows) as Rows;
}

/** Inserts all rows in one transaction, with the durability of the product. */
function insert(db: DatabaseSync, rows: Rows): void {
  db.exec('begin immediate');
  for (const [table, own] of Object.entries(rows)) {
    const columns = Object.keys(own[0] ?? {});
    const statement = db.prepare(
      `insert into "${table}" (${columns.map((name) => `"${name}"`).join(', ')})
        values (${columns.map(() => '?').join(', ')})`,
    );
    for (const row of own) statement.run(...columns.map((name) => row[name] as never));
  }
  db.exec('commit');
}
