import type { CustomerInvoice, InvoiceLine, InvoiceParty } from '@contract/finance/customerInvoice';
import { fromScaled, negated, PRICE_DIGITS, sumOf, toScaled } from '@contract/rules/money';
import { type VatCategory, vatGroups } from '@contract/rules/vat';
import type { chargeBases } from '@contract/vocabulary';

/*
 * The business terms of EN 16931 (BT-n, BG-n) of a document, before they are written in a syntax. Its rules (BR-n) are
 * kept here: what one syntax says, the other says too. A credit note has positive amounts: its type says that they are
 * taken back.
 */

/** Document types (UNTDID 1001). */
const TYPES = { invoice: '380', credit: '381' } as const;
/** Payment by credit transfer (UNTDID 4461). */
const CREDIT_TRANSFER = '30';

/** Units of quantities (UN/ECE recommendation 20); others are counted. */
const UNITS: Partial<Record<(typeof chargeBases)[number], string>> = {
  ...{ per_kg: 'KGM', per_cbm: 'MTQ', per_hour: 'HUR', per_day: 'DAY' },
};
const COUNTED = 'C62';

/** Schemes of electronic addresses by the letters of a VAT number (EAS code list). */
const VAT_SCHEMES: Readonly<Record<string, string>> = {
  ...{ AT: '9915', BE: '9925', BG: '9926', CY: '9928', CZ: '9929', DE: '9930', EE: '9931', GB: '9932' },
  ...{ EL: '9933', HR: '9934', IE: '9935', LT: '9937', LU: '9938', LV: '9939', MT: '9943', NL: '9944' },
  ...{ PL: '9945', PT: '9946', RO: '9947', SI: '9949', SK: '9950', FR: '9957', ES: '9920', HU: '9910' },
};

/** Electronic address of a party: its own, else by its VAT number; undefined if it has neither. */
function addressOf({
  peppolScheme,
  peppolId,
  vatNo,
}: InvoiceParty): { readonly scheme: string; readonly id: string } | undefined {
  if (peppolScheme !== null && peppolId !== null) return { scheme: peppolScheme, id: peppolId };
  const scheme = vatNo === null ? undefined : VAT_SCHEMES[vatNo.slice(0, 2)];
  return scheme === undefined || vatNo === null ? undefined : { scheme, id: vatNo };
}

/** A VAT category (BT-118, BT-151) with its rate in percent; null outside the scope of VAT (BR-O-05). */
export interface Taxed {
  readonly category: VatCategory;
  readonly rate: string | null;
}

/** A party (BG-4, BG-7). */
export interface PartyTerms {
  readonly code: string;
  readonly name: string;
  readonly registrationNo: string | null;
  readonly vatNo: string | null;
  readonly street: string | null;
  readonly city: string | null;
  readonly postcode: string | null;
  readonly province: string | null;
  readonly country: string;
  readonly address: { readonly scheme: string; readonly id: string } | undefined;
}

/** A group of the VAT breakdown (BG-23). */
export interface TaxTerms extends Taxed {
  readonly taxable: string;
  readonly amount: string;
  readonly reasonCode: string | null;
  readonly reason: string | null;
}

/** A line (BG-25): its price is never negative (BR-27), its quantity may be. */
export interface LineTerms extends Taxed {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly quantity: string;
  readonly unit: string;
  readonly price: string;
  readonly net: string;
}

/** A document by its business terms. Amounts are decimals in its currency, days `YYYY-MM-DD`. */
export interface InvoiceTerms {
  readonly isCredit: boolean;
  readonly number: string;
  readonly type: string;
  readonly day: string;
  /** Null for a credit note. */
  readonly dueDay: string | null;
  readonly note: string | null;
  readonly currency: string;
  readonly buyerReference: string;
  readonly preceding: { readonly number: string; readonly day: string | null } | null;
  readonly seller: PartyTerms;
  readonly buyer: PartyTerms;
  /** Day of the supply, and the country to which goods went (BR-IC-12). */
  readonly delivery: { readonly day: string; readonly country: string | null } | null;
  readonly payment: {
    readonly means: string;
    readonly reference: string;
    readonly iban: string;
    readonly name: string;
    readonly swift: string | null;
  } | null;
  readonly taxes: readonly TaxTerms[];
  readonly tax: string;
  /** The tax in the currency of the seller's books, if that is another one (BT-6, BT-111). */
  readonly booked: { readonly currency: string; readonly tax: string } | null;
  readonly lineTotal: string;
  readonly net: string;
  readonly gross: string;
  readonly lines: readonly LineTerms[];
}

