import { negated, sumOf, toMinor } from '@contract/rules/money';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { invoiceXml } from '../../../main/server/areas/finance/invoiceXml';
import { readXml, type XmlElement } from '../../../main/server/areas/netchb/xml';
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
      const root = await readXml(invoiceXml(invoice));
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
