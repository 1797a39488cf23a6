import type { Api } from '@contract/index';
import { resourceNames } from '@contract/resourceNames';
import { QueryClient } from '@tanstack/react-query';
import type { Question } from './answers';
import { type CallOptions, client, type InputOf, type OutputOf } from './client';

/**
 * Groups whose data includes the place or the customs status of goods. A write to one group may change all of them: a
 * truck's delivery completes parcels, and a release frees boxes.
 */
const GOODS = [
  ...([
    'bill',
    'awb',
    'parcel',
    'box',
    'pallet',
    'pick',
    'pickInbound',
    'inboundBatch',
    'collection',
    'pmc',
    'cmr',
    'custodyMove',
    'custodyBalance',
    'stock',
    'stockRecord',
    'stockCount',
    'scan',
  ] as const),
  ...(['batch', 'clearance', 'fyco', 'abnormalCase', 'tracking'] as const),
] as const satisfies readonly (keyof Api)[];

/** Groups that are derived from the books. */
const DERIVED = ['vatReturn', 'journal', 'openItem', 'accrual'] as const satisfies readonly (keyof Api)[];

/** Groups whose data changes when a record of another group is written. */
const AFFECTED: Partial<Record<keyof Api, readonly (keyof Api)[]>> = {
  attachment: ['bill'],
  bill: [
    ...GOODS,
    'billRevenue',
    'billCost',
    'billTransport',
    'airTransport',
    'seaTransport',
    'parcelForecast',
  ],
  fileJob: [...GOODS, 'invoiceFile', 'awbFile', 'tariffReading', 'ccCode', ...resourceNames],
  hsCode: ['ccCode'],
  awb: GOODS,
  parcel: GOODS,
  fyco: GOODS,
  custodyMove: GOODS,
  stockCount: GOODS,
  abnormalCase: GOODS,
  destination: ['channelCode'],
  customer: ['clientGroup', 'clientLog', 'journal'],
  clientCompany: ['customer', 'clientLog', 'journal', 'vatReturn'],
  feeCategory: ['journal', 'accrual'],
  ledgerSetup: ['journal'],
  billCost: [...DERIVED, 'supplierInvoice'],
  billCostDiff: [...DERIVED, 'supplierInvoice'],
  supplierInvoice: [...DERIVED, 'billCost', 'billCostDiff'],
  billRevenue: DERIVED,
  billPayment: DERIVED,
  customerInvoice: [...DERIVED, 'eInvoice'],
  eInvoice: ['customerInvoice'],
  clientContact: ['clientLog', 'clientCompany'],
  clientRole: ['clientLog', 'clientCompany'],
  clientAccount: ['clientLog'],
  pick: [...GOODS, 'attachment'],
  box: [...GOODS, 'attachment'],
  collection: GOODS,
  scan: GOODS,
  pallet: GOODS,
  // Labelling can assign a number.
  label: ['pallet', 'cmr'],
  pmc: GOODS,
  batch: [...GOODS, 'hsCheck'],
  clearance: GOODS,
  cmr: [...GOODS, 'cmrMail'],
  cmrFile: ['cmrMail'],
  cmrMail: ['mail'],
  cmrConfig: ['cmrMail'],
  t1: ['bill'],
  reportSchedule: ['reportRun'],
  monitorRecord: ['mail'],
  mail: ['monitorRecord'],
  staff: ['adminGroup', 'staffLog'],
  adminGroup: ['staff', 'staffLog'],
  noaMail: [...GOODS, 'attachment', 'message'],
  utbMail: ['bill', 'attachment'],
  hsCheck: GOODS,
  contract: ['documentFile', 'approvalLog', 'message'],
  taxation: ['documentFile', 'approvalLog', 'message'],
  standardQuote: ['documentFile', 'approvalLog', 'message'],
  orderQuote: ['documentFile', 'approvalLog', 'message'],
  documentFile: ['contract', 'standardQuote', 'orderQuote', 'taxation', 'seaBill', 'seaIsf', 'seaEntry'],
  airTransport: ['billTransport'],
  seaTransport: ['billTransport'],
  seaBill: ['seaNode', 'containerCharge'],
  seaNode: ['seaBill', 'bill', 'containerCharge'],
  amsRecord: ['seaBill', 'seaNode'],
  parcelForecast: ['billTransport', 'bill'],
};

/** Stale time in milliseconds of reference lists, which change rarely; refetched earlier only after a write here. */
const LASTING = 10 * 60_000;

/** Cache of responses. Retries are left to main, which knows what may be repeated. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { retry: false, staleTime: 5_000, refetchOnWindowFocus: false, networkMode: 'always' },
    mutations: { retry: false, networkMode: 'always' },
  },
});

type Caller<G extends keyof Api, K extends keyof Api[G]> = (
  input: InputOf<G, K>,
  options?: CallOptions,
) => Promise<OutputOf<G, K>>;

/** Returns query options for useAnswer: key, call with cancellation, and stale time. */
export function read<G extends keyof Api, K extends keyof Api[G] & string>(
  group: G,
  call: K,
  ...[input]: Record<string, never> extends InputOf<G, K> ? [input?: InputOf<G, K>] : [input: InputOf<G, K>]
): Question<OutputOf<G, K>> {
  const carry = client[group][call] as unknown as Caller<G, K>;
  return {
    queryKey: [group, call, input ?? {}],
    queryFn: ({ signal }) => carry(input as InputOf<G, K>, { signal }),
    ...(call === 'all' ? { staleTime: LASTING } : {}),
  };
}

/** Refetches once all that writes to some groups may have changed; the home screen's numbers change with any write. */
export async function invalidate(queries: QueryClient, ...groups: readonly (keyof Api)[]): Promise<void> {
  const changed = new Set([...groups, ...groups.flatMap((group) => AFFECTED[group] ?? []), 'homeReport']);
  await Promise.all([...changed].map((name) => queries.invalidateQueries({ queryKey: [name] })));
}
