import { asRecord } from '@contract/access/changes';
import { check } from '@contract/checked';
import { problem } from '@contract/errors';
import { permit } from '@contract/permissions';
import { type ReportName, reportApis, reports } from '@contract/report';
import {
  type ReportSchedule,
  reportRunRow,
  reportSchedule,
  type ScheduleContent,
  scheduleContent,
  scheduleIssues,
  weekdays,
} from '@contract/report/schedule';
import { spanInstants } from '@contract/rules/reportSpan';
import { instantOf } from '@contract/rules/zonedTime';
import { type Selectable, sql } from 'kysely';
import type * as z from 'zod';
import type { Caller, Context, GroupHandlers } from '../../core/context';
import { crudHandlers, listOf } from '../../core/crud';
import { exportRows } from '../../core/exportRows';
import { nextTimeOn, officeZone } from '../../core/officeClock';
import { refuse, refuseFields } from '../../core/refusal';
import { selectedIds } from '../../core/selected';
import { codecOf } from '../../store/codec';
import { type ListDefinition, listRows } from '../../store/listRows';
import { downloadStored, forgetFiles } from '../../store/storedFiles';
import type { Database } from '../../store/tables';
import { holds, type Rights } from '../access/holds';
import { difference } from '../access/operateLog';

const ALL = permit('report.schedule.all');
export const scheduleCodec = codecOf(reportSchedule.row);

/** True if the caller may see and change the schedules of others. */
const seesAll = (caller: Rights) => holds(caller, ALL);

/** True if somebody may see a report. */
export function maySee(caller: Rights, name: ReportName): boolean {
  const found = reports.find((one) => one.name === name);
  return found !== undefined && holds(caller, found.view);
}

type Turns = Pick<ReportSchedule, 'frequency' | 'sendTime'> & { readonly weekdays: readonly string[] };

/** Next run of a schedule after now, on the clock of the office. */
export function nextTurn({ frequency, weekdays: chosen, sendTime }: Turns, now: number, zone: string) {
  const days = weekdays.flatMap((day, index) =>
    frequency === 'daily' || chosen.includes(day) ? [index] : [],
  );
  const at = nextTimeOn(new Set(days), sendTime, now, zone);
  return at === undefined ? null : instantOf(at);
}

/** Report query of a schedule at an instant; undefined where its content is not valid for the report. */
export function queryOf(
  { report, span, content, format }: Pick<ReportSchedule, 'report' | 'span' | 'content' | 'format'>,
  now: number,
  zone: string,
) {
  const read = scheduleContent.safeParse(content ?? { asked: {} });
  if (!read.success) return undefined;
  const { asked, ...how }: ScheduleContent = read.data;
  const query = { ...asked, ...how, ...spanInstants(span, now, zone), zone, format };
  const checked = check<z.ZodType>(reportApis[report].export.query, query);
  return checked.ok ? asRecord(checked.value) : undefined;
}

/** Conditions for the schedules that the caller may see. */
const visible = (caller: Caller, owner: string) =>
  seesAll(caller) ? [] : [sql<boolean>`${sql.ref(owner)} = ${caller.id}`];

function schedulesOf({ caller }: Context): ReturnType<typeof listOf<typeof reportSchedule.row.shape>> {
  return { ...listOf(reportSchedule), always: () => visible(caller, 'createdBy') };
}

/** Throws NOT_FOUND for a schedule that the caller may not see. */
async function requireVisible({ read, caller }: Context, id: number): Promise<void> {
  let found = read.selectFrom('reportSchedule').select('id').where('id', '=', id);
  if (!seesAll(caller)) found = found.where('createdBy', '=', caller.id);
  if (!(await found.executeTakeFirst())) throw refuse('NOT_FOUND');
}

/** Fields that decide where the files of a schedule are sent. */
const DESTINATION: ReadonlySet<string> = new Set(['toEmails', 'folderRef', 'folderName']);

