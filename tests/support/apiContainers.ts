import { daysAfter } from '@contract/rules/usDays';
import { dayAt } from '@contract/rules/zonedTime';
import { drafts } from './apiRecords';
import { makeSeaFreight } from './apiSea';
import { makeSeaBill } from './apiTransport';
import type { TestApi } from './server';

/** Charges on containers for tests of the API. */

/** A day before or after today, on the clock of Los Angeles. */
export const portDay = (days: number): string =>
  daysAfter(dayAt(new Date().toISOString(), 'America/Los_Angeles'), days);

let carriers = 0;
/** A carrier that no other tariff is of. */
const newCarrier = (): string => {
  carriers += 1;
  return `Y${[...String(carriers).padStart(3, '0')].map((digit) => 'ABCDEFGHIJ'[Number(digit)]).join('')}`;
};

/** Item of the price list in a category that customers are charged for. */
const chargedItem = (api: TestApi): number =>
  api.count("select min(id) from chargeItem where active = 1 and code = 'ISF'");

/**
 * Makes a sea bill with one container whose free time ended some days ago, a tariff of 75 USD a day and 150 from day 6,
 * and the bill of the operation that is charged.
 */
export async function chargedFreight(
  api: TestApi,
  {
    days = 8,
    container = {},
    tariff = {},
    linked = true,
  }: { days?: number; container?: object; tariff?: object; linked?: boolean } = {},
) {
  const carrierScac = newCarrier();
  const made = await api.call.containerTariff.create({
    body: {
      ...drafts.containerTariff(),
      ...{ carrierScac, podCode: 'USLGB', validFrom: '2020-01-01', validTo: null },
      chargeItemId: chargedItem(api),
      ...tariff,
    },
  });
  const [one] = drafts.seaBill().containers;
  const freight = await makeSeaFreight(api, {
    ...{ carrierScac, podCode: 'USLGB' },
    lastFreeDay: portDay(-days),
    containers: [{ ...one, ...container }],
  });
  const { id } = freight;
  if (!linked) return { id, tariff: made, freight, billId: 0 };
  const bill = await makeSeaBill(api);
  await api.call.seaBill.link({ params: { id }, body: { version: freight.version, billId: bill.id } });
  return { id, tariff: made, freight, billId: bill.id };
}

/** The input that charges the demurrage of its container. */
export const chargeOf = (id: number, kind: 'demurrage' | 'detention' = 'demurrage') => ({
  params: { id },
  body: { containerNo: 'PLDU1002013', kind },
});

/** Makes an item of the price list that is used nowhere else. */
export const ownItem = async (api: TestApi, changes: object = {}): Promise<number> =>
  (await api.call.chargeItem.create({ body: { ...drafts.chargeItem(api), ...changes } })).id;

/** Makes an item in a category of costs only. */
export const costItem = (api: TestApi): Promise<number> =>
  ownItem(api, {
    feeCategoryId: api.count("select min(id) from feeCategory where direction = 'cost' and active = 1"),
  });
