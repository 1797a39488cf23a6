/** Returns an OLE file ([MS-CFB], version 3) with empty streams of these names at its root: enough to be recognised. */
export function oleOf(names: readonly string[]): Buffer {
  const sector = 512;
  const perSector = sector / 128;
  const directorySectors = Math.ceil((names.length + 1) / perSector);
  const header = Buffer.alloc(sector);
  Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]).copy(header);
  header.writeUInt16LE(0x3e, 24);
  header.writeUInt16LE(3, 26);
  header.writeUInt16LE(0xfffe, 28);
  header.writeUInt16LE(9, 30);
  header.writeUInt16LE(6, 32);
  header.writeUInt32LE(1, 44);
  header.writeUInt32LE(1, 48);
  header.writeUInt32LE(4096, 56);
  header.writeUInt32LE(0xfffffffe, 60);
  header.writeUInt32LE(0xfffffffe, 68);
  header.fill(0xff, 76);
  header.writeUInt32LE(0, 76);
  const table = Buffer.alloc(sector, 0xff);
  table.writeUInt32LE(0xfffffffd, 0);
  for (let i = 1; i <= directorySectors; i++)
    table.writeUInt32LE(i === directorySectors ? 0xfffffffe : i + 1, i * 4);
  const directory = Buffer.alloc(directorySectors * sector);
  ['Root Entry', ...names].forEach((name, at) => {
    const entry = directory.subarray(at * 128, (at + 1) * 128);
    entry.write(name, 'utf16le');
    entry.writeUInt16LE(name.length * 2 + 2, 64);
    entry[66] = at === 0 ? 5 : 2;
    entry.writeUInt32LE(0xffffffff, 68);
    // A tree with right children only: valid enough, and simple to write.
    entry.writeUInt32LE(at > 0 && at < names.length ? at + 1 : 0xffffffff, 72);
    entry.writeUInt32LE(at === 0 && names.length > 0 ? 1 : 0xffffffff, 76);
    entry.writeUInt32LE(0xfffffffe, 116);
  });
  return Buffer.concat([header, table, directory]);
}