const usual = crudHandlers(reportSchedule, {
  check: async ({ read, caller }, draft, before) => {
    const [wrong] = scheduleIssues(draft);
    if (wrong) throw refuseFields({ [wrong.column]: wrong.problem });
    const { name, report } = draft;
    // A caller who manages the schedules of others may not extend or reduce what they show.
    if (before?.report !== report && !maySee(caller, report)) throw refuse('NO_PERMISSION');
    // The destination may be changed by the owner, or by somebody who may see the report themselves.
    const moved = before && difference(before, draft).changed.some((name) => DESTINATION.has(name));
    const sees = caller.warehouseIds.length === 0 && maySee(caller, report);
    if (moved && before.createdBy !== caller.id && !sees) throw refuse('NO_PERMISSION');
    if (!queryOf(draft, Date.now(), officeZone())) throw refuseFields({ content: problem('FORMAT') });
    const ownerId = before?.createdBy ?? caller.id;
    const twin = await read
      .selectFrom('reportSchedule')
      .select('id')
      .where('createdBy', '=', ownerId)
      .where('name', '=', name)
      .where('id', '!=', Number(before?.id ?? 0))
      .executeTakeFirst();
    if (twin) throw refuseFields({ name: problem('CODE_EXISTS', { code: name }) });
  },
  // A paused schedule has no next run, whatever else is changed.
  derive: (draft, { now }, before) => ({
    nextAt: before?.active === false ? null : nextTurn(draft, Date.parse(now), officeZone()),
  }),
});

/** Sets the next run of a schedule; runs missed while it was paused are skipped. */
async function setNextTurn(
  { write, now }: Context,
  row: Selectable<Database['reportSchedule']>,
): Promise<void> {
  const nextAt = row.active ? nextTurn(scheduleCodec.decode(row), Date.parse(now), officeZone()) : null;
  await write.updateTable('reportSchedule').set({ nextAt }).where('id', '=', row.id).execute();
}

/** Schedules of reports, owned by their creators; others see them only if they see all schedules. */
export const reportScheduleHandlers: GroupHandlers<'reportSchedule'> = {
  list: (context, { query }) => listRows(context.read, schedulesOf(context), query),
  export: (context, { query }) =>
    exportRows(context, { definition: schedulesOf(context), resource: 'reportSchedule' }, query),
  all: async (context) => {
    let found = context.read.selectFrom('reportSchedule').select(['id', 'name', 'report', 'active']);
    if (!seesAll(context.caller)) found = found.where('createdBy', '=', context.caller.id);
    const rows = await found.orderBy('name').execute();
    return rows.map((row) => ({ ...row, active: row.active === 1 }));
  },
  get: async (context, input) => {
    await requireVisible(context, input.params.id);
    return usual.get(context, input);
  },
  create: usual.create,
  update: async (context, input) => {
    await requireVisible(context, input.params.id);
    return usual.update(context, input);
  },
  remove: async (context, input) => {
    const { id } = input.params;
    await requireVisible(context, id);
    const kept = await context.read
      .selectFrom('reportRun')
      .select('fileId')
      .where('scheduleId', '=', id)
      .where('state', '=', 'waiting')
      .execute();
    await forgetWritten(
      context.write,
      kept.flatMap(({ fileId }) => fileId ?? []),
    );
    await context.write.deleteFrom('reportRun').where('scheduleId', '=', id).execute();
    return usual.remove(context, input);
  },
  usage: async (context, input) => {
    await requireVisible(context, input.params.id);
    return usual.usage(context, input);
  },
  active: async (context, { body }) => {
    const { read, caller } = context;
    const selected = await selectedIds(context, schedulesOf(context), body);
    let seen = read.selectFrom('reportSchedule').selectAll().where('id', 'in', selected);
    if (!seesAll(caller)) seen = seen.where('createdBy', '=', caller.id);
    const own = new Set((await seen.execute()).map(({ id }) => id));
    const ids = selected.filter((id) => own.has(id));
    const { ok, failed } = await usual.active(context, { body: { ids, active: body.active } });
    if (ids.length === 0) context.unchanged();
    for (const row of await seen.execute()) await setNextTurn(context, row);
    const hidden = selected.filter((id) => !own.has(id));
    const notFound = { code: 'NOT_FOUND', msg: context.say('NOT_FOUND') };
    return { ok, failed: [...failed, ...hidden.map((key) => ({ key, ...notFound }))] };
  },
  setActive: async (context, input) => {
    const { id } = input.params;
    await requireVisible(context, id);
    await usual.setActive(context, input);
    const row = await context.write
      .selectFrom('reportSchedule')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    await setNextTurn(context, row);
    return usual.get(context, input);
  },

  run: async (context, { params }) => {
    const { write, now } = context;
    await requireVisible(context, params.id);
    const row = await write
      .selectFrom('reportSchedule')
      .selectAll()
      .where('id', '=', params.id)
      .executeTakeFirstOrThrow();
    const busy = await write
      .selectFrom('reportRun')
      .select('id')
      .where('scheduleId', '=', params.id)
      .where((run) => run.or([run('state', '=', 'due'), run('slot', '=', now)]))
      .executeTakeFirst();
    if (busy) throw refuse('SCHEDULE_RUNNING');
    await storeTurn(write, scheduleCodec.decode(row), now, 'now');
    await context.log({
      module: 'report',
      action: 'start',
      objectType: 'reportSchedule',
      objectId: row.id,
      objectNo: row.name,
    });
    return null;
  },
};

