import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { build } from 'vite';

const root = path.resolve(import.meta.dirname, '../..');

/**
 * Bundles a module of main, as the app's build does, into one CommonJS file in a temporary folder that goes when the
 * process ends; answers the file's path. For what must run outside of vitest: worker threads, child processes. What it
 * looks for beside itself is bundled along, by name.
 */
export async function bundle(entry: string, beside: Readonly<Record<string, string>> = {}): Promise<string> {
  const outDir = mkdtempSync(path.join(os.tmpdir(), 'freight-console-bundle-'));
  process.on('exit', () => rmSync(outDir, { recursive: true, force: true }));
  const name = path.basename(entry).replace(/\.ts$/, '');
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
        input: Object.fromEntries(
          Object.entries({ [name]: entry, ...beside }).map(([key, file]) => [key, path.join(root, file)]),
        ),
        output: { format: 'cjs', entryFileNames: '[name].cjs', chunkFileNames: '[name]-[hash].cjs' },
      },
    },
  });
  return path.join(outDir, `${name}.cjs`);
}
