import type { CustomerInvoice } from '@contract/finance/customerInvoice';
import { documentOf, element, elementsOf, type XmlElement } from '../../core/xml';
import { type InvoiceTerms, type LineTerms, type PartyTerms, type Taxed, termsOf } from './invoiceTerms';

/*
 * Invoices and credit notes as UN/CEFACT Cross Industry Invoice (D16B), profile EN 16931: the data inside a PDF of
 * Factur-X and ZUGFeRD. Elements come in the order of the schemas.
 */

const GUIDELINE = 'urn:cen.eu:en16931:2017';
const CII = 'urn:un:unece:uncefact:data:standard';
/** Days as `YYYYMMDD` (UNTDID 2379). */
const DAY_FORMAT = '102';

const { one: basic, one: group, maybe, filled } = elementsOf('ram');

/** @param type `udt`, or `qdt` where the schema asks for its formatted day */
const dayOf = (name: string, day: string | null | undefined, type: 'udt' | 'qdt' = 'udt'): XmlElement[] =>
  !day
    ? []
    : [group(name, [element(`${type}:DateTimeString`, { format: DAY_FORMAT }, day.replaceAll('-', ''))])];

const partyOf = (name: string, party: PartyTerms): XmlElement =>
  group(name, [
    basic('ID', party.code),
    basic('Name', party.name),
    ...filled('SpecifiedLegalOrganization', maybe('ID', party.registrationNo)),
    group('PostalTradeAddress', [
      ...maybe('PostcodeCode', party.postcode),
      ...maybe('LineOne', party.street),
      ...maybe('CityName', party.city),
      basic('CountryID', party.country),
      ...maybe('CountrySubDivisionName', party.province),
    ]),
    ...(party.address
      ? [
          group('URIUniversalCommunication', [
            basic('URIID', party.address.id, { schemeID: party.address.scheme }),
          ]),
        ]
      : []),
    ...filled('SpecifiedTaxRegistration', maybe('ID', party.vatNo, { schemeID: 'VA' })),
  ]);

const taxedOf = ({ category, rate }: Taxed, between: readonly XmlElement[] = []): XmlElement[] => [
  basic('CategoryCode', category),
  ...between,
  ...maybe('RateApplicablePercent', rate),
];

const lineOf = (line: LineTerms): XmlElement =>
  group('IncludedSupplyChainTradeLineItem', [
    group('AssociatedDocumentLineDocument', [basic('LineID', line.id)]),
    group('SpecifiedTradeProduct', [basic('Name', line.name), basic('Description', line.description)]),
    group('SpecifiedLineTradeAgreement', [
      group('NetPriceProductTradePrice', [basic('ChargeAmount', line.price)]),
    ]),
    group('SpecifiedLineTradeDelivery', [basic('BilledQuantity', line.quantity, { unitCode: line.unit })]),
    group('SpecifiedLineTradeSettlement', [
      group('ApplicableTradeTax', [basic('TypeCode', 'VAT'), ...taxedOf(line)]),
      group('SpecifiedTradeSettlementLineMonetarySummation', [basic('LineTotalAmount', line.net)]),
    ]),
  ]);

const deliveryOf = ({ delivery }: InvoiceTerms): XmlElement =>
  group('ApplicableHeaderTradeDelivery', [
    ...filled('ShipToTradeParty', filled('PostalTradeAddress', maybe('CountryID', delivery?.country))),
    ...filled('ActualDeliverySupplyChainEvent', dayOf('OccurrenceDateTime', delivery?.day)),
  ]);

function paymentOf({ payment }: InvoiceTerms): XmlElement[] {
  if (!payment) return [];
  const { means, iban, name, swift } = payment;
  return [
    group('SpecifiedTradeSettlementPaymentMeans', [
      basic('TypeCode', means),
      group('PayeePartyCreditorFinancialAccount', [basic('IBANID', iban), basic('AccountName', name)]),
      ...filled('PayeeSpecifiedCreditorFinancialInstitution', maybe('BICID', swift)),
    ]),
  ];
}

const taxesOf = ({ taxes }: InvoiceTerms): XmlElement[] =>
  taxes.map((one) =>
    group('ApplicableTradeTax', [
      basic('CalculatedAmount', one.amount),
      basic('TypeCode', 'VAT'),
      ...maybe('ExemptionReason', one.reason),
      basic('BasisAmount', one.taxable),
      ...taxedOf(one, maybe('ExemptionReasonCode', one.reasonCode)),
    ]),
  );

function settlementOf(terms: InvoiceTerms): XmlElement {
  const { currency, booked, preceding, payment } = terms;
  return group('ApplicableHeaderTradeSettlement', [
    ...maybe('PaymentReference', payment?.reference),
    ...maybe('TaxCurrencyCode', booked?.currency),
    basic('InvoiceCurrencyCode', currency),
    ...paymentOf(terms),
    ...taxesOf(terms),
    ...filled('SpecifiedTradePaymentTerms', dayOf('DueDateDateTime', terms.dueDay)),
    group('SpecifiedTradeSettlementHeaderMonetarySummation', [
      basic('LineTotalAmount', terms.lineTotal),
      basic('TaxBasisTotalAmount', terms.net),
      basic('TaxTotalAmount', terms.tax, { currencyID: currency }),
      ...(booked ? [basic('TaxTotalAmount', booked.tax, { currencyID: booked.currency })] : []),
      basic('GrandTotalAmount', terms.gross),
      basic('DuePayableAmount', terms.gross),
    ]),
    ...(preceding
      ? [
          group('InvoiceReferencedDocument', [
            basic('IssuerAssignedID', preceding.number),
            ...dayOf('FormattedIssueDateTime', preceding.day, 'qdt'),
          ]),
        ]
      : []),
  ]);
}

function rootOf(terms: InvoiceTerms): XmlElement {
  const namespaces = {
    'xmlns:rsm': `${CII}:CrossIndustryInvoice:100`,
    'xmlns:ram': `${CII}:ReusableAggregateBusinessInformationEntity:100`,
    'xmlns:qdt': `${CII}:QualifiedDataType:100`,
    'xmlns:udt': `${CII}:UnqualifiedDataType:100`,
  };
  return element('rsm:CrossIndustryInvoice', namespaces, [
    element('rsm:ExchangedDocumentContext', {}, [
      group('GuidelineSpecifiedDocumentContextParameter', [basic('ID', GUIDELINE)]),
    ]),
    element('rsm:ExchangedDocument', {}, [
      basic('ID', terms.number),
      basic('TypeCode', terms.type),
      ...dayOf('IssueDateTime', terms.day),
      ...filled('IncludedNote', maybe('Content', terms.note)),
    ]),
    element('rsm:SupplyChainTradeTransaction', {}, [
      ...terms.lines.map(lineOf),
      group('ApplicableHeaderTradeAgreement', [
        basic('BuyerReference', terms.buyerReference),
        partyOf('SellerTradeParty', terms.seller),
        partyOf('BuyerTradeParty', terms.buyer),
      ]),
      deliveryOf(terms),
      settlementOf(terms),
    ]),
  ]);
}

/** A document as a file of UN/CEFACT CII. */
export const invoiceCii = (invoice: CustomerInvoice): string => documentOf(rootOf(termsOf(invoice)));
