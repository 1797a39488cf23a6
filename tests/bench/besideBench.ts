import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { demoAccounts } from '@contract/access/demoAccounts';
import type { Figure } from './figure';
import { writeDeclaration } from './files';
import { newSession, openForGrowing, type RunningApi, startApi } from './grownApi';

const ROWS = 150_000;
const FEW = 20;
/**
 * Milliseconds between two writes, and between two sign-ins. Each write starts on time, however long the others take; a
 * sign-in waits for the one before, since attempts of one account at the same time count as guesses.
 */
const EVERY = { write: 100, signIn: 2_000 };
/** Milliseconds for which the idle API is measured. */
const IDLE = 20_000;
const CAPTCHA = 'ABCD';

type Waits = Readonly<Record<keyof typeof EVERY, number[]>>;

/**
 * Measures the small writes and sign-ins of others while a declaration of 150,000 rows is converted, against the same on
 * the idle API, and a file of 20 rows beside it against the same alone.
 */
export async function besideBench(on: { root: string; executable: string }): Promise<Figure[]> {
  const data = mkdtempSync(path.join(os.tmpdir(), 'freight-console-beside-'));
  try {
    await (await startApi({ ...on, data })).stop();
    const db = openForGrowing(path.join(data, 'freight.db'));
    const token = newSession(db);
    const bills = db
      .prepare(
        `select id from bill where removedAt is null and archived = 0
          and id not in (select billId from box union select billId from batch) order by id limit 5`,
      )
      .all()
      .map(({ id }) => Number(id));
    db.close();
    const api = await startApi({ ...on, data }, token, ['--captcha', CAPTCHA]);
    try {
      return await measured(api, token, { bills, folder: data });
    } finally {
      await api.stop();
    }
  } finally {
    rmSync(data, { recursive: true, force: true });
  }
}

async function measured(
  api: RunningApi,
  token: string,
  { bills: [large = 0, first = 0, alone = 0, beside = 0], folder }: { bills: number[]; folder: string },
): Promise<Figure[]> {
  let serial = 0;
  const file = (rows: number) => {
    const place = path.join(folder, `${++serial}.csv`);
    writeDeclaration(place, rows, { first: serial * ROWS });
    return place;
  };
  const convert = (bill: number, rows: number) => converted(api, token, { bill, rows, file: file(rows) });
  await convert(first, FEW);
  const whole = file(ROWS);
  const few = await convert(alone, FEW);
  const idle = await others(api, token, sleep(IDLE));
  const started = converted(api, token, { bill: large, rows: ROWS, file: whole });
  const waiting = others(api, token, started);
  // In the middle of it, wherever that is.
  await sleep(3_000);
  const fewBeside = await convert(beside, FEW);
  const took = await started;
  const busy = await waiting;
  const figures: Figure[] = [
    { name: 'beside: a declaration converted', value: took, unit: 'ms' },
    { name: 'beside: 20 rows, against alone', value: fewBeside / few, unit: '×', goal: 3 },
  ];
  for (const [kind, name] of [
    ['write', 'small writes'],
    ['signIn', 'sign-ins'],
  ] as const) {
    for (const [share, of] of [
      [0.5, 'half'],
      [0.99, '99 of 100'],
      [1, 'all'],
    ] as const) {
      const ratio = within(busy[kind], share) / within(idle[kind], share);
      figures.push({
        ...{ name: `beside: ${name}, ${of} of them, against idle`, value: ratio, unit: '×' },
        ...(share === 0.99 ? { goal: 3 } : {}),
      });
    }
    figures.push(
      { name: `beside: ${name}, idle, 99 of 100`, value: within(idle[kind], 0.99), unit: 'ms' },
      {
        name: `beside: ${name}, the longest of the conversion`,
        value: within(busy[kind], 1) / took,
        unit: '×',
      },
    );
  }
  return figures;
}

/** The time within which a share of the waits was over. */
const within = (waits: readonly number[], share: number): number =>
  waits.toSorted((a, b) => a - b)[Math.min(waits.length - 1, Math.floor(waits.length * share))] ?? Number.NaN;

/** Writes and signs in on time until the work is over; returns how long each took. */
async function others(api: RunningApi, token: string, until: Promise<unknown>): Promise<Waits> {
  const waits: Waits = { write: [], signIn: [] };
  let isOver = false;
  const over = until.finally(() => {
    isOver = true;
  });
  const under: Promise<void>[] = [];
  const repeat = async (kind: keyof typeof EVERY, work: () => Promise<unknown>) => {
    const from = performance.now();
    for (let count = 0; !isOver; count++) {
      const due = Math.max(from + count * EVERY[kind], kind === 'signIn' ? performance.now() : 0);
      await sleep(Math.max(0, due - performance.now()));
      const done = work().then(() => void waits[kind].push(performance.now() - due));
      under.push(done);
      if (kind === 'signIn') await done;
    }
  };
  await Promise.all([repeat('write', () => write(api, token)), repeat('signIn', () => signIn(api)), over]);
  await Promise.all(under);
  return waits;
}

let marks = 0;
const write = (api: RunningApi, token: string) => {
  const code = `B${++marks}`;
  return sent(api, '/config/mark', token, {
    code,
    nameEn: code,
    nameCn: code,
    text: code,
    tapeColor: 'green',
  });
};

let signIns = 0;
async function signIn(api: RunningApi): Promise<void> {
  const { username = '', password = '' } = demoAccounts[++signIns % demoAccounts.length] ?? {};
  const { id } = await answered<{ id: string }>(await fetch(`${api.url}/captcha`));
  await sent(api, '/login', '', {
    ...{ username, password },
    ...{ captchaId: id, captcha: CAPTCHA },
  });
}

async function sent(api: RunningApi, place: string, token: string, body: object): Promise<void> {
  const headers = { 'content-type': 'application/json', language: 'en' };
  await answered(
    await fetch(`${api.url}${place}`, {
      method: 'POST',
      headers: token ? { ...headers, authorization: `Bearer ${token}` } : headers,
      body: JSON.stringify(body),
    }),
  );
}

async function answered<T>(answer: Response): Promise<T> {
  const { ret, msg, data } = (await answer.json()) as { ret: boolean; msg: string; data: T };
  if (!ret) throw new Error(msg);
  return data;
}

interface Job {
  readonly id: number;
  readonly status: string;
  readonly okRows: number | null;
}

/** Sends a declaration; returns the time until it is converted. */
async function converted(
  { url }: RunningApi,
  token: string,
  { bill, rows, file }: { readonly bill: number; readonly rows: number; readonly file: string },
): Promise<number> {
  const from = performance.now();
  const headers = { authorization: `Bearer ${token}`, language: 'en' };
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(readFileSync(file))]), path.basename(file));
  const sending = await fetch(`${url}/bill-lading/${bill}/source-files?kind=declaration`, {
    method: 'POST',
    headers: { ...headers, 'idempotency-key': `beside-${bill}` },
    body: form,
  });
  let { job } = await answered<{ job: Job }>(sending);
  while (job.status === 'unprocessed' || job.status === 'processing') {
    await sleep(20);
    job = await answered(await fetch(`${url}/import-jobs/${job.id}`, { headers }));
  }
  if (job.status !== 'success' || job.okRows !== rows)
    throw new Error(`not converted: ${JSON.stringify(job)}`);
  return performance.now() - from;
}
