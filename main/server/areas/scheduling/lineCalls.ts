import { billName } from '@contract/bill/billName';
import { problem } from '@contract/errors';
import type { Warning } from '@contract/resource';
import { instantOf } from '@contract/rules/zonedTime';
import type { LinkedBill, PlannedBill } from '@contract/scheduling/parts';
import type { TransportStep } from '@contract/scheduling/states';
import type { Context } from '../../core/context';
import { Refusal, refuse, refuseFields } from '../../core/refusal';
import type { Reader } from '../../store/open';
import { inWords } from '../bill/nodeWrites';
import { setNode } from '../bill/timeNodes';
import { requireAfter, timeGiven } from '../customs/openBill';
import {
  billsOn,
  choosable,
  type FullLine,
  LINES,
  lines,
  logLine,
  type Mode,
  plannedOf,
  readLine,
  takeOff,
} from './lines';

/** Bills that could still go on a line: by air on its route, by sea any. */
async function candidatesFor(db: Reader, mode: Mode, line: FullLine): Promise<PlannedBill[]> {
  let found = choosable(db)
    .where('bill.mode', '=', mode)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('booking').select('booking.id').whereRef('booking.billId', '=', 'bill.id'))),
    );
  if (mode === 'air')
    found = found
      .where('bill.originAirportId', '=', Number(line.originAirportId))
      .where('bill.landingAirportId', '=', Number(line.landingAirportId));
  return (await found.execute()).map(plannedOf);
}

/** Takes some of the bills off a line that has not left. */
async function unlinkBills(
  context: Context,
  mode: Mode,
  id: number,
  billIds: readonly number[],
): Promise<{ unlinked: number }> {
  const line = await lines[mode].open(context, id, 'unlink');
  const on = (await billsOn(context.write, mode, id)).filter((bill) => billIds.includes(bill.id));
  if (on.length === 0) context.unchanged();
  return { unlinked: await takeOff(context, mode, line, on) };
}

/** Sets a node of the bills on a line; returns warnings and refusals of single bills, which do not stop the others. */
async function nodesOf(
  context: Context,
  bills: readonly LinkedBill[],
  node: 'atd' | 'eta',
  time: string | null,
): Promise<Warning[]> {
  const warnings: Warning[] = [];
  for (const bill of bills) {
    try {
      const set = await setNode(context, bill.id, node, { time }, { follows: true });
      warnings.push(...set.warnings.map(({ code, msg }) => ({ code, msg: `${billName(bill)}: ${msg}` })));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const [found] = inWords(context, [error.problem]);
      if (found) warnings.push({ ...found, msg: `${billName(bill)}: ${found.msg}` });
    }
  }
  return warnings;
}

/** Input of a step. */
interface StepInput {
  readonly at: string | null;
  readonly etd: string | null;
  readonly eta: string | null;
  readonly reason: string | null;
}
interface StepResult {
  readonly values: Readonly<Record<string, unknown>>;
  readonly warnings?: Warning[];
}
type Carry = (context: Context, mode: Mode, line: FullLine, given: StepInput) => Promise<StepResult>;

const asSecond = (time: string): string => instantOf(Date.parse(time));

