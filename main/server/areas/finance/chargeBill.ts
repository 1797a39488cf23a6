import type { Bill } from '@contract/bill/bill';
import { chargeFlow } from '@contract/finance/chargeFlow';
import { chargeItem } from '@contract/finance/chargeItem';
import { amountsOf, type ChargeStep, chargeOf, quantityOf, roundedUp } from '@contract/rules/charge';
import { PRICE_DIGITS, toMinor, toScaled } from '@contract/rules/money';
import { seaBill } from '@contract/sea/seaBill';
import type { chargeTriggers } from '@contract/vocabulary';
import type * as z from 'zod';
import { officeDay } from '../../core/officeClock';
import { codecOf } from '../../store/codec';
import { nextNumber } from '../../store/numbers';
import type { Writer } from '../../store/open';
import { SYSTEM, writeLog } from '../access/writeLog';
import {
  type PriceQuery,
  priceQueryOf,
  pricesOf,
  purchases,
  type SellPrice,
  sellPrices,
} from '../business/prices';
import { vatProposals } from './lineVat';
import { booked, rateOn } from './rates';
import { leftAt, type Storage, storageOf } from './storage';

type Trigger = (typeof chargeTriggers)[number];
type Flow = z.output<typeof chargeFlow.row>;
type Item = z.output<typeof chargeItem.row>;

const flowCodec = codecOf(chargeFlow.row);
const itemCodec = codecOf(chargeItem.row);
const seaCodec = codecOf(seaBill.row.pick({ containerNos: true }));

/**
 * Stages that a bill has reached and was not charged for, with times; a stage without a time of its own gets that of the
 * bill's last change.
 */
async function reachedBy(write: Writer, bill: Bill): Promise<Map<Trigger, string>> {
  const rows = await write.selectFrom('chargedStage').select('stage').where('billId', '=', bill.id).execute();
  const charged = new Set(rows.map(({ stage }) => stage));
  const inspected = await write
    .selectFrom('fyco')
    .select('id')
    .where('billId', '=', bill.id)
    .executeTakeFirst();
  const isOut = bill.stage === 'transit' || bill.stage === 'delivery';
  const outbound =
    isOut && !charged.has('outbound') ? ((await leftAt(write, bill.id)) ?? bill.updatedAt) : null;
  const times: readonly (readonly [Trigger, string | null])[] = [
    ['arrived', bill.ata],
    ['pickup', bill.pickupFinished ? (bill.pickupAt ?? bill.updatedAt) : null],
    ['inbound', bill.atWarehouseAt],
    ['clearance', bill.clearanceReleasedAt],
    ['outbound', outbound],
    ['delivery', bill.podAt],
    ['exception', bill.exceptionCount > 0 ? bill.updatedAt : null],
    ['inspection', inspected ? bill.updatedAt : null],
  ];
  return new Map(
    times.flatMap(([trigger, at]) => (at === null || charged.has(trigger) ? [] : [[trigger, at] as const])),
  );
}

/** The flow that applies to a bill on a day. */
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

async function countedOf(write: Writer, bill: Bill): Promise<PriceQuery['counted']> {
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
  const sea = await write
    .selectFrom('seaBill')
    .select('containerNos')
    .where('billId', '=', bill.id)
    .executeTakeFirst();
  return {
    ...{ boxes: bill.boxCount, parcels: bill.packageCount, pallets, trucks: Math.max(1, trucks) },
    containers: sea ? seaCodec.decode(sea).containerNos.length : 0,
    volume: bill.volume ?? 0,
    lines: await declaredLines(write, bill.id),
  };
}

/** Lines of the entries of a bill with US customs, else of its declarations; those that were taken back do not count. */
async function declaredLines(write: Writer, billId: number): Promise<number> {
  const { entered } = await write
    .selectFrom('seaEntry')
    .select((all) => all.fn.sum<number | null>('lineCount').as('entered'))
    .where('state', '!=', 'cancelled')
    .where((where) =>
      where.or([
        where('billId', '=', billId),
        where('seaBillId', 'in', write.selectFrom('seaBill').select('id').where('billId', '=', billId)),
      ]),
    )
    .executeTakeFirstOrThrow();
  if (entered) return Number(entered);
  const { declared } = await write
    .selectFrom('batch')
    .select((all) => all.fn.sum<number | null>('lines').as('declared'))
    .where('billId', '=', billId)
    .where('status', 'not in', ['rejected', 'refused', 'invalidated'])
    .executeTakeFirstOrThrow();
  return Number(declared ?? 0);
}

