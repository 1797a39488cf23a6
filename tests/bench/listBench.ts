import { type ChildProcess, spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { asNode } from '../../scripts/electronDist.mjs';
import { type Figure, inTurn, median, ratio, timed } from './figure';

const BILLS = 100_000;
const PAGE = 50;

interface Running {
  readonly child: ChildProcess;
  readonly url: string;
}

/** The embedded API of the release, on a port. */
async function startApi(root: string, executable: string, data: string): Promise<Running> {
  const entry = path.join(root, 'release/build/main/embedded.cjs');
  const child = spawn(executable, [entry, '--data', data, '--seed', 'demo', '--port', '0'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: asNode(),
  });
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout.on('data', (line) => resolve(JSON.parse(String(line)).url));
    child.once('exit', () => reject(new Error('the embedded API did not start')));
  });
  return { child, url };
}

async function stopApi({ child }: Running): Promise<void> {
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill();
  await ended;
}

/** Multiplies the bills of the demo data, under new numbers and at other times, and makes a session. */
function growTo(file: string, bills: number): string {
  const db = new DatabaseSync(file);
  db.exec('pragma synchronous = off');
  const columns = db
    .prepare('select name from pragma_table_info(?)')
    .all('bill')
    .map(({ name }) => String(name))
    .filter((name) => name !== 'id');
  const changed: Record<string, string> = {
    billNo: `substr(billNo, 1, 4) || printf('%08d', abs(random()) % 100000000)`,
    batchNo: `batchNo || '-' || ?1`,
    eta: `strftime('%Y-%m-%dT%H:%M:%SZ', eta, '-' || ?1 || ' hours')`,
    importJobId: 'null',
  };
  const names = columns.map((name) => `"${name}"`).join(', ');
  const values = columns.map((name) => changed[name] ?? `"${name}"`).join(', ');
  const first = Number(db.prepare('select max(id) as id from bill').get()?.id);
  const copy = db.prepare(
    `insert into bill (${names}) select ${values} from bill where id <= ?2 and archived = 0 and stage != 'removed' limit ?3`,
  );
  db.exec('begin');
  let count = Number(db.prepare('select count(*) as n from bill').get()?.n);
  for (let round = 1; count < bills; round++) count += Number(copy.run(round, first, bills - count).changes);
  const token = randomBytes(32).toString('base64url');
  const now = `${new Date().toISOString().slice(0, 19)}Z`;
  const staff = db.prepare('select id from staff where superAdmin = 1').get()?.id ?? null;
  db.prepare('insert into session (tokenHash, staffId, createdAt, lastUsedAt) values (?, ?, ?, ?)').run(
    createHash('sha256').update(token).digest('hex'),
    staff,
    now,
    now,
  );
  db.exec('commit; pragma optimize;');
  db.close();
  return token;
}

/** Pages of the bill list among 100,000 bills, against reads of the same rows by key through the same path. */
export async function listBench({
  root,
  executable,
}: {
  root: string;
  executable: string;
}): Promise<Figure[]> {
  const data = mkdtempSync(path.join(os.tmpdir(), 'freight-console-bench-'));
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  let running: Running | undefined;
  try {
    await stopApi(await startApi(root, executable, data));
    const file = path.join(data, 'freight.db');
    const token = growTo(file, BILLS);
    running = await startApi(root, executable, data);
    const { url } = running;
    const send = (method: string, place: string, body?: object) =>
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
      });
    const get = (query: string) => send('GET', `/bill-lading?pageSize=${PAGE}&${query}`);
    const page = JSON.parse(String(await get('page=1'))).data;
    const ids = page.list.map(({ id }: { id: number }) => id).join(',');
    const some = page.list[7];

    const db = new DatabaseSync(file, { readOnly: true });
    const bare = db.prepare(
      `select * from bill where archived = 0 and stage != 'removed' order by eta desc, id desc limit ${PAGE}`,
    );
    const scan = db.prepare(`select * from bill where billNo like ? limit ${PAGE}`);
    const like = `%${some.billNo.slice(-6)}`;
    const times = await inTurn(
      {
        keys: () => get(`id=${ids}`),
        bare: () => JSON.stringify(bare.all()),
        scan: () => JSON.stringify(scan.all(like)),
        first: () => get('page=1'),
        deep: () => get(`page=${Math.floor(BILLS / 2 / PAGE)}`),
        filtered: () => get(`page=1&customerId=${some.customerId}&stage=${some.stage}`),
        sorted: () => get('page=200&sort=-weight'),
        keyword: () => get(`keyword=${encodeURIComponent(some.batchNo)}`),
        search: () => send('GET', `/bill-lading/search?keyword=${some.billNo.slice(-6)}`),
        count: () => send('GET', '/bill-lading/count'),
        countFiltered: () => send('GET', `/bill-lading/count?customerId=${some.customerId}`),
      },
      { repeat: 5 },
    );
    const figures: Figure[] = [
      { name: 'list: 50 bills by their keys, over HTTP', value: median(times.keys), unit: 'ms' },
      { name: 'list: the first page by SQL alone', value: median(times.bare), unit: 'ms' },
    ];
    const against = (name: string, own: readonly number[], goal: number) =>
      figures.push({ name: `list: ${name}`, value: ratio(own, times.keys), unit: '×', goal, rule: 'P5' });
    against('first page', times.first, 3);
    against(`page ${Math.floor(BILLS / 2 / PAGE)}`, times.deep, 3);
    against('filtered by customer and stage', times.filtered, 3);
    against('sorted by weight, page 200', times.sorted, 3);
    against('stage counts', times.count, 10);
    against('stage counts of one customer', times.countFiltered, 10);
    figures.push(
      { name: 'list: first page, against SQL alone', value: ratio(times.first, times.bare), unit: '×' },
      { name: 'list: keyword in five columns', value: ratio(times.keyword, times.keys), unit: '×' },
      { name: 'list: keyword in five columns', value: median(times.keyword), unit: 'ms' },
      {
        name: 'list: last six digits, against a scan',
        value: ratio(times.search, times.scan),
        unit: '×',
        goal: 1,
      },
    );
    const all = db.prepare(
      `select * from bill where archived = 0 and stage != 'removed' order by eta desc, id desc`,
    );
    for (const format of ['csv', 'xlsx']) {
      const rows = page.total;
      let exported = 0;
      const peer = await timed(() => {
        for (const row of all.iterate()) if (row) exported++;
      });
      const own = await timed(() => send('POST', '/bill-lading/exportExcel', { format }));
      figures.push(
        { name: `export: ${exported} bills as ${format}`, value: rows / (own / 1000), unit: 'rows/s' },
        { name: `export: ${format}, against SQL alone`, value: own / peer, unit: '×' },
      );
    }
    db.close();
    return figures;
  } finally {
    agent.destroy();
    if (running) await stopApi(running);
    rmSync(data, { recursive: true, force: true });
  }
}
