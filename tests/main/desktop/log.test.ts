import { mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { failureText, RelayedError, relayedErrorText } from '@contract/failure';
import { beforeEach, describe, expect, test } from 'vitest';
import { Log } from '../../../main/desktop/log';
import { testFolder } from '../../support/folder';

/** Secrets that no log may contain, in the forms in which they arrive. */
const CANARIES = {
  token: 'q3Jx8Zt0aVb5Nf2Lk7Rm1Wc9Ys4Hd6Pe8Gu0Ti3Oo5',
  password: 'Blue-Harbour-71!',
  phone: '+86 138 0013 8000',
  mail: 'wang.fang@nordlicht.example',
  customer: 'Nordlicht Spedition GmbH',
  chinese: '北光货运代理',
  bill: '160-12345675',
  place: '/home/wangfang/Quotes 2026/nordlicht.xlsx',
  query: 'keyword=Nordlicht',
} as const;
const hiddenIn = (text: string) => Object.entries(CANARIES).filter(([, canary]) => text.includes(canary));
const quoting = Object.values(CANARIES).join(' / ');

let folder: string;
beforeEach(() => {
  folder = testFolder();
});
const logged = () =>
  readdirSync(folder)
    .map((name) => readFileSync(path.join(folder, name), 'utf8'))
    .join('');

describe('a log line', () => {
  test('has its time, level, part and message, and facts under their names', () => {
    const log = new Log(folder, 'info');
    log.note('info', 'api', 'ready', { ms: 120, code: 'DISK_FULL' });
    log.note('debug', 'main', 'too much to say');
    expect(logged()).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z info {2}api {4}ready ms=120 code=DISK_FULL\n$/);
    log.level = 'debug';
    log.note('debug', 'main', 'bill.list', { status: 200, ms: 12 });
    expect(logged()).toMatch(/debug main {3}bill\.list status=200 ms=12\n$/);
  });

  test('contains kind, code and place of a failure, and nothing that it quotes', () => {
    const log = new Log(folder, 'info');
    const thrown: unknown[] = [
      new Error(quoting),
      new TypeError(`Cannot do it with ${quoting}`),
      Object.assign(new Error(`ENOENT: no such file, open '${CANARIES.place}'`), {
        code: 'ENOENT',
        syscall: 'open',
      }),
      new Error('outer', { cause: new RangeError(quoting) }),
      Object.assign(new Error('x'), { name: CANARIES.customer, code: CANARIES.token }),
      quoting,
      { message: quoting },
      // A message with lines that look like stack frames.
      new Error(`${quoting}\n    at ${CANARIES.customer} (file.js:1:1)\n    at wang (${CANARIES.mail}:1:1)`),
    ];
    for (const one of thrown) log.fail('main', 'a call failed', one);
    log.fail(
      'window',
      'failed',
      new RelayedError(
        relayedErrorText({
          message: `Uncaught Error: ${quoting}`,
          stack: `Error: ${quoting}\n    at go (app://console/assets/index-Ab1.js:3:9)`,
        }),
      ),
    );
    const text = logged();
    expect(hiddenIn(text)).toEqual([]);
    expect(text).toContain('Error ENOENT open');
    expect(text).toContain('caused by RangeError');
    expect(text).toContain('at go index-Ab1.js:3:9');
    expect(text).toMatch(/at .*log\.test\.ts:\d+:\d+/);
  });

  test('is scanned for planted secrets, which are found', () => {
    writeFileSync(path.join(folder, 'main.log'), `a line with ${quoting}`);
    expect(hiddenIn(logged())).toHaveLength(Object.keys(CANARIES).length);
  });

  test('keeps messages of an engine that quote only code', () => {
    let thrown: unknown;
    try {
      (undefined as unknown as { bill: unknown }).bill;
    } catch (error) {
      thrown = error;
    }
    expect(failureText(thrown)).toContain("TypeError Cannot read properties of undefined (reading 'bill')");
    expect(failureText(new Error('UNIQUE constraint failed: bill.billNo'))).toMatch(
      /^Error UNIQUE constraint failed\n/,
    );
  });

  test('is one line with a redacted message', () => {
    new Log(folder, 'info').note('warn', 'main', `broken\nBearer ${CANARIES.token} ${CANARIES.mail}`, {
      detail: CANARIES.phone,
    });
    expect(hiddenIn(logged())).toEqual([]);
    expect(logged().split('\n')).toHaveLength(2);
  });
});

describe('log files', () => {
  test('are at most five, none much above its size limit, the newest last in the first', () => {
    const log = new Log(folder, 'info', { maxFile: 2000 });
    for (let index = 0; index < 400; index += 1) log.note('info', 'main', 'line', { index });
    const sizes = log.files.map((file) => statSync(file).size);
    expect(log.files.map((file) => path.basename(file))).toEqual([
      'main.log',
      'main.1.log',
      'main.2.log',
      'main.3.log',
      'main.4.log',
    ]);
    for (const size of sizes) expect(size).toBeLessThan(2200);
    expect(readFileSync(log.files[0] ?? '', 'utf8')).toContain('index=399');
    expect(readdirSync(folder)).toHaveLength(5);
  });

  test.runIf(process.platform === 'linux')('are given up on a full disk, and nothing else', () => {
    symlinkSync('/dev/full', path.join(folder, 'main.log'));
    const log = new Log(folder, 'info');
    expect(() => writeFileSync(path.join(folder, 'main.log'), 'x')).toThrow(/ENOSPC/);
    expect(() => log.note('info', 'main', 'lost')).not.toThrow();
    expect(() => log.fail('main', 'lost', new Error('x'))).not.toThrow();
  });

  test('are given up when their folder cannot exist, and nothing else', () => {
    mkdirSync(path.join(folder, 'sub'));
    writeFileSync(path.join(folder, 'sub/logs'), 'a file');
    expect(() => new Log(path.join(folder, 'sub/logs'), 'info').note('info', 'main', 'lost')).not.toThrow();
  });
});
