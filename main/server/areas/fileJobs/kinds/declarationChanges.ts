import type { Bill } from '@contract/bill/bill';
import type { FileChanges } from '@contract/files/fileJob';
import { fromMinor } from '@contract/rules/money';
import type { Conversion } from '../conversion';
import type { Measure, StagedFile, StagedParcel } from './staged';

/** Maximum numbers listed for each kind of change. */
export const MAX_LISTED = 20;

const PARCELS = `
  select parcel.trackingNo, parcel.value, parcel.currency, parcel.grossWeight, parcel.consigneeName, parcel.postcode,
    parcel.country, parcel.iossNo, parcel.vatScheme, box.boxNo,
    (select count(*) from itemLine where itemLine.parcelId = parcel.id) as lines
  from parcel left join box on box.id = parcel.boxId where parcel.billId = ?`;

type BillParcel = Readonly<
  Record<'value' | 'grossWeight' | 'lines', number> &
    Record<
      'trackingNo' | 'currency' | 'consigneeName' | 'postcode' | 'country' | 'vatScheme' | 'boxNo',
      string
    >
> & { readonly iossNo: string | null };

/** Computes what a file would change on a bill that has data; undefined if it has none. */
export function changesOf(
  { database }: Pick<Conversion, 'database'>,
  bill: Pick<Bill, 'id'>,
  staged: StagedFile,
): FileChanges | undefined {
  const boxes = database
    .prepare('select boxNo from box where billId = ?')
    .all(bill.id)
    .map(({ boxNo }) => ({ boxNo: String(boxNo) }));
  const before: Measure = { lines: 0, parcels: 0, boxes: boxes.length, weight: 0, value: 0 };
  const currencies = new Set<string>();
  const counts = { added: 0, removed: 0, changed: 0, same: 0 };
  const removed: string[] = [];
  const changed: string[] = [];
  const kept = new Set<string>();
  for (const row of database.prepare(PARCELS).iterate(bill.id)) {
    const present = row as unknown as BillParcel;
    before.parcels += 1;
    before.lines += present.lines;
    before.weight += present.grossWeight;
    before.value += present.value;
    currencies.add(present.currency);
    const next = staged.parcels.get(present.trackingNo);
    if (!next) {
      counts.removed += 1;
      if (removed.length < MAX_LISTED) removed.push(present.trackingNo);
      continue;
    }
    kept.add(present.trackingNo);
    if (isSame(present, next, staged.currency)) counts.same += 1;
    else {
      counts.changed += 1;
      if (changed.length < MAX_LISTED) changed.push(present.trackingNo);
    }
  }
  if (before.parcels === 0 && before.boxes === 0) return undefined;
  const added: string[] = [];
  for (const trackingNo of staged.parcels.keys()) {
    if (kept.has(trackingNo)) continue;
    counts.added += 1;
    if (added.length < MAX_LISTED) added.push(trackingNo);
  }
  const sameBoxes = boxes.filter(({ boxNo }) => staged.boxes.has(boxNo)).length;
  const [currency = null, other] = currencies;
  return {
    parcels: counts,
    boxes: {
      added: staged.boxes.size - sameBoxes,
      removed: boxes.length - sameBoxes,
      same: sameBoxes,
    },
    ...{ added, removed, changed },
    before: measured(before, other === undefined ? currency : null),
    after: measured(staged.total, staged.currency),
  };
}

function isSame(present: BillParcel, next: StagedParcel, currency: string): boolean {
  return (
    present.boxNo === next.box.boxNo &&
    present.value === next.value &&
    present.currency === currency &&
    present.grossWeight === next.grossWeight &&
    present.lines === next.lines &&
    present.consigneeName === next.consigneeName &&
    present.postcode === next.postcode &&
    present.country === next.country &&
    present.iossNo === next.iossNo &&
    present.vatScheme === next.vatScheme
  );
}

/**
 * Formats totals for the response. Value in minor units of the currency; null when amounts of several cannot be added.
 */
export const measured = (sum: Measure, currency: string | null): FileChanges['before'] => ({
  parcels: sum.parcels,
  boxes: sum.boxes,
  lines: sum.lines,
  weight: sum.weight / 1000,
  value: currency === null ? null : fromMinor(sum.value, currency),
  currency,
});
