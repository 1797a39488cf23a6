import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import type { FileType } from '@contract/endpoint';
import { type Problem, problem } from '@contract/errors';
import { MAX_FILE } from './caps';
import { decodeText } from './encoding';
import { isEncrypted, ODS_TYPE } from './ods';
import { isOle, oleNames } from './ole';
import { TabularError } from './tabularError';
import { mainPart } from './workbook';
import { isPlainText, isXml, markupOf, wrongContent } from './wrongContent';
import { parseXml } from './xml';
import { partKey, ZipParts } from './zip';

/** Office file types by the declared type of their main part; files with macros have other types and are not listed. */
const OFFICE: Readonly<Record<string, 'xlsx' | 'docx'>> = {
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml': 'xlsx',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml': 'docx',
};
const PDF_HEAD = 1024;
const MAIL_HEAD = 64 * 1024;
const MAIL_HEADER = /^(?:from|subject|date|received|message-id|return-path|delivered-to)[ \t]*:/im;
/** Signatures that must not precede a PDF's own: programs, archives, pages, other images and documents. */
const FOREIGN = [
  [0x4d, 0x5a],
  [0x7f, 0x45, 0x4c, 0x46],
  [0x50, 0x4b],
  [0xd0, 0xcf],
  [0xff, 0xd8],
  [0x89, 0x50],
  [0x3c],
];

/**
 * Checks a file's contents against its extension: FILE_CONTENT if they are of another kind, FILE_PROTECTED behind a
 * password, FILE_BROKEN when damaged; undefined if they fit. `name` is used in the message; `isTable` is for a file
 * whose table is read, where a text or a page may have the extension of a spreadsheet.
 */
export async function sniff(
  file: string,
  type: FileType,
  name = path.basename(file),
  isTable = false,
): Promise<Problem | undefined> {
  const { size } = await stat(file);
  if (size > MAX_FILE) return problem('FILE_SIZE', { size: MAX_FILE / 1024 / 1024 });
  return sniffBytes(await readFile(file), type, name, isTable);
}

/** Checks the contents of a file in memory, as {@link sniff} does for one on the disk. */
export async function sniffBytes(
  bytes: Uint8Array,
  type: FileType,
  name: string,
  isTable = false,
): Promise<Problem | undefined> {
  if (isTable && isSpreadsheet(type)) {
    if (type === 'xls' && (markupOf(bytes) || isPlainText(bytes))) return undefined;
    return spreadsheetProblem(bytes, type, await spreadsheetType(bytes, type, name), name);
  }
  const other = wrongContent(bytes, type, name);
  const begins = (magic: readonly number[]) => magic.every((byte, at) => bytes[at] === byte);
  switch (type) {
    case 'png':
      return begins([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]) ? undefined : other;
    case 'jpg':
    case 'jpeg':
      return begins([0xff, 0xd8, 0xff]) ? undefined : other;
    case 'pdf': {
      const head = Buffer.from(bytes.subarray(0, PDF_HEAD)).toString('latin1');
      return head.includes('%PDF-') && !FOREIGN.some(begins) ? undefined : other;
    }
    case 'xls':
    case 'doc':
      return oleProblem(bytes, type, name);
    case 'xlsx':
    case 'docx':
      return officeProblem(bytes, type, name);
    case 'ods':
      return odsProblem(bytes, name);
    case 'csv':
      return csvProblem(bytes, name);
    case 'eml':
      return isMail(bytes) ? undefined : other;
    case 'xml':
      return isXml(bytes) ? undefined : other;
  }
}

type Spreadsheet = 'xlsx' | 'xls' | 'ods';
/** True for the extension of a spreadsheet. */
export const isSpreadsheet = (type: string): type is Spreadsheet =>
  type === 'xlsx' || type === 'xls' || type === 'ods';

/**
 * Returns the type of a spreadsheet by its container, since people rename one to another: an OLE file is xls, a zip
 * with OPC content types xlsx, one with the part `mimetype` ods. Falls back to the type of the name.
 */
export async function spreadsheetType(
  bytes: Uint8Array,
  named: Spreadsheet,
  name: string,
): Promise<Spreadsheet> {
  if (isOle(bytes)) return 'xls';
  if (bytes[0] !== 0x50 || bytes[1] !== 0x4b) return named;
  try {
    const zip = await ZipParts.open(bytes, name);
    if (zip.has(CONTENT_TYPES)) return 'xlsx';
    return zip.has(MIMETYPE) ? 'ods' : named;
  } catch (error) {
    if (error instanceof TabularError) return named;
    throw error;
  }
}

