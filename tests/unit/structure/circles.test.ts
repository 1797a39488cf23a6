import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '../../..');
const files = ['main', 'preload', 'renderer'].flatMap((folder) =>
  readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !entry.name.endsWith('.d.ts'))
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name))),
);

/**
 * Returns the files that a file imports at its start: types are erased by then, and imports in a function come later.
 */
function readBy(file: string): string[] {
  const text = readFileSync(path.join(root, file), 'utf8');
  const imports = text.matchAll(/^(?:import|export) (?!type )([^;']*?)(?:\s*from\s*)?'([^']+)';/gm);
  return [...imports].flatMap(([, what = '', target = '']) => {
    const named = /^\{([^}]*)\}$/.exec(what.trim())?.[1]?.split(',') ?? [];
    const ofTypes = named.length > 0 && named.every((name) => /^\s*(type |$)/.test(name));
    const place = target.startsWith('@contract/')
      ? target.replace('@contract', 'preload/contract')
      : target.startsWith('.')
        ? path.join(path.dirname(file), target)
        : undefined;
    if (ofTypes || !place) return [];
    const found = ['.ts', '.tsx', '/index.ts', '/index.tsx'].find((end) =>
      existsSync(path.join(root, place + end)),
    );
    return found ? [place + found] : [];
  });
}

const reads = new Map(files.map((file) => [file, readBy(file)]));

/** True if a file imports itself through others. */
function isInCircle(file: string): boolean {
  const seen = new Set<string>();
  const next = [...(reads.get(file) ?? [])];
  for (let at = next.pop(); at !== undefined; at = next.pop()) {
    if (at === file) return true;
    if (seen.has(at)) continue;
    seen.add(at);
    next.push(...(reads.get(at) ?? []));
  }
  return false;
}

test('has no file that imports itself through others', () => {
  const edges = [...reads.values()].reduce((sum, targets) => sum + targets.length, 0);
  expect(edges).toBeGreaterThan(5000);
  expect(files.filter(isInCircle)).toEqual([]);
});
