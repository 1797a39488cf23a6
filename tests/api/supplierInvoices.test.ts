import type { InvoiceRead } from '@contract/finance/supplierInvoice';
import { pickOf } from '@contract/names';
import { expect, test } from 'vitest';
import { billToCharge, category, dayFrom, makeCost, supplier } from '../support/apiFinance';
import { testApi } from '../support/server';
import { type Sample, sampleOf, ublOf } from '../support/supplierInvoices';

const api = testApi();
const VAT_NO = 'DE136695976';
const own = () =>
  api.row("select id, vatNo from clientCompany where kind = 'own' and vatNo is not null limit 1");
const codeId = (code: string) => api.count('select id from vatCode where code = ?', code);

/** The supplier of the samples. */
function seller(): number {
  const id = supplier(api);
  api.db.exec(`update clientCompany set vatNo = null where vatNo = '${VAT_NO}'`);
  api.db.exec(`update clientCompany set vatNo = '${VAT_NO}', iban = null where id = ${id}`);
  return id;
}
const numberOf = (id: number) => {
  const { billNo, batchNo } = api.row('select billNo, batchNo from bill where id = ?', id);
  return `${billNo}/${batchNo}`;
};
const read = (sample: Sample, supplierId?: number) =>
  api.call.supplierInvoice.read({
    query: supplierId === undefined ? {} : { supplierId },
    file: { name: 'invoice.xml', bytes: ublOf(sample) },
  });

/** What a person confirms: the file as read, and what was proposed, with their changes by line. */
function confirmed(found: InvoiceRead, changes: object[] = [], more: object = {}) {
  const { invoiceNo, invoiceDate, dueDate, currency, netAmount, taxAmount, grossAmount, taxes } = found;
  const { credit, iban, fileHash } = found;
  return {
    ...{ invoiceNo, invoiceDate, dueDate, currency, netAmount, taxAmount, grossAmount, taxes },
    ...{ credit, iban, fileHash, fileName: 'invoice.xml' },
    supplierId: found.supplierId ?? 0,
    ownCompanyId: found.ownCompanyId,
    lines: found.lines.map(({ no, text, netAmount: net, vatCategory, vatRate, proposed, ...line }, at) => ({
      ...{ no, remark: text, netAmount: net, vatCategory, vatRate },
      ...pickOf(line, ['billedQuantity', 'billedUnit', 'billedPrice']),
      ...{ vatCodeId: proposed.vatCodeId, bills: proposed.bills, costId: proposed.costId },
      feeCategoryId: proposed.feeCategoryId ?? category(api, 'unloading'),
      ...changes[at],
    })),
    ...more,
  };
}
const costsOf = (invoiceNo: string) =>
  api.rows('select * from billCost where invoiceNo = ? order by id', invoiceNo);

test('proposes the supplier, our company, the expected cost and the code, and writes nothing', async () => {
  const supplierId = seller();
  const billId = billToCharge(api);
  const cost = await makeCost(api, { quantity: 1, unitPrice: '100', taxRate: null }, billId);
  const { id, vatNo } = own();
  const before = api.count('select count(*) from billCost') + api.count('select count(*) from storedFile');
  const lines = [{ net: '100.00', order: numberOf(billId), text: `Truck ${numberOf(billId)}` }];
  const found = await read(sampleOf({ no: 'P-1', lines, buyer: String(vatNo) }));
  expect(found).toMatchObject({ supplierId, ownCompanyId: id, recorded: false, findings: [] });
  expect(found.lines).toMatchObject([
    { proposed: { costId: cost.id, bills: [numberOf(billId)], feeCategoryId: cost.feeCategoryId } },
  ]);
  expect(found.expected).toContainEqual(expect.objectContaining({ id: cost.id, amount: '100.00' }));
  expect(api.count('select count(*) from billCost') + api.count('select count(*) from storedFile')).toBe(
    before,
  );
});

