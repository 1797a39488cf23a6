import { billName } from '@contract/bill/billName';
import { type ApiPush, apiPushRow, pushEvents, pushMachine } from '@contract/partners/apiPush';
import { type EventCode, words } from '@contract/words';
import type { GroupHandlers } from '../../core/context';
import { eachOf } from '../../core/eachOf';
import { exportRows } from '../../core/exportRows';
import { itself, record } from '../../core/record';
import { selectedIds } from '../../core/selected';
import { codecOf } from '../../store/codec';
import { type ListDefinition, listRows } from '../../store/listRows';
import type { Writer } from '../../store/open';
import { rowById } from '../../store/rowById';

/** Queues an event for the customer of a bill, if configured; the pusher sends it. */
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

/** Detaches pushes from a bill that is permanently deleted: sent ones stay, waiting ones are dropped. */
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

/** Event data for a customer: its numbers and texts, without internal data. */
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

const pushes = record({
  table: 'apiPush',
  row: apiPushRow,
  machine: pushMachine,
  load: async ({ read }, id: number): Promise<ApiPush> => codec.decode(await rowById(read, 'apiPush', id)),
  about: itself,
});

/** The log of pushes, and repeating them. */
export const apiPushHandlers: GroupHandlers<'apiPush'> = {
  list: ({ read }, { query }) => listRows(read, pushList, query),
  export: (context, { query }) => exportRows(context, { definition: pushList, resource: 'apiPush' }, query),

  get: async (context, { params }) => {
    const row = await rowById(context.read, 'apiPush', params.id);
    const tries = await context.read
      .selectFrom('apiPushAttempt')
      .select(['id', 'at', 'durationMs', 'responseStatus', 'response', 'error'])
      .where('pushId', '=', params.id)
      .orderBy('id')
      .execute();
    return { ...codec.decode(row), payload: row.payload, tries: tries as never };
  },

  push: async (context, { body }) =>
    eachOf(context, await selectedIds(context, pushList, body), async (id) => {
      const push = await pushes.open(context, id, 'push');
      const customer = await context.read
        .selectFrom('customer')
        .select('callbackUrl')
        .where('id', '=', push.customerId)
        .executeTakeFirst();
      // Send to the customer's present address: often the old address was the fault.
      const target = customer?.callbackUrl ?? push.target;
      const again = { status: 'pending', attempts: 0, nextAt: context.now, finishedAt: null, target };
      await pushes.save(context, push, again);
      await context.log({
        module: 'bill',
        action: 'push',
        objectType: 'apiPush',
        objectId: id,
        objectNo: billName(push),
        after: { event: push.event, target },
      });
      return true;
    }),
};
