import { problem } from '../errors';
import type { RowIssue } from '../importing/template';
import { pad2, toWall } from './zonedTime';

/**
 * A batch number as it is compared: case, zeros in front of digits and signs between letters and digits do not count, so
 * that `1` is `01` and `b-1` is `B01`. A sign between two digits counts: `1-1` is not `11`.
 */
export const batchKey = (batchNo: string): string =>
  batchNo
    .toUpperCase()
    .replace(/[^A-Z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .replace(/(?<!\d)0+(?=\d)/g, '')
    .replace(/(?<=[A-Z])-|-(?=[A-Z])/g, '');

/** A bill that is there under the number of another one. */
export interface BatchThere {
  readonly batchNo: string;
  readonly flightNo: string | null;
  readonly eta: string | null;
  readonly ata: string | null;
  /** Of the airport of landing. */
  readonly timeZone: string;
}

/**
 * BATCH_KNOWN for a bill whose batch is there in another spelling, BILL_LANDED for one that departs after another batch of its
 * number landed. `there` are the bills of its number, without itself.
 */
export function batchIssue(
  { batchNo, etd }: Readonly<Record<string, unknown>>,
  there: readonly BatchThere[],
): RowIssue | undefined {
  if (typeof batchNo !== 'string' || batchNo === '') return undefined;
  const alike = there.find((bill) => batchKey(bill.batchNo) === batchKey(batchNo));
  if (alike) {
    const found = problem('BATCH_KNOWN', { expected: alike.batchNo, flight: flightOf(alike) });
    return { column: 'batchNo', level: 'warning', problem: found };
  }
  const landed = there.find(({ ata }) => ata !== null && typeof etd === 'string' && etd > ata);
  if (!landed) return undefined;
  const found = problem('BILL_LANDED', { batch: landed.batchNo, flight: flightOf(landed) });
  return { column: 'billNo', level: 'warning', problem: found };
}

/** Flight and arrival of a bill, for a person to tell whether it is the same shipment. */
function flightOf({ flightNo, ata, eta, timeZone }: BatchThere): string {
  const at = ata ?? eta;
  const arrival = at === null ? [] : [`${ata === null ? 'ETA' : 'ATA'} ${clockText(at, timeZone)}`];
  return [...(flightNo === null ? [] : [flightNo]), ...arrival].join(', ');
}

function clockText(instant: string, timeZone: string): string {
  const { year, month, day, hour, minute } = toWall(instant, timeZone);
  return `${pad2(day)}/${pad2(month)}/${year} ${pad2(hour)}:${pad2(minute)}`;
}
