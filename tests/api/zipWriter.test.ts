import { mkdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { crc32 } from 'node:zlib';
import { expect, test } from 'vitest';
import { openPromise } from 'yauzl';
import { ZipWriter } from '../../main/server/store/zipWriter';
import { folders } from '../support/apiFolder';
import { long } from '../support/long';
import { unzipped } from '../support/unzipped';

const folder = folders();
const AT = new Date(2026, 10, 3, 14, 25, 36);
const quiet = { signal: undefined, onPiece: () => undefined };

/** Returns the findings of another reader: names in their order, with their entries of the directory. */
async function listed(file: string) {
  const zip = await openPromise(file, { lazyEntries: true, autoClose: true });
  const found = [];
  for await (const entry of zip.eachEntry()) found.push(entry);
  return found;
}

test('writes zips that others read: names, contents, sums, the time and permissions', async () => {
  const place = folder();
  const contents = {
    'a.bin': Buffer.from(Array.from({ length: 400_000 }, (_, at) => (at * at) % 251)),
    'empty.bin': Buffer.alloc(0),
    'files/é/提单.txt': Buffer.from('提单'),
  };
  const file = path.join(place, 'made.zip');
  const zip = await ZipWriter.create(file, AT);
  for (const [name, bytes] of Object.entries(contents)) {
    mkdirSync(path.join(place, path.dirname(name)), { recursive: true });
    writeFileSync(path.join(place, name), bytes);
    for (const pack of [true, false])
      await zip.addFile(`${pack}/${name}`, path.join(place, name), { ...quiet, pack });
  }
  await zip.addBytes('last.json', Buffer.from('{}'));
  await zip.end();
  await zip.close();
  const read = unzipped(readFileSync(file));
  expect(read.size).toBe(7);
  for (const [name, bytes] of Object.entries(contents)) {
    expect(read.get(`true/${name}`)).toEqual(bytes);
    expect(read.get(`false/${name}`)).toEqual(bytes);
  }
  for (const entry of await listed(file)) {
    expect(entry.crc32).toBe(crc32(read.get(entry.fileName) ?? ''));
    expect(entry.getLastModDate()).toEqual(AT);
    expect(entry.externalFileAttributes >>> 16).toBe(0o100600);
  }
  await expect(ZipWriter.create(file, AT)).rejects.toThrow('EEXIST');
});

test('writes more parts than the short directory can count', async () => {
  const file = path.join(folder(), 'many.zip');
  const zip = await ZipWriter.create(file, AT);
  for (let nth = 0; nth < 66_000; nth += 1) await zip.addBytes(`p${nth}`, Buffer.from('x'));
  await zip.end();
  await zip.close();
  const found = await listed(file);
  expect(found).toHaveLength(66_000);
  expect(found.at(-1)?.fileName).toBe('p65999');
}, 120_000);

test.runIf(long)(
  'writes a part of more than four gigabytes',
  async () => {
    const place = folder();
    const source = path.join(place, 'zeros');
    writeFileSync(source, '');
    truncateSync(source, 2 ** 32 + 12_345);
    const file = path.join(place, 'large.zip');
    const zip = await ZipWriter.create(file, AT);
    await zip.addFile('zeros', source, { ...quiet, pack: true });
    await zip.addBytes('after', Buffer.from('x'));
    await zip.end();
    await zip.close();
    const [large, after] = await listed(file);
    expect(large).toMatchObject({ fileName: 'zeros', uncompressedSize: 2 ** 32 + 12_345 });
    expect(after).toMatchObject({ fileName: 'after', uncompressedSize: 1 });
    const opened = await openPromise(file, { lazyEntries: true, autoClose: false });
    let size = 0;
    for await (const entry of opened.eachEntry())
      for await (const piece of await opened.openReadStreamPromise(entry)) size += (piece as Buffer).length;
    opened.close();
    expect(size).toBe(2 ** 32 + 12_346);
  },
  600_000,
);
