import { changedFields, isRecord } from '@contract/access/changes';
import { ACTORS } from '@contract/words';
import type { LogEntry } from '../../core/context';
import type { Writer } from '../../store/open';

/** Fields that are left out of log lines and of fingerprints of requests, on every record. */
export const SECRET: ReadonlySet<string> = new Set([
  'password',
  'passwordHash',
  'oldPassword',
  'newPassword',
  'token',
  'apiKey',
]);

/** Actor for automatic changes. */
export const SYSTEM = { id: null, name: ACTORS.system } as const;

/**
 * Writes a line of the operation log; of an update, only the changed fields. Secrets are left out; line breaks in texts
 * stay inside their JSON.
 */
export async function writeLog(
  db: Writer,
  entry: LogEntry,
  from: {
    now: string;
    caller: { id: number | null; name: string };
    ip: string | null;
    userAgent: string | null;
  },
): Promise<void> {
  const [before, after] = ofChange(entry.before, entry.after);
  await db
    .insertInto('operateLog')
    .values({
      at: from.now,
      operatorId: from.caller.id,
      operatorName: from.caller.name,
      module: entry.module,
      action: entry.action,
      objectType: entry.objectType,
      objectId: entry.objectId === undefined ? null : String(entry.objectId),
      objectNo: entry.objectNo?.slice(0, 60) ?? null,
      before: JSON.stringify(before),
      after: JSON.stringify(after),
      ip: from.ip,
      userAgent: from.userAgent?.slice(0, 300) ?? null,
      result: entry.result ?? 'ok',
      customerId: entry.customerId ?? null,
      companyId: entry.companyId ?? null,
    })
    .execute();
}

/** The whole record for a creation or deletion; the changed fields for an update. */
function ofChange(before: unknown, after: unknown): readonly [unknown, unknown] {
  const changed = isRecord(before) && isRecord(after) ? new Set(changedFields(before, after)) : undefined;
  const loggedText = (value: unknown) =>
    isRecord(value)
      ? Object.fromEntries(
          Object.entries(value).filter(([name]) => !SECRET.has(name) && (changed?.has(name) ?? true)),
        )
      : (value ?? null);
  return [loggedText(before), loggedText(after)];
}
