import { negated } from '@contract/rules/money';
import type { XmlElement } from '../../../core/xml';
import {
  type AmountAt,
  amountIn,
  amountOfZero,
  currencyAt,
  type DocumentLine,
  type DocumentParty,
  type DocumentTaxGroup,
  dayAt,
  extraAt,
  isCreditType,
  MAX_NUMBER,
  Node,
  notUnderstood,
  plainVatNo,
  type SupplierDocument,
  taxIn,
} from './document';

/*
 * Reads invoices and credit notes of UN/CEFACT Cross Industry Invoice (D16B and later), as EN 16931 binds it: alone, or
 * inside a PDF of Factur-X and ZUGFeRD 2. Amounts of a credit note (type 381) are positive. The profiles MINIMUM and
 * BASIC WL have no lines, and are no invoices of EN 16931.
 */

/** A day of format 102 (`YYYYMMDD`, UNTDID 2379). */
function dayIn(node: Node | undefined, place: string): string | null {
  const text = node?.find('DateTimeString') ?? node?.find('DateTime');
  if (!text) return null;
  const found = /^(\d{4})(\d\d)(\d\d)$/.exec(text.text);
  return dayAt(place, found ? found.slice(1).join('-') : text.text);
}

function partyAt(agreement: Node, name: string): DocumentParty {
  const party = agreement.need(name);
  const registered = party
    .all('SpecifiedTaxRegistration/ID')
    .find((one) => one.attribute('schemeID').toUpperCase() === 'VA');
  return { name: party.textAt('Name'), vatNo: plainVatNo(registered?.text ?? '') };
}

function lineAt(line: Node, amountAt: AmountAt): DocumentLine {
  const settlement = line.find('SpecifiedLineTradeSettlement');
  const tax = settlement?.find('ApplicableTradeTax');
  const net = settlement?.find('SpecifiedTradeSettlementLineMonetarySummation/LineTotalAmount');
  if (!net || !tax) throw notUnderstood(`${line.place}/SpecifiedLineTradeSettlement`, '');
  const quantity = line.find('SpecifiedLineTradeDelivery/BilledQuantity');
  const price = line.find('SpecifiedLineTradeAgreement/NetPriceProductTradePrice');
  const base = price?.find('BasisQuantity');
  const texts = line.texts(
    ...['SpecifiedTradeProduct/Name', 'SpecifiedTradeProduct/Description'],
    'AssociatedDocumentLineDocument/IncludedNote/Content',
  );
  return {
    kind: 'line',
    no: line.require('AssociatedDocumentLineDocument/LineID', MAX_NUMBER),
    text: [...new Set(texts)].join(' · '),
    quantity: quantity?.text ?? '',
    unit: quantity?.attribute('unitCode') ?? '',
    price: price?.textAt('ChargeAmount') ?? '',
    priceBase: base?.text ?? '',
    priceBaseUnit: base?.attribute('unitCode') ?? '',
    netAmount: amountAt(net),
    ...taxIn(tax, 'CategoryCode', 'RateApplicablePercent'),
    references: [
      ...texts,
      ...line.texts(
        'SpecifiedTradeProduct/SellerAssignedID',
        'SpecifiedTradeProduct/BuyerAssignedID',
        'SpecifiedTradeProduct/ApplicableProductCharacteristic/Value',
        'SpecifiedLineTradeAgreement/BuyerOrderReferencedDocument/IssuerAssignedID',
        'SpecifiedLineTradeAgreement/BuyerOrderReferencedDocument/LineID',
        'SpecifiedLineTradeDelivery/DespatchAdviceReferencedDocument/IssuerAssignedID',
        'SpecifiedLineTradeSettlement/AdditionalReferencedDocument/IssuerAssignedID',
        'SpecifiedLineTradeSettlement/InvoiceReferencedDocument/IssuerAssignedID',
      ),
    ],
  };
}

/** Where an allowance or charge states what it is. */
const EXTRA = {
  ...{ charge: 'ChargeIndicator/Indicator', amount: 'ActualAmount', tax: 'CategoryTradeTax' },
  ...{ category: 'CategoryCode', rate: 'RateApplicablePercent', reason: 'Reason', reasonCode: 'ReasonCode' },
};

function taxAt(group: Node, amountAt: AmountAt): DocumentTaxGroup {
  group.require('CalculatedAmount');
  group.require('BasisAmount');
  return {
    ...taxIn(group, 'CategoryCode', 'RateApplicablePercent'),
    taxable: amountAt(group.find('BasisAmount')),
    taxAmount: amountAt(group.find('CalculatedAmount')),
  };
}

