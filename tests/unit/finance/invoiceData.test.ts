import { buffer } from 'node:stream/consumers';
import { negated, sumOf, toMinor } from '@contract/rules/money';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { invoiceCii } from '../../../main/server/areas/finance/invoiceCii';
import { invoicePdf } from '../../../main/server/areas/finance/invoicePdf';
import { termsOf } from '../../../main/server/areas/finance/invoiceTerms';
import { invoiceUbl } from '../../../main/server/areas/finance/invoiceUbl';
import { readXml, type XmlElement } from '../../../main/server/core/xml';
import { anyInvoice } from '../../support/invoices';

const all = (from: XmlElement, name: string): XmlElement[] =>
  from.children.flatMap((child) => [...(child.name === name ? [child] : []), ...all(child, name)]);
/** Text of the elements at a path of names, each a child of the one before. */
const at = (from: XmlElement, ...path: readonly string[]): string[] => {
  const [name, ...rest] = path;
  if (name === undefined) return [from.text];
  return from.children.filter((child) => child.name === name).flatMap((child) => at(child, ...rest));
};

test('an invoice as data says to the cent what the document says, by the rules of EN 16931', async () => {
  await fc.assert(
    fc.asyncProperty(anyInvoice, async (invoice) => {
      const { currency, kind, lines } = invoice;
      const root = await readXml(invoiceUbl(invoice));
      if (!root) throw new Error('unreadable');
      const credit = kind === 'credit';
      expect(root.name).toBe(credit ? 'CreditNote' : 'Invoice');
      const signed = (amount: string) => (credit ? negated(amount, currency) : amount);
      const sum = (amounts: readonly string[]) => sumOf(amounts, currency);
      const [totals] = all(root, 'LegalMonetaryTotal');
      const total = (name: string) => (totals ? (at(totals, name)[0] ?? '') : '');
      const nets = at(root, credit ? 'CreditNoteLine' : 'InvoiceLine', 'LineExtensionAmount');
      expect(nets).toEqual(lines.map(({ netAmount }) => signed(netAmount)));
      // BR-CO-10, BR-CO-13, BR-CO-14, BR-CO-15 and BR-CO-16.
      expect(total('LineExtensionAmount')).toBe(sum(nets));
      expect(total('TaxExclusiveAmount')).toBe(signed(invoice.netAmount));
      const [tax] = at(root, 'TaxTotal', 'TaxAmount');
      expect(tax).toBe(sum(at(root, 'TaxTotal', 'TaxSubtotal', 'TaxAmount')));
      expect(total('TaxInclusiveAmount')).toBe(sum([total('TaxExclusiveAmount'), tax ?? '']));
      expect(total('PayableAmount')).toBe(signed(invoice.grossAmount));
      // BR-CO-18 and BR-S-08 to BR-O-08: the groups together have the net amount.
      const groups = all(root, 'TaxSubtotal');
      expect(sum(groups.flatMap((group) => at(group, 'TaxableAmount')))).toBe(sum(nets));
      const categories = groups.flatMap((group) => at(group, 'TaxCategory', 'ID'));
      const outside = categories.includes('O');
      // BR-O-02, BR-O-05 and BR-O-11.
      if (outside)
        expect([categories, at(root, 'AccountingSupplierParty', 'Party', 'PartyTaxScheme')]).toEqual([
          ['O'],
          [],
        ]);
      expect(all(root, 'Percent').length > 0).toBe(!outside);
      for (const group of groups) {
        const [category = ''] = at(group, 'TaxCategory', 'ID');
        // BR-Z-10, BR-S-10 and BR-E-10 and their like.
        expect(at(group, 'TaxCategory', 'TaxExemptionReason').length, category).toBe(
          /^[SZ]$/.test(category) ? 0 : 1,
        );
        if (category !== 'S') expect(toMinor(at(group, 'TaxAmount')[0] ?? '', currency) + 0).toBe(0);
      }
      // BR-27, BR-53 and BR-IC-12.
      expect(
        at(root, credit ? 'CreditNoteLine' : 'InvoiceLine', 'Price', 'PriceAmount').join(),
      ).not.toContain('-');
      expect(at(root, 'TaxTotal', 'TaxAmount')).toHaveLength(currency === 'EUR' ? 1 : 2);
      expect(all(root, 'DeliveryLocation').length).toBe(categories.includes('K') ? 1 : 0);
      expect(at(root, 'BillingReference', 'InvoiceDocumentReference', 'ID')).toEqual(
        credit ? ['NL-2026-00000'] : [],
      );
    }),
    { numRuns: 200 },
  );
});

