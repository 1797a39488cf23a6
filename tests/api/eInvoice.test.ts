import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { CustomerInvoice } from '@contract/finance/customerInvoice';
import { E_INVOICE } from '@contract/limits';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { AccessPointServer } from '../support/accessPoint';
import { billFor, dayFrom, revenueIn } from '../support/apiFinance';
import { testApi } from '../support/server';
import { pointSettings, throughFolder } from './cases/eInvoice';

const MINUTE = 60_000;
const api = testApi({ eInvoices: { every: 10, deadline: 1500, settling: 1000, loopback: true } });
let point: AccessPointServer;

beforeEach(async () => {
  point = await new AccessPointServer().start();
  await api.call.eInvoice.saveSettings(await pointSettings(api, { address: null }));
});
afterEach(async () => {
  api.ahead = 0;
  await point.stop();
});

/** Sets the access point of the test, with its key. */
const set = async (changes: object = {}) =>
  api.call.eInvoice.saveSettings(
    await pointSettings(api, { route: 'https', address: point.address, key: point.key, ...changes }),
  );
/** A new invoice to a customer in the Netherlands, whose VAT number is its electronic address. */
async function invoice(): Promise<CustomerInvoice> {
  const billId = await billFor(api, 'NL', 'NL004495445B01');
  const { id: line } = await revenueIn(
    api,
    'confirmed',
    { basis: 'fixed', quantity: 1, taxRate: null },
    billId,
  );
  const { id } = await api.call.billRevenue.invoice({ body: { ids: [line], invoiceDate: dayFrom(0) } });
  return read(id);
}
const read = (id: number) => api.call.customerInvoice.get({ params: { id } });
const handOver = (...ids: number[]) => api.call.customerInvoice.handOver({ body: { ids } });
const idOf = (invoiceId: number) => api.count('select id from eInvoice where invoiceId = ?', invoiceId);
const sent = (invoiceId: number) => api.call.eInvoice.get({ params: { id: idOf(invoiceId) } });
const settled = (invoiceId: number, expected: object) =>
  expect.poll(() => sent(invoiceId), { timeout: 10_000 }).toMatchObject(expected);
const resend = (invoiceId: number) => api.call.eInvoice.resend({ body: { ids: [idOf(invoiceId)] } });
const posts = () => point.calls.filter((one) => one.startsWith('POST')).length;

