import { words } from '@contract/words';
import { HOUR, iso } from './clock';
import type { Change } from './logs';
import { roles } from './peopleData';
import { warehouseOf } from './stationData';
import type { EventRow } from './timeline';
import type { Voyage } from './voyages';

/** Builds the events of a bill by sea, with own texts in place of those about flights. */
export function seaEvents(
  { created, etd, lane, reached }: Voyage,
  billId: number,
  hub: string,
  now: number,
): EventRow[] {
  const trip = reached.trips[0];
  const event = (
    code: keyof typeof words.en.events,
    at: number | null | undefined,
    location: string | null,
    own?: readonly [string, string],
  ) =>
    at === null || at === undefined || at > now
      ? []
      : [
          {
            code,
            at,
            location,
            textEn: own?.[0] ?? words.en.events[code],
            textCn: own?.[1] ?? words.cn.events[code],
          },
        ];
  const { nameEn, city } = warehouseOf(lane.warehouse);
  return [
    ...event('BILL_CREATED', created, null),
    ...event('DEPARTED', etd, lane.loading, ['Vessel sailed', '船舶离港']),
    ...event('ARRIVED', reached.ata, lane.discharge, ['Arrived at port of discharge', '到达目的港']),
    ...event('CUSTOMS_START', reached.declared, null),
    ...event('NOA', reached.noa, lane.discharge, ['Discharged, ready for pickup', '已卸船，可提柜']),
    ...event('CUSTOMS_RELEASE', reached.released, null),
    ...event('PICKED_UP', trip?.pickFinish, lane.discharge, [
      'Container picked up from terminal',
      '码头提柜',
    ]),
    ...event('AT_WAREHOUSE', trip?.gateIn, `${nameEn}, ${city}`),
    ...event('OUTBOUND', trip?.outFinish, `${nameEn}, ${city}`),
    ...event('HUB_ARRIVED', reached.tat, hub),
    ...event('DELIVERED_HUB', reached.pod, hub),
  ]
    .sort((a, b) => a.at - b.at)
    .map(({ at, ...rest }) => ({
      billId,
      ...rest,
      occurredAt: iso(at),
      recordedAt: iso(at),
      source: 'user',
    }));
}

/** Lists the changes of a bill by sea, in order. */
export function seaChanges({ created, reached, archived }: Voyage, author: string, now: number): Change[] {
  const hand = roles.warehouse;
  const set = (field: string, at: number | null | undefined, by: string): Change[] =>
    at ? [{ at: at + HOUR / 6, by, action: 'update', field, before: null, after: iso(at) }] : [];
  const trip = reached.trips[0];
  const changes: readonly Change[] = [
    { at: created, by: author, action: 'create' },
    ...set('ata', reached.ata, author),
    ...set('declaredAt', reached.declared, roles.broker),
    ...set('noaAt', reached.noa, author),
    ...set('clearanceReleasedAt', reached.released, roles.broker),
    ...set('pickupAt', trip?.pickFinish ?? trip?.pickStart, hand),
    ...set('atWarehouseAt', trip?.gateIn, hand),
    ...set('handoverAt', reached.handover, roles.broker),
    ...set('tatAt', reached.tat, hand),
    ...set('podAt', reached.pod, hand),
    ...(archived === null
      ? []
      : [
          {
            at: archived,
            by: hand,
            action: 'archive',
            field: 'archived',
            before: 'false',
            after: 'true',
          } as const,
        ]),
  ];
  return changes.filter(({ at }) => at <= now).sort((a, b) => a.at - b.at);
}
