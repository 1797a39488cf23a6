import { type BillCustomer, statementLine } from '@contract/finance/billCustomer';
import type { Language } from '@contract/limits';
import { labelOf } from '@contract/words';
import type * as z from 'zod';
import type { Download } from '../../core/context';
import { exportColumns, tableFile } from '../../core/exportRows';
import type { Reader } from '../../store/open';

export type StatementLine = z.output<typeof statementLine>;
/** An account of a month with its movements. */
export interface Statement {
  readonly account: BillCustomer;
  readonly lines: StatementLine[];
  readonly period: string;
}

/** A statement of account as a workbook, or as a page that can be sent. */
export async function statementFile(
  read: Reader,
  statement: Statement,
  format: 'pdf' | 'xlsx',
  language: Language,
): Promise<Download> {
  const name = `${statement.account.statementNo}.${format}`;
  if (format === 'pdf') {
    const { statementPdf } = await import('./statementPdf');
    return { name, mime: 'application/pdf', stream: await statementPdf(read, statement, language) };
  }
  const fields = Object.keys(statementLine.shape);
  const { heads, cells } = await exportColumns(read, statementLine, fields, {
    resource: 'statement',
    language,
    format: 'xlsx',
  });
  const { openingBalance, closingBalance } = statement.account;
  const bound = (field: 'openingBalance' | 'closingBalance', balance: string) =>
    fields.map((one) => (one === 'document' ? labelOf(language, field) : one === 'balance' ? balance : null));
  async function* rows() {
    yield bound('openingBalance', openingBalance);
    for (const line of statement.lines) yield cells(line);
    yield bound('closingBalance', closingBalance);
  }
  return { ...tableFile('statement', 'xlsx', language, heads, rows()), name };
}
