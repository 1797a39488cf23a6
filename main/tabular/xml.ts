import { SaxesParser } from 'saxes';
import { TabularError, tabularError } from './tabularError';

/** Handlers of a document's elements; names come without their prefix. */
export interface XmlHandlers {
  open(name: string, attributes: Readonly<Record<string, string>>): void;
  close?(name: string): void;
  text?(text: string): void;
}

const local = (name: string) => {
  const colon = name.indexOf(':');
  return colon < 0 ? name : name.slice(colon + 1);
};

/**
 * Parses a part of an office file as it is inflated. Malformed XML, or a document type with its own entities, is
 * FILE_BROKEN. `encoding` is the declared one, if given; office files are UTF-8 or UTF-16.
 */
export async function parseXml(
  chunks: AsyncIterable<Buffer>,
  handlers: XmlHandlers,
  name: string,
  encoding?: string,
): Promise<void> {
  const parser = new SaxesParser({ position: false, xmlns: false as const });
  const broken = (cause?: unknown) => tabularError('FILE_BROKEN', { name }, { cause });
  parser.on('error', (cause) => {
    throw broken(cause);
  });
  parser.on('doctype', () => {
    throw broken();
  });
  parser.on('opentag', (tag) => handlers.open(local(tag.name), tag.attributes));
  if (handlers.close) parser.on('closetag', (tag) => handlers.close?.(local(tag.name)));
  if (handlers.text) {
    parser.on('text', (text) => handlers.text?.(text));
    parser.on('cdata', (text) => handlers.text?.(text));
  }
  let decoder: InstanceType<typeof TextDecoder> | undefined;
  try {
    for await (const chunk of chunks) {
      decoder ??= new TextDecoder(encoding ?? encodingOf(chunk), { fatal: true });
      parser.write(decoder.decode(chunk, { stream: true }));
    }
    parser.write(decoder?.decode() ?? '').close();
  } catch (cause) {
    throw cause instanceof TabularError ? cause : broken(cause);
  }
}

/** Bytes in which the declaration of a document is looked for. */
const DECLARATION = 200;

/** The encoding that a document declares, as written; undefined without one: then it is UTF-8 or UTF-16 (XML 1.0, 4.3.3). */
export function declaredEncoding(bytes: Uint8Array): string | undefined {
  const head = Buffer.from(bytes.subarray(0, DECLARATION)).toString('latin1');
  return /^(?:\xef\xbb\xbf)?\s*<\?xml[^>]*encoding\s*=\s*["']([\w:-]+)/i.exec(head)?.[1];
}

/** Encoding of XML: by its byte order mark or by the zero half of its first character, else UTF-8. */
function encodingOf(head: Buffer): string {
  const [first, second] = head;
  if ((first === 0xff && second === 0xfe) || (first === 0x3c && second === 0)) return 'utf-16le';
  if ((first === 0xfe && second === 0xff) || (first === 0 && second === 0x3c)) return 'utf-16be';
  return 'utf-8';
}

/** Decodes escapes such as `_x000D_`, by which spreadsheets write characters that XML cannot contain. */
export const unescaped = (text: string): string =>
  text.includes('_x')
    ? text.replace(/_x([0-9a-f]{4})_/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : text;
