import type { RefusedCall } from '../../support/apiCall';
import { batchOf, boxOf, declaredBill, newLrn } from '../../support/apiCustoms';
import { billIn, drafts, newCode } from '../../support/apiRecords';
import type { TestApi } from '../../support/server';
import type { ContractCase } from './contractCase';

/** The account of the demo that reaches the simulated office. */
const TRAINING = 1;

/** Gives the parcels of a declaration the addresses that customs requires. */
export const addressed = (api: TestApi, billId: number): void =>
  api.db.exec(`update parcel set address = 'Oudegracht 12' where billId = ${billId}`);

/** Makes a message to customs in a state. */
export function messageIn(api: TestApi, state: string): number {
  const { billId, batchId } = declaredBill(api, 'declared');
  const lrn = newLrn();
  return api.insert('customsMessage', {
    ...{ billId, batchId, accountId: TRAINING, batchLrn: lrn, lrn, trackingNo: newCode('TST') },
    ...{ items: 1, content: '<Declaration/>', state, standing: 'none', attempts: 0 },
    createdAt: '2026-11-03T00:00:00Z',
  });
}

/** Makes a response that waits for a person. */
export function openAnswer(api: TestApi): number {
  const messageId = messageIn(api, 'sent');
  const found = api.row('select billId, batchId, lrn from customsMessage where id = ?', messageId);
  const [billId, batchId, lrn] = [Number(found.billId), Number(found.batchId), String(found.lrn)];
  return api.insert('customsAnswer', {
    ...{ accountId: TRAINING, messageId, billId, batchId, lrn, sid: newCode('SID'), event: 'released' },
    ...{ at: '2026-11-03T00:00:00Z', receivedAt: '2026-11-03T00:00:00Z', state: 'open', content: '<N/>' },
    problem: JSON.stringify({ code: 'CUSTOMS_ANSWER_UNREADABLE' }),
  });
}

const transmitted = (api: TestApi, batchId: number, changes: object = {}) =>
  api.refused('customsMessage.transmit', {
    params: { batchId },
    body: { version: 1, accountId: TRAINING, ...changes },
  });
/** Tries to send a declaration that lacks nothing but what the columns say. */
const refusedFor =
  (columns: Readonly<Record<string, string>>, status = 'declared') =>
  (api: TestApi) => {
    const { billId, batchId } = declaredBill(api, status, columns);
    addressed(api, billId);
    return transmitted(api, batchId);
  };

/** Tries to withdraw a declaration that customs has as a message. */
export function withdrawSent(api: TestApi): Promise<RefusedCall> {
  const { billId, batchId } = declaredBill(api, 'declared');
  const { lrn } = api.row('select lrn from batch where id = ?', batchId);
  api.insert('customsMessage', {
    ...{ billId, batchId, accountId: 1, batchLrn: String(lrn), lrn: String(lrn), trackingNo: 'TST-1' },
    ...{ items: 1, content: '<Declaration/>', state: 'sent', standing: 'none', attempts: 0 },
    createdAt: '2026-11-03T00:00:00Z',
  });
  return api.refused('batch.withdraw', { params: { batchId }, body: { version: 1 } });
}

export const customsOfficeCases = {
  'customsAccount.remove': {
    right: async (api) => ({
      params: { id: (await api.call.customsAccount.create({ body: drafts.customsAccount() })).id },
    }),
    errors: {
      IN_USE: (api) => {
        messageIn(api, 'sent');
        return api.refused('customsAccount.remove', { params: { id: TRAINING } });
      },
    },
  },
  'customsMessage.list': {
    right: (api) => {
      const id = messageIn(api, 'failed');
      const { batchId } = api.row('select batchId from customsMessage where id = ?', id);
      return { query: { batchId: [Number(batchId)], pageSize: 5 } };
    },
  },
  'customsMessage.get': { right: (api) => ({ params: { id: messageIn(api, 'sent') } }) },
  'customsMessage.send': { right: (api) => ({ body: { ids: [messageIn(api, 'failed')] } }) },
  'customsMessage.ask': { right: (api) => ({ body: { ids: [messageIn(api, 'sent')] } }) },
  'customsMessage.transmit': {
    right: (api) => {
      const { billId, batchId } = declaredBill(api, 'declared');
      addressed(api, billId);
      return { params: { batchId }, body: { version: 1, accountId: TRAINING } };
    },
    errors: {
      STALE_DATA: (api) => transmitted(api, declaredBill(api, 'declared').batchId, { version: 7 }),
      STATE_NOT_ALLOWED: refusedFor({}, 'released'),
      BILL_REMOVED: (api) => transmitted(api, batchOf(api, billIn(api, 'removed'), { status: 'declared' })),
      BILL_ARCHIVED: (api) =>
        transmitted(api, batchOf(api, billIn(api, 'delivery', { archived: 1 }), { status: 'declared' })),
      CUSTOMS_NOT_H7: refusedFor({ declarationSystem: 'AGS', declarationType: 'H1' }),
      CUSTOMS_LRN_LONG: refusedFor({ lrn: newLrn().padEnd(22, 'X') }),
      CUSTOMS_ACCOUNT_INACTIVE: async (api) => {
        api.db.exec('update customsAccount set active = 0 where id = 2');
        return transmitted(api, declaredBill(api, 'declared').batchId, { accountId: 2 });
      },
      CUSTOMS_TRANSMITTED: async (api) => {
        const id = messageIn(api, 'sent');
        const { batchId, lrn } = api.row('select batchId, lrn from customsMessage where id = ?', id);
        api.db.prepare('update batch set lrn = ? where id = ?').run(String(lrn), Number(batchId));
        return transmitted(api, Number(batchId));
      },
      DECLARATION_EMPTY: (api) => {
        const { billId, batchId } = declaredBill(api, 'declared');
        api.db.exec(`update parcel set batchId = null where billId = ${billId}`);
        return transmitted(api, batchId);
      },
      H7_INCOMPLETE: (api) => {
        const { billId, batchId } = declaredBill(api, 'declared');
        addressed(api, billId);
        boxOf(api, billId, batchId, [{ address: 'Oudegracht 12' }], { hsCode: '61' });
        return transmitted(api, batchId);
      },
    },
  },
  'customsAnswer.list': {
    right: (api) => {
      const id = openAnswer(api);
      const { billId } = api.row('select billId from customsAnswer where id = ?', id);
      return { query: { billId: [Number(billId)], pageSize: 5 } };
    },
  },
  'customsAnswer.retry': { right: (api) => ({ body: { ids: [openAnswer(api)] } }) },
  'customsAnswer.settle': { right: (api) => ({ body: { ids: [openAnswer(api)] } }) },
} satisfies Record<`customs${'Account' | 'Message' | 'Answer'}.${string}`, ContractCase>;
