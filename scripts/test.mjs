// Runs all tests on what ships: types, lint, dead code; vitest on Electron's Node; Playwright on the app and packages.
//   node scripts/test.mjs               everything, ending in `N passed, N failed`; with PostgreSQL installed, also the
//                                       tests that depend on the database on it
//   node scripts/test.mjs long          random tests, for a long time: kills, power cuts, damaged files, hostile calls
//   node scripts/test.mjs postgres      all tests of the API, or the named files, with the data in PostgreSQL
//   node scripts/test.mjs screenshots   an image of every screen into tests/.output/screenshots
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { ensureBuilt, root } from './build.mjs';
import { asNode, electronDist } from './electronDist.mjs';
import { withMemoryDisk } from './memoryDisk.mjs';
import { INSTALL, postgresPrograms } from './postgres.mjs';
import { requireSystemPackages } from './systemPackages.mjs';

const output = path.join(root, 'tests/.output');
const bin = (name) => path.join(root, 'node_modules/.bin', name);
const total = { passed: 0, failed: 0 };
/** Failures, repeated at the end: logs are often read from there, and truncated before. */
const failures = [];
/** Minutes after which a part is ended: several times what it takes, so that a run that hangs still reports. */
const MOST_MINUTES = 50;
/** Result and duration of each part, printed at the end to find the slow ones. */
const parts = [];

function report(name, since, { passed, failed }) {
  total.passed += passed;
  total.failed += failed;
  const outcome = `${name}: ${passed} passed, ${failed} failed`;
  parts.push(`${outcome}, ${Math.round((performance.now() - since) / 1000)} s`);
  console.log(outcome);
}

/** Runs checks that pass or fail as a whole, all at once: each leaves a processor idle at times. */
async function check(checks) {
  const since = performance.now();
  const run = async ([name, [command, ...args]]) => {
    const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
    let text = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (more) => {
        text += more;
      });
    const status = await new Promise((resolve) => {
      child.on('error', (error) => resolve(error.message));
      child.on('close', resolve);
    });
    process.stdout.write(text);
    if (status !== 0) failures.push(name);
    report(name, since, status === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 });
  };
  await Promise.all(Object.entries(checks).map(run));
}

function readJson(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}

/** Tests that use random input, found by their imports, so that none is forgotten. */
const byChance = (ending) =>
  readdirSync(path.join(root, 'tests'), { recursive: true })
    .map((file) => path.join('tests', file))
    .filter((file) => file.endsWith(ending))
    .filter((file) => /support\/long'/.test(readFileSync(path.join(root, file), 'utf8')));

/**
 * Tests of the API that run on either database, found by their imports. Those that open the SQLite file themselves, or
 * create their own PostgreSQL, run once.
 */
const onEither = () =>
  readdirSync(path.join(root, 'tests/api'))
    .filter((file) => file.endsWith('.test.ts'))
    .map((file) => path.join('tests/api', file))
    .filter((file) => {
      const text = readFileSync(path.join(root, file), 'utf8');
      return text.includes("support/server'") && !/'node:sqlite'|support\/postgres'/.test(text);
    });

/**
 * Of these, the tests that `npm test` runs on PostgreSQL too, since the database affects their results: every call once
 * with its statements and what keeps a record from being deleted, the rows visible to an account, searches and totals,
 * extreme numbers, values stored and read back, concurrent transactions. Business rules do not depend on the database;
 * `npm run test:postgres` runs all.
 */
const DATABASE_DECIDES = [
  'billImport',
  'bulkSearch',
  'competing',
  'contract',
  'fileJobs',
  'numbers',
  'recordImport',
  'recordSearch',
  'reports',
  'restoredData',
  'scope',
  'sessions',
  'statements',
  'storedFields',
  'versions',
  'writesGetIn',
].map((name) => `tests/api/${name}.test.ts`);

/** Returns the tests named above; a missing one, or one that opens the SQLite file itself, is an error in the list. */
function decidedByDatabase() {
  const either = new Set(onEither());
  const missing = DATABASE_DECIDES.filter((file) => !either.has(file));
  failures.push(...missing.map((file) => `postgres: ${file} does not run on both databases`));
  total.failed += missing.length;
  return DATABASE_DECIDES.filter((file) => either.has(file));
}

function vitest(runtime, { name = 'vitest', files = [], more = {} } = {}) {
  const since = performance.now();
  const file = path.join(output, `${name}.json`);
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
    spawnSync(runtime.executable, args, {
      ...{ cwd: root, stdio: 'inherit', env },
      ...{ timeout: MOST_MINUTES * 60_000, killSignal: 'SIGKILL' },
    }),
  );
  if (status === null)
    failures.push(`${name}: ended after ${MOST_MINUTES} minutes, see the log for what it ran`);
  const result = readJson(file);
  // A run without a report has failed, whatever its parts did.
  const failed = result ? result.numFailedTests + (status !== 0 && result.numFailedTests === 0 ? 1 : 0) : 1;
  const flaky = [];
  for (const { name, message, status, assertionResults } of result?.testResults ?? []) {
    const file = path.relative(root, name);
    const tests = assertionResults.filter((test) => test.status === 'failed');
    // A passed test with failure messages failed the first time.
    const retried = assertionResults.filter(
      (test) => test.status === 'passed' && test.failureMessages.length > 0,
    );
    flaky.push(...retried.map((test) => `${file}: ${test.fullName}`));
    for (const test of tests) failures.push(`${file}: ${test.fullName}\n${test.failureMessages.join('\n')}`);
    if (status === 'failed' && tests.length === 0) failures.push(`${file}: ${message}`);
  }
  if (flaky.length > 0)
    console.log([`${name}: ${flaky.length} passed only when tried again`, ...flaky].join('\n  '));
  report(name, since, { passed: result?.numPassedTests ?? 0, failed });
}

