import type { CustomerInvoice } from '@contract/finance/customerInvoice';
import { documentOf, element, elementsOf, type XmlElement } from '../../core/xml';
import { type InvoiceTerms, type LineTerms, type PartyTerms, type Taxed, termsOf } from './invoiceTerms';

/*
 * Invoices and credit notes as UBL 2.1, by Peppol BIS Billing 3.0, a specification of EN 16931. Elements come in the order
 * of the UBL schemas.
 */

const CUSTOMIZATION = 'urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0';
const PROFILE = 'urn:fdc:peppol.eu:2017:poacc:billing:01:1.0';
const UBL = 'urn:oasis:names:specification:ubl:schema:xsd';

const { one: basic, maybe } = elementsOf('cbc');
const { one: group, filled } = elementsOf('cac');
const amountOf = (name: string, amount: string, currencyID: string) => basic(name, amount, { currencyID });

const scheme = group('TaxScheme', [basic('ID', 'VAT')]);

const partyOf = (party: PartyTerms): XmlElement =>
  group('Party', [
    ...(party.address ? [basic('EndpointID', party.address.id, { schemeID: party.address.scheme })] : []),
    group('PartyIdentification', [basic('ID', party.code)]),
    group('PartyName', [basic('Name', party.name)]),
    group('PostalAddress', [
      ...maybe('StreetName', party.street),
      ...maybe('CityName', party.city),
      ...maybe('PostalZone', party.postcode),
      ...maybe('CountrySubentity', party.province),
      group('Country', [basic('IdentificationCode', party.country)]),
    ]),
    ...(party.vatNo === null ? [] : [group('PartyTaxScheme', [basic('CompanyID', party.vatNo), scheme])]),
    group('PartyLegalEntity', [
      basic('RegistrationName', party.name),
      ...maybe('CompanyID', party.registrationNo),
    ]),
  ]);

const categoryOf = (name: string, { category, rate }: Taxed, why: readonly XmlElement[] = []): XmlElement =>
  group(name, [basic('ID', category), ...maybe('Percent', rate), ...why, scheme]);

function deliveryOf({ delivery }: InvoiceTerms): XmlElement[] {
  if (!delivery) return [];
  const { day, country } = delivery;
  const place = filled('Country', maybe('IdentificationCode', country));
  return [
    group('Delivery', [
      basic('ActualDeliveryDate', day),
      ...filled('DeliveryLocation', filled('Address', place)),
    ]),
  ];
}

function paymentOf({ payment }: InvoiceTerms): XmlElement[] {
  if (!payment) return [];
  const { means, reference, iban, name, swift } = payment;
  return [
    group('PaymentMeans', [
      basic('PaymentMeansCode', means),
      basic('PaymentID', reference),
      group('PayeeFinancialAccount', [
        basic('ID', iban),
        basic('Name', name),
        ...filled('FinancialInstitutionBranch', maybe('ID', swift)),
      ]),
    ]),
  ];
}

const taxesOf = ({ taxes, tax, booked, currency }: InvoiceTerms): XmlElement[] => [
  group('TaxTotal', [
    amountOf('TaxAmount', tax, currency),
    ...taxes.map((one) =>
      group('TaxSubtotal', [
        amountOf('TaxableAmount', one.taxable, currency),
        amountOf('TaxAmount', one.amount, currency),
        categoryOf('TaxCategory', one, [
          ...maybe('TaxExemptionReasonCode', one.reasonCode),
          ...maybe('TaxExemptionReason', one.reason),
        ]),
      ]),
    ),
  ]),
  ...(booked ? [group('TaxTotal', [amountOf('TaxAmount', booked.tax, booked.currency)])] : []),
];

const lineOf = ({ isCredit, currency }: InvoiceTerms, line: LineTerms): XmlElement =>
  group(isCredit ? 'CreditNoteLine' : 'InvoiceLine', [
    basic('ID', line.id),
    basic(isCredit ? 'CreditedQuantity' : 'InvoicedQuantity', line.quantity, { unitCode: line.unit }),
    amountOf('LineExtensionAmount', line.net, currency),
    group('Item', [
      basic('Description', line.description),
      basic('Name', line.name),
      categoryOf('ClassifiedTaxCategory', line),
    ]),
    group('Price', [amountOf('PriceAmount', line.price, currency)]),
  ]);

function rootOf(terms: InvoiceTerms): XmlElement {
  const { isCredit, preceding, booked, currency } = terms;
  const name = isCredit ? 'CreditNote' : 'Invoice';
  const namespaces = {
    xmlns: `${UBL}:${name}-2`,
    'xmlns:cac': `${UBL}:CommonAggregateComponents-2`,
    'xmlns:cbc': `${UBL}:CommonBasicComponents-2`,
  };
  return element(name, namespaces, [
    ...[basic('CustomizationID', CUSTOMIZATION), basic('ProfileID', PROFILE), basic('ID', terms.number)],
    basic('IssueDate', terms.day),
    ...maybe('DueDate', terms.dueDay),
    basic(`${name}TypeCode`, terms.type),
    ...maybe('Note', terms.note),
    basic('DocumentCurrencyCode', currency),
    ...maybe('TaxCurrencyCode', booked?.currency),
    basic('BuyerReference', terms.buyerReference),
    ...(preceding
      ? [
          group('BillingReference', [
            group('InvoiceDocumentReference', [
              basic('ID', preceding.number),
              ...maybe('IssueDate', preceding.day),
            ]),
          ]),
        ]
      : []),
    group('AccountingSupplierParty', [partyOf(terms.seller)]),
    group('AccountingCustomerParty', [partyOf(terms.buyer)]),
    ...deliveryOf(terms),
    ...paymentOf(terms),
    ...taxesOf(terms),
    group('LegalMonetaryTotal', [
      amountOf('LineExtensionAmount', terms.lineTotal, currency),
      amountOf('TaxExclusiveAmount', terms.net, currency),
      amountOf('TaxInclusiveAmount', terms.gross, currency),
      amountOf('PayableAmount', terms.gross, currency),
    ]),
    ...terms.lines.map((line) => lineOf(terms, line)),
  ]);
}

/** A document as a file of UBL 2.1. */
export const invoiceUbl = (invoice: CustomerInvoice): string => documentOf(rootOf(termsOf(invoice)));
