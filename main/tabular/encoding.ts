import { isUtf8 } from 'node:buffer';
import type { Encoding } from '@contract/importing/encodings';
import { rankEncodings } from './rankEncodings';
import { TabularError, tabularError } from './tabularError';
import { wrongContent } from './wrongContent';

/** A text in pieces, cut at line ends where that is possible, so that few rows lie across a cut. */
export interface DecodedText {
  readonly encoding: Encoding;
  readonly pieces: readonly string[];
  /** Encodings that it may be, the likeliest first, where that is not certain: a person has to say. */
  readonly asked?: readonly Encoding[];
}

/** How a text is to be decoded. */
export interface DecodeOptions {
  readonly wanted?: Encoding | undefined;
  /** True for the head of a text in which words are known that no other encoding makes by chance. */
  readonly isKnown?: ((head: string) => boolean) | undefined;
}

const MARKS: readonly [Encoding, readonly number[]][] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
  ['gb18030', [0x84, 0x31, 0x95, 0x33]],
];
const SAMPLE = 64 * 1024;
const PIECE = 256 * 1024;
const LF = 10;
const CR = 13;
const QUOTE = 34;

/**
 * Decodes the whole of a file. The encoding is the one wanted, else found: a byte order mark; else many zero bytes mean
 * UTF-16; else strict UTF-8; else the likeliest one, which is asked about unless words at the head prove it. FILE_ENCODING
 * when bytes do not fit, with their row where all others are UTF-8; FILE_CONTENT when it is no text at all.
 */
export function decodeText(
  input: Uint8Array,
  name: string,
  { wanted, isKnown }: DecodeOptions = {},
): DecodedText {
  const bytes = Buffer.from(input.buffer, input.byteOffset, input.byteLength);
  const marked = MARKS.find(([, mark]) => mark.every((byte, at) => bytes[at] === byte));
  const given = wanted ?? marked?.[0];
  const guessed = given === undefined ? zeroBytes(bytes) : undefined;
  const sure = given ?? guessed ?? (isUtf8(bytes) ? 'utf-8' : undefined);
  // A zero byte is the character NUL in all but UTF-16, which no text has; looking for it among bytes is the faster way.
  if (!sure?.startsWith('utf-16') && bytes.includes(0)) throw noText(bytes, name);
  if (sure === undefined) return likeliest(bytes, name, isKnown);
  const pieces = tryPieces(bytes, sure, marked?.[0] === sure ? marked[1].length : 0);
  if (!pieces && guessed) throw noText(bytes, name);
  if (!pieces) throw tabularError('FILE_ENCODING', { name, encoding: sure });
  const foreign = guessed ? CONTROLS : sure.startsWith('utf-16') ? NUL : undefined;
  if (foreign && pieces.some((piece) => foreign.test(piece))) throw noText(bytes, name);
  return { encoding: sure, pieces };
}

/** The text in the likeliest encoding that all of its bytes fit. */
function likeliest(bytes: Buffer, name: string, isKnown: DecodeOptions['isKnown']): DecodedText {
  const row = strayRow(bytes);
  if (row !== undefined) throw tabularError('FILE_ENCODING_ROW', { name, row });
  const asked = rankEncodings(bytes);
  for (const encoding of asked) {
    const pieces = tryPieces(bytes, encoding, 0);
    if (!pieces || pieces.some((piece) => UNLIKELY.test(piece))) continue;
    return { encoding, pieces, ...(isKnown?.(pieces[0] ?? '') ? {} : { asked }) };
  }
  throw noText(bytes, name);
}

/** Bytes that are UTF-8 beside those that are not, from which on the text is UTF-8 with slips. */
const MOSTLY = 3;

/** Row of the first byte that does not fit into a text that is UTF-8 otherwise; undefined for other texts. */
function strayRow(bytes: Buffer): number | undefined {
  let good = 0;
  let bad = 0;
  let first = 0;
  for (let at = 0; at < bytes.length; ) {
    const byte = bytes[at] as number;
    if (byte < 0x80) {
      at++;
      continue;
    }
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc2 ? 2 : 1;
    if (length > 1 && isUtf8(bytes.subarray(at, at + length))) {
      good += length;
      at += length;
    } else {
      if (bad++ === 0) first = at;
      at++;
    }
  }
  return good >= MOSTLY * bad ? rowAt(bytes, first) : undefined;
}

