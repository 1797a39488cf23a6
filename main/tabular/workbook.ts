import { builtInFormat, formatShown, type NumericFormat } from './numberFormat';
import { tabularError } from './tabularError';
import { parseXml, unescaped } from './xml';
import type { ZipParts } from './zip';

/** A sheet of a workbook and the name of its part. */
export interface Sheet {
  readonly name: string;
  readonly part: string;
  readonly hidden: boolean;
}

/** Data needed to read the sheets of an xlsx file. */
export interface Workbook {
  /** Worksheets in their order, without charts. */
  readonly sheets: readonly Sheet[];
  readonly is1904: boolean;
  readonly strings: readonly string[];
  /** Meaning of a number by cell style. */
  readonly shown: readonly NumericFormat[];
}

interface Relation {
  readonly type: string;
  readonly part: string;
}

/** Reads a workbook without its sheets. FILE_BROKEN if a referenced part is missing. */
export async function readWorkbook(zip: ZipParts, name: string): Promise<Workbook> {
  const root = await mainPart(zip, name);
  if (root === undefined) throw tabularError('FILE_BROKEN', { name });
  const parts = await relations(zip, root, name);
  const ofType = (wanted: string) => [...parts.values()].find(({ type }) => type === wanted)?.part;
  let is1904 = false;
  const sheets: Sheet[] = [];
  const open = (element: string, attributes: Readonly<Record<string, string>>) => {
    if (element === 'workbookPr') is1904 = attributes.date1904 === '1' || attributes.date1904 === 'true';
    if (element !== 'sheet') return;
    const relation = parts.get(byLocalName(attributes, 'id') ?? '');
    if (relation?.type !== 'worksheet') return;
    const hidden = attributes.state !== undefined && attributes.state !== 'visible';
    sheets.push({ name: unescaped(attributes.name ?? ''), part: relation.part, hidden });
  };
  await parseXml(zip.read(root), { open }, name);
  const strings = ofType('sharedStrings');
  const styles = ofType('styles');
  return {
    sheets,
    is1904,
    strings: strings && zip.has(strings) ? await readStrings(zip, strings, name) : [],
    shown: styles && zip.has(styles) ? await readStyles(zip, styles, name) : [],
  };
}

/** Name of the main part of an office file; undefined if its package names none. */
export async function mainPart(zip: ZipParts, name: string): Promise<string | undefined> {
  const roots = await relations(zip, '', name);
  return [...roots.values()].find(({ type }) => type === 'officeDocument')?.part;
}

/** Returns an attribute with any prefix: files choose that of relations freely. */
function byLocalName(attributes: Readonly<Record<string, string>>, wanted: string): string | undefined {
  const key = Object.keys(attributes).find((name) => name.endsWith(`:${wanted}`));
  return key === undefined ? undefined : attributes[key];
}

/** References of a part, by id, without those to other files. */
async function relations(zip: ZipParts, part: string, name: string): Promise<Map<string, Relation>> {
  const found = new Map<string, Relation>();
  const slash = part.lastIndexOf('/') + 1;
  const folder = part.slice(0, slash);
  const file = `${folder}_rels/${part.slice(slash)}.rels`;
  if (!zip.has(file)) return found;
  const open = (element: string, { Id, Type = '', Target, TargetMode }: Readonly<Record<string, string>>) => {
    if (element !== 'Relationship' || !Id || !Target || TargetMode === 'External') return;
    found.set(Id, { type: Type.slice(Type.lastIndexOf('/') + 1), part: resolvePart(folder, Target) });
  };
  await parseXml(zip.read(file), { open }, name);
  return found;
}

function resolvePart(folder: string, target: string): string {
  const path: string[] = target.startsWith('/') ? [] : folder.split('/').filter(Boolean);
  for (const step of target.split('/')) {
    if (step === '..') path.pop();
    else if (step !== '.' && step !== '') path.push(step);
  }
  return path.join('/');
}

async function readStrings(zip: ZipParts, part: string, name: string): Promise<string[]> {
  const strings: string[] = [];
  let text = '';
  let inText = false;
  let phonetic = 0;
  await parseXml(
    zip.read(part),
    {
      open(element) {
        if (element === 'si') text = '';
        else if (element === 't') inText = true;
        else if (element === 'rPh') phonetic++;
      },
      close(element) {
        if (element === 'si') strings.push(unescaped(text));
        else if (element === 't') inText = false;
        else if (element === 'rPh') phonetic--;
      },
      text(piece) {
        if (inText && phonetic === 0) text += piece;
      },
    },
    name,
  );
  return strings;
}

async function readStyles(zip: ZipParts, part: string, name: string): Promise<NumericFormat[]> {
  const shown: NumericFormat[] = [];
  const formats = new Map<number, NumericFormat>();
  let inCells = false;
  await parseXml(
    zip.read(part),
    {
      open(element, { numFmtId, formatCode }) {
        if (element === 'numFmt') formats.set(Number(numFmtId), formatShown(formatCode ?? ''));
        else if (element === 'cellXfs') inCells = true;
        else if (element === 'xf' && inCells) {
          const id = Number(numFmtId ?? 0);
          shown.push(formats.get(id) ?? builtInFormat(id));
        }
      },
      close(element) {
        if (element === 'cellXfs') inCells = false;
      },
    },
    name,
  );
  return shown;
}
