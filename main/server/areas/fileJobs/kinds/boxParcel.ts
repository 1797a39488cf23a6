import { asRecord } from '@contract/access/changes';
import type { Bill } from '@contract/bill/bill';
import { problem } from '@contract/errors';
import type { FileChanges } from '@contract/files/fileJob';
import type { ImportTemplate } from '@contract/importing/template';
import { perName } from '@contract/names';
import type { CheckedTable } from '../../../../tabular/check';
import type { Context } from '../../../core/context';
import { refuse } from '../../../core/refusal';
import { BulkInsert } from '../../../store/bulkInsert';
import { readBill, refreshBill } from '../../bill/billFacts';
import { addEvent, logBill } from '../../bill/billHistory';
import { conclude } from '../conclude';
import type { Conversion, Converter } from '../conversion';
import { requireOpenBill } from '../jobRow';
import { countsOf, foundIn, keepIssues, refuseAll } from '../outcome';
import { readAndCheck } from '../reading';
import { countBoxes } from '../undo';
import { MAX_LISTED, measured } from './declarationChanges';
import { destinationOf } from './declarationSwap';
import type { Measure } from './staged';

/** Placeholder for unknown data of a parcel whose customs data comes from elsewhere. */
const UNKNOWN = '-';

/** A parcel of the file: its box, and its weight in grams. */
interface FileParcel {
  readonly row: number;
  readonly boxNo: string;
  readonly trackingNo: string;
  readonly weight: number;
}

/** A parcel already on the bill. */
interface BillParcel {
  readonly id: number;
  readonly boxNo: string;
  readonly grossWeight: number;
  readonly moved: boolean;
}

/**
 * Boxes and parcels without their contents: all or nothing. Parcels already on the bill move to the box given in the
 * file, with its weight, and keep everything else; others are created. Parcels missing from the file are left alone.
 */
export const boxParcel = (template: ImportTemplate): Converter => ({
  template,
  run: async (conversion) => {
    const { db, job, options } = conversion;
    const bill = await readBill(db, job.billId ?? 0);
    const read = await readAndCheck(conversion);
    const { checked } = read;
    if (checked.counts.errors > 0) return refuseAll(conversion, read);
    const placed = placedIn(checked);
    await conversion.write(async (context) => {
      const open = await requireOpenBill(context.write, bill.id);
      const present = presentOn(conversion, bill.id);
      const changing = placed.filter((one) => isOther(one, present.get(one.trackingNo)));
      if (changing.some(({ trackingNo }) => present.get(trackingNo)?.moved)) throw refuse('FILE_DATA_IN_USE');
      await keepIssues(context.write, job.id, foundIn(checked));
      const replaces = changing.some(({ trackingNo }) => present.has(trackingNo));
      const changes = replaces ? JSON.stringify(changesOf(conversion, bill, placed, present)) : null;
      if (replaces && !options.accepted) {
        await conclude(
          context.write,
          job,
          { ...countsOf(checked), status: 'exception', problem: problem('FILE_WAITS'), changes },
          context.now,
        );
        return;
      }
      await place(context, conversion, open, placed, present);
      await conclude(
        context.write,
        job,
        { ...countsOf(checked), status: 'success', appliedAt: context.now, changes },
        context.now,
      );
    });
  },
});

function placedIn(checked: CheckedTable): FileParcel[] {
  const placed: FileParcel[] = [];
  for (const at of checked.rows('all')) {
    const { boxNo, trackingNo, weight } = checked.read(at).values;
    placed.push({
      row: checked.table.number(at),
      boxNo: String(boxNo),
      trackingNo: String(trackingNo),
      weight: Math.round(Number(weight) * 1000),
    });
  }
  return placed;
}

function presentOn({ database }: Conversion, billId: number): Map<string, BillParcel> {
  const rows = database
    .prepare(
      `select parcel.id, parcel.trackingNo, parcel.grossWeight, box.boxNo,
         parcel.state != 'clearance' or coalesce(box.state, '') != 'expected' as moved
       from parcel left join box on box.id = parcel.boxId where parcel.billId = ?`,
    )
    .all(billId);
  return new Map(
    rows.map(({ trackingNo, id, boxNo, grossWeight, moved }) => [
      String(trackingNo),
      { id: Number(id), boxNo: String(boxNo ?? ''), grossWeight: Number(grossWeight), moved: moved === 1 },
    ]),
  );
}

const isOther = ({ boxNo, weight }: FileParcel, present: BillParcel | undefined): boolean =>
  !present || present.boxNo !== boxNo || present.grossWeight !== weight;

/** Computes what the boxes and weights of a file change on a bill; parcels and lines are never removed. */
function changesOf(
  conversion: Conversion,
  bill: Bill,
  placed: readonly FileParcel[],
  present: ReadonlyMap<string, BillParcel>,
): FileChanges {
  const before = cargoOf(conversion, bill.id);
  const added: string[] = [];
  const changed: string[] = [];
  const after = new Map([...present].map(([trackingNo, { boxNo }]) => [trackingNo, boxNo]));
  let grams = 0;
  for (const one of placed) {
    const known = present.get(one.trackingNo);
    if (!known) added.push(one.trackingNo);
    else if (isOther(one, known)) changed.push(one.trackingNo);
    after.set(one.trackingNo, one.boxNo);
    grams += one.weight - (known?.grossWeight ?? 0);
  }
  const boxes = boxesOf(conversion, bill.id);
  const made = [...new Set(after.values())].filter((boxNo) => !boxes.has(boxNo)).length;
  const counts = { added: added.length, removed: 0, changed: changed.length };
  return {
    parcels: { ...counts, same: present.size - changed.length },
    boxes: { added: made, removed: 0, same: boxes.size },
    ...{ added: added.slice(0, MAX_LISTED), removed: [], changed: changed.slice(0, MAX_LISTED) },
    before: measured(before, before.currency),
    after: measured(
      {
        ...before,
        parcels: after.size,
        boxes: boxes.size + made,
        weight: before.weight + grams,
      },
      before.currency,
    ),
  };
}

