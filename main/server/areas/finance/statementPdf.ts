import type { Language } from '@contract/limits';
import { postalLines } from '@contract/rules/addresses';
import { grouped } from '@contract/rules/money';
import { formatDay } from '@contract/rules/zonedTime';
import { choiceLabel, labelOf, nameIn, say } from '@contract/words';
import type { Reader } from '../../store/open';
import { ownCompany } from '../customer/ownCompanies';
import { A4, MM, Pdf } from '../documents/pdf';
import type { Statement, StatementLine } from './statement';

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
type Column = (typeof COLUMNS)[number][0];
const AMOUNTS: readonly Column[] = ['charged', 'received', 'balance'];
/** Left edge, width and row height of the table. */
const LEFT = 12 * MM;
const WIDTH = 186 * MM;
const ROW = 6 * MM;

/** A statement of account as A4 pages. */
export async function statementPdf(
  read: Reader,
  { account, lines, period }: Statement,
  language: Language,
): Promise<ReturnType<Pdf['end']>> {
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
  const pages = new StatementPages(new Pdf({ title, author: own?.nameEn ?? '', language }, A4), language);
  const label = (field: string) => labelOf(language, field, 'statement');
  const bank = [own?.vatNo, own?.bankName, own?.iban, own?.swift];
  pages.head({ company: nameIn(language, own ?? {}), bank: bank.filter(Boolean).join(' · '), title });
  pages.block({ x: LEFT, width: 110 * MM }, [
    customer.legalName ?? nameIn(language, customer),
    postalLines(customer).join(', '),
    customer.vatNo ?? '',
  ]);
  pages.block({ x: 130 * MM, width: 68 * MM }, [
    `${label('period')}: ${period}`,
    `${label('currency')}: ${account.currency}`,
    `${label('customerId')}: ${customer.code}`,
  ]);
  pages.movements(account, lines);
  pages.ages(account);
  return pages.pdf.end();
}

class StatementPages {
  readonly pdf: Pdf;
  readonly #language: Language;
  #y = 0;

  constructor(pdf: Pdf, language: Language) {
    this.pdf = pdf;
    this.#language = language;
    pdf.addPage();
  }

  #put(
    { x, width }: { readonly x: number; readonly width: number },
    text: string,
    style: { bold?: boolean; align?: 'left' | 'right'; size?: number } = {},
  ): void {
    this.pdf.text({ x, y: this.#y, width, height: ROW }, [text], { size: 8, least: 5, ...style });
  }

  #label(field: string): string {
    return labelOf(this.#language, field, 'statement');
  }

  head({ company, bank, title }: { company: string; bank: string; title: string }): void {
    this.#y = 12 * MM;
    this.#put({ x: LEFT, width: 120 * MM }, company, { bold: true, size: 13 });
    this.#y = 19 * MM;
    this.#put({ x: LEFT, width: WIDTH }, bank);
    this.#y = 30 * MM;
    this.#put({ x: LEFT, width: WIDTH }, title, { bold: true, size: 12 });
  }

  /** Lines below the title, in one of two columns. */
  block(place: { readonly x: number; readonly width: number }, texts: readonly string[]): void {
    for (const [index, text] of texts.entries()) {
      this.#y = (38 + index * 5) * MM;
      this.#put(place, text);
    }
  }

  #row(cells: Partial<Record<Column, string>>, bold = false): void {
    let x = LEFT;
    for (const [field, width] of COLUMNS) {
      const align = AMOUNTS.includes(field) ? 'right' : 'left';
      this.#put({ x: x + 1 * MM, width: (width - 2) * MM }, cells[field] ?? '', { bold, align });
      x += width * MM;
    }
    this.#y += ROW;
  }

  #tableHead(y: number): void {
    this.#y = y;
    this.pdf.box({ x: LEFT, y: y - 1 * MM, width: WIDTH, height: ROW }, { fill: '#e8ebef' });
    this.#row(Object.fromEntries(COLUMNS.map(([field]) => [field, this.#label(field)])), true);
  }

  #balance(field: 'openingBalance' | 'closingBalance', balance: string): void {
    this.#row({ document: this.#label(field), balance: grouped(balance) }, true);
  }

  movements(account: Statement['account'], lines: readonly StatementLine[]): void {
    this.#tableHead(58 * MM);
    this.#balance('openingBalance', account.openingBalance);
    for (const line of lines) {
      if (this.#y > 270 * MM) {
        this.pdf.addPage();
        this.#tableHead(14 * MM);
      }
      this.#row({
        day: formatDay(line.day),
        what: choiceLabel(this.#language, 'statementWhat', line.what),
        document: line.document,
        bills: line.bills ?? '',
        dueDate: line.dueDate === null ? '' : formatDay(line.dueDate),
        charged: grouped(line.charged ?? ''),
        received: grouped(line.received ?? ''),
        balance: grouped(line.balance),
      });
    }
    this.#balance('closingBalance', account.closingBalance);
  }

  /** Open amounts by the time they are overdue. */
  ages(account: Statement['account']): void {
    if (this.#y > 262 * MM) {
      this.pdf.addPage();
      this.#y = 14 * MM;
    }
    this.#y += 4 * MM;
    for (const field of ['overdueAmount', 'due30', 'due60', 'due90', 'dueLonger'] as const) {
      this.#put({ x: LEFT, width: 60 * MM }, this.#label(field), { bold: field === 'overdueAmount' });
      this.#put({ x: 80 * MM, width: 30 * MM }, grouped(account[field], account.currency), {
        align: 'right',
      });
      this.#y += 5 * MM;
    }
  }
}