/**
 * Creates draft lines of the charge flow for the stages that a bill has newly reached. Each stage is charged once:
 * neither reaching it again nor deleting its line creates a second one.
 */
export async function chargeBill(write: Writer, bill: Bill): Promise<void> {
  if (bill.removedAt !== null || bill.archived) return;
  const any = await write.selectFrom('chargeFlow').select('id').where('active', '=', 1).executeTakeFirst();
  if (!any) return;
  const reached = await reachedBy(write, bill);
  const proposed = vatProposals(write, bill.customerId);
  for (const [trigger, at] of reached) {
    const day = officeDay(at);
    const flow = await flowOf(write, bill, day);
    if (!flow) continue;
    await write
      .insertInto('chargedStage')
      .values({ billId: bill.id, stage: trigger, flowId: flow.id, at: bill.updatedAt })
      .execute();
    const steps = flow.steps.map((step, index) => ({ step, no: index + 1 }));
    const due = steps.filter(({ step }) => step.trigger === trigger && applies(step, bill));
    if (due.length === 0) continue;
    const counted = await countedOf(write, bill);
    const quoted = quotesOf(write, bill, counted, day);
    for (const { step, no } of due) {
      const { overDays } = step;
      const storage = overDays === null ? null : await storageOf(write, bill, trigger, overDays);
      if (storage === null || storage.days > 0)
        await charge(write, { bill, flow, step, no, day, counted, quoted, proposed, storage });
    }
  }
}

const applies = ({ overWeight }: ChargeStep, bill: Bill): boolean =>
  overWeight === null || (bill.billingWeight ?? bill.weight) > overWeight;

/** Prices for a bill on a day from the customer's quotes and the suppliers' cards, each looked up once. */
function quotesOf(write: Writer, bill: Bill, counted: PriceQuery['counted'], day: string) {
  let known: Promise<PriceQuery> | undefined;
  const found = new Map<string, Promise<SellPrice[]>>();
  const look = async (supplierId: number | null, pallets: number) => {
    known ??= priceQueryOf(write, bill, counted, day);
    const query = { ...(await known), counted: { ...counted, pallets } };
    return supplierId === null
      ? sellPrices(write, query)
      : pricesOf(await purchases(write, query, supplierId), query);
  };
  return async ({ chargeItemId, supplierId }: ChargeStep, pallets: number) => {
    const key = `${supplierId} ${pallets}`;
    const prices = found.get(key) ?? look(supplierId, pallets);
    found.set(key, prices);
    return (await prices).find((price) => price.chargeItemId === chargeItemId);
  };
}

interface Charging {
  readonly bill: Bill;
  readonly flow: Flow;
  readonly step: ChargeStep;
  /** Number of the step, from 1. */
  readonly no: number;
  /** Day on which the stage was reached. */
  readonly day: string;
  readonly counted: PriceQuery['counted'];
  readonly quoted: ReturnType<typeof quotesOf>;
  readonly proposed: ReturnType<typeof vatProposals>;
  /** Storage that the step charges; null if it charges none. */
  readonly storage: Storage | null;
}

/** Quantity of an item that charges storage: days, or pallets or kilograms, each by its days; null for others. */
const storedQuantity = (basis: Item['basis'], storage: Storage | null): number | null =>
  basis === 'per_pallet'
    ? (storage?.palletDays ?? null)
    : basis === 'per_kg'
      ? (storage?.weightDays ?? null)
      : basis === 'per_day'
        ? (storage?.days ?? null)
        : null;

/**
 * Quantity and price of an item: the step's own price, for a cost of storage the cargo station's rate, else the quoted
 * price, else the usual one.
 */