const boxesOf = ({ database }: Conversion, billId: number): ReadonlySet<string> =>
  new Set(
    database
      .prepare('select boxNo from box where billId = ?')
      .all(billId)
      .map(({ boxNo }) => String(boxNo)),
  );

/** Totals of a bill's cargo; `currency` is null where its parcels have several. */
function cargoOf({ database }: Conversion, billId: number): Measure & { readonly currency: string | null } {
  const { currency, ...sums } = asRecord(
    database
      .prepare(
        `select count(*) as parcels, coalesce(sum(grossWeight), 0) as weight, coalesce(sum(value), 0) as value,
         case when count(distinct currency) = 1 then min(currency) end as currency,
         (select count(*) from box where billId = ?1) as boxes,
         (select count(*) from itemLine join parcel on parcel.id = parcelId where billId = ?1) as lines
       from parcel where billId = ?1`,
      )
      .get(billId),
  );
  return {
    ...perName(['lines', 'parcels', 'boxes', 'weight', 'value'], (name) => Number(sums[name])),
    currency: currency === null ? null : String(currency),
  };
}

async function place(
  context: Context,
  conversion: Conversion,
  bill: Bill,
  placed: readonly FileParcel[],
  present: ReadonlyMap<string, BillParcel>,
): Promise<void> {
  const { write, now } = context;
  const { database, job } = conversion;
  const destination = await destinationOf(write, bill);
  const boxes = new Map(
    (await write.selectFrom('box').select(['id', 'boxNo']).where('billId', '=', bill.id).execute()).map(
      ({ id, boxNo }) => [boxNo, id],
    ),
  );
  const newBox = database.prepare(
    `insert into box (billId, boxNo, declaredParcels, weight, destinationCode, tapeColor, state, fileJobId)
     values (?, ?, 0, 0, ?, ?, 'expected', ?)`,
  );
  const newParcels = new BulkInsert(database, {
    into: `parcel (billId, boxId, trackingNo, state, consigneeName, city, postcode, country, sellerName, vatScheme,
      value, currency, grossWeight, declarationSystem, hsStatus, createdAt, destinationCode, fileJobId)`,
    row: "(?, ?, ?, 'clearance', ?, ?, ?, ?, ?, ?, 0, ?, ?, 'DECO', 'unprocessed', ?, ?, ?)",
  });
  const move = database.prepare('update parcel set boxId = ?, grossWeight = ? where id = ?');
  const effects = new BulkInsert(database, {
    or: 'ignore',
    into: 'fileEffect (jobId, row, what, recordId, before, after)',
    row: "(?, ?, 'parcel', ?, ?, ?)",
  });
  const country = await countryOf(context, bill);
  const { clearanceType } = bill;
  const scheme = clearanceType === 'ioss' || clearanceType === 'special' ? clearanceType : 'standard';
  const touched = new Set<number>();
  for (const [at, { row, boxNo, trackingNo, weight }] of placed.entries()) {
    if (at % 5000 === 0) conversion.beat(60, 95, at / placed.length);
    let boxId = boxes.get(boxNo);
    if (boxId === undefined) {
      boxId = Number(newBox.run(bill.id, boxNo, destination, bill.tapeColor, job.id).lastInsertRowid);
      boxes.set(boxNo, boxId);
    }
    touched.add(boxId);
    const known = present.get(trackingNo);
    if (!known) {
      newParcels.add(
        ...[bill.id, boxId, trackingNo, UNKNOWN, UNKNOWN, UNKNOWN, country, UNKNOWN, scheme],
        ...[bill.currency, weight, now, destination, job.id],
      );
    } else if (isOther({ row, boxNo, trackingNo, weight }, known)) {
      const from = boxes.get(known.boxNo);
      if (from !== undefined) touched.add(from);
      move.run(boxId, weight, known.id);
      const before = JSON.stringify({ boxNo: known.boxNo, grossWeight: known.grossWeight });
      effects.add(job.id, row, known.id, before, JSON.stringify({ boxNo, grossWeight: weight }));
    }
  }
  newParcels.end();
  effects.end();
  await countBoxes(write, bill.id, [...touched]);
  await refreshBill(write, bill.id);
  await addEvent(context, bill.id, 'DATA_RECEIVED', { source: 'system' });
  await logBill(context, 'upload', bill, { after: { totalParcels: placed.length }, remark: job.fileName });
}

/** Country the parcels go to, as far as known: of the destination, else of the landing airport. */
async function countryOf({ write }: Context, bill: Bill): Promise<string> {
  const found = await write
    .selectFrom('destination')
    .innerJoin('country', 'country.id', 'destination.countryId')
    .select('country.code')
    .where('destination.id', '=', bill.destinationId ?? 0)
    .executeTakeFirst();
  if (found) return found.code;
  const airport = await write
    .selectFrom('airport')
    .select('twoLetterCode')
    .where('id', '=', bill.landingAirportId)
    .executeTakeFirst();
  return airport?.twoLetterCode ?? 'XX';
}
