import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const tests = path.resolve(import.meta.dirname, '../..');

/** Matches changes of the process that outlive a test: its environment, its folder, and mocks of modules and clocks. */
const CHANGES =
  /^\s*(process\.env\.\w+ \??=|delete process\.env|process\.chdir\(|vi\.(?!waitFor\b|fn\b)\w+\()/m;

/** Returns the text of every file of some folders, by name. */
const filesOf = (folders: readonly string[]) =>
  folders.flatMap((folder) =>
    readdirSync(path.join(tests, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .map((name) => {
        const file = path.join(folder, name);
        return { file, text: readFileSync(path.join(tests, file), 'utf8') };
      }),
  );
const changing = (folders: readonly string[]) =>
  filesOf(folders)
    .filter(({ text }) => CHANGES.test(text))
    .map(({ file }) => file);

test('changes nothing of the process in tests that share it', () => {
  expect(changing(['unit', 'api'])).toEqual([]);
  // Tests with a process of their own do change it: the rule finds them.
  expect(changing(['main']).length).toBeGreaterThan(2);
});
