import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import fc from 'fast-check';
import { describe, expect, onTestFinished, test } from 'vitest';
import { Incomplete, safeFileName, saveStream } from '../../../main/files/saveStream';
import type { IncomingFile } from '../../../main/transport/call';
import { callError } from '../../../main/transport/callError';
import { testFolder } from '../../support/folder';
import { long } from '../../support/long';

/** Returns an arriving file, in the given parts. */
function arriving(parts: Iterable<Buffer> | AsyncIterable<Buffer>, size: number | null = null): IncomingFile {
  return {
    name: null,
    mime: 'application/octet-stream',
    size,
    stream: Readable.from(parts),
    failure: () => callError('en', { code: 'ANSWER_INVALID' }),
  };
}
const parts = (count: number, size: number) => Array.from({ length: count }, () => Buffer.alloc(size, 'x'));

describe('a saved file', () => {
  test('has a hidden name, for its owner alone, until it is complete', async () => {
    const folder = testFolder();
    const place = path.join(folder, 'list.csv');
    writeFileSync(place, 'before');
    const seen: { names: string[]; mode: number; before: string }[] = [];
    const look = () => {
      const names = readdirSync(folder).filter((name) => name !== 'list.csv');
      const mode = statSync(path.join(folder, names[0] ?? '')).mode & 0o777;
      seen.push({ names, mode, before: readFileSync(place, 'utf8') });
    };
    expect(await saveStream(arriving(parts(3, 1000), 3000), place, look)).toBe(3000);
    expect(seen).toHaveLength(3);
    for (const { names, mode, before } of seen) {
      expect(names).toEqual([expect.stringMatching(/^\.list\.csv\.[0-9a-f]{8}\.part$/)]);
      expect({ mode, before }).toEqual({ mode: 0o600, before: 'before' });
    }
    expect(readdirSync(folder)).toEqual(['list.csv']);
    expect(statSync(place).size).toBe(3000);
  });

  test('replaces a link, not the link’s target', async () => {
    const folder = testFolder();
    const elsewhere = path.join(testFolder(), 'precious.txt');
    writeFileSync(elsewhere, 'precious');
    const place = path.join(folder, 'list.csv');
    symlinkSync(elsewhere, place);
    await saveStream(arriving(parts(1, 5)), place);
    expect(readFileSync(elsewhere, 'utf8')).toBe('precious');
    expect(readFileSync(place, 'utf8')).toBe('xxxxx');
  });

  test.each<[string, () => IncomingFile]>([
    ['breaks', () => arriving(breaking())],
    ['is shorter than announced', () => arriving(parts(2, 10), 30)],
    ['is longer than announced', () => arriving(parts(4, 10), 30)],
    ['was closed before it began', closed],
  ])('leaves the existing file when its stream %s, and nothing beside it', async (_, make) => {
    const folder = testFolder();
    const place = path.join(folder, 'list.csv');
    writeFileSync(place, 'before');
    const from = make();
    await expect(saveStream(from, place)).rejects.toThrow();
    expect(from.stream.destroyed).toBe(true);
    expect(readdirSync(folder)).toEqual(['list.csv']);
    expect(readFileSync(place, 'utf8')).toBe('before');
  });

  test('is refused as a workbook when its end is missing, although its length is right', async () => {
    const folder = testFolder();
    const half = Buffer.concat([Buffer.from('PK\x03\x04'), Buffer.alloc(500)]);
    await expect(saveStream(arriving([half], 504), path.join(folder, 'list.xlsx'))).rejects.toThrow(
      Incomplete,
    );
    expect(readdirSync(folder)).toEqual([]);
    const whole = Buffer.concat([half, Buffer.from('PK\x05\x06'), Buffer.alloc(18)]);
    await saveStream(arriving([whole]), path.join(folder, 'list.xlsx'));
    expect(readdirSync(folder)).toEqual(['list.xlsx']);
  });

  test('is refused without a trace in place of a folder, or in a missing one', async () => {
    const folder = testFolder();
    mkdirSync(path.join(folder, 'list.csv', 'inside'), { recursive: true });
    await expect(saveStream(arriving(parts(1, 5)), path.join(folder, 'list.csv'))).rejects.toThrow();
    await expect(saveStream(arriving(parts(1, 5)), path.join(folder, 'no', 'a.csv'))).rejects.toThrow(
      'ENOENT',
    );
    expect(readdirSync(folder)).toEqual(['list.csv']);
  });

  // Only root can mount a small separate disk.
  test.skipIf(process.getuid?.() !== 0)(
    'leaves the existing file and the free space on a full disk',
    async () => {
      const folder = testFolder();
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=256k', 'tmpfs', folder]);
      onTestFinished(() => void execFileSync('umount', [folder]));
      const place = path.join(folder, 'list.csv');
      writeFileSync(place, 'before');
      await expect(saveStream(arriving(parts(40, 16_384)), place)).rejects.toThrow('ENOSPC');
      expect(readdirSync(folder)).toEqual(['list.csv']);
      expect(readFileSync(place, 'utf8')).toBe('before');
      await saveStream(arriving(parts(10, 16_384)), place);
      expect(statSync(place).size).toBe(163_840);
    },
  );
});

