import type { QuoteLine } from '@contract/rules/quote';
import type { Standing } from './businessData';
import { chargeData } from './chargeData';
import { idsOf } from './reference';

const itemId = idsOf(chargeData.map(([code]) => code));

/** A rate card of the demo; days count from the day of the demo. */
export interface QuoteData extends Standing {
  readonly nameEn: string;
  readonly nameCn: string;
  readonly service: string;
  readonly customer?: string;
  readonly group?: string;
  readonly supplier?: string;
  readonly currency?: string;
  readonly from: number;
  readonly to: number;
  readonly fuel?: number;
  /** Number of the rate card that it replaces, counted from 1. */
  readonly after?: number;
  readonly lines: readonly QuoteLine[];
}

type Price = string | Readonly<Record<number, string>>;
const line = (lane: string, item: string, price: Price, more: Partial<QuoteLine> = {}): QuoteLine => {
  const [originCode = '', destinationCode = ''] = lane.split('-');
  const basis = chargeData.find(([code]) => code === item)?.[4] ?? 'fixed';
  return {
    ...{ originCode, destinationCode, zone: null, chargeItemId: itemId(item), basis, minCharge: null },
    breaks:
      typeof price === 'string'
        ? []
        : Object.entries(price).map(([fromKg, of]) => ({ fromKg: Number(fromKg), price: of })),
    flatPrice: typeof price === 'string' ? price : null,
    ...{ transitHours: null, currency: null, ...more },
  };
};

/** Typical prices (reference 9.6). */
const clearance: readonly QuoteLine[] = [
  line('ANY-ANY', 'HANDLING-KG', { 0: '0.12', 500: '0.11', 3000: '0.10' }, { minCharge: '45.00' }),
  line('ANY-NL', 'PICKUP-AMS', '240'),
  line('ANY-ANY', 'T1-DOC', '55'),
  line('ANY-ANY', 'CLEAR-H7', '0.12', { minCharge: '75.00' }),
  line('ANY-ANY', 'CLEAR-H1', '45'),
  line('ANY-ANY', 'INSPECT-HOUR', '95'),
  line('ANY-ANY', 'UNLOAD-KG', '0.09'),
  line('ANY-ANY', 'PALLET', '8'),
];
const delivery: readonly QuoteLine[] = [
  ...clearance,
  line('ANY-DE', 'LINEHAUL-DUI', '560', { transitHours: 12 }),
  line('ANY-FR', 'LINEHAUL-LIL', '690', { transitHours: 14 }),
  line('ANY-PL', 'LINEHAUL-POZ', '1350', { transitHours: 30 }),
  line('ANY-NL', 'LAST-MILE-NL', '2.60'),
  line('ANY-DE', 'LAST-MILE-DE', '3.20'),
  line('ANY-FR', 'LAST-MILE-FR', '3.80'),
];
const america: readonly QuoteLine[] = [
  line('ANY-US', 'ENTRY-01', '85'),
  line('ANY-US', 'BOND', '0.65', { minCharge: '65.00' }),
];
const cheaper = (lines: readonly QuoteLine[], item: string, price: string) =>
  lines.map((one) => (one.chargeItemId === itemId(item) ? { ...one, flatPrice: price, breaks: [] } : one));

const approved = { state: 'approved', by: 'sun.yu', decided: ['f.meijer', 'li.wei'] } as const;

export const quoteData: readonly QuoteData[] = [
  {
    ...{ ...approved, daysAgo: 190, nameEn: 'Clearance Europe', nameCn: '欧洲清关公布价', service: 'CLR' },
    ...{ from: -180, to: 185, lines: clearance },
  },
  {
    ...{ ...approved, daysAgo: 189, nameEn: 'Clearance and delivery Europe', nameCn: '欧洲清关派送公布价' },
    ...{ service: 'CLR_DLV', from: -180, to: 22, fuel: 3.5, lines: delivery },
  },
  {
    ...{
      ...approved,
      daysAgo: 120,
      nameEn: 'Key accounts: clearance and delivery',
      nameCn: '大客户清关派送',
    },
    ...{ service: 'CLR_DLV', group: 'VIP', from: -110, to: 250, fuel: 2.5 },
    lines: cheaper(cheaper(delivery, 'CLEAR-H7', '0.10'), 'LAST-MILE-DE', '2.95'),
  },
  {
    ...{ ...approved, daysAgo: 60, nameEn: 'Green Panda: from Shanghai', nameCn: '绿熊猫上海专线' },
    ...{ service: 'CLR_DLV', customer: 'GPT', from: -55, to: 310 },
    lines: [
      line('PVG-DE', 'HANDLING-KG', { 0: '0.105', 1000: '0.095', 5000: '0.085' }, { minCharge: '40.00' }),
      line('PVG-DE', 'LAST-MILE-DE', '2.85'),
      line('PVG-ANY', 'CLEAR-H7', '0.09', { minCharge: '60.00' }),
    ],
  },
  {
    ...{ ...approved, daysAgo: 150, nameEn: 'Formal entries', nameCn: '美国正式报关公布价', service: 'US01' },
    ...{ currency: 'USD', from: -140, to: 225, lines: america },
  },
  // Expired; the one waiting for its second approval step replaces it.
  {
    ...{ ...approved, state: 'expired', daysAgo: 400, service: 'WHS', from: -390, to: -25 },
    ...{ nameEn: 'Clearance and storage', nameCn: '清关仓储公布价' },
    lines: [...clearance, line('ANY-ANY', 'STORAGE', '0.90')],
  },
  {
    ...{ state: 'pending', by: 'sun.yu', decided: ['f.meijer'], daysAgo: 1, service: 'WHS', after: 6 },
    ...{ nameEn: 'Clearance and storage', nameCn: '清关仓储公布价', from: 3, to: 368, fuel: 3.5 },
    lines: [...cheaper(clearance, 'PALLET', '8.50'), line('ANY-ANY', 'STORAGE', '1.00')],
  },
  {
    ...{
      ...approved,
      daysAgo: 170,
      nameEn: 'Windmill trailers',
      nameCn: '风车运输采购价',
      supplier: 'WINDMILL',
    },
    ...{ service: 'CLR_DLV', from: -160, to: 205 },
    lines: [
      line('AMS-DE', 'LINEHAUL-DUI', '420', { transitHours: 12 }),
      line('AMS-FR', 'LINEHAUL-LIL', '520', { transitHours: 14 }),
      line('AMS-PL', 'LINEHAUL-POZ', '1050', { transitHours: 30 }),
    ],
  },
  {
    ...{ state: 'draft', by: 'sun.yu', daysAgo: 0.6, nameEn: 'Platforms: peak season', nameCn: '平台旺季价' },
    ...{ service: 'CLR', group: 'PLATFORM', from: 12, to: 75, lines: cheaper(clearance, 'CLEAR-H7', '0.14') },
  },
];
