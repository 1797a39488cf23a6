import type { LogAction } from '@contract/access/operateLog';
import { check } from '@contract/checked';
import { problem } from '@contract/errors';
import {
  type CmrDetail,
  type CmrView,
  cmrDraft,
  cmrDraftFields,
  cmrFilters,
  cmrRow,
  cmrTotals,
} from '@contract/linehaul/cmr';
import { cmrTriggers } from '@contract/linehaul/cmrConfig';
import type { Warning } from '@contract/resource';
import type { Context, GroupHandlers } from '../../core/context';
import { checkReferences } from '../../core/crud';
import { exportRows } from '../../core/exportRows';
import { officeDay } from '../../core/officeClock';
import { refuse, refuseFields } from '../../core/refusal';
import { selectedIds } from '../../core/selected';
import { newStamp } from '../../core/stamps';
import { type ListDefinition, listRows, totalsOf } from '../../store/listRows';
import { nextNumber } from '../../store/numbers';
import type { Reader } from '../../store/open';
import { recordLog } from '../access/operateLog';
import { requireAfter, timeGiven } from '../customs/openBill';
import { requireMovable } from '../warehouse/goods';
import { palletViews } from '../warehouse/pallets';
import { refreshCmr } from './cmrFacts';
import { followStep, takeBack } from './cmrMails';
import { type CmrColumns, cmrCodec, loadCmr, notes, viewsOf } from './cmrView';
import { carryAll, destinationCode, followNote, putPallets } from './loading';
import { noteBoxes } from './noteGoods';
import { prealertOf } from './prealert';
import { returnGoods } from './returning';
import { keepSheet, sheetOf } from './sheet';
import { arrive, clearArrival, signNote, takeBackEarly, unsignNote } from './truckNodes';

const list: ListDefinition<typeof cmrRow> = {
  table: 'cmr',
  row: cmrRow,
  filters: cmrFilters,
  keyword: ['cmrNo', 'plateNo', 'trailerNo', 'driverName'],
  order: '-createdAt',
  always: (where, { billId }) =>
    billId === undefined
      ? []
      : [where('id', 'in', where.selectFrom('cmrBill').select('cmrId').where('billId', '=', Number(billId)))],
};

const log = (
  context: Context,
  action: LogAction,
  { id, cmrNo }: { id: number; cmrNo: string },
  before: unknown,
  after: unknown,
) => context.log({ module: 'bill', action, objectType: 'cmr', objectId: id, objectNo: cmrNo, before, after });

/** The fields of a note that a person fills in. */
const typedOf = (cmr: CmrView) => Object.fromEntries(cmrDraftFields.map((name) => [name, cmr[name]]));

type StepInput = { readonly at: string | null; readonly reason: string | null };

/** Columns that each step writes on the note, and what happens before. */
const steps: {
  readonly [A in keyof typeof LOGGED]: (
    context: Context,
    cmr: CmrDetail,
    given: StepInput,
  ) => Promise<Partial<CmrColumns>>;
} = {
  load: async (context, cmr, { at }) => {
    const loadedAt = timeGiven(context, 'loadedAt', at);
    await requireMovable(context.write, { cmrId: cmr.id }, 'load', { field: 'loadedAt', at: loadedAt });
    await carryAll(context, cmr, 'load');
    return { state: 'loaded', loadedAt };
  },
  unload: async (context, cmr) => {
    await carryAll(context, cmr, 'unload');
    return { state: 'draft', loadedAt: null };
  },
  depart: async (context, cmr, { at }) => {
    const departedAt = timeGiven(context, 'departedAt', at);
    requireAfter('departedAt', departedAt, 'loadedAt', cmr.loadedAt);
    // Customs may have decided since they were loaded, and a box may have been taken off.
    await requireMovable(context.write, { cmrId: cmr.id }, 'depart', { field: 'departedAt', at: departedAt });
    return { state: 'in_transit', departedAt };
  },
  undoDepart: async () => ({ state: 'loaded', departedAt: null }),
  arrive: async (context, cmr, { at }) => {
    const arrivedAt = timeGiven(context, 'arrivedAt', at);
    requireAfter('arrivedAt', arrivedAt, 'departedAt', cmr.departedAt);
    return { state: 'arrived', arrivedAt };
  },
  clearArrival: async (context, cmr) => {
    await clearArrival(context, cmr);
    return { state: 'in_transit', arrivedAt: null };
  },
  cancel: async (context, cmr, { reason }) => {
    if (!reason) throw refuse('REASON_REQUIRED');
    if (cmr.state === 'loaded') await carryAll(context, cmr, 'unload');
    await context.write.updateTable('pallet').set({ cmrId: null }).where('cmrId', '=', cmr.id).execute();
    await followNote(
      context,
      cmr.pallets.map(({ id }) => id),
      null,
    );
    await refreshCmr(context.write, cmr.id);
    return { state: 'cancelled', loadedAt: null, cancelReason: reason };
  },
};
/** Changes of the bills of a note after one of its steps was saved. */
const onBills: {
  readonly [A in keyof typeof LOGGED]?: (
    context: Context,
    cmr: CmrView,
    values: Partial<CmrColumns>,
  ) => Promise<Warning[]>;
} = {
  depart: (context, cmr, { departedAt }) => takeBackEarly(context, cmr, `${departedAt}`),
  arrive: (context, cmr, { arrivedAt }) => arrive(context, cmr, `${arrivedAt}`),
};
/** Emails about the note that a step queues or withdraws. */
const mailsOf: { readonly [A in keyof typeof LOGGED]?: (context: Context, cmr: CmrView) => Promise<void> } = {
  load: (context, cmr) => followStep(context, cmr, 'on_loaded'),
  unload: (context, cmr) => takeBack(context, cmr, ['on_loaded']),
  depart: (context, cmr) => followStep(context, cmr, 'on_departed'),
  undoDepart: (context, cmr) => takeBack(context, cmr, ['on_departed']),
  cancel: (context, cmr) => takeBack(context, cmr, cmrTriggers),
};
const LOGGED = {
  load: 'load',
  unload: 'unload',
  depart: 'depart',
  undoDepart: 'undoDepart',
  arrive: 'arrive',
  clearArrival: 'clearArrival',
  cancel: 'cancel',
} as const;