test('asks for a supplier who is not known, and warns of another account', async () => {
  const supplierId = seller();
  const unknown = await read(sampleOf({ no: 'U-1', seller: 'ATU12345675', buyer: 'ATU12345675' }));
  expect(unknown).toMatchObject({ supplierId: null, ownCompanyId: null, expected: [] });
  expect(unknown.lines[0]?.proposed).toMatchObject({ costId: null, bills: [] });
  const chosen = await read(sampleOf({ no: 'U-1', seller: null }), supplierId);
  expect(chosen).toMatchObject({ supplierId, otherAccount: false });
  api.db.exec(`update clientCompany set iban = 'NL91ABNA0417164300' where id = ${supplierId}`);
  expect((await read(sampleOf({ no: 'U-1' }))).otherAccount).toBe(true);
});

test('records expected costs, differences and new costs in one step, to the cent', async () => {
  const supplierId = seller();
  const [first, second, third] = [1, 2, 3].map(() => billToCharge(api)) as [number, number, number];
  const price = { quantity: 1, taxRate: null };
  const equal = await makeCost(api, { ...price, unitPrice: '100.01' }, first);
  const other = await makeCost(api, { ...price, unitPrice: '50' }, second);
  const net = ['100.01', '60.00', '33.33', '0.03'];
  const lines = net.map((amount, at) => ({
    net: amount,
    text: `Transport ${numberOf([first, second, third, third][at] ?? third)}`,
  }));
  const [taxable, tax, gross] = ['193.37', '36.74', '230.11'];
  const sample = sampleOf({
    ...{ no: 'R-100', lines, due: '2026-11-04', sums: [taxable, tax, gross] },
    taxes: [['S', '19', taxable, tax]],
  });
  const found = await read(sample);
  expect(found.lines.map(({ proposed }) => proposed.costId)).toEqual([equal.id, other.id, null, null]);
  const body = confirmed(found);
  expect(await api.call.supplierInvoice.record({ body })).toMatchObject({ costs: 3, diffs: 1 });

  const costs = costsOf('R-100');
  expect(costs).toMatchObject([
    { id: equal.id, estimated: 0, amount: 10_001, dueDate: '2026-11-04', source: 'manual' },
    { billId: third, amount: 3333, source: 'invoice', supplierId },
    { billId: third, amount: 3, source: 'invoice' },
  ]);
  // The difference keeps its part of the invoice until it is decided: 60.00 and its tax of 11.40.
  const sum = (name: string) => costs.reduce((all, cost) => all + Number(cost[name]), 0);
  expect(sum('amount') + 6000).toBe(19_337);
  expect(sum('taxAmount') + 1140).toBe(3674);
  const { list } = await api.call.billCostDiff.list({ query: { billId: [second] } });
  expect(list).toMatchObject([{ invoiceNo: 'R-100', invoicedAmount: '60.00', accruedAmount: '50.00' }]);

  // Two lines of one bill and category: each can be edited afterwards.
  const { id, version } = await api.call.billCost.get({ params: { id: Number(costs[1]?.id) } });
  await api.call.billCost.update({ params: { id }, body: { version, remark: 'Checked' } });

  expect((await read(sample)).recorded).toBe(true);
  expect(await api.refused('supplierInvoice.record', { body })).toMatchObject({ code: 'EINVOICE_TWICE' });
});

test('shares a line over three bills, net and gross to the cent, each with its expected cost', async () => {
  seller();
  const bills = [1, 2, 3].map(() => billToCharge(api, { weight: 1000 }));
  const feeCategoryId = category(api, 'unloading');
  await makeCost(api, { quantity: 1, unitPrice: '33.33', taxRate: null, feeCategoryId }, bills[1]);
  const found = await read(sampleOf({ no: 'R-200' }));
  const body = confirmed(found, [{ bills: bills.map(numberOf), feeCategoryId, costId: null }]);
  expect(await api.call.supplierInvoice.record({ body })).toMatchObject({ costs: 3, diffs: 0 });
  const sums = api.row(
    `select sum(amount) as net, sum(taxAmount) as tax, sum(grossAmount) as gross, sum(estimated) as open
     from billCost where billId in (${bills.join()})`,
  );
  expect(sums).toEqual({ net: 10_000, tax: 1900, gross: 11_900, open: 0 });
});