describe('an invoice handed over to an access point', () => {
  test('arrives whole with its envelope, is delivered, and leaves once', async () => {
    await set();
    const { id, invoiceNo, seller } = await invoice();
    expect(await handOver(id)).toEqual({ ok: 1, failed: [] });
    await settled(id, { state: 'delivered', error: null, nextAt: null, receiver: '9944:NL004495445B01' });
    const { messageNo, content, handedOverAt, deliveredAt } = await sent(id);
    expect([handedOverAt, deliveredAt]).toEqual([expect.any(String), expect.any(String)]);
    const stored = point.stored.get(messageNo);
    expect(stored?.content).toBe(content);
    expect(content).toContain(`<cbc:ID>${invoiceNo}</cbc:ID>`);
    expect(stored?.parts).toEqual([
      `iso6523-actorid-upis::${seller.peppolScheme}:${seller.peppolId}`,
      'iso6523-actorid-upis::9944:NL004495445B01',
      'busdox-docid-qns::urn:oasis:names:specification:ubl:schema:xsd:Invoice-2::Invoice##urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0::2.1',
      'cenbii-procid-ubl::urn:fdc:peppol.eu:2017:poacc:billing:01:1.0',
      seller.countryCode,
    ]);
    expect((await read(id)).eInvoiceState).toBe('delivered');
    expect(await handOver(id)).toMatchObject({ ok: 0, failed: [{ code: 'E_INVOICE_ON_ITS_WAY' }] });
    expect(await resend(id)).toMatchObject({ ok: 0, failed: [{ code: 'E_INVOICE_ON_ITS_WAY' }] });
    expect(posts()).toBe(1);
  });

  test('is a credit note where it is one', async () => {
    await set();
    const { id, version } = await invoice();
    const { id: noteId } = await api.call.customerInvoice.credit({
      params: { id },
      body: { version, reason: 'Agreed', lines: [] },
    });
    await handOver(noteId);
    await settled(noteId, { state: 'delivered' });
    const stored = point.stored.get((await sent(noteId)).messageNo);
    expect(stored?.parts[2]).toContain('CreditNote-2::CreditNote##');
    expect(stored?.content).toContain('<CreditNote ');
  });

  test('is asked about while the access point tries to deliver it, until it is delivered', async () => {
    await set();
    point.behaves = 'tries again';
    const { id } = await invoice();
    await handOver(id);
    await settled(id, { state: 'sending', error: 'refused' });
    api.ahead = 2 * MINUTE;
    await settled(id, { state: 'handed_over', answer: 'no SMP entry', deliveredAt: null });
    const stored = point.stored.get((await sent(id)).messageNo);
    if (stored) Object.assign(stored, { status: 'sent', errorDetails: null });
    api.ahead = 5 * MINUTE;
    await settled(id, { state: 'delivered', answer: null });
    expect(posts()).toBe(1);
  });

  test('that the access point gives up fails with what it says, and leaves again in a new envelope', async () => {
    await set();
    point.behaves = 'tries again';
    const { id, invoiceNo } = await invoice();
    await handOver(id);
    await settled(id, { state: 'sending', error: 'refused' });
    const { messageNo } = await sent(id);
    const stored = point.stored.get(messageNo);
    if (stored) Object.assign(stored, { status: 'permanently_failed', errorDetails: 'receiver unknown' });
    api.ahead = 2 * MINUTE;
    await settled(id, { state: 'failed', error: 'undelivered', answer: 'receiver unknown' });
    // Whoever handed it over is told.
    expect(api.row('select textEn, link from message order by id desc limit 1')).toMatchObject({
      textEn: expect.stringContaining(`E-invoice ${invoiceNo} did not reach the customer`),
      link: '/bil-fee/e-invoices',
    });
    point.behaves = 'delivers';
    expect(await resend(id)).toMatchObject({ ok: 1 });
    await settled(id, { state: 'delivered' });
    expect((await sent(id)).messageNo).not.toBe(messageNo);
  });

  test('whose response was lost is asked for, and does not leave twice', async () => {
    await set();
    point.behaves = 'loses the response';
    const { id } = await invoice();
    await handOver(id);
    await settled(id, { state: 'sending', error: 'unreachable' });
    point.behaves = 'delivers';
    api.ahead = 2 * MINUTE;
    await settled(id, { state: 'delivered', error: null });
    expect(posts()).toBe(1);
  });

  test('that never arrived leaves again by itself', async () => {
    await set();
    point.behaves = 'fails';
    const { id } = await invoice();
    await handOver(id);
    await settled(id, { state: 'sending', error: 'status' });
    point.behaves = 'delivers';
    api.ahead = 2 * MINUTE;
    await settled(id, { state: 'delivered' });
    expect(posts()).toBe(2);
    expect(point.stored.size).toBe(1);
  });

  test('fails at once where a person must act', async () => {
    await set({ key: 'another key' });
    const { id } = await invoice();
    await handOver(id);
    await settled(id, { state: 'failed', error: 'sign_in', answer: expect.stringContaining('API token') });
    await set();
    point.behaves = 'finds it invalid';
    await resend(id);
    await settled(id, { state: 'failed', error: 'refused', answer: expect.stringContaining('9944') });
    point.behaves = 'refuses';
    await resend(id);
    await settled(id, { state: 'sending', error: 'refused' });
    api.ahead = 2 * MINUTE;
    await settled(id, { state: 'failed', error: 'refused' });
    expect(point.stored.size).toBe(0);
  });

  test('is given up after all attempts, and kept for a person', async () => {
    await set();
    const { address } = point;
    await point.stop();
    const { id } = await invoice();
    await handOver(id);
    let attempts = 1;
    for (const wait of [0, ...E_INVOICE.backOff]) {
      api.ahead += wait + 1000;
      await settled(id, { error: 'closed', attempts });
      attempts += 1;
    }
    await settled(id, { state: 'failed', attempts: E_INVOICE.attempts, nextAt: null });
    point = await new AccessPointServer().start();
    expect(point.address).not.toBe(address);
    await set();
    await resend(id);
    await settled(id, { state: 'delivered' });
  });
});

test('an invoice is not handed over without an access point, or to a customer without an address', async () => {
  const { id } = await invoice();
  expect(await api.refused('customerInvoice.handOver', { body: { ids: [id] } })).toMatchObject({
    code: 'E_INVOICE_NO_ROUTE',
  });
  await set();
  const billId = await billFor(api, 'CN', null);
  const { id: line } = await revenueIn(api, 'confirmed', { basis: 'fixed', quantity: 1, taxRate: 0 }, billId);
  const made = await api.call.billRevenue.invoice({ body: { ids: [line], invoiceDate: dayFrom(0) } });
  const { buyer } = await read(made.id);
  const { ok, failed } = await handOver(id, made.id);
  expect({ ok, failed }).toMatchObject({ ok: 1, failed: [{ key: made.id, code: 'E_INVOICE_NO_ADDRESS' }] });
  expect(failed[0]?.msg).toContain(buyer.code);
});

