import { buffer } from 'node:stream/consumers';
import { deflateSync } from 'node:zlib';
import { negated } from '@contract/rules/money';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { invoiceCii } from '../../../main/server/areas/finance/invoiceCii';
import { invoicePdf } from '../../../main/server/areas/finance/invoicePdf';
import { termsOf } from '../../../main/server/areas/finance/invoiceTerms';
import { invoiceUbl } from '../../../main/server/areas/finance/invoiceUbl';
import { readSupplierFile } from '../../../main/server/areas/finance/supplier/readFile';
import { checkSums } from '../../../main/server/areas/finance/supplier/sums';
import { Refusal } from '../../../main/server/core/refusal';
import { anyInvoice } from '../../support/invoices';
import { ciiOf, sampleOf, ublOf } from '../../support/supplierInvoices';

const read = (content: string | Uint8Array, type = 'xml') =>
  readSupplierFile(Buffer.from(content), { name: `invoice.${type}`, type });

/** Reads a file that is refused, and returns the code and the place. */
async function refused(content: string | Uint8Array, type = 'xml') {
  const error = await read(content, type).catch((thrown: unknown) => thrown);
  if (!(error instanceof Refusal)) throw new Error('not refused');
  const { code, params } = error.problem;
  return [code, params?.place ?? '', params?.value ?? ''];
}

/** A PDF with embedded files, compressed or not, each in an object of its own. */
function pdfWith(files: readonly string[], compressed = true): Buffer {
  const objects = files.map((file, at) => {
    const bytes = compressed ? deflateSync(file) : Buffer.from(file);
    const filter = compressed ? '/Filter /FlateDecode ' : '';
    const head = `${at + 5} 0 obj\n<< /Type /EmbeddedFile /Subtype /text#2Fxml ${filter}/Length ${bytes.length} /Params << /Size ${file.length} >> >>\nstream\n`;
    return Buffer.concat([Buffer.from(head), bytes, Buffer.from('\nendstream\nendobj\n')]);
  });
  const names = '4 0 obj\n<< /Type /Catalog /Names << /EmbeddedFiles 9 0 R >> >>\nendobj\n';
  return Buffer.concat([Buffer.from(`%PDF-1.7\n${names}`), ...objects, Buffer.from('%%EOF\n')]);
}

describe('an invoice of our own, read back', () => {
  test.each([
    ['UBL', invoiceUbl],
    ['CII', invoiceCii],
  ])('says the same to the cent in every VAT category, as %s', async (_, write) => {
    await fc.assert(
      fc.asyncProperty(anyInvoice, async (invoice) => {
        const found = await read(write(invoice));
        const { currency, lines } = invoice;
        expect(found).toMatchObject({
          ...{ credit: invoice.kind === 'credit', currency, invoiceNo: invoice.invoiceNo },
          ...{ invoiceDate: invoice.invoiceDate, netAmount: invoice.netAmount },
          ...{ taxAmount: invoice.taxAmount, grossAmount: invoice.grossAmount },
        });
        expect(
          found.lines.map(({ netAmount, vatCategory, vatRate }) => [netAmount, vatCategory, vatRate]),
        ).toEqual(lines.map(({ netAmount, vatCategory, vatRate }) => [netAmount, vatCategory, vatRate]));
        expect(found.lines[0]?.references).toContain(lines[0]?.billNo);
        const { taxes, seller } = termsOf(invoice);
        const signed = (amount: string) => (found.credit ? negated(amount, currency) : amount);
        expect(found.taxes.map(({ taxable, taxAmount }) => [taxable, taxAmount])).toEqual(
          taxes.map(({ taxable, amount }) => [signed(taxable), signed(amount)]),
        );
        expect(found.seller.vatNo).toBe(seller.vatNo);
        expect(checkSums(found).filter(({ blocks }) => blocks)).toEqual([]);
      }),
      { numRuns: 40 },
    );
  });
});

test('an invoice of our own is read from its PDF as well', async () => {
  const [invoice] = fc.sample(anyInvoice, 1);
  if (!invoice) throw new Error('no invoice');
  const found = await read(await buffer(invoicePdf(invoice, 'en')), 'pdf');
  expect(found).toEqual(await read(invoiceCii(invoice)));
});

