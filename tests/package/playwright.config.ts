import { defineConfig } from 'playwright/test';

/** Tests of the packages: the released app, its fuses, its installers. */
export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  outputDir: '../.output/package',
  globalSetup: './packageFirst.ts',
  workers: 2,
  timeout: 240_000,
  expect: { timeout: 30_000 },
  retries: 1,
  forbidOnly: !!process.env.CI,
});
