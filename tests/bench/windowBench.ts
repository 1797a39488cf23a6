import { chmodSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright';
import type { startDesktop } from '../../scripts/desktopSession.mjs';
import { goodLine, writeBills } from '../e2e/files';
import { memoryOfTree, startWithDevtools } from '../support/devtools';
import { dropFile, PackagedApp } from '../support/packagedApp';
import { type Figure, median, ratio } from './figure';
import { writeDeclaration } from './files';
import { BILL_LIST, FRAME, opening, screenTimes } from './screens';

type Desktop = Awaited<ReturnType<typeof startDesktop>>;

const ROUNDS = 3;
/** Milliseconds after which nothing of the start is left. */
const IDLE = 4000;

/** A frame and the time by which the window may be blocked besides, in ms. */
const LONGEST_GAP = FRAME + 16;

/** Measures the desk in use: its memory, its screens, and its window while large files are read. */
export async function windowBench(
  desktop: Desktop,
  { bare, bareApp, demo }: { bare: string; bareApp: string; demo: string },
): Promise<Figure[]> {
  const memory = { bare: [] as number[], product: [] as number[] };
  const figures: Figure[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const args = [bareApp, `--user-data-dir=${desktop.folder(`idle${round}`)}`];
    const window = await startWithDevtools(bare, args, desktop.env);
    await sleep(IDLE);
    memory.bare.push(memoryOfTree(window.child.pid ?? 0));
    await window.stop();

    const app = await PackagedApp.launch(desktop, demo);
    if (round === 0) await app.signIn('admin');
    await app.page.locator('.fc-tab-body:visible').first().waitFor();
    await app.page.evaluate(`window.location.hash = '#${BILL_LIST}'`);
    await app.page.locator('.fc-tab-body:visible [role=gridcell]').first().waitFor();
    await sleep(IDLE);
    memory.product.push(memoryOfTree(app.started.child.pid ?? 0));
    if (round === ROUNDS - 1)
      figures.push(...(await screens(app.page)), ...(await reading(desktop, app.page)));
    await app.close();
  }
  return [
    { name: 'memory: bare window, idle', value: median(memory.bare), unit: 'MB' },
    { name: 'memory: bill list, idle', value: median(memory.product), unit: 'MB' },
    {
      name: 'memory: bill list, idle',
      value: ratio(memory.product, memory.bare),
      unit: '×',
      goal: 1.6,
      rule: 'P2',
    },
    ...figures,
  ];
}

const LISTS = {
  '/config/airport': 'airport.list',
  '/config/destination': 'destination.list',
  '/config/channel-code': 'channelCode.list',
  '/customer/customer_list': 'customer.list',
};

async function screens(page: Page): Promise<Figure[]> {
  const times = await screenTimes(page, LISTS);
  /** Compares with three frames and the call, as many times as allowed. */
  const against = (name: string, own: readonly number[], calls: readonly number[]): Figure => ({
    name: `screen: ${name}, against three frames and its call`,
    value: ratio(
      own,
      calls.map((time) => 3 * FRAME + time),
    ),
    unit: '×',
    goal: 2,
    rule: 'P3',
  });
  const { list, listCall, record, recordCall, back } = times;
  return [
    { name: 'screen: a list opened the first time', value: median(list), unit: 'ms', goal: 150, rule: 'P3' },
    against('a list', list, listCall),
    {
      name: 'screen: a bill opened the first time',
      value: median(record),
      unit: 'ms',
      goal: 200,
      rule: 'P3',
    },
    against('a bill', record, recordCall),
    { name: 'screen: back on the open bill list', value: median(back), unit: 'ms', goal: 50, rule: 'P3' },
  ];
}

/**
 * Script that watches the frames of the window from now on; `window.gap()` returns the longest time between two, in ms.
 */
const WATCH = `(() => {
  let last = performance.now();
  let longest = 0;
  let frames = 0;
  let going = true;
  const frame = (now) => {
    if (frames > 0) longest = Math.max(longest, now - last);
    frames++;
    last = now;
    if (going) requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
  window.gap = () => { going = false; return longest; };
})()`;

async function watched(page: Page, run: () => Promise<unknown>): Promise<number> {
  await page.evaluate(WATCH);
  await run();
  return (await page.evaluate('window.gap()')) as number;
}

async function reading(desktop: Desktop, page: Page): Promise<Figure[]> {
  const folder = path.join(desktop.stage, 'read');
  mkdirSync(folder, { recursive: true, mode: 0o755 });
  const declaration = path.join(folder, 'declaration.csv');
  writeDeclaration(declaration, 150_000);
  const bills = path.join(folder, 'bills.csv');
  writeBills(
    bills,
    Array.from({ length: 9000 }, (_, at) => goodLine(7_200_000 + at)),
    'en',
  );
  for (const file of [declaration, bills]) chmodSync(file, 0o644);

  const idle = await watched(page, () => page.waitForTimeout(1500));
  // On the bill list, with the call of its screen: the window draws the same each time.
  await page.evaluate(opening(BILL_LIST, '[role=gridcell]'));
  await page.evaluate(`new Promise((resolve) => {
    addEventListener('dragover', (event) => event.preventDefault(), true);
    addEventListener('drop', (event) => {
      event.preventDefault();
      event.stopPropagation();
      window.dropped = event.dataTransfer.files[0];
    }, { capture: true, once: true });
    resolve();
  })`);
  await dropFile(page, declaration, 700, 400);
  let took = 0;
  const declarationGap = await watched(page, async () => {
    took = (await page.evaluate(`(async () => {
      const call = async (name, input) => {
        const answer = await window.bridge.call(name, input);
        if (!answer.ok) throw new Error(JSON.stringify(answer.error));
        return answer.data;
      };
      const start = performance.now();
      const { data } = await window.bridge.take(window.dropped);
      const { session, parts } = await call('importing.open', { file: data.token, import: 'declaration' });
      await call('importing.map', { session, mappings: parts.map(({ mapping }) => mapping) });
      await call('importing.rows', { session, view: 'all', offset: 0, limit: 100 });
      const took = performance.now() - start;
      await call('importing.close', { session });
      return took;
    })()`)) as number;
  });
  await page.evaluate(opening('/bill/bill_import', '.fc-drop'));
  const zone = await page.locator('.fc-drop:visible').boundingBox();
  const billGap = await watched(page, async () => {
    await dropFile(page, bills, (zone?.x ?? 0) + 100, (zone?.y ?? 0) + 20);
    await page.locator('.fc-import-check .bp6-table-cell:visible').first().waitFor({ timeout: 60_000 });
  });
  return [
    { name: 'window: longest frame gap when idle', value: idle, unit: 'ms' },
    { name: 'window: declaration of 20 MB read and checked', value: took, unit: 'ms' },
    {
      name: 'window: longest frame gap meanwhile',
      value: declarationGap,
      unit: 'ms',
      goal: LONGEST_GAP,
      rule: 'P7',
    },
    { name: 'window: longest frame gap, 9,000 bills to the checked grid', value: billGap, unit: 'ms' },
  ];
}
