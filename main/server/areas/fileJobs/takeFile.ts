import type { FileJob, FileTaken } from '@contract/files/fileJobRow';
import type { FileKind } from '@contract/files/fileKindNames';
import { fileTemplates } from '@contract/files/templates';
import { typeProblem } from '@contract/importing/template';
import type { Language } from '@contract/limits';
import type { Insertable } from 'kysely';
import { templateFile } from '../../../tabular/templateFile';
import type { Context, Download, LogEntry, UploadedFile } from '../../core/context';
import { Refusal, refuse } from '../../core/refusal';
import type { Reader } from '../../store/open';
import { downloadStored, keepFile, mimeOf, nameFile, placeFile } from '../../store/storedFiles';
import type { Database } from '../../store/tables';
import { NotVisible } from '../access/notVisible';
import { type JobOptions, moduleOf, optionsOf, readJob, requireKind, requireSeen, storedJob } from './jobRow';
import { issueIn } from './outcome';
import { queueOf } from './queue';
import type { TrialResult } from './tryFile';

/** Returns the template of a kind in a language and in one of its file formats. */
export async function templateDownload(
  { language, caller }: Context,
  kind: FileKind,
  query: { readonly language?: Language | undefined; readonly format?: 'xlsx' | 'csv' | undefined },
): Promise<Download> {
  requireSeen(caller, kind);
  const template = fileTemplates[kind];
  const { format = template.types.includes('xlsx') ? 'xlsx' : 'csv' } = query;
  if (!template.types.includes(format)) throw refuseType(template.types);
  const bytes = await templateFile(template, query.language ?? language, format);
  return {
    name: `${kind.replaceAll('_', '-')}-template.${format}`,
    mime: mimeOf(format),
    size: bytes.length,
    stream: (async function* () {
      yield bytes;
    })(),
  };
}

const refuseType = (types: readonly string[]) => new Refusal(typeProblem(types));

type TrialOrFileRequest = FileRequest & { readonly dryRun: boolean };

/** Checks a dry-run file before the transaction; returns undefined where the file is to be converted. */
export async function readTrial(
  context: Context,
  { dryRun, ...request }: TrialOrFileRequest,
  file: UploadedFile,
): Promise<Extract<TrialResult, { found: unknown }> | undefined> {
  const { kind, fileName = file.name, fileHash: _, ...reading } = request;
  if (!dryRun) return;
  const { caller, language, now, store, signal } = context;
  requireKind(caller, kind);
  requireTable(kind, file);
  const tried = await queueOf(store)?.tryFile(
    {
      ...{ caller, language, now, folder: store.folder, database: store.database },
      file: { path: file.path, fileName, kind, options: { language, ...reading } },
    },
    signal,
  );
  if (!tried) throw new Error('no queue of files was started');
  if ('refused' in tried) throw new Refusal(tried.refused);
  if ('beyond' in tried) throw new NotVisible();
  return tried;
}

/** Queues a file for conversion, or returns the findings where {@link readTrial} has already checked it. */
export async function takeOrTry(
  context: Context,
  { dryRun: _, ...request }: TrialOrFileRequest,
  file: UploadedFile,
  tried: Awaited<ReturnType<typeof readTrial>>,
): Promise<FileTaken> {
  if (!tried) return take(context, request, file, null);
  context.unchanged();
  const { kind, fileHash = file.hash } = request;
  return {
    records: tried.records,
    issues: tried.found.map((found) => issueIn(fileTemplates[kind], context.language, found)),
    sentBefore: await earlier(context.read, kind, fileHash),
  };
}

type FileRequest = {
  readonly kind: FileKind;
  readonly fileName?: string | undefined;
  readonly fileHash?: string | undefined;
} & Omit<JobOptions, 'language' | 'accepted'>;

/** Stores an uploaded file and queues its conversion. */
export async function take(
  context: Context,
  request: FileRequest,
  file: UploadedFile,
  billId: number | null,
) {
  const { write, caller, language, store } = context;
  const { kind, fileName = file.name, fileHash = file.hash, ...reading } = request;
  requireKind(caller, kind);
  requireTable(kind, file);
  const sentBefore = await earlier(write, kind, fileHash);
  const { id: fileId } = await keepFile(context, file);
  const options: JobOptions = { language, ...reading };
  const id = await enqueue(context, { kind, billId, fileName, fileId, fileHash, size: file.size, options });
  const job = await readJob(write, id);
  await logJob(context, job, 'upload', { kind, size: file.size });
  queueOf(store)?.wake();
  return { job, sentBefore };
}

/** Converts a stored file again as a new job with a copy of the file. */
export async function takeStored(context: Context, from: FileJob, decisions: Partial<JobOptions>) {
  const { write, language, store } = context;
  requireKind(context.caller, from.kind);
  const { fileId, fileName, fileHash, size, ...stored } = await storedJob(write, from.id);
  const copy = await placeFile(store, await downloadStored(context, fileId));
  await nameFile(context, copy, context.caller.id);
  const { accepted: _, ...reading } = optionsOf(stored);
  const options: JobOptions = { ...reading, language, ...decisions };
  const queued = { kind: from.kind, billId: null, fileName, fileId: copy.id, fileHash, size, options };
  const id = await enqueue(context, queued);
  const job = await readJob(write, id);
  await logJob(context, job, 'upload', { kind: job.kind, size });
  queueOf(store)?.wake();
  return job;
}

/** Inserts a job that waits in the queue. */
async function enqueue(
  { write, now, caller }: Context,
  {
    options,
    ...file
  }: Pick<
    Insertable<Database['fileJob']>,
    'kind' | 'billId' | 'fileName' | 'fileId' | 'fileHash' | 'size'
  > & { readonly options: JobOptions },
): Promise<number> {
  const { id } = await write
    .insertInto('fileJob')
    .values({
      ...{ createdAt: now, createdBy: caller.id, updatedAt: now, updatedBy: caller.id, version: 1 },
      ...file,
      options: JSON.stringify(options),
      status: 'unprocessed',
      startedAt: null,
      finishedAt: null,
      problem: null,
      errorFileId: null,
      changes: null,
      replacedJobId: null,
      undoneAt: null,
      appliedAt: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Refuses a file type that the kind does not accept, before the file is stored. */
function requireTable(kind: FileKind, file: UploadedFile): void {
  const template = fileTemplates[kind];
  if (!template.types.includes(file.type as 'csv')) throw refuseType(template.types);
  if (file.size > template.maxSize) throw refuse('FILE_SIZE', { size: template.maxSize / 1024 / 1024 });
}

async function earlier(db: Reader, kind: FileKind, hash: string) {
  const job = await db
    .selectFrom('fileJob')
    .leftJoin('staff', 'staff.id', 'fileJob.createdBy')
    .select(['fileJob.id', 'fileJob.createdAt', 'staff.realName'])
    .where('kind', '=', kind)
    .where('fileHash', '=', hash)
    .where('undoneAt', 'is', null)
    .orderBy('fileJob.id', 'desc')
    .executeTakeFirst();
  return job ? { jobId: job.id, at: job.createdAt, by: job.realName ?? '' } : null;
}

export function logJob(
  { log }: Context,
  job: { id: number; fileName: string; kind: FileKind },
  action: LogEntry['action'],
  after?: object,
): Promise<void> {
  return log({
    module: moduleOf(job.kind),
    action,
    objectType: 'fileJob',
    objectId: job.id,
    objectNo: job.fileName,
    ...(after ? { after } : {}),
  });
}
