import type { CustomerInvoice, InvoiceLine, InvoiceParty } from '@contract/finance/customerInvoice';
import { fromScaled, negated, PRICE_DIGITS, sumOf, toScaled } from '@contract/rules/money';
import { vatGroups } from '@contract/rules/vat';
import type { chargeBases } from '@contract/vocabulary';
import { documentOf, element, type XmlElement } from '../netchb/xml';

/*
 * Invoices and credit notes as UBL 2.1, by Peppol BIS Billing 3.0, a specification of EN 16931. Elements come in the order
 * of the UBL schemas. A credit note has positive amounts: its kind says that they are taken back.
 */

const CUSTOMIZATION = 'urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0';
const PROFILE = 'urn:fdc:peppol.eu:2017:poacc:billing:01:1.0';
const UBL = 'urn:oasis:names:specification:ubl:schema:xsd';

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
export function addressOf({
  peppolScheme,
  peppolId,
  vatNo,
}: InvoiceParty): { readonly scheme: string; readonly id: string } | undefined {
  if (peppolScheme !== null && peppolId !== null) return { scheme: peppolScheme, id: peppolId };
  const scheme = vatNo === null ? undefined : VAT_SCHEMES[vatNo.slice(0, 2)];
  return scheme === undefined || vatNo === null ? undefined : { scheme, id: vatNo };
}

type Attributes = Readonly<Record<string, string>>;
const basic = (name: string, text: string, attributes: Attributes = {}) =>
  element(`cbc:${name}`, attributes, text);
const group = (name: string, children: readonly XmlElement[]) => element(`cac:${name}`, {}, children);
/** An element for a value that there may not be. */
const maybe = (name: string, text: string | null, attributes: Attributes = {}) =>
  text === null || text === '' ? [] : [basic(name, text, attributes)];

/** Removes zeros at the end of a decimal. */
const plain = (decimal: string) => (decimal.includes('.') ? decimal.replace(/\.?0+$/, '') : decimal);

/** The parts of a document, with the signs of its kind. */
class InvoiceXml {
  readonly #of: CustomerInvoice;
  readonly #credit: boolean;
  /** An invoice outside the scope of VAT names no VAT numbers (BR-O-02). */
  readonly #outside: boolean;

  constructor(invoice: CustomerInvoice) {
    this.#of = invoice;
    this.#credit = invoice.kind === 'credit';
    this.#outside = invoice.lines.some(({ vatCategory }) => vatCategory === 'O');
  }

