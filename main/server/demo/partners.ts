import { billName } from '@contract/bill/billName';
import { PUSH } from '@contract/limits';
import type { MessageType } from '@contract/partners/message';
import { ACTORS, words } from '@contract/words';
import type { Insertable } from 'kysely';
import { payloadOf } from '../areas/partners/pushes';
import type { Writer } from '../store/open';
import type { Database } from '../store/tables';
import { airportData } from './airportData';
import { DAY, HOUR, iso, MINUTE } from './clock';
import { customerData } from './customerData';
import type { Entry } from './logs';
import type { WrittenBill } from './makeBills';
import { joinedAs } from './partnerData';
import { customerId, realNameOf, staffId } from './people';
import { roles } from './peopleData';
import type { Random } from './random';
import { insertRows } from './rows';

type PushRow = Insertable<Database['apiPush']>;
type AttemptRow = Omit<Insertable<Database['apiPushAttempt']>, 'pushId'>;
type LogRow = Insertable<Database['thirdPartyLog']>;
type MessageRow = Insertable<Database['message']>;

/** Days of pushes in the demo. */
const PUSH_DAYS = 14;
/** Bill whose last push failed five times and was repeated by hand. */
const TALE = '112-61200016';

/** Writes the calls and pushes of partners and the messages; returns the entries for the operation log. */
export async function seedPartners(
  writer: Writer,
  bills: readonly WrittenBill[],
  random: Random,
  now: number,
): Promise<Entry[]> {
  const { pushes, attempts, entries } = pushesOf(bills, random.fork('pushes'), now);
  await insertRows(writer, 'apiPush', pushes);
  await insertRows(writer, 'apiPushAttempt', attempts);
  await insertRows(writer, 'thirdPartyLog', partnerCalls(bills, random.fork('calls'), now));
  await insertRows(writer, 'message', messagesOf(bills, random.fork('messages'), now));
  return entries;
}

const codeOf = new Map(customerData.map(({ code }) => [customerId(code), code]));

function pushesOf(bills: readonly WrittenBill[], random: Random, now: number) {
  const eventsToPush = bills
    .flatMap(({ row, events }) => {
      const { callbackUrl, events: wanted } = joinedAs(codeOf.get(row.customerId) ?? '');
      return events.flatMap((event) => {
        const code = wanted.find((one) => one === event.code);
        return callbackUrl && code ? [{ row, event, code, target: callbackUrl }] : [];
      });
    })
    .filter(({ event }) => Date.parse(event.recordedAt) > now - PUSH_DAYS * DAY)
    .sort((a, b) => (a.event.recordedAt < b.event.recordedAt ? -1 : 1));
  const lastOf = (billNo: string) => eventsToPush.filter(({ row }) => row.billNo === billNo).at(-1);
  const tale = lastOf(TALE);
  // The newest push of another customer, still waiting for manual action.
  const open = eventsToPush.filter(({ row }) => row.customerId === customerId('HMF')).at(-1);
  const attempts: (AttemptRow & { pushId: number })[] = [];
  const entries: Entry[] = [];
  const pushes = eventsToPush.map((one, index): PushRow => {
    const { row, event, code, target } = one;
    const id = index + 1;
    const at = Date.parse(event.recordedAt);
    const fails = one === tale || one === open ? PUSH.attempts : random.chance(0.04) ? random.int(1, 2) : 0;
    let time = at + random.int(1, 3) * 1000;
    for (let count = 0; count < fails; count++) {
      const quiet = one === open;
      attempts.push({
        pushId: id,
        at: iso(time),
        durationMs: quiet ? PUSH.deadline : random.int(120, 900),
        responseStatus: quiet ? null : 503,
        response: quiet ? null : 'Service Unavailable',
        error: quiet ? 'timeout' : 'refused',
      });
      time += PUSH.backOff[count] ?? 0;
    }
    const byHand = one === tale;
    if (byHand) time = Math.min(now - 20 * MINUTE, time + 3 * HOUR);
    const ok = one !== open;
    if (ok) {
      const response = '{"received":true}';
      attempts.push({
        ...{ pushId: id, at: iso(time), durationMs: random.int(60, 480) },
        ...{ responseStatus: 200, response, error: null },
      });
    }
    if (byHand) {
      entries.push({
        at: time - 1000,
        by: roles.broker,
        module: 'bill',
        action: 'push',
        objectType: 'apiPush',
        objectId: id,
        objectNo: billName(row),
        after: { event: event.code, target },
      });
    }
    const { billNo, batchNo, houseNo = null, flightNo = null } = row;
    return {
      ...{ id, billId: row.id, customerId: row.customerId, billNo, batchNo, event: code, target },
      payload: payloadOf(
        { billNo, batchNo, houseNo, flightNo },
        {
          code,
          occurredAt: event.occurredAt,
          location: event.location ?? null,
          recordedAt: event.recordedAt,
        },
      ),
      status: ok ? 'success' : 'failed',
      attempts: byHand ? 1 : fails + (ok ? 1 : 0),
      nextAt: null,
      responseStatus: ok ? 200 : null,
      response: ok ? '{"received":true}' : null,
      createdAt: event.recordedAt,
      finishedAt: iso(ok ? time : time - (PUSH.backOff.at(-1) ?? 0) + PUSH.deadline),
    };
  });
  return { pushes, attempts, entries };
}