/** Checks the container of a spreadsheet; the message names the type that the file name gives. */
export async function spreadsheetProblem(
  bytes: Uint8Array,
  named: Spreadsheet,
  type: Spreadsheet,
  name: string,
): Promise<Problem | undefined> {
  const found = await sniffBytes(bytes, type, name);
  return found?.code === 'FILE_CONTENT' ? wrongContent(bytes, named, name) : found;
}

function oleProblem(bytes: Uint8Array, type: 'xls' | 'doc', name: string): Problem | undefined {
  if (!isOle(bytes)) return wrongContent(bytes, type, name);
  const names = oleNames(bytes);
  if (!names) return problem('FILE_BROKEN', { name });
  if (names.has('EncryptedPackage')) return problem('FILE_PROTECTED', { name });
  const right = type === 'xls' ? names.has('Workbook') || names.has('Book') : names.has('WordDocument');
  return right ? undefined : wrongContent(bytes, type, name);
}

async function officeProblem(
  bytes: Uint8Array,
  type: 'xlsx' | 'docx',
  name: string,
): Promise<Problem | undefined> {
  // Office files with a password are OLE files that contain the real one, encrypted.
  if (isOle(bytes) && oleNames(bytes)?.has('EncryptedPackage')) return problem('FILE_PROTECTED', { name });
  if (bytes[0] !== 0x50 || bytes[1] !== 0x4b) return wrongContent(bytes, type, name);
  try {
    return (await officeType(await ZipParts.open(bytes, name), name)) === type
      ? undefined
      : wrongContent(bytes, type, name);
  } catch (error) {
    if (error instanceof TabularError) return error.problem;
    throw error;
  }
}

/** Checks the part `mimetype` of an OpenDocument file (OASIS OpenDocument 1.3, part 2, 3.3). */
async function odsProblem(bytes: Uint8Array, name: string): Promise<Problem | undefined> {
  if (bytes[0] !== 0x50 || bytes[1] !== 0x4b) return wrongContent(bytes, 'ods', name);
  try {
    const zip = await ZipParts.open(bytes, name);
    if (!zip.has(MIMETYPE) || zip.size(MIMETYPE) > ODS_TYPE.length + 2)
      return wrongContent(bytes, 'ods', name);
    let type = '';
    for await (const piece of zip.read(MIMETYPE)) type += piece.toString('latin1');
    if (type.trim() !== ODS_TYPE) return wrongContent(bytes, 'ods', name);
    return (await isEncrypted(zip, name)) ? problem('FILE_PROTECTED', { name }) : undefined;
  } catch (error) {
    if (error instanceof TabularError) return error.problem;
    throw error;
  }
}

const MIMETYPE = 'mimetype';
const CONTENT_TYPES = '[Content_Types].xml';

/** Type of an office file: the content type of its main part, which OPC gives by part name or by extension. */
async function officeType(zip: ZipParts, name: string): Promise<'xlsx' | 'docx' | undefined> {
  if (!zip.has(CONTENT_TYPES)) return undefined;
  const byPart = new Map<string, string>();
  const byExtension = new Map<string, string>();
  const open = (element: string, attributes: Readonly<Record<string, string>>) => {
    const { ContentType = '', PartName, Extension } = attributes;
    // Names of parts and extensions are compared without case (ECMA-376, part 2, 6.2.2 and 6.2.3).
    if (element === 'Override' && PartName) byPart.set(partKey(PartName), ContentType);
    else if (element === 'Default' && Extension) byExtension.set(Extension.toLowerCase(), ContentType);
  };
  await parseXml(zip.read(CONTENT_TYPES), { open }, name);
  const main = await mainPart(zip, name);
  if (main !== undefined) {
    if (!zip.has(main)) return undefined;
    const key = partKey(main);
    return OFFICE[byPart.get(key) ?? byExtension.get(key.slice(key.lastIndexOf('.') + 1)) ?? ''];
  }
  // Without relations, trust the declared type: the file is damaged.
  const found = [...byPart].find(([part, type]) => OFFICE[type] && zip.has(part));
  return found && OFFICE[found[1]];
}

/** True for an email: it begins with headers, one of which every email has. */
function isMail(bytes: Uint8Array): boolean {
  const head = Buffer.from(bytes.subarray(0, MAIL_HEAD)).toString('latin1');
  return !head.includes('\0') && MAIL_HEADER.test(head.split(/\r?\n\r?\n/, 1)[0] ?? '');
}

function csvProblem(bytes: Uint8Array, name: string): Problem | undefined {
  if (isOle(bytes) || (bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 3)) {
    return wrongContent(bytes, 'csv', name);
  }
  try {
    decodeText(bytes, name);
    return undefined;
  } catch (error) {
    if (!(error instanceof TabularError)) throw error;
    // The file is text: reading it reports cells that do not fit the encoding.
    return error.problem.code === 'FILE_CONTENT' ? error.problem : undefined;
  }
}