/** The sums of a document (BG-22). */
function totalsAt(settlement: Node, currency: string, amountAt: AmountAt) {
  const totals = settlement.need('SpecifiedTradeSettlementHeaderMonetarySummation');
  const required = (name: string) => {
    totals.require(name);
    return amountAt(totals.find(name));
  };
  // The tax is stated again in the currency of the seller's books.
  const taxes = totals.all('TaxTotalAmount');
  const tax =
    taxes.find((one) => one.attribute('currencyID') === currency) ??
    (taxes.length > 1 ? undefined : taxes[0]);
  if (taxes.length > 0 && !tax) throw notUnderstood(`${totals.place}/TaxTotalAmount`, '');
  return {
    lineTotal: required('LineTotalAmount'),
    allowances: amountAt(totals.find('AllowanceTotalAmount')),
    charges: amountAt(totals.find('ChargeTotalAmount')),
    netAmount: required('TaxBasisTotalAmount'),
    taxAmount: amountAt(tax),
    grossAmount: required('GrandTotalAmount'),
    prepaid: amountAt(totals.find('TotalPrepaidAmount')),
    rounding: amountAt(totals.find('RoundingAmount')),
    payableAmount: required('DuePayableAmount'),
  };
}

function referencesOf(root: Node, agreement: Node, transaction: Node): string[] {
  const delivery = transaction.find('ApplicableHeaderTradeDelivery');
  return [
    ...root.texts('ExchangedDocument/IncludedNote/Content'),
    ...agreement.texts(
      'BuyerReference',
      'BuyerOrderReferencedDocument/IssuerAssignedID',
      'SellerOrderReferencedDocument/IssuerAssignedID',
      'ContractReferencedDocument/IssuerAssignedID',
      'AdditionalReferencedDocument/IssuerAssignedID',
      'SpecifiedProcuringProject/ID',
    ),
    ...(delivery?.texts(
      'DespatchAdviceReferencedDocument/IssuerAssignedID',
      'ReceivingAdviceReferencedDocument/IssuerAssignedID',
    ) ?? []),
  ];
}

/** Reads the root of a CrossIndustryInvoice. Throws EINVOICE_FIELD for what is missing or not understood. */
export function readCii(element: XmlElement): SupplierDocument {
  const root = new Node(element, element.name);
  const head = root.need('ExchangedDocument');
  const transaction = root.need('SupplyChainTradeTransaction');
  const agreement = transaction.need('ApplicableHeaderTradeAgreement');
  const settlement = transaction.need('ApplicableHeaderTradeSettlement');
  const currency = currencyAt(
    `${settlement.place}/InvoiceCurrencyCode`,
    settlement.require('InvoiceCurrencyCode'),
  );
  const credit = isCreditType(`${head.place}/TypeCode`, head.require('TypeCode'));
  const zero = amountOfZero(currency);
  const amountAt: AmountAt = (node) => {
    if (!node) return zero;
    const amount = amountIn(node, currency);
    return credit ? negated(amount, currency) : amount;
  };
  const issued = dayIn(head.find('IssueDateTime'), `${head.place}/IssueDateTime`);
  if (issued === null) throw notUnderstood(`${head.place}/IssueDateTime`, '');
  const due = settlement.find('SpecifiedTradePaymentTerms/DueDateDateTime');
  const account = 'SpecifiedTradeSettlementPaymentMeans/PayeePartyCreditorFinancialAccount/IBANID';
  return {
    ...{ format: 'cii', credit, currency, invoiceNo: head.require('ID', MAX_NUMBER), invoiceDate: issued },
    dueDate: dayIn(due, `${settlement.place}/SpecifiedTradePaymentTerms/DueDateDateTime`),
    seller: partyAt(agreement, 'SellerTradeParty'),
    buyer: partyAt(agreement, 'BuyerTradeParty'),
    iban: settlement.textAt(account).replace(/\s/g, '') || null,
    lines: [
      ...transaction.all('IncludedSupplyChainTradeLineItem').map((line) => lineAt(line, amountAt)),
      ...settlement
        .all('SpecifiedTradeAllowanceCharge')
        .map((extra, at) => extraAt(extra, at, EXTRA, { amountAt, currency })),
    ],
    taxes: settlement.all('ApplicableTradeTax').map((group) => taxAt(group, amountAt)),
    ...totalsAt(settlement, currency, amountAt),
    references: referencesOf(root, agreement, transaction),
  };
}
