import { createHash } from 'node:crypto';
import type { Insertable } from 'kysely';
import type { Database } from '../store/tables';
import { authorOf } from './billRow';
import type { BuiltBill } from './bills';
import { DAY, iso } from './clock';
import { staffId } from './people';
import { roles } from './peopleData';
import type { Random } from './random';

type ImportJobRow = Insertable<Database['importJob']> & { id: number };

/** Share of the files that were refused as a whole, and of those of which only the good rows were taken. */
const FAILED = 0.04;
const PARTLY = 0.04;

/** The files that bills came in: one for each imported air waybill, and those that were refused. Names their job in the bills. */
export function importJobsOf(bills: readonly BuiltBill[], random: Random, now: number): ImportJobRow[] {
  const files = new Map<string, BuiltBill[]>();
  for (const bill of bills) {
    if (bill.shipment.source !== 'import') continue;
    const { billNo, flight } = bill.shipment;
    const key = `${billNo} ${flight.created}`;
    files.set(key, [...(files.get(key) ?? []), bill]);
  }
  const jobs: { row: Omit<ImportJobRow, 'id'>; bills: readonly BuiltBill[] }[] = [];
  for (const batch of files.values()) {
    const [first] = batch;
    if (!first) continue;
    const partly = random.chance(PARTLY);
    const bad = partly ? random.int(1, 3) : 0;
    const by = authorOf(first.shipment) ?? roles.documents[0];
    const name = `pre-alert ${first.shipment.customer.code} ${first.row.billNo}.xlsx`;
    jobs.push({
      row: jobRow(name, first.shipment.flight.created, by, {
        ok: batch.length,
        bad,
        mode: partly ? 'good' : 'all',
      }),
      bills: batch,
    });
  }
  for (let index = Math.round(files.size * FAILED); index > 0; index--) {
    const at = now - random.between(0.6, 88) * DAY;
    const name = `pre-alert ${random.pick(['GPT', 'JRE', 'RML', 'NBR', 'THR'])} ${random.digits(6)}.xlsx`;
    jobs.push({
      row: jobRow(name, at, random.pick(roles.documents), { ok: 0, bad: random.int(1, 6), mode: 'all' }),
      bills: [],
    });
  }
  jobs.sort((a, b) => (a.row.startedAt < b.row.startedAt ? -1 : a.row.startedAt > b.row.startedAt ? 1 : 0));
  return jobs.map(({ row, bills: made }, index) => {
    for (const bill of made) bill.row.importJobId = index + 1;
    return { id: index + 1, ...row };
  });
}

function jobRow(
  fileName: string,
  at: number,
  by: string,
  { ok, bad, mode }: { ok: number; bad: number; mode: 'all' | 'good' },
): Omit<ImportJobRow, 'id'> {
  return {
    kind: 'bill',
    fileName,
    mode,
    status: ok === 0 ? 'failed' : bad > 0 ? 'exception' : 'success',
    totalRows: ok + bad,
    okRows: ok,
    errorRows: bad,
    warningRows: 0,
    startedAt: iso(at - 1000),
    finishedAt: iso(at),
    createdBy: staffId(by),
    fileHash: createHash('sha256').update(fileName).digest('hex'),
    fileId: null,
  };
}
