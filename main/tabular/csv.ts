import type { Encoding } from '@contract/importing/encodings';
import { isOneOf } from '@contract/names';
import { looksGarbled } from '@contract/rules/brokenText';
import { SPARE_ROWS } from './caps';
import { CsvScanner, SEPARATORS, type Separator } from './csvScanner';
import { type DecodeOptions, decodeText } from './encoding';
import { TableBuilder, type TextTable } from './table';

/** Options for reading a csv file, as chosen by the user; missing ones are detected. */
export interface CsvOptions {
  readonly encoding?: Encoding;
  readonly separator?: Separator;
  readonly isKnown?: DecodeOptions['isKnown'];
  /** Maximum data rows of the template. */
  readonly maxRows: number;
}

/** The contents of a csv file. */
export interface CsvFile {
  readonly table: TextTable;
  readonly encoding: Encoding;
  /** Possible encodings, if uncertain. */
  readonly encodingChoice?: readonly Encoding[];
  readonly separator: Separator;
}

/** Called between pieces with the rows found and the bytes read so far; an exception ends the reading. */
export type Progress = (rows: number, bytes: number) => void;

/** Reads a csv file. Throws TabularError: FILE_ENCODING, FILE_CONTENT, FILE_QUOTE, FILE_ROWS, FILE_COLUMNS. */
export function readCsv(bytes: Uint8Array, name: string, options: CsvOptions, progress?: Progress): CsvFile {
  const { encoding, pieces, encodingChoice } = decodeText(bytes, name, {
    wanted: options.encoding,
    isKnown: options.isKnown,
  });
  const wrapped = areRowsQuoted(pieces[0] ?? '');
  // Join the pieces first, because a piece may end within a row.
  const texts = wrapped ? [unwrapped(pieces.join(''))] : pieces;
  const head = texts[0] ?? '';
  const hint = separatorHint(head);
  const separator = options.separator ?? hint?.separator ?? judgeSeparator(head);
  const limits = { name, maxRows: options.maxRows + SPARE_ROWS, shownMaxRows: options.maxRows };
  const builder = new TableBuilder(limits, true, separator);
  const scanner = new CsvScanner(builder, separator);
  for (const [at, piece] of texts.entries()) {
    scanner.push(at === 0 && hint ? piece.slice(hint.length) : piece);
    progress?.(builder.rowCount, Math.round((bytes.length * (at + 1)) / texts.length));
  }
  scanner.end();
  const unbroken = encoding === 'utf-8' && !mayBeBroken(bytes) && !looksGarbled(sampleOf(pieces));
  return {
    table: builder.finish(unbroken),
    encoding,
    separator,
    ...(encodingChoice ? { encodingChoice } : {}),
  };
}

/** UTF-8 bytes of every lost or doubly encoded letter: `Ã` and similar, `\ufffd`, `锟`, a question mark. */
const OF_BROKEN = [[0xc3], [0xef, 0xbf, 0xbd], [0xe9, 0x94, 0x9f], [0x3f]].map((one) => Buffer.from(one));

function mayBeBroken(input: Uint8Array): boolean {
  const bytes = Buffer.from(input.buffer, input.byteOffset, input.byteLength);
  return OF_BROKEN.some((one) => bytes.includes(one));
}

const SAMPLES = 64;
const SAMPLE_LENGTH = 2_000;

/** Samples characters from all over a text, 128,000 at most. */
function sampleOf(pieces: readonly string[]): string {
  const each = Math.ceil(SAMPLES / pieces.length);
  return pieces
    .flatMap((piece) =>
      Array.from({ length: each }, (_, at) => {
        const from = Math.floor((piece.length / each) * at);
        return piece.slice(from, from + SAMPLE_LENGTH);
      }),
    )
    .join('\n');
}

/** Reads Excel's own first line `sep=;`, which Excel hides: rows are numbered without it. */
function separatorHint(head: string): { separator: Separator; length: number } | undefined {
  const found = /^"?sep=([,;\t|]|\\t)"?(?:\r\n|\r|\n)/i.exec(head);
  const named = found?.[1] === '\\t' ? '\t' : found?.[1];
  return found && isOneOf(SEPARATORS, named) ? { separator: named, length: found[0].length } : undefined;
}

/** Matches a line that is one quoted cell. */
const QUOTED_LINE = /^"((?:[^"\r\n]|"")*)"$/gm;
const LINES_LOOKED_AT = 20;

/**
 * True if each line is one quoted cell with separators in it: Excel saves a csv so after it was opened with another
 * separator, as one column.
 */
function areRowsQuoted(head: string): boolean {
  const lines = head
    .split(/\r\n|\r|\n/, LINES_LOOKED_AT)
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const [first] = lines;
  if (first === undefined || lines.some((line) => !line.match(QUOTED_LINE))) return false;
  return SEPARATORS.some((separator) => first.includes(separator));
}

const unwrapped = (text: string): string =>
  text.replace(QUOTED_LINE, (_, row: string) => row.replaceAll('""', '"'));

const JUDGED_ROWS = 20;

/**
 * Finds the separator that gives most rows at the head equally many cells: as many as the first row, or, below a title,
 * as any other. A comma if none does.
 */
function judgeSeparator(head: string): Separator {
  const counts = separatorCounts(head);
  let best: Separator = ',';
  let bestScore = 0;
  for (const separator of SEPARATORS) {
    for (const cells of new Set(counts.map((row) => row.get(separator) ?? 0))) {
      if (cells === 0) continue;
      const alike = counts.filter((row) => row.get(separator) === cells).length;
      const score = alike * 1000 + Math.min(cells, 999);
      if (score > bestScore) {
        best = separator;
        bestScore = score;
      }
    }
  }
  return best;
}

/** Counts each separator outside quotation marks, for the first rows that are not blank. */
function separatorCounts(head: string): Map<string, number>[] {
  const rows: Map<string, number>[] = [];
  let row = new Map<string, number>();
  let quoted = false;
  let blank = true;
  for (const char of head.slice(0, 65_536)) {
    if (char === '"') quoted = !quoted;
    else if (!quoted && (char === '\n' || char === '\r')) {
      if (!blank) rows.push(row);
      if (rows.length === JUDGED_ROWS) return rows;
      row = new Map();
      blank = true;
      continue;
    } else if (!quoted && isOneOf(SEPARATORS, char)) row.set(char, (row.get(char) ?? 0) + 1);
    blank = false;
  }
  if (!blank) rows.push(row);
  return rows;
}