async function pricedOf({ bill, flow, step, counted, quoted, storage }: Charging, item: Item) {
  const { basis } = item;
  const stored = storedQuantity(basis, storage);
  const isStationCost = step.direction === 'cost' && basis === 'per_kg' && item.currency === 'EUR';
  const ownPrice = step.price ?? (isStationCost ? (storage?.rate ?? null) : null);
  const pallets = basis === 'per_pallet' && stored !== null ? stored : counted.pallets;
  const quote = ownPrice === null ? await quoted(step, pallets) : undefined;
  const { currency } = quote ?? item;
  const limits = {
    min: step.minCharge ?? (quote ? null : item.minCharge),
    max: quote ? null : item.maxCharge,
  };
  if (quote) {
    // A total changed by a minimum or a surcharge is no longer a quantity at a price.
    const sum = quote.limited
      ? { quantity: 1, unitPrice: quote.total, currency }
      : { quantity: stored ?? quote.quantity, unitPrice: quote.unitPrice, currency };
    const charged = chargeOf(sum, limits);
    const fixed = quote.limited || charged.limited;
    return {
      ...{ currency, quantity: charged.quantity, unitPrice: charged.unitPrice },
      basis: fixed ? ('fixed' as const) : quote.basis,
      ...{ priceSource: quote.source, sourceId: quote.sourceId },
    };
  }
  const value = bill.totalValue !== null && bill.currency === currency ? Number(bill.totalValue) : null;
  const all = { ...counted, weight: bill.billingWeight ?? bill.weight, value };
  const quantity = roundedUp(stored ?? quantityOf(basis, all), item.roundUp);
  const charged = chargeOf({ quantity, unitPrice: ownPrice ?? item.defaultPrice, currency }, limits);
  return {
    ...{ currency, quantity: charged.quantity, unitPrice: charged.unitPrice },
    basis: charged.limited ? ('fixed' as const) : basis,
    ...(step.price === null
      ? { priceSource: 'charge_item' as const, sourceId: item.id }
      : { priceSource: 'charge_flow' as const, sourceId: flow.id }),
  };
}

async function charge(write: Writer, charging: Charging): Promise<void> {
  const { bill, flow, step, no, day, proposed } = charging;
  const row = await write
    .selectFrom('chargeItem')
    .selectAll()
    .where('id', '=', step.chargeItemId)
    .executeTakeFirstOrThrow();
  const item = itemCodec.decode(row);
  const { priceSource, sourceId, basis, ...priced } = await pricedOf(charging, item);
  const { currency } = priced;
  const vat =
    step.direction === 'revenue'
      ? await proposed({ feeCategoryId: item.feeCategoryId, chargeItemId: item.id }, day)
      : undefined;
  const taxRate = vat?.rate ?? null;
  const { amount, taxAmount, grossAmount } = amountsOf({ ...priced, taxRate });
  const minor = toMinor(amount, currency);
  if (minor === 0) return;
  // A stage is charged even without a rate: the line then stays outside the books until it is confirmed.
  const rate = (await rateOn(write, currency, day))
    ? await booked(write, minor, currency, day)
    : { rateDay: null, rate: null, baseAmount: null };
  const made = {
    version: 1,
    ...{ createdAt: bill.updatedAt, createdBy: null, updatedAt: bill.updatedAt, updatedBy: null },
    billId: bill.id,
    feeCategoryId: item.feeCategoryId,
    chargeItemId: item.id,
    basis,
    quantity: Math.round(priced.quantity * 1000),
    unitPrice: toScaled(priced.unitPrice, PRICE_DIGITS),
    currency,
    taxRate: taxRate === null ? null : Math.round(taxRate * 1000),
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
        ...{ paidOn: null, paymentId: null, reversesId: null, vatCodeId: null, ownCompanyId: null },
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
      ...{ priceSource, sourceId, creditsId: null, vatCodeId: vat?.code.id ?? null },
      chargeKey: `${flow.code}/${step.trigger}/${no}`,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return log('billRevenue', id, revenueNo);
}
