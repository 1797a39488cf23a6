import type { OfferLine } from '@contract/rules/offer';
import { withAmount } from '@contract/rules/offer';
import type { Standing } from './businessData';
import { chargeData } from './chargeData';
import { idsOf } from './reference';

const itemId = idsOf(chargeData.map(([code]) => code));

/** An order quote of the demo; days count from the day of the demo. */
export interface OrderQuoteData extends Standing {
  readonly customer: string;
  readonly service: string;
  readonly mode?: 'air' | 'sea';
  readonly lane: readonly [origin: string, destination: string];
  readonly reference?: string;
  /** True if it names a bill of the customer. */
  readonly named?: boolean;
  readonly expected: number;
  readonly goods: string;
  readonly incoterm: string;
  readonly packages: number;
  readonly weight: number;
  readonly volume: number;
  readonly to: number;
  readonly result?: 'won' | 'lost';
  readonly lostReason?: string;
  readonly lines: readonly OfferLine[];
}

const line = (
  item: string,
  quantity: number,
  unitPrice: string,
  costPrice: string | null,
  currency = 'EUR',
): OfferLine =>
  withAmount({
    chargeItemId: itemId(item),
    basis: chargeData.find(([code]) => code === item)?.[4] ?? 'fixed',
    ...{ quantity, unitPrice, currency, costPrice },
  });

const submitted = { by: 'sun.yu', state: 'approved', decided: ['f.meijer'] } as const;

export const orderQuoteData: readonly OrderQuoteData[] = [
  {
    ...{ ...submitted, daysAgo: 34, customer: 'GPT', service: 'CLR_DLV', lane: ['PVG', 'DE'], named: true },
    ...{ reference: 'GPT-SPRING-88', expected: -20, goods: 'Garden furniture', incoterm: 'DDP', to: 12 },
    ...{ packages: 320, weight: 3120.5, volume: 21.4, result: 'won' },
    lines: [
      line('HANDLING-KG', 3567, '0.088', '0.072'),
      line('CLEAR-H7', 8200, '0.085', '0.06'),
      line('LINEHAUL-DUI', 1, '540', '420'),
      line('LAST-MILE-DE', 8200, '2.78', '2.60'),
    ],
  },
  {
    ...{ ...submitted, daysAgo: 6, customer: 'SRC', service: 'CLR_DLV', lane: ['HKG', 'FR'] },
    ...{ reference: 'Black Friday 2', expected: 4, goods: 'Phone accessories', incoterm: 'DDP', to: 9 },
    ...{ packages: 180, weight: 1640, volume: 8.9 },
    lines: [
      line('HANDLING-KG', 1640, '0.11', '0.09'),
      line('PICKUP-AMS', 1, '230', '180'),
      line('CLEAR-H7', 4100, '0.10', '0.06'),
      line('LINEHAUL-LIL', 1, '670', '520'),
      line('LAST-MILE-FR', 4100, '3.55', '3.10'),
    ],
  },
  {
    ...{ ...submitted, daysAgo: 15, customer: 'LMG', service: 'CLR', lane: ['CAN', 'NL'], result: 'lost' },
    ...{ reference: 'LM-2209', expected: -4, goods: 'Textiles', incoterm: 'DAP', to: 5 },
    ...{ packages: 90, weight: 860, volume: 6.2, lostReason: 'Another broker asked 0.09 a parcel' },
    lines: [
      line('HANDLING-KG', 1033.5, '0.12', '0.09'),
      line('CLEAR-H7', 2300, '0.12', '0.06'),
      line('T1-DOC', 1, '55', '35'),
    ],
  },
  {
    ...{
      state: 'pending',
      by: 'sun.yu',
      daysAgo: 1,
      customer: 'SFG',
      service: 'CLR_DLV',
      lane: ['SZX', 'PL'],
    },
    ...{ reference: 'Toys, week 48', expected: 9, goods: 'Toys with batteries', incoterm: 'DDP', to: 21 },
    ...{ packages: 240, weight: 2100, volume: 15.4 },
    lines: [
      line('HANDLING-KG', 2567, '0.105', '0.09'),
      line('CLEAR-H1', 2, '45', '28'),
      line('LINEHAUL-POZ', 1, '1290', '1050'),
      line('PALLET', 12, '8', '4.50'),
      line('OTHER', 1, '120', null, 'USD'),
    ],
  },
  {
    ...{
      state: 'rejected',
      by: 'sun.yu',
      daysAgo: 3,
      decided: ['f.meijer'],
      customer: 'OKS',
      service: 'CLR',
    },
    ...{ remark: 'Below cost: H7 at 0.05 a parcel', lane: ['HKG', 'BE'], expected: 6, goods: 'Cosmetics' },
    ...{ incoterm: 'DDP', packages: 60, weight: 540, volume: 2.7, to: 18 },
    lines: [line('HANDLING-KG', 540, '0.10', '0.09'), line('CLEAR-H7', 1900, '0.05', '0.06')],
  },
  {
    ...{ ...submitted, state: 'expired', daysAgo: 48, customer: 'NBR', service: 'CLR', lane: ['PVG', 'NL'] },
    ...{ expected: -30, goods: 'Kitchenware', incoterm: 'DAP', packages: 110, weight: 1450, volume: 7.5 },
    ...{ to: -20, result: 'lost', lostReason: 'No answer until the last day' },
    lines: [line('HANDLING-KG', 1450, '0.12', '0.09'), line('CLEAR-H1', 1, '45', '28')],
  },
  {
    ...{ ...submitted, state: 'terminated', daysAgo: 26, customer: 'BLL', service: 'CLR_DLV' },
    ...{ remark: 'The customer takes another route', lane: ['CGO', 'DE'], expected: -12, goods: 'LED lamps' },
    ...{ incoterm: 'DDP', packages: 75, weight: 1020, volume: 5.1, to: 4 },
    lines: [line('HANDLING-KG', 1020, '0.115', '0.09'), line('LINEHAUL-DUI', 1, '560', '420')],
  },
  {
    ...{
      state: 'draft',
      by: 'sun.yu',
      daysAgo: 0.6,
      customer: 'GPT',
      service: 'CLR_DLV',
      lane: ['PVG', 'FR'],
    },
    ...{ reference: 'GPT-XMAS-3', expected: 14, goods: 'Christmas decoration', incoterm: 'DDP', to: 24 },
    ...{ packages: 200, weight: 1500, volume: 11.2 },
    lines: [line('CLEAR-H7', 3600, '0.09', '0.06'), line('LAST-MILE-FR', 3600, '3.60', '3.10')],
  },
];
