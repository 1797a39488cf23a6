import { insertRows } from '../store/insertRows';
import type { Writer } from '../store/open';
import { DAY, dayIn } from './clock';
import { type IdsByCode, madeAt } from './reference';

/** A tariff by its first day and price a day, step by step. */
type Steps = readonly (readonly [fromDay: number, dayPrice: string])[];

const TARIFFS: readonly (readonly [
  code: string,
  kind: 'demurrage' | 'detention',
  containerTypes: readonly string[],
  freeDays: number,
  steps: Steps,
])[] = [
  [
    'DEM-USLAX',
    'demurrage',
    [],
    4,
    [
      [1, '75'],
      [6, '150'],
      [11, '210'],
    ],
  ],
  [
    'DEM-USLAX-RF',
    'demurrage',
    ['20RF', '40RF'],
    2,
    [
      [1, '180'],
      [4, '320'],
    ],
  ],
  [
    'DET-USLAX',
    'detention',
    [],
    5,
    [
      [1, '100'],
      [6, '165'],
    ],
  ],
];

/** Writes the tariffs of demurrage and detention at Los Angeles. */
export async function seedTariffs(writer: Writer, chargeItem: IdsByCode, at: string): Promise<void> {
  await insertRows(
    writer,
    'containerTariff',
    TARIFFS.map(([code, kind, containerTypes, freeDays, steps], index) => ({
      id: index + 1,
      ...madeAt(at),
      ...{ code, kind, carrierScac: null, podCode: 'USLAX', freeDays, currency: 'USD' },
      containerTypes: JSON.stringify(containerTypes),
      steps: JSON.stringify(steps.map(([fromDay, dayPrice]) => ({ fromDay, dayPrice }))),
      chargeItemId: chargeItem(kind === 'demurrage' ? 'DEMURRAGE' : 'DETENTION'),
      validFrom: dayIn(Date.parse(at) - 30 * DAY, 'UTC'),
      validTo: null,
      source: 'Import tariff of the carrier, Los Angeles',
      ...{ active: 1, sort: (index + 1) * 10, remark: null },
    })),
  );
}
