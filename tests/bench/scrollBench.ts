import { globSync } from 'node:fs';
import path from 'node:path';
import type { Page } from 'playwright';
import type { startDesktop } from '../../scripts/desktopSession.mjs';
import { PackagedApp } from '../support/packagedApp';
import { type Figure, median } from './figure';
import { growBills, openForGrowing } from './grownApi';
import { BILL_LIST, FRAME, screenTimes } from './screens';

type Desktop = Awaited<ReturnType<typeof startDesktop>>;

const BILLS = 100_000;
const ROUNDS = 5;
/** Frames of a scroll, and pixels per frame: a row in four frames, and six rows in one. */
const FRAMES = 100;
const SLOW = 8;
const FAST = 200;

const LISTS = { '/bill/awb': 'awb.list', '/bill/clearance': 'clearance.list' };

/** Opens the desk on data that an earlier part left, signed in by it, with the bill list in front. */
async function billList(desktop: Desktop, data: string): Promise<PackagedApp> {
  const app = await PackagedApp.launch(desktop, data);
  const { page } = app;
  await page.locator('.fc-tab-body:visible, #captcha').first().waitFor();
  if (await page.locator('#captcha').count()) await app.signIn('admin');
  await page.evaluate(`window.location.hash = '#${BILL_LIST}'`);
  await page.locator('.fc-tab-body:visible [role=gridcell]').first().waitFor();
  await page.waitForTimeout(3000);
  return app;
}

/**
 * Measures scrolling the list of 100,000 bills from the top, slowly and fast, against the same frames of an idle
 * window; and opening screens of bills, against the same among the bills of the demo data.
 */
export async function scrollBench(desktop: Desktop, demo: string): Promise<Figure[]> {
  const small = await billList(desktop, demo);
  const before = await screenTimes(small.page, LISTS);
  await small.close();
  const file = globSync('**/freight.db', { cwd: demo })[0];
  if (!file) throw new Error('the app keeps no data');
  const growing = openForGrowing(path.join(demo, file));
  growBills(growing, BILLS);
  growing.exec('pragma optimize');
  growing.close();
  const app = await billList(desktop, demo);
  try {
    const { page } = app;
    const seen = { still: [] as ScrollResult[], slow: [] as ScrollResult[], fast: [] as ScrollResult[] };
    for (let round = 0; round < ROUNDS; round++) {
      seen.still.push(await scroll(page, 0));
      seen.slow.push(await scroll(page, SLOW));
      seen.fast.push(await scroll(page, FAST));
    }
    const after = await screenTimes(page, LISTS);
    const growth = (name: string, of: 'list' | 'record' | 'back'): Figure => ({
      name: `growth to ${BILLS} bills: ${name}`,
      value: median(after[of]) / median(before[of]),
      unit: '×',
      goal: 1.3,
      rule: 'P12',
    });
    const dropped = (name: keyof typeof seen) => median(seen[name].map((one) => one.dropped));
    const blank = (name: keyof typeof seen) => median(seen[name].map((one) => one.blank));
    return [
      { name: 'scroll: frames dropped of 100, standing still', value: dropped('still'), unit: 'frames' },
      ...(['slow', 'fast'] as const).flatMap((name): Figure[] => [
        {
          name: `scroll: frames dropped of 100, ${name}`,
          value: dropped(name),
          unit: 'frames',
          goal: dropped('still') + 1,
          rule: 'P4',
        },
        {
          name: `scroll: longest time without what stands there, ${name}`,
          value: blank(name),
          unit: 'ms',
          goal: 100,
          rule: 'P4',
        },
      ]),
      growth('a list of bills opened the first time', 'list'),
      growth('a bill opened the first time', 'record'),
      growth('back on the open bill list', 'back'),
    ];
  } finally {
    await app.close();
  }
}

interface ScrollResult {
  /** Frames that the window missed. */
  readonly dropped: number;
  /** The longest time, in ms, in which a place of the list showed no cell, or an empty one. */
  readonly blank: number;
}

/** Scrolls the list in front from its top, a number of pixels with each frame. */
async function scroll(page: Page, pixels: number): Promise<ScrollResult> {
  const [frames, blank] = (await page.evaluate(`new Promise((resolve) => {
    const body = document.querySelector('.fc-tab-body[data-path="${BILL_LIST}"]');
    const list = body.querySelector('.bp6-table-quadrant-main .bp6-table-quadrant-scroll-container');
    const { left, top, width, height } = list.getBoundingClientRect();
    const places = [0.2, 0.5, 0.9].map((part) => [left + width / 2, top + height * part, 0]);
    const times = [];
    let blank = 0;
    list.scrollTop = 0;
    const frame = (now) => {
      times.push(now);
      for (const place of places) {
        const cell = document.elementFromPoint(place[0], place[1])?.closest('[role=gridcell]');
        if (cell?.textContent) place[2] = now;
        else if (place[2]) blank = Math.max(blank, now - place[2]);
      }
      if (times.length > ${FRAMES}) return resolve([times, blank]);
      list.scrollTop += ${pixels};
      requestAnimationFrame(frame);
    };
    setTimeout(() => requestAnimationFrame(frame), 700);
  })`)) as [number[], number];
  const late = frames.slice(1).map((time, at) => Math.round((time - (frames[at] ?? time)) / FRAME) - 1);
  return { dropped: late.reduce((sum, one) => sum + Math.max(0, one), 0), blank };
}
