import { billName } from '@contract/bill/billName';
import { refusalOf } from '@contract/machine';
import { type ApiPush, apiPushRow, pushEvents, pushMachine } from '@contract/partners/apiPush';
import { type EventCode, words } from '@contract/words';
import type { GroupHandlers } from '../context';
import { eachOf } from '../eachOf';
import { exportRows } from '../exportRows';
import { obey } from '../record';
import { refuse } from '../refusal';
import { selectedIds } from '../selected';
import { codecOf } from '../store/codec';
import { type ListDefinition, listRows } from '../store/listRows';
import type { Writer } from '../store/open';

/** Puts an event on its way to the customer of a bill, where it wants to be told; the pusher takes it from there. */
export async function pushEvent(
  { write, now }: { readonly write: Writer; readonly now: string },
  billId: number,
  event: { readonly code: EventCode; readonly occurredAt: string; readonly location: string | null },
): Promise<void> {
  const { occurredAt, location } = event;
  const code = pushEvents.find((one) => one === event.code);
  if (!code) return;
  const found = await write
    .selectFrom('bill')
    .innerJoin('customer', 'customer.id', 'bill.customerId')
    .select([
      'bill.billNo',
      'bill.batchNo',
      'bill.houseNo',
      'bill.flightNo',
      'customer.id as customerId',
      'customer.callbackUrl',
      'customer.pushEvents',
    ])
    .where('bill.id', '=', billId)
    .where('callbackUrl', 'is not', null)
    .executeTakeFirst();
  if (!found?.callbackUrl || !JSON.parse(found.pushEvents).includes(code)) return;
  const { customerId, callbackUrl, pushEvents: _, ...bill } = found;
  await write
    .insertInto('apiPush')
    .values({
      billId,
      customerId,
      billNo: bill.billNo,
      batchNo: bill.batchNo,
      event: code,
      target: callbackUrl,
      payload: payloadOf(bill, { code, occurredAt, location, recordedAt: now }),
      status: 'pending',
      attempts: 0,
      nextAt: now,
      createdAt: now,
    })
    .execute();
}

/** Lets go of a bill that is deleted for good: what was said of it stays, what was still to be said does not. */
export async function releaseBill(
  { write, now }: { readonly write: Writer; readonly now: string },
  billId: number,
): Promise<void> {
  await write
    .updateTable('apiPush')
    .set({ status: 'failed', nextAt: null, finishedAt: now })
    .where('billId', '=', billId)
    .where('status', '=', 'pending')
    .execute();
  for (const table of ['apiPush', 'thirdPartyLog', 'monitorRecord'] as const)
    await write.updateTable(table).set({ billId: null }).where('billId', '=', billId).execute();
  await write.updateTable('message').set({ billId: null, link: null }).where('billId', '=', billId).execute();
}

/** What a customer is told of an event: its numbers and texts, and nothing of the office. */
export function payloadOf(
  bill: { billNo: string; batchNo: string; houseNo: string | null; flightNo: string | null },
  event: { code: EventCode; occurredAt: string; location: string | null; recordedAt: string },
): string {
  const { code, occurredAt, location, recordedAt } = event;
  return JSON.stringify({
    event: code,
    textEn: words.en.events[code],
    textCn: words.cn.events[code],
    billNo: bill.billNo,
    batchNo: bill.batchNo,
    houseNo: bill.houseNo,
    flightNo: bill.flightNo,
    location,
    occurredAt,
    recordedAt,
  });
}

const pushList: ListDefinition<typeof apiPushRow> = {
  table: 'apiPush',
  row: apiPushRow,
  filters: ['billId', 'customerId', 'billNo', 'batchNo', 'event', 'status', 'createdAt'],
  keyword: ['billNo', 'batchNo', 'target'],
  order: '-createdAt',
};
const codec = codecOf(apiPushRow);

/** The log of pushes, and pushing again. */
export const apiPushHandlers: GroupHandlers<'apiPush'> = {
  list: ({ read }, { query }) => listRows(read, pushList, query),
  export: (context, { query }) => exportRows(context, { definition: pushList, resource: 'apiPush' }, query),

  get: async ({ read }, { params }) => {
    const row = await read.selectFrom('apiPush').selectAll().where('id', '=', params.id).executeTakeFirst();
    if (!row) throw refuse('NOT_FOUND');
    const tries = await read
      .selectFrom('apiPushAttempt')
      .select(['id', 'at', 'durationMs', 'responseStatus', 'response', 'error'])
      .where('pushId', '=', params.id)
      .orderBy('id')
      .execute();
    return { ...codec.decode(row), payload: row.payload, tries: tries as never };
  },

  push: async (context, { body }) =>
    eachOf(context, await selectedIds(context, pushList, body), async (id) => {
      const { write, now, log } = context;
      const row = await write
        .selectFrom('apiPush')
        .leftJoin('customer', 'customer.id', 'apiPush.customerId')
        .select(['apiPush.status', 'apiPush.billNo', 'apiPush.batchNo', 'apiPush.event', 'apiPush.target'])
        .select('customer.callbackUrl')
        .where('apiPush.id', '=', id)
        .executeTakeFirst();
      if (!row) throw refuse('NOT_FOUND');
      obey(refusalOf(pushMachine, 'push', { status: row.status as ApiPush['status'] }));
      // To where the customer is now: often the address was what was wrong.
      const target = row.callbackUrl ?? row.target;
      await write
        .updateTable('apiPush')
        .set({ status: 'pending', attempts: 0, nextAt: now, finishedAt: null, target })
        .where('id', '=', id)
        .execute();
      await log({
        module: 'bill',
        action: 'push',
        objectType: 'apiPush',
        objectId: id,
        objectNo: billName(row),
        after: { event: row.event, target },
      });
      return true;
    }),
};
