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

/** A job as its table has it. */
export type StoredJob = Selectable<Database['fileJob']>;

/** How the file of a job is read, and what was said to it since. */
export interface JobOptions {
  /** Of the uploader: in it the error file is written. */
  readonly language: Language;
  readonly mapping?: readonly string[] | undefined;
  readonly header?: number | undefined;
  readonly order?: 'DMY' | 'MDY' | 'YMD' | 'open' | undefined;
  readonly decimal?: 'point' | 'comma' | 'open' | undefined;
  readonly encoding?: Encoding | undefined;
  readonly separator?: 'comma' | 'semicolon' | 'tab' | 'pipe' | undefined;
  readonly sheet?: string | undefined;
  readonly hidden?: 'take' | 'leave' | undefined;
  /** Of a kind that leaves it to the sender. */
  readonly mode?: 'all' | 'good' | undefined;
  /** Rows that a person left out. */
  readonly leave?: readonly LeftRow[] | undefined;
  /** True once a person said that data may be replaced. */
  readonly accepted?: boolean | undefined;
  /** What a tool was told besides. */
  readonly invoice?: InvoiceParticulars | undefined;
  readonly billNo?: string | undefined;
  readonly tariff?: TariffPart | undefined;
}

/** A job as the contract has it. Throws NOT_FOUND. */
export async function readJob(db: Reader, id: number): Promise<FileJob> {
  return codec.decode(await rowById(db, 'fileJobOfBill', id));
}

/** A job's own row. Throws NOT_FOUND. */
export async function storedJob(db: Reader, id: number): Promise<StoredJob> {
  return rowById(db, 'fileJob', id);
}

/** What is kept as JSON; an empty object when there is nothing. */
export const optionsOf = (job: Pick<StoredJob, 'options'>): JobOptions => JSON.parse(job.options);

/** Throws when the machine does not allow it on a job as it is. */
export function requireAction(action: FileJobAction, job: FileJob): void {
  const refused = refusalOf(fileJobMachine, action, job);
  if (refused) throw refuse(refused.code, refused.params);
}

/** Whether a caller may see, send or take back files of a kind. */
export const mayOf = (what: 'view' | 'send' | 'undo', caller: Caller, kind: FileKind) =>
  caller.superAdmin || mayFiles(what, kind, (permission) => holds(caller, permission));

/** Refuses those who may not see files of a kind. */
export function requireSeen(caller: Caller, kind: FileKind): void {
  if (!mayOf('view', caller, kind)) throw refuse('NO_PERMISSION');
}

/** Each kind asks for the permissions of what it does. */
export function requireKind(caller: Caller, kind: FileKind): void {
  if (!mayOf('send', caller, kind)) throw refuse('NO_PERMISSION');
}

/** Each kind asks for permissions of its own to take back what it did; what nobody can take back is refused as such. */
export function requireUndo(caller: Caller, kind: FileKind): void {
  if (fileKinds[kind].undo === null) requireKind(caller, kind);
  else if (!mayOf('undo', caller, kind)) throw refuse('NO_PERMISSION');
}

/** The part of the operation log in which what is done with a file stands. */
export function moduleOf(kind: FileKind): LogModule {
  if (isToolKind(kind)) return 'tools';
  if (kind === 'bill_cost') return 'finance';
  if (isSeaKind(kind)) return 'sea';
  const records = recordsOf(kind);
  return records ? resources[records].module : 'bill';
}

/** A bill that may be changed. Throws BILL_REMOVED and BILL_ARCHIVED. */
export async function requireOpenBill(db: Reader, billId: number) {
  const bill = await readBill(db, billId);
  for (const { guard } of billMachine.always) {
    const refused = guard(bill);
    if (refused) throw refuse(refused.code, refused.params);
  }
  return bill;
}

/** True when a parcel of a bill's data is beyond the state it came in: such data is not replaced. */
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

/** Removes what a conversion found and wrote about its file, as when it begins anew. */
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

/** Removes a job with its files and all that is kept of it; what it brought in stays. */
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

/** Removes all jobs of a bill, as when the bill itself goes. */
export async function forgetJobsOf(write: Writer, billId: number): Promise<void> {
  const jobs = await write.selectFrom('fileJob').select('id').where('billId', '=', billId).execute();
  for (const { id } of jobs) await forgetJob(write, id);
}
