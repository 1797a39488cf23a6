import type { ContainerTariffRow } from '@contract/finance/containerTariff';
import {
  type ContainerChargeKind,
  type ContainerDays,
  chargedDays,
  chargedSteps,
  chargedTotal,
  clockOfCharge,
  containerChargeKinds,
  tariffFor,
} from '@contract/rules/containerCharges';
import { portZone, type SeaNodeName } from '@contract/rules/seaNodes';
import { daysAfter } from '@contract/rules/usDays';
import { dayAt, formatDay } from '@contract/rules/zonedTime';
import type { ContainerCharge } from '@contract/sea/containerCharge';
import type { SeaBill } from '@contract/sea/seaBill';
import type { Context, GroupHandlers } from '../../core/context';
import { refuse } from '../../core/refusal';
import type { Reader } from '../../store/open';
import { rowById } from '../../store/rowById';
import { createRevenue } from '../finance/billRevenue';
import { readTariffs } from '../finance/containerTariff';
import { nodesOfBill, readSeaBill, timesOf } from './seaLinks';

type Container = SeaBill['containers'][number];

/** A charge on a container, with the tariff and the day numbers that lines already charge. */
interface Charge extends ContainerCharge {
  readonly tariff: ContainerTariffRow | undefined;
  readonly firstOpen: number;
}

/** The days of a container: its own, else those of the bill's nodes on the clock of the port. */
async function daysOf(read: Reader, bill: SeaBill): Promise<(container: Container) => ContainerDays> {
  const times = timesOf(await nodesOfBill(read, bill.id));
  const day = (node: SeaNodeName) => {
    const at = times[node];
    return at ? dayAt(at, portZone(bill.podCode)) : null;
  };
  const [discharged, gateOut, emptyReturned] = [day('discharged'), day('gateOut'), day('emptyReturned')];
  return (own) => ({
    discharged,
    lastFreeDay: own.lastFreeDay ?? bill.lastFreeDay,
    gateOut: own.gateOut ?? gateOut,
    emptyReturned: own.emptyReturned ?? emptyReturned,
  });
}

const keyOf = (containerNo: string, kind: ContainerChargeKind) => `${containerNo}/${kind}/`;

/** Number of the last day that lines of a bill charge for a container; 0 without a line. */
async function lastCharged(read: Reader, billId: number | null, key: string): Promise<number> {
  const lines = await read
    .selectFrom('billRevenue')
    .select(['chargeKey', 'quantity'])
    .where('billId', '=', billId ?? 0)
    .where('chargeKey', 'like', `${key}%`)
    .execute();
  const ends = lines.map(
    ({ chargeKey, quantity }) => Number(chargeKey?.slice(key.length)) - 1 + quantity / 1000,
  );
  return Math.max(0, ...ends);
}

/** Demurrage and detention of the containers of a bill up to today, as far as their clocks have started. */
async function chargesOf({ read, now }: Context, bill: SeaBill): Promise<Charge[]> {
  if (bill.loadType !== 'FCL') return [];
  const tariffs = await readTariffs(read);
  const days = await daysOf(read, bill);
  const today = dayAt(now, portZone(bill.podCode));
  const found: Charge[] = [];
  for (const container of bill.containers)
    for (const kind of containerChargeKinds) {
      const { containerNo, containerType } = container;
      const its = days(container);
      const day = kind === 'demurrage' ? (its.discharged ?? its.lastFreeDay) : its.gateOut;
      if (day === null) continue;
      const { carrierScac, podCode } = bill;
      const tariff = tariffFor(tariffs, { kind, carrierScac, podCode, containerType, day });
      const clock = clockOfCharge(kind, its, tariff?.freeDays ?? 0, today);
      // Without a tariff only the carrier's own last free day tells when free time ends.
      const known = tariff || (kind === 'demurrage' && its.lastFreeDay) ? clock : undefined;
      const count = known ? chargedDays(known) : null;
      const steps = tariff && count ? chargedSteps(tariff, count) : [];
      const charged = await lastCharged(read, bill.billId, keyOf(containerNo, kind));
      found.push({
        ...{ id: keyOf(containerNo, kind), containerNo, containerType, kind },
        ...{ freeUntil: known?.freeUntil ?? null, until: known?.until ?? null },
        running: known?.running ?? false,
        days: count,
        steps,
        amount: tariff ? chargedTotal(steps, tariff.currency) : null,
        currency: tariff?.currency ?? null,
        tariffCode: tariff?.code ?? null,
        daysCharged: Math.min(charged, count ?? charged),
        ...{ tariff, firstOpen: charged + 1 },
      });
    }
  return found;
}

const shown = ({ tariff: _, firstOpen: __, ...charge }: Charge): ContainerCharge => charge;

/** Demurrage and detention at the containers of a sea bill, and the lines that charge them to the customer. */
export const containerChargeHandlers: GroupHandlers<'containerCharge'> = {
  list: async (context, { params }) =>
    (await chargesOf(context, await readSeaBill(context.read, params.id))).map(shown),

  charge: async (context, { params, body }) => {
    const bill = await readSeaBill(context.write, params.id);
    if (bill.billId === null) throw refuse('SEA_NO_BILL');
    const charge = (await chargesOf(context, bill)).find(
      ({ containerNo, kind }) => containerNo === body.containerNo && kind === body.kind,
    );
    const { tariff, freeUntil } = charge ?? {};
    const open =
      tariff && charge?.days
        ? chargedSteps(tariff, charge.days, charge.firstOpen).filter(({ amount }) => Number(amount) > 0)
        : [];
    if (!charge || !tariff || !freeUntil || open.length === 0)
      throw refuse('CONTAINER_NOTHING_DUE', { no: body.containerNo });
    const item = await rowById(context.read, 'chargeItem', tariff.chargeItemId);
    for (const { fromDay, toDay, days, dayPrice } of open) {
      const [from, to] = [daysAfter(freeUntil, fromDay), daysAfter(freeUntil, toDay)].map(formatDay);
      await createRevenue(
        context,
        {
          ...{ billId: bill.billId, feeCategoryId: item.feeCategoryId, chargeItemId: item.id },
          ...{ basis: 'per_day', quantity: days, unitPrice: dayPrice, currency: tariff.currency },
          ...{ taxRate: null, vatCodeId: null, priceSource: 'container_tariff', sourceId: tariff.id },
          remark: `${charge.containerNo} · ${from} – ${to}`,
        },
        `${charge.id}${fromDay}`,
      );
    }
    return { lines: open.length };
  },
};