test('compares lines of one expected cost with it together', async () => {
  seller();
  const billId = billToCharge(api);
  const cost = await makeCost(api, { quantity: 1, unitPrice: '100', taxRate: null }, billId);
  const lines = [{ net: '40.00' }, { net: '60.00' }];
  const found = await read(sampleOf({ no: 'R-250', lines }));
  const same = { bills: [numberOf(billId)], costId: cost.id };
  const body = confirmed(found, [same, same]);
  expect(await api.call.supplierInvoice.record({ body })).toMatchObject({ costs: 1, diffs: 0 });
  expect(costsOf('R-250')).toMatchObject([{ id: cost.id, amount: 10_000, taxAmount: 1900, estimated: 0 }]);
});

test('records a credit note as negative costs', async () => {
  seller();
  const billId = billToCharge(api);
  const lines = [{ net: '100.00', order: numberOf(billId) }];
  const found = await read(sampleOf({ no: 'CN-1', credit: true, lines }));
  expect(found).toMatchObject({ credit: true, grossAmount: '-119.00' });
  await api.call.supplierInvoice.record({
    body: confirmed(found, [{ costId: null, bills: [numberOf(billId)] }]),
  });
  expect(costsOf('CN-1')).toMatchObject([
    { billId, amount: -10_000, taxAmount: -1900, grossAmount: -11_900 },
  ]);
});

test('refuses a closed month and a code of another rate, and then nothing is written', async () => {
  seller();
  const bills = [numberOf(billToCharge(api))];
  const lines = [{ net: '100.00' }, { net: '50.00', rate: '0', category: 'AE' }];
  const sample = sampleOf({
    ...{ no: 'R-300', lines, sums: ['150.00', '19.00', '169.00'] },
    taxes: [
      ['S', '19', '100.00', '19.00'],
      ['AE', '0', '50.00', '0.00'],
    ],
  });
  const found = await read(sample);
  const line = { bills, costId: null };
  const wrong = confirmed(found, [line, { ...line, vatCodeId: codeId('NL-S') }]);
  const refused = await api.refused('supplierInvoice.record', { body: wrong });
  expect(refused).toMatchObject({
    code: 'EINVOICE_VAT',
    fields: { 'lines.1.vatCodeId': expect.any(String) },
  });
  const period = '2026-10';
  api.db.exec(`delete from bookMonth where period = '${period}'`);
  const closed = api.insert('bookMonth', { id: 202_610, version: 1, period, state: 'closed' });
  const body = confirmed(found, [line, line]);
  expect(await api.refused('supplierInvoice.record', { body })).toMatchObject({ code: 'MONTH_CLOSED' });
  api.db.exec(`delete from bookMonth where id = ${closed}`);
  // The second line cannot be written: the first one is not either.
  const half = confirmed(found, [line, { ...line, feeCategoryId: 999_999 }]);
  expect(await api.refused('supplierInvoice.record', { body: half })).toMatchObject({
    code: 'REFERENCE_UNKNOWN',
  });
  expect(costsOf('R-300')).toEqual([]);
  expect(await api.call.supplierInvoice.record({ body })).toMatchObject({ costs: 2, diffs: 0 });
});

test('refuses sums that are not those of the invoice', async () => {
  seller();
  const found = await read(sampleOf({ no: 'R-400' }));
  const line = { bills: [numberOf(billToCharge(api))], costId: null };
  for (const [wrong, field] of [
    [{ netAmount: '100.01' }, 'Net'],
    [{ taxAmount: '19.01', grossAmount: '119.01' }, 'Tax'],
    [{ grossAmount: '119.01' }, 'incl. tax'],
    [{ taxes: [{ vatCategory: 'S', vatRate: 7, taxAmount: '19.00' }] }, 'Tax'],
  ] as const) {
    const body = confirmed(found, [line], { invoiceDate: dayFrom(0), ...wrong });
    const refused = await api.refused('supplierInvoice.record', { body });
    expect(refused, JSON.stringify(wrong)).toMatchObject({ code: 'EINVOICE_SUM' });
    expect(refused.msg).toContain(field);
  }
});

