import type { Writer } from '../store/open';
import { DAY, dayOf, iso } from './clock';
import { staffId } from './people';
import { type IdsByCode, madeAt, type ReferenceIds } from './reference';
import { insertRows } from './rows';

const step = (
  item: IdsByCode,
  trigger: string,
  code: string,
  more: { price?: string; overWeight?: number; overDays?: number } = {},
) => ({
  trigger,
  chargeItemId: item(code),
  direction: 'revenue',
  supplierId: null,
  price: more.price ?? null,
  minCharge: null,
  overWeight: more.overWeight ?? null,
  overDays: more.overDays ?? null,
});

/** Writes the charge flows, active from tomorrow: one for all of Europe, one for the best customers, one by sea. */
export async function seedChargeFlows(
  writer: Writer,
  { chargeItem, clientGroup }: ReferenceIds,
  now: number,
): Promise<void> {
  const standard = [
    step(chargeItem, 'arrived', 'HANDLING-KG'),
    step(chargeItem, 'pickup', 'PICKUP-AMS'),
    step(chargeItem, 'clearance', 'CLEAR-H7'),
    step(chargeItem, 'inbound', 'UNLOAD-KG'),
    step(chargeItem, 'inspection', 'INSPECT-HOUR'),
    step(chargeItem, 'outbound', 'PALLET'),
    step(chargeItem, 'outbound', 'STORAGE', { overDays: 0 }),
    step(chargeItem, 'delivery', 'LINEHAUL-DUI', { overWeight: 500 }),
  ];
  const made = madeAt(iso(now - 60 * DAY), staffId('f.meijer'));
  const common = {
    customerId: null,
    serviceId: null,
    landingAirportId: null,
    mode: 'air' as const,
    validTo: null,
  };
  await insertRows(writer, 'chargeFlow', [
    {
      id: 1,
      ...made,
      ...{ code: 'EU-STANDARD', nameEn: 'Standard, Europe', nameCn: '欧洲标准计费' },
      ...common,
      groupId: null,
      validFrom: dayOf(now),
      priority: 100,
      steps: JSON.stringify(standard),
      ...{ active: 1, sort: 10, remark: null },
    },
    {
      id: 2,
      ...made,
      ...{ code: 'EU-KEY', nameEn: 'Key accounts, Europe', nameCn: '欧洲重点客户计费' },
      ...common,
      groupId: clientGroup('VIP'),
      validFrom: dayOf(now),
      priority: 200,
      steps: JSON.stringify([
        step(chargeItem, 'arrived', 'HANDLING-KG', { price: '0.10' }),
        step(chargeItem, 'clearance', 'CLEAR-H7', { price: '0.10' }),
        step(chargeItem, 'delivery', 'LINEHAUL-DUI', { price: '520' }),
      ]),
      ...{ active: 1, sort: 20, remark: null },
    },
    {
      id: 3,
      ...made,
      ...{ code: 'SEA-STANDARD', nameEn: 'Standard, sea', nameCn: '海运标准计费' },
      ...common,
      mode: 'sea' as const,
      groupId: null,
      validFrom: dayOf(now),
      priority: 100,
      steps: JSON.stringify([
        step(chargeItem, 'clearance', 'CLEAR-H7'),
        step(chargeItem, 'outbound', 'STORAGE', { overDays: 0 }),
        step(chargeItem, 'delivery', 'LINEHAUL-DUI', { price: '640' }),
      ]),
      ...{ active: 1, sort: 30, remark: null },
    },
  ]);
}
