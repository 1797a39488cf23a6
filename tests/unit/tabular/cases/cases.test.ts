import { readdirSync } from 'node:fs';
import path from 'node:path';
import type { FileKind } from '@contract/files/fileKindNames';
import { describe, expect, test } from 'vitest';
import expected from './expected.json' with { type: 'json' };
import { readCase } from './reading';

const cases = Object.entries(expected) as [string, { kind: FileKind; reading: string[] }][];

describe('files from practice', () => {
  test('are all in the table', () => {
    const there = readdirSync(path.join(import.meta.dirname, 'files')).sort();
    expect(cases.map(([file]) => file).sort()).toEqual(there);
  });

  for (const [file, { kind, reading }] of cases)
    test(`are read correctly: ${file}`, async () => expect(await readCase(file, kind)).toEqual(reading));
});
