import { supplier } from './apiFinance';
import type { TestApi } from './server';
/* Suppliers' invoices as other programs write them, by the published examples of Peppol BIS Billing 3.0 and Factur-X. */

/** A line of a sample: its net amount and rate, with what differs. */
export interface SampleLine {
  readonly net: string;
  readonly rate?: string;
  readonly category?: string;
  readonly text?: string;
  readonly order?: string;
  readonly quantity?: string;
}

/** A sample invoice; its sums are given, so that a test can make them wrong. */
export interface Sample {
  readonly no: string;
  readonly day?: string;
  readonly due?: string;
  readonly currency?: string;
  readonly seller?: string | null;
  readonly buyer?: string;
  readonly credit?: boolean;
  readonly iban?: string;
  readonly lines: readonly SampleLine[];
  /** Net, tax and gross. */
  readonly sums: readonly [net: string, tax: string, gross: string];
  /** Category, rate, taxable amount and tax of each group. */
  readonly taxes: readonly (readonly [category: string, rate: string, taxable: string, tax: string])[];
  /** XML after the parties of UBL. */
  readonly more?: string;
  /** XML within the monetary total of UBL, before the payable amount. */
  readonly total?: string;
  readonly payable?: string;
}

/** The usual sample: one line of 100.00 at 19 %. */
export const sampleOf = (changes: Partial<Sample> & Pick<Sample, 'no'>): Sample => ({
  lines: [{ net: '100.00', rate: '19' }],
  sums: ['100.00', '19.00', '119.00'],
  taxes: [['S', '19', '100.00', '19.00']],
  ...changes,
});

const ublParty = (role: string, vatNo: string | null, name: string) => `
  <cac:${role}><cac:Party>
    <cac:PartyName><cbc:Name>${name}</cbc:Name></cac:PartyName>
    ${
      vatNo === null
        ? ''
        : `<cac:PartyTaxScheme><cbc:CompanyID>${vatNo}</cbc:CompanyID><cac:TaxScheme><cbc:ID>VAT</cbc:ID></cac:TaxScheme></cac:PartyTaxScheme>`
    }
    <cac:PartyLegalEntity><cbc:RegistrationName>${name}</cbc:RegistrationName></cac:PartyLegalEntity>
  </cac:Party></cac:${role}>`;

const ublCategory = (name: string, category: string, rate: string) =>
  `<cac:${name}><cbc:ID schemeID="UNCL5305">${category}</cbc:ID>${
    category === 'O' ? '' : `<cbc:Percent>${rate}</cbc:Percent>`
  }<cac:TaxScheme><cbc:ID>VAT</cbc:ID></cac:TaxScheme></cac:${name}>`;

