import { explain, type Problem, problem } from '@contract/errors';
import { isQuestion } from '@contract/files/fileJob';
import { type FileKind, isSeaKind, isToolKind, seaPaths, toolPaths } from '@contract/files/fileKindNames';
import type { Language } from '@contract/limits';
import type { MessageCode } from '@contract/words';
import type { Updateable } from 'kysely';
import type { Writer } from '../../store/open';
import type { Database } from '../../store/tables';
import { writeLog } from '../access/writeLog';
import { notifyStaff } from '../partners/messages';
import { moduleOf, type StoredJob } from './jobRow';

type Ending = Pick<Updateable<Database['fileJob']>, 'okRows' | 'errorRows' | 'warningRows' | 'totalRows'> &
  Partial<Pick<StoredJob, 'appliedAt' | 'changes' | 'errorFileId' | 'replacedJobId'>> & {
    readonly status: 'success' | 'failed' | 'exception';
    readonly problem?: Problem | undefined;
  };

/** Stores how a job ended, notifies the uploader, and writes a line to the operation log. */
export async function conclude(write: Writer, job: StoredJob, ending: Ending, now: string): Promise<void> {
  const { problem: found, ...columns } = ending;
  await write
    .updateTable('fileJob')
    .set({
      ...columns,
      problem: found ? JSON.stringify(found) : null,
      progress: 100,
      finishedAt: now,
      updatedAt: now,
      version: job.version + 1,
    })
    .where('id', '=', job.id)
    .execute();
  await notifyUploader(write, job, ending, now);
  const name = job.createdBy === null ? '' : await nameOf(write, job.createdBy);
  await writeLog(
    write,
    {
      module: moduleOf(job.kind),
      action: 'convert',
      objectType: 'fileJob',
      objectId: job.id,
      objectNo: job.fileName,
      after: { kind: job.kind, status: ending.status, rows: ending.okRows ?? 0 },
      result: ending.status === 'failed' ? 'fail' : 'ok',
    },
    { now, caller: { id: job.createdBy, name }, ip: null, userAgent: null },
  );
}

/** True when rows of a job were imported although it did not finish; they can be undone. */
export const hasApplied = ({ doneRow, okRows }: Pick<StoredJob, 'doneRow' | 'okRows'>): boolean =>
  doneRow > 0 && okRows > 0;

/** Stores how an unfinished job ended: failed, applied in part, or waiting for a decision. */
export const concludeFailed = (write: Writer, job: StoredJob, found: Problem, now: string): Promise<void> =>
  conclude(
    write,
    job,
    {
      ...(hasApplied(job)
        ? { status: 'exception' as const, appliedAt: now }
        : { status: isQuestion(found) ? ('exception' as const) : ('failed' as const) }),
      problem: found,
    },
    now,
  );

async function nameOf(write: Writer, staffId: number): Promise<string> {
  const found = await write
    .selectFrom('staff')
    .select('realName')
    .where('id', '=', staffId)
    .executeTakeFirst();
  return found?.realName ?? '';
}

/** Path of the screen that lists files of a kind. */
const pathOf = (kind: FileKind): string =>
  isToolKind(kind) ? toolPaths[kind] : isSeaKind(kind) ? seaPaths[kind] : '/bill/files';

const MESSAGES = {
  success: 'FILE_DONE',
  failed: 'FILE_ENDED',
  exception: 'FILE_QUESTION',
} as const satisfies Record<Ending['status'], MessageCode>;

async function notifyUploader(write: Writer, job: StoredJob, ending: Ending, now: string): Promise<void> {
  const { createdBy, billId, fileName } = job;
  if (createdBy === null) return;
  const textIn = (language: Language) => {
    const reason = explain(language, ending.problem ?? problem('INTERNAL'));
    const params = { name: fileName, ok: Number(ending.okRows ?? 0), reason };
    return explain(language, problem(MESSAGES[ending.status], params));
  };
  const bill =
    billId === null
      ? undefined
      : await write
          .selectFrom('bill')
          .select(['id', 'billNo', 'batchNo'])
          .where('id', '=', billId)
          .executeTakeFirst();
  await notifyStaff(
    { write, now },
    {
      type: 'file',
      text: { en: textIn('en'), cn: textIn('cn') },
      to: [createdBy],
      ...(bill ? { bill } : {}),
      ...(bill ? {} : { link: pathOf(job.kind) }),
    },
  );
}
