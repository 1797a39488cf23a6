import { defineConfig } from 'playwright/test';

/** Tests that mostly wait: for a response of customs, for a stopped process. */
const WAITING = ['**/usCustoms.spec.ts', '**/processes.spec.ts', '**/customsOffice.spec.ts'];

/** The real app, two at a time: each has its own display with keyboard, and its own session with keyring. */
export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  outputDir: '../.output/e2e',
  globalSetup: './setup.ts',
  workers: 3,
  fullyParallel: true,
  timeout: 180_000,
  // Several times what all take: a run that hangs still names what it ran.
  globalTimeout: 60 * 60_000,
  // A second is enough on a quiet machine, but not on one shared with others.
  expect: { timeout: 45_000 },
  // On a machine shared with others a window may get no time for seconds: a test is retried once, and counted as flaky.
  retries: 1,
  // The waiting tests run beside the two from the beginning: at the end they would run alone after all others.
  projects: [
    { name: 'waiting', testMatch: WAITING, workers: 1 },
    { name: 'others', testIgnore: WAITING, workers: 2 },
  ],
  forbidOnly: !!process.env.CI,
});