/** For each step: the columns it writes on the line, and its effects on bills. */
const steps: Readonly<Record<TransportStep, Carry>> = {
  book: async () => ({ values: { state: 'booked' } }),
  unbook: async () => ({ values: { state: 'planned' } }),

  reschedule: async (context, mode, line, { etd = null, eta = null, reason }) => {
    if (!reason) throw refuse('REASON_REQUIRED');
    const times = { etd: asSecond(etd ?? line.etd), eta: asSecond(eta ?? line.eta) };
    if (line.state === 'departed' && times.etd !== line.etd)
      throw refuseFields({ etd: problem('NODE_NOT_LAST') });
    requireAfter('eta', times.eta, 'etd', times.etd);
    const fields = (['etd', 'eta'] as const).filter((field) => times[field] !== line[field]);
    if (fields.length === 0) context.unchanged();
    for (const field of fields)
      await context.write
        .insertInto('scheduleChange')
        .values({
          airTransportId: mode === 'air' ? line.id : null,
          seaTransportId: mode === 'sea' ? line.id : null,
          field,
          before: line[field],
          after: times[field],
          reason,
          at: context.now,
          by: context.caller.id,
        })
        .execute();
    const bills = fields.includes('eta') ? await billsOn(context.write, mode, line.id) : [];
    const awaited = bills.filter(({ ata }) => ata === null);
    return { values: times, warnings: await nodesOf(context, awaited, 'eta', times.eta) };
  },

  depart: async (context, mode, line, { at }) => {
    const atd = timeGiven(context, 'atd', at);
    const bills = await billsOn(context.write, mode, line.id);
    return { values: { state: 'departed', atd }, warnings: await nodesOf(context, bills, 'atd', atd) };
  },

  undoDepart: async (context, mode, line) => {
    const rows = await context.write
      .selectFrom('bill')
      .innerJoin('booking', 'booking.billId', 'bill.id')
      .select('bill.id')
      .where(`booking.${LINES[mode].key}`, '=', line.id)
      .where('bill.atd', '=', line.atd)
      .execute();
    const own = new Set(rows.map(({ id }) => id));
    const bills = (await billsOn(context.write, mode, line.id)).filter(({ id }) => own.has(id));
    return {
      values: { state: 'booked', atd: null },
      warnings: await nodesOf(context, bills, 'atd', null),
    };
  },

  // The landing of a flight proves little about its cargo: the person in charge of the bills confirms the time.
  arrive: async (context, _mode, line, { at }) => {
    const ata = timeGiven(context, 'ata', at);
    requireAfter('ata', ata, 'atd', line.atd);
    return { values: { state: 'arrived', ata } };
  },
  clearArrival: async () => ({ values: { state: 'departed', ata: null } }),

  close: async (context, mode, line) => {
    const bills = await billsOn(context.write, mode, line.id);
    const open = bills.find(({ stage }) => stage !== 'delivery' && stage !== 'removed');
    if (open) throw refuse('TRANSPORT_BILLS_OPEN', { bill: billName(open) });
    return { values: { state: 'closed' } };
  },
  reopen: async () => ({ values: { state: 'arrived' } }),

  cancel: async (context, mode, line, { reason }) => {
    if (!reason) throw refuse('REASON_REQUIRED');
    await takeOff(context, mode, line, await billsOn(context.write, mode, line.id));
    return { values: { state: 'cancelled', cancelReason: reason } };
  },
};

/** Carries out one step of a line. Throws {@link Refusal}: see the call. */
async function act(
  context: Context,
  mode: Mode,
  id: number,
  { version, action, ...given }: StepInput & { readonly version: number; readonly action: TransportStep },
): Promise<{ changed: number; warnings: Warning[] }> {
  const line = await lines[mode].open(context, id, action, version);
  const { values, warnings = [] } = await steps[action](context, mode, line, given);
  await lines[mode].save(context, line, values);
  const before = Object.fromEntries(Object.keys(values).map((name) => [name, line[name]]));
  await logLine(context, mode, action, line, before, {
    ...values,
    ...(given.reason ? { reason: given.reason } : {}),
  });
  return { changed: 1, warnings };
}

interface OfLine {
  readonly params: { readonly id: number };
}

/** Calls common to flights and voyages. */
export const lineCalls = (mode: Mode) => ({
  candidates: async ({ read }: Context, { params }: OfLine) =>
    candidatesFor(read, mode, await readLine(read, mode, params.id)),
  unlink: (context: Context, { params, query }: OfLine & { query: { billIds: number[] } }) =>
    unlinkBills(context, mode, params.id, query.billIds),
  act: (context: Context, { params, body }: OfLine & { body: Parameters<typeof act>[3] }) =>
    act(context, mode, params.id, body),
});