/** A sample as UBL 2.1, with prefixed root and mixed spacing. */
export function ublOf(sample: Sample): string {
  const { no, day = '2026-10-05', due, currency = 'EUR', seller = 'DE136695976', credit } = sample;
  const [net, tax, gross] = sample.sums;
  const root = credit ? 'CreditNote' : 'Invoice';
  const money = (name: string, amount: string) =>
    `<cbc:${name} currencyID="${currency}">${amount}</cbc:${name}>`;
  const lines = sample.lines.map(
    ({ net: amount, rate = '19', category = 'S', text = 'Transport', order, quantity = '1' }, at) => `
  <cac:${root}Line>
    <cbc:ID>${at + 1}</cbc:ID>
    <cbc:Note>${text}</cbc:Note>
    <cbc:${credit ? 'CreditedQuantity' : 'InvoicedQuantity'} unitCode="C62">${quantity}</cbc:${credit ? 'CreditedQuantity' : 'InvoicedQuantity'}>
    ${money('LineExtensionAmount', amount)}
    ${order ? `<cac:OrderLineReference><cbc:LineID>1</cbc:LineID><cac:OrderReference><cbc:ID>${order}</cbc:ID></cac:OrderReference></cac:OrderLineReference>` : ''}
    <cac:Item><cbc:Name>Freight &amp; more</cbc:Name>${ublCategory('ClassifiedTaxCategory', category, rate)}</cac:Item>
    <cac:Price>${money('PriceAmount', amount)}</cac:Price>
  </cac:${root}Line>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>
<!-- made by another program -->
<ubl:${root} xmlns:ubl="urn:oasis:names:specification:ubl:schema:xsd:${root}-2"
  xmlns:cac="urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2"
  xmlns:cbc="urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2">
  <cbc:CustomizationID>urn:cen.eu:en16931:2017</cbc:CustomizationID>
  <cbc:ID> ${no} </cbc:ID><cbc:IssueDate>${day}</cbc:IssueDate>
  ${due ? `<cbc:DueDate>${due}</cbc:DueDate>` : ''}
  <cbc:${root}TypeCode>${credit ? '381' : '380'}</cbc:${root}TypeCode>
  <cbc:DocumentCurrencyCode>${currency}</cbc:DocumentCurrencyCode>
  ${ublParty('AccountingSupplierParty', seller, 'Spedition Krüger GmbH')}
  ${ublParty('AccountingCustomerParty', sample.buyer ?? 'NL004495445B01', 'Buyer')}
  <cac:PaymentMeans><cbc:PaymentMeansCode>58</cbc:PaymentMeansCode><cac:PayeeFinancialAccount><cbc:ID>${
    sample.iban ?? 'DE89 3704 0044 0532 0130 00'
  }</cbc:ID></cac:PayeeFinancialAccount></cac:PaymentMeans>
  ${sample.more ?? ''}
  <cac:TaxTotal>${money('TaxAmount', tax)}${sample.taxes
    .map(
      ([category, rate, taxable, amount]) =>
        `<cac:TaxSubtotal>${money('TaxableAmount', taxable)}${money('TaxAmount', amount)}${ublCategory('TaxCategory', category, rate)}</cac:TaxSubtotal>`,
    )
    .join('')}</cac:TaxTotal>
  <cac:LegalMonetaryTotal>${
    sample.total ??
    `${money('LineExtensionAmount', net)}${money('TaxExclusiveAmount', net)}${money('TaxInclusiveAmount', gross)}`
  }${money('PayableAmount', sample.payable ?? gross)}</cac:LegalMonetaryTotal>
  ${lines.join('')}
</ubl:${root}>`;
}

/** A sample as CII, the data of Factur-X. */
export function ciiOf(sample: Sample): string {
  const { no, day = '2026-10-05', due, currency = 'EUR', seller = 'DE136695976', credit } = sample;
  const [net, tax, gross] = sample.sums;
  const dateOf = (name: string, value: string) =>
    `<ram:${name}><udt:DateTimeString format="102">${value.replaceAll('-', '')}</udt:DateTimeString></ram:${name}>`;
  const taxOf = (category: string, rate: string, amounts = '') =>
    `<ram:ApplicableTradeTax>${amounts}<ram:TypeCode>VAT</ram:TypeCode><ram:CategoryCode>${category}</ram:CategoryCode><ram:RateApplicablePercent>${rate}</ram:RateApplicablePercent></ram:ApplicableTradeTax>`;
  const lines = sample.lines.map(
    ({ net: amount, rate = '19', category = 'S', text = 'Transport', order, quantity = '1' }, at) => `
    <ram:IncludedSupplyChainTradeLineItem>
      <ram:AssociatedDocumentLineDocument><ram:LineID>${at + 1}</ram:LineID></ram:AssociatedDocumentLineDocument>
      <ram:SpecifiedTradeProduct><ram:Name>${text}</ram:Name></ram:SpecifiedTradeProduct>
      <ram:SpecifiedLineTradeAgreement>${
        order
          ? `<ram:BuyerOrderReferencedDocument><ram:IssuerAssignedID>${order}</ram:IssuerAssignedID></ram:BuyerOrderReferencedDocument>`
          : ''
      }<ram:NetPriceProductTradePrice><ram:ChargeAmount>${amount}</ram:ChargeAmount></ram:NetPriceProductTradePrice></ram:SpecifiedLineTradeAgreement>
      <ram:SpecifiedLineTradeDelivery><ram:BilledQuantity unitCode="C62">${quantity}</ram:BilledQuantity></ram:SpecifiedLineTradeDelivery>
      <ram:SpecifiedLineTradeSettlement>${taxOf(category, rate)}<ram:SpecifiedTradeSettlementLineMonetarySummation><ram:LineTotalAmount>${amount}</ram:LineTotalAmount></ram:SpecifiedTradeSettlementLineMonetarySummation></ram:SpecifiedLineTradeSettlement>
    </ram:IncludedSupplyChainTradeLineItem>`,
  );
  return `<?xml version='1.0' encoding='UTF-8'?>
<rsm:CrossIndustryInvoice xmlns:rsm="urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100"
  xmlns:ram="urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100"
  xmlns:udt="urn:un:unece:uncefact:data:standard:UnqualifiedDataType:100">
  <rsm:ExchangedDocument><ram:ID>${no}</ram:ID><ram:TypeCode>${credit ? '381' : '380'}</ram:TypeCode>${dateOf('IssueDateTime', day)}</rsm:ExchangedDocument>
  <rsm:SupplyChainTradeTransaction>${lines.join('')}
    <ram:ApplicableHeaderTradeAgreement>
      <ram:SellerTradeParty><ram:Name>Transports Léon</ram:Name>${
        seller === null
          ? ''
          : `<ram:SpecifiedTaxRegistration><ram:ID schemeID="FC">123/456</ram:ID></ram:SpecifiedTaxRegistration><ram:SpecifiedTaxRegistration><ram:ID schemeID="VA">${seller}</ram:ID></ram:SpecifiedTaxRegistration>`
      }</ram:SellerTradeParty>
      <ram:BuyerTradeParty><ram:Name>Buyer</ram:Name><ram:SpecifiedTaxRegistration><ram:ID schemeID="VA">${sample.buyer ?? 'NL004495445B01'}</ram:ID></ram:SpecifiedTaxRegistration></ram:BuyerTradeParty>
    </ram:ApplicableHeaderTradeAgreement>
    <ram:ApplicableHeaderTradeSettlement>
      <ram:InvoiceCurrencyCode>${currency}</ram:InvoiceCurrencyCode>
      ${sample.taxes.map(([category, rate, taxable, amount]) => taxOf(category, rate, `<ram:CalculatedAmount>${amount}</ram:CalculatedAmount><ram:BasisAmount>${taxable}</ram:BasisAmount>`)).join('')}
      ${sample.more ?? ''}
      ${due ? `<ram:SpecifiedTradePaymentTerms>${dateOf('DueDateDateTime', due)}</ram:SpecifiedTradePaymentTerms>` : ''}
      <ram:SpecifiedTradeSettlementHeaderMonetarySummation>${
        sample.total ?? `<ram:LineTotalAmount>${net}</ram:LineTotalAmount>`
      }<ram:TaxBasisTotalAmount>${net}</ram:TaxBasisTotalAmount><ram:TaxTotalAmount currencyID="${currency}">${tax}</ram:TaxTotalAmount><ram:GrandTotalAmount>${gross}</ram:GrandTotalAmount><ram:DuePayableAmount>${sample.payable ?? gross}</ram:DuePayableAmount></ram:SpecifiedTradeSettlementHeaderMonetarySummation>
    </ram:ApplicableHeaderTradeSettlement>
  </rsm:SupplyChainTradeTransaction>
</rsm:CrossIndustryInvoice>`;
}

/** Stores a recorded invoice without costs and without its file. */
export const insertInvoice = (api: TestApi, invoiceNo: string): number =>
  api.insert('supplierInvoice', {
    ...{ version: 1, createdAt: '2026-11-03T08:00:00Z', updatedAt: '2026-11-03T08:00:00Z', invoiceNo },
    ...{ createdBy: api.admin.staffId, updatedBy: api.admin.staffId, supplierId: supplier(api) },
    ...{ invoiceDate: '2026-11-03', credit: 0, currency: 'EUR' },
    ...{ netAmount: 1000, taxAmount: 210, grossAmount: 1210 },
    ...{ billNos: '160-12345675/01', fileName: `${invoiceNo}.xml`, fileHash: 'ab12' },
  });
