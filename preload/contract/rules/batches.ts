import { problem } from '../errors';
import type { RowIssue } from '../importing/template';
import { pad2, toWall } from './zonedTime';

/**
 * Normalises a batch number for comparison: ignores case, leading zeros and separators between letters and digits, so
 * that `1` equals `01` and `b-1` equals `B01`. A separator between two digits counts: `1-1` is not `11`.
 */
export const batchKey = (batchNo: string): string =>
  batchNo
    .toUpperCase()
    .replace(/[^A-Z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .replace(/(?<!\d)0+(?=\d)/g, '')
    .replace(/(?<=[A-Z])-|-(?=[A-Z])/g, '');

/** An existing bill with the same number. */
export interface ExistingBatch {
  readonly batchNo: string;
  readonly flightNo: string | null;
  readonly eta: string | null;
  readonly ata: string | null;
  /** Time zone of the airport of landing. */
  readonly timeZone: string;
}

/**
 * Returns BATCH_KNOWN for a bill whose batch exists in another spelling, BILL_LANDED for one that departs after another
 * batch of its number landed. `existing`: the other bills of its number.
 */
export function batchIssue(
  { batchNo, etd }: Readonly<Record<string, unknown>>,
  existing: readonly ExistingBatch[],
): RowIssue | undefined {
  if (typeof batchNo !== 'string' || batchNo === '') return undefined;
  const alike = existing.find((bill) => batchKey(bill.batchNo) === batchKey(batchNo));
  if (alike) {
    const found = problem('BATCH_KNOWN', { expected: alike.batchNo, flight: flightOf(alike) });
    return { column: 'batchNo', level: 'warning', problem: found };
  }
  const landed = existing.find(({ ata }) => ata !== null && typeof etd === 'string' && etd > ata);
  if (!landed) return undefined;
  const found = problem('BILL_LANDED', { batch: landed.batchNo, flight: flightOf(landed) });
  return { column: 'billNo', level: 'warning', problem: found };
}

/** Flight and arrival of a bill, by which a person can recognise the shipment. */
function flightOf({ flightNo, ata, eta, timeZone }: ExistingBatch): string {
  const at = ata ?? eta;
  const arrival = at === null ? [] : [`${ata === null ? 'ETA' : 'ATA'} ${clockText(at, timeZone)}`];
  return [...(flightNo === null ? [] : [flightNo]), ...arrival].join(', ');
}

function clockText(instant: string, timeZone: string): string {
  const { year, month, day, hour, minute } = toWall(instant, timeZone);
  return `${pad2(day)}/${pad2(month)}/${year} ${pad2(hour)}:${pad2(minute)}`;
}
