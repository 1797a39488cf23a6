import { isUtf8 } from 'node:buffer';
import { TabularError, tabularError } from './tabularError';
import { wrongContent } from './wrongContent';

/** Encodings a csv file may have; Big5 only by choice, since every Big5 file is a readable GB18030 one too. */
export const ENCODINGS = ['utf-8', 'utf-16le', 'utf-16be', 'gb18030', 'windows-1252', 'big5'] as const;
export type Encoding = (typeof ENCODINGS)[number];

/** A text in pieces, cut at line ends where that is possible, so that few rows lie across a cut. */
export interface DecodedText {
  readonly encoding: Encoding;
  readonly pieces: readonly string[];
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

/**
 * Decodes the whole of a file. The encoding is the one wanted, else found: a byte order mark; else many zero bytes mean
 * UTF-16; else strict UTF-8; else strict GB18030; else Windows-1252. FILE_ENCODING when bytes do not fit, FILE_CONTENT
 * when it is no text at all.
 */
export function decodeText(input: Uint8Array, name: string, wanted?: Encoding): DecodedText {
  const bytes = Buffer.from(input.buffer, input.byteOffset, input.byteLength);
  const marked = MARKS.find(([, mark]) => mark.every((byte, at) => bytes[at] === byte));
  const skip = (encoding: Encoding) => (marked?.[0] === encoding ? marked[1].length : 0);
  const said = wanted ?? marked?.[0];
  const guessed = said === undefined ? zeroBytes(bytes) : undefined;
  const sure = said ?? guessed ?? (isUtf8(bytes) ? 'utf-8' : undefined);
  // A zero byte is the character NUL in all but UTF-16, which no text has; looking for it among bytes is the faster way.
  if (!sure?.startsWith('utf-16') && bytes.includes(0)) throw noText(bytes, name);
  const pieces = sure === undefined ? tryPieces(bytes, 'gb18030', 0) : tryPieces(bytes, sure, skip(sure));
  if (pieces) {
    const foreign = guessed || !sure ? CONTROLS : sure.startsWith('utf-16') ? NUL : undefined;
    if (foreign && pieces.some((piece) => foreign.test(piece))) throw noText(bytes, name);
    return { encoding: sure ?? 'gb18030', pieces };
  }
  if (guessed) throw noText(bytes, name);
  if (sure) throw tabularError('FILE_ENCODING', { name, encoding: sure });
  const western = tryPieces(bytes, 'windows-1252', 0) ?? [];
  // Every byte is a character of Windows-1252, so control characters are all that tells text from anything else.
  if (western.some((piece) => CONTROLS.test(piece))) throw noText(bytes, name);
  return { encoding: 'windows-1252', pieces: western };
}

const noText = (bytes: Uint8Array, name: string) => new TabularError(wrongContent(bytes, 'csv', name));

const NUL = /\0/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const CONTROLS = /[\x00-\x08\x0e-\x19\x1c-\x1f]/;

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
