// Size limits of the product: what a package adds to a bare Electron, and what the first screen loads.
import { openSync, readdirSync, readFileSync, readSync, statSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';

/** Maximum bytes that a package adds to a bare Electron. */
export const MOST_ADDED = 25_000_000;
/** Maximum bytes of compressed script that the first screen loads. */
export const MOST_FIRST = 500_000;
const NAMED = 8;

const kilobytes = (bytes) => `${Math.ceil(bytes / 1000).toLocaleString('en')} kB`;

function filesBelow(folder) {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath ?? entry.path, entry.name));
}

/** Returns the header of an archive as text: the integrity check of Windows and macOS hashes it. */
export function asarHeader(archive) {
  const file = openSync(archive, 'r');
  const sizes = Buffer.alloc(16);
  readSync(file, sizes, 0, 16, 0);
  const header = Buffer.alloc(sizes.readUInt32LE(12));
  readSync(file, header, 0, header.length, 16);
  return header.toString('utf8');
}

/**
 * Lists the files within an archive with their sizes in bytes.
 * @returns {{ name: string, size: number }[]}
 */
export function filesInArchive(archive) {
  const walk = ({ files }, place) =>
    Object.entries(files).flatMap(([name, node]) =>
      node.files
        ? walk(node, `${place}${name}/`)
        : node.unpacked
          ? []
          : [{ name: place + name, size: node.size }],
    );
  return walk(JSON.parse(asarHeader(archive)), '');
}

/** Bytes that a packaged app's resources add, and the largest parts. */
export function addedBy(resources) {
  const files = filesBelow(resources).map((file) => ({
    name: path.relative(resources, file),
    size: statSync(file).size,
  }));
  const parts = files.flatMap((file) =>
    file.name === 'app.asar' ? filesInArchive(path.join(resources, file.name)) : [file],
  );
  return {
    total: files.reduce((sum, { size }) => sum + size, 0),
    largest: parts.sort((a, b) => b.size - a.size).slice(0, NAMED),
  };
}

const STATIC = /(?:^|[;}\n])import(?:[^'"();]*?from)?\s*["']\.\/([^"']+\.js)["']/g;
const DYNAMIC_IMPORT = /\bimport\([`"']\.\/([^`"']+\.js)[`"']\)/g;

/**
 * Lists the scripts that a renderer's page loads before any click, with their compressed sizes: those it names, those
 * they request at once (renderer/begin.ts requests the app), and all their imports.
 */
export function firstScreen(renderer) {
  const read = (name) => readFileSync(path.join(renderer, name), 'utf8');
  const found = (name, wanted) =>
    [...read(name).matchAll(wanted)].map(([, other]) => path.posix.join(path.posix.dirname(name), other));
  const page = read('index.html');
  const named = (by) => [...page.matchAll(by)].map(([, name]) => name);
  // Preloaded scripts request nothing until the first script has run them.
  const run = named(/src="\/([^"]+\.js)"/g);
  const loaded = new Set([
    ...run,
    ...named(/href="\/([^"]+\.js)"/g),
    ...run.flatMap((name) => found(name, DYNAMIC_IMPORT)),
  ]);
  for (const name of loaded) for (const other of found(name, STATIC)) loaded.add(other);
  const parts = [...loaded].map((name) => ({
    name,
    size: gzipSync(read(name), { level: 9 }).length,
  }));
  return { total: parts.reduce((sum, { size }) => sum + size, 0), largest: parts };
}

function within(what, { total, largest }, most) {
  if (total <= most) return;
  const parts = largest.map(({ name, size }) => `  ${kilobytes(size)}  ${name}`).join('\n');
  throw new Error(
    `${what}: ${kilobytes(total)}, and ${kilobytes(most)} are allowed (scripts/sizeBudget.mjs). The largest parts:\n${parts}`,
  );
}

/** Throws, naming the largest parts, if the resources of a packaged app are too large. */
export function checkSize(resources, most = MOST_ADDED) {
  within('The product adds to Electron', addedBy(resources), most);
}

/** Throws, naming the scripts, if the first screen loads too much. */
export function checkFirstScreen(renderer, most = MOST_FIRST) {
  within('The first screen loads', firstScreen(renderer), most);
}
