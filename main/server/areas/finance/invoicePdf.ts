import type { CustomerInvoice, InvoiceLine, InvoiceParty } from '@contract/finance/customerInvoice';
import type { Language } from '@contract/limits';
import { postalLines } from '@contract/rules/addresses';
import { grouped } from '@contract/rules/money';
import { vatGroups } from '@contract/rules/vat';
import { formatDay } from '@contract/rules/zonedTime';
import { choiceLabel, labelOf, nameIn, say } from '@contract/words';
import { A4, MM, Pdf } from '../documents/pdf';
import { invoiceCii } from './invoiceCii';

/** Columns of the lines: the field, and its width in millimetres. */
const COLUMNS = [
  ['no', 8],
  ['description', 74],
  ['quantity', 20],
  ['unitPrice', 24],
  ['vatRate', 26],
  ['netAmount', 34],
] as const;
type Column = (typeof COLUMNS)[number][0];
const LEFT = 12 * MM;
const WIDTH = 186 * MM;
const ROW = 6 * MM;
/** Room for the logo of the seller. */
const LOGO = { width: 50 * MM, height: 18 * MM };
/** Lower end of the lines of a page. */
const BOTTOM = 276 * MM;

/** The data inside, by Factur-X 1.0 (the same as ZUGFeRD 2). */
const FACTUR_X = {
  file: { name: 'factur-x.xml', mime: 'text/xml', description: 'Factur-X' },
  properties: {
    schema: 'Factur-X',
    namespace: 'urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#',
    prefix: 'fx',
    values: [
      ['DocumentType', 'INVOICE', 'Type of the hybrid document'],
      ['DocumentFileName', 'factur-x.xml', 'Name of the embedded XML document'],
      ['Version', '1.0', 'Version of the standard of the embedded XML document'],
      ['ConformanceLevel', 'EN 16931', 'Conformance level of the embedded XML document'],
    ],
  },
} as const;

/**
 * An invoice or a credit note as A4 pages, with what Directive 2006/112/EC, art. 226, demands. The same document is inside
 * as data, so that one file serves people, programs and the archive (Factur-X, ZUGFeRD).
 */
export function invoicePdf(
  invoice: CustomerInvoice,
  language: Language,
  logo?: Buffer,
): ReturnType<Pdf['end']> {
  const pages = new InvoicePages(invoice, language);
  if (logo) pages.logo(logo);
  pages.head();
  pages.parties();
  pages.lines();
  pages.totals();
  pages.foot();
  return pages.pdf.end();
}

class InvoicePages {
  readonly pdf: Pdf;
  readonly #of: CustomerInvoice;
  readonly #language: Language;
  #y = 0;
  #headWidth = WIDTH;

  constructor(invoice: CustomerInvoice, language: Language) {
    this.#of = invoice;
    this.#language = language;
    const title = `${this.#title(invoice)} ${invoice.invoiceNo}`;
    const madeAt = new Date(invoice.createdAt);
    const archived = { ...FACTUR_X, file: { ...FACTUR_X.file, data: invoiceCii(invoice) } };
    this.pdf = new Pdf({ title, author: invoice.seller.nameEn, language, madeAt }, A4, archived);
    this.pdf.addPage();
  }

  #title({ kind }: CustomerInvoice): string {
    return choiceLabel(this.#language, 'customerInvoiceKind', kind);
  }

  #label(field: string): string {
    return labelOf(this.#language, field, 'customerInvoice');
  }

