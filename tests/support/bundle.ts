import { createHash } from 'node:crypto';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { build } from 'vite';
import { onceInRun } from './onceInRun';

const root = path.resolve(import.meta.dirname, '../..');

const made: string[] = [];
process.on('exit', () => {
  for (const folder of made) rmSync(folder, { recursive: true, force: true });
});

/** Makes a folder that is removed when the process ends. */
function newFolder(): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'freight-console-bundle-'));
  made.push(folder);
  return folder;
}

/**
 * Bundles a module of main, as the app's build does, into one CommonJS file in a folder of the run; returns the file's
 * path. For code that must run outside of vitest: worker threads, child processes. Modules that it loads from its own
 * folder are bundled along, by name. The same modules are bundled once in a run: it takes seconds of a processor.
 */
export async function bundle(entry: string, beside: Readonly<Record<string, string>> = {}): Promise<string> {
  const name = path.basename(entry).replace(/\.ts$/, '');
  const input = { [name]: entry, ...beside };
  const hash = createHash('sha256').update(JSON.stringify(input)).digest('hex').slice(0, 16);
  const folder = await onceInRun(`bundle-${hash}`, (outDir) => bundleInto(outDir, input));
  return path.join(folder, `${name}.cjs`);
}

async function bundleInto(outDir: string, input: Readonly<Record<string, string>>): Promise<void> {
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    resolve: { alias: { '@contract': path.join(root, 'preload/contract') } },
    ssr: { noExternal: true },
    build: {
      ssr: true,
      outDir,
      target: 'node24',
      minify: false,
      rolldownOptions: {
        input: Object.fromEntries(Object.entries(input).map(([key, file]) => [key, path.join(root, file)])),
        output: { format: 'cjs', entryFileNames: '[name].cjs', chunkFileNames: '[name]-[hash].cjs' },
      },
    },
  });
}

/** Copies the bundle with a fault planted: replaces one match in one of its files. Returns the entry of the copy. */
export function planted(entry: string, right: string | RegExp, wrong: string): string {
  const folder = newFolder();
  cpSync(path.dirname(entry), folder, { recursive: true });
  const texts = readdirSync(folder).map((name) => {
    const place = path.join(folder, name);
    return { place, parts: readFileSync(place, 'utf8').split(right) };
  });
  const [found, ...more] = texts.filter(({ parts }) => parts.length > 1);
  if (found?.parts.length !== 2 || more.length > 0) throw new Error(`not in one place: ${right}`);
  writeFileSync(found.place, found.parts.join(wrong));
  return path.join(folder, path.basename(entry));
}
