import { defineConfig } from 'playwright/test';

/** The real app, one at a time: each has the keyboard of its display and the keyring of its session to itself. */
export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  outputDir: '../.output/e2e',
  workers: 1,
  timeout: 120_000,
  expect: { timeout: 15_000 },
  forbidOnly: !!process.env.CI,
});