/** Removes files that waited for a folder, unless they were also emailed. */
export async function forgetWritten(write: Context['write'], ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const mailed = await write
    .selectFrom('reportRun')
    .select('fileId')
    .where('target', '=', 'mail')
    .where('fileId', 'in', ids)
    .execute();
  const kept = new Set(mailed.map(({ fileId }) => fileId));
  await forgetFiles(
    write,
    ids.filter((id) => !kept.has(id)),
  );
}

/**
 * Stores a turn of a schedule, one run for each destination: only once, and with at most one file waiting for its
 * folder.
 */
export async function storeTurn(
  write: Context['write'],
  { id, toEmails, folderRef, folderName }: ReportSchedule,
  slot: string,
  how: 'planned' | 'now',
): Promise<void> {
  const run = { scheduleId: id, slot, how, state: 'due' } as const;
  const none = { madeAt: null, rows: null, fileName: null, doneAt: null, fault: null, error: null };
  const bare = { ...none, answer: null, mailId: null, fileId: null };
  if (folderRef) {
    const late = await write
      .selectFrom('reportRun')
      .select(['id', 'fileId'])
      .where('scheduleId', '=', id)
      .where('target', '=', 'folder')
      .where('state', '=', 'waiting')
      .execute();
    await forgetWritten(
      write,
      late.flatMap(({ fileId }) => fileId ?? []),
    );
    for (const one of late)
      await write
        .updateTable('reportRun')
        .set({ state: 'missed', fileId: null })
        .where('id', '=', one.id)
        .execute();
  }
  const runs = [
    ...(toEmails.length > 0
      ? [
          {
            ...{ ...run, ...bare, target: 'mail' as const },
            ...{ toEmails: JSON.stringify(toEmails), folderRef: null, folderName: null },
          },
        ]
      : []),
    ...(folderRef
      ? [{ ...run, ...bare, target: 'folder' as const, toEmails: '[]', folderRef, folderName }]
      : []),
  ];
  for (const values of runs)
    await write
      .insertInto('reportRun')
      .values(values)
      .onConflict((twin) => twin.doNothing())
      .execute();
}

const runs: ListDefinition<typeof reportRunRow> = {
  table: 'reportRun',
  row: reportRunRow,
  filters: ['scheduleId', 'target', 'state', 'slot'],
  keyword: ['fileName', 'toEmails', 'folderName'],
  order: '-slot',
};

/** Runs of the caller's own schedules whose files wait for a folder. */
const waitingOf = ({ read, caller }: Context) =>
  read
    .selectFrom('reportRun')
    .innerJoin('reportSchedule', 'reportSchedule.id', 'reportRun.scheduleId')
    .select(['reportRun.id', 'reportRun.folderRef', 'reportRun.fileName', 'reportRun.fileId'])
    .where('reportRun.state', '=', 'waiting')
    .where('reportRun.target', '=', 'folder')
    .where('reportSchedule.createdBy', '=', caller.id)
    .orderBy('reportRun.slot');

async function waitingOne(context: Context, id: number) {
  const found = await waitingOf(context).where('reportRun.id', '=', id).executeTakeFirst();
  if (!found?.fileId) throw refuse('NOT_FOUND');
  return { ...found, fileId: found.fileId };
}

/** Results of scheduled runs, and the files that desktops fetch. */
export const reportRunHandlers: GroupHandlers<'reportRun'> = {
  list: (context, { query }) => {
    const { caller, read } = context;
    const own = sql<boolean>`scheduleId in (select id from reportSchedule where createdBy = ${caller.id})`;
    return listRows(read, { ...runs, always: () => (seesAll(caller) ? [] : [own]) }, query);
  },

  waiting: async (context) =>
    (await waitingOf(context).execute()).map(({ id, folderRef, fileName }) => ({
      id,
      folderRef: folderRef ?? '',
      fileName: fileName ?? '',
    })),

  file: async (context, { params }) => downloadStored(context, (await waitingOne(context, params.id)).fileId),

  written: async (context, { params, body }) => {
    context.unchanged();
    const { id, fileId } = await waitingOne(context, params.id);
    await context.write
      .updateTable('reportRun')
      .set(
        'fault' in body
          ? { state: 'failed', fault: body.fault, answer: body.detail }
          : { state: 'done', fileName: body.fileName },
      )
      .set({ doneAt: context.now, fileId: null })
      .where('id', '=', id)
      .execute();
    await forgetWritten(context.write, [fileId]);
    return null;
  },
};