/** Consignment notes: drafting, loading, departure, delivery. */
export const cmrHandlers: GroupHandlers<'cmr'> = {
  list: async ({ read, now }, { query }) => {
    const page = await listRows(read, list, query);
    return { ...page, list: await viewsOf(read, page.list, now) };
  },

  totals: ({ read }, { query }) => totalsOf(read, list, query, cmrTotals),
  export: (context, { query }) => exportRows(context, { definition: list, resource: 'cmr' }, query),

  get: ({ read, now }, { params }) => loadCmr(read, params.id, now),

  create: async (context, { body }) => {
    const { write, now } = context;
    const { palletIds, ...draft } = body;
    await checkReferences(context, cmrRow, draft);
    const made = {
      ...draft,
      cmrNo: await nextNumber(write, 'cmr', 'cmrNo', 'CMR', now),
      state: 'draft' as const,
      ...newStamp(context),
    };
    const { id } = await write
      .insertInto('cmr')
      .values(cmrCodec.encode(made))
      .returning('id')
      .executeTakeFirstOrThrow();
    if (palletIds.length > 0) await putPallets(context, await loadCmr(write, id, now), palletIds);
    const cmr = await loadCmr(write, id, now);
    await log(context, 'create', cmr, undefined, {
      ...draft,
      pallets: cmr.pallets.map(({ palletNo }) => palletNo),
    });
    return cmr;
  },

  update: async (context, { params, body }) => {
    const { version, ...patch } = body;
    const before = await notes.open(context, params.id, 'update', version);
    const merged = check(cmrDraft, { ...typedOf(before), ...patch });
    if (!merged.ok) throw refuseFields(merged.problems);
    await checkReferences(context, cmrRow, merged.value, before);
    // Pallets are built for one destination and are in one warehouse.
    for (const name of ['fromWarehouseId', 'toDestinationId'] as const)
      if (merged.value[name] !== before[name] && before.bills.length > 0)
        throw refuseFields({ [name]: problem('CMR_PLACES_FIXED') });
    await notes.save(context, before, patch);
    const cmr = await loadCmr(context.write, params.id, context.now);
    await log(context, 'update', cmr, typedOf(before), typedOf(cmr));
    return cmr;
  },

  remove: async (context, { params }) => {
    const cmr = await notes.open(context, params.id, 'addPallets');
    if (cmr.pallets.length > 0 || (await hasPapers(context.write, cmr.id))) throw refuse('CMR_NOT_EMPTY');
    await context.write.deleteFrom('cmrBill').where('cmrId', '=', cmr.id).execute();
    await context.write.deleteFrom('cmr').where('id', '=', cmr.id).execute();
    await log(context, 'delete', cmr, typedOf(cmr), undefined);
    return null;
  },

  free: async ({ read }, { query }) => {
    const rows = await read
      .selectFrom('pallet')
      .selectAll()
      .where('cmrId', 'is', null)
      .where('state', 'in', ['open', 'closed', 'loaded'])
      .where('destinationCode', '=', await destinationCode(read, query))
      .where((any) =>
        any.or([any('warehouseId', 'is', null), any('warehouseId', '=', query.fromWarehouseId)]),
      )
      .orderBy('builtAt')
      .limit(500)
      .execute();
    return palletViews(read, rows);
  },

  put: async (context, { params, body }) => {
    const before = await notes.open(context, params.id, 'addPallets');
    await putPallets(context, before, body.palletIds);
    await notes.save(context, before, {});
    const cmr = await loadCmr(context.write, params.id, context.now);
    await log(context, 'update', cmr, palletNos(before), palletNos(cmr));
    return cmr;
  },

  take: async (context, { params, query }) => {
    const before = await notes.open(context, params.id, 'takePallets');
    await context.write
      .updateTable('pallet')
      .set({ cmrId: null })
      .where('cmrId', '=', before.id)
      .where('id', 'in', query.palletIds)
      .execute();
    const taken = before.pallets.filter(({ id }) => query.palletIds.includes(id));
    await followNote(
      context,
      taken.map(({ id }) => id),
      null,
    );
    await refreshCmr(context.write, before.id);
    await notes.save(context, before, {});
    const cmr = await loadCmr(context.write, params.id, context.now);
    await log(context, 'update', cmr, palletNos(before), palletNos(cmr));
    return cmr;
  },

  act: async (context, { params, body }) => {
    const { write, now } = context;
    const { version, action, ...given } = body;
    const before = await notes.open(context, params.id, action, version);
    const values = await steps[action](context, before, given);
    await notes.save(context, before, values);
    const warnings = (await onBills[action]?.(context, before, values)) ?? [];
    await mailsOf[action]?.(context, before);
    await log(context, LOGGED[action], before, { state: before.state }, { ...values, reason: given.reason });
    const cmr = await loadCmr(write, params.id, now);
    if (cmr.departedAt !== before.departedAt) await keepSheet(context, cmr);
    return { changed: 1, cmr, warnings };
  },

  deliver: async (context, { params, body }) => {
    const { write, now } = context;
    const { version, ...entry } = body;
    const before = await notes.open(context, params.id, 'deliver', version);
    const warnings = await signNote(context, before, entry);
    // Missing boxes are in the logs of their bills.
    const { missing: _, ...signed } = entry;
    await log(context, 'deliver', before, { state: before.state }, { state: 'delivered', ...signed });
    return { changed: 1, cmr: await loadCmr(write, params.id, now), warnings };
  },

  boxes: async ({ read, now }, { params }) => noteBoxes(read, (await loadCmr(read, params.id, now)).id),

  return: async (context, { params, body }) => {
    const { write, now } = context;
    const { version, ...given } = body;
    const before = await notes.open(context, params.id, 'return', version);
    const { warnings, logged } = await returnGoods(context, before, given);
    const cmr = await loadCmr(write, params.id, now);
    await log(context, 'return', before, { state: before.state }, { state: cmr.state, ...logged });
    return { changed: 1, cmr, warnings };
  },

  sheet: async ({ read, now }, { params }) => sheetOf(read, await loadCmr(read, params.id, now)),

  logs: async ({ read, now }, { params, query }) => {
    await loadCmr(read, params.id, now);
    return recordLog(read, 'cmr', params.id, query);
  },

  pdf: async ({ read, now }, { params, query }) => {
    const { cmrPdf } = await documents();
    const sheet = await sheetOf(read, await loadCmr(read, params.id, now));
    return {
      name: `${sheet.cmrNo}.pdf`,
      mime: 'application/pdf',
      stream: cmrPdf(sheet, query.copies),
    };
  },

  prealert: async ({ store, read, now, language }, { params }) =>
    prealertOf(store.read, await loadCmr(read, params.id, now), language),

  zip: async (context, { body }) => {
    const { store, read, now } = context;
    const { cmrPdf, zipOf } = await documents();
    const ids = await selectedIds(context, list, body);
    // Report missing ones before the first byte goes out.
    const names = [];
    for (const id of ids) names.push(`${(await loadCmr(read, id, now)).cmrNo}.pdf`);
    await context.log({ module: 'bill', action: 'export', objectType: 'cmr', after: { files: names } });
    async function* files() {
      for (const id of ids) {
        const sheet = await sheetOf(store.read, await loadCmr(store.read, id, now));
        yield { name: `${sheet.cmrNo}.pdf`, stream: cmrPdf(sheet) };
      }
    }
    return { name: `cmr-${officeDay(now)}.zip`, mime: 'application/zip', stream: zipOf(files()) };
  },

  reopen: async (context, { params, query }) => {
    const { write, now } = context;
    const before = await notes.open(context, params.id, 'reopen', query.version);
    await unsignNote(context, before);
    await log(
      context,
      'reopen',
      before,
      { state: before.state, podAt: before.podAt },
      { state: 'arrived', reason: query.reason },
    );
    return { changed: 1, cmr: await loadCmr(write, params.id, now), warnings: [] };
  },
};

/** The code that draws documents is as large as all the rest: load it on first use, not at every start. */
async function documents() {
  const [{ cmrPdf }, { zipOf }] = await Promise.all([import('./cmrPdf'), import('../documents/zip')]);
  return { cmrPdf, zipOf };
}

/** True if a note has files or emails: those are kept, and the note with them. */
async function hasPapers(read: Reader, cmrId: number): Promise<boolean> {
  for (const table of ['cmrFile', 'cmrMail'] as const)
    if (await read.selectFrom(table).select('id').where('cmrId', '=', cmrId).limit(1).executeTakeFirst())
      return true;
  return false;
}

const palletNos = ({ pallets }: CmrDetail) => ({ pallets: pallets.map(({ palletNo }) => palletNo) });
