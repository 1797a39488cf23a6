import { type BillCustomer, statementLine } from '@contract/finance/billCustomer';
import type { Language } from '@contract/limits';
import { postalLines } from '@contract/rules/addresses';
import { grouped } from '@contract/rules/money';
import { formatDay } from '@contract/rules/zonedTime';
import { choiceLabel, labelOf, nameIn, say } from '@contract/words';
import type * as z from 'zod';
import type { Download } from '../../core/context';
import { exportColumns, tableFile } from '../../core/exportRows';
import type { Reader } from '../../store/open';
import { ownCompanies } from '../customer/ownCompanies';

type Line = z.output<typeof statementLine>;
/** An account of a month with its movements. */
export interface Statement {
  readonly account: BillCustomer;
  readonly lines: Line[];
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
  if (format === 'pdf')
    return { name, mime: 'application/pdf', stream: await pdfOf(read, statement, language) };
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

/** Our company and bank details, as shown to customers. */
export const ownCompany = (read: Reader) =>
  ownCompanies(read).select(['nameEn', 'nameCn', 'vatNo', 'iban', 'swift', 'bankName']).executeTakeFirst();

/** Columns of the page: the field, and its width in millimetres. */
const COLUMNS = [
  ['day', 20],
  ['what', 22],
  ['document', 34],
  ['bills', 36],
  ['dueDate', 20],
  ['charged', 18],
  ['received', 18],
  ['balance', 18],
] as const;
const AMOUNTS: readonly string[] = ['charged', 'received', 'balance'];

async function pdfOf(read: Reader, { account, lines, period }: Statement, language: Language) {
  const { MM, Pdf } = await import('../documents/pdf');
  const customer = await read
    .selectFrom('customer')
    .leftJoin('clientCompany', 'clientCompany.id', 'customer.companyId')
    .select(['customer.code', 'customer.nameEn', 'customer.nameCn', 'clientCompany.nameEn as legalName'])
    .select([
      'clientCompany.vatNo',
      'clientCompany.street',
      'clientCompany.houseNumber',
      'clientCompany.postcode',
    ])
    .select('clientCompany.city')
    .where('customer.id', '=', account.customerId)
    .executeTakeFirstOrThrow();
  const own = await ownCompany(read);
  const title = say(language, 'STATEMENT_TITLE', { no: account.statementNo });
  const pdf = new Pdf({ title, author: own?.nameEn ?? '' }, [210 * MM, 297 * MM]);
  const left = 12 * MM;
  const row = 6 * MM;
  const label = (field: string) => labelOf(language, field, 'statement');
  const put = (
    x: number,
    y: number,
    width: number,
    text: string,
    more: { bold?: boolean; align?: 'left' | 'right'; size?: number } = {},
  ) =>
    pdf.text({ x, y, width, height: row }, [text], {
      size: more.size ?? 8,
      least: 5,
      bold: more.bold ?? false,
      align: more.align ?? 'left',
    });

  const headRow = (y: number) => {
    pdf.box({ x: left, y: y - 1 * MM, width: 186 * MM, height: row }, { fill: '#e8ebef' });
    let x = left;
    for (const [field, width] of COLUMNS) {
      put(x + 1 * MM, y, (width - 2) * MM, label(field), {
        bold: true,
        align: AMOUNTS.includes(field) ? 'right' : 'left',
      });
      x += width * MM;
    }
    return y + row;
  };
  const lineRow = (y: number, line: Partial<Record<(typeof COLUMNS)[number][0], string>>, bold = false) => {
    let x = left;
    for (const [field, width] of COLUMNS) {
      put(x + 1 * MM, y, (width - 2) * MM, line[field] ?? '', {
        bold,
        align: AMOUNTS.includes(field) ? 'right' : 'left',
      });
      x += width * MM;
    }
    return y + row;
  };

  pdf.addPage();
  put(left, 12 * MM, 120 * MM, nameIn(language, own ?? {}), { bold: true, size: 13 });
  put(
    left,
    19 * MM,
    186 * MM,
    [own?.vatNo, own?.bankName, own?.iban, own?.swift].filter(Boolean).join(' · '),
  );
  put(left, 30 * MM, 186 * MM, title, { bold: true, size: 12 });
  [
    customer.legalName ?? nameIn(language, customer),
    postalLines(customer).join(', '),
    customer.vatNo ?? '',
  ].forEach((text, index) => {
    put(left, (38 + index * 5) * MM, 110 * MM, text);
  });
  [
    `${label('period')}: ${period}`,
    `${label('currency')}: ${account.currency}`,
    `${label('customerId')}: ${customer.code}`,
  ].forEach((text, index) => {
    put(130 * MM, (38 + index * 5) * MM, 68 * MM, text);
  });

  let y = headRow(58 * MM);
  y = lineRow(y, { document: label('openingBalance'), balance: grouped(account.openingBalance) }, true);
  for (const line of lines) {
    if (y > 270 * MM) {
      pdf.addPage();
      y = headRow(14 * MM);
    }
    y = lineRow(y, {
      day: formatDay(line.day),
      what: choiceLabel(language, 'statementWhat', line.what),
      document: line.document,
      bills: line.bills ?? '',
      dueDate: line.dueDate === null ? '' : formatDay(line.dueDate),
      charged: grouped(line.charged ?? ''),
      received: grouped(line.received ?? ''),
      balance: grouped(line.balance),
    });
  }
  y = lineRow(y, { document: label('closingBalance'), balance: grouped(account.closingBalance) }, true);
  if (y > 262 * MM) {
    pdf.addPage();
    y = 14 * MM;
  }
  y += 4 * MM;
  for (const field of ['overdueAmount', 'due30', 'due60', 'due90', 'dueLonger'] as const) {
    put(left, y, 60 * MM, label(field), { bold: field === 'overdueAmount' });
    put(80 * MM, y, 30 * MM, grouped(account[field], account.currency), { align: 'right' });
    y += 5 * MM;
  }
  return pdf.end();
}