  #put(
    { x, width, height = ROW }: { readonly x: number; readonly width: number; readonly height?: number },
    texts: readonly string[],
    style: { bold?: boolean; align?: 'left' | 'right'; size?: number } = {},
  ): number {
    return this.pdf.text({ x, y: this.#y, width, height }, texts, { size: 8, least: 5, ...style });
  }

  #room(height: number): boolean {
    if (this.#y + height <= BOTTOM) return false;
    this.pdf.addPage();
    this.#y = 14 * MM;
    return true;
  }

  /** The logo of the seller, in the upper right corner; its name and address have the rest of the width. */
  logo(picture: Buffer): void {
    this.#headWidth = WIDTH - LOGO.width - 4 * MM;
    this.pdf.picture({ x: LEFT + WIDTH - LOGO.width, y: 10 * MM, ...LOGO }, picture);
  }

  head(): void {
    const { seller, invoiceNo } = this.#of;
    this.#y = 12 * MM;
    const width = this.#headWidth;
    this.#put({ x: LEFT, width }, [nameIn(this.#language, seller)], { bold: true, size: 13 });
    this.#y = 19 * MM;
    const numbers = [seller.vatNo, seller.registrationNo].filter((one) => one !== null);
    const address = postalLines({ ...seller, houseNumber: null, country: seller.countryCode });
    this.#put({ x: LEFT, width, height: 9 * MM }, [[...address, ...numbers].join(' · ')]);
    this.#y = 29 * MM;
    const title = `${this.#title(this.#of)} ${invoiceNo}`;
    this.#put({ x: LEFT, width: WIDTH, height: 8 * MM }, [title], { bold: true, size: 14 });
  }

  #party(party: InvoiceParty): string[] {
    const lines = postalLines({ ...party, houseNumber: null, country: party.countryCode });
    const registered = party.vatNo ?? party.registrationNo ?? '';
    return [nameIn(this.#language, party), ...lines, registered].filter((line) => line !== '');
  }

  parties(): void {
    const { buyer, invoiceDate, supplyDate, dueDate, precedingNo, precedingDate, kind } = this.#of;
    this.#y = 42 * MM;
    this.#put({ x: LEFT, width: 100 * MM, height: 34 * MM }, this.#party(buyer), { size: 9 });
    const facts: [string, string | null][] = [
      ['invoiceDate', formatDay(invoiceDate)],
      ['supplyDate', supplyDate === null ? null : formatDay(supplyDate)],
      ['dueDate', kind === 'credit' ? null : formatDay(dueDate)],
      ['buyerReference', this.#of.buyerReference],
      ['billNos', this.#of.billNos],
      ['precedingNo', precedingNo],
      ['precedingDate', precedingDate === null ? null : formatDay(precedingDate)],
      ['reason', this.#of.reason],
    ];
    const texts = facts.flatMap(([field, value]) =>
      value === null ? [] : [`${this.#label(field)}: ${value}`],
    );
    const height = this.#put({ x: 116 * MM, width: 82 * MM, height: 50 * MM }, texts);
    this.#y = Math.max(80 * MM, this.#y + height + 4 * MM);
  }

  #row(cells: Record<Column, string>, bold: boolean, height: number): void {
    let x = LEFT;
    for (const [field, width] of COLUMNS) {
      const align = field === 'no' || field === 'description' ? 'left' : 'right';
      this.#put({ x: x + MM, width: (width - 2) * MM, height }, [cells[field]], { bold, align });
      x += width * MM;
    }
    this.#y += height;
  }

  #tableHead(): void {
    this.pdf.box({ x: LEFT, y: this.#y - MM, width: WIDTH, height: ROW }, { fill: '#e8ebef' });
    const head = { no: '#', description: this.#label('description'), quantity: this.#label('quantity') };
    const prices = { unitPrice: this.#label('unitPrice'), vatRate: this.#label('vatRate') };
    this.#row({ ...head, ...prices, netAmount: this.#label('netAmount') }, true, ROW);
  }

  #taxed({ vatCategory, vatRate }: Pick<InvoiceLine, 'vatCategory' | 'vatRate'>): string {
    return vatCategory === 'S' ? `${vatRate} %` : vatCategory;
  }

  lines(): void {
    const { lines, currency } = this.#of;
    this.#tableHead();
    for (const line of lines) {
      const description = `${nameIn(this.#language, line)} · ${line.billNo}`;
      const [, [, width]] = COLUMNS;
      const height = Math.max(ROW, this.pdf.height((width - 2) * MM, [description], { size: 8 }) + 2 * MM);
      if (this.#room(height)) this.#tableHead();
      const { quantity, unitPrice, netAmount } = line;
      const amounts = {
        quantity: String(quantity),
        unitPrice: grouped(unitPrice),
        netAmount: grouped(netAmount),
      };
      this.#row({ no: String(line.no), description, ...amounts, vatRate: this.#taxed(line) }, false, height);
    }
    this.#y += 2 * MM;
    this.#room(10 * MM);
    this.pdf.box({ x: LEFT, y: this.#y, width: WIDTH, height: 0.3 }, { fill: '#5f6b7c' });
    this.#y += 2 * MM;
    this.#put({ x: LEFT, width: WIDTH }, [`${this.#label('currency')}: ${currency}`]);
  }

  #sum(text: string, amount: string, bold = false): void {
    this.#room(ROW);
    this.#put({ x: 100 * MM, width: 60 * MM }, [text], { bold, align: 'right' });
    this.#put({ x: 162 * MM, width: 35 * MM }, [amount], { bold, align: 'right' });
    this.#y += 5 * MM;
  }

  totals(): void {
    const { lines, currency, netAmount, taxAmount, grossAmount, baseCurrency, baseTaxAmount } = this.#of;
    this.#sum(this.#label('netAmount'), grouped(netAmount, currency));
    for (const group of vatGroups(lines, currency)) {
      const of = say(this.#language, 'INVOICE_TAX_OF', {
        rate: this.#taxed(group),
        amount: grouped(group.taxable, currency),
      });
      this.#sum(of, grouped(group.taxAmount, currency));
    }
    this.#sum(this.#label('taxAmount'), grouped(taxAmount, currency));
    this.#sum(this.#label('grossAmount'), grouped(grossAmount, currency), true);
    if (baseCurrency !== currency) {
      const { rateDay, rate } = this.#of;
      this.#sum(this.#label('baseTaxAmount'), grouped(baseTaxAmount, baseCurrency));
      this.#sum(`${this.#label('rate')} (${formatDay(rateDay)})`, `1 EUR = ${rate} ${currency}`);
    }
  }

  /** The provision of each untaxed category (art. 226, points 11 and 11a), and where to pay. */
  foot(): void {
    const { lines, seller, kind, invoiceNo } = this.#of;
    const reasonOf = ({ reasonEn, reasonCn }: InvoiceLine) =>
      this.#language === 'cn' ? [reasonCn, reasonEn] : [reasonEn];
    const reasons = new Set(
      lines.flatMap((line) =>
        reasonOf(line).flatMap((reason) => (reason === null ? [] : [`${line.vatCategory}: ${reason}`])),
      ),
    );
    this.#y += 3 * MM;
    for (const reason of reasons) {
      const height = this.pdf.height(WIDTH, [reason], { size: 8 });
      this.#room(height);
      this.#put({ x: LEFT, width: WIDTH, height }, [reason]);
      this.#y += height + MM;
    }
    const bank = [seller.bankName, seller.iban, seller.swift].filter((one) => one !== null);
    if (kind === 'credit' || bank.length === 0) return;
    this.#y += 2 * MM;
    this.#room(ROW);
    this.#put({ x: LEFT, width: WIDTH }, [
      say(this.#language, 'INVOICE_PAY_TO', { bank: bank.join(' · '), no: invoiceNo }),
    ]);
  }
}
