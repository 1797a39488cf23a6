import { palletSscc } from '@contract/rules/codes';
import { words } from '@contract/words';
import { describe, expect, test } from 'vitest';
import type { TestDownload } from '../support/apiCall';
import { landedBill, receivedTrip } from '../support/apiCargo';
import { parcelBill } from '../support/apiParcels';
import { noteOf } from '../support/apiTrucks';
import { pdfPages } from '../support/pdfPages';
import { testApi } from '../support/server';

const api = testApi();

const pagesOf = ({ bytes }: TestDownload) => pdfPages(bytes);
const textOf = (file: TestDownload) => pagesOf(file).map(({ text }) => text.split('\n'));
const ssccOfPallet = (id: number) =>
  api.row('select sscc from pallet where id = ?', id).sscc as string | null;
const lastExport = () =>
  api.row(
    "select objectType, objectNo, after from operateLog where action = 'export' order by id desc limit 1",
  );

/** Sets the numbering of pallets from now on. */
async function number(companyPrefix: string | null, extensionDigit = 3) {
  const { version } = await api.call.label.settings();
  return api.call.label.saveSettings({ body: { version, companyPrefix, extensionDigit } });
}
async function newPallet() {
  const { boxes, id } = await receivedTrip(api);
  const pallet = await api.call.pallet.create({ body: { boxIds: boxes.map(({ boxId }) => boxId) } });
  return { ...pallet, billId: id };
}
const close = (id: number) => api.call.pallet.act({ params: { id }, body: { version: 1, action: 'close' } });

describe('box labels', () => {
  test('number each box among the boxes of the whole bill', async () => {
    const { id, boxes } = await landedBill(api);
    api.db.prepare('update box set measuredWeight = 9350 where id = ?').run(boxes[0]?.boxId ?? 0);
    const { billNo, batchNo } = api.row('select billNo, batchNo from bill where id = ?', id);
    const file = await api.call.label.box({ body: { size: '100x100', billId: id, copies: 2 } });
    expect(file).toMatchObject({
      mime: 'application/pdf',
      name: expect.stringMatching(/^box-labels-[\d-]+\.pdf$/),
    });
    const pages = textOf(file);
    const numbers = boxes.map(({ boxNo }) => boxNo).sort();
    expect(pages.map((lines) => lines.at(-1))).toEqual(numbers.flatMap((no) => [no, no]));
    expect(pages.map((lines) => lines.find((line) => /^\d\/\d$/.test(line)))).toEqual(
      ['1/4', '2/4', '3/4', '4/4'].flatMap((mark) => [mark, mark]),
    );
    const weighed = pages.find((lines) => lines.at(-1) === boxes[0]?.boxNo);
    expect(weighed).toEqual(
      expect.arrayContaining([
        'NL-HUB-01',
        String(billNo),
        String(batchNo),
        '9.35 kg',
        words.en.fields.billNo,
      ]),
    );
    expect(lastExport()).toMatchObject({ objectType: 'box', objectNo: null });
    expect(JSON.parse(String(lastExport().after))).toEqual({
      labels: 4,
      size: '100x100',
      copies: 2,
      numbers: numbers.join(', '),
    });
  });

  test('keep the number of a box within its bill when printed alone, in the language of the user', async () => {
    const { id, boxes } = await landedBill(api);
    const [, second] = [...boxes].sort((a, b) => (a.boxNo < b.boxNo ? -1 : 1));
    api.db.prepare("update box set state = 'received' where id = ?").run(second?.boxId ?? 0);
    const one = await api.call.label.box(
      { body: { size: '62x29', billId: id, state: 'received' } },
      { language: 'cn' },
    );
    const [lines] = textOf(one);
    expect(lines).toEqual(expect.arrayContaining(['2/4', second?.boxNo ?? '']));
    expect(pagesOf(one)[0]?.text.replaceAll('\n', '')).toContain(words.cn.fields.billNo);
    expect(lastExport()).toMatchObject({ objectNo: second?.boxNo });
  });

  test('are refused with the next size that fits the longest number', async () => {
    const { id, boxes } = await landedBill(api);
    const no = `LONG-${'X'.repeat(15)}`;
    api.db.prepare('update box set boxNo = ? where id = ?').run(no, boxes[2]?.boxId ?? 0);
    expect(await api.refused('label.box', { body: { size: '62x29', billId: id } })).toMatchObject({
      ...{ status: 409, code: 'LABEL_TOO_SMALL' },
      msg: `The barcode of ${no} does not fit a label of 62 × 29 mm. Choose 100 × 50 mm`,
    });
    expect(pagesOf(await api.call.label.box({ body: { size: '100x50', billId: id } }))).toHaveLength(4);
  });

  test('require either boxes or a bill: neither and both are refused', async () => {
    const { id, boxes } = await landedBill(api);
    const ids = [boxes[0]?.boxId];
    for (const body of [{}, { ids, billId: id }])
      expect(await api.refused('label.box', { body: { size: '100x50', ...body } })).toMatchObject({
        fields: { billId: expect.any(String) },
      });
    for (const body of [
      { ids, size: '80x80' },
      { ids, size: '100x50', copies: 11 },
    ])
      expect(await api.refused('label.box', { body })).toMatchObject({ status: 400 });
  });
});