describe('an invoice of another program', () => {
  test('is read from UBL with its parties, account, days and references', async () => {
    const sample = sampleOf({ no: 'R-1', due: '2026-11-04', lines: [{ net: '100', order: '112-12345675' }] });
    const found = await read(ublOf(sample));
    expect(found).toMatchObject({
      ...{ format: 'ubl', invoiceNo: 'R-1', invoiceDate: '2026-10-05', dueDate: '2026-11-04' },
      seller: { name: 'Spedition Krüger GmbH', vatNo: 'DE136695976' },
      ...{ iban: 'DE89370400440532013000', grossAmount: '119.00' },
    });
    expect(found.lines[0]).toMatchObject({ text: 'Freight & more · Transport', quantity: '1', unit: 'C62' });
    expect(found.lines[0]?.references).toContain('112-12345675');
    expect(checkSums(found)).toEqual([]);
  });

  test('is read from a PDF of Factur-X, compressed or not', async () => {
    const sample = sampleOf({ no: 'F-1', due: '2026-11-04' });
    for (const compressed of [true, false]) {
      const found = await read(pdfWith(['<note>other</note>', ciiOf(sample)], compressed), 'pdf');
      expect(found).toMatchObject({ format: 'cii', invoiceNo: 'F-1', dueDate: '2026-11-04' });
      expect(found.seller).toEqual({ name: 'Transports Léon', vatNo: 'DE136695976' });
    }
  });

  test('is negative as a credit note, in either syntax', async () => {
    const sample = sampleOf({ no: 'G-1', credit: true });
    for (const write of [ublOf, ciiOf]) {
      const found = await read(write(sample));
      expect(found).toMatchObject({ credit: true, netAmount: '-100.00', grossAmount: '-119.00' });
      expect(found.lines[0]?.netAmount).toBe('-100.00');
      expect(checkSums(found)).toEqual([]);
    }
  });

  test('has an allowance and a charge of the document as lines of their own', async () => {
    const extra = (charge: boolean, amount: string) => `<cac:AllowanceCharge>
      <cbc:ChargeIndicator>${charge}</cbc:ChargeIndicator><cbc:AllowanceChargeReason>${charge ? 'Fuel' : 'Discount'}</cbc:AllowanceChargeReason>
      <cbc:Amount currencyID="EUR">${amount}</cbc:Amount><cac:TaxCategory><cbc:ID>S</cbc:ID><cbc:Percent>19.00</cbc:Percent><cac:TaxScheme><cbc:ID>VAT</cbc:ID></cac:TaxScheme></cac:TaxCategory></cac:AllowanceCharge>`;
    const money = (name: string, amount: string) => `<cbc:${name} currencyID="EUR">${amount}</cbc:${name}>`;
    const sums = [
      ...[money('LineExtensionAmount', '100.00'), money('TaxExclusiveAmount', '105.00')],
      ...[money('TaxInclusiveAmount', '124.95'), money('AllowanceTotalAmount', '5.00')],
      ...[money('ChargeTotalAmount', '10.00'), money('PrepaidAmount', '24.95')],
    ];
    const sample = sampleOf({
      ...{ no: 'A-1', more: extra(false, '5.00') + extra(true, '10.00'), total: sums.join('') },
      ...{ sums: ['105.00', '19.95', '124.95'], taxes: [['S', '19', '105.00', '19.95']], payable: '100.00' },
    });
    const found = await read(ublOf(sample));
    expect(found.lines.map(({ no, text, netAmount }) => [no, text, netAmount])).toEqual([
      ['1', 'Freight & more · Transport', '100.00'],
      ['A1', 'Discount', '-5.00'],
      ['C2', 'Fuel', '10.00'],
    ]);
    expect(checkSums(found)).toEqual([]);
  });

  test('is read in the encoding that it declares', async () => {
    const text = ublOf(sampleOf({ no: 'L-1' })).replace('encoding="UTF-8"', 'encoding="ISO-8859-1"');
    const found = await read(Buffer.from(text, 'latin1'));
    expect(found.seller.name).toBe('Spedition Krüger GmbH');
    const wide = Buffer.from(`\ufeff${text.replace('ISO-8859-1', 'UTF-16')}`, 'utf16le');
    expect((await read(wide)).seller.name).toBe('Spedition Krüger GmbH');
  });
});

