// Licences of the app's components: a plugin lists the packages in each bundle, and these lists become one file with
// all licence texts. A package with a licence not allowed below, or without a text, fails the build.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const root = path.dirname(import.meta.dirname);
/** File beside the bundles, shown by Help. */
export const LICENCES = 'THIRD-PARTY-LICENSES.txt';
const NOTES = 'bundled';

/** Licences that allow distribution with a program under MIT. */
const ALLOWED = new Set([
  ...['0BSD', 'Apache-2.0', 'BlueOak-1.0.0', 'BSD-2-Clause', 'BSD-3-Clause'],
  ...['CC0-1.0', 'ISC', 'MIT', 'MIT-0', 'OFL-1.1', 'Unlicense', 'Zlib'],
]);

/** Licences stated only in a package's licence file. */
const UNNAMED = { 'png-js': 'MIT' };

const ISC = `Permission to use, copy, modify, and/or distribute this software for any purpose with or without fee is hereby granted,
provided that the above copyright notice and this permission notice appear in all copies.

THE SOFTWARE IS PROVIDED "AS IS" AND THE AUTHOR DISCLAIMS ALL WARRANTIES WITH REGARD TO THIS SOFTWARE INCLUDING ALL IMPLIED
WARRANTIES OF MERCHANTABILITY AND FITNESS. IN NO EVENT SHALL THE AUTHOR BE LIABLE FOR ANY SPECIAL, DIRECT, INDIRECT, OR
CONSEQUENTIAL DAMAGES OR ANY DAMAGES WHATSOEVER RESULTING FROM LOSS OF USE, DATA OR PROFITS, WHETHER IN AN ACTION OF
CONTRACT, NEGLIGENCE OR OTHER TORTIOUS ACTION, ARISING OUT OF OR IN CONNECTION WITH THE USE OR PERFORMANCE OF THIS SOFTWARE.`;

/** Text of a licence that a package names without including it; empty for licences that are not short templates. */
function licenceText(licence, author) {
  const holder = typeof author === 'string' ? author : author?.name;
  if (!holder) return '';
  const mit = () => readFileSync(path.join(root, 'LICENSE'), 'utf8').split('\n').slice(4).join('\n').trim();
  const text = { MIT: mit, ISC: () => ISC }[licence]?.();
  return text ? `Copyright (c) ${holder.replace(/ [<(].*/, '')}\n\n${text}` : '';
}

/** Folder of the package that a module belongs to; undefined for the project's own. */
const packageOf = (id) =>
  /^.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+/.exec(id.replace(/^\0/, '').split('?')[0])?.[0];

/**
 * Vite plugin: lists the packages of one bundle; `more` are packages whose files are copied into it.
 * @returns {import('vite').Plugin}
 */
export function listBundled(name, out, more = []) {
  return {
    name: 'note-bundled',
    apply: 'build',
    generateBundle() {
      const folders = [...this.getModuleIds()].map(packageOf).filter(Boolean);
      const copied = more.map((one) => path.join(root, 'node_modules', one));
      mkdirSync(path.join(out, NOTES), { recursive: true });
      const noted = JSON.stringify([...new Set([...folders, ...copied])].sort());
      writeFileSync(path.join(out, NOTES, `${name}.json`), noted);
    },
  };
}

function readPackage(folder) {
  const { name, version, license, author, repository } = JSON.parse(
    readFileSync(path.join(folder, 'package.json'), 'utf8'),
  );
  const texts = readdirSync(folder, { withFileTypes: true })
    .filter((file) => file.isFile() && /^(licen[cs]e|copying|ofl|notice)/i.test(file.name))
    .map((file) => readFileSync(path.join(folder, file.name), 'utf8').trim());
  const url = typeof repository === 'string' ? repository : repository?.url;
  const licence = license ?? UNNAMED[name];
  return { name, version, licence, url, text: texts.join('\n\n') || licenceText(licence, author) };
}

/** Checks a licence; of alternatives such as `(MIT OR GPL-3.0)` one must be allowed. */
const isAllowed = (licence = '') =>
  licence
    .replace(/[()]/g, '')
    .split(/\s+OR\s+/)
    .some((one) => one.split(/\s+AND\s+/).every((part) => ALLOWED.has(part.trim())));

/** Writes the file of all licences into a build's folder; throws, naming each package that may not be distributed. */
export function writeLicences(out) {
  const notes = readdirSync(path.join(out, NOTES)).flatMap((file) =>
    JSON.parse(readFileSync(path.join(out, NOTES, file), 'utf8')),
  );
  const runtime = Object.keys(JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')).dependencies);
  const folders = new Set([...notes, ...runtime.map((name) => path.join(root, 'node_modules', name))]);
  const packages = new Map(
    [...folders].map((folder) => {
      const found = readPackage(folder);
      return [`${found.name} ${found.version}`, found];
    }),
  );
  const wrong = [...packages].flatMap(([name, { licence, text }]) => [
    ...(isAllowed(licence) ? [] : [`${name}: its licence is ${licence ?? 'not named'}`]),
    ...(text ? [] : [`${name}: it comes without the text of its licence`]),
  ]);
  if (wrong.length > 0) {
    const remedy =
      'Take another package, or see scripts/licences.mjs for those whose licence may be given on.';
    throw new Error(`${wrong.join('\n')}\n${remedy}`);
  }
  writeFileSync(path.join(out, LICENCES), merge(packages));
}

/** Matches the first words of a licence's terms. Before them are its title and the copyright notices. */
const TERMS = /Permission is hereby granted|Permission to use, copy|Redistribution and use/;

/** Separates the notices of a licence from its terms, for comparison with others: by their words alone. */
function partsOf(text) {
  const at = text.search(TERMS);
  const [notices, terms] = at < 0 ? ['', text] : [text.slice(0, at).trim(), text.slice(at)];
  return { notices, terms, words: terms.replace(/\s+/g, ' ').trim() };
}

/** Lists the packages by licence terms. Terms that several packages share are printed once, after their notices. */
function merge(packages) {
  const byTerms = new Map();
  for (const [name, { licence, text, url }] of [...packages].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const line = `${name} (${licence})${url ? ` ${url.replace(/^git\+/, '')}` : ''}`;
    const { notices, terms, words } = partsOf(text);
    const found = byTerms.get(words) ?? { terms, byNotices: new Map() };
    found.byNotices.set(notices, [...(found.byNotices.get(notices) ?? []), line]);
    byTerms.set(words, found);
  }
  const rule = '='.repeat(100);
  const named = (byNotices) =>
    [...byNotices]
      .map(([notices, lines]) => [...lines, ...(notices ? [notices] : [])].join('\n'))
      .join('\n\n');
  return [
    'Freight Console is made with the packages below. Electron and Chromium have their own lists: LICENSE.electron.txt and',
    'LICENSES.chromium.html beside the program.',
    ...[...byTerms.values()].map(
      ({ terms, byNotices }) => `${rule}\n${named(byNotices)}\n${rule}\n\n${terms}`,
    ),
    '',
  ].join('\n\n');
}
