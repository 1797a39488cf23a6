import { type FycoAction, type FycoState, fycoMachine, fycoRow } from '@contract/customs/fyco';
import type { ParcelTargets } from '@contract/customs/parcelApi';
import { type Problem, problem } from '@contract/errors';
import { refusalOf } from '@contract/machine';
import type { BulkAnswer } from '@contract/resource';
import { sql } from 'kysely';
import type { Context, GroupHandlers } from '../../core/context';
import { exportRows } from '../../core/exportRows';
import { Refusal, refuseFields } from '../../core/refusal';
import { type BulkSelection, selectedIds } from '../../core/selected';
import { listed } from '../../store/dialect';
import { type ListDefinition, listRows } from '../../store/listRows';
import { readBill } from '../bill/billFacts';
import { logBill } from '../bill/billHistory';
import { importMrnProblem } from './importMrn';
import { idsOf } from './parcelEffects';
import {
  meantParcels,
  moveParcels,
  refusalFor,
  requireBillOpen,
  requirePast,
  requireTargets,
  type TargetParcel,
} from './parcels';

const list: ListDefinition<typeof fycoRow> = {
  table: 'fycoOfBill',
  row: fycoRow,
  filters: [
    'billId',
    'state',
    'reason',
    'type',
    'result',
    'trackingNo',
    'boxNo',
    'billNo',
    'noticeAt',
    'resultAt',
  ],
  keyword: ['trackingNo', 'boxNo', 'billNo', 'noticeRef'],
  order: '-noticeAt',
};

/** For each step: the column of its time, and the result it sets. */
const STEPS = {
  present: { time: 'presentedAt', result: null },
  inspect: { time: 'inspectedAt', result: null },
  further: { time: 'inspectedAt', result: 'further' },
  sample: { time: 'resultAt', result: 'sample' },
  release: { time: 'resultAt', result: 'released' },
  seize: { time: 'resultAt', result: 'seized' },
} as const satisfies Record<FycoAction, { time: string; result: string | null }>;

interface Step {
  readonly step: FycoAction;
  readonly at?: string | undefined;
  readonly location?: string | undefined;
  readonly officer?: string | undefined;
  readonly mrn?: string | undefined;
  readonly remark?: string | undefined;
}

/** Stores the progress of parcel inspections; a release frees the parcel, a seizure fails it. */
async function enterResults(
  context: Context,
  billId: number,
  targets: ParcelTargets,
  given: Step,
): Promise<BulkAnswer> {
  const { write, now } = context;
  requireTargets(targets);
  requirePast(now, 'at', given.at);
  const bill = await readBill(write, billId);
  requireBillOpen(bill);
  const { targetParcels, failed } = await meantParcels(context, billId, targets);
  const open = await openOf(context, targetParcels);
  const mrnTaken =
    given.mrn === undefined ? undefined : await importMrnProblem(write, given.mrn, { billId, batchId: null });
  const moving: TargetParcel[] = [];
  for (const parcel of targetParcels) {
    const state = open.get(parcel.id);
    if (state === undefined && !parcel.named) continue;
    const found =
      state === undefined
        ? problem('FYCO_NONE', { no: parcel.trackingNo })
        : (refusalOf(fycoMachine, given.step, { state }) ?? refusalOfParcel(given.step, parcel) ?? mrnTaken);
    if (found) failed.push({ key: parcel.trackingNo, found });
    else moving.push(parcel);
  }
  const refused = failed.map(({ key, found }) => ({ key, code: found.code, msg: context.explain(found) }));
  if (moving.length === 0) {
    context.unchanged();
    return { ok: 0, failed: refused };
  }
  await note(context, moving, given);
  const answer = await settle(context, billId, moving, given);
  if (!answer) {
    const which = moving.length === 1 ? moving[0]?.trackingNo : `× ${moving.length}`;
    await logBill(context, 'update', bill, {
      before: { fycoStep: null },
      after: { fycoStep: given.step },
      remark: [which, given.remark].filter(Boolean).join(': ').slice(0, 500),
    });
  }
  return { ok: answer?.ok ?? moving.length, failed: [...refused, ...(answer?.failed ?? [])] };
}

/** Reason why the parcel's own state rules out a final result: an abnormal one must be found first. */
function refusalOfParcel(step: FycoAction, parcel: TargetParcel): Problem | undefined {
  if (step !== 'release' && step !== 'seize') return undefined;
  return refusalFor(step === 'release' ? 'free' : 'fail', parcel);
}

