import type { FileType } from '@contract/endpoint';
import { type Problem, problem } from '@contract/errors';
import { isOle } from './ole';

/** Signatures of file types; enough to explain why a file is not what its name says. */
const BEGINNINGS = [
  ['pdf', [0x25, 0x50, 0x44, 0x46]],
  ['picture', [0xff, 0xd8, 0xff]],
  ['picture', [0x89, 0x50, 0x4e, 0x47]],
  ['zip', [0x50, 0x4b]],
  ['program', [0x4d, 0x5a]],
  ['program', [0x7f, 0x45, 0x4c, 0x46]],
] as const;
/** Bytes searched for characters that no text contains. */
const LOOKED_AT = 4096;

/** Markup that programs save with a spreadsheet's extension: a page, or SpreadsheetML of Excel 2003; else undefined. */
export function markupOf(bytes: Uint8Array): 'html' | 'xml' | undefined {
  const head = Buffer.from(bytes.subarray(0, LOOKED_AT)).toString('latin1').replaceAll('\0', '');
  if (!/^(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff)?\s*</.test(head)) return undefined;
  if (/<(?:\w+:)?Workbook[\s/>]/.test(head)) return 'xml';
  return /<(?:!doctype html|html|head|body|meta|style|table|div|center|font|b|p)[\s>]/i.test(head)
    ? 'html'
    : undefined;
}

/** True for a web archive (MHTML): a multipart email whose parts belong together. */
export function isWebArchive(bytes: Uint8Array): boolean {
  const head = Buffer.from(bytes.subarray(0, LOOKED_AT)).toString('latin1');
  const [headers = ''] = head.split(/\r?\n\r?\n/, 1);
  return /^[\w-]+:/.test(head) && /^content-type:\s*multipart\/related/im.test(headers);
}

/** FILE_CONTENT: the type that the name gives, and the actual content. */
export function wrongContent(bytes: Uint8Array, type: FileType, name: string): Problem {
  return problem('FILE_CONTENT', { name, type, found: { choice: ['fileContent', contentOf(bytes)] } });
}

function contentOf(bytes: Uint8Array): string {
  if (bytes.length === 0) return 'nothing';
  const match = BEGINNINGS.find(([, magic]) => magic.every((byte, at) => bytes[at] === byte));
  if (match) return match[0];
  if (isOle(bytes)) return 'oldOffice';
  const markup = markupOf(bytes);
  if (markup) return markup === 'html' ? 'page' : 'text';
  return bytes.subarray(0, LOOKED_AT).includes(0) ? 'other' : 'text';
}

/** True for text that is neither a page nor XML. */
export function isPlainText(bytes: Uint8Array): boolean {
  if (bytes.length === 0 || isOle(bytes) || (bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 3))
    return false;
  const wide = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
  const head = Buffer.from(bytes.subarray(0, LOOKED_AT)).toString('latin1');
  return (wide || !head.includes('\0')) && !/^(?:\xef\xbb\xbf)?\s*</.test(head);
}

/** True for a text that begins with an XML declaration or an element, and is no page. */
export function isXml(bytes: Uint8Array): boolean {
  const head = Buffer.from(bytes.subarray(0, LOOKED_AT)).toString('latin1').replaceAll('\0', '');
  return /^(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff)?\s*<(?!\s*(?:!doctype\s+)?html[\s>])[?!\w]/i.test(head);
}
