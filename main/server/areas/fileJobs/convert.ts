import { type Problem, problem } from '@contract/errors';
import { instantOf } from '@contract/rules/zonedTime';
import type { Kysely } from 'kysely';
import { TabularError, tabularError } from '../../../tabular/tabularError';
import type { Caller } from '../../core/context';
import { Refusal } from '../../core/refusal';
import { openBeside } from '../../store/beside';
import { isBeyondScope } from '../../store/beyond';
import { isDatabaseUnreachable, isDiskFull } from '../../store/failures';
import { storedNumbers } from '../../store/storedLists';
import type { Database } from '../../store/tables';
import { concludeFailed } from './conclude';
import { Conversion, type ConversionContext, ConversionEnded } from './conversion';
import { type StoredJob, storedJob } from './jobRow';
import { converters } from './kinds';

/**
 * Runs one job from its file to its end. Stores every end except that of the process: a fault of the file becomes its
 * problem, anything else is reported and stored as a failure. Throws if the database cannot be reached.
 */
export async function convert(around: ConversionContext): Promise<void> {
  const { database, db, settle } = openBeside(around);
  try {
    const job = await storedJob(db, around.jobId);
    try {
      const { template, run } = converters[job.kind];
      const caller = await callerOf(db, job);
      const conversion = new Conversion({ job, template, caller, database, db, settle, around });
      await run(conversion);
    } catch (error) {
      if (error instanceof ConversionEnded) return;
      // Nothing can be stored now; the caller restarts the job later.
      if (isDatabaseUnreachable(error)) throw error;
      const found = problemOf(error, job, around.folder);
      if (found.code === 'INTERNAL') around.report(`file job ${job.id} failed`, error);
      await around.turn(() =>
        db.transaction().execute(async (write) => {
          const now = await storedJob(write, job.id);
          if (now.status === 'processing') await concludeFailed(write, now, found, instantOf(around.now()));
        }),
      );
    }
  } finally {
    await db.destroy();
    if (database.isOpen) database.close();
  }
}

function problemOf(error: unknown, job: StoredJob, folder: string): Problem {
  if (error instanceof TabularError || error instanceof Refusal) return error.problem;
  if (isBeyondScope(error)) return problem('FILE_OTHERS');
  if (isDiskFull(error, folder)) return problem('DISK_FULL');
  if (error instanceof RangeError && /memory|array length|string length/i.test(error.message))
    return problem('FILE_MEMORY', { name: job.fileName });
  return problem('INTERNAL');
}

/** Loads the uploader with their present permissions. */
async function callerOf(db: Kysely<Database>, { createdBy }: StoredJob): Promise<Caller> {
  const staff = await db
    .selectFrom('staff')
    .select(['id', 'username', 'realName', 'superAdmin', 'warehouseIds', 'groupId', 'mustChangePassword'])
    .where('id', '=', createdBy ?? 0)
    .executeTakeFirst();
  if (!staff) throw tabularError('NOT_FOUND');
  const granted = await db
    .selectFrom('groupPermission')
    .select('permissionId')
    .where('groupId', '=', staff.groupId)
    .execute();
  return {
    id: staff.id,
    username: staff.username,
    realName: staff.realName,
    superAdmin: staff.superAdmin === 1,
    warehouseIds: staff.superAdmin === 1 ? [] : storedNumbers(staff.warehouseIds),
    permissions: new Set(granted.map(({ permissionId }) => permissionId)),
    tokenHash: '',
    mustChangePassword: staff.mustChangePassword === 1,
  };
}
