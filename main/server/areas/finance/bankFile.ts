import { readFile } from 'node:fs/promises';
import { fromMinor } from '@contract/rules/money';
import { decodeText } from '../../../tabular/encoding';
import { TabularError } from '../../../tabular/tabularError';
import type { UploadedFile } from '../../core/context';
import { refuse } from '../../core/refusal';
import { readCamt } from './bankCamt';
import { readMt940 } from './bankMt940';
import type { BankFile, FileStatement } from './bankReading';

/** Requires that opening balance and entries come to the closing balance, to the cent. Throws BANK_UNBALANCED. */
function requireBalanced({ statementNo, account, currency, opening, closing, entries }: FileStatement): void {
  const expected = entries.reduce((sum, { amount }) => sum + amount, opening);
  if (expected === closing) return;
  const money = (minor: number) => `${fromMinor(minor, currency)} ${currency}`;
  throw refuse('BANK_UNBALANCED', {
    ...{ no: statementNo, account, expected: money(expected), closing: money(closing) },
    difference: money(closing - expected),
  });
}

/**
 * Reads a file of statements by its contents, and checks that each statement balances.
 * @throws Refusal BANK_FILE_UNKNOWN, BANK_FILE_ENCODING, BANK_FILE_PART, BANK_FILE_LACKS, BANK_UNBALANCED
 */
export async function readBankFile({ path, name }: Pick<UploadedFile, 'path' | 'name'>): Promise<BankFile> {
  const bytes = await readFile(path);
  const read = (await readCamt(bytes)) ?? readMt940(textOf(bytes, name));
  if (!read || read.statements.length === 0) throw refuse('BANK_FILE_UNKNOWN', { name });
  for (const statement of read.statements) requireBalanced(statement);
  return read;
}

/** Text of a file; empty for no text. Throws BANK_FILE_ENCODING unless its encoding is certain. */
function textOf(bytes: Uint8Array, name: string): string {
  try {
    const { pieces, encodingChoice } = decodeText(bytes, name);
    if (!encodingChoice) return pieces.join('');
  } catch (thrown) {
    if (!(thrown instanceof TabularError)) throw thrown;
    if (thrown.problem.code === 'FILE_CONTENT') return '';
  }
  throw refuse('BANK_FILE_ENCODING', { name });
}
