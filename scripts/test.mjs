// All tests, on what ships: types, lint and dead code; vitest on Electron's Node; Playwright on the real app and on its packages.
//   node scripts/test.mjs               everything, ending in `N passed, N failed`
//   node scripts/test.mjs long          what goes on by chance, for long: kills, power cuts, damaged files
//   node scripts/test.mjs postgres      the tests of the API, or those of the files named, with the data in PostgreSQL
//   node scripts/test.mjs screenshots   a picture of every screen into tests/.output/screenshots
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { ensureBuilt, root } from './build.mjs';
import { asNode, electronDist } from './electronDist.mjs';
import { withMemoryDisk } from './memoryDisk.mjs';
import { requireSystemPackages } from './systemPackages.mjs';

const output = path.join(root, 'tests/.output');
const bin = (name) => path.join(root, 'node_modules/.bin', name);
const total = { passed: 0, failed: 0 };
/** What failed, said once more at the end: a log is often read from there, and cut before. */
const failures = [];

function report(name, { passed, failed }) {
  total.passed += passed;
  total.failed += failed;
  console.log(`${name}: ${passed} passed, ${failed} failed`);
}

/** A check that passes or fails as a whole. */
function check(name, command, args) {
  const { status } = spawnSync(command, args, { cwd: root, stdio: 'inherit' });
  if (status !== 0) failures.push(name);
  report(name, status === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 });
}

function readJson(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}

/** Tests in which chance has a part; by what they import, so that none is forgotten. */
const byChance = () =>
  readdirSync(path.join(root, 'tests'), { recursive: true })
    .map((file) => path.join('tests', file))
    .filter((file) => file.endsWith('.test.ts'))
    .filter((file) => /support\/long'/.test(readFileSync(path.join(root, file), 'utf8')));

function vitest(runtime, { files = [], more = {} } = {}) {
  const file = path.join(output, 'vitest.json');
  const args = [
    'node_modules/vitest/vitest.mjs',
    'run',
    '--config',
    'tests/vitest.config.ts',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${file}`,
    ...files,
  ];
  const { status } = withMemoryDisk({ ...asNode(), ...more }, (env) =>
    spawnSync(runtime.executable, args, { cwd: root, stdio: 'inherit', env }),
  );
  const result = readJson(file);
  // A run that ends without its report has failed, whatever its parts did.
  const failed = result ? result.numFailedTests + (status !== 0 && result.numFailedTests === 0 ? 1 : 0) : 1;
  for (const { name, message, status, assertionResults } of result?.testResults ?? []) {
    const file = path.relative(root, name);
    const tests = assertionResults.filter((test) => test.status === 'failed');
    for (const test of tests) failures.push(`${file}: ${test.fullName}\n${test.failureMessages.join('\n')}`);
    if (status === 'failed' && tests.length === 0) failures.push(`${file}: ${message}`);
  }
  report('vitest', { passed: result?.numPassedTests ?? 0, failed });
}

function playwright(config, name = 'playwright') {
  const file = path.join(output, `${name}.json`);
  const { status } = spawnSync(bin('playwright'), ['test', '--config', config, '--reporter=list,json'], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, PLAYWRIGHT_JSON_OUTPUT_FILE: file },
  });
  const stats = readJson(file)?.stats;
  const failed = stats ? stats.unexpected + (status !== 0 && stats.unexpected === 0 ? 1 : 0) : 1;
  if (stats?.flaky) console.log(`${name}: ${stats.flaky} passed only when tried again, see the list above`);
  report(name, { passed: (stats?.expected ?? 0) + (stats?.flaky ?? 0), failed });
}

rmSync(output, { recursive: true, force: true });
mkdirSync(output, { recursive: true });
requireSystemPackages();
const runtime = electronDist();
console.log(`Electron ${runtime.version} (${runtime.source})`);
ensureBuilt();
if (process.argv[2] === 'screenshots') {
  playwright('tests/e2e/screenshots.config.ts');
} else if (process.argv[2] === 'long') {
  vitest(runtime, { files: byChance(), more: { FREIGHT_CONSOLE_TEST_LONG: '1' } });
} else if (process.argv[2] === 'postgres') {
  const named = process.argv.slice(3);
  vitest(runtime, {
    files: named.length > 0 ? named : ['tests/api'],
    more: { FREIGHT_TEST_DATABASE: 'postgres' },
  });
} else {
  for (const part of ['preload/contract', 'preload', 'main', 'renderer', 'tests'])
    check(`types of ${part}`, bin('tsc'), ['-p', part]);
  check('lint and format', bin('biome'), ['check', '--error-on-warnings', '.']);
  check('dead code', bin('knip'), []);
  vitest(runtime);
  playwright('tests/e2e/playwright.config.ts');
  playwright('tests/package/playwright.config.ts', 'package');
}
for (const failure of failures) console.log(`failed: ${failure.slice(0, 2000)}`);
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exit(total.failed === 0 ? 0 : 1);
