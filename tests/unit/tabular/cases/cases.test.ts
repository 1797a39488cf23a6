import { readdirSync } from 'node:fs';
import path from 'node:path';
import type { FileKind } from '@contract/files/fileKindNames';
import { describe, expect, test } from 'vitest';
import expected from './expected.json' with { type: 'json' };
import { readCase } from './reading';
import { wrongCases } from './wrong';

const cases = Object.entries(expected) as [string, { kind: FileKind; reading: string[] }][];

describe('files from the field', () => {
  test('are all in the table', () => {
    const there = readdirSync(path.join(import.meta.dirname, 'files')).sort();
    expect(cases.map(([file]) => file).sort()).toEqual(there);
    expect(Object.keys(wrongCases).filter((file) => !there.includes(file))).toEqual([]);
  });

  for (const [file, { kind, reading }] of cases) {
    const wrong = wrongCases[file];
    if (!wrong)
      test(`${file} is read right`, async () => expect(await readCase(file, kind)).toEqual(reading));
    else {
      test.fails(`${file} is read right: ${wrong.reason}`, async () => {
        const text = (await readCase(file, kind)).join('\n');
        for (const part of wrong.has) expect(text).toContain(part);
        for (const part of wrong.lacks ?? []) expect(text).not.toContain(part);
      });
    }
  }
});
