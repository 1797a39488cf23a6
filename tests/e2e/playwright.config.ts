import { defineConfig } from 'playwright/test';

/** Tests that wait for most of their time: for customs' answer, for a process that stands still. */
const WAITING = ['**/usCustoms.spec.ts', '**/processes.spec.ts'];

/** The real app, two at a time: each has the keyboard of its display and the keyring of its session to itself. */
export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  outputDir: '../.output/e2e',
  globalSetup: './onceInRun.ts',
  workers: 3,
  fullyParallel: true,
  timeout: 180_000,
  // What comes on a quiet machine within a second takes its time on one that others use.
  expect: { timeout: 45_000 },
  // On a machine shared with others a window may get no time for seconds: a test is tried once more, and counted as flaky.
  retries: 1,
  // What waits goes on beside the two, from the beginning: among the last, it would go on alone when all others are done.
  projects: [
    { name: 'waiting', testMatch: WAITING, workers: 1 },
    { name: 'others', testIgnore: WAITING, workers: 2 },
  ],
  forbidOnly: !!process.env.CI,
});
