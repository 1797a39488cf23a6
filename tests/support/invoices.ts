import type { CustomerInvoice, InvoiceLine, InvoiceParty } from '@contract/finance/customerInvoice';
import { fromScaled, lineAmount, negated, sumOf } from '@contract/rules/money';
import { lineTaxes, type VatCategory } from '@contract/rules/vat';
import * as fc from 'fast-check';

const party = (code: string, vatNo: string, countryCode: string): InvoiceParty => ({
  ...{
    code,
    nameEn: `${code} & Sons`,
    nameCn: `${code}公司`,
    street: 'Road 1',
    city: 'Town',
    postcode: '1000 AA',
  },
  ...{
    province: null,
    countryCode,
    vatNo,
    registrationNo: '99900011',
    bankName: 'Bank',
    iban: 'NL91ABNA0417164300',
  },
  ...{ swift: 'ABNANL2A', peppolScheme: null, peppolId: null },
});

/** Categories that an invoice may have together; a line outside the scope of VAT stands with others of its kind only. */
const MIXES: readonly (readonly VatCategory[])[] = [
  ...([['S'], ['Z'], ['E'], ['AE'], ['O'], ['K'], ['G']] as const),
  ['S', 'E', 'Z', 'G'],
  ['AE', 'E', 'K'],
];
const REASONS: Readonly<Record<string, readonly [string, string]>> = {
  E: ['VATEX-EU-144', 'Exempt: art. 144'],
  AE: ['VATEX-EU-AE', 'Reverse charge'],
  O: ['VATEX-EU-O', 'Not subject to VAT'],
  K: ['VATEX-EU-IC', 'Intra-Community supply'],
  G: ['VATEX-EU-G', 'Export of goods'],
};

const lineOf = (mix: readonly VatCategory[]) =>
  fc.record({
    vatCategory: fc.constantFrom(...mix),
    rate: fc.constantFrom(9, 19, 21, 25.5),
    basis: fc.constantFrom(...(['per_kg', 'per_parcel', 'per_bill', 'fixed'] as const)),
    quantity: fc.integer({ min: 1, max: 5_000_000 }).map((thousandths) => thousandths / 1000),
    price: fc.integer({ min: -500_000, max: 2_000_000 }).filter((scaled) => scaled !== 0),
  });

/** Invoices, and credit notes of a whole one, of all categories and in several currencies. */
export const anyInvoice: fc.Arbitrary<CustomerInvoice> = fc
  .constantFrom(...MIXES)
  .chain((mix) =>
    fc.record({
      kind: fc.constantFrom(...(['invoice', 'credit'] as const)),
      currency: fc.constantFrom('EUR', 'USD', 'JPY'),
      supplyDate: fc.constantFrom(null, '2026-10-30'),
      lines: fc.array(lineOf(mix), { minLength: 1, maxLength: 12 }),
    }),
  )
  .map(({ kind, currency, supplyDate, lines }) => {
    const priced = lines.map((line) => {
      const unitPrice = fromScaled(line.price, 4);
      const vatRate = line.vatCategory === 'S' ? line.rate : 0;
      return { ...line, unitPrice, vatRate, netAmount: lineAmount(line.quantity, unitPrice, currency) };
    });
    const taxes = lineTaxes(priced, currency);
    const credit = kind === 'credit';
    const signed = (amount: string) => (credit ? negated(amount, currency) : amount);
    const made = priced.map((line, at): InvoiceLine => {
      const { basis, unitPrice, vatCategory, vatRate, netAmount } = line;
      const taxAmount = taxes[at] ?? '0';
      const [vatex = null, reasonEn = null] = REASONS[vatCategory] ?? [];
      return {
        ...{
          no: at + 1,
          revenueNo: `RV-${at}`,
          billNo: '112-12345675',
          nameEn: 'Charge',
          nameCn: '费用',
          basis,
        },
        ...{ quantity: credit ? -line.quantity : line.quantity, unitPrice, netAmount: signed(netAmount) },
        ...{
          vatCode: 'CODE',
          vatCategory,
          vatRate,
          taxAmount: signed(taxAmount),
          vatex,
          reasonEn,
          reasonCn: null,
        },
        grossAmount: signed(sumOf([netAmount, taxAmount], currency)),
      };
    });
    const total = (name: 'netAmount' | 'taxAmount' | 'grossAmount') =>
      sumOf(
        made.map((line) => line[name]),
        currency,
      );
    return {
      ...{
        id: 1,
        version: 1,
        createdAt: '2026-11-03T10:00:00Z',
        createdBy: null,
        updatedAt: '2026-11-03T10:00:00Z',
      },
      ...{
        updatedBy: null,
        eInvoiceState: null,
        invoiceNo: 'NL-2026-00001',
        kind,
        state: 'issued' as const,
        companyId: 1,
        customerId: 1,
      },
      ...{ invoiceDate: '2026-11-03', supplyDate, dueDate: '2026-12-03', currency, openAmount: '0' },
      ...{ netAmount: total('netAmount'), taxAmount: total('taxAmount'), grossAmount: total('grossAmount') },
      ...{ baseCurrency: 'EUR', baseTaxAmount: total('taxAmount'), rateDay: '2026-11-03', rate: '1.000000' },
      ...{ billNos: '112-12345675', buyerReference: null },
      ...(credit
        ? { precedingNo: 'NL-2026-00000', precedingDate: '2026-11-02', reason: 'Agreed' }
        : { precedingNo: null, precedingDate: null, reason: null }),
      seller: party('SELLER', 'NL999000111B01', 'NL'),
      buyer: party('BUYER', 'BE0777000187', 'BE'),
      lines: made,
    };
  });