/** Removes zeros at the end of a decimal. */
const plain = (decimal: string) => (decimal.includes('.') ? decimal.replace(/\.?0+$/, '') : decimal);

const taxedOf = ({ vatCategory, vatRate }: Pick<InvoiceLine, 'vatCategory' | 'vatRate'>): Taxed => ({
  category: vatCategory,
  rate: vatCategory === 'O' ? null : plain(vatRate.toFixed(3)),
});

/** @param isOutside an invoice outside the scope of VAT names no VAT numbers (BR-O-02) */
function partyOf(party: InvoiceParty, isSeller: boolean, isOutside: boolean): PartyTerms {
  const { code, nameEn, registrationNo, street, city, postcode, province, countryCode } = party;
  const vatNo = isOutside ? null : party.vatNo;
  return {
    ...{ code, name: nameEn, vatNo, street, city, postcode, province, country: countryCode },
    // A seller needs one identifier at least (BR-CO-26).
    registrationNo: registrationNo ?? (isSeller && vatNo === null ? code : null),
    address: addressOf(party),
  };
}

function deliveryOf({ supplyDate, invoiceDate, lines, buyer }: CustomerInvoice): InvoiceTerms['delivery'] {
  const isGoods = lines.some(({ vatCategory }) => vatCategory === 'K');
  if (supplyDate === null && !isGoods) return null;
  return { day: supplyDate ?? invoiceDate, country: isGoods ? buyer.countryCode : null };
}

function taxesOf({ lines, currency }: CustomerInvoice, signed: (amount: string) => string): TaxTerms[] {
  return vatGroups(lines, currency).map((group) => {
    const same = lines.filter(
      ({ vatCategory, vatRate }) => vatCategory === group.vatCategory && vatRate === group.vatRate,
    );
    const distinct = (of: (line: InvoiceLine) => string | null) => [...new Set(same.map(of))];
    const codes = distinct(({ vatex }) => vatex);
    const reasons = distinct(({ reasonEn }) => reasonEn).filter((one) => one !== null);
    return {
      ...taxedOf(group),
      taxable: signed(group.taxable),
      amount: signed(group.taxAmount),
      // A category is one group (BR-E-01): several provisions within it have no common code.
      reasonCode: codes.length === 1 ? (codes[0] ?? null) : null,
      reason: reasons.join('; ') || null,
    };
  });
}

/** Returns the business terms of a document, as it was stored when it was issued. */
export function termsOf(invoice: CustomerInvoice): InvoiceTerms {
  const { kind, currency, baseCurrency, seller, lines, invoiceNo, precedingNo } = invoice;
  const isCredit = kind === 'credit';
  const signed = (amount: string, of = currency) => (isCredit ? negated(amount, of) : amount);
  const isOutside = lines.some(({ vatCategory }) => vatCategory === 'O');
  const { iban, nameEn: name, swift } = seller;
  return {
    ...{ isCredit, currency, number: invoiceNo, type: TYPES[kind], day: invoice.invoiceDate },
    dueDay: isCredit ? null : invoice.dueDate,
    note: invoice.reason,
    buyerReference: invoice.buyerReference ?? invoice.billNos,
    preceding: precedingNo === null ? null : { number: precedingNo, day: invoice.precedingDate },
    seller: partyOf(seller, true, isOutside),
    buyer: partyOf(invoice.buyer, false, isOutside),
    delivery: deliveryOf(invoice),
    payment: iban === null ? null : { means: CREDIT_TRANSFER, reference: invoiceNo, iban, name, swift },
    taxes: taxesOf(invoice, signed),
    tax: signed(invoice.taxAmount),
    booked:
      baseCurrency === currency
        ? null
        : { currency: baseCurrency, tax: signed(invoice.baseTaxAmount, baseCurrency) },
    lineTotal: signed(
      sumOf(
        lines.map(({ netAmount }) => netAmount),
        currency,
      ),
    ),
    net: signed(invoice.netAmount),
    gross: signed(invoice.grossAmount),
    lines: lines.map((line) => {
      const sign = (line.unitPrice.startsWith('-') ? -1 : 1) * (isCredit ? -1 : 1);
      return {
        ...taxedOf(line),
        ...{ id: String(line.no), name: line.nameEn, description: line.billNo },
        quantity: plain((line.quantity * sign).toFixed(3)),
        unit: UNITS[line.basis] ?? COUNTED,
        price: plain(fromScaled(Math.abs(toScaled(line.unitPrice, PRICE_DIGITS)), PRICE_DIGITS)),
        net: signed(line.netAmount),
      };
    }),
  };
}
