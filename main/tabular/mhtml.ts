import type { Encoding } from '@contract/importing/encodings';
import { ZIP } from './caps';
import type { Progress } from './csv';
import { type HtmlFile, type HtmlOptions, readHtml } from './html';
import { withoutEntities } from './htmlEntities';
import { TabularError, tabularError } from './tabularError';
import { wrongContent } from './wrongContent';
import { chooseSheets, type SheetFile, type SheetOptions, sheetFile } from './xlsx';

/** The table of a web archive, and its sheets if it has several. */
export type MhtmlFile = (HtmlFile & Partial<SheetFile>) | (SheetFile & { readonly encoding: Encoding });

interface Part {
  readonly type: string;
  readonly charset: string | undefined;
  readonly location: string;
  readonly body: Buffer;
}

interface ListedSheet {
  readonly name: string;
  readonly hidden: boolean;
  readonly page: Part;
}

const MOST_PARTS = 2_000;

/**
 * Reads a web archive (MHTML, RFC 2557) with the extension of a spreadsheet: Excel saves workbooks so, each sheet as a
 * page and the cell formats in a style sheet. Throws TabularError as `readHtml` does; FILE_CONTENT if it contains no
 * page, FILE_SHEET.
 */
export function readMhtml(
  bytes: Uint8Array,
  name: string,
  options: HtmlOptions & SheetOptions,
  progress?: Progress,
): MhtmlFile {
  const parts = partsOf(
    Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1'),
    name,
  );
  const [main] = parts.filter(({ type }) => type === 'text/html');
  if (!main) throw new TabularError(wrongContent(bytes, 'xls', name));
  const css = parts.filter(({ type }) => type === 'text/css').map(({ body }) => body);
  const read = (page: Part) => readHtml(pageOf(page, css), name, options, progress);
  const sheets = sheetsOf(main, parts);
  if (sheets.length === 0) return read(main);
  const chosen = chooseSheets(sheets, options, name);
  const files = chosen.map(({ page }) => read(page));
  const [first] = files;
  if (!first) throw tabularError('FILE_BROKEN', { name });
  const encodingChoice = files.find((file) => file.encodingChoice)?.encodingChoice;
  return {
    ...sheetFile(
      files.map(({ table }) => table),
      sheets,
      chosen,
    ),
    encoding: first.encoding,
    ...(encodingChoice ? { encodingChoice } : {}),
  };
}

/** Lists the sheets of a workbook from the head of its first page; none if that is the only page. */
function sheetsOf(main: Part, parts: readonly Part[]): ListedSheet[] {
  const head = decoded(main);
  const listed = head.matchAll(/<x:ExcelWorksheet>([\s\S]*?)<\/x:ExcelWorksheet>/gi);
  return [...listed].flatMap(([, about = '']) => {
    const source = /<x:WorksheetSource\b[^>]*\bHRef\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]+))/i.exec(about);
    const file = fileOf(source?.[1] ?? source?.[2] ?? source?.[3] ?? '');
    const page = parts.find(({ location }) => file !== '' && fileOf(location) === file);
    const title = /<x:Name>([\s\S]*?)<\/x:Name>/i.exec(about)?.[1] ?? file;
    const hidden = /<x:Visible>\s*Sheet(?:Very)?Hidden/i.test(about);
    return page ? [{ name: withoutEntities(title).trim(), hidden, page }] : [];
  });
}

/** Returns the file name at the end of an address. */
const fileOf = (address: string): string =>
  address
    .replace(/[?#].*$/, '')
    .split(/[\\/]/)
    .at(-1)
    ?.toLowerCase() ?? '';

/** Returns the charset that a page declares, or its part's. */
const charsetOf = ({ body, charset }: Part): string | undefined =>
  /<meta[^>]*charset\s*=\s*["']?\s*([\w:-]+)/i.exec(body.toString('latin1'))?.[1] ?? charset;

/** Prepends the charset and the style sheets to a page: both take effect only after their position. */
function pageOf(page: Part, css: readonly Buffer[]): Buffer {
  const charset = charsetOf(page);
  const styles = css.flatMap((one) => [Buffer.from('<style>'), one, Buffer.from('</style>')]);
  return Buffer.concat([Buffer.from(charset ? `<meta charset="${charset}">` : ''), ...styles, page.body]);
}

function decoded(page: Part): string {
  try {
    return new TextDecoder(charsetOf(page)).decode(page.body);
  } catch {
    return page.body.toString('utf8');
  }
}

/** Splits an archive into parts. FILE_BROKEN if it names no boundary, FILE_BOMB for too many. */
function partsOf(text: string, name: string): Part[] {
  const { headers, from } = headOf(text, 0);
  const boundary = /boundary\s*=\s*(?:"([^"]+)"|([^\s;]+))/i.exec(headers.get('content-type') ?? '');
  const mark = boundary?.[1] ?? boundary?.[2];
  if (mark === undefined) throw tabularError('FILE_BROKEN', { name });
  const parts: Part[] = [];
  let at = text.indexOf(`--${mark}`, from);
  while (at >= 0) {
    const start = at + mark.length + 2;
    const end = text.indexOf(`\n--${mark}`, start);
    if (text.startsWith('--', start)) break;
    if (parts.length === MOST_PARTS)
      throw tabularError('FILE_BOMB', { name, size: ZIP.inflated / 1024 / 1024 });
    const line = text.indexOf('\n', start) + 1;
    const part = headOf(text, line);
    const type = part.headers.get('content-type') ?? '';
    const body = text.slice(part.from, end < 0 ? text.length : end).replace(/\r$/, '');
    parts.push({
      type: type.replace(/[;\s].*$/s, '').toLowerCase(),
      charset: /charset\s*=\s*"?([\w:-]+)/i.exec(type)?.[1],
      location: part.headers.get('content-location') ?? '',
      body: decodedBody(body, part.headers.get('content-transfer-encoding') ?? ''),
    });
    at = end < 0 ? -1 : end + 1;
  }
  return parts;
}

/** Reads headers, folded lines joined; returns them with the position of what follows. */
function headOf(text: string, at: number) {
  const headers = new Map<string, string>();
  let last = '';
  let from = at;
  for (;;) {
    const end = text.indexOf('\n', from);
    const line = text.slice(from, end < 0 ? text.length : end).replace(/\r$/, '');
    from = end < 0 ? text.length : end + 1;
    if (line === '' || end < 0) return { headers, from };
    const found = /^([\w-]+)\s*:\s*(.*)$/.exec(line);
    if (found) {
      last = (found[1] ?? '').toLowerCase();
      headers.set(last, found[2] ?? '');
    } else if (/^[ \t]/.test(line)) headers.set(last, `${headers.get(last) ?? ''} ${line.trim()}`);
  }
}

/** Decodes a part by its transfer encoding (RFC 2045, 6). */
function decodedBody(body: string, encoding: string): Buffer {
  if (/base64/i.test(encoding)) return Buffer.from(body, 'base64');
  if (!/quoted-printable/i.test(encoding)) return Buffer.from(body, 'latin1');
  const plain = body
    .replace(/[ \t]*=[ \t]*\r?\n/g, '')
    .replace(/=([0-9a-f]{2})/gi, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)));
  return Buffer.from(plain, 'latin1');
}