/** States of the open inspections, by parcel id. */
async function openOf(
  { write }: Context,
  targetParcels: readonly TargetParcel[],
): Promise<ReadonlyMap<number, FycoState>> {
  const { rows } = await sql<{ parcelId: number; state: FycoState }>`
    select parcelId, state from fyco
    where parcelId in ${idsOf(targetParcels)} and state in ('selected', 'presented', 'inspected', 'sample_taken')`.execute(
    write,
  );
  return new Map(rows.map(({ parcelId, state }) => [parcelId, state]));
}

async function note(
  { write, now, caller }: Context,
  moving: readonly TargetParcel[],
  given: Step,
): Promise<void> {
  const { time, result } = STEPS[given.step];
  const { to } = fycoMachine.actions[given.step];
  await sql`
    update fyco set state = ${to}, ${sql.ref(time)} = ${given.at ?? now}, result = coalesce(${result}, result),
      location = coalesce(${given.location ?? null}, location), officer = coalesce(${given.officer ?? null}, officer),
      remark = coalesce(${given.remark || null}, remark), version = version + 1, updatedAt = ${now},
      updatedBy = ${caller.id}
    where parcelId in ${idsOf(moving)} and state in ('selected', 'presented', 'inspected', 'sample_taken')`.execute(
    write,
  );
}

/** Moves the parcels of a final result; others stay held. */
function settle(
  context: Context,
  billId: number,
  moving: readonly TargetParcel[],
  given: Step,
): Promise<BulkAnswer> | undefined {
  const targets = { trackingNos: moving.map(({ trackingNo }) => trackingNo) };
  const { step, at, mrn, remark } = given;
  const common = { ...(at ? { at } : {}), ...(remark ? { remark } : {}) };
  if (step === 'release') {
    // The inspection result serves as the customs message.
    const reference = 'FYCO';
    return moveParcels(context, 'free', billId, targets, { ...common, ...(mrn ? { mrn } : {}), reference });
  }
  if (step === 'seize') return moveParcels(context, 'fail', billId, targets, { ...common, reason: 'seized' });
  return undefined;
}

/** Stores the progress of inspections selected in the list, bill by bill. */
async function enterListed(context: Context, selection: BulkSelection, given: Step): Promise<BulkAnswer> {
  const { write } = context;
  const ids = await selectedIds(context, list, selection);
  const byBill = new Map<number, string[]>();
  const answer: BulkAnswer = { ok: 0, failed: [] };
  const fail = (key: string, found: Problem) =>
    answer.failed.push({ key, code: found.code, msg: context.explain(found) });
  const { rows } = await sql<{ billId: number; trackingNo: string | null; boxNo: string | null }>`
    select billId, trackingNo, boxNo from fycoOfBill
    where id in ${listed(ids)}`.execute(write);
  for (const { billId, trackingNo, boxNo } of rows) {
    if (trackingNo === null) fail(boxNo ?? '', problem('FYCO_BOX', { no: boxNo ?? '' }));
    else byBill.set(billId, [...(byBill.get(billId) ?? []), trackingNo]);
  }
  for (const [billId, trackingNos] of byBill) {
    try {
      const { ok, failed } = await enterResults(context, billId, { trackingNos }, given);
      answer.ok += ok;
      answer.failed.push(...failed);
    } catch (thrown) {
      // A removed or archived bill refuses only its own inspections.
      if (!(thrown instanceof Refusal) || !CLOSED.has(thrown.problem.code)) throw thrown;
      for (const no of trackingNos) fail(no, thrown.problem);
    }
  }
  if (answer.ok === 0) context.unchanged();
  return answer;
}
const CLOSED: ReadonlySet<string> = new Set(['BILL_REMOVED', 'BILL_ARCHIVED']);

/** Inspections: the list, selections, and results. */
export const fycoHandlers: GroupHandlers<'fyco'> = {
  list: ({ read }, { query }) => listRows(read, list, query),
  export: (context, { query }) => exportRows(context, { definition: list, resource: 'fyco' }, query),
  select: (context, { body }) => {
    const { billId, trackingNos, boxNos, clearanceBatches, matching, noticeAt, ...given } = body;
    const targets = { trackingNos, boxNos, clearanceBatches, matching };
    return moveParcels(context, 'hold', billId, targets, { ...given, reason: 'fyco', at: noticeAt });
  },
  results: (context, { body }) => {
    const { billId, trackingNos, boxNos, clearanceBatches, matching, inspections, ...given } = body;
    if (inspections) return enterListed(context, inspections, given);
    if (billId === undefined) throw refuseFields({ billId: problem('REQUIRED') });
    return enterResults(context, billId, { trackingNos, boxNos, clearanceBatches, matching }, given);
  },
};
