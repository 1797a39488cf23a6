import { billName } from '@contract/bill/billName';
import type { CmrView } from '@contract/linehaul/cmr';
import type { CmrPlaceholder } from '@contract/linehaul/cmrConfig';
import { type Clock, hubClock, namedTime, warehouseClock } from '@contract/rules/clock';
import { refuse } from '../../core/refusal';
import type { Reader } from '../../store/open';
import { etaOf } from './prealert';

/** Values of the placeholders of an email about a note. */
export type NoteTexts = Record<CmrPlaceholder, string>;

/** Placeholder value for a missing field. */
const NOTHING = '–';

/** Loads the values of the placeholders; times are on the clock of the warehouse, those at the hub on the clock there. */
export async function noteTexts(read: Reader, cmr: CmrView): Promise<NoteTexts> {
  const found = await read
    .selectFrom('cmr')
    .innerJoin('warehouse', 'warehouse.id', 'cmr.fromWarehouseId')
    .innerJoin('destination', 'destination.id', 'cmr.toDestinationId')
    .innerJoin('clientCompany', 'clientCompany.id', 'cmr.carrierCompanyId')
    .select(['warehouse.code as fromCode', 'warehouse.nameEn as from', 'warehouse.timeZone'])
    .select(['destination.code as toCode', 'destination.nameEn as to', 'destination.transitHours'])
    .select('destination.timeZone as hubZone')
    .select('clientCompany.nameEn as carrier')
    .where('cmr.id', '=', cmr.id)
    .executeTakeFirst();
  if (!found) throw refuse('NOT_FOUND');
  const clock = warehouseClock({ code: found.fromCode, timeZone: found.timeZone });
  const there = hubClock({ code: found.toCode, timeZone: found.hubZone }) ?? clock;
  const on = (instant: string | null, where: Clock) => (instant ? namedTime(instant, where) : NOTHING);
  return {
    cmrNo: cmr.cmrNo,
    bills: cmr.bills.map(billName).join(', ') || NOTHING,
    plateNo: cmr.plateNo,
    trailerNo: cmr.trailerNo ?? NOTHING,
    carrier: found.carrier,
    from: `${found.fromCode} ${found.from}`,
    to: `${found.toCode} ${found.to}`,
    pallets: String(cmr.totalPallets),
    boxes: String(cmr.totalBoxes),
    parcels: String(cmr.totalParcels),
    weight: `${cmr.totalWeight.toFixed(1)} kg`,
    loadedAt: on(cmr.loadedAt, clock),
    departedAt: on(cmr.departedAt, clock),
    eta: on(etaOf(cmr, found.transitHours), there),
    podAt: on(cmr.podAt, there),
    podBoxes: cmr.podBoxCount === null ? NOTHING : String(cmr.podBoxCount),
  };
}
