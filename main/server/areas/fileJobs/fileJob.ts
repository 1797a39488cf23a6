import type { Problem } from '@contract/errors';
import { fileStatisticRow } from '@contract/files/fileJob';
import { type FileJob, fileJobRow } from '@contract/files/fileJobRow';
import { type FileKind, fileKindNames } from '@contract/files/fileKindNames';
import { fileKinds } from '@contract/files/fileKinds';
import { fileTemplates } from '@contract/files/templates';
import { sheetKey, sheetsOf } from '@contract/importing/template';
import { sql } from 'kysely';
import { type Context, type GroupHandlers, prepared } from '../../core/context';
import { exportRows } from '../../core/exportRows';
import { refuse } from '../../core/refusal';
import { codecOf } from '../../store/codec';
import { type ListDefinition, listRows } from '../../store/listRows';
import type { Reader, Writer } from '../../store/open';
import { downloadStored } from '../../store/storedFiles';
import { hasApplied } from './conclude';
import {
  dataInUse,
  forgetJob,
  forgetOutcome,
  type JobOptions,
  mayOf,
  optionsOf,
  readJob,
  requireAction,
  requireKind,
  requireOpenBill,
  requireSeen,
  requireUndo,
  storedJob,
} from './jobRow';
import { issueIn } from './outcome';
import { queueOf } from './queue';
import { logJob, readTrial, take, takeOrTry, templateDownload } from './takeFile';
import { undoJob } from './undo';

const list: ListDefinition<typeof fileJobRow> = {
  table: 'fileJobOfBill',
  row: fileJobRow,
  filters: ['kind', 'status', 'billId', 'billNo', 'fileName', 'createdAt', 'createdBy'],
  keyword: ['fileName', 'billNo', 'batchNo'],
  order: '-createdAt',
};

/** True for kinds that replace all data of their bill. */
const replaces = (kind: FileKind) => fileKinds[kind].mode === 'all';

/** Limits the list to jobs of the kinds that a person may see. */
const seenBy = (caller: Context['caller']): typeof list => ({
  ...list,
  always: (where) => [
    where(
      'kind',
      'in',
      fileKindNames.filter((kind) => mayOf('view', caller, kind)),
    ),
  ],
});

