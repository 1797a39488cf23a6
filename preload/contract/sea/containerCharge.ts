import * as z from 'zod';
import { endpoint } from '../endpoint';
import { choice, code, count, date, flag, money, text, unitPrice } from '../fields';
import { one } from '../finance/line';
import { containerNo, containerTypes } from '../rules/codes';
import { containerChargeKinds } from '../rules/containerCharges';
import { currencyCode } from '../rules/places';
import { object, strictObject } from '../shape';
import { seaBill } from './seaBill';

const kind = choice('containerChargeKind', containerChargeKinds);

/** Days at one price. */
const step = object(() => ({
  fromDay: count(),
  toDay: count(),
  days: count(),
  dayPrice: unitPrice(),
  amount: money(),
}));

/** Demurrage or detention of one container up to today. */
export const containerCharge = object(() => ({
  id: text(40),
  containerNo: code(containerNo),
  containerType: choice('containerType', containerTypes),
  kind,
  /** The last free day, and the last day that counts; null if no tariff tells the free time. */
  freeUntil: date().nullable(),
  until: date().nullable(),
  /** True while the container stays on: each day adds to it. */
  running: flag(),
  days: count().nullable(),
  steps: z.array(step),
  /** Null without a tariff. */
  amount: money().nullable(),
  currency: code(currencyCode).nullable(),
  tariffCode: text(20).nullable(),
  /** Days that lines already charge to the customer. */
  daysCharged: count(),
}));
export type ContainerCharge = z.output<typeof containerCharge>;

const path = '/sea/{id}/container-charges';

/** Demurrage and detention at the containers of a sea bill. */
export const containerChargeApi = {
  list: endpoint({
    method: 'GET',
    path,
    access: seaBill.view,
    params: one,
    answer: z.array(containerCharge),
    extension: true,
  }),
  /**
   * Charges the days of a container that no line charges yet to the customer, one draft line for each step: finance
   * confirms it.
   */
  charge: endpoint({
    method: 'POST',
    path,
    access: seaBill.edit,
    params: one,
    body: strictObject(() => ({ containerNo: code(containerNo), kind })),
    answer: object(() => ({ lines: count() })),
    errors: [
      ...(['SEA_NO_BILL', 'CONTAINER_NOTHING_DUE', 'RATE_MISSING', 'FEE_DIRECTION'] as const),
      ...(['REFERENCE_INACTIVE', 'BILL_ARCHIVED', 'BILL_REMOVED'] as const),
    ],
    creates: true,
    extension: true,
  }),
} as const;