const airportById = (id: number) => airportData[id - 1]?.airportCode ?? '';

/** Request of a partner's system for a bill. */
function requestOf({ row }: WrittenBill): string {
  return JSON.stringify({
    mode: row.mode,
    billNo: row.billNo,
    batchNo: row.batchNo,
    service: 'CLR_DLV',
    channelCode: row.channelCode,
    clearanceType: row.clearanceType,
    originAirport: airportById(row.originAirportId),
    landingAirport: airportById(row.landingAirportId),
    flightNo: row.flightNo,
    etd: row.etd,
    eta: row.eta,
    boxCount: row.boxCount,
    packageCount: row.packageCount,
    weight: row.weight / 1000,
    currency: row.currency,
  });
}

/** Builds the calls by which partners created their bills, and some refused ones. */
function partnerCalls(bills: readonly WrittenBill[], random: Random, now: number): LogRow[] {
  const calls: LogRow[] = [];
  for (const bill of bills) {
    const { row } = bill;
    if (row.source !== 'api') continue;
    const customer = customerData.find(({ code }) => customerId(code) === row.customerId);
    const at = Date.parse(row.createdAt);
    const { id, billNo, batchNo } = row;
    const call = (time: number, status: number, result: LogRow['result'], answer: object): LogRow => ({
      at: iso(time),
      partner: customer?.nameEn ?? '',
      customerId: row.customerId,
      endpoint: 'POST /bill-lading/store-by-api',
      requestBody: requestOf(bill),
      responseStatus: status,
      responseBody: JSON.stringify(answer),
      billId: result === 'refused' ? null : id,
      billNo,
      batchNo,
      result,
      ip: '192.0.2.118',
      durationMs: random.int(9, 60),
    });
    const data = { id, billNo, batchNo, duplicate: false, boxes: 0, parcels: 0 };
    if (random.chance(0.06)) {
      const msg = words.en.messages.BILL_NO_INVALID;
      const fields = { billNo: msg };
      calls.push(
        call(at - random.int(3, 30) * MINUTE, 400, 'refused', {
          ret: false,
          msg,
          data: { code: 'BILL_NO_INVALID', fields },
        }),
      );
    }
    calls.push(call(at, 200, 'created', { ret: true, msg: '', data }));
    if (random.chance(0.08))
      calls.push(
        call(at + random.int(1, 9) * MINUTE, 200, 'duplicate', {
          ret: true,
          msg: '',
          data: { ...data, duplicate: true },
        }),
      );
  }
  const today = calls.filter(({ at }) => Date.parse(at) <= now);
  return today.sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0));
}

interface MessageText {
  readonly type: MessageType;
  readonly en: string;
  readonly cn: string;
}

/** Returns the message to the office for an event of a bill; undefined if there is none. */
function messageTextOf(code: string, billNo: string): MessageText | undefined {
  switch (code) {
    case 'ARRIVED':
      return { type: 'arrival', en: `${billNo} has landed`, cn: `${billNo}已到港` };
    case 'NOA':
      return { type: 'noa', en: `Notice of arrival for ${billNo}`, cn: `${billNo}收到到货通知` };
    case 'CUSTOMS_HOLD':
      return {
        type: 'exception',
        en: `Parcels of ${billNo} are held by customs`,
        cn: `${billNo}有包裹被海关查验`,
      };
    case 'CUSTOMS_FAIL':
      return {
        type: 'alert',
        en: `Customs refused parcels of ${billNo}`,
        cn: `${billNo}有包裹清关失败`,
      };
    case 'DATA_RECEIVED':
      return {
        type: 'file',
        en: `The parcel data of ${billNo} was processed`,
        cn: `${billNo}的包裹数据处理成功`,
      };
    default:
      return undefined;
  }
}

const MESSAGES = 80;
const UNREAD = 0.35;

/** Builds messages from the newest events for the people concerned; the newest of each are unread. */
function messagesOf(bills: readonly WrittenBill[], random: Random, now: number): MessageRow[] {
  const receivers = ['admin', 'warehouse', 'voucher', roles.documents[0], roles.broker, roles.warehouse];
  const happened = bills
    .flatMap(({ row, events }) =>
      events.map((event) => ({ row, event, text: messageTextOf(event.code, row.billNo) })),
    )
    .filter(({ text }) => text !== undefined)
    .sort((a, b) => (a.event.recordedAt < b.event.recordedAt ? 1 : -1))
    .slice(0, MESSAGES);
  const messages = happened.map(({ row, event, text }, index): MessageRow => {
    const sent = Date.parse(event.recordedAt);
    const read = Math.min(now, sent + random.int(4, 300) * MINUTE);
    return {
      receiverId: staffId(receivers[index % receivers.length] ?? 'admin'),
      type: text?.type ?? 'system',
      textEn: text?.en ?? '',
      textCn: text?.cn ?? '',
      billId: row.id,
      billNo: row.billNo,
      batchNo: row.batchNo,
      link: `/bill/bill_manage/detail/${row.id}`,
      senderName: event.source === 'user' ? realNameOf(roles.documents[1]) : ACTORS.app,
      sentAt: event.recordedAt,
      readAt: index < MESSAGES * UNREAD ? null : iso(read),
    };
  });
  return messages.reverse();
}
