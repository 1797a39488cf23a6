import type { Bill } from '@contract/bill/bill';
import { billName } from '@contract/bill/billName';
import { t1Name } from '@contract/customs/t1';
import type { PermissionName } from '@contract/permissions';
import { isBlocked, RELEASE_DUE } from '@contract/rules/clearanceStatus';
import { instantOf } from '@contract/rules/zonedTime';
import type { EventCode, Param } from '@contract/words';
import { officeDay } from '../../core/officeClock';
import { repeat } from '../../core/repeat';
import type { Store, Writer } from '../../store/open';
import { SYSTEM, writeLog } from '../access/writeLog';
import { billCodec, clearanceTripOf, refreshBill } from '../bill/billFacts';
import { addEvent } from '../bill/billHistory';
import { documentNight } from '../business/night';
import { inBoth, notifyStaff } from '../partners/messages';
import { expireForecasts } from '../scheduling/expireForecasts';
import { countDecisions } from './customsAnswers';
import { openTransits } from './transits';

const HOUR = 3_600_000;
/** Maximum bills listed in one message. */
const NAMED = 5;

type BillIdentity = Pick<Bill, 'id' | 'billNo' | 'batchNo'>;

/**
 * Runs the checks at the end of a working day: landed bills with nothing released for 48 hours, transits past their
 * limit, forecasts that became no bill, documents that have expired or soon will.
 */
export async function endOfDay(store: Store, time: number): Promise<void> {
  const now = instantOf(time);
  await expireForecasts(store, time);
  await documentNight(store, time);
  const [blocked, overdue] = [await blockedBills(store, time), await overdueT1(store, now)];
  if (blocked.length === 0 && overdue.length === 0) return;
  await store.write(async (write) => {
    for (const bill of blocked) {
      await write.updateTable('bill').set({ blockedAt: now }).where('id', '=', bill.id).execute();
      await refreshBill(write, bill.id);
      await note(write, now, bill, 'NOT_RELEASED', {
        action: 'blocked',
        field: 'clearanceStatus',
        oldValue: bill.clearanceStatus,
        newValue: 'not_released',
        remark: null,
      });
    }
    await sendUnreleased(write, now, 'bill.customs.declare', blocked);
    for (const { id, no, state, bill } of overdue) {
      await write
        .updateTable('t1')
        .set((t1) => ({ state: 'enquiry', version: t1('version', '+', 1), updatedAt: now }))
        .where('id', '=', id)
        .execute();
      await note(write, now, bill, 'T1_OVERDUE', {
        action: 't1Enquiry',
        field: 'state',
        oldValue: state,
        newValue: 'enquiry',
        remark: no,
      });
      await message(write, now, 'bill.customs.t1', 'T1_OVERDUE_ONE', { mrn: no, bill: billName(bill) }, bill);
    }
  });
}

async function blockedBills({ read }: Store, time: number): Promise<Bill[]> {
  const rows = await read
    .selectFrom('bill')
    .selectAll()
    .where('archived', '=', 0)
    .where('removedAt', 'is', null)
    .where('handoverAt', 'is', null)
    .where('blockedAt', 'is', null)
    .where('ata', '<=', instantOf(time - RELEASE_DUE))
    .where('clearanceStatus', 'in', ['in_clearance', 'picked_up', 'exception'])
    .orderBy('ata')
    .execute();
  const found: Bill[] = [];
  for (const row of rows) {
    const bill = billCodec.decode(row);
    const [parcels, picks, batches] = await Promise.all([
      countDecisions(read, bill.id, bill),
      read.selectFrom('pick').selectAll().where('billId', '=', bill.id).execute(),
      read.selectFrom('batch').select(['status', 'declaredAt']).where('billId', '=', bill.id).execute(),
    ]);
    if (isBlocked({ ...bill, parcels, trips: picks.map(clearanceTripOf), batches }, time)) found.push(bill);
  }
  return found;
}

async function overdueT1({ read }: Store, now: string) {
  const rows = await openTransits(read)
    .select(['t1.id', 't1.mrn', 't1.lrn', 't1.state', 'bill.id as billId', 'bill.billNo', 'bill.batchNo'])
    .where('t1.state', '!=', 'enquiry')
    .where('t1.timeLimit', '<', officeDay(now))
    .execute();
  return rows.map(({ id, mrn, lrn, state, billId, billNo, batchNo }) => ({
    ...{ id, no: t1Name({ mrn, lrn }), state },
    bill: { id: billId, billNo, batchNo },
  }));
}

/** Records an automatic change on a bill: timeline, its own log, the operation log. */
async function note(
  write: Writer,
  now: string,
  bill: BillIdentity,
  event: EventCode,
  change: {
    action: 'blocked' | 't1Enquiry';
    field: string;
    oldValue: string | null;
    newValue: string;
    remark: string | null;
  },
): Promise<void> {
  await addEvent({ write, now }, bill.id, event, { source: 'system' });
  await write
    .insertInto('billLog')
    .values({ billId: bill.id, at: now, operatorId: null, operatorName: SYSTEM.name, ...change })
    .execute();
  await writeLog(
    write,
    {
      module: 'bill',
      action: change.action,
      objectType: 'bill',
      objectId: bill.id,
      objectNo: billName(bill),
      before: { [change.field]: change.oldValue },
      after: { [change.field]: change.newValue },
    },
    { now, caller: SYSTEM, ip: null, userAgent: null },
  );
}

/** Sends one message for all bills of one evening, so that nobody reads the same text forty times. */
async function sendUnreleased(
  write: Writer,
  now: string,
  to: PermissionName,
  bills: readonly BillIdentity[],
): Promise<void> {
  const [first] = bills;
  if (!first) return;
  if (bills.length === 1) await message(write, now, to, 'NOT_RELEASED_ONE', { bill: billName(first) }, first);
  else {
    const names = bills.slice(0, NAMED).map(billName);
    const named = { list: bills.length > NAMED ? [...names, '…'] : names };
    await message(write, now, to, 'NOT_RELEASED_MANY', { n: bills.length, bills: named }, null);
  }
}

/** Sends an alert about bills to everyone with the permission to act on them. */
const message = (
  write: Writer,
  now: string,
  to: PermissionName,
  code: 'NOT_RELEASED_ONE' | 'NOT_RELEASED_MANY' | 'T1_OVERDUE_ONE',
  params: Readonly<Record<string, Param>>,
  bill: BillIdentity | null,
) =>
  notifyStaff(
    { write, now },
    {
      ...{ type: 'alert', text: inBoth(code, params), to: [to] },
      ...(bill ? { bill } : { link: '/bill/clearance' }),
    },
  );

/** Repeats the checks hourly until stopped. The first run is up to the caller, before requests are served. */
export const everyHour = (
  store: Store,
  { now, report }: { now: () => number; report: (message: string, error?: unknown) => void },
): (() => Promise<void>) =>
  repeat(
    HOUR,
    () => endOfDay(store, now()),
    (error) => report('the end of the day could not be noted', error),
  );
