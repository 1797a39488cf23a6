import type { Bill } from '@contract/bill/bill';
import { boxesAtStation } from '@contract/rules/billStage';
import { boxDifferences } from '@contract/rules/boxDifference';
import { sql } from 'kysely';
import type { Reader } from '../../store/open';

/** Columns of a trip that its differences depend on. */
interface CountedPick {
  readonly id: number;
  readonly pickupBoxes: number;
  readonly inboundBoxes: number | null;
  readonly inboundFinished: number | boolean;
}
type CountedBill = Pick<Bill, 'id' | 'boxCount' | 'noaBoxCount' | 'pickupFinished'>;

/** Condition for boxes that were accepted as a surplus: nobody had announced them. */
export const isSurplus = (billId: number) =>
  sql<boolean>`box.id in (select boxId from abnormalCase
    where abnormalCase.billId = ${billId} and abnormalCase.type = 'surplus' and abnormalCase.boxId is not null)`;

/** Missing and surplus boxes of a bill and its counted trips, from the numbers of its boxes and the counts. */
export async function differencesOf(read: Reader, bill: CountedBill, picks: readonly CountedPick[]) {
  const surplus = isSurplus(bill.id);
  const { rows } = await sql<{
    pickId: number | null;
    scanned: number;
    surplus: number;
    absent: number;
    announced: number;
  }>`
    select pickId, count(inboundAt) as scanned,
      sum(case when inboundAt is not null and ${surplus} then 1 else 0 end) as surplus,
      sum(case when inboundAt is null and not ${surplus} then 1 else 0 end) as absent,
      sum(case when ${surplus} then 0 else 1 end) as announced
    from box where billId = ${bill.id} and repacked = 0 group by pickId`.execute(read);
  const byPick = new Map(rows.map((row) => [row.pickId, row]));
  const sum = (name: 'absent' | 'announced') => rows.reduce((total, row) => total + Number(row[name]), 0);
  const finished = picks.filter(({ inboundFinished }) => Boolean(inboundFinished));
  const trips = picks.map(({ pickupBoxes }) => ({ boxes: pickupBoxes }));
  return boxDifferences({
    boxCount: bill.boxCount,
    complete:
      picks.length > 0 &&
      finished.length === picks.length &&
      (boxesAtStation({ ...bill, trips }) === 0 || bill.pickupFinished),
    trips: finished.map(({ id, pickupBoxes, inboundBoxes }) => {
      const boxes = byPick.get(id);
      return {
        ...{ id, pickupBoxes, inboundBoxes: inboundBoxes ?? 0 },
        scanned: Number(boxes?.scanned ?? 0),
        surplus: Number(boxes?.surplus ?? 0),
        absent: Number(boxes?.absent ?? 0),
      };
    }),
    announced: sum('announced'),
    absent: sum('absent'),
  });
}
