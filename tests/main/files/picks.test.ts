import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  mkdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import type { FileRule } from '@contract/endpoint';
import { MAX_UPLOAD } from '@contract/limits';
import { beforeEach, describe, expect, test } from 'vitest';
import { Picks } from '../../../main/files/picks';
import { markOf } from '../../../main/tabular/mark';
import { errorOf, outcomeOf } from '../../support/client';
import { testFolder } from '../../support/folder';

const PDF = Buffer.from('%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF\n');
const PNG = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
const papers: FileRule = { types: ['pdf', 'png', 'jpg', 'jpeg', 'xls', 'xlsx', 'csv'], max: MAX_UPLOAD };

let folder: string;
let picks: Picks;

beforeEach(() => {
  folder = testFolder();
  picks = new Picks(() => 'en');
});

function write(name: string, bytes: Buffer | string = PDF): string {
  const place = path.join(folder, name);
  writeFileSync(place, bytes);
  return place;
}

/** Picks with a fault: accepts a path like a token, and does not remember which file was chosen. */
class Trusting extends Picks {
  override find(token: string): ReturnType<Picks['find']> {
    const { path: place, name } = this.knows(token)
      ? super.find(token)
      : { path: token, name: path.basename(token) };
    const now = statSync(place);
    return { path: place, name, size: now.size, mark: markOf(now) };
  }
}

/** Picks with a fault: reads the first file, whichever is requested. */
class First extends Picks {
  #first = '';

  override async add(place: string): ReturnType<Picks['add']> {
    const picked = await super.add(place);
    this.#first ||= picked.token;
    return picked;
  }

