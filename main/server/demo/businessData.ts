import type { DocumentState } from '@contract/business/document';

/** The status of a document of the demo, with its author and approvers. */
export interface Standing {
  readonly state: DocumentState;
  readonly by: string;
  /** Days from its writing to the day of the demo. */
  readonly daysAgo: number;
  /** User names of the approvers of the steps decided so far. */
  readonly decided?: readonly string[];
  readonly remark?: string;
}

/** A contract of the demo; days count from the day of the demo. */
export interface ContractData extends Standing {
  readonly title: string;
  readonly kind: 'customer' | 'supplier';
  readonly company: string;
  readonly from: number;
  readonly to: number;
  readonly currency?: string;
  readonly limit?: string;
  readonly autoRenew?: boolean;
  readonly notice?: number;
  readonly file: boolean;
}

const approved = { state: 'approved', by: 'sun.yu', decided: ['li.wei'], file: true } as const;

export const contractData: readonly ContractData[] = [
  {
    ...approved,
    ...{ title: 'E-commerce clearance and line-haul, Netherlands', kind: 'customer', company: 'GPT' },
    ...{ daysAgo: 320, from: -310, to: 420, limit: '2500000.00', autoRenew: true },
  },
  // It ends soon: the list marks it, and its people were notified.
  {
    ...approved,
    ...{ title: 'Clearance at Liège', kind: 'customer', company: 'SRC' },
    ...{ daysAgo: 350, from: -340, to: 24, limit: '800000.00', notice: 45 },
  },
  {
    ...approved,
    ...{
      title: 'Storage and sorting, AMS-W1',
      kind: 'customer',
      company: 'LMG',
      daysAgo: 210,
      from: -200,
      to: 530,
    },
  },
  {
    ...approved,
    ...{ title: 'Trailers Amsterdam to Duisburg and Lille', kind: 'supplier', company: 'WINDMILL' },
    ...{ daysAgo: 280, from: -270, to: 95, limit: '400000.00' },
  },
  {
    ...approved,
    ...{
      title: 'Trucking Maastricht',
      kind: 'supplier',
      company: 'MAASLINE',
      daysAgo: 400,
      from: -390,
      to: -12,
    },
    state: 'expired',
  },
  {
    ...approved,
    ...{
      title: 'Road transport Belgium',
      kind: 'supplier',
      company: 'ARDENNES',
      daysAgo: 300,
      from: -290,
      to: 440,
    },
    ...{ state: 'terminated', remark: 'Two trucks late within a week, notice given' },
  },
  {
    ...{ state: 'pending', by: 'sun.yu', daysAgo: 1, file: true },
    ...{ title: 'Express clearance, peak season', kind: 'customer', company: 'CLT', from: 10, to: 375 },
    limit: '1200000.00',
  },
  {
    ...{ state: 'rejected', by: 'sun.yu', daysAgo: 6, decided: ['li.wei'], file: true },
    remark: 'The limit is above what the credit insurance covers. Ask for 600,000',
    ...{ title: 'Frame agreement sea and air', kind: 'customer', company: 'OKS', from: 5, to: 735 },
    limit: '1500000.00',
  },
  {
    ...{ state: 'draft', by: 'sun.yu', daysAgo: 0.6, file: false },
    ...{ title: 'Line-haul Germany', kind: 'supplier', company: 'RHEINBOGEN', from: 20, to: 750 },
  },
];

/** A tax rate of the demo. */
export interface RateData extends Standing {
  readonly country: string;
  readonly hsCode: string;
  readonly duty: number;
  readonly vat: number;
  readonly reduced?: boolean;
  readonly additional?: readonly string[];
  readonly currency?: string;
  readonly from: string;
  readonly to?: string;
  readonly source: string;
}

const inForce = { state: 'approved', by: 'b.devries', decided: ['k.oconnor'] } as const;
/** Standard rates of VAT (reference 4.16). */
const VAT: Readonly<Record<string, number>> = {
  ...{ AT: 20, BE: 21, BG: 20, CY: 19, CZ: 21, DE: 19, DK: 25, EE: 24, ES: 21, FI: 25.5, FR: 20, GR: 24 },
  ...{ HR: 25, HU: 27, IE: 23, IT: 22, LT: 21, LU: 17, LV: 21, MT: 18, NL: 21, PL: 23, PT: 23, RO: 21 },
  ...{ SE: 25, SI: 22, SK: 23 },
};
/** First day of the tariff of the year. */
const THIS_YEAR = { from: '2026-01-01' } as const;
const goods: readonly (readonly [hsCode: string, duty: number])[] = [
  ['610910', 12],
  ['640411', 16.9],
  ['420222', 9.7],
  ['950300', 4.7],
  ['851830', 2],
];

export const rateData: readonly RateData[] = [
  // A medium duty for goods without their own line.
  ...Object.entries(VAT).map(([country, vat]) => ({
    ...inForce,
    ...{ country, hsCode: '*', duty: 4.5, vat, ...THIS_YEAR },
    ...{ daysAgo: 140, source: 'TARIC' },
  })),
  ...['NL', 'DE', 'FR', 'BE'].flatMap((country) =>
    goods.map(([hsCode, duty]) => ({
      ...inForce,
      ...{ country, hsCode, duty, vat: VAT[country] ?? 0, ...THIS_YEAR, daysAgo: 139, source: 'TARIC' },
    })),
  ),
  {
    ...{ ...inForce, country: 'NL', hsCode: '490199', duty: 0, vat: 9, reduced: true, ...THIS_YEAR },
    ...{ daysAgo: 138, source: 'TARIC; books at the reduced rate' },
  },
  {
    ...{ ...inForce, country: 'NL', hsCode: '871200', duty: 14, vat: 21, additional: ['Anti-dumping: 48.5'] },
    ...{ from: '2026-01-01', daysAgo: 137, source: 'TARIC' },
  },
  {
    ...{ ...inForce, country: 'US', hsCode: '610910', duty: 16.5, vat: 0, currency: 'USD' },
    ...{ additional: ['Section 301: 7.5'], from: '2026-01-01', daysAgo: 130, source: 'HTSUS' },
  },
  {
    ...{ ...inForce, state: 'expired', country: 'EE', hsCode: '610910', duty: 12, vat: 22 },
    ...{ from: '2025-01-01', to: '2025-06-30', daysAgo: 400, source: 'TARIC' },
  },
  {
    ...{ state: 'pending', by: 'b.devries', daysAgo: 1, country: 'NL', hsCode: '850760', duty: 2.7, vat: 21 },
    ...{ ...THIS_YEAR, source: 'TARIC' },
  },
  {
    ...{ state: 'rejected', by: 'b.devries', decided: ['k.oconnor'], daysAgo: 8 },
    remark: '854143 is free of duty, see TARIC',
    ...{ country: 'NL', hsCode: '854143', duty: 2.5, vat: 21, ...THIS_YEAR, source: 'TARIC' },
  },
  {
    ...{ state: 'draft', by: 'b.devries', daysAgo: 0.6, country: 'DE', hsCode: '920710', duty: 3.7, vat: 19 },
    ...{ from: '2027-01-01', source: 'TARIC, next year' },
  },
];
