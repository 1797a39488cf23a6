import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const renderer = path.resolve(import.meta.dirname, '../../../renderer');

/** Returns the selectors of a style sheet that are a single class. */
function classesOf(file: string): string[] {
  const rules = readFileSync(path.join(renderer, file), 'utf8').replaceAll(/\/\*[\s\S]*?\*\//g, '');
  return [...rules.matchAll(/([^{}]+)\{/g)].flatMap(([, selectors = '']) =>
    selectors.split(',').flatMap((one) => /^\.fc-[\w-]+$/.exec(one.trim())?.[0] ?? []),
  );
}

// Sheets load with the screens that need them, and stay: with two rules for a class, the visited screens would decide.
test('styles a class in one sheet alone', () => {
  const sheets = readdirSync(renderer, { recursive: true, encoding: 'utf8' }).filter((one) =>
    one.endsWith('.css'),
  );
  expect(sheets.length).toBeGreaterThan(20);
  const owners = new Map<string, Set<string>>();
  for (const sheet of sheets)
    for (const name of classesOf(sheet)) owners.set(name, (owners.get(name) ?? new Set()).add(sheet));
  expect(owners.size).toBeGreaterThan(300);
  const shared = [...owners]
    .filter(([, of]) => of.size > 1)
    .map(([name, of]) => `${name}: ${[...of].join(', ')}`);
  expect(shared).toEqual([]);
});