test('proposes nothing of bills that the caller does not see', async () => {
  const supplierId = seller();
  const [mine, other] = api.rows('select id from warehouse order by id limit 2').map(({ id }) => Number(id));
  const billId = billToCharge(api, { warehouseId: other ?? 0 });
  const cost = await makeCost(api, { quantity: 1, unitPrice: '100', taxRate: null }, billId);
  const lines = [{ net: '100.00', order: numberOf(billId) }];
  const file = { name: 'invoice.xml', bytes: ublOf(sampleOf({ no: 'S-1', lines })) };
  const limited = api.actor({ permissions: ['finance.cost.edit'], warehouseIds: [mine ?? 0] });
  const found = await api.call.supplierInvoice.read({ query: {}, file }, { as: limited });
  expect(found.supplierId).toBe(supplierId);
  expect(found.lines[0]?.proposed).toMatchObject({ costId: null, bills: [] });
  expect(found.expected.map(({ id }) => id)).not.toContain(cost.id);
  const body = confirmed(found, [{ bills: [numberOf(billId)] }]);
  const refused = await api.send('supplierInvoice.record', { body }, { as: limited });
  expect(refused).toMatchObject({ refused: { code: 'ALLOCATION_UNKNOWN' } });
});

test('adds up groups of one category, and numbers lines that repeat a number', async () => {
  seller();
  const sample = sampleOf({
    ...{ no: 'M-1', sums: ['30.00', '0.00', '30.00'] },
    lines: [
      { net: '10.00', rate: '0', category: 'E' },
      { net: '20.00', rate: '0', category: 'E' },
    ],
    taxes: [
      ['E', '0', '10.00', '0.00'],
      ['E', '0', '20.00', '0.00'],
    ],
  });
  const bytes = ublOf(sample).replace('<cbc:ID>2</cbc:ID>', '<cbc:ID>1</cbc:ID>');
  const found = await api.call.supplierInvoice.read({ query: {}, file: { name: 'a.xml', bytes } });
  expect(found.lines.map(({ no }) => no)).toEqual(['1', '2']);
  expect(found.taxes).toEqual([{ vatCategory: 'E', vatRate: 0, taxAmount: '0.00' }]);
  const line = { bills: [numberOf(billToCharge(api))], costId: null };
  expect(await api.call.supplierInvoice.record({ body: confirmed(found, [line, line]) })).toMatchObject({
    ...{ costs: 2, diffs: 0 },
  });
});

/** Records an invoice of one line for bills, and returns it with its file. */
async function recordedFor(no: string, bills: readonly number[], changes: object = {}) {
  const supplierId = seller();
  const bytes = ublOf(sampleOf({ no, lines: [{ net: '100.00', quantity: '2' }] }));
  const file = { name: `${no}.xml`, bytes };
  const found = await api.call.supplierInvoice.read({ query: { supplierId }, file });
  const line = { bills: bills.map(numberOf), costId: null, ...changes };
  const { id } = await api.call.supplierInvoice.record({ body: confirmed(found, [line]) });
  return { id, file };
}
const invoiceOf = (id: number) => api.call.supplierInvoice.get({ params: { id } });

test('keeps the file byte by byte, once, and no other file', async () => {
  const { id, file } = await recordedFor('K-1', [billToCharge(api)]);
  expect(await invoiceOf(id)).toMatchObject({ fileKept: false, state: 'recorded', fileName: 'invoice.xml' });
  const other = { name: 'K-1.xml', bytes: `${file.bytes} ` };
  expect(await api.refused('supplierInvoice.keepFile', { params: { id }, file: other })).toMatchObject({
    code: 'EINVOICE_FILE_OTHER',
  });
  expect(await invoiceOf(id)).toMatchObject({ fileKept: false });
  expect(await api.call.supplierInvoice.keepFile({ params: { id }, file })).toMatchObject({
    ...{ fileKept: true, fileName: 'K-1.xml' },
  });
  const { bytes } = await api.call.supplierInvoice.file({ params: { id } });
  expect(Buffer.from(bytes).toString()).toBe(file.bytes);
});

test('keeps the quantity, the unit and the price of a line on its costs, and in the invoice', async () => {
  const [first, second] = [1, 2].map(() => billToCharge(api, { weight: 1000 })) as [number, number];
  const { id } = await recordedFor('Q-1', [first, second]);
  const { list } = await api.call.billCost.list({ query: { supplierInvoiceId: [id], sort: 'costNo' } });
  const billed = { billedQuantity: 2, billedUnit: 'C62', billedPrice: '100.0000' };
  expect(list).toMatchObject([
    { ...billed, billId: first, invoiceLineNo: '1', amount: '50.00' },
    { ...billed, billId: second, invoiceLineNo: '1', amount: '50.00' },
  ]);
  expect((await invoiceOf(id)).lines).toMatchObject([
    { no: '1', billedQuantity: 2, feeCategory: 'unloading' },
  ]);
});

