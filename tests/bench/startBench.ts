import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout } from 'node:timers/promises';
import type { startDesktop } from '../../scripts/desktopSession.mjs';
import { type Started, startWithDevtools } from '../support/devtools';
import { type Figure, median, ratio } from './figure';

type Desktop = Awaited<ReturnType<typeof startDesktop>>;

const ROUNDS = 7;

/** Time of the page's first paint, and that at which the expected element was found, both in ms since 1970. */
interface PaintTimes {
  readonly painted: number;
  readonly usable: number;
}

/** Elements that show that a person can begin. */
const READY = {
  bare: `document.querySelector('p')`,
  // The question of the first start, with its buttons.
  first: `document.querySelector('.fc-choices button')`,
  // The captcha comes from the embedded API, so that has started.
  signIn: `document.querySelector('#captcha') && document.querySelector('.fc-captcha-picture img')?.naturalWidth`,
} as const;

/** Script that watches a page from its first run; returns the times once both are known. `begin` runs once before. */
const look = (ready: string, setup = '') => `(() => {
  const looks = (document.looks ??= {});
  const key = ${JSON.stringify(ready)};
  if (looks[key] !== undefined) return looks[key];
  looks[key] = null;
  ${setup};
  let usable;
  const check = () => {
    if (usable === undefined && (${ready})) usable = performance.now();
    const painted = performance.getEntriesByName('first-paint')[0]?.startTime;
    if (usable === undefined || painted === undefined) return;
    const at = (time) => performance.timeOrigin + time;
    looks[key] ??= { painted: at(painted), usable: at(Math.max(usable, painted)) };
  };
  new MutationObserver(check).observe(document, { subtree: true, childList: true, attributes: true });
  document.addEventListener('load', check, true);
  new PerformanceObserver(check).observe({ type: 'paint', buffered: true });
  check();
  return looks[key];
})()`;

/** Milliseconds between two queries to the page; the times themselves are measured in the page. */
const EVERY = 20;

/** Queries the first page of a started program, as soon as there is one, until both times are known. */
function evaluateIn(endpoint: string, expression: string): Promise<PaintTimes> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(endpoint);
    let id = 0;
    let timer: NodeJS.Timeout | undefined;
    const send = (method: string, params: object, sessionId?: string) => {
      id += 1;
      socket.send(JSON.stringify({ id, method, params, sessionId }));
    };
    socket.onopen = () =>
      send('Target.setAutoAttach', { autoAttach: true, waitForDebuggerOnStart: false, flatten: true });
    socket.onclose = () => reject(new Error('the debugging port closed'));
    socket.onmessage = ({ data }) => {
      const { method, params, result } = JSON.parse(String(data));
      if (method === 'Target.attachedToTarget' && params.targetInfo.type === 'page') {
        const again = () => send('Runtime.evaluate', { expression, returnByValue: true }, params.sessionId);
        clearInterval(timer);
        timer = setInterval(again, EVERY);
        again();
      }
      const seen = result?.result?.value;
      if (!seen) return;
      clearInterval(timer);
      resolve(seen);
      socket.close();
    };
  });
}

/** True once demo data can be read in a folder. */
function isMade(data: string): boolean {
  const db = new DatabaseSync(path.join(data, 'freight.db'), { readOnly: true });
  try {
    return Number(db.prepare('select count(*) as n from fact').get()?.n) > 0;
  } finally {
    db.close();
  }
}

/** Returns milliseconds from the start of a program to its first paint, and until a person can begin. */
async function startOnce(
  desktop: Desktop,
  executable: string,
  args: readonly string[],
  ready: keyof typeof READY,
  /** The next step, and the element that follows it. */
  next?: { readonly setup: string; readonly ready: keyof typeof READY; readonly data: string },
): Promise<PaintTimes & { followed: number; made: number }> {
  const started: Started = await startWithDevtools(executable, args, desktop.env);
  try {
    const { painted, usable } = await evaluateIn(started.endpoint, look(READY[ready]));
    const startedAt = performance.now();
    if (next) await evaluateIn(started.endpoint, look(READY[next.ready], next.setup));
    const followed = performance.now() - startedAt;
    while (next && !isMade(next.data)) await setTimeout(EVERY);
    return {
      ...{ painted: painted - started.at, usable: usable - started.at },
      ...{ followed, made: performance.now() - startedAt },
    };
  } finally {
    await started.stop();
  }
}

/** Starts a bare window, the app without data, and the app on demo data, in turn. */
export async function startBench(
  desktop: Desktop,
  { bare, bareApp, product, demo }: { bare: string; bareApp: string; product: string; demo: string },
): Promise<Figure[]> {
  type Variant = keyof typeof READY;
  const painted: Record<Variant, number[]> = { bare: [], first: [], signIn: [] };
  const usable: Record<Variant, number[]> = { bare: [], first: [], signIn: [] };
  const signInShown: number[] = [];
  const made: number[] = [];
  const demoChosen = {
    setup: `document.querySelector('.fc-choices button').click()`,
    ready: 'signIn',
  } as const;
  for (let round = 0; round <= ROUNDS; round++) {
    const folder = (name: string) => desktop.folder(`${name}${round}`);
    const runs: readonly [Variant, string, readonly string[]][] = [
      ['bare', bare, [bareApp, `--user-data-dir=${folder('bare')}`]],
      ['first', product, [`--user-data-dir=${folder('first')}`]],
      ['signIn', product, [`--user-data-dir=${demo}`]],
    ];
    for (const [variant, executable, args] of runs) {
      const next =
        variant === 'first' ? { ...demoChosen, data: path.join(folder('first'), 'data') } : undefined;
      const seen = await startOnce(desktop, executable, args, variant, next);
      if (round === 0) continue;
      if (next) signInShown.push(seen.followed);
      if (next) made.push(seen.made);
      painted[variant].push(seen.painted);
      usable[variant].push(seen.usable);
    }
  }
  return [
    { name: 'start: bare window, painted', value: median(painted.bare), unit: 'ms' },
    {
      name: 'start: skeleton painted',
      value: ratio(painted.signIn, painted.bare),
      unit: '×',
      goal: 1.35,
      rule: 'P1',
    },
    {
      name: 'start: sign-in usable on demo data',
      value: ratio(usable.signIn, usable.bare),
      unit: '×',
      goal: 1.8,
      rule: 'P1',
    },
    { name: 'start: sign-in usable on demo data', value: median(usable.signIn), unit: 'ms' },
    {
      name: 'start: question of the first start',
      value: ratio(usable.first, usable.bare),
      unit: '×',
      goal: 1.8,
      rule: 'P1',
    },
    {
      name: 'start: from the choice of demo data to the sign-in, against a whole start of the bare window',
      value: ratio(signInShown, usable.bare),
      unit: '×',
    },
    {
      name: 'start: from the choice of demo data until it is made, against a whole start of the bare window',
      value: ratio(made, usable.bare),
      unit: '×',
    },
  ];
}
