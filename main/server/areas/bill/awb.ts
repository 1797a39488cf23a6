import { type Awb, awbFilters, awbStored, batchTimes, stagesText } from '@contract/bill/awb';
import type { BillStage } from '@contract/bill/bill';
import { text } from '@contract/fields';
import { extended } from '@contract/shape';
import { stateLabel } from '@contract/words';
import type { GroupHandlers } from '../../core/context';
import { exportRows } from '../../core/exportRows';
import { refuse } from '../../core/refusal';
import { codecOf } from '../../store/codec';
import { type ListDefinition, listRows } from '../../store/listRows';
import type { Reader } from '../../store/open';
import { billCodec } from './billFacts';
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

/** The batches of a waybill ordered by number. Throws NOT_FOUND where there is none. */
async function batchesOf(db: Reader, billNo: string) {
  const rows = await db
    .selectFrom('bill')
    .selectAll()
    .where('billNo', '=', billNo)
    .where('removedAt', 'is', null)
    .orderBy('batchNo')
    .execute();
  if (rows.length === 0) throw refuse('NOT_FOUND');
  return rows.map(billCodec.decode);
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
    const bills = await batchesOf(read, params.awb);
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
    (await batchesOf(read, params.awb)).map((bill) => batchTimes.parse(bill)),

  setTime: async (context, { params, body: { node, ...entry } }) => {
    const bills = await batchesOf(context.read, params.awb);
    const ids = bills.filter(({ archived }) => !archived).map(({ id }) => id);
    return setNodes(context, ids, (id) => setNode(context, id, node, entry));
  },

  arrival: async ({ read }, { params }) => {
    const bills = await batchesOf(read, params.awb);
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
    const bills = await batchesOf(context.read, params.awb);
    const due = bills.filter(({ stage, archived }) => stage === 'draft' && !archived);
    const answer = await setNodes(
      context,
      due.map(({ id }) => id),
      (id) => setNode(context, id, 'ata', { time: body.ata }, { action: 'arrive' }),
    );
    return { ...answer, skipped: bills.length - due.length };
  },
};
