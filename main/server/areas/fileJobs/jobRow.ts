import type { LogModule } from '@contract/access/operateLog';
import { billMachine } from '@contract/bill/bill';
import { type FileJobAction, fileJobMachine } from '@contract/files/fileJob';
import { type FileJob, fileJobRow } from '@contract/files/fileJobRow';
import { type FileKind, isSeaKind, isToolKind, recordsOf } from '@contract/files/fileKindNames';
import { fileKinds, mayFiles } from '@contract/files/fileKinds';
import type { LeftRow } from '@contract/files/fileReading';
import type { Encoding } from '@contract/importing/encodings';
import type { Language } from '@contract/limits';
import { refusalOf } from '@contract/machine';
import { resources } from '@contract/resources';
import type { InvoiceParticulars } from '@contract/tools/invoiceFile';
import type { TariffPart } from '@contract/tools/tariffReading';
import type { Selectable } from 'kysely';
import type { Caller } from '../../core/context';
import { refuse } from '../../core/refusal';
import { codecOf } from '../../store/codec';
import type { Reader, Writer } from '../../store/open';
import { rowById } from '../../store/rowById';
import { forgetFiles } from '../../store/storedFiles';
import type { Database } from '../../store/tables';
import { holds } from '../access/holds';
import { readBill } from '../bill/billFacts';

const codec = codecOf(fileJobRow);

/** A job as stored. */
export type StoredJob = Selectable<Database['fileJob']>;

/** How the file of a job is read, and the decisions made about it since. */
export interface JobOptions {
  /** Language of the uploader, used for the error file. */
  readonly language: Language;
  readonly mapping?: readonly string[] | undefined;
  readonly header?: number | undefined;
  readonly order?: 'DMY' | 'MDY' | 'YMD' | 'open' | undefined;
  readonly decimal?: 'point' | 'comma' | 'open' | undefined;
  readonly encoding?: Encoding | undefined;
  readonly separator?: 'comma' | 'semicolon' | 'tab' | 'pipe' | undefined;
  readonly sheet?: string | undefined;
  readonly hidden?: 'take' | 'leave' | undefined;
  /** Mode chosen by the sender; only for kinds that leave it to them. */
  readonly mode?: 'all' | 'good' | undefined;
  /** Rows that a person excluded. */
  readonly leave?: readonly LeftRow[] | undefined;
  /** True once a person has agreed to replace data. */
  readonly accepted?: boolean | undefined;
  /** Additional input of a tool. */
  readonly invoice?: InvoiceParticulars | undefined;
  readonly billNo?: string | undefined;
  readonly tariff?: TariffPart | undefined;
}

/** Loads a job in the shape of the contract. Throws NOT_FOUND. */
export async function readJob(db: Reader, id: number): Promise<FileJob> {
  return codec.decode(await rowById(db, 'fileJobOfBill', id));
}

/** Loads a job's table row. Throws NOT_FOUND. */
export async function storedJob(db: Reader, id: number): Promise<StoredJob> {
  return rowById(db, 'fileJob', id);
}

/** Parses the options stored as JSON; an empty object when there are none. */
export const optionsOf = (job: Pick<StoredJob, 'options'>): JobOptions => JSON.parse(job.options);

/** Throws when the state machine does not allow the action on a job. */
export function requireAction(action: FileJobAction, job: FileJob): void {
  const refused = refusalOf(fileJobMachine, action, job);
  if (refused) throw refuse(refused.code, refused.params);
}

/** True if a caller may see, send or undo files of a kind. */
export const mayOf = (what: 'view' | 'send' | 'undo', caller: Caller, kind: FileKind) =>
  caller.superAdmin || mayFiles(what, kind, (permission) => holds(caller, permission));

/** Refuses callers who may not see files of a kind. */
export function requireSeen(caller: Caller, kind: FileKind): void {
  if (!mayOf('view', caller, kind)) throw refuse('NO_PERMISSION');
}

/** Refuses callers without the permissions of what the kind does. */
export function requireKind(caller: Caller, kind: FileKind): void {
  if (!mayOf('send', caller, kind)) throw refuse('NO_PERMISSION');
}

