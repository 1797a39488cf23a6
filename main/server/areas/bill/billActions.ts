import type { LogAction } from '@contract/access/operateLog';
import { type Bill, type BillAction, type BillSelection, billMachine } from '@contract/bill/bill';
import type { Problem } from '@contract/errors';
import { refusalOf } from '@contract/machine';
import { permit } from '@contract/permissions';
import type { BulkAnswer } from '@contract/resource';
import { checkBill } from '@contract/rules/billCheck';
import { toMinor } from '@contract/rules/money';
import type { EventCode } from '@contract/words';
import type { Context } from '../../core/context';
import { eachOf } from '../../core/eachOf';
import { Refusal, refuse } from '../../core/refusal';
import { selectedIds } from '../../core/selected';
import { holds } from '../access/holds';
import { recoveredMrnProblem } from '../customs/importMrn';
import { forgetPlans } from '../scheduling/forgetPlans';
import { billCodec, readBill, refreshBill } from './billFacts';
import { addEvent, logBill } from './billHistory';
import { billList } from './billList';

/** Runs an action on each bill separately; bills that refuse it, or have problems, are returned with the reason. */
async function forEachBill(
  context: Context,
  selection: BillSelection,
  action: BillAction,
  carryOut: (bill: Bill) => Promise<readonly Problem[]>,
): Promise<BulkAnswer> {
  return eachOf(context, await selectedIds(context, billList, selection), async (id) => {
    const bill = await readBill(context.read, id);
    const refused = refusalOf(billMachine, action, bill);
    const wrong = refused ? [refused] : await carryOut(bill);
    return wrong.length === 0 || wrong;
  });
}

/** Writes columns of a bill, recomputes the derived ones, and logs the change. Returns no problems. */
async function change(
  context: Context,
  bill: Bill,
  action: BillAction & LogAction,
  values: Partial<Bill>,
  event: EventCode | undefined,
  remark?: string,
): Promise<readonly Problem[]> {
  const { write, caller, now } = context;
  const columns = billCodec.encode({
    ...values,
    version: bill.version + 1,
    updatedAt: now,
    updatedBy: caller.id,
  });
  await write.updateTable('bill').set(columns).where('id', '=', bill.id).execute();
  await refreshBill(write, bill.id);
  if (event) await addEvent(context, bill.id, event);
  await logBill(context, action, bill, {
    before: bill,
    after: { ...bill, ...values },
    remark: remark ?? null,
  });
  return [];
}

/** The bulk actions on bills, each by the rules of the state machine. */
export const billActions = {
  check: (context: Context, selection: BillSelection) =>
    forEachBill(context, selection, 'check', async (bill) => {
      const found = await problemsOf(context, bill);
      if (found.length > 0) return found;
      const values = { checked: true, checkedAt: context.now, checkedBy: context.caller.id };
      return change(context, bill, 'check', values, 'CHECKED');
    }),

  uncheck: (context: Context, selection: BillSelection) => {
    if (!context.caller.superAdmin) throw refuse('NO_PERMISSION');
    return forEachBill(context, selection, 'uncheck', (bill) =>
      change(context, bill, 'uncheck', { checked: false, checkedAt: null, checkedBy: null }, undefined),
    );
  },

  remove: (context: Context, selection: BillSelection, removeReason: string) =>
    forEachBill(context, selection, 'remove', async (bill) => {
      await requireNoFinishedLeg(context, bill);
      await requireNoPaidCost(context, bill);
      const values = {
        removedAt: context.now,
        removedBy: context.caller.id,
        removeReason,
        stageBeforeRemove: bill.stage,
      };
      await forgetPlans(context, bill);
      return change(context, bill, 'remove', values, 'REMOVED', removeReason);
    }),

  recover: (context: Context, selection: BillSelection) =>
    forEachBill(context, selection, 'recover', async (bill) => {
      const twin = await context.read
        .selectFrom('bill')
        .select('id')
        .where('billNo', '=', bill.billNo)
        .where('batchNo', '=', bill.batchNo)
        .where('removedAt', 'is', null)
        .executeTakeFirst();
      if (twin) throw refuse('BILL_DUPLICATE');
      const mrnTaken = await recoveredMrnProblem(context.write, bill.id);
      if (mrnTaken) throw new Refusal(mrnTaken);
      const values = { removedAt: null, removedBy: null, removeReason: null, stageBeforeRemove: null };
      return change(context, bill, 'recover', values, 'RECOVERED');
    }),

  /** Archives bills; open accounts keep a bill out of the archive, unless finance overrides that (`force`). */
  archive: (context: Context, selection: BillSelection, force: boolean) => {
    const { caller } = context;
    if (force && !holds(caller, permit('finance.cost.pay'))) throw refuse('NO_PERMISSION');
    return forEachBill(context, selection, 'archive', async (bill) => {
      if (!force) await requireNoUnpaidCost(context, bill);
      return change(context, bill, 'archive', { archived: true, archivedAt: context.now }, 'ARCHIVED');
    });
  },

  restore: (context: Context, selection: BillSelection) =>
    forEachBill(context, selection, 'restore', (bill) =>
      change(context, bill, 'restore', { archived: false, archivedAt: null }, 'RESTORED'),
    ),
};