/** Row of a byte, as a spreadsheet numbers them: line ends in quotation marks belong to their cell. */
function rowAt(bytes: Buffer, end: number): number {
  let row = 1;
  let quoted = false;
  for (let at = 0; at < end; at++) {
    const byte = bytes[at];
    if (byte === QUOTE) quoted = !quoted;
    else if (!quoted && (byte === LF || (byte === CR && bytes[at + 1] !== LF))) row++;
  }
  return row;
}

/** Texts of a file that tell its encodings apart. */
const EXAMPLES = 3;
/** Longest example, in bytes. */
const EXAMPLE = 60;
/** Ends of a cell or a tag, none of which is ever the second byte of a character. */
const ENDS = new Set([...'\t\r\n",;<>'].map((one) => one.charCodeAt(0)));

/** The first cells that hold more than ASCII, as each of these encodings reads them; no encoding may be UTF-16. */
export function examplesIn(
  bytes: Uint8Array,
  encodings: readonly Encoding[],
): ReadonlyMap<Encoding, readonly string[]> {
  const cells = new Map<string, Uint8Array>();
  for (let at = 0; at < bytes.length && cells.size < EXAMPLES; at++) {
    if ((bytes[at] as number) < 0x80) continue;
    let from = at;
    while (from > 0 && at - from < EXAMPLE / 2 && !ENDS.has(bytes[from - 1] as number)) from--;
    while (at < bytes.length && at - from < EXAMPLE && !ENDS.has(bytes[at] as number)) at++;
    const cell = bytes.subarray(from, at);
    cells.set(Buffer.from(cell).toString('latin1').trim(), cell);
    while (at < bytes.length && !ENDS.has(bytes[at] as number)) at++;
  }
  return new Map(
    encodings.map((one) => {
      const decoder = new TextDecoder(one);
      return [one, [...cells.values()].map((cell) => decoder.decode(cell).trim())];
    }),
  );
}

const noText = (bytes: Uint8Array, name: string) => new TabularError(wrongContent(bytes, 'csv', name));

const NUL = /\0/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const CONTROLS = /[\x00-\x08\x0e-\x19\x1c-\x1f]/;
/** Characters that no text has: they mean that it is of another encoding. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const UNLIKELY = /[\x00-\x08\x0e-\x19\x1c-\x1f\x80-\x9f\ufffd]/;

/** UTF-16 by the zero halves of its separators, digits and line ends, which lie on one side. */
function zeroBytes(bytes: Buffer): Encoding | undefined {
  const end = Math.min(bytes.length, SAMPLE);
  const zeros = [0, 0];
  for (let i = 0; i < end; i++) if (bytes[i] === 0) zeros[i & 1] = (zeros[i & 1] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  if (bytes.length % 2 === 1 || even + odd < end / 20) return undefined;
  if (odd > even * 20) return 'utf-16le';
  return even > odd * 20 ? 'utf-16be' : undefined;
}

/** The pieces of a text; undefined when the bytes are not of this encoding. */
function tryPieces(buffer: Buffer, encoding: Encoding, from: number): string[] | undefined {
  const decoder = new TextDecoder(encoding, { fatal: true, ignoreBOM: true });
  const wide = encoding.startsWith('utf-16');
  const pieces: string[] = [];
  try {
    for (let at = from; at < buffer.length; ) {
      const end = wide ? Math.min(at + PIECE, buffer.length) : lineEnd(buffer, at);
      pieces.push(decoder.decode(buffer.subarray(at, end), { stream: end < buffer.length }));
      at = end;
    }
    return pieces;
  } catch (cause) {
    if (cause instanceof TypeError) return undefined;
    throw cause;
  }
}

/** In every encoding here but UTF-16 the byte of a line feed is nothing else. */
function lineEnd(buffer: Buffer, at: number): number {
  if (buffer.length - at <= PIECE) return buffer.length;
  const found = buffer.lastIndexOf(LF, at + PIECE - 1);
  return found < at ? at + PIECE : found + 1;
}
