import { type Awb, awbFilters, awbStored, batchTimes, stagesText } from '@contract/bill/awb';
import type { Bill, BillStage } from '@contract/bill/bill';
import { text } from '@contract/fields';
import { isBoxDetail } from '@contract/rules/boxShares';
import { isTimeNode, timeNode } from '@contract/rules/timeNodes';
import { extended } from '@contract/shape';
import { stateLabel } from '@contract/words';
import type { GroupHandlers } from '../../core/context';
import { exportRows } from '../../core/exportRows';
import { requireInScope } from '../../core/inScope';
import { refuse } from '../../core/refusal';
import { codecOf } from '../../store/codec';
import { type ListDefinition, listRows } from '../../store/listRows';
import type { Reader } from '../../store/open';
import { batchesOf, sharesToSet } from './awbShares';
import { setNode, setNodes } from './timeNodes';

const list: ListDefinition<typeof awbStored> = {
  table: 'awb',
  row: awbStored,
  filters: awbFilters,
  keyword: ['billNo', 'flightNo'],
  order: '-eta',
  always: (where) => [where('archived', '=', 0)],
};
const codec = codecOf(awbStored);

/** Adds to waybills the number of their batches in each stage. */
async function withStages(db: Reader, rows: readonly Omit<Awb, 'stages'>[]): Promise<Awb[]> {
  const counted =
    rows.length === 0
      ? []
      : await db
          .selectFrom('bill')
          .select((n) => ['billNo', 'stage', n.fn.countAll<number>().as('n')])
          .where('removedAt', 'is', null)
          .where(
            'billNo',
            'in',
            rows.map(({ billNo }) => billNo),
          )
          .groupBy(['billNo', 'stage'])
          .execute();
  const stages = new Map<string, Partial<Record<BillStage, number>>>();
  for (const { billNo, stage, n } of counted) stages.set(billNo, { ...stages.get(billNo), [stage]: n });
  return rows.map((row) => ({ ...row, stages: stages.get(row.billNo) ?? {} }));
}

/** A waybill as exported, with the number of batches in each stage as text. */
const awbInFile = extended(awbStored, () => ({ stages: text(300) }));

const idsOf = (bills: readonly Bill[]) => bills.map(({ id }) => id);

/** The batches of a waybill. Throws NOT_FOUND where there is none. */
async function requireBatches(db: Reader, billNo: string): Promise<Bill[]> {
  const bills = await batchesOf(db, billNo);
  if (bills.length === 0) throw refuse('NOT_FOUND');
  return bills;
}

/** Waybills with their batches, and the actions on all batches of one. */
export const awbHandlers: GroupHandlers<'awb'> = {
  list: async ({ read }, { query }) => {
    const page = await listRows(read, list, query);
    return { ...page, list: await withStages(read, page.list) };
  },

  export: (context, { query }) =>
    exportRows(
      context,
      {
        definition: list,
        resource: 'awb',
        worked: {
          row: awbInFile,
          of: async (db, rows) =>
            (await withStages(db, rows)).map((row) => ({
              ...row,
              stages: stagesText(row.stages, (stage) => stateLabel(context.language, 'bill', stage)),
            })),
        },
      },
      query,
    ),

  get: async ({ read }, { params }) => {
    const bills = await requireBatches(read, params.awb);
    const row = await read
      .selectFrom('awb')
      .selectAll()
      .where('billNo', '=', params.awb)
      .executeTakeFirstOrThrow();
    const [awb] = await withStages(read, [codec.decode(row)]);
    if (!awb) throw refuse('NOT_FOUND');
    return { awb, bills };
  },

  times: async ({ read }, { params }) =>
    (await requireBatches(read, params.awb)).map((bill) => batchTimes.parse(bill)),

  setTime: async (context, { params, body: { node, shares, ...entry } }) => {
    const bills = await requireBatches(context.read, params.awb);
    const detail = isTimeNode(node) && entry.time !== null ? timeNode(node).detail : null;
    if (!isBoxDetail(detail) || (entry[detail] === undefined && !shares)) {
      const open = bills.filter(({ archived }) => !archived);
      return setNodes(context, idsOf(open), (id) => setNode(context, id, node, entry));
    }
    requireInScope(context, bills);
    const boxes = sharesToSet(bills, detail, { total: entry[detail], given: shares });
    return setNodes(context, boxes.keys(), (id) =>
      setNode(context, id, node, { ...entry, [detail]: boxes.get(id) }),
    );
  },

  arrival: async ({ read }, { params }) => {
    const bills = await requireBatches(read, params.awb);
    const times = bills.map(({ ata }) => ata ?? '');
    const arrived = !times.includes('');
    return {
      billNo: params.awb,
      arrived,
      ata: arrived ? (times.toSorted().at(-1) ?? null) : null,
      batches: bills.map(({ id, batchNo, stage, ata }) => ({ id, batchNo, stage, ata })),
    };
  },

  arrived: async (context, { params, body }) => {
    const bills = await requireBatches(context.read, params.awb);
    const due = bills.filter(({ stage, archived }) => stage === 'draft' && !archived);
    const answer = await setNodes(context, idsOf(due), (id) =>
      setNode(context, id, 'ata', { time: body.ata }, { action: 'arrive' }),
    );
    return { ...answer, skipped: bills.length - due.length };
  },
};