  override find(): ReturnType<Picks['find']> {
    return super.find(this.#first);
  }
}

async function findsNothing(chosen: Picks, token: string): Promise<void> {
  await chosen.add(write('a.pdf'));
  expect(() => chosen.find(token)).toThrow('FILE_TOKEN');
  expect((await errorOf(chosen.findToSend(token, papers))).code).toBe('FILE_TOKEN');
}

describe('a selected file', () => {
  test('crosses the bridge as a token, a name and a size, never as a path', async () => {
    const picked = await picks.add(write('POD 签收单.pdf'));
    expect(picked).toEqual({ token: picked.token, name: 'POD 签收单.pdf', size: PDF.length });
    expect(picked.token).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
    expect(JSON.stringify(picked)).not.toContain(folder);
  });

  test('gets a new token each time', async () => {
    const place = write('a.pdf');
    const tokens = await Promise.all(Array.from({ length: 50 }, async () => (await picks.add(place)).token));
    expect(new Set(tokens).size).toBe(50);
  });

  test('is opened as long as it exists, and reported as missing afterwards', async () => {
    const place = write('a.pdf');
    const { token } = await picks.add(place);
    expect((await picks.findExisting(token)).path).toBe(place);
    rmSync(place);
    expect((await errorOf(picks.findExisting(token))).code).toBe('FILE_GONE');
    mkdirSync(place);
    expect((await errorOf(picks.findExisting(token))).code).toBe('FILE_GONE');
    expect((await errorOf(picks.findExisting('none'))).code).toBe('FILE_TOKEN');
  });

  test('is found by its token any number of times, until five hundred others were selected', async () => {
    const place = write('a.pdf');
    const { token } = await picks.add(place);
    for (let count = 0; count < 499; count += 1) await picks.add(place);
    expect(picks.find(token).name).toBe('a.pdf');
    await picks.add(place);
    expect((await errorOf(picks.findToSend(token, papers))).code).toBe('FILE_TOKEN');
  });

  test.each(['', 'a', '__proto__', 'constructor', '/etc/passwd', '00000000-0000-4000-8000-000000000000'])(
    'is not found by a token that was never issued: %j',
    (token) => findsNothing(picks, token),
  );

  test('would be noticed if found by a path in place of a token', async () => {
    await expect(findsNothing(new Trusting(() => 'en'), write('b.pdf'))).rejects.toThrow();
  });

  test('must be a file: no folder, pipe, device, dangling link, or nothing', async () => {
    mkdirSync(path.join(folder, 'folder.pdf'));
    symlinkSync(path.join(folder, 'nowhere'), path.join(folder, 'dangling.pdf'));
    symlinkSync(path.join(folder, 'loop.pdf'), path.join(folder, 'loop.pdf'));
    execFileSync('mkfifo', [path.join(folder, 'pipe.pdf')]);
    const places = ['folder.pdf', 'dangling.pdf', 'loop.pdf', 'pipe.pdf', 'missing.pdf'];
    for (const place of [...places.map((name) => path.join(folder, name)), '/dev/zero', '', '\0']) {
      expect(await outcomeOf(picks.add(place)), place).toBe('FILE_GONE');
    }
  });
});

describe('a file before it is sent', () => {
  test('passes when it is what its name says', async () => {
    const { token } = await picks.add(write('papers.PDF'));
    expect(await picks.findToSend(token, papers)).toMatchObject({ type: 'pdf', name: 'papers.PDF' });
  });

  const CHANGES: readonly [string, (place: string) => void][] = [
    ['grew', (place) => appendFileSync(place, 'more')],
    ['shrank', (place) => truncateSync(place, 10)],
    [
      'was written anew at the same length',
      (place) => writeFileSync(place, PDF.toString().replace('1.4', '1.7')),
    ],
    ['was touched', (place) => utimesSync(place, new Date(), new Date(Date.now() + 5000))],
    [
      'was replaced by another of the same length',
      (place) => {
        writeFileSync(`${place}.new`, PDF);
        renameSync(`${place}.new`, place);
      },
    ],
    [
      'became a link to another',
      (place) => {
        writeFileSync(`${place}.other`, PDF);
        rmSync(place);
        symlinkSync(`${place}.other`, place);
      },
    ],
    [
      'became a folder',
      (place) => {
        rmSync(place);
        mkdirSync(place);
      },
    ],
    [
      'became a pipe',
      (place) => {
        rmSync(place);
        execFileSync('mkfifo', [place]);
      },
    ],
  ];

  async function refusesChanged(chosen: Picks, change: (place: string) => void): Promise<void> {
    const place = write('a.pdf');
    utimesSync(place, new Date(), new Date(Date.now() - 60_000));
    const { token } = await chosen.add(place);
    change(place);
    const { code, message } = await errorOf(chosen.findToSend(token, papers));
    expect(code).toBe('FILE_CHANGED');
    expect(message).toContain('a.pdf');
    expect(message).not.toContain(folder);
  }

  test.each(CHANGES)('is refused when it %s since it was selected', (_, change) =>
    refusesChanged(picks, change),
  );

  // A path that is no longer a file is refused for that reason alone, so these changes are left out.
  test.each(CHANGES.filter(([what]) => !/folder|pipe/.test(what)))(
    'would be noticed if it %s and was sent unchecked',
    async (_, change) => {
      await expect(refusesChanged(new Trusting(() => 'en'), change)).rejects.toThrow('the call succeeded');
    },
  );

  test('is reported when it is gone', async () => {
    const place = write('a.pdf');
    const { token } = await picks.add(place);
    rmSync(place);
    expect(await outcomeOf(picks.findToSend(token, papers))).toBe('FILE_GONE');
  });

  test('is the target of a link at the time of its selection', async () => {
    const target = write('target.pdf');
    const link = path.join(folder, 'link.pdf');
    symlinkSync(target, link);
    const { token } = await picks.add(link);
    rmSync(link);
    symlinkSync(write('other.pdf', PNG), link);
    expect(await picks.findToSend(token, papers)).toMatchObject({ path: target, name: 'link.pdf' });
  });

  const OTHERS: readonly [string, Buffer | string, string][] = [
    ['tool.exe', 'MZ', 'FILE_TYPE'],
    ['a.pdf.exe', PDF, 'FILE_TYPE'],
    ['a.pdf ', PDF, 'FILE_TYPE'],
    ['a.pdf.', PDF, 'FILE_TYPE'],
    ['pdf', PDF, 'FILE_TYPE'],
    ['.pdf', PDF, 'FILE_TYPE'],
    ['a\u202efdp.exe', PDF, 'FILE_TYPE'],
    ['empty.pdf', '', 'FILE_EMPTY'],
    ['program.pdf', 'MZ\u0090', 'FILE_CONTENT'],
    ['page.pdf', '<html>%PDF-1.4', 'FILE_CONTENT'],
    ['picture.pdf', PNG, 'FILE_CONTENT'],
    ['paper.png', PDF, 'FILE_CONTENT'],
    ['paper.jpg', PNG, 'FILE_CONTENT'],
    ['list.xlsx', PDF, 'FILE_CONTENT'],
    ['list.xls', 'PK\u0003\u0004', 'FILE_CONTENT'],
    ['list.csv', 'PK\u0003\u0004', 'FILE_CONTENT'],
  ];
  async function refuses(chosen: Picks, name: string, bytes: Buffer | string, code: string): Promise<void> {
    const { token } = await chosen.add(write(name, bytes));
    expect(await outcomeOf(chosen.findToSend(token, papers))).toBe(code);
  }

  test.each(OTHERS)('is refused when called %j and something else', (...other) => refuses(picks, ...other));

  test.each(OTHERS)(
    'would be noticed when called %j and something else, with another one checked',
    async (...other) => {
      const wrong = new First(() => 'en');
      await wrong.add(write('paper.pdf'));
      await expect(refuses(wrong, ...other)).rejects.toThrow("expected 'ok' to be");
    },
  );

  test('may be as large as the rule says, and no byte larger', async () => {
    const at = async (size: number) => {
      const place = write(`${size}.pdf`);
      truncateSync(place, size);
      return outcomeOf(picks.findToSend((await picks.add(place)).token, papers));
    };
    expect(await at(MAX_UPLOAD)).toBe('ok');
    expect(await at(MAX_UPLOAD + 1)).toBe('FILE_SIZE');
  });

  test('is refused in the current language', async () => {
    const chinese = new Picks(() => 'cn');
    const { token } = await chinese.add(write('a.exe'));
    expect((await errorOf(chinese.findToSend(token, papers))).message).toMatch(/[\u4e00-\u9fff]/);
  });
});
