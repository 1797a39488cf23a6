import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { statesText } from '../../scripts/states.mjs';

const root = path.resolve(import.meta.dirname, '../..');
const contract = import.meta.glob<Record<string, unknown>>('/preload/contract/**/*.ts', { eager: true });

test('matches the shipped diagrams with the contract: else run `npm run states`', () => {
  const text = readFileSync(path.join(root, 'resources/states.md'), 'utf8');
  expect(text === statesText(contract)).toBe(true);
});

test('includes every table of states in the diagrams', () => {
  const declared = Object.entries(
    import.meta.glob<string>('/preload/contract/**/*.ts', { eager: true, query: '?raw', import: 'default' }),
  )
    .flatMap(([, source]) => [...source.matchAll(/\bmachine<[^;]*?>\(\)\(\{\s*name: '(\w+)'/g)])
    .map(([, name]) => name);
  const names = new Set(
    Object.values(contract)
      .flatMap((module) => Object.values(module))
      .flatMap((value) =>
        typeof value === 'object' && value !== null ? [value, ...Object.values(value)] : [],
      )
      .filter(
        (value): value is { name: string } =>
          typeof value === 'object' && value !== null && 'stateOf' in value,
      )
      .map(({ name }) => name),
  );
  expect(declared.length).toBeGreaterThan(20);
  expect(declared.filter((name) => !names.has(name ?? ''))).toEqual([]);
});
