import { isUtf8 } from 'node:buffer';
import type { Encoding } from '@contract/importing/encodings';
import { rankEncodings } from './rankEncodings';
import { TabularError, tabularError } from './tabularError';
import { wrongContent } from './wrongContent';

/** A text in pieces, cut at line ends if possible, so that few rows are divided. */
export interface DecodedText {
  readonly encoding: Encoding;
  readonly pieces: readonly string[];
  /** Possible encodings, the likeliest first, if uncertain: the user has to choose. */
  readonly encodingChoice?: readonly Encoding[];
}

/** Options for decoding a text. */
export interface DecodeOptions {
  readonly wanted?: Encoding | undefined;
  /** True for the head of a text with known words that no other encoding produces by chance. */
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
 * Decodes a whole file in the wanted encoding, or in the detected one: by its byte order mark, by the zero bytes of
 * UTF-16, as strict UTF-8, or as the likeliest encoding, which is uncertain unless words at the start confirm it.
 * Throws FILE_ENCODING if bytes do not fit, with their row if all others are UTF-8, and FILE_CONTENT for no text.
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
  // A zero byte is NUL in all encodings but UTF-16, and no text contains it; searching the bytes is quicker.
  if (!sure?.startsWith('utf-16') && bytes.includes(0)) throw noTextError(bytes, name);
  if (sure === undefined) return likeliest(bytes, name, isKnown);
  const pieces = tryPieces(bytes, sure, marked?.[0] === sure ? marked[1].length : 0);
  if (!pieces && guessed) throw noTextError(bytes, name);
  if (!pieces) throw tabularError('FILE_ENCODING', { name, encoding: sure });
  const foreign = guessed ? CONTROLS : sure.startsWith('utf-16') ? NUL : undefined;
  if (foreign && pieces.some((piece) => foreign.test(piece))) throw noTextError(bytes, name);
  return { encoding: sure, pieces };
}

/** Decodes the text in the likeliest encoding that all its bytes fit. */
function likeliest(bytes: Buffer, name: string, isKnown: DecodeOptions['isKnown']): DecodedText {
  const row = strayRow(bytes);
  if (row !== undefined) throw tabularError('FILE_ENCODING_ROW', { name, row });
  const encodingChoice = rankEncodings(bytes);
  for (const encoding of encodingChoice) {
    const pieces = tryPieces(bytes, encoding, 0);
    if (!pieces || pieces.some((piece) => UNLIKELY.test(piece))) continue;
    return { encoding, pieces, ...(isKnown?.(pieces[0] ?? '') ? {} : { encodingChoice }) };
  }
  throw noTextError(bytes, name);
}

/** Ratio of UTF-8 bytes to others above which a text counts as UTF-8 with errors. */
const MOSTLY = 3;

/** Row of the first invalid byte in a text that is mostly UTF-8; undefined for other texts. */
function strayRow(bytes: Buffer): number | undefined {
  let good = 0;
  let bad = 0;
  let first = 0;
  for (let at = 0; at < bytes.length; ) {
    const byte = bytes[at] ?? 0;
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

/** Spreadsheet number of the row of a byte: line ends within quotation marks belong to their cell. */
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

/** Number of example texts by which the user recognises the encoding. */
const EXAMPLES = 3;
/** Maximum bytes of an example. */
const EXAMPLE = 60;
/** Bytes that end a cell or a tag; none is ever the second byte of a character. */
const ENDS = new Set([...'\t\r\n",;<>'].map((one) => one.charCodeAt(0)));

/** Returns the first non-ASCII cells as text by encoding; none of the encodings may be UTF-16. */
export function examplesIn(
  bytes: Uint8Array,
  encodings: readonly Encoding[],
): Readonly<Record<string, string>> {
  const cells = new Map<string, Uint8Array>();
  const isInCell = (at: number) => at >= 0 && at < bytes.length && !ENDS.has(bytes[at] ?? 0);
  for (let at = 0; at < bytes.length && cells.size < EXAMPLES; at++) {
    if ((bytes[at] ?? 0) < 0x80) continue;
    let from = at;
    while (at - from < EXAMPLE / 2 && isInCell(from - 1)) from--;
    while (at - from < EXAMPLE && isInCell(at)) at++;
    const cell = bytes.subarray(from, at);
    cells.set(Buffer.from(cell).toString('latin1').trim(), cell);
    while (isInCell(at)) at++;
  }
  // A character cut off by the maximum is left out.
  const textIn = (encoding: Encoding, cell: Uint8Array) =>
    new TextDecoder(encoding).decode(cell, { stream: cell.length === EXAMPLE }).trim();
  return Object.fromEntries(
    encodings.map((one) => [one, [...cells.values()].map((cell) => textIn(one, cell)).join(' · ')]),
  );
}

const noTextError = (bytes: Uint8Array, name: string) => new TabularError(wrongContent(bytes, 'csv', name));

const NUL = /\0/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are searched for
const CONTROLS = /[\x00-\x08\x0e-\x19\x1c-\x1f]/;
/** Characters that no text contains: they prove that it has another encoding. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are searched for
const UNLIKELY = /[\x00-\x08\x0e-\x19\x1c-\x1f\x80-\x9f\ufffd]/;

/** Detects UTF-16 by the zero halves of its separators, digits and line ends, which are all on one side. */
function zeroBytes(bytes: Buffer): Encoding | undefined {
  const end = Math.min(bytes.length, SAMPLE);
  const zeros = [0, 0];
  for (let i = 0; i < end; i++) if (bytes[i] === 0) zeros[i & 1] = (zeros[i & 1] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  if (bytes.length % 2 === 1 || even + odd < end / 20) return undefined;
  if (odd > even * 20) return 'utf-16le';
  return even > odd * 20 ? 'utf-16be' : undefined;
}

/** Decodes a text into pieces; undefined if the bytes are invalid in this encoding. */
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

/** Finds a line end; in every encoding here but UTF-16 the line feed byte is unambiguous. */
function lineEnd(buffer: Buffer, at: number): number {
  if (buffer.length - at <= PIECE) return buffer.length;
  const found = buffer.lastIndexOf(LF, at + PIECE - 1);
  return found < at ? at + PIECE : found + 1;
}
