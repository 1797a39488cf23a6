// Checks counts that may only decrease: functions over 80 lines, names that hide one of an outer scope (a renamed local
// once hid the value it was compared with), files over 400 lines that are no word lists, and casts besides `as const`.
// A count above that in `sizes.json` fails; a lower one fails too, until the file is updated.
//   node scripts/sizes.mjs           compares
//   node scripts/sizes.mjs --write   writes the current counts
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './build.mjs';

const FOLDERS = ['main', 'preload', 'renderer', 'scripts'];
const LONGEST_FILE = 400;
/** Word lists, and the list of all screens. */
const WORDS = /^(?:preload\/contract\/words|renderer\/i18n)\/|^renderer\/screens\/index\.ts$/;
const kept = path.join(root, 'scripts/sizes.json');

const files = FOLDERS.flatMap((folder) =>
  readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(?:tsx?|mjs)$/.test(entry.name))
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, '/')),
);
const texts = new Map(files.map((file) => [file, readFileSync(path.join(root, file), 'utf8')]));

/** Returns the code of a file without comments, texts, imports and re-exports. */
const code = (text) =>
  text
    .replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')
    .replace(/^(?:import|export)\s[^;]*?\sfrom\s+'[^']*';$/gm, '')
    .replace(/'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`/g, "''");

/** Returns the files of the findings of each of the two lint rules. */
function lintFindings() {
  const { stdout } = spawnSync(
    path.join(root, 'node_modules/.bin/biome'),
    [
      'lint',
      '--config-path=scripts/lint/lengths/biome.json',
      '--max-diagnostics=none',
      '--reporter=json',
      ...FOLDERS,
    ],
    { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 },
  );
  const { diagnostics } = JSON.parse(stdout);
  const filesOf = (rule) =>
    diagnostics.flatMap(({ category, location }) => (category.endsWith(rule) ? [location.path] : []));
  return { longFunctions: filesOf('noExcessiveLinesPerFunction'), hiddenNames: filesOf('noShadow') };
}

const found = {
  ...lintFindings(),
  longFiles: files.filter(
    (file) => !WORDS.test(file) && texts.get(file).split('\n').length - 1 > LONGEST_FILE,
  ),
  casts: files.flatMap((file) => [...code(texts.get(file)).matchAll(/\sas\s(?!const\b)/g)].map(() => file)),
};
const counts = Object.fromEntries(Object.entries(found).map(([name, where]) => [name, where.length]));
if (process.argv.includes('--write')) {
  writeFileSync(kept, `${JSON.stringify(counts, null, 2)}\n`);
} else {
  const known = JSON.parse(readFileSync(kept, 'utf8'));
  for (const [name, count] of Object.entries(counts)) {
    if (count === known[name]) continue;
    process.exitCode = 1;
    console.error(
      count < known[name]
        ? `${name}: ${count}, fewer than ${known[name]}. Run node scripts/sizes.mjs --write.`
        : `${name}: ${count}, more than ${known[name]}:\n${[...new Set(found[name])].map((file) => `  ${file}`).join('\n')}`,
    );
  }
}
console.log(
  Object.entries(counts)
    .map(([name, count]) => `${name} ${count}`)
    .join(', '),
);