/** Refuses callers without the kind's own permissions to undo it; a kind that nobody can undo is refused as such. */
export function requireUndo(caller: Caller, kind: FileKind): void {
  if (fileKinds[kind].undo === null) requireKind(caller, kind);
  else if (!mayOf('undo', caller, kind)) throw refuse('NO_PERMISSION');
}

/** Module of the operation log under which actions on a file are recorded. */
export function moduleOf(kind: FileKind): LogModule {
  if (isToolKind(kind)) return 'tools';
  if (kind === 'bill_cost') return 'finance';
  if (isSeaKind(kind)) return 'sea';
  const records = recordsOf(kind);
  return records ? resources[records].module : 'bill';
}

/** Loads a bill that may be changed. Throws BILL_REMOVED and BILL_ARCHIVED. */
export async function requireOpenBill(db: Reader, billId: number) {
  const bill = await readBill(db, billId);
  for (const { guard } of billMachine.always) {
    const refused = guard(bill);
    if (refused) throw refuse(refused.code, refused.params);
  }
  return bill;
}

/** True when a parcel of the bill has left its initial state: such data is not replaced. */
export async function dataInUse(db: Reader, billId: number): Promise<boolean> {
  const moved = await db
    .selectFrom('parcel')
    .select('id')
    .where('billId', '=', billId)
    .where('state', '!=', 'clearance')
    .executeTakeFirst();
  if (moved) return true;
  const box = await db
    .selectFrom('box')
    .select('id')
    .where('billId', '=', billId)
    .where((where) =>
      where.or([
        where('state', '!=', 'expected'),
        where('inboundAt', 'is not', null),
        where('palletId', 'is not', null),
      ]),
    )
    .executeTakeFirst();
  if (box) return true;
  for (const table of ['fyco', 'abnormalCase', 'parcelEvent'] as const) {
    const known = await db.selectFrom(table).select('id').where('billId', '=', billId).executeTakeFirst();
    if (known) return true;
  }
  const batch = await db
    .selectFrom('batch')
    .select('id')
    .where('billId', '=', billId)
    .where('status', 'not in', ['prepared', 'rejected'])
    .executeTakeFirst();
  return batch !== undefined;
}

/** Removes the findings and the error file of a job, for example when it starts again. */
export async function forgetOutcome(write: Writer, jobId: number): Promise<void> {
  const { errorFileId } = await write
    .selectFrom('fileJob')
    .select('errorFileId')
    .where('id', '=', jobId)
    .executeTakeFirstOrThrow();
  await write.deleteFrom('fileIssue').where('jobId', '=', jobId).execute();
  const made = await write.deleteFrom('fileOutput').where('jobId', '=', jobId).returning('fileId').execute();
  await forgetFiles(
    write,
    made.map(({ fileId }) => fileId),
  );
  if (!errorFileId) return;
  await write.updateTable('fileJob').set({ errorFileId: null }).where('id', '=', jobId).execute();
  await forgetFiles(write, [errorFileId]);
}

/** Removes a job with its files and stored findings; the data it imported stays. */
export async function forgetJob(write: Writer, jobId: number): Promise<void> {
  await forgetOutcome(write, jobId);
  for (const table of ['fileEffect', 'fileStatistic'] as const)
    await write.deleteFrom(table).where('jobId', '=', jobId).execute();
  await write
    .updateTable('fileJob')
    .set({ replacedJobId: null })
    .where('replacedJobId', '=', jobId)
    .execute();
  const { fileId } = await write
    .deleteFrom('fileJob')
    .where('id', '=', jobId)
    .returning('fileId')
    .executeTakeFirstOrThrow();
  await forgetFiles(write, [fileId]);
}

/** Removes all jobs of a bill that is itself removed. */
export async function forgetJobsOf(write: Writer, billId: number): Promise<void> {
  const jobs = await write.selectFrom('fileJob').select('id').where('billId', '=', billId).execute();
  for (const { id } of jobs) await forgetJob(write, id);
}