/** Runs tests of the API with their data in a new PostgreSQL, if the machine has one. */
function onPostgres(runtime, files) {
  if (postgresPrograms())
    return vitest(runtime, { name: 'postgres', files, more: { FREIGHT_TEST_DATABASE: 'postgres' } });
  console.log(`postgres: skipped, PostgreSQL is not installed: ${INSTALL}`);
}

function playwright(config, name = 'playwright', { files = [], more = {} } = {}) {
  const since = performance.now();
  const file = path.join(output, `${name}.json`);
  const args = ['test', '--config', config, '--reporter=list,json', ...files];
  const { status } = spawnSync(bin('playwright'), args, {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...more, PLAYWRIGHT_JSON_OUTPUT_FILE: file },
  });
  const stats = readJson(file)?.stats;
  const failed = stats ? stats.unexpected + (status !== 0 && stats.unexpected === 0 ? 1 : 0) : 1;
  if (stats?.flaky) console.log(`${name}: ${stats.flaky} passed only when tried again, see the list above`);
  report(name, since, { passed: (stats?.expected ?? 0) + (stats?.flaky ?? 0), failed });
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
  const more = { FREIGHT_CONSOLE_TEST_LONG: '1' };
  vitest(runtime, { files: byChance('.test.ts'), more });
  const files = byChance('.spec.ts').map((file) => path.basename(file));
  playwright('tests/e2e/playwright.config.ts', 'playwright', { files, more });
} else if (process.argv[2] === 'postgres') {
  const named = process.argv.slice(3);
  // When requested explicitly, tests that cannot run have failed.
  if (!postgresPrograms()) failures.push('postgres: not installed');
  total.failed += failures.length;
  onPostgres(runtime, named.length > 0 ? named : onEither());
} else {
  // Two checks at once, each in one process: several processes would each compute the contract's types again.
  await check({
    types: [bin('tsc'), '-b', '--checkers', '1', '--builders', '2'],
    'lint and format': [bin('biome'), 'check', '--error-on-warnings', '.'],
    'dead code': [bin('knip')],
    sizes: [process.execPath, 'scripts/sizes.mjs'],
    catalogues: [process.execPath, 'scripts/catalogues.mjs'],
  });
  vitest(runtime);
  onPostgres(runtime, decidedByDatabase());
  playwright('tests/e2e/playwright.config.ts');
  playwright('tests/package/playwright.config.ts', 'package');
}
for (const part of parts) console.log(part);
for (const failure of failures) console.log(`failed: ${failure.slice(0, 2000)}`);
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exit(total.failed === 0 ? 0 : 1);
