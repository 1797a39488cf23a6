import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { defaultSettings, settings } from '@contract/desktop/boot';
import { expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '../../..');
/** Files that store, copy or show settings as such: reading one there does not count as a use. */
const KEEPERS = /^main\/desktop\/(memory|diagnostics|managed)\.ts$|^renderer\/screens\/settings\//;

const sources = ['main', 'renderer'].flatMap((folder) =>
  readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)))
    .filter((file) => !KEEPERS.test(file.replaceAll(path.sep, '/')))
    .map((file) => readFileSync(path.join(root, file), 'utf8')),
);
/** True if some file reads a setting: as a property of the settings, or by destructuring them. */
const isRead = (name: string): boolean =>
  sources.some((text) =>
    new RegExp(`[sS]ettings\\.${name}\\b|\\{[^{}]*\\b${name}\\b[^{}]*\\} = [\\w.()]*[sS]ettings\\b`).test(
      text,
    ),
  );

test('reads every stored setting somewhere', () => {
  const names = Object.keys(settings.shape);
  expect(names).toEqual(Object.keys(defaultSettings));
  expect(names.filter((name) => !isRead(name))).toEqual([]);
  // An unused setting would be found.
  expect(isRead('mappings')).toBe(false);
});
