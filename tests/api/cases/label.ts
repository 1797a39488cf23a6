import { landedBill, receivedTrip } from '../../support/apiCargo';
import { parcelBill } from '../../support/apiParcels';
import type { TestApi } from '../../support/server';
import type { ContractCase } from './contractCase';

const nowhere = 999_999_999;

/** Returns boxes of a new bill; `boxNo` renames the first. */
async function boxesOf(api: TestApi, boxNo?: string) {
  const { id, boxes } = await landedBill(api);
  const ids = boxes.map(({ boxId }) => boxId);
  if (boxNo) api.db.prepare('update box set boxNo = ? where id = ?').run(boxNo, ids[0] ?? 0);
  return { billId: id, ids };
}
async function palletOf(api: TestApi) {
  const { boxes } = await receivedTrip(api);
  return api.call.pallet.create({ body: { boxIds: boxes.map(({ boxId }) => boxId) } });
}
function parcelsOf(api: TestApi, trackingNo?: string) {
  const { billId } = parcelBill(api, ['free', 'held']);
  const ids = api.rows('select id from parcel where billId = ?', billId).map(({ id }) => Number(id));
  if (trackingNo)
    api.db.prepare('update parcel set trackingNo = ? where id = ?').run(trackingNo, ids[0] ?? 0);
  return { billId, ids };
}
/** More than the limit of one print, with copies. */
const MANY = 501;

export const labelCases = {
  'label.box': {
    right: async (api) => ({ body: { size: '100x150', ids: (await boxesOf(api)).ids } }),
    errors: {
      NOT_FOUND: (api) => api.refused('label.box', { body: { size: '100x50', ids: [nowhere] } }),
      LABELS_TOO_MANY: async (api) => {
        const { billId } = await boxesOf(api);
        for (let n = 4; n < MANY; n += 1)
          api.insert('box', {
            billId,
            boxNo: `B${billId}-${n}`,
            declaredParcels: 1,
            weight: 1,
            state: 'expected',
          });
        return api.refused('label.box', { body: { size: '100x50', billId, copies: 10 } });
      },
      LABEL_TOO_SMALL: async (api) => {
        const { ids } = await boxesOf(api, `LONG-${'X'.repeat(20)}`);
        return api.refused('label.box', { body: { size: '62x29', ids } });
      },
      LABEL_TOO_LONG: async (api) => {
        const { ids } = await boxesOf(api, `LONG-${'X'.repeat(35)}`);
        return api.refused('label.box', { body: { size: '100x50', ids } });
      },
    },
  },
  'label.pallet': {
    right: async (api) => ({ body: { size: '100x100', ids: [(await palletOf(api)).id] } }),
    errors: {
      NOT_FOUND: (api) => api.refused('label.pallet', { body: { size: '100x50', ids: [nowhere] } }),
      LABELS_TOO_MANY: async (api) => {
        const cmrId = api.count('select min(id) from cmr');
        const { id: _, ...row } = api.row('select * from pallet limit 1');
        for (let n = 0; n < MANY; n += 1)
          api.insert('pallet', { ...row, palletNo: `MANY-${n}`, sscc: null, cmrId } as never);
        const refused = await api.refused('label.pallet', { body: { size: '100x50', cmrId, copies: 10 } });
        api.db.exec("delete from pallet where palletNo like 'MANY-%'");
        return refused;
      },
      SSCC_USED_UP: async (api) => {
        const pallet = await palletOf(api);
        const head = '8871234512345';
        const before = api.row('select companyPrefix, extensionDigit from labelSettings');
        const set = (companyPrefix: string, extensionDigit: number) =>
          api.db
            .prepare('update labelSettings set companyPrefix = ?, extensionDigit = ?')
            .run(companyPrefix, extensionDigit);
        api.db.exec(`insert or ignore into ssccSerial (head, last) values ('${head}', 9999)`);
        set(head.slice(1), 8);
        const refused = await api.refused('label.pallet', { body: { size: '100x50', ids: [pallet.id] } });
        set(String(before.companyPrefix), Number(before.extensionDigit));
        return refused;
      },
    },
  },
  'label.parcel': {
    right: (api) => ({ body: { size: '100x150', ids: parcelsOf(api).ids } }),
    errors: {
      NOT_FOUND: (api) => api.refused('label.parcel', { body: { size: '100x50', ids: [nowhere] } }),
      LABELS_TOO_MANY: (api) => {
        const { billId } = api.row('select billId from parcel group by billId having count(*) > 500 limit 1');
        const expected = api.count('select count(*) from parcel where billId = ?', Number(billId));
        const matching = { filter: { billId: [billId] }, expected };
        return api.refused('label.parcel', { body: { size: '100x50', matching, copies: 10 } });
      },
      LABEL_TOO_SMALL: (api) =>
        api.refused('label.parcel', {
          body: { size: '62x29', ids: parcelsOf(api, `LONG${'X'.repeat(20)}`).ids },
        }),
      LABEL_TOO_LONG: (api) =>
        api.refused('label.parcel', {
          body: { size: '100x50', ids: parcelsOf(api, `LONG${'Z'.repeat(31)}`).ids },
        }),
      COUNT_CHANGED: (api) =>
        api.refused('label.parcel', {
          body: { size: '100x50', matching: { filter: { billId: [parcelsOf(api).billId] }, expected: 3 } },
        }),
    },
  },
  'label.test': { right: () => ({ query: { size: '62x29' } }) },
  'label.settings': { right: () => ({}) },
  'label.saveSettings': {
    right: async (api) => {
      const settings = await api.call.label.settings();
      return {
        body: { ...settings, companyPrefix: '9521235', extensionDigit: (settings.extensionDigit + 1) % 10 },
      };
    },
    errors: {
      STALE_DATA: (api) =>
        api.refused('label.saveSettings', { body: { version: 99, companyPrefix: null, extensionDigit: 3 } }),
    },
  },
} as const satisfies Record<string, ContractCase>;
