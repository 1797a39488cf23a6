import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { client } from '../../main/transport/client';
import type { startDesktop } from '../../scripts/desktopSession.mjs';
import { PackagedApp } from '../support/packagedApp';
import { type Figure, median, ratio, timed } from './figure';
import { newSession, openForGrowing, startApi } from './grownApi';

const ROUNDS = 15;
/** Calls of a round, one after the other. */
const CALLS = 40;
const QUERY = 'page=1&pageSize=100';

/**
 * Measures a page of 100 rows from the window's call to its objects: through bridge, main and HTTP, against HTTP alone
 * with the same client as main.
 */
export async function bridgeBench(
  desktop: Awaited<ReturnType<typeof startDesktop>>,
  { root, executable }: { root: string; executable: string },
): Promise<Figure[]> {
  const data = mkdtempSync(path.join(os.tmpdir(), 'freight-console-bridge-'));
  try {
    await (await startApi({ root, executable, data })).stop();
    const db = openForGrowing(path.join(data, 'freight.db'));
    const token = newSession(db);
    db.close();
    const api = await startApi({ root, executable, data }, token);
    const app = await PackagedApp.launch(desktop, desktop.folder('bridge'));
    try {
      await app.demoStart();
      await app.signIn('admin');
      const through = () =>
        app.page.evaluate(`(async () => {
          const start = performance.now();
          for (let count = 0; count < ${CALLS}; count++) {
            const answer = await window.bridge.call('bill.list', { query: { page: 1, pageSize: 100 } }, {});
            if (JSON.parse(answer.data).data.list.length !== 100) throw new Error('not a page of 100 rows');
          }
          return (performance.now() - start) / ${CALLS};
        })()`) as Promise<number>;
      const url = `${api.url}/bill-lading?${QUERY}`;
      const headers = { authorization: `Bearer ${token}`, language: 'en' };
      const bare = async () =>
        (await timed(async () => {
          for (let count = 0; count < CALLS; count++)
            JSON.parse((await client.get<string>(url, { headers, responseType: 'text' })).data);
        })) / CALLS;
      const own: number[] = [];
      const peer: number[] = [];
      for (let round = 0; round <= ROUNDS; round++) {
        const times = [await through(), await bare()] as const;
        if (round === 0) continue;
        own.push(times[0]);
        peer.push(times[1]);
      }
      return [
        { name: 'bridge: a page of 100 bills over HTTP alone', value: median(peer), unit: 'ms' },
        {
          name: 'bridge: the same from the window, through main',
          value: ratio(own, peer),
          unit: '×',
          goal: 1.8,
          rule: 'P11',
        },
      ];
    } finally {
      await app.close();
      await api.stop();
    }
  } finally {
    rmSync(data, { recursive: true, force: true });
  }
}
