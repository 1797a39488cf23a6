/** Names of the streams and storages at the root of an OLE file ([MS-CFB]); undefined for a damaged or other file. */
export function oleNames(input: Uint8Array): Set<string> | undefined {
  const bytes = Buffer.from(input.buffer, input.byteOffset, input.byteLength);
  if (bytes.length < 1536 || !isOle(bytes)) return undefined;
  try {
    return rootNames(directory(bytes));
  } catch (cause) {
    if (cause instanceof RangeError) return undefined;
    throw cause;
  }
}

/** True for the first bytes of an OLE file: xls, doc, and office files with a password. */
export const isOle = (bytes: Uint8Array): boolean => OLE_MAGIC.every((byte, at) => bytes[at] === byte);

const OLE_MAGIC = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1];
const HEADER_SECTORS = 109;
const END = 0xffff_fffa;
const ENTRY = 128;
const NONE = 0xffff_ffff;
const ROOT = 5;

/** Reads the directory, a chain of sectors. Throws RangeError if the file is damaged. */
function directory(bytes: Buffer): Buffer {
  const shift = bytes.readUInt16LE(30);
  if (shift !== 9 && shift !== 12) throw new RangeError('sector size');
  const size = 1 << shift;
  const sector = (number: number): Buffer => {
    const start = (number + 1) * size;
    if (start >= bytes.length) throw new RangeError('sector');
    return bytes.subarray(start, start + size);
  };
  const tables = allocationTables(bytes, sector, size / 4);
  const perTable = size / 4;
  const chain: Buffer[] = [];
  for (let at = bytes.readUInt32LE(48); at < END; ) {
    if (chain.length * size > bytes.length) throw new RangeError('cycle');
    chain.push(sector(at));
    const table = tables[Math.floor(at / perTable)];
    if (table === undefined) throw new RangeError('table');
    at = sector(table).readUInt32LE((at % perTable) * 4);
  }
  return Buffer.concat(chain);
}

/** Sectors of the allocation table: 109 in the header, the others in a chain. */
function allocationTables(bytes: Buffer, sector: (number: number) => Buffer, perSector: number): number[] {
  const tables: number[] = [];
  for (let i = 0; i < HEADER_SECTORS; i++) {
    const table = bytes.readUInt32LE(76 + i * 4);
    if (table < END) tables.push(table);
  }
  for (let next = bytes.readUInt32LE(68); next < END; ) {
    if (tables.length * 4 > bytes.length) throw new RangeError('cycle');
    const list = sector(next);
    for (let i = 0; i < perSector - 1; i++) tables.push(list.readUInt32LE(i * 4));
    next = list.readUInt32LE((perSector - 1) * 4);
  }
  return tables;
}

/** Names in the tree below the root entry. */
function rootNames(entries: Buffer): Set<string> {
  const names = new Set<string>();
  const seen = new Set<number>();
  if (entries.length < ENTRY || entries[66] !== ROOT) throw new RangeError('root');
  const open = [entries.readUInt32LE(76)];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    if (at === NONE || seen.has(at)) continue;
    seen.add(at);
    const entry = entries.subarray(at * ENTRY, (at + 1) * ENTRY);
    const length = entry.readUInt16LE(64);
    names.add(entry.toString('utf16le', 0, Math.max(0, Math.min(length, 64) - 2)));
    open.push(entry.readUInt32LE(68), entry.readUInt32LE(72));
  }
  return names;
}