/** Files that are converted: the upload returns at once, and the queue does the rest. */
export const fileJobHandlers: GroupHandlers<'fileJob'> = {
  upload: async (context, { params, query, file }) => {
    const { scope } = fileKinds[query.kind];
    if (scope !== 'bill' && scope !== 'either') throw refuse('FILE_SCOPE_MANY');
    const bill = await requireOpenBill(context.read, params.id);
    return take(context, query, file, bill.id);
  },

  uploadMany: prepared(
    async (context, { query, file }) => {
      if (fileKinds[query.kind].scope === 'bill') throw refuse('FILE_SCOPE_BILL');
      return readTrial(context, query, file);
    },
    (context, { query, file }, read) => takeOrTry(context, query, file, read),
  ),

  template: async (context, { query: { kind, ...query } }) => templateDownload(context, kind, query),

  list: async ({ read, store, caller }, { query }) => {
    const page = await listRows(read, seenBy(caller), query);
    const queue = queueOf(store);
    return queue ? { ...page, list: page.list.map((job) => queue.live(job)) } : page;
  },

  export: (context, { query }) =>
    exportRows(context, { definition: seenBy(context.caller), resource: 'fileJob' }, query),

  get: async (context, { params }) => {
    await requireSeenJob(context, params.id);
    return answer(context, params.id);
  },

  issues: async (context, { params, query }) => {
    const { read, language } = context;
    const { kind } = await requireSeenJob(context, params.id);
    const { page = 1, pageSize = 50, level } = query;
    let issues = read.selectFrom('fileIssue').where('jobId', '=', params.id);
    if (level) issues = issues.where('level', '=', level);
    const { total } = await issues
      .select((n) => n.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow();
    const rows = await issues
      .selectAll()
      .orderBy(sql`instr(${`,${sheetsOf(fileTemplates[kind]).map(sheetKey)},`}, ',' || sheet || ',')`)
      .orderBy('row')
      .orderBy('columnKey')
      .orderBy('code')
      .offset((page - 1) * pageSize)
      .limit(pageSize)
      .execute();
    return {
      total,
      list: rows.map(({ jobId: _, code, params: given, level: found, ...issue }) => {
        const { $said, ...words } = JSON.parse(given);
        const text = { code, message: $said };
        return issueIn(fileTemplates[kind], language, {
          ...issue,
          level: found === 'error' ? 'error' : 'warning',
          ...($said === undefined ? { problem: { code, params: words } as Problem } : { text }),
        });
      }),
    };
  },

  // A stuck job may hold the write lock: end it before waiting for the lock.
  restart: prepared(endStuck, async (context, { params, body }) => {
    const { write } = context;
    const job = await readJob(write, params.id);
    await requireRestart(context, job, body);
    queueOf(context.store)?.cancel(job.id);
    const { encoding, order, decimal } = body;
    const { leave = [] } = optionsOf(await storedJob(write, job.id));
    const text = {
      ...(encoding ? { encoding } : {}),
      ...(order ? { order } : {}),
      ...(decimal ? { decimal } : {}),
    };
    await convertAgain(context, job, { accepted: body.replace, ...text, leave: [...leave, ...body.leave] });
    await logJob(context, job, 'restart');
    return answer({ ...context, read: write }, job.id);
  }),

  accept: async (context, { params }) => {
    const { write, now, caller } = context;
    const job = await readJob(write, params.id);
    requireKind(caller, job.kind);
    requireAction('accept', job);
    if (job.appliedAt === null) {
      const billId = job.billId ?? 0;
      await requireOpenBill(write, billId);
      if (await dataInUse(write, billId)) throw refuse('FILE_DATA_IN_USE');
      await write.deleteFrom('fileIssue').where('jobId', '=', job.id).execute();
      await requeue(context, job.id, { accepted: true });
    } else {
      await write
        .updateTable('fileJob')
        .set({ status: 'success', updatedAt: now, updatedBy: caller.id })
        .where('id', '=', job.id)
        .execute();
    }
    await logJob(context, job, 'acceptFile');
    return answer({ ...context, read: write }, job.id);
  },

  // End the job before this call waits for the write lock, which the import itself may hold.
  cancel: prepared(endConversion, async (context, { params }) => {
    const { write, now, caller } = context;
    const job = await readJob(write, params.id);
    requireKind(caller, job.kind);
    requireAction('cancel', job);
    queueOf(context.store)?.cancel(job.id);
    const applied = hasApplied(await storedJob(write, job.id));
    await write
      .updateTable('fileJob')
      .set({
        status: applied ? 'exception' : 'failed',
        ...(applied ? { appliedAt: now } : {}),
        problem: JSON.stringify({ code: 'CANCELLED' }),
        finishedAt: now,
        updatedAt: now,
        updatedBy: caller.id,
      })
      .where('id', '=', job.id)
      .execute();
    await logJob(context, job, 'cancel');
    return answer({ ...context, read: write }, job.id);
  }),

  remove: async (context, { params }) => {
    const job = await readJob(context.write, params.id);
    requireKind(context.caller, job.kind);
    requireAction('delete', job);
    await forgetJob(context.write, job.id);
    await logJob(context, job, 'delete');
    return null;
  },

  undo: async (context, { params }) => {
    const { write, now, caller } = context;
    const job = await readJob(write, params.id);
    requireUndo(caller, job.kind);
    requireAction('undo', job);
    if (job.billId !== null) await requireOpenBill(write, job.billId);
    const outcome = await undoJob(context, job);
    const restored = outcome.kept.length === 0 ? await replacedBy(write, job) : undefined;
    if (restored) await convertAgain(context, restored, { accepted: true });
    await write
      .updateTable('fileJob')
      .set({ undoneAt: now, updatedAt: now, updatedBy: caller.id })
      .where('id', '=', job.id)
      .execute();
    await logJob(context, job, 'undo', { undone: outcome.undone, kept: outcome.kept.length });
    return { ...outcome, restored: restored ? await readJob(write, restored.id) : null };
  },

  file: async (context, { params }) => {
    const { fileId, fileName } = await requireSeenJob(context, params.id);
    return { ...(await downloadStored(context, fileId)), name: fileName };
  },

  errorFile: async (context, { params }) => {
    const { errorFileId } = await requireSeenJob(context, params.id);
    if (errorFileId === null) throw refuse('FILE_NO_ERRORS');
    return downloadStored(context, errorFileId);
  },

  statistics: async ({ read }, { params }) => {
    await read
      .selectFrom('bill')
      .select('id')
      .where('id', '=', params.id)
      .executeTakeFirst()
      .then((found) => {
        if (!found) throw refuse('NOT_FOUND');
      });
    const rows = await statistics(read)
      .where('fileStatistic.billId', '=', params.id)
      .orderBy('fileStatistic.jobId', 'desc')
      .execute();
    return rows.map(statisticAt);
  },

  statistic: async (context, { params }) => {
    await requireSeenJob(context, params.id);
    const row = await statistics(context.read).where('fileJob.id', '=', params.id).executeTakeFirst();
    return row ? statisticAt(row) : null;
  },
};

/** Statistics of file contents, with the job that counted them. */
const statistics = (db: Reader) =>
  db
    .selectFrom('fileStatistic')
    .innerJoin('fileJob', 'fileJob.id', 'fileStatistic.jobId')
    .selectAll('fileStatistic')
    .select(['fileJob.fileName', 'fileJob.status', 'fileJob.createdAt']);

const statisticCodec = codecOf(fileStatisticRow);
const statisticAt = (row: object) => statisticCodec.decode({ ...row, dutyCurrency: 'EUR' });

/** Loads a job. Throws unless the caller may see its kind. */
async function requireSeenJob({ read, caller }: Context, id: number) {
  const job = await storedJob(read, id);
  requireSeen(caller, job.kind);
  return job;
}

/** Converts a file again from the beginning, whatever the earlier result. */
async function convertAgain(
  context: Context,
  job: FileJob,
  decisions: Pick<JobOptions, 'accepted' | 'encoding' | 'order' | 'decimal' | 'leave'>,
): Promise<void> {
  const { write, now, caller } = context;
  await forgetOutcome(write, job.id);
  // An undone job starts as if it had never been applied.
  if (job.undoneAt !== null) {
    await write.deleteFrom('fileEffect').where('jobId', '=', job.id).execute();
    await write
      .updateTable('fileJob')
      .set({ undoneAt: null, appliedAt: null })
      .where('id', '=', job.id)
      .execute();
  }
  await requeue(context, job.id, decisions);
  await write
    .updateTable('fileJob')
    .set((old) => ({
      ...{ doneRow: 0, totalRows: 0, okRows: 0, errorRows: 0, warningRows: 0, changes: null },
      restartCount: old('restartCount', '+', 1),
      updatedAt: now,
      updatedBy: caller.id,
    }))
    .where('id', '=', job.id)
    .execute();
}

/** Returns the job whose data a job replaced, if that data can be restored: nothing has replaced it since. */
async function replacedBy(write: Writer, { billId, replacedJobId }: FileJob): Promise<FileJob | undefined> {
  if (billId === null || replacedJobId === null) return undefined;
  const parcel = await write
    .selectFrom('parcel')
    .select('id')
    .where('billId', '=', billId)
    .executeTakeFirst();
  const replaced = parcel ? undefined : await readJob(write, replacedJobId);
  return replaced?.status === 'success' && replaced.undoneAt === null ? replaced : undefined;
}

/** Puts a job back into the queue. */
async function requeue(
  { write, store, now, caller }: Context,
  id: number,
  decisions: Pick<JobOptions, 'accepted' | 'encoding' | 'order' | 'decimal' | 'leave'>,
) {
  const options = { ...optionsOf(await storedJob(write, id)), ...decisions };
  await write
    .updateTable('fileJob')
    .set({
      ...{
        status: 'unprocessed',
        progress: 0,
        attempts: 0,
        problem: null,
        startedAt: null,
        finishedAt: null,
      },
      options: JSON.stringify(options),
      updatedAt: now,
      updatedBy: caller.id,
    })
    .where('id', '=', id)
    .execute();
  queueOf(store)?.wake();
}

/** Ends a running conversion if the caller may; what it has not committed is rolled back. */
async function endConversion(
  { read, caller, store }: Context,
  { params }: { readonly params: { readonly id: number } },
): Promise<void> {
  const { id, kind, status } = await readJob(read, params.id);
  requireKind(caller, kind);
  if (status === 'processing') queueOf(store)?.cancel(id);
}

type RestartInput = {
  readonly params: { readonly id: number };
  readonly body: { readonly replace: boolean };
};

/** Refuses to convert a file again: to callers without permission, and where its data stays in place. */
async function requireRestart(
  { read, caller }: Pick<Context, 'read' | 'caller'>,
  job: FileJob,
  { replace }: RestartInput['body'],
): Promise<void> {
  requireKind(caller, job.kind);
  requireAction('restart', job);
  const inPlace = job.appliedAt !== null && job.undoneAt === null;
  if (inPlace && !replace) throw refuse('FILE_REPLACE');
  if (inPlace && replaces(job.kind) && (await dataInUse(read, job.billId ?? 0)))
    throw refuse('FILE_DATA_IN_USE');
}

/** Ends a stuck conversion that the caller may restart. Throws where the restart is refused. */
async function endStuck(context: Context, { params, body }: RestartInput): Promise<void> {
  const job = await readJob(context.read, params.id);
  await requireRestart(context, job, body);
  if (job.status === 'processing') queueOf(context.store)?.cancel(job.id);
}

async function answer({ read, store }: Pick<Context, 'read' | 'store'>, id: number) {
  const job = await readJob(read, id);
  return queueOf(store)?.live(job) ?? job;
}
