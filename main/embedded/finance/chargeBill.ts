import type { Bill } from '@contract/bill/bill';
import { chargeFlow } from '@contract/finance/chargeFlow';
import { chargeItem } from '@contract/finance/chargeItem';
import {
  amountsOf,
  type ChargeStep,
  type Counted,
  chargeOf,
  quantityOf,
  roundedUp,
} from '@contract/rules/charge';
import { PRICE_DIGITS, toMinor, toScaled } from '@contract/rules/money';
import type { chargeTriggers } from '@contract/vocabulary';
import type * as z from 'zod';
import { SYSTEM, writeLog } from '../access/operateLog';
import { codecOf } from '../store/codec';
import { nextNumber } from '../store/numbers';
import type { Writer } from '../store/open';
import { booked, rateOn } from './rates';

type Trigger = (typeof chargeTriggers)[number];
type Flow = z.output<typeof chargeFlow.row>;
type Item = z.output<typeof chargeItem.row>;

const flowCodec = codecOf(chargeFlow.row);
const itemCodec = codecOf(chargeItem.row);

const DAY = 86_400_000;

/** The stages that a bill has reached, and when; what has no time of its own was seen when the bill was last written. */
async function reachedBy(write: Writer, bill: Bill): Promise<Map<Trigger, string>> {
  const inspected = await write
    .selectFrom('fyco')
    .select('id')
    .where('billId', '=', bill.id)
    .executeTakeFirst();
  const left = bill.stage === 'transit' || bill.stage === 'delivery';
  const times: readonly (readonly [Trigger, string | null])[] = [
    ['arrived', bill.ata],
    ['pickup', bill.pickupFinished ? (bill.pickupAt ?? bill.updatedAt) : null],
    ['inbound', bill.atWarehouseAt],
    ['clearance', bill.clearanceReleasedAt],
    ['outbound', left ? (bill.handoverAt ?? bill.updatedAt) : null],
    ['delivery', bill.podAt],
    ['exception', bill.exceptionCount > 0 ? bill.updatedAt : null],
    ['inspection', inspected ? bill.updatedAt : null],
  ];
  return new Map(times.flatMap(([trigger, at]) => (at === null ? [] : [[trigger, at] as const])));
}

/** The flow that decides over a bill on a day. */
async function flowOf(write: Writer, bill: Bill, day: string): Promise<Flow | undefined> {
  const own = (column: 'customerId' | 'serviceId' | 'landingAirportId' | 'groupId', id: number | null) =>
    [column, id] as const;
  const { groupId } = await write
    .selectFrom('customer')
    .select('groupId')
    .where('id', '=', bill.customerId)
    .executeTakeFirstOrThrow();
  let flows = write
    .selectFrom('chargeFlow')
    .selectAll()
    .where('active', '=', 1)
    .where('mode', 'in', ['any', bill.mode])
    .where('validFrom', '<=', day)
    .where((where) => where.or([where('validTo', 'is', null), where('validTo', '>=', day)]));
  for (const [column, id] of [
    own('customerId', bill.customerId),
    own('groupId', groupId),
    own('serviceId', bill.serviceId),
    own('landingAirportId', bill.landingAirportId),
  ])
    flows = flows.where((where) =>
      where.or([where(column, 'is', null), ...(id === null ? [] : [where(column, '=', id)])]),
    );
  const row = await flows.orderBy('priority', 'desc').orderBy('id').executeTakeFirst();
  return row && flowCodec.decode(row);
}

/** Days that a bill stood in the warehouse, those begun counted in full. */
function storedDays({ atWarehouseAt, handoverAt, podAt, updatedAt }: Bill): number {
  if (atWarehouseAt === null) return 0;
  const until = Date.parse(handoverAt ?? podAt ?? updatedAt);
  return Math.max(0, Math.ceil((until - Date.parse(atWarehouseAt)) / DAY));
}

async function countedOf(write: Writer, bill: Bill, currency: string): Promise<Counted> {
  // A pallet may carry boxes of several bills: it counts for each.
  const { pallets } = await write
    .selectFrom('box')
    .select((all) => all.fn.count<number>('palletId').distinct().as('pallets'))
    .where('billId', '=', bill.id)
    .executeTakeFirstOrThrow();
  const { trucks } = await write
    .selectFrom('pick')
    .select((all) => all.fn.countAll<number>().as('trucks'))
    .where('billId', '=', bill.id)
    .executeTakeFirstOrThrow();
  return {
    weight: bill.billingWeight ?? bill.weight,
    boxes: bill.boxCount,
    parcels: bill.packageCount,
    pallets,
    trucks: Math.max(1, trucks),
    value: bill.totalValue !== null && bill.currency === currency ? Number(bill.totalValue) : null,
  };
}

/**
 * Makes the lines of the charge flow for the stages that a bill has newly reached, as drafts. Each stage is charged once:
 * neither a stage that is reached again nor a line that somebody deleted makes a second one.
 */