describe('the SSCC of a pallet', () => {
  test('is assigned when it is first labelled, and stays', async () => {
    await number('8712345');
    const pallet = await newPallet();
    expect(pallet.sscc).toBeNull();
    const label = () => api.call.label.pallet({ body: { size: '100x100', ids: [pallet.id] } });
    const [lines] = textOf(await label());
    const sscc = ssccOfPallet(pallet.id);
    expect(palletSscc.check(sscc ?? '')).toBeUndefined();
    expect(sscc).toMatch(/^38712345/);
    expect(lines).toEqual(
      expect.arrayContaining([`(00) ${sscc}`, pallet.palletNo, 'NL-HUB-01', '4', '36 kg']),
    );
    await label();
    expect(ssccOfPallet(pallet.id)).toBe(sscc);
    const given =
      "select count(*) from operateLog where objectType = 'pallet' and objectId = ? and action = 'update'";
    expect(api.count(given, String(pallet.id))).toBe(1);
  });

  test('is assigned when it is closed, with the prefix and digit of that day', async () => {
    await number('9521236', 7);
    const [one, two] = [await newPallet(), await newPallet()];
    await close(one.id);
    expect(ssccOfPallet(one.id)).toMatch(/^79521236000000001\d$/);
    await number('8712345');
    await close(two.id);
    expect(ssccOfPallet(two.id)).toMatch(/^38712345/);
    // Numbering continues after the last number given, even if its pallet was deleted since.
    api.db.prepare('update pallet set sscc = null where id = ?').run(one.id);
    await number('9521236', 7);
    await api.call.label.pallet({ body: { size: '100x50', ids: [one.id] } });
    expect(ssccOfPallet(one.id)).toMatch(/^79521236000000002\d$/);
  });

  test('is never used for another pallet', async () => {
    await number('8712345');
    const [one, two] = [await newPallet(), await newPallet()];
    await Promise.all(
      [one, two].map(({ id }) => api.call.label.pallet({ body: { size: '100x50', ids: [id] } })),
    );
    expect(ssccOfPallet(one.id)).not.toBe(ssccOfPallet(two.id));
    const same = api.db.prepare('update pallet set sscc = ? where id = ?');
    expect(() => same.run(ssccOfPallet(one.id), two.id)).toThrow(/unique/i);
  });

  test('is replaced by the pallet number as barcode when there is no prefix', async () => {
    await number(null);
    const pallet = await newPallet();
    await close(pallet.id);
    const [lines] = textOf(await api.call.label.pallet({ body: { size: '100x50', ids: [pallet.id] } }));
    expect(ssccOfPallet(pallet.id)).toBeNull();
    expect(lines?.at(-1)).toBe(pallet.palletNo);
    expect(lines?.join(' ')).not.toMatch(/SSCC|\(00\)/);
    expect(await api.call.label.settings()).toMatchObject({ companyPrefix: null });
  });

  test('does not prevent closing a pallet when the numbers are used up', async () => {
    await number('871234512345', 9);
    api.db.exec("insert into ssccSerial (head, last) values ('9871234512345', 9999)");
    const pallet = await newPallet();
    await close(pallet.id);
    expect(api.row('select state, sscc from pallet where id = ?', pallet.id)).toEqual({
      state: 'closed',
      sscc: null,
    });
    expect(await api.refused('label.pallet', { body: { size: '100x50', ids: [pallet.id] } })).toMatchObject({
      ...{ code: 'SSCC_USED_UP', msg: expect.stringContaining('extension digit 9') },
    });
  });

  test('refuses a prefix that GS1 would not assign', async () => {
    const { version } = await api.call.label.settings();
    for (const companyPrefix of ['871', '8712345123456', '87123AB'])
      expect(
        await api.refused('label.saveSettings', { body: { version, companyPrefix, extensionDigit: 3 } }),
      ).toMatchObject({ fields: { companyPrefix: expect.stringContaining('4 to 12 digits') } });
  });
});

