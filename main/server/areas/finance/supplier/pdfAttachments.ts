import { inflateSync } from 'node:zlib';

/** Largest embedded file that is unpacked, in bytes. */
const MAX_EMBEDDED = 10 * 1024 * 1024;
/** Most streams looked at. */
const MAX_STREAMS = 50;
/** Bytes of a dictionary on either side of its type. */
const MAX_HEAD = 4096;
/** Marks of an embedded file in the dictionary of its stream: its type, or the media type that PDF/A-3 requires. */
const MARKS = ['/EmbeddedFile', '/text#2Fxml', '/text#2fxml', '/application#2Fxml'];

/**
 * Returns the files embedded in a PDF, by the dictionaries of their streams (ISO 32000-1, 7.11.4): these are never inside
 * another stream, and PDF/A-3, in which Factur-X and ZUGFeRD embed their XML, forbids encryption. Streams with another
 * filter than Flate, or larger than permitted, are left out. The pages are not read.
 */
export function pdfAttachments(bytes: Uint8Array): Uint8Array[] {
  const pdf = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const streams = new Set<number>();
  const files: Uint8Array[] = [];
  for (const mark of MARKS) {
    let at = pdf.indexOf(mark);
    for (; at >= 0 && streams.size < MAX_STREAMS; at = pdf.indexOf(mark, at + mark.length)) {
      const found = streamAround(pdf, at);
      if (!found || streams.has(found.from)) continue;
      streams.add(found.from);
      const file = unpacked(pdf.subarray(found.from, found.end), found.head);
      if (file) files.push(file);
    }
  }
  return files;
}

/** The stream whose dictionary has a mark at a place; undefined if the mark is in another object. */
function streamAround(pdf: Buffer, at: number) {
  const start = pdf.lastIndexOf(' obj', at);
  const head = start < at - MAX_HEAD ? '' : pdf.subarray(start, at + MAX_HEAD).toString('latin1');
  const [dictionary, ended] = [head.search(/>>\s*stream\r?\n/), head.indexOf('endobj')];
  if (start < 0 || dictionary < 0 || (ended >= 0 && ended < dictionary)) return undefined;
  const opening = /^>>\s*stream\r?\n/.exec(head.slice(dictionary))?.[0] ?? '';
  const from = start + dictionary + opening.length;
  const end = pdf.indexOf('endstream', from);
  return end < 0 ? undefined : { from, end, head: head.slice(0, dictionary + 2) };
}

function unpacked(data: Buffer, head: string): Uint8Array | undefined {
  if (!/\/Filter\b/.test(head)) return data;
  if (!/\/Filter\s*\[?\s*\/(?:FlateDecode|Fl)\s*\]?\s*(?:\/|>>)/.test(head)) return undefined;
  try {
    return inflateSync(data, { maxOutputLength: MAX_EMBEDDED });
  } catch {
    return undefined;
  }
}
