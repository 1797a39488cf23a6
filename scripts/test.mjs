// All tests, on what ships: types, lint and dead code; vitest on Electron's Node; Playwright on the real app and on its packages.
//   node scripts/test.mjs               everything, ending in `N passed, N failed`; where PostgreSQL is installed, on it too what
//                                       the database decides
//   node scripts/test.mjs long          what goes on by chance, for long: kills, power cuts, damaged files, hostile calls
//   node scripts/test.mjs postgres      all tests of the API, or those of the files named, with the data in PostgreSQL
//   node scripts/test.mjs screenshots   a picture of every screen into tests/.output/screenshots
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
/** What failed, said once more at the end: a log is often read from there, and cut before. */
const failures = [];
/** What each part came to and how long it took, said at the end: which part to look at when a run has become long. */
const parts = [];

function report(name, since, { passed, failed }) {
  total.passed += passed;
  total.failed += failed;
  const said = `${name}: ${passed} passed, ${failed} failed`;
  parts.push(`${said}, ${Math.round((performance.now() - since) / 1000)} s`);
  console.log(said);
}

/** Checks that pass or fail as a whole, all at once: each has times at which one processor waits. */
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

/** Tests in which chance has a part; by what they import, so that none is forgotten. */
const byChance = (ending) =>
  readdirSync(path.join(root, 'tests'), { recursive: true })
    .map((file) => path.join('tests', file))
    .filter((file) => file.endsWith(ending))
    .filter((file) => /support\/long'/.test(readFileSync(path.join(root, file), 'utf8')));

/**
 * Tests of the API whose data may be wherever the run says; by what they import. Those that open its SQLite file
 * themselves, or make a PostgreSQL of their own, run once.
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
 * Of these, those that `npm test` runs on PostgreSQL as well, since the database decides what they see: every call once with
 * its statements, the rows that an account may see, searches and totals, numbers at their ends, what is stored and read back,
 * transactions that meet. Rules of the business are the same before and after either; `npm run test:postgres` runs them all.
 */
const DATABASE_DECIDES = [
  'billImport',
  'bulkSearch',
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

/** Those named above; one that is no longer there, or that opens the SQLite file itself, is a mistake of this list. */
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
    spawnSync(runtime.executable, args, { cwd: root, stdio: 'inherit', env }),
  );
  const result = readJson(file);
  // A run that ends without its report has failed, whatever its parts did.
  const failed = result ? result.numFailedTests + (status !== 0 && result.numFailedTests === 0 ? 1 : 0) : 1;
  const flaky = [];
  for (const { name, message, status, assertionResults } of result?.testResults ?? []) {
    const file = path.relative(root, name);
    const tests = assertionResults.filter((test) => test.status === 'failed');
    // One that passed and says why it failed did so the first time.
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

/** Runs tests of the API with their data in a PostgreSQL that is made for them, where the machine has one. */
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
  // Asked for by itself, what cannot be run has failed.
  if (!postgresPrograms()) failures.push('postgres: not installed');
  total.failed += failures.length;
  onPostgres(runtime, named.length > 0 ? named : onEither());
} else {
  // Two parts at once, each looked through by one: several at one part would each work out the contract's types anew.
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
