import type { Bill } from '@contract/bill/bill';
import { problem } from '@contract/errors';
import { isKeyOf } from '@contract/names';
import { dayAt, dayBounds } from '@contract/rules/zonedTime';
import {
  overdueDays,
  type PmcView,
  pmcFilters,
  pmcListRow,
  pmcMachine,
  pmcRow,
  uldTypeOf,
} from '@contract/warehouse/pmc';
import type * as z from 'zod';
import type { Context, GroupHandlers } from '../../core/context';
import { checkReferences } from '../../core/crud';
import { exportRows } from '../../core/exportRows';
import { record, requireVersion } from '../../core/record';
import { refuse, refuseFields } from '../../core/refusal';
import { newStamp } from '../../core/stamps';
import { codecOf } from '../../store/codec';
import { type ListDefinition, listRows } from '../../store/listRows';
import type { Reader } from '../../store/open';
import { readBill } from '../bill/billFacts';
import { logBill } from '../bill/billHistory';
import { requireOpen } from './boxes';
import { loadTrip, requireOrder } from './trips';

const codec = codecOf(pmcRow);

type Pmc = z.output<typeof pmcRow>;

/** Returns the end of the later of two local days: that of the return, and that on which it was reported. */
function endOfReturnDay({ returnedAt, updatedAt }: Pmc, zone: string): string | null {
  if (returnedAt === null) return null;
  return dayBounds(dayAt(returnedAt > updatedAt ? returnedAt : updatedAt, zone), zone)[1];
}

/** Derived fields of a record at the given time, in the time zone of its airport. */
const follows = (row: Pmc, now: string, zone: string) => ({
  asOf: now,
  uldType: uldTypeOf(row.uldNo),
  overdueDays: row.state === 'lost' ? 0 : overdueDays(row, now),
  undoUntil: endOfReturnDay(row, zone),
});

/** Returns the time zones of airports by their id. */
async function zonesOf(read: Reader, airports: readonly number[]): Promise<(id: number) => string> {
  const rows = await read
    .selectFrom('airport')
    .select(['id', 'timeZone'])
    .where('id', 'in', airports)
    .execute();
  const zones = new Map(rows.map(({ id, timeZone }) => [id, timeZone]));
  return (id) => zones.get(id) ?? 'UTC';
}

/** The PMC records of a trip with their derived fields. */
async function pmcsOf(read: Reader, bill: Bill, pickId: number, now: string): Promise<PmcView[]> {
  const [rows, pick, zoneOf] = await Promise.all([
    read.selectFrom('pmc').selectAll().where('pickId', '=', pickId).orderBy('id').execute(),
    read.selectFrom('pick').select('inboundStartAt').where('id', '=', pickId).executeTakeFirst(),
    zonesOf(read, [bill.landingAirportId]),
  ]);
  return rows.map((columns) => {
    const row = codec.decode(columns);
    return {
      ...row,
      ...follows(row, now, zoneOf(bill.landingAirportId)),
      inboundBegun: pick?.inboundStartAt != null,
      billStage: bill.stage,
      billArchived: bill.archived,
    };
  });
}

async function load(
  context: Context,
  { pickId, pmcId }: { readonly pickId: number; readonly pmcId: number },
): Promise<{ bill: Bill; pmc: PmcView }> {
  const { bill, pick } = await loadTrip(context, pickId);
  const pmc = (await pmcsOf(context.read, bill, pick.id, context.now)).find(({ id }) => id === pmcId);
  if (!pmc) throw refuse('NOT_FOUND');
  return { bill, pmc };
}

const pmcs = record({
  table: 'pmc',
  row: pmcRow,
  machine: pmcMachine,
  load,
  about: ({ pmc }) => ({ row: pmc, facts: pmc }),
});

/** Refuses a ULD that is recorded as with us already: each can be here only once at a time. */
async function requireFree(read: Reader, uldNo: string, except?: number): Promise<void> {
  const rows = await read
    .selectFrom('pmc')
    .select('id')
    .where('uldNo', '=', uldNo)
    .where('state', 'in', ['collected', 'unloaded'])
    .execute();
  if (rows.some(({ id }) => id !== except))
    throw refuseFields({ uldNo: problem('CODE_EXISTS', { code: uldNo }) });
}

async function change(
  context: Context,
  bill: Bill,
  pmc: PmcView,
  action: 'update' | 'finish' | 'reopen',
  values: Partial<PmcView>,
  remark?: string,
): Promise<PmcView> {
  await pmcs.save(context, pmc, values);
  await logBill(context, action, bill, {
    before: pmc,
    after: { ...pmc, ...values },
    remark: [pmc.uldNo, remark].filter(Boolean).join(': '),
  });
  return (await load(context, { pickId: pmc.pickId ?? 0, pmcId: pmc.id })).pmc;
}

