import type { Page } from 'playwright';

export const BILL_LIST = '/bill/bill_manage';
/** Milliseconds of a frame. */
export const FRAME = 1000 / 60;
const RECORDS = 7;

/**
 * Script that measures the ms from a change of the address to the frame in which the requested element is in front, on
 * its own screen.
 */
export const opening = (to: string, what: string) => `new Promise((resolve, reject) => {
  const start = performance.now();
  const screen = ${JSON.stringify(`.fc-tab-body[data-path="${to}"] `)};
  const look = () => {
    const found = [...document.querySelectorAll(screen + ${JSON.stringify(what)})].some((one) => one.checkVisibility() && !one.querySelector('.bp6-skeleton'));
    if (found) requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - start)));
    else if (performance.now() > start + 20_000) reject(new Error('${to} does not open'));
    else requestAnimationFrame(look);
  };
  location.hash = '#${to}';
  look();
})`;

/** Script that measures a call from the window in ms, including parsing the response. */
const calling = (name: string, input: object) => `(async () => {
  const start = performance.now();
  const { data } = await window.bridge.call('${name}', ${JSON.stringify(input)}, {});
  JSON.parse(data);
  return performance.now() - start;
})()`;

/** Times until screens are in front, in ms, and of their calls alone. */
export interface ScreenTimes {
  /** Lists, opened the first time. */
  readonly list: readonly number[];
  readonly listCall: readonly number[];
  /** Bills, opened the first time. */
  readonly record: readonly number[];
  readonly recordCall: readonly number[];
  /** The bill list, which was open. */
  readonly back: readonly number[];
}

/** Opens lists, each with the name of its call, then goes back to the bill list, then opens bills. */
export async function screenTimes(page: Page, lists: Readonly<Record<string, string>>): Promise<ScreenTimes> {
  const timed = (script: string) => page.evaluate(script) as Promise<number>;
  const open = (to: string) => timed(opening(to, '[role=gridcell]'));
  const times = {
    list: [] as number[],
    listCall: [] as number[],
    record: [] as number[],
    recordCall: [] as number[],
    back: [] as number[],
  };
  for (const [to, call] of Object.entries(lists)) {
    times.list.push(await open(to));
    times.listCall.push(await timed(calling(call, { query: { page: 1, pageSize: 100 } })));
  }
  const [away = ''] = Object.keys(lists);
  for (let round = 0; round < 5; round++) {
    times.back.push(await open(BILL_LIST));
    await page.waitForTimeout(100);
    await open(away);
    await page.waitForTimeout(100);
  }
  const bills = (await page.evaluate(`(async () => {
    const { data } = await window.bridge.call('bill.list', { query: { page: 2, pageSize: ${RECORDS} } }, {});
    return JSON.parse(data).data.list.map(({ id }) => id);
  })()`)) as number[];
  for (const id of bills) {
    times.record.push(await timed(opening(`/bill/bill_manage/detail/${id}`, '.fc-detail .fc-facts dd')));
    times.recordCall.push(await timed(calling('bill.get', { params: { id } })));
    await page.waitForTimeout(100);
  }
  return times;
}