  #signed(amount: string, currency: string): string {
    return this.#credit ? negated(amount, currency) : amount;
  }

  #amount(name: string, amount: string, currency = this.#of.currency): XmlElement {
    return basic(name, this.#signed(amount, currency), { currencyID: currency });
  }

  #party({ ...party }: InvoiceParty, seller: boolean): XmlElement {
    const address = addressOf(party);
    const vatNo = this.#outside ? null : party.vatNo;
    return group('Party', [
      ...(address ? [basic('EndpointID', address.id, { schemeID: address.scheme })] : []),
      group('PartyIdentification', [basic('ID', party.code)]),
      group('PartyName', [basic('Name', party.nameEn)]),
      group('PostalAddress', [
        ...maybe('StreetName', party.street),
        ...maybe('CityName', party.city),
        ...maybe('PostalZone', party.postcode),
        ...maybe('CountrySubentity', party.province),
        group('Country', [basic('IdentificationCode', party.countryCode)]),
      ]),
      ...(vatNo === null
        ? []
        : [group('PartyTaxScheme', [basic('CompanyID', vatNo), group('TaxScheme', [basic('ID', 'VAT')])])]),
      group('PartyLegalEntity', [
        basic('RegistrationName', party.nameEn),
        ...maybe('CompanyID', party.registrationNo ?? (seller && vatNo === null ? party.code : null)),
      ]),
    ]);
  }

  #delivery(): XmlElement[] {
    const { supplyDate, invoiceDate, lines, buyer } = this.#of;
    const isGoods = lines.some(({ vatCategory }) => vatCategory === 'K');
    if (supplyDate === null && !isGoods) return [];
    return [
      group('Delivery', [
        basic('ActualDeliveryDate', supplyDate ?? invoiceDate),
        ...(isGoods
          ? [
              group('DeliveryLocation', [
                group('Address', [group('Country', [basic('IdentificationCode', buyer.countryCode)])]),
              ]),
            ]
          : []),
      ]),
    ];
  }

  #payment(): XmlElement[] {
    const { seller, invoiceNo } = this.#of;
    if (seller.iban === null) return [];
    return [
      group('PaymentMeans', [
        basic('PaymentMeansCode', CREDIT_TRANSFER),
        basic('PaymentID', invoiceNo),
        group('PayeeFinancialAccount', [
          basic('ID', seller.iban),
          basic('Name', seller.nameEn),
          ...(seller.swift === null
            ? []
            : [group('FinancialInstitutionBranch', [basic('ID', seller.swift)])]),
        ]),
      ]),
    ];
  }

  #category(
    name: string,
    { vatCategory, vatRate }: Pick<InvoiceLine, 'vatCategory' | 'vatRate'>,
    why: XmlElement[],
  ) {
    return group(name, [
      basic('ID', vatCategory),
      // A line outside the scope has no rate (BR-O-05).
      ...(vatCategory === 'O' ? [] : [basic('Percent', plain(vatRate.toFixed(3)))]),
      ...why,
      group('TaxScheme', [basic('ID', 'VAT')]),
    ]);
  }

  #taxes(): XmlElement[] {
    const { lines, currency, taxAmount, baseCurrency, baseTaxAmount } = this.#of;
    const groups = vatGroups(lines, currency).map((found) => {
      const same = lines.filter(
        ({ vatCategory, vatRate }) => vatCategory === found.vatCategory && vatRate === found.vatRate,
      );
      const distinct = (of: (line: InvoiceLine) => string | null) => [...new Set(same.map(of))];
      const codes = distinct(({ vatex }) => vatex);
      const reasons = distinct(({ reasonEn }) => reasonEn).filter((one) => one !== null);
      // A category is one group (BR-E-01): several provisions within it have no common code.
      const code = codes.length === 1 ? (codes[0] ?? null) : null;
      return group('TaxSubtotal', [
        this.#amount('TaxableAmount', found.taxable),
        this.#amount('TaxAmount', found.taxAmount),
        this.#category('TaxCategory', found, [
          ...maybe('TaxExemptionReasonCode', code),
          ...maybe('TaxExemptionReason', reasons.join('; ')),
        ]),
      ]);
    });
    return [
      group('TaxTotal', [this.#amount('TaxAmount', taxAmount), ...groups]),
      ...(baseCurrency === currency
        ? []
        : [group('TaxTotal', [this.#amount('TaxAmount', baseTaxAmount, baseCurrency)])]),
    ];
  }

  /** A negative price is a negative quantity (BR-27). */
  #line(line: InvoiceLine): XmlElement {
    const isNegative = line.unitPrice.startsWith('-');
    const price = fromScaled(Math.abs(toScaled(line.unitPrice, PRICE_DIGITS)), PRICE_DIGITS);
    const quantity = line.quantity * (isNegative ? -1 : 1) * (this.#credit ? -1 : 1);
    return group(this.#credit ? 'CreditNoteLine' : 'InvoiceLine', [
      basic('ID', String(line.no)),
      basic(this.#credit ? 'CreditedQuantity' : 'InvoicedQuantity', plain(quantity.toFixed(3)), {
        unitCode: UNITS[line.basis] ?? COUNTED,
      }),
      this.#amount('LineExtensionAmount', line.netAmount),
      group('Item', [
        basic('Description', line.billNo),
        basic('Name', line.nameEn),
        this.#category('ClassifiedTaxCategory', line, []),
      ]),
      group('Price', [basic('PriceAmount', plain(price), { currencyID: this.#of.currency })]),
    ]);
  }

  root(): XmlElement {
    const { invoiceNo, invoiceDate, dueDate, currency, baseCurrency, kind, reason, billNos } = this.#of;
    const { precedingNo, precedingDate, netAmount, grossAmount, lines } = this.#of;
    const name = this.#credit ? 'CreditNote' : 'Invoice';
    return element(
      name,
      {
        xmlns: `${UBL}:${name}-2`,
        'xmlns:cac': `${UBL}:CommonAggregateComponents-2`,
        'xmlns:cbc': `${UBL}:CommonBasicComponents-2`,
      },
      [
        ...[basic('CustomizationID', CUSTOMIZATION), basic('ProfileID', PROFILE), basic('ID', invoiceNo)],
        basic('IssueDate', invoiceDate),
        ...(this.#credit ? [] : [basic('DueDate', dueDate)]),
        basic(this.#credit ? 'CreditNoteTypeCode' : 'InvoiceTypeCode', TYPES[kind]),
        ...maybe('Note', reason),
        basic('DocumentCurrencyCode', currency),
        ...(baseCurrency === currency ? [] : [basic('TaxCurrencyCode', baseCurrency)]),
        basic('BuyerReference', this.#of.buyerReference ?? billNos),
        ...(precedingNo === null
          ? []
          : [
              group('BillingReference', [
                group('InvoiceDocumentReference', [
                  basic('ID', precedingNo),
                  ...maybe('IssueDate', precedingDate),
                ]),
              ]),
            ]),
        group('AccountingSupplierParty', [this.#party(this.#of.seller, true)]),
        group('AccountingCustomerParty', [this.#party(this.#of.buyer, false)]),
        ...this.#delivery(),
        ...this.#payment(),
        ...this.#taxes(),
        group('LegalMonetaryTotal', [
          this.#amount(
            'LineExtensionAmount',
            sumOf(
              lines.map((line) => line.netAmount),
              currency,
            ),
          ),
          this.#amount('TaxExclusiveAmount', netAmount),
          this.#amount('TaxInclusiveAmount', grossAmount),
          this.#amount('PayableAmount', grossAmount),
        ]),
        ...lines.map((line) => this.#line(line)),
      ],
    );
  }
}

/** A document as a file of UBL 2.1. */
export const invoiceXml = (invoice: CustomerInvoice): string => documentOf(new InvoiceXml(invoice).root());