async function* breaking(): AsyncGenerator<Buffer> {
  yield Buffer.from('half');
  throw new Error('connection reset');
}

function closed(): IncomingFile {
  const found = arriving(parts(3, 10));
  found.stream.destroy();
  return found;
}

describe('the file name suggested by a server', () => {
  const kept = [
    'bills 2026-11.xlsx',
    '清单.csv',
    'Ladeliste Müller & Söhne.pdf',
    'a,b;c=d@e.csv',
    '.5 kg.csv',
  ];
  const hostile = [
    '../../etc/passwd',
    '..\\..\\windows\\system32\\evil.dll',
    '/etc/cron.d/evil',
    'C:\\autoexec.bat',
    '\\\\server\\share\\a.csv',
    'a/b/c.csv',
    '..',
    '.',
    '',
    '   ',
    '...',
    '~',
    '~/.ssh/authorized_keys',
    '-rf',
    '--help',
    'a\0.csv',
    'a\r\nb.csv',
    'a\u202evsc.exe',
    'zero\u200bwidth.csv',
    'CON',
    'con.csv',
    'NUL.txt',
    'nul .csv',
    'LPT1',
    'com¹.csv',
    'aux.tar.gz',
    'CONIN$',
    'a.csv:hidden',
    'a?.csv',
    'a*.csv',
    '<script>.csv',
    'a|b.csv',
    '"quoted".csv',
    'trailing.csv.',
    'trailing.csv   ',
    'x'.repeat(5000),
    `${'x'.repeat(300)}.csv`,
    `${'清'.repeat(300)}.csv`,
    `a.${'e'.repeat(300)}`,
    '😀'.repeat(100),
    '\ud800lone.csv',
    'e\u0301.csv',
  ];
  const DEVICE = /^(con|prn|aux|nul|conin\$|conout\$|(com|lpt)[\d¹²³])\s*(\.|$)/i;

  const takenEverywhere = (name: string, folder: string, saved = safeFileName): string => {
    const safe = saved(name);
    expect(path.dirname(path.join(folder, safe))).toBe(folder);
    expect(path.win32.basename(safe)).toBe(safe);
    expect(safe).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}<>:"/\\|?*]|^[-.~\s]|[.\s]$/u);
    expect(DEVICE.test(safe)).toBe(false);
    expect(safe.length).toBeGreaterThan(0);
    expect(Buffer.byteLength(safe)).toBeLessThanOrEqual(200);
    expect(saved(safe)).toBe(safe);
    return safe;
  };

  // Names that only differ in Unicode composition are harmless: they are written in one form.
  test.each(hostile.filter((name) => name.normalize() === name))(
    'would be noticed if used unchanged: %j',
    (name) => {
      expect(() => takenEverywhere(name, testFolder(), (same) => same)).toThrow();
    },
  );

  test.each(hostile)('becomes one that every system accepts, in the selected folder: %j', (name) => {
    const folder = testFolder();
    const safe = takenEverywhere(name, folder);
    writeFileSync(path.join(folder, safe), '');
    expect(existsSync(path.join(folder, safe))).toBe(true);
  });

  test('becomes one from any random mix of hostile parts', () => {
    const pieces = fc.oneof(
      fc.constantFrom(...hostile, ...kept),
      fc.constantFrom(
        '.',
        '..',
        ' ',
        '-',
        '~',
        '/',
        '\\',
        ':',
        '\0',
        '\u202e',
        'con',
        'LPT9',
        'aux',
        '.csv',
        '清',
        '😀',
      ),
      fc.string({ unit: 'binary', maxLength: 8 }),
    );
    const folder = testFolder();
    fc.assert(
      fc.property(
        fc.array(pieces, { maxLength: 6 }),
        (parts) => void takenEverywhere(parts.join(''), folder),
      ),
      { numRuns: long ? 50_000 : 1500 },
    );
  });

  test('is unchanged when it is good', () => {
    expect(kept.map(safeFileName)).toEqual([...kept.slice(0, -1), '5 kg.csv']);
  });

  test('keeps its ending when it is too long', () => {
    expect(safeFileName(`${'清'.repeat(300)}.xlsx`)).toMatch(/^清+\.xlsx$/);
  });

  test('is written in one Unicode form, however it is composed', () => {
    expect(safeFileName('Mu\u0308ller.csv')).toBe(safeFileName('Müller.csv'));
  });
});
