import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { reports } from '@contract/report';
import { type Figure, inTurn, median, ratio, timed } from './figure';
import { growBills, growParcels, newSession, openForGrowing, startApi } from './grownApi';

const BILLS = 100_000;
const PARCELS = 2_000_000;
const LARGE_BILL = 20_000;
/** Days over which the bills are spread, and the last of them, whose bills are still under way. */
const SPREAD = 730;
const UNDER_WAY = 40;
/** Limit of a report, in times of the first page of the bill list: about a second on a machine that lists in 10 ms. */
const GOAL = 100;

/** Replaces the demo's weeks by two years of business: older bills are delivered, as in reality. */
function spread(db: DatabaseSync): void {
  const times = ['eta', 'ata', 'noaAt', 'pickupAt', 'atWarehouseAt', 'declaredAt', 'clearanceReleasedAt']
    .concat(['tatAt', 'podAt', 'createdAt'])
    .map((name) => `${name} = strftime('%Y-%m-%dT%H:%M:%SZ', ${name}, '-' || (id % ${SPREAD}) || ' days')`);
  const grown = `batchNo like '%-%-%' or id > 2000`;
  db.exec(`begin;
    update bill set ${times.join(', ')} where ${grown};
    update bill set stage = 'delivery', clearanceStatus = 'success',
        podAt = coalesce(podAt, strftime('%Y-%m-%dT%H:%M:%SZ', coalesce(ata, eta), '+3 days'))
      where (${grown}) and id % ${SPREAD} > ${UNDER_WAY};
    commit; analyze`);
}

/**
 * Measures every report and the desk among 100,000 bills of two years with 2,000,000 parcels, against a page of the
 * bill list.
 */
export async function reportBench({
  root,
  executable,
  scale,
}: {
  root: string;
  executable: string;
  /** Share of the full amount of data; 1 for all. */
  scale: number;
}): Promise<Figure[]> {
  const data = mkdtempSync(path.join(os.tmpdir(), 'freight-console-reports-'));
  try {
    await (await startApi({ root, executable, data })).stop();
    const db = openForGrowing(path.join(data, 'freight.db'));
    const took = await timed(() => {
      growBills(db, Math.round(BILLS * scale));
      growParcels(db, Math.round(PARCELS * scale), LARGE_BILL);
      spread(db);
    });
    const token = newSession(db);
    db.close();
    console.log(`${Math.round(PARCELS * scale)} parcels after ${Math.round(took / 1000)} s`);
    return await measured({ root, executable, data }, token);
  } finally {
    rmSync(data, { recursive: true, force: true });
  }
}

/** Measures the reports on data that was grown before. */
async function measured(
  on: { root: string; executable: string; data: string },
  token: string,
): Promise<Figure[]> {
  const api = await startApi(on, token);
  try {
    const month = `from=${new Date(Date.now() - 30 * 86_400_000).toISOString().slice(0, 10)}T00:00:00Z&zone=UTC`;
    const calls: Record<string, () => Promise<unknown>> = {
      page: () => api.send('GET', '/bill-lading?pageSize=50'),
      'the desk, counts': () => api.send('GET', '/report/home-count?zone=UTC'),
      'the desk, customs of 7 days': () => api.send('GET', '/report/home-customs-inspection?zone=UTC&days=7'),
      'the desk, what needs attention': () => api.send('GET', '/report/home-attention'),
    };
    for (const { name, call } of reports)
      for (const [span, query] of [
        ['a month', month],
        ['no days', 'zone=UTC'],
      ] as const) {
        calls[`${name}, rows of ${span}`] = () => api.send('GET', `/report/${call}?pageSize=50&${query}`);
        calls[`${name}, numbers of ${span}`] = () => api.send('GET', `/report/${call}/summary?${query}`);
      }
    const times = await inTurn(calls, { rounds: 3 });
    const page = times.page ?? [];
    return [
      { name: 'reports: 50 bills, the first page', value: median(page), unit: 'ms' },
      ...Object.entries(times).flatMap(([name, own]): Figure[] =>
        name === 'page'
          ? []
          : [{ name: `reports: ${name}`, value: ratio(own, page), unit: '×', goal: GOAL, rule: 'P5' }],
      ),
    ];
  } finally {
    await api.stop();
  }
}
