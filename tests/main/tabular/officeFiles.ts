import { crc32, deflateRawSync } from 'node:zlib';

/** A zip entry, with values that may be wrong on purpose. */
export interface Entry {
  readonly name: string;
  readonly data: Buffer | string;
  /** Size in the directory. */
  readonly size?: number;
  readonly sum?: number;
  /** Bit 0 marks it as encrypted. */
  readonly flags?: number;
  readonly method?: number;
  readonly stored?: boolean;
}

/** Returns a zip of these entries, written as given. */
export function zipOf(entries: readonly Entry[]): Buffer {
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, data, size, sum, flags = 0x800, method, stored } of entries) {
    const raw = Buffer.from(data as string);
    const packed = stored ? raw : deflateRawSync(raw);
    const head = Buffer.alloc(26);
    head.writeUInt16LE(20, 0);
    head.writeUInt16LE(flags, 2);
    head.writeUInt16LE(method ?? (stored ? 0 : 8), 4);
    head.writeUInt32LE((sum ?? crc32(raw)) >>> 0, 10);
    head.writeUInt32LE(packed.length, 14);
    head.writeUInt32LE(size ?? raw.length, 18);
    head.writeUInt16LE(Buffer.byteLength(name), 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), head, Buffer.from(name), packed]);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(offset, 10);
    directory.push(
      Buffer.concat([Buffer.from('PK\x01\x02\x14\x00', 'latin1'), head, tail, Buffer.from(name)]),
    );
    locals.push(local);
    offset += local.length;
  }
  const list = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(list.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...locals, list, end]);
}

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';

/** Returns the parts of an xlsx file, each of which may be replaced. */
export function xlsxParts(
  sheet: string,
  more: { strings?: readonly string[]; styles?: string; date1904?: boolean } = {},
): Record<string, string> {
  const { strings = [], styles = '', date1904 } = more;
  return {
    '[Content_Types].xml': `${XML}<Types xmlns="${PACKAGE}/content-types"><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/></Types>`,
    '_rels/.rels': `${XML}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `${XML}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}">${date1904 ? '<workbookPr date1904="1"/>' : ''}<sheets><sheet name="Sheet1" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `${XML}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${OFFICE}/sharedStrings" Target="sharedStrings.xml"/><Relationship Id="rId3" Type="${OFFICE}/styles" Target="/xl/styles.xml"/></Relationships>`,
    'xl/sharedStrings.xml': `${XML}<sst xmlns="${MAIN}">${strings.map((text) => `<si>${text}</si>`).join('')}</sst>`,
    'xl/styles.xml': `${XML}<styleSheet xmlns="${MAIN}">${styles}</styleSheet>`,
    'xl/worksheets/sheet1.xml': `${XML}<worksheet xmlns="${MAIN}">${sheet}</worksheet>`,
  };
}

/** Returns an xlsx file of parts. */
export const xlsxOf = (parts: Readonly<Record<string, string>>): Buffer =>
  zipOf(Object.entries(parts).map(([name, data]) => ({ name, data })));

/** Returns styles with the formats in the given order, from index 0. */
export const stylesOf = (formats: readonly string[]): string =>
  `<numFmts>${formats.map((code, at) => `<numFmt numFmtId="${200 + at}" formatCode="${code.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}"/>`).join('')}</numFmts>` +
  `<cellXfs>${formats.map((_, at) => `<xf numFmtId="${200 + at}"/>`).join('')}</cellXfs>`;