test('an invoice that the access point forgets fails, and one held back after a restore is asked for first', async () => {
  await set();
  const forgotten = await invoice();
  point.behaves = 'tries again';
  await handOver(forgotten.id);
  await settled(forgotten.id, { state: 'sending', error: 'refused' });
  api.ahead = 2 * MINUTE;
  await settled(forgotten.id, { state: 'handed_over' });
  point.stored.clear();
  api.ahead = 10 * MINUTE;
  await settled(forgotten.id, { state: 'failed', error: 'unknown' });
  // It was handed over after the backup, so that the restored data do not know it.
  const held = await invoice();
  point.behaves = 'delivers';
  await handOver(held.id);
  await settled(held.id, { state: 'delivered' });
  api.db.exec(`update eInvoice set state = 'pending', claimedAt = null, handedOverAt = null, deliveredAt = null
    where invoiceId = ${held.id}`);
  api.db.exec("insert into fact (name, value) values ('restored', '2026-11-20T10:00:00Z')");
  await api.close();
  await api.open();
  await settled(held.id, { state: 'failed', error: 'restored' });
  expect(api.takeReports()).toEqual([expect.stringContaining('the data was restored')]);
  const before = posts();
  await resend(held.id);
  await settled(held.id, { state: 'delivered', error: null });
  expect(posts()).toBe(before);
});

describe('a folder', () => {
  test('has each invoice once, whole, and says nothing of its delivery', async () => {
    rmSync(api.invoicesFolder, { recursive: true, force: true });
    await throughFolder(api);
    const { id, invoiceNo } = await invoice();
    await handOver(id);
    await settled(id, { state: 'handed_over', deliveredAt: null, nextAt: null });
    const out = path.join(api.invoicesFolder, 'out');
    const { content, messageNo } = await sent(id);
    expect(readdirSync(out)).toEqual([`${invoiceNo}_${messageNo}.xml`]);
    expect(readFileSync(path.join(out, `${invoiceNo}_${messageNo}.xml`), 'utf8')).toBe(content);
    expect(readdirSync(path.join(api.invoicesFolder, 'unsent'))).toEqual([]);
  });

  test('from which a claimed invoice has gone has it, also where the program was killed in between', async () => {
    await throughFolder(api);
    const [left, waits] = [await invoice(), await invoice()];
    await handOver(left.id, waits.id);
    for (const { id } of [left, waits]) await settled(id, { state: 'handed_over' });
    // As after a kill: claimed, one file still there.
    const unsent = path.join(api.invoicesFolder, 'unsent');
    const { messageNo, content } = await sent(waits.id);
    const name = `${waits.invoiceNo}_${messageNo}.xml`;
    rmSync(path.join(api.invoicesFolder, 'out', name));
    writeFileSync(path.join(unsent, name), content);
    api.db.exec(
      `update eInvoice set state = 'sending', handedOverAt = null, claimedAt = '2026-01-01T00:00:00Z', nextAt = '2026-01-01T00:00:00Z'
        where invoiceId in (${left.id}, ${waits.id})`,
    );
    await settled(left.id, { state: 'handed_over' });
    await settled(waits.id, { state: 'handed_over' });
    const names = readdirSync(path.join(api.invoicesFolder, 'out'));
    expect(names.filter((one) => one.startsWith(waits.invoiceNo))).toHaveLength(1);
    expect(names.filter((one) => one.startsWith(left.invoiceNo))).toHaveLength(1);
  });
});

test('the key is never answered, and is asked for again at another address', async () => {
  const saved = await set();
  expect(saved).toMatchObject({ route: 'https', hasKey: true });
  expect(JSON.stringify([saved, await api.call.eInvoice.settings({})])).not.toContain(point.key);
  const log = api.row(
    "select before, after from operateLog where objectType = 'eInvoiceSettings' order by id desc limit 1",
  );
  expect(JSON.stringify(log)).not.toContain(point.key);
  const moved = await pointSettings(api, { route: 'https', address: 'https://elsewhere.example.com' });
  expect(await api.refused('eInvoice.saveSettings', moved)).toMatchObject({
    fields: { key: expect.any(String) },
  });
  await api.call.eInvoice.saveSettings(await pointSettings(api));
  expect((await api.call.eInvoice.settings({})).hasKey).toBe(false);
});