test('prints the labels of all pallets of a consignment note, each with its bills', async () => {
  await number('8712345');
  const { cmr, trips } = await noteOf(api, 2);
  const file = await api.call.label.pallet({ body: { size: '100x150', cmrId: cmr.id } });
  const pages = textOf(file);
  expect(pages).toHaveLength(2);
  const billNos = trips.map(({ id }) => String(api.row('select billNo from bill where id = ?', id).billNo));
  expect(pages.map((lines) => billNos.filter((no) => lines.includes(no)))).toEqual(billNos.map((no) => [no]));
});

describe('parcel labels', () => {
  const made = () => {
    const { billId, trackingNos, boxNo } = parcelBill(api, ['free', 'held'], {
      box: { destinationCode: 'NL-HUB-01' },
      parcel: { consigneeName: 'Łukasz 王小明' },
    });
    return { trackingNos, boxNo, matching: { filter: { billId: [billId] }, expected: 2 } };
  };

  test('show the receiver only to users who may change parcels', async () => {
    const { trackingNos, boxNo, matching } = made();
    const body = { size: '100x150', matching } as const;
    const permissions = ['bill.customs.view'] as const;
    const whole = pagesOf(await api.call.label.parcel({ body }));
    expect(whole.map(({ text }) => text.split('\n').at(-1)).sort()).toEqual([...trackingNos].sort());
    for (const { text } of whole) {
      expect(text.replaceAll('\n', '')).toContain('Łukasz 王小明');
      for (const line of ['Spoorlaan 12', '5015 BB Tilburg', 'NL-HUB-01', boxNo])
        expect(text).toContain(line);
      expect(text).not.toMatch(/\+31|example\.com/);
    }
    const as = api.actor({ permissions });
    for (const { text } of pagesOf(await api.call.label.parcel({ body }, { as })))
      expect(text).not.toMatch(/ukasz|Spoorlaan|Tilburg$|5015/m);
    expect(lastExport()).toMatchObject({ objectType: 'parcel' });
  });

  test('are refused when the number of parcels has changed since it was shown', async () => {
    const { matching } = made();
    expect(
      await api.refused('label.parcel', { body: { size: '62x29', matching: { ...matching, expected: 1 } } }),
    ).toMatchObject({ code: 'COUNT_CHANGED' });
  });
});

test('prints labels only for the warehouses of the caller', async () => {
  const { id, boxes } = await landedBill(api);
  const here = api.count('select min(id) from warehouse');
  api.db.prepare('update bill set warehouseId = ? where id = ?').run(here, id);
  const other = api.count('select id from warehouse where id != ? limit 1', here);
  const seeing = (warehouseId: number) =>
    api.actor({ permissions: ['bill.warehouse.view'], warehouseIds: [warehouseId] });
  for (const body of [{ billId: id }, { ids: boxes.map(({ boxId }) => boxId) }])
    expect(
      await api.refused('label.box', { body: { size: '100x50', ...body } }, { as: seeing(other) }),
    ).toMatchObject({
      code: 'NOT_FOUND',
    });
  expect(
    pagesOf(await api.call.label.box({ body: { size: '100x50', billId: id } }, { as: seeing(here) })),
  ).toHaveLength(4);
});