/** State in which each action has been done already. */
const DONE_IN = { unload: 'unloaded', giveBack: 'returned', lose: 'lost' } as const;

const records: ListDefinition<typeof pmcListRow> = {
  table: 'pmcOfBill',
  row: pmcListRow,
  filters: pmcFilters,
  keyword: ['uldNo', 'billNo', 'batchNo', 'pickNo'],
  order: '-collectedAt',
};

/** Records of aircraft pallets that arrived with trips. */
export const pmcHandlers: GroupHandlers<'pmc'> = {
  records: async ({ read, now }, { query }) => {
    const page = await listRows(read, records, query);
    const zoneOf = await zonesOf(
      read,
      page.list.map(({ landingAirportId }) => landingAirportId),
    );
    return {
      ...page,
      list: page.list.map((row) => ({ ...row, ...follows(row, now, zoneOf(row.landingAirportId)) })),
    };
  },

  export: (context, { query }) => exportRows(context, { definition: records, resource: 'pmc' }, query),

  list: async (context, { params }) => {
    const { bill, pick } = await loadTrip(context, params.id);
    return pmcsOf(context.read, bill, pick.id, context.now);
  },

  create: async (context, { params, body }) => {
    const { write, now } = context;
    const { pick } = await loadTrip(context, params.id);
    const bill = await readBill(write, pick.billId);
    requireOpen(bill);
    await checkReferences(context, pmcRow, body);
    await requireFree(write, body.uldNo);
    const collectedAt = body.collectedAt ?? pick.pickupFinishAt ?? now;
    requireOrder(now, [['collectedAt', collectedAt]]);
    const { id } = await write
      .insertInto('pmc')
      .values({
        ...codec.encode({ ...body, collectedAt, collectedFrom: body.collectedFrom ?? bill.cargoStationId }),
        billId: bill.id,
        pickId: pick.id,
        state: 'collected',
        ...newStamp(context),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await logBill(context, 'create', bill, { after: { ...body }, remark: `${pick.pickNo}: ${body.uldNo}` });
    return (await load(context, { pickId: pick.id, pmcId: id })).pmc;
  },

  update: async (context, { params, body }) => {
    const { pmcId, version, ...patch } = body;
    const { bill, pmc } = await pmcs.open(context, { pickId: params.id, pmcId }, 'update', version);
    await checkReferences(context, pmcRow, patch, pmc);
    if (patch.uldNo) await requireFree(context.write, patch.uldNo, pmc.id);
    requireOrder(context.now, [['collectedAt', patch.collectedAt ?? null]]);
    return change(context, bill, pmc, 'update', patch);
  },

  remove: async (context, { params, query }) => {
    const { bill, pmc } = await pmcs.open(context, { pickId: params.id, pmcId: query.pmcId }, 'delete');
    await context.write.deleteFrom('pmc').where('id', '=', pmc.id).execute();
    await logBill(context, 'delete', bill, { before: { uldNo: pmc.uldNo }, remark: pmc.uldNo });
    return null;
  },

  act: async (context, { params, body }) => {
    const { action, version, reason, returnedTo } = body;
    const { bill, pmc } = await load(context, { pickId: params.id, pmcId: body.pmcId });
    if (isKeyOf(DONE_IN, action) && pmc.state === DONE_IN[action] && !bill.archived) {
      context.unchanged();
      return { changed: 0, pmc };
    }
    requireVersion(pmc, version);
    pmcs.allow(action, pmc);
    const at = body.at ?? context.now;
    const write = (kind: 'finish' | 'reopen', values: Partial<PmcView>) =>
      change(context, bill, pmc, kind, values, reason);
    const done = async () => {
      switch (action) {
        case 'unload':
          requireOrder(context.now, [
            ['collectedAt', pmc.collectedAt],
            ['unloadedAt', at],
          ]);
          return write('finish', { state: 'unloaded', unloadedAt: at });
        case 'undoUnload':
          return write('reopen', { state: 'collected', unloadedAt: null });
        case 'giveBack':
          if (!returnedTo) throw refuseFields({ returnedTo: problem('REQUIRED') });
          requireOrder(context.now, [
            ['unloadedAt', pmc.unloadedAt],
            ['returnedAt', at],
          ]);
          return write('finish', { state: 'returned', returnedAt: at, returnedTo });
        case 'undoReturn':
          return write('reopen', { state: 'unloaded', returnedAt: null, returnedTo: null });
        case 'lose':
          if (!reason) throw refuse('REASON_REQUIRED');
          return write('finish', { state: 'lost', lostReason: reason });
        case 'undoLost':
          return write('reopen', {
            state: pmc.unloadedAt === null ? 'collected' : 'unloaded',
            lostReason: null,
          });
      }
    };
    return { changed: 1, pmc: await done() };
  },
};
