import type { Bill } from '@contract/bill/bill';
import { billName } from '@contract/bill/billName';
import { type Problem, problem } from '@contract/errors';
import type { Zone } from '@contract/fields';
import { finishTime } from '@contract/importing/timeText';
import { batchKey } from '@contract/rules/batches';
import type { Places } from '@contract/rules/clock';
import type { Context } from '../../../core/context';
import { isInScope, requireInScope } from '../../../core/inScope';
import { fileClock, placesIn } from '../../../core/places';
import { Refusal } from '../../../core/refusal';
import type { Reader } from '../../../store/open';
import { billCodec } from '../../bill/billFacts';
import type { FileRow } from '../rowKind';

/** Text of a cell; null when it is empty. */
export const textOf = ({ values }: FileRow, key: string): string | null => {
  const value = values[key];
  return typeof value === 'string' && value !== '' ? value : null;
};

/** Number of a cell; null when it is empty. */
export const numberOf = ({ values }: FileRow, key: string): number | null => {
  const value = values[key];
  return typeof value === 'number' ? value : null;
};

/** Finds the bills of a row: that of its batch, or all under its number. Refuses at the number column. */
export async function billsOf(context: Context, row: FileRow): Promise<Bill[]> {
  const { write: db, caller } = context;
  const billNo = textOf(row, 'billNo') ?? '';
  const batchNo = textOf(row, 'batchNo');
  let matching = db
    .selectFrom('bill')
    .selectAll()
    .where('billNo', '=', billNo)
    .where('removedAt', 'is', null);
  if (batchNo) matching = matching.where('batchNo', '=', batchNo);
  const rows = await matching.orderBy('id').execute();
  if (rows.length === 0) {
    const expected = batchNo && (await batchLike(db, billNo, batchNo, caller));
    throw expected
      ? atColumn('batchNo', problem('FILE_BATCH_UNKNOWN', { no: billNo, batch: batchNo, expected }))
      : atColumn('billNo', problem('FILE_BILL_UNKNOWN', { no: billName({ billNo, batchNo }) }));
  }
  requireInScope(context, rows);
  return rows.map((found) => billCodec.decode(found));
}

/** Finds the batch of a bill visible to the uploader that differs only in spelling; undefined where there is none. */
async function batchLike(
  db: Reader,
  billNo: string,
  batchNo: string,
  { warehouseIds }: Context['caller'],
): Promise<string | undefined> {
  const batches = await db
    .selectFrom('bill')
    .select(['batchNo', 'warehouseId'])
    .where('billNo', '=', billNo)
    .where('removedAt', 'is', null)
    .orderBy('id')
    .execute();
  return batches.find((bill) => isInScope(warehouseIds, bill) && batchKey(bill.batchNo) === batchKey(batchNo))
    ?.batchNo;
}

/** Makes a refusal at a column of the file. */
export const atColumn = (column: string, found: Problem): Refusal =>
  new Refusal(found, { fields: { [column]: found } });

/** The time zones of airports and warehouses, loaded once. */
export class Clocks {
  readonly #db: Reader;
  #places: Places | undefined;

  constructor(db: Reader) {
    this.#db = db;
  }

  /** Converts a time on the clock of a bill, or of a truck, to an instant; null for an empty cell. Refuses at the column. */
  async instant(
    row: FileRow,
    key: string,
    bill: Readonly<Record<string, unknown>>,
    zone: Zone,
  ): Promise<string | null> {
    const wall = row.walls[key];
    if (wall === undefined) return textOf(row, key);
    this.#places ??= await placesIn(this.#db);
    const found = finishTime(wall, fileClock(zone, bill, this.#places).zone);
    if (typeof found !== 'string') throw atColumn(key, found);
    return found;
  }
}
