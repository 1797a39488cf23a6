import { problem } from '@contract/errors';
import { formatInstant } from '@contract/rules/zonedTime';
import { airportOf } from './airportData';
import { authorOf } from './billRow';
import type { BuiltBill } from './bills';
import { DAY } from './clock';
import type { Cells, DemoFile } from './fileJobs';
import { roles } from './peopleData';
import type { Random } from './random';

/** Share of the files that were sent twice, and of those imported in part. */
const AGAIN = 0.04;
const PARTLY = 0.04;

/**
 * Lists the files that created bills: one for each imported air waybill. Of some, only the good rows were imported;
 * others were sent twice, and refused the second time because their bills exist.
 */
export function importsOf(bills: readonly BuiltBill[], random: Random, now: number): DemoFile[] {
  const files = new Map<string, BuiltBill[]>();
  for (const bill of bills) {
    if (bill.shipment.source !== 'import') continue;
    const { billNo, flight } = bill.shipment;
    const key = `${billNo} ${flight.created}`;
    files.set(key, [...(files.get(key) ?? []), bill]);
  }
  const sent: DemoFile[] = [];
  for (const made of files.values()) {
    const [first] = made;
    if (!first) continue;
    const good = made.map(cellsOf);
    const wrong = random.chance(PARTLY) ? wrongOf(good, random) : [];
    const file: Pick<DemoFile, 'kind' | 'bill' | 'by' | 'name'> = {
      ...{ kind: 'bill', bill: null, by: authorOf(first.shipment) ?? roles.documents[0] },
      name: `pre-alert ${first.shipment.customer.code} ${first.row.billNo}.csv`,
    };
    const mistakes = wrong.map(({ customerCode: value = '' }, at) => ({
      ...{ at: good.length + at, column: 'customerCode' },
      problem: problem('REFERENCE_UNKNOWN', { value }),
    }));
    const mode = wrong.length > 0 ? 'good' : 'all';
    const at = first.shipment.flight.created;
    sent.push({ ...file, made, rows: [...good, ...wrong], at, mode, mistakes });
    if (!random.chance(AGAIN)) continue;
    const twice = good.map((_, row) => ({ at: row, column: 'billNo', problem: problem('BILL_DUPLICATE') }));
    const later = Math.min(now - DAY / 2, at + random.between(0.1, 2) * DAY);
    if (later > at) sent.push({ ...file, rows: good, at: later, mode: 'all', mistakes: twice });
  }
  return sent;
}

/** Rows of further batches with an unknown customer. */
const wrongOf = ([first]: readonly Cells[], random: Random): Cells[] =>
  Array.from({ length: random.int(1, 3) }, (_, at) => ({
    ...first,
    batchNo: `${first?.batchNo}X${at + 1}`,
    customerCode: `X${random.digits(3)}`,
  }));

/** A bill as the row of its file. */
function cellsOf({ shipment, row }: BuiltBill): Cells {
  const { lane } = shipment.flight;
  const at = (instant: string | null | undefined, airport: string) =>
    instant ? formatInstant(instant, airportOf(airport).timeZone) : '';
  return {
    ...{ billNo: row.billNo, batchNo: row.batchNo, houseNo: row.houseNo ?? '', mode: row.mode },
    ...{ customerCode: shipment.customer.code, serviceCode: shipment.service, flightNo: row.flightNo ?? '' },
    ...{ originAirport: lane.origin, landingAirport: lane.landing },
    ...{ etd: at(row.etd, lane.origin), eta: at(row.eta, lane.landing), channelCode: row.channelCode },
    ...{ boxCount: String(row.boxCount), packageCount: String(row.packageCount) },
    ...{ weight: String(Number(row.weight) / 1000), volume: String(Number(row.volume ?? 0) / 1000) },
    ...{ totalValue: String(Number(row.totalValue) / 100), currency: row.currency },
    ...{ tapeColor: row.tapeColor ?? '' },
  };
}