describe('sums that do not agree are named by their rule', () => {
  test.each([
    ['BR-CO-10', { lines: [{ net: '99.99' }] }, '', '100.00', '99.99'],
    ['BR-CO-14', { sums: ['100.00', '19.01', '119.01'] }, '', '19.01', '19.00'],
    ['BR-CO-15', { sums: ['100.00', '19.00', '119.50'] }, '', '119.50', '119.00'],
    ['BR-CO-16', { payable: '120.00' }, '', '120.00', '119.00'],
    ['BR-S-08', { taxes: [['S', '19', '90.00', '19.00']] }, 'S 19', '90.00', '100.00'],
    [
      'BR-CO-17',
      { sums: ['100.00', '25.00', '125.00'], taxes: [['S', '19', '100.00', '25.00']] },
      'S 19',
      '25.00',
      '19.00',
    ],
  ] as const)('%s', async (rule, changes, about, stated, calculated) => {
    for (const write of [ublOf, ciiOf]) {
      const found = checkSums(await read(write(sampleOf({ no: 'W-1', ...changes }))));
      expect(found).toContainEqual({ rule, about, stated, calculated, blocks: true });
    }
  });

  test('a rounding of the tax within the tolerance does not block', async () => {
    const sample = sampleOf({
      no: 'W-2',
      sums: ['100.00', '19.02', '119.02'],
      taxes: [['S', '19', '100.00', '19.02']],
    });
    const found = checkSums(await read(ublOf(sample)));
    expect(found).toEqual([
      { rule: 'BR-CO-17', about: 'S 19', stated: '19.02', calculated: '19.00', blocks: false },
    ]);
  });
});

describe('a file that is not understood is refused', () => {
  const good = ublOf(sampleOf({ no: 'X-1' }));

  test.each([
    ['a day that does not exist', '2026-10-05<', '2026-02-30<', 'Invoice/IssueDate', '2026-02-30'],
    ['a currency', '>EUR<', '>ABC<', 'Invoice/DocumentCurrencyCode', 'ABC'],
    [
      'an amount in another currency',
      'LineExtensionAmount currencyID="EUR"',
      'LineExtensionAmount currencyID="USD"',
      'Invoice/InvoiceLine/LineExtensionAmount/@currencyID',
      'USD',
    ],
    ['too many decimals', '>100.00<', '>100.005<', 'Invoice/InvoiceLine/LineExtensionAmount', '100.005'],
    ['a category', '>S<', '>L<', 'Invoice/InvoiceLine/Item/ClassifiedTaxCategory/ID', 'L'],
    ['a pro forma invoice', '>380<', '>325<', 'Invoice/InvoiceTypeCode', '325'],
    ['a missing number', '<cbc:ID> X-1 </cbc:ID>', '', 'Invoice/ID', '–'],
  ])('%s, by its place', async (_, from, to, place, value) => {
    expect(await refused(good.replaceAll(from, to))).toEqual(['EINVOICE_FIELD', place, value]);
  });

  test.each([
    [
      'entities of its own',
      good.replace('<!--', '<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><!--'),
    ],
    [
      'an external entity',
      good.replace('<!--', '<!DOCTYPE x [<!ENTITY f SYSTEM "file:///etc/passwd">]><!--'),
    ],
    ['a cut end', good.slice(0, -20)],
    ['elements without end', `<a>${'<b>'.repeat(100_000)}`],
    ['an unknown encoding', good.replace('UTF-8', 'x-none')],
  ])('with %s', async (_, content) => {
    expect((await refused(content))[0]).toBe('FILE_BROKEN');
  });

  test('of another kind, or with several invoices', async () => {
    expect((await refused('<html></html>'))[0]).toBe('EINVOICE_NONE');
    expect((await refused(good.replaceAll(':Invoice-2', ':Order-2')))[0]).toBe('EINVOICE_NONE');
    expect((await refused(pdfWith([]), 'pdf'))[0]).toBe('EINVOICE_NONE');
    const two = [ciiOf(sampleOf({ no: 'P-1' })), ciiOf(sampleOf({ no: 'P-2' }))];
    expect((await refused(pdfWith(two), 'pdf'))[0]).toBe('EINVOICE_NONE');
  });

  test('a PDF that unpacks to more than permitted has no invoice', async () => {
    const bomb = ciiOf(sampleOf({ no: 'B-1' })).replace('Transport', 'x'.repeat(11 * 1024 * 1024));
    expect((await refused(pdfWith([bomb]), 'pdf'))[0]).toBe('EINVOICE_NONE');
  });
});
