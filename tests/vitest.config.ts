import path from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { pinyinPlugin } from '../scripts/pinyinWords.mjs';

const root = path.dirname(import.meta.dirname);

/**
 * The longest files of each project, though not among the largest: the contract supplies the cases of one, the other
 * waits.
 */
const LONGEST = ['contract.test.ts', 'contractErrors.test.ts', 'wire.test.ts', 'templateFile.test.ts'];

/**
 * Runs the longest files first: one that starts in the middle would run alone, on one processor, after all others.
 * Without times of an earlier run, the largest file is first.
 */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const longest = sorted.filter(({ moduleId }) => LONGEST.includes(path.basename(moduleId)));
    return [...longest, ...sorted.filter((file) => !longest.includes(file))];
  }
}

export default defineConfig({
  root,
  plugins: [pinyinPlugin],
  resolve: { alias: { '@contract': path.join(root, 'preload/contract') } },
  test: {
    // Electron's Node in worker threads would share one process with node:sqlite's native state; forks keep files apart.
    pool: 'forks',
    // One more than processors: some tests wait for a clock, or for a process of their own.
    maxWorkers: 3,
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // Long enough for a machine shared with others: no test fails because of time alone.
    expect: { poll: { timeout: 60_000, interval: 20 } },
    // As for the real app: on a machine shared with others a test is retried once, and the log names it.
    retry: 1,
    // Files of reviewed texts are written only with `-u`.
    update: 'none',
    // Modules of main that import electron get its path instead, and do not try to download it.
    env: { TZ: 'UTC', ELECTRON_OVERRIDE_DIST_PATH: path.dirname(process.execPath) },
    sequence: { sequencer: LongestFirst },
    globalSetup: 'tests/support/apiSetup.ts',
    // All projects share the settings above. They run in the alphabetical order of their names.
    projects: [
      {
        test: {
          name: 'API and rules',
          include: ['tests/{unit,api}/**/*.test.ts'],
          // These tests leave their process unchanged, so its loaded and compiled modules serve one file after the
          // other.
          isolate: false,
        },
      },
      { test: { name: 'main', include: ['tests/main/**/*.test.ts'] } },
    ],
  },
});
