import { roundedUp } from '@contract/rules/charge';
import type { Writer } from '../store/open';

/** Services bought and sold for a bill, with price, supplier and start. */
export const SERVICES = [
  {
    category: 'handling',
    item: 'HANDLING-KG',
    supplier: 'handler',
    basis: 'per_kg',
    buy: '0.09',
    sell: '0.12',
    min: ['45', '60'],
    from: 'ata',
  },
  {
    category: 'pickup',
    item: 'PICKUP-AMS',
    supplier: 'trucker',
    basis: 'per_truck',
    buy: '180',
    sell: '240',
    min: null,
    from: 'pickupAt',
  },
  {
    category: 'clearance',
    item: 'CLEAR-H7',
    supplier: 'broker',
    basis: 'per_parcel',
    buy: '0.06',
    sell: '0.12',
    min: ['60', '75'],
    from: 'clearanceReleasedAt',
  },
  {
    category: 'unloading',
    item: 'UNLOAD-KG',
    supplier: 'warehouse',
    basis: 'per_kg',
    buy: '0.05',
    sell: '0.09',
    min: null,
    from: 'atWarehouseAt',
  },
  {
    category: 'linehaul',
    item: 'LINEHAUL-DUI',
    supplier: 'trucker',
    basis: 'per_truck',
    buy: '420',
    sell: '560',
    min: null,
    from: 'handoverAt',
  },
] as const;

/** Reads the bills with books. */
export const landedBills = (writer: Writer) =>
  writer
    .selectFrom('bill')
    .innerJoin('customer', 'customer.id', 'bill.customerId')
    .innerJoin('airport', 'airport.id', 'bill.landingAirportId')
    .select(['bill.id', 'bill.customerId', 'bill.weight', 'bill.billingWeight', 'bill.packageCount'])
    .select([
      'bill.ata',
      'bill.pickupAt',
      'bill.clearanceReleasedAt',
      'bill.atWarehouseAt',
      'bill.handoverAt',
    ])
    .select(['bill.podAt', 'bill.archived', 'customer.paymentTermDays', 'airport.twoLetterCode as country'])
    .where('bill.ata', 'is not', null)
    .where('bill.removedAt', 'is', null)
    .orderBy('bill.ata')
    .orderBy('bill.id')
    .execute();
export type LandedBill = Awaited<ReturnType<typeof landedBills>>[number];

export const currencyOf = ({ country }: LandedBill) => (country === 'US' ? 'USD' : 'EUR');

/** A service as done for a bill. */
export interface DoneService {
  readonly bill: LandedBill;
  readonly service: (typeof SERVICES)[number];
  readonly at: number;
}

/** Quantity in the unit of its price. */
export function quantityOf({ bill, service }: DoneService): number {
  if (service.basis === 'per_kg') return roundedUp((bill.billingWeight ?? bill.weight) / 1000, '0.5kg');
  return service.basis === 'per_parcel' ? Math.max(1, bill.packageCount) : 1;
}
