import { readFile } from 'node:fs/promises';
import { fromMinor } from '@contract/rules/money';
import { decodeText } from '../../../tabular/encoding';
import { TabularError } from '../../../tabular/tabularError';
import type { UploadedFile } from '../../core/context';
import { Refusal, refuse } from '../../core/refusal';
import { readCamt } from './bankCamt';
import { type CsvAnswers, readBankCsv } from './bankCsv';
import { readMt940 } from './bankMt940';
import type { BankFile, FileStatement } from './bankReading';

/** Requires that opening balance and entries come to the closing balance, to the cent. Throws BANK_UNBALANCED. */
function requireBalanced({ statementNo, account, currency, opening, closing, entries }: FileStatement): void {
  if (opening === null || closing === null) return;
  const expected = entries.reduce((sum, { amount }) => sum + amount, opening);
  if (expected === closing) return;
  const money = (minor: number) => `${fromMinor(minor, currency)} ${currency}`;
  throw refuse('BANK_UNBALANCED', {
    ...{ no: statementNo, account, expected: money(expected), closing: money(closing) },
    difference: money(closing - expected),
  });
}

/** Facts from outside of the file: a person's answers, and which accounts are ours. */
export interface BankFileFacts {
  readonly answers: CsvAnswers;
  readonly isOwn: (account: string) => boolean;
}

/**
 * Reads a file of statements by its contents, and checks that each statement balances. Files that do not say everything
 * are returned with questions.
 * @throws Refusal BANK_FILE_UNKNOWN, BANK_FILE_ENCODING, BANK_FILE_PART, BANK_FILE_LACKS, BANK_UNBALANCED, those of csv
 */
export async function readBankFile(
  { path, name }: Pick<UploadedFile, 'path' | 'name'>,
  facts: BankFileFacts = { answers: {}, isOwn: () => false },
): Promise<BankFile> {
  const bytes = await readFile(path);
  const text = textOf(bytes, name);
  const read =
    (await readCamt(bytes)) ??
    (text === undefined ? undefined : readMt940(text)) ??
    csvOf(bytes, name, facts, text);
  if (read.statements.length === 0 && !read.asks) throw refuse('BANK_FILE_UNKNOWN', { name });
  for (const statement of read.statements) requireBalanced(statement);
  return read;
}

/** Text of a file, empty for no text; undefined unless its encoding is certain. */
function textOf(bytes: Uint8Array, name: string): string | undefined {
  try {
    const { pieces, encodingChoice } = decodeText(bytes, name);
    return encodingChoice ? undefined : pieces.join('');
  } catch (thrown) {
    if (!(thrown instanceof TabularError)) throw thrown;
    return thrown.problem.code === 'FILE_CONTENT' ? '' : undefined;
  }
}

/** Reads a file that has no other format as csv. Throws the refusal of a file that is no statement at all. */
function csvOf(
  bytes: Uint8Array,
  name: string,
  { answers, isOwn }: BankFileFacts,
  text: string | undefined,
): BankFile {
  const isCsv = /\.csv$/i.test(name);
  try {
    const read = readBankCsv(bytes, name, answers, isOwn);
    if (read) return read;
    if (isCsv) throw refuse('BANK_CSV_HEADINGS', { name });
  } catch (thrown) {
    // A file with another name need not be a table: what is wrong with it as one says nothing.
    if (!(thrown instanceof TabularError)) throw thrown;
    if (isCsv) throw new Refusal(thrown.problem);
  }
  throw refuse(text === undefined ? 'BANK_FILE_ENCODING' : 'BANK_FILE_UNKNOWN', { name });
}
