// Measures the release as ratios against peers in the same run, prints a table and writes tests/bench/results.json:
//   npm run bench [-- start window bridge import store beside custody invoices list scale reports scroll size]
// `scale=0.1` creates a tenth of the 100,000 bills and 5,000,000 parcels. Runs on Electron's Node, as the app does.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { createServer } from 'vite';
import { ensureBuilt, root } from './build.mjs';
import { asNode, electronDist } from './electronDist.mjs';
import { ensurePackaged, packaged } from './packaged.mjs';
import { requireSystemPackages } from './systemPackages.mjs';

if (!process.versions.electron) {
  requireSystemPackages();
  const parts = process.argv.slice(2);
  // The embedded API is measured as built; the window only as packaged.
  if (
    parts.some(
      (part) =>
        ['list', 'store', 'beside', 'custody', 'invoices', 'reports'].includes(part) ||
        part.startsWith('scale'),
    ) &&
    !parts.some((part) => ['start', 'window', 'bridge', 'scroll', 'size'].includes(part))
  )
    ensureBuilt({ release: true });
  else ensurePackaged();
  const args = ['--expose-gc', fileURLToPath(import.meta.url), ...process.argv.slice(2)];
  const { status } = spawnSync(electronDist().executable, args, { stdio: 'inherit', env: asNode() });
  process.exit(status ?? 1);
}

const server = await createServer({
  root,
  configFile: false,
  logLevel: 'error',
  resolve: { alias: { '@contract': path.join(root, 'preload/contract') } },
  server: { middlewareMode: true, hmr: false, watch: null },
  optimizeDeps: { noDiscovery: true },
});
const { bench } = await server.ssrLoadModule('/tests/bench/index.ts');
await bench({ root, packaged, electron: electronDist(), parts: process.argv.slice(2) });
await server.close();
