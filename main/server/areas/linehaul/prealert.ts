import type { Language } from '@contract/limits';
import type { CmrView } from '@contract/linehaul/cmr';
import { prealertRow } from '@contract/linehaul/prealert';
import { instantOf } from '@contract/rules/zonedTime';
import type { Download } from '../../core/context';
import { exportColumns, tableFile } from '../../core/exportRows';
import type { Reader } from '../../store/open';

const HOUR = 3_600_000;
/** Boxes whose parcels are loaded at once. */
const CHUNK = 50;

/**
 * Expected arrival of a truck: departure, else loading, plus the hours of the journey (reference 6.13); null if
 * unknown.
 */
export function etaOf(
  { departedAt, loadedAt }: Pick<CmrView, 'departedAt' | 'loadedAt'>,
  transitHours: number | null,
): string | null {
  const from = departedAt ?? loadedAt;
  return from === null || transitHours === null ? null : instantOf(Date.parse(from) + transitHours * HOUR);
}

/**
 * The outbound pre-alert of a truck as a workbook: one row for each parcel on its pallets, in the order of the pallets.
 */
export async function prealertOf(read: Reader, cmr: CmrView, language: Language): Promise<Download> {
  const { transitHours } = await read
    .selectFrom('destination')
    .select('transitHours')
    .where('id', '=', cmr.toDestinationId)
    .executeTakeFirstOrThrow();
  const truck = {
    cmrNo: cmr.cmrNo,
    plateNo: cmr.plateNo,
    eta: etaOf(cmr, transitHours),
    fromWarehouseId: cmr.fromWarehouseId,
    toDestinationId: cmr.toDestinationId,
  };
  const { heads, cells } = await exportColumns(read, prealertRow, Object.keys(prealertRow.shape), {
    resource: 'prealert',
    language,
    format: 'xlsx',
  });
  async function* rows() {
    for await (const line of parcelsOn(read, cmr.id)) yield cells({ ...truck, ...line });
  }
  const file = tableFile('prealert', 'xlsx', language, heads, rows());
  return { ...file, name: `${cmr.cmrNo}-prealert.xlsx` };
}

async function* parcelsOn(read: Reader, cmrId: number) {
  const boxes = await read
    .selectFrom('box')
    .innerJoin('pallet', 'pallet.id', 'box.palletId')
    .select('box.id')
    .where('pallet.cmrId', '=', cmrId)
    .orderBy('pallet.id')
    .orderBy('box.id')
    .execute();
  for (let from = 0; from < boxes.length; from += CHUNK) {
    const found = await read
      .selectFrom('box')
      .innerJoin('pallet', 'pallet.id', 'box.palletId')
      .innerJoin('bill', 'bill.id', 'box.billId')
      .leftJoin('parcel', 'parcel.boxId', 'box.id')
      .select(['pallet.destinationCode', 'pallet.palletNo', 'box.boxNo', 'bill.channelCode'])
      .select(['parcel.trackingNo', 'parcel.country', 'parcel.grossWeight'])
      .select(({ fn }) => fn.coalesce('box.measuredWeight', 'box.weight').as('boxWeight'))
      .where(
        'box.id',
        'in',
        boxes.slice(from, from + CHUNK).map(({ id }) => id),
      )
      .orderBy('pallet.id')
      .orderBy('box.id')
      .orderBy('parcel.id')
      .execute();
    // A box without known parcels is listed with its own weight.
    for (const { boxWeight, grossWeight, ...line } of found)
      yield { ...line, weight: (line.trackingNo === null ? boxWeight : (grossWeight ?? 0)) / 1000 };
  }
}
