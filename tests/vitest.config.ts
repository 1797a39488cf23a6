import path from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { pinyinPlugin } from '../scripts/pinyinWords.mjs';

const root = path.dirname(import.meta.dirname);

/** The longest of each project, which are not among the large ones: the cases of one come from the contract, the other waits. */
const LONGEST = ['contract.test.ts', 'wire.test.ts', 'templateFile.test.ts'];

/**
 * Where no earlier run is known, the largest file comes first. What takes longest, begun in the middle, would go on alone, on
 * one processor, when all others are done.
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
    // What is waited for comes at once, or after seconds on a machine that others use: no test fails by the clock alone.
    expect: { poll: { timeout: 60_000, interval: 20 } },
    // As in the real app: on a machine shared with others a test is tried once more, and the log says which was.
    retry: 1,
    // Modules of main that name electron find its path in place of it, and do not try to download it.
    // Files of texts to be reviewed are written when `-u` asks for it, and never by themselves.
    update: 'none',
    env: { TZ: 'UTC', ELECTRON_OVERRIDE_DIST_PATH: path.dirname(process.execPath) },
    sequence: { sequencer: LongestFirst },
    globalSetup: 'tests/support/apiSetup.ts',
    // All have the above in common. The project whose name comes first in the alphabet runs first.
    projects: [
      {
        test: {
          name: 'API and rules',
          include: ['tests/{unit,api}/**/*.test.ts'],
          // They change nothing of their process: its modules, read and made fast once, serve one file after the other.
          isolate: false,
        },
      },
      { test: { name: 'main', include: ['tests/main/**/*.test.ts'] } },
    ],
  },
});
