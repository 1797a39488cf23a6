import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '../../..');

/** Returns the modules evaluated before a file: its imports, without types and without those it loads later. */
function evaluatedBefore(file: string): string[] {
  const text = readFileSync(path.join(root, file), 'utf8');
  const statements = text.matchAll(/^(?:import|export)\s+(?!type\b)(?:([^'";]*?)\s+from\s+)?'([^']+)';$/gm);
  return [...statements].flatMap(([, names = '', target = '']) => {
    const inBraces = /^\{([\s\S]*)\}$/.exec(names.trim())?.[1];
    const all = inBraces
      ?.split(',')
      .map((name) => name.trim())
      .filter(Boolean);
    return all?.length && all.every((name) => name.startsWith('type ')) ? [] : [placeOf(file, target)];
  });
}

function placeOf(from: string, target: string): string {
  if (!target.startsWith('.') && !target.startsWith('@contract/')) return target;
  const place = target.startsWith('@contract/')
    ? target.replace('@contract', 'preload/contract')
    : path.join(path.dirname(from), target);
  const found = [`${place}.ts`, `${place}.tsx`, `${place}/index.ts`, place].find((one) =>
    existsSync(path.join(root, one)),
  );
  return found ?? place;
}

/** Returns all modules evaluated when a file is loaded: files of the project by their path, packages by name. */
function evaluatedBy(entry: string): Set<string> {
  const found = new Set([entry]);
  for (const file of found)
    if (/^(main|preload|renderer)\/.*\.tsx?$/.test(file))
      evaluatedBefore(file).forEach((one) => void found.add(one));
  found.delete(entry);
  return found;
}

const packagesOf = (found: ReadonlySet<string>) =>
  [...found]
    .filter(
      (one) => !/^(main|preload|renderer|resources)\/|^package\.json$/.test(one) && !one.startsWith('node:'),
    )
    .sort();

/** True for an icon by name; a column header has one for its menu unless it is given another. */
const hasNamedPicture = (text: string) =>
  /\b\w*icon=(?:["']|\{[^{}<]*'|\{[^{}]*\/> : ')/i.test(text) ||
  (text.includes('<ColumnHeaderCell') && text.includes('menuRenderer') && !text.includes('menuIcon={<'));

/** True for an object schema whose fields are made at loading: `preload/contract/shape.ts` has the lazy ones. */
const hasEarlyShape = (text: string) =>
  /\bz\s*\.(?:strict|loose)?[oO]bject\(|\.(?:safeE|e)xtend\(/.test(text);

/** Modules that load all resources. */
const OF_RESOURCES: ReadonlySet<string> = new Set(
  ['resources', 'files/fileKinds', 'access/logged'].map((name) => `preload/contract/${name}.ts`),
);

describe('the start of the app', () => {
  test('opens the window on Electron alone', () => {
    const found = evaluatedBy('main/index.ts');
    expect(packagesOf(found)).toEqual(['electron']);
    // Before the window, main loads texts and limits of the contract, but no schema.
    expect([...found].filter((one) => one.startsWith('preload/')).sort()).toEqual([
      'preload/contract/failure.ts',
      'preload/contract/limits.ts',
      'preload/contract/link.ts',
      'preload/contract/words/cn/desktop.ts',
      'preload/contract/words/desktop.ts',
      'preload/contract/words/en/desktop.ts',
      'preload/contract/words/translation.ts',
    ]);
  });

  test('serves the window without the code of archives and databases', () => {
    const found = evaluatedBy('main/serveWindow.ts');
    expect(packagesOf(found)).toEqual(['electron', 'electron-log/node', 'electron-store', 'zod']);
    const stores = [...found].filter((one) => one.startsWith('main/server/store/')).sort();
    // Only the time of the next backup, and the check that a folder can be written, are loaded.
    expect(stores).toEqual(
      ['backupTurn', 'failures', 'writable'].map((name) => `main/server/store/${name}.ts`),
    );
  });

  test('makes no contract field that is unused', () => {
    const early = readdirSync(path.join(root, 'preload/contract'), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && file !== 'shape.ts')
      .filter((file) => hasEarlyShape(readFileSync(path.join(root, 'preload/contract', file), 'utf8')));
    expect(early).toEqual([]);
    const planted = ['z.object({ id })', 'z\n  .strictObject(shape)', 'query.extend(exportQuery)'];
    expect(planted.filter((text) => !hasEarlyShape(text))).toEqual([]);
  });

  test('allows the sign-in before the API has loaded its calls', () => {
    const found = evaluatedBy('main/server/host/start.ts');
    expect(packagesOf(found)).toEqual(['@hono/node-server', 'hono', 'kysely', 'zod']);
    const late = ['preload/contract/index.ts', 'main/server/host/handlers.ts', 'main/server/demo/index.ts'];
    expect(late.filter((one) => found.has(one))).toEqual([]);
  });

  test('loads the resource definitions in none of its processes', () => {
    for (const entry of ['main/serveWindow.ts', 'main/server/host/start.ts', 'renderer/main.tsx'])
      expect(
        [...evaluatedBy(entry)].filter((one) => OF_RESOURCES.has(one)),
        entry,
      ).toEqual([]);
    expect(evaluatedBy('preload/contract/files/fileKinds.ts')).toContain('preload/contract/resources.ts');
  });

  test('loads no schema before the sign-in', () => {
    const found = evaluatedBy('renderer/main.tsx');
    expect(found).toContain('renderer/app/SignIn.tsx');
    expect(found).toContain('renderer/app/FirstRun.tsx');
    expect(packagesOf(found)).not.toContain('zod');
  });

  test('limits the heap of its processes before loading anything else', () => {
    for (const entry of ['main/index.ts', 'main/server/host/start.ts']) {
      const [first] = evaluatedBefore(entry);
      expect(first, entry).toBe('main/smallHeap.ts');
    }
  });

  test('draws the outline before it loads the app', () => {
    const page = readFileSync(path.join(root, 'renderer/index.html'), 'utf8');
    expect([...page.matchAll(/<script[^>]*src="\.\/([^"]+)"/g)].map(([, file]) => file)).toEqual([
      'begin.ts',
    ]);
    expect([...page.matchAll(/<link rel="stylesheet" href="\.\/([^"]+)"/g)].map(([, file]) => file)).toEqual([
      'skeleton.css',
    ]);
    expect([...evaluatedBy('renderer/begin.ts')]).toEqual([]);
    expect([...evaluatedBy('renderer/main.tsx')]).toContain('react-dom/client');
  });

  test('loads only the icons that are shown: one by name would load the paths of all', () => {
    const named = readdirSync(path.join(root, 'renderer'), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.tsx'))
      .filter((file) => hasNamedPicture(readFileSync(path.join(root, 'renderer', file), 'utf8')));
    expect(named).toEqual([]);
    const planted = [
      '<Button icon="add" />',
      "icon={on ? <Tick /> : 'blank'}",
      '<ColumnHeaderCell\n menuRenderer={menu} />',
    ];
    expect(planted.filter((text) => !hasNamedPicture(text))).toEqual([]);
  });

  test('is reported when some of it loads too early', () => {
    expect(evaluatedBy('main/serveWindow.ts')).toContain('zod');
    expect(evaluatedBy('main/server/host/whole.ts')).toContain('preload/contract/index.ts');
    expect(evaluatedBy('main/server/store/postgres/open.ts')).toContain('pg');
  });
});