test('says when costs of an invoice change, and when none is left', async () => {
  const { id } = await recordedFor('V-1', [billToCharge(api)]);
  const [cost] = (await api.call.billCost.list({ query: { supplierInvoiceId: [id] } })).list;
  const params = { id: cost?.id ?? 0 };
  await api.call.billCost.update({ params, body: { version: cost?.version ?? 0, unitPrice: '90' } });
  expect(await invoiceOf(id)).toMatchObject({ state: 'changed', costAmount: '90.00', netAmount: '100.00' });
  await api.call.billCost.remove({ params });
  expect(await invoiceOf(id)).toMatchObject({ state: 'void', costAmount: '0.00' });
  // The number is free again: the next one is another record.
  const { id: again } = await recordedFor('V-1', [billToCharge(api)]);
  expect(await invoiceOf(again)).toMatchObject({ state: 'recorded' });
});

test('counts a difference as a part of its invoice, before and after it is decided', async () => {
  const supplierId = seller();
  const billId = billToCharge(api);
  const cost = await makeCost(api, { quantity: 1, unitPrice: '80', taxRate: null, supplierId }, billId);
  const { id } = await recordedFor('D-1', [billId], { costId: cost.id, feeCategoryId: cost.feeCategoryId });
  expect(await invoiceOf(id)).toMatchObject({ state: 'recorded', costAmount: '100.00' });
  const [diff] = (await api.call.billCostDiff.list({ query: { billId: [billId] } })).list;
  const decide = (version: number, action: 'accept' | 'reopen') =>
    api.call.billCostDiff.decide({ params: { id: diff?.id ?? 0 }, body: { version, action, remark: 'ok' } });
  const { version } = await decide(diff?.version ?? 0, 'accept');
  expect(await invoiceOf(id)).toMatchObject({ state: 'recorded', costAmount: '100.00' });
  expect((await api.call.billCost.list({ query: { supplierInvoiceId: [id] } })).list).toHaveLength(2);
  await decide(version, 'reopen');
  expect(await invoiceOf(id)).toMatchObject({ state: 'recorded', costAmount: '100.00' });
});

test('shows an invoice of several warehouses to those alone who see all its bills', async () => {
  const [mine, other] = api.rows('select id from warehouse order by id limit 2').map(({ id }) => Number(id));
  const bills = [mine, other].map((warehouseId) =>
    billToCharge(api, { warehouseId: warehouseId ?? 0, weight: 9 }),
  );
  const [own = 0] = bills;
  const one = await recordedFor('W-1', [own]);
  const both = await recordedFor('W-2', bills);
  for (const { id, file } of [one, both]) await api.call.supplierInvoice.keepFile({ params: { id }, file });
  const limited = api.actor({ permissions: ['finance.cost.view'], warehouseIds: [mine ?? 0] });
  const { list } = await api.call.supplierInvoice.list({ query: {} }, { as: limited });
  const ids = list.map(({ id }) => id);
  expect(ids).toContain(one.id);
  expect(ids).not.toContain(both.id);
  const params = { id: both.id };
  for (const name of ['supplierInvoice.get', 'supplierInvoice.file'] as const)
    expect(await api.send(name, { params }, { as: limited }), name).toMatchObject({
      refused: { code: 'NOT_FOUND' },
    });
  // The cost in the other warehouse is gone, and with it nothing of the secret.
  const { list: costs } = await api.call.billCost.list({ query: { supplierInvoiceId: [both.id] } });
  for (const { id, billId } of costs) if (billId !== own) await api.call.billCost.remove({ params: { id } });
  expect(await api.send('supplierInvoice.get', { params }, { as: limited })).toMatchObject({
    refused: { code: 'NOT_FOUND' },
  });
  const nobody = api.actor({ permissions: ['finance.revenue.view'], warehouseIds: [] });
  expect(await api.send('supplierInvoice.file', { params }, { as: nobody })).toMatchObject({
    refused: { code: 'NO_PERMISSION' },
  });
});
