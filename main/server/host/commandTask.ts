import os from 'node:os';
import path from 'node:path';
import type { BackupFacts } from '@contract/backup';
import { Kysely, SqliteDialect } from 'kysely';
import { type CustodyCheck, checkCustody } from '../areas/custody/balance';
import { fileKeys } from '../core/secrets/keys';
import { backUp } from '../store/backup';
import { forKysely, openConnection } from '../store/sqlite';
import type { Database } from '../store/tables';
import { carryOutTask, checkBackup } from './backupTask';

/** Task of the command line instead of a server; one of the three. */
interface TaskOptions {
  readonly data: string;
  readonly backup: string | undefined;
  readonly restore: string | undefined;
  readonly check: string | undefined;
  /** Folder for the backup of the data that a restore replaces. */
  readonly folder: string | undefined;
}

/** Makes, checks or restores a backup; returns the result to print. */
export async function commandTask({ data, backup, restore, check, folder }: TaskOptions): Promise<object> {
  // The key of a standalone server; the desktop's is in its keychain.
  const key = data ? await fileKeys(data).read() : null;
  if (backup !== undefined) {
    const place = path.resolve(backup);
    return { backup: place, ...factsOf(await backUp(place, { data, reason: 'manual', key })) };
  }
  if (restore !== undefined) {
    const backups = folder ?? path.join(data, 'backups');
    const task = { name: 'restore', data, file: path.resolve(restore), backups } as const;
    const done = await carryOutTask({ ...task, key: key?.toString('base64url') ?? null }, {});
    const { facts, ...rest } = done as { facts: BackupFacts; replaced: string | null; backup: string | null };
    return {
      restored: path.resolve(restore),
      ...factsOf(facts),
      replaced: rest.replaced,
      before: rest.backup,
    };
  }
  const place = path.resolve(check ?? '');
  const found: { custody: CustodyCheck | null } = { custody: null };
  const opened = async (database: string) => {
    found.custody = await custodyIn(database);
  };
  const facts = factsOf(await checkBackup(place, os.tmpdir(), { key, opened }));
  // A script must not take such a backup for a good one, although it can be restored.
  if (found.custody && found.custody.bills > 0) process.exitCode = 2;
  return { whole: place, ...facts, ...found };
}

/** Checks the ledger of a backup's database; null for a backup from before there was one. */
async function custodyIn(file: string): Promise<CustodyCheck | null> {
  const database = openConnection(file, true);
  try {
    const ledger = database.prepare("select 1 from sqlite_master where name = 'custodyMove'").get();
    if (!ledger) return null;
    return await checkCustody(
      new Kysely<Database>({ dialect: new SqliteDialect({ database: forKysely(database) }) }),
    );
  } finally {
    database.close();
  }
}

const factsOf = ({ madeAt, version, reason, seed, counts, own }: BackupFacts) => ({
  madeAt,
  version,
  reason,
  seed,
  counts,
  own,
});
