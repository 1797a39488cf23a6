import { expect, test } from 'vitest';
import type { TestDownload } from '../support/apiCall';
import { billFor, dayFrom, revenueIn } from '../support/apiFinance';
import { pngOf } from '../support/pictures';
import { testApi } from '../support/server';
import { ourCompany } from './cases/logos';

const api = testApi();

async function issue(): Promise<number> {
  const billId = await billFor(api, 'NL', 'NL004495445B01');
  const { id: line } = await revenueIn(
    api,
    'confirmed',
    { basis: 'fixed', quantity: 1, taxRate: null },
    billId,
  );
  const { id } = await api.call.billRevenue.invoice({ body: { ids: [line], invoiceDate: dayFrom(0) } });
  return id;
}
/** Width and height of the pictures in the PDF of an invoice, in pixels; masks of transparency are left out. */
async function picturesIn(id: number): Promise<string[]> {
  const file: TestDownload = await api.call.customerInvoice.file({
    params: { id },
    query: { format: 'pdf' },
  });
  const objects = Buffer.from(file.bytes).toString('latin1').split('endobj');
  return objects
    .filter((one) => one.includes('/Subtype /Image') && one.includes('/DeviceRGB'))
    .map((one) => `${/\/Width (\d+)/.exec(one)?.[1]}×${/\/Height (\d+)/.exec(one)?.[1]}`);
}

test('an invoice shows the logo of its company as it was when the invoice was issued', async () => {
  const id = ourCompany(api);
  const before = await issue();
  expect(await picturesIn(before)).toEqual([]);

  const set = (bytes: Buffer) =>
    api.call.clientCompany.setLogo({ params: { id }, file: { name: 'logo.png', bytes } });
  const first = pngOf(61, 21);
  expect(await set(first)).toMatchObject({ hasLogo: true });
  const kept: TestDownload = await api.call.clientCompany.logo({ params: { id } });
  expect(Buffer.from(kept.bytes).equals(first)).toBe(true);
  const one = await issue();
  // One with transparency.
  await set(pngOf(31, 41, [200, 10, 10, 128]));
  const other = await issue();
  const { version } = await api.call.customerInvoice.get({ params: { id: one } });
  await api.call.clientCompany.removeLogo({ params: { id } });
  expect((await api.call.clientCompany.get({ params: { id } })).hasLogo).toBe(false);
  expect(await api.refused('clientCompany.logo', { params: { id } })).toMatchObject({ code: 'NOT_FOUND' });

  expect(await picturesIn(before)).toEqual([]);
  expect(await picturesIn(one)).toEqual(['61×21']);
  expect(await picturesIn(other)).toEqual(['31×41']);
  // A credit note is a document of the day on which it is issued.
  const note = await api.call.customerInvoice.credit({
    params: { id: one },
    body: { version, reason: 'Agreed', lines: [] },
  });
  expect(await picturesIn(note.id)).toEqual([]);
  // The same document is the same file.
  const [a, b]: TestDownload[] = [
    await api.call.customerInvoice.file({ params: { id: other }, query: { format: 'pdf' } }),
    await api.call.customerInvoice.file({ params: { id: other }, query: { format: 'pdf' } }),
  ];
  expect(Buffer.from(a?.bytes ?? []).equals(Buffer.from(b?.bytes ?? [1]))).toBe(true);
});