const costsOf = ({ read }: Context, { id }: Bill) =>
  read
    .selectFrom('billCost')
    .select((all) => all.fn.countAll<number>().as('n'))
    .where('billId', '=', id);

async function requireNoPaidCost(context: Context, bill: Bill): Promise<void> {
  const { n } = await costsOf(context, bill).where('paidAmount', '!=', 0).executeTakeFirstOrThrow();
  if (n > 0) throw refuse('BILL_HAS_PAID_COST');
}

async function requireNoUnpaidCost(context: Context, bill: Bill): Promise<void> {
  const { n } = await costsOf(context, bill).where('state', '=', 'unpaid').executeTakeFirstOrThrow();
  if (n > 0) throw refuse('BILL_UNPAID_COST', { n });
}

async function requireNoFinishedLeg(context: Context, bill: Bill): Promise<void> {
  const finished = await context.read
    .selectFrom('pick')
    .select('id')
    .where('billId', '=', bill.id)
    .where((leg) =>
      leg.or([
        leg('pickupFinished', '=', 1),
        leg('inboundFinished', '=', 1),
        leg('clearanceFinished', '=', 1),
        leg('outboundFinished', '=', 1),
      ]),
    )
    .executeTakeFirst();
  if (finished) throw refuse('BILL_HAS_OPERATIONS');
}

/** Finds the problems that the check of a bill reports, from a new count of its boxes, parcels and lines. */
async function problemsOf({ read }: Context, bill: Bill): Promise<Problem[]> {
  const [customer, airport, boxes, parcels, lines, ioss, file] = await Promise.all([
    read.selectFrom('customer').select('active').where('id', '=', bill.customerId).executeTakeFirst(),
    read.selectFrom('airport').select('active').where('id', '=', bill.landingAirportId).executeTakeFirst(),
    read
      .selectFrom('box')
      .select((n) => n.fn.countAll<number>().as('n'))
      .where('billId', '=', bill.id)
      .executeTakeFirstOrThrow(),
    read
      .selectFrom('parcel')
      .select((n) => [
        n.fn.countAll<number>().as('n'),
        n.fn.sum<number | null>('value').as('value'),
        n.fn.min<string | null>('currency').as('currency'),
        n.fn.max<string | null>('currency').as('other'),
      ])
      .where('billId', '=', bill.id)
      .executeTakeFirstOrThrow(),
    read
      .selectFrom('parcel')
      .select((n) => n.fn.countAll<number>().as('n'))
      .where('billId', '=', bill.id)
      .where('hsStatus', '=', 'failed')
      .executeTakeFirstOrThrow(),
    read
      .selectFrom('ioss')
      .select('ioss.iossNo')
      .where('locked', '=', 1)
      .where((has) =>
        has.exists(
          has
            .selectFrom('parcel')
            .select('parcel.id')
            .whereRef('parcel.iossNo', '=', 'ioss.iossNo')
            .where('parcel.billId', '=', bill.id),
        ),
      )
      .execute(),
    read
      .selectFrom('fileJob')
      .select(['fileName', 'status'])
      .where('billId', '=', bill.id)
      .where('kind', '=', 'declaration')
      // A waiting file will replace the data, whichever was uploaded last.
      .orderBy((job) => job('status', 'in', ['unprocessed', 'processing']), 'desc')
      .orderBy('id', 'desc')
      .executeTakeFirst(),
  ]);
  const oneCurrency = parcels.currency === bill.currency && parcels.other === bill.currency;
  return checkBill(bill, {
    customerActive: customer?.active === 1,
    landingAirportActive: airport?.active === 1,
    destinationKnown: bill.destinationId !== null,
    boxes: boxes.n,
    parcels: parcels.n,
    lineValue: oneCurrency ? (parcels.value ?? 0) : null,
    headerValue: toMinor(bill.totalValue, bill.currency),
    hsFailed: lines.n,
    lockedIoss: ioss.map(({ iossNo }) => iossNo),
    declarationFile: file ?? null,
  });
}