/** Days of CII, as the calendar writes them. */
const dayOf = (text = '') => text.replace(/^(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3');

test('the data inside a PDF has the same terms as the file for programs', async () => {
  await fc.assert(
    fc.asyncProperty(anyInvoice, async (invoice) => {
      const terms = termsOf(invoice);
      const root = await readXml(invoiceCii(invoice));
      if (!root) throw new Error('unreadable');
      const trade = (...path: string[]) => at(root, 'SupplyChainTradeTransaction', ...path);
      const settled = (...path: string[]) => trade('ApplicableHeaderTradeSettlement', ...path);
      const sums = (name: string) => settled('SpecifiedTradeSettlementHeaderMonetarySummation', name);
      const line = (...path: string[]) => trade('IncludedSupplyChainTradeLineItem', ...path);
      const maybe = (one: string | null | undefined) => (one ? [one] : []);
      expect(at(root, 'ExchangedDocument', 'ID')).toEqual([terms.number]);
      expect(at(root, 'ExchangedDocument', 'TypeCode')).toEqual([terms.type]);
      expect(at(root, 'ExchangedDocument', 'IncludedNote', 'Content')).toEqual(maybe(terms.note));
      expect(dayOf(at(root, 'ExchangedDocument', 'IssueDateTime', 'DateTimeString')[0])).toBe(terms.day);
      expect(settled('SpecifiedTradePaymentTerms', 'DueDateDateTime', 'DateTimeString').map(dayOf)).toEqual(
        maybe(terms.dueDay),
      );
      expect(settled('InvoiceReferencedDocument', 'IssuerAssignedID')).toEqual(
        maybe(terms.preceding?.number),
      );
      expect(settled('InvoiceCurrencyCode')).toEqual([terms.currency]);
      expect(settled('TaxCurrencyCode')).toEqual(maybe(terms.booked?.currency));
      expect(sums('LineTotalAmount')).toEqual([terms.lineTotal]);
      expect(sums('TaxBasisTotalAmount')).toEqual([terms.net]);
      expect(sums('TaxTotalAmount')).toEqual([terms.tax, ...maybe(terms.booked?.tax)]);
      expect(sums('GrandTotalAmount')).toEqual([terms.gross]);
      expect(sums('DuePayableAmount')).toEqual([terms.gross]);
      for (const [name, of] of [
        ['CalculatedAmount', 'amount'],
        ['BasisAmount', 'taxable'],
        ['CategoryCode', 'category'],
        ['RateApplicablePercent', 'rate'],
        ['ExemptionReasonCode', 'reasonCode'],
        ['ExemptionReason', 'reason'],
      ] as const)
        expect(settled('ApplicableTradeTax', name), name).toEqual(
          terms.taxes.flatMap((tax) => maybe(tax[of])),
        );
      const settlement = ['SpecifiedLineTradeSettlement'];
      expect(line(...settlement, 'SpecifiedTradeSettlementLineMonetarySummation', 'LineTotalAmount')).toEqual(
        terms.lines.map(({ net }) => net),
      );
      expect(line(...settlement, 'ApplicableTradeTax', 'CategoryCode')).toEqual(
        terms.lines.map(({ category }) => category),
      );
      expect(line('SpecifiedLineTradeDelivery', 'BilledQuantity')).toEqual(
        terms.lines.map(({ quantity }) => quantity),
      );
      expect(line('SpecifiedLineTradeAgreement', 'NetPriceProductTradePrice', 'ChargeAmount')).toEqual(
        terms.lines.map(({ price }) => price),
      );
      for (const [name, party] of [
        ['SellerTradeParty', terms.seller],
        ['BuyerTradeParty', terms.buyer],
      ] as const) {
        const of = (...path: string[]) => trade('ApplicableHeaderTradeAgreement', name, ...path);
        expect(of('Name')).toEqual([party.name]);
        expect(of('SpecifiedTaxRegistration', 'ID')).toEqual(maybe(party.vatNo));
        expect(of('PostalTradeAddress', 'CountryID')).toEqual([party.country]);
      }
    }),
    { numRuns: 100 },
  );
});

test('a PDF is for the archive and has its data inside, whatever its names', async () => {
  const [sample] = fc.sample(anyInvoice, { numRuns: 1, seed: 4 });
  if (!sample) throw new Error('no invoice');
  const invoice = { ...sample, seller: { ...sample.seller, nameEn: 'Smith & <Sons> “Łódź”' } };
  const file = await buffer(invoicePdf(invoice, 'en'));
  const { getDocument } = await import('pdfjs-dist/legacy/build/pdf.mjs');
  const task = getDocument({ data: new Uint8Array(file), verbosity: 0 });
  const document = await task.promise;
  expect([...((await document.getAttachments())?.keys() ?? [])]).toEqual(['factur-x.xml']);
  const data = await document.getAttachmentContent('factur-x.xml');
  expect(Buffer.from(data as Uint8Array).toString()).toBe(invoiceCii(invoice));
  const { info, metadata } = await document.getMetadata();
  expect(info).toMatchObject({ Author: invoice.seller.nameEn, Creator: 'PDFKit' });
  const described = (name: string) => metadata.get(name) as unknown;
  expect(described('dc:creator')).toEqual([invoice.seller.nameEn]);
  expect([described('pdfaid:part'), described('pdfaid:conformance')]).toEqual(['3', 'B']);
  expect([described('fx:documentfilename'), described('fx:conformancelevel')]).toEqual([
    'factur-x.xml',
    'EN 16931',
  ]);
  await task.destroy();
});
