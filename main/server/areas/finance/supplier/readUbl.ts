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
 * Reads invoices and credit notes of UBL 2.1, as EN 16931 and Peppol BIS Billing 3.0 bind them
 * (https://docs.peppol.eu/poacc/billing/3.0/). Amounts of a CreditNote are positive: its root says that they are taken
 * back.
 */

function partyAt(root: Node, name: string): DocumentParty {
  const party = root.find(`${name}/Party`);
  if (!party) throw notUnderstood(`${root.place}/${name}`, '');
  const registered = party
    .all('PartyTaxScheme')
    .find((one) => one.textAt('TaxScheme/ID').toUpperCase() === 'VAT');
  return {
    name: party.textAt('PartyLegalEntity/RegistrationName') || party.textAt('PartyName/Name'),
    vatNo: plainVatNo(registered?.textAt('CompanyID') ?? ''),
  };
}

function lineAt(line: Node, isCredit: boolean, amountAt: AmountAt): DocumentLine {
  const quantity = line.find(isCredit ? 'CreditedQuantity' : 'InvoicedQuantity');
  const base = line.find('Price/BaseQuantity');
  const net = line.need('LineExtensionAmount');
  const category = line.need('Item/ClassifiedTaxCategory');
  const name = line.texts('Item/Name', 'Item/Description');
  return {
    kind: 'line',
    no: line.require('ID', MAX_NUMBER),
    text: [...new Set([...name, ...line.texts('Note')])].join(' · '),
    quantity: quantity?.text ?? '',
    unit: quantity?.attribute('unitCode') ?? '',
    price: line.textAt('Price/PriceAmount'),
    priceBase: base?.text ?? '',
    priceBaseUnit: base?.attribute('unitCode') ?? '',
    netAmount: amountAt(net),
    ...taxIn(category, 'ID', 'Percent'),
    references: line.texts(
      ...['Note', 'Item/Name', 'Item/Description', 'DocumentReference/ID', 'OrderLineReference/LineID'],
      ...['OrderLineReference/OrderReference/ID', 'BillingReference/InvoiceDocumentReference/ID'],
      ...['Item/BuyersItemIdentification/ID', 'Item/AdditionalItemProperty/Value', 'AccountingCost'],
      ...['DespatchLineReference/DocumentReference/ID', 'Item/SellersItemIdentification/ID'],
    ),
  };
}

/** Where an allowance or charge states what it is. */
const EXTRA = {
  ...{ charge: 'ChargeIndicator', amount: 'Amount', tax: 'TaxCategory', category: 'ID', rate: 'Percent' },
  ...{ reason: 'AllowanceChargeReason', reasonCode: 'AllowanceChargeReasonCode' },
};

function taxesAt(root: Node, currency: string, amountAt: AmountAt) {
  const totals = root.all('TaxTotal');
  const total = totals.find((one) => one.find('TaxAmount')?.attribute('currencyID') === currency);
  if (!total) throw notUnderstood(`${root.place}/TaxTotal/TaxAmount`, '');
  const taxes = total.all('TaxSubtotal').map((group): DocumentTaxGroup => {
    return {
      ...taxIn(group.need('TaxCategory'), 'ID', 'Percent'),
      taxable: amountAt(group.find('TaxableAmount')),
      taxAmount: amountAt(group.find('TaxAmount')),
    };
  });
  return { taxes, taxAmount: amountAt(total.find('TaxAmount')) };
}

/** Reads the root of an Invoice or a CreditNote. Throws EINVOICE_FIELD for what is missing or not understood. */
export function readUbl(element: XmlElement): SupplierDocument {
  const isCreditNote = element.name === 'CreditNote';
  const root = new Node(element, element.name);
  const currency = currencyAt(`${root.place}/DocumentCurrencyCode`, root.require('DocumentCurrencyCode'));
  const typeName = `${element.name}TypeCode`;
  // A credit may also come as an Invoice of that type.
  const credit = isCreditType(`${root.place}/${typeName}`, root.require(typeName));
  if (isCreditNote && !credit) throw notUnderstood(`${root.place}/${typeName}`, root.textAt(typeName));
  const signed = (amount: string) => (credit ? negated(amount, currency) : amount);
  const zero = amountOfZero(currency);
  const amountAt: AmountAt = (node) => (node ? signed(amountIn(node, currency)) : zero);
  const totals = root.need('LegalMonetaryTotal');
  const required = (name: string) => {
    totals.require(name);
    return amountAt(totals.find(name));
  };
  const due = root.textAt('DueDate') || root.textAt('PaymentMeans/PaymentDueDate');
  return {
    ...{ format: 'ubl', credit, currency, invoiceNo: root.require('ID', MAX_NUMBER) },
    invoiceDate: dayAt(`${root.place}/IssueDate`, root.require('IssueDate')),
    dueDate: due ? dayAt(`${root.place}/DueDate`, due) : null,
    seller: partyAt(root, 'AccountingSupplierParty'),
    buyer: partyAt(root, 'AccountingCustomerParty'),
    iban: root.textAt('PaymentMeans/PayeeFinancialAccount/ID').replace(/\s/g, '') || null,
    lines: [
      ...root
        .all(isCreditNote ? 'CreditNoteLine' : 'InvoiceLine')
        .map((line) => lineAt(line, isCreditNote, amountAt)),
      ...root.all('AllowanceCharge').map((extra, at) => extraAt(extra, at, EXTRA, { amountAt, currency })),
    ],
    ...taxesAt(root, currency, amountAt),
    lineTotal: required('LineExtensionAmount'),
    allowances: amountAt(totals.find('AllowanceTotalAmount')),
    charges: amountAt(totals.find('ChargeTotalAmount')),
    netAmount: required('TaxExclusiveAmount'),
    grossAmount: required('TaxInclusiveAmount'),
    prepaid: amountAt(totals.find('PrepaidAmount')),
    rounding: amountAt(totals.find('PayableRoundingAmount')),
    payableAmount: required('PayableAmount'),
    references: root.texts(
      ...['OrderReference/ID', 'OrderReference/SalesOrderID', 'DespatchDocumentReference/ID', 'Note'],
      ...['BuyerReference', 'AdditionalDocumentReference/ID', 'ContractDocumentReference/ID'],
      ...['ReceiptDocumentReference/ID', 'ProjectReference/ID'],
    ),
  };
}
