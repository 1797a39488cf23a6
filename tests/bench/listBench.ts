import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type Figure, inTurn, median, ratio, timed } from './figure';
import { growBills, newSession, openForGrowing, type RunningApi, startApi } from './grownApi';

const BILLS = 100_000;
const PAGE = 50;

/** Measures pages of the bill list among 100,000 bills, against reads of the same rows by key through the same path. */
export async function listBench({
  root,
  executable,
}: {
  root: string;
  executable: string;
}): Promise<Figure[]> {
  const data = mkdtempSync(path.join(os.tmpdir(), 'freight-console-bench-'));
  let running: RunningApi | undefined;
  try {
    await (await startApi({ root, executable, data })).stop();
    const file = path.join(data, 'freight.db');
    const growing = openForGrowing(file);
    growBills(growing, BILLS);
    const token = newSession(growing);
    growing.exec('pragma optimize');
    growing.close();
    running = await startApi({ root, executable, data }, token);
    const { send } = running;
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
    await running?.stop();
    rmSync(data, { recursive: true, force: true });
  }
}
