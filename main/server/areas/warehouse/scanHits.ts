import { boxNo, palletSscc, ssccOf, trackingNo } from '@contract/rules/codes';
import { hindranceOf } from '@contract/rules/custody';
import { withoutMarks } from '@contract/rules/scan';
import { MAX_SCAN_HITS, type ScanHit, type ScanKind, scanHit } from '@contract/warehouse/scan';
import { type RawBuilder, sql } from 'kysely';
import { codecOf } from '../../store/codec';
import { idsOfParcels } from '../../store/findNumbers';
import type { Reader } from '../../store/open';
import { goodsOf, keptOn } from './goods';

const codec = codecOf(scanHit);

/** The spellings in which a scanned number may be stored. */
export interface ScannedNumber {
  readonly plain: string;
  readonly tracking: string;
  /** The number of a logistic unit, if it is one: 18 digits. */
  readonly sscc: string | null;
}

/** Reads a scanned text. An SSCC may come with the application identifier 00, and without its check digit. */
export function scannedNumber(text: string): ScannedNumber {
  const bare = withoutMarks(text.normalize('NFC').trim());
  const digits = /^(?:00)?(\d{17,18})$/.exec(palletSscc.normalise(bare))?.[1];
  const whole = digits?.length === 17 ? ssccOf(digits.slice(0, 16), Number(digits[16])) : (digits ?? null);
  const sscc = whole !== null && palletSscc.check(whole) === undefined ? whole : null;
  return { plain: boxNo.normalise(bare), tracking: trackingNo.normalise(bare), sscc };
}

/** Numbers of a box: a box may have a label of a logistic unit as well. */
const boxNumbers = ({ plain, sscc }: ScannedNumber) => [
  ...new Set([plain, ...(sscc ? [sscc, `00${sscc}`] : [])]),
];

/** Columns of a box on its pallet, its note and its bill. */
const inBox = sql`
  bill.id as billId, bill.billNo, bill.batchNo, bill.warehouseId, box.boxNo, box.state as boxState, box.place, box.inboundAt,
  box.outboundAt, box.id as boxId, coalesce(box.repacked, 0) as repacked, pallet.palletNo, pallet.state as palletState, cmr.id as cmrId, cmr.cmrNo,
  cmr.state as cmrState, coalesce(box.destinationCode, destination.code) as destinationCode,
  (select count(*) from parcel where parcel.boxId = box.id) as parcels`;
const billOf = (table: 'box' | 'parcel') => sql`
  join bill on bill.id = ${sql.ref(`${table}.billId`)} and bill.removedAt is null
  left join destination on destination.id = bill.destinationId
  left join pallet on pallet.id = box.palletId left join cmr on cmr.id = pallet.cmrId`;

type Row = Pick<ScanHit, 'recordId'> & { readonly boxId?: number };
const NOT_HERE = {
  ...{
    billId: null,
    billNo: null,
    batchNo: null,
    boxNo: null,
    boxState: null,
    place: null,
    inboundAt: null,
    outboundAt: null,
  },
  ...{ parcelState: null, palletNo: null, palletState: null, parcels: 0 },
};

/** Boxes with a number: those that are still under way first, then the newest. */
const boxes = (number: ScannedNumber): RawBuilder<Row> => sql<Row>`
  select box.id as recordId, box.boxNo as number, null as parcelState, 1 as boxes, ${inBox}
  from box ${billOf('box')} where box.boxNo in (${sql.join(boxNumbers(number))})
  order by case when box.state = 'delivered' or bill.archived = 1 then 1 else 0 end, bill.id desc
  limit ${MAX_SCAN_HITS}`;

const parcels = ({ tracking }: ScannedNumber): RawBuilder<Row> => sql<Row>`
  select parcel.id as recordId, parcel.trackingNo as number, parcel.state as parcelState, 1 as boxes, ${inBox}
  from parcel left join box on box.id = parcel.boxId ${billOf('parcel')} where parcel.id in ${idsOfParcels([tracking])}
  order by case when parcel.state = 'completed' or bill.archived = 1 then 1 else 0 end, bill.id desc
  limit ${MAX_SCAN_HITS}`;

/** A pallet is of a bill only while it has the boxes of just one. */
const pallets = ({ plain, sscc }: ScannedNumber): RawBuilder<Row> => sql<Row>`
  select pallet.id as recordId, pallet.palletNo as number, pallet.palletNo, pallet.state as palletState,
    pallet.warehouseId, pallet.destinationCode, cmr.id as cmrId, cmr.cmrNo, cmr.state as cmrState,
    bill.id as billId, bill.billNo, bill.batchNo, null as boxNo, null as boxState, null as inboundAt,
    null as outboundAt, null as parcelState, 0 as parcels, coalesce(carried.boxes, 0) as boxes
  from pallet left join cmr on cmr.id = pallet.cmrId
    left join (select palletId, count(*) as boxes, min(billId) as first, max(billId) as last from box
      where palletId in (select id from pallet where palletNo = ${plain} or sscc = ${sscc}) group by palletId) carried
      on carried.palletId = pallet.id
    left join bill on bill.id = carried.first and carried.first = carried.last
  where pallet.id in (select id from pallet where palletNo = ${plain} union select id from pallet where sscc = ${sscc})
  order by pallet.id desc limit ${MAX_SCAN_HITS}`;

const notes = ({ plain }: ScannedNumber): RawBuilder<Row> => sql<Row>`
  select cmr.id as recordId, cmr.cmrNo as number, cmr.id as cmrId, cmr.cmrNo, cmr.state as cmrState,
    cmr.fromWarehouseId as warehouseId, destination.code as destinationCode, cmr.totalBoxes as boxes
  from cmr join destination on destination.id = cmr.toDestinationId where cmr.cmrNo = ${plain}`;

const PLACES = { box: boxes, parcel: parcels, pallet: pallets, cmr: notes } as const;

/** Finds the things with a scanned number that a reader sees, with what keeps each from leaving. */
export async function scanHits(
  read: Reader,
  number: ScannedNumber,
  kinds: readonly ScanKind[],
): Promise<ScanHit[]> {
  const found: { kind: ScanKind; row: Row }[] = [];
  for (const kind of kinds)
    for (const row of (await PLACES[kind](number).execute(read)).rows) found.push({ kind, row });
  const ids = (of: ScanKind) => found.flatMap(({ kind, row }) => (kind === of ? row.recordId : []));
  const goods = await goodsOf(read, { boxIds: found.flatMap(({ row }) => row.boxId ?? []) });
  const onPallet = ids('pallet').length > 0 ? await keptOn(read, 'box.palletId', ids('pallet')) : undefined;
  const onNote = ids('cmr').length > 0 ? await keptOn(read, 'pallet.cmrId', ids('cmr')) : undefined;
  return found.map(({ kind, row: { boxId, ...row } }) => {
    const own = boxId === undefined ? undefined : goods.get(boxId);
    const kept = { pallet: onPallet, cmr: onNote, box: undefined, parcel: undefined }[kind]?.(row.recordId);
    return codec.decode({
      ...NOT_HERE,
      ...row,
      kind,
      blockedBy: kept?.blockedBy ?? (own && hindranceOf(own)) ?? null,
      blockedBox: kept?.blockedBox ?? null,
    });
  });
}

/** Reads one thing again after a scan. */
export async function scanHitOf(
  read: Reader,
  number: ScannedNumber,
  { kind, recordId }: Pick<ScanHit, 'kind' | 'recordId'>,
): Promise<ScanHit | null> {
  const hits = await scanHits(read, number, [kind]);
  return hits.find((hit) => hit.recordId === recordId) ?? null;
}
