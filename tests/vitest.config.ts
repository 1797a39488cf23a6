import path from 'node:path';
import { defineConfig, type UserWorkspaceConfig as ProjectConfig } from 'vitest/config';
import { pinyinPlugin } from '../scripts/pinyinWords.mjs';

const root = path.dirname(import.meta.dirname);

/** What all tests have in common. */
const common: ProjectConfig = {
  root,
  plugins: [pinyinPlugin],
  resolve: { alias: { '@contract': path.join(root, 'preload/contract') } },
  test: {
    // Electron's Node in worker threads would share one process with node:sqlite's native state; forks keep files apart.
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // What is waited for comes at once, or after seconds on a machine that others use: no test fails by the clock alone.
    expect: { poll: { timeout: 60_000, interval: 20 } },
    // As in the real app: on a machine shared with others a test is tried once more, and the log says which was.
    retry: 1,
    // Modules of main that name electron find its path in place of it, and do not try to download it.
    env: { TZ: 'UTC', ELECTRON_OVERRIDE_DIST_PATH: path.dirname(process.execPath) },
  },
};

/** Some test files; those of the project whose name comes first in the alphabet run first. */
const project = (name: string, test: ProjectConfig['test']): ProjectConfig => ({
  ...common,
  test: { ...common.test, ...test, name },
});

const { plugins, resolve } = common;

export default defineConfig({
  root,
  // What is set up once for all files is read as they are.
  plugins,
  resolve,
  test: {
    maxWorkers: 2,
    globalSetup: 'tests/support/apiSetup.ts',
    projects: [
      // They change nothing of their process: its modules, read and made fast once, serve one file after the other.
      project('API and rules', { include: ['tests/{unit,api}/**/*.test.ts'], isolate: false }),
      project('main', { include: ['tests/main/**/*.test.ts'] }),
    ],
  },
});