export async function chargeBill(write: Writer, bill: Bill): Promise<void> {
  if (bill.removedAt !== null || bill.archived) return;
  const any = await write.selectFrom('chargeFlow').select('id').where('active', '=', 1).executeTakeFirst();
  if (!any) return;
  const reached = await reachedBy(write, bill);
  const charged = await write
    .selectFrom('chargedStage')
    .select('stage')
    .where('billId', '=', bill.id)
    .execute();
  for (const { stage } of charged) reached.delete(stage as Trigger);
  for (const [trigger, at] of reached) {
    const flow = await flowOf(write, bill, at.slice(0, 10));
    if (!flow) continue;
    await write
      .insertInto('chargedStage')
      .values({ billId: bill.id, stage: trigger, flowId: flow.id, at: bill.updatedAt })
      .execute();
    for (const [index, step] of flow.steps.entries())
      if (step.trigger === trigger && applies(step, bill))
        await charge(write, bill, flow, step, index + 1, at);
  }
}

const applies = ({ overWeight, overDays }: ChargeStep, bill: Bill): boolean =>
  (overWeight === null || (bill.billingWeight ?? bill.weight) > overWeight) &&
  (overDays === null || storedDays(bill) > overDays);

/** The price of a step: its own, else the usual one of its item. */
function priceOf(step: ChargeStep, item: Item, flow: Flow) {
  return step.price === null
    ? { unitPrice: item.defaultPrice, priceSource: 'charge_item' as const, sourceId: item.id }
    : { unitPrice: step.price, priceSource: 'charge_flow' as const, sourceId: flow.id };
}

async function charge(
  write: Writer,
  bill: Bill,
  flow: Flow,
  step: ChargeStep,
  no: number,
  at: string,
): Promise<void> {
  const row = await write
    .selectFrom('chargeItem')
    .selectAll()
    .where('id', '=', step.chargeItemId)
    .executeTakeFirstOrThrow();
  const item = itemCodec.decode(row);
  const { currency, basis } = item;
  const { unitPrice, priceSource, sourceId } = priceOf(step, item, flow);
  const stored = step.overDays !== null && basis === 'per_pallet' ? storedDays(bill) - step.overDays : 1;
  const quantity = roundedUp(
    quantityOf(basis, await countedOf(write, bill, currency)) * stored,
    item.roundUp,
  );
  const limits = { min: step.minCharge ?? item.minCharge, max: item.maxCharge };
  const priced = chargeOf({ quantity, unitPrice, currency }, limits);
  const { amount, taxAmount, grossAmount } = amountsOf({ ...priced, currency, taxRate: null });
  const minor = toMinor(amount, currency);
  if (minor === 0) return;
  const day = at.slice(0, 10);
  // A stage is reached whatever rates there are: without one the line stands outside the books until it is confirmed.
  const rate = (await rateOn(write, currency, day))
    ? await booked(write, minor, currency, day)
    : { rateDay: null, rate: null, baseAmount: null };
  const made = {
    version: 1,
    ...{ createdAt: bill.updatedAt, createdBy: null, updatedAt: bill.updatedAt, updatedBy: null },
    billId: bill.id,
    feeCategoryId: item.feeCategoryId,
    chargeItemId: item.id,
    basis: priced.limited ? ('fixed' as const) : basis,
    quantity: Math.round(priced.quantity * 1000),
    unitPrice: toScaled(priced.unitPrice, PRICE_DIGITS),
    currency,
    taxRate: null,
    amount: minor,
    taxAmount: toMinor(taxAmount, currency),
    grossAmount: toMinor(grossAmount, currency),
    ...rate,
    paidAmount: 0,
    ...{ invoiceNo: null, invoiceDate: null, dueDate: null, remark: null },
  };
  const log = (objectType: 'billCost' | 'billRevenue', objectId: number, objectNo: string) =>
    writeLog(
      write,
      {
        ...{ module: 'finance', action: 'create', objectType, objectId, objectNo },
        after: {
          ...{ billNo: bill.billNo, feeCategoryId: item.feeCategoryId, chargeItemId: item.id, currency },
          ...{ basis: made.basis, quantity: priced.quantity, unitPrice: priced.unitPrice, amount },
        },
      },
      { now: bill.updatedAt, caller: SYSTEM, ip: null, userAgent: null },
    );
  if (step.direction === 'cost') {
    if (step.supplierId === null) return;
    const costNo = await nextNumber(write, 'billCost', 'costNo', 'BC', bill.updatedAt);
    const { id } = await write
      .insertInto('billCost')
      .values({
        ...made,
        costNo,
        supplierId: step.supplierId,
        estimated: 1,
        state: 'unpaid',
        source: 'rule',
        ...{ paidOn: null, paymentId: null, reversesId: null },
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return log('billCost', id, costNo);
  }
  const revenueNo = await nextNumber(write, 'billRevenue', 'revenueNo', 'RV', bill.updatedAt);
  const { id } = await write
    .insertInto('billRevenue')
    .values({
      ...made,
      revenueNo,
      state: 'draft',
      ...{ priceSource, sourceId, creditsId: null },
      chargeKey: `${flow.code}/${step.trigger}/${no}`,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return log('billRevenue', id, revenueNo);
}
