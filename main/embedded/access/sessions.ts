import { createHash, randomBytes } from 'node:crypto';
import type { OwnSession } from '@contract/access/session';
import { LOGIN_ATTEMPTS, SESSION_IDLE, SESSION_LIFE } from '@contract/limits';
import { instantOf } from '@contract/rules/zonedTime';
import type { Caller } from '../context';
import type { Reader, Writer } from '../store/open';

/** A session from further ahead was begun under a clock that was wrong, and would outlive all others. */
const AHEAD = 24 * 3_600_000;
/** How often a session's last use is written down; more often would make every read a write. */
const TOUCH_EVERY = 5 * 60_000;

const hashOf = (token: string) => createHash('sha256').update(token).digest('hex');

/** Starts a session and answers its token, of which only the hash is kept. */
export async function startSession(
  db: Writer,
  staffId: number,
  from: { now: string; ip: string | null; userAgent: string | null },
): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  const { now, ip, userAgent } = from;
  await db
    .insertInto('session')
    .values({ tokenHash: hashOf(token), staffId, createdAt: now, lastUsedAt: now, ip, userAgent })
    .execute();
  return token;
}

/** The caller that a token stands for, with what they may do now; undefined when the session has ended. */
export async function callerOf(
  db: Reader,
  token: string,
  now: number,
): Promise<(Caller & { stale: boolean }) | undefined> {
  const tokenHash = hashOf(token);
  const found = await db
    .selectFrom('session')
    .innerJoin('staff', 'staff.id', 'session.staffId')
    .select([
      'session.createdAt',
      'session.lastUsedAt',
      'staff.id',
      'staff.username',
      'staff.realName',
      'staff.superAdmin',
      'staff.warehouseIds',
      'staff.groupId',
      'staff.loginAllowed',
      'staff.mustChangePassword',
    ])
    .where('tokenHash', '=', tokenHash)
    .executeTakeFirst();
  if (!found?.loginAllowed) return undefined;
  const idle = now - Date.parse(found.lastUsedAt);
  const age = now - Date.parse(found.createdAt);
  if (idle > SESSION_IDLE || age > SESSION_LIFE || age < -AHEAD) return undefined;
  return {
    id: found.id,
    username: found.username,
    realName: found.realName,
    superAdmin: found.superAdmin === 1,
    warehouseIds: found.superAdmin === 1 ? [] : (JSON.parse(found.warehouseIds) as number[]),
    permissions: await grantedTo(db, found.groupId),
    tokenHash,
    mustChangePassword: found.mustChangePassword === 1,
    stale: idle > TOUCH_EVERY,
  };
}

/** The permissions of a group. */
async function grantedTo(db: Reader, groupId: number): Promise<ReadonlySet<string>> {
  const granted = await db
    .selectFrom('groupPermission')
    .select('permissionId')
    .where('groupId', '=', groupId)
    .execute();
  return new Set(granted.map(({ permissionId }) => permissionId));
}

/** What an account may see now, for what is done in its name without it; undefined for one that may not sign in. */
export async function sightOf(
  db: Reader,
  staffId: number,
): Promise<Pick<Caller, 'id' | 'realName' | 'superAdmin' | 'warehouseIds' | 'permissions'> | undefined> {
  const found = await db
    .selectFrom('staff')
    .select(['id', 'realName', 'superAdmin', 'warehouseIds', 'groupId'])
    .where('id', '=', staffId)
    .where('loginAllowed', '=', 1)
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
  if (!found) return undefined;
  const superAdmin = found.superAdmin === 1;
  return {
    id: found.id,
    realName: found.realName,
    superAdmin,
    warehouseIds: superAdmin ? [] : (JSON.parse(found.warehouseIds) as number[]),
    permissions: await grantedTo(db, found.groupId),
  };
}

/** Notes that a session was used. */
export async function touchSession(db: Writer, tokenHash: string, now: string): Promise<void> {
  await db.updateTable('session').set({ lastUsedAt: now }).where('tokenHash', '=', tokenHash).execute();
}

/** A name for a session that is of no use to who reads it: the token cannot be told from it, nor its hash. */
const publicId = (tokenHash: string) => hashOf(`session ${tokenHash}`).slice(0, 32);

/** The sessions of an account that have not run out: the caller's own, then those used last. */
export async function sessionsOf(
  db: Reader,
  { id, tokenHash: own }: Pick<Caller, 'id' | 'tokenHash'>,
  now: number,
): Promise<(OwnSession & { tokenHash: string })[]> {
  const rows = await db
    .selectFrom('session')
    .select(['tokenHash', 'createdAt', 'lastUsedAt', 'ip', 'userAgent'])
    .where('staffId', '=', id)
    .where('lastUsedAt', '>=', instantOf(now - SESSION_IDLE))
    .where('createdAt', '>=', instantOf(now - SESSION_LIFE))
    .orderBy('lastUsedAt', 'desc')
    .execute();
  const shown = rows.map((row) => ({ id: publicId(row.tokenHash), current: row.tokenHash === own, ...row }));
  return [...shown.filter(({ current }) => current), ...shown.filter(({ current }) => !current)];
}

/** Ends sessions of an account, all or all but one, and answers how many. */
export async function endSessions(db: Writer, staffId: number, except?: string): Promise<number> {
  let ended = db.deleteFrom('session').where('staffId', '=', staffId);
  if (except) ended = ended.where('tokenHash', '!=', except);
  const { numDeletedRows } = await ended.executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

/** Ends one session. */
export async function endSession(db: Writer, tokenHash: string): Promise<void> {
  await db.deleteFrom('session').where('tokenHash', '=', tokenHash).execute();
}

/** The minutes for which a name is blocked after too many attempts, 0 when the next may go on. */
export async function blockedFor(db: Reader, username: string, now: number): Promise<number> {
  const attempts = await db
    .selectFrom('loginAttempt')
    .select('at')
    .where('username', '=', username.toLowerCase())
    .where('at', '>', instantOf(now - LOGIN_ATTEMPTS.window))
    // Those of a clock that was ahead would block the name until it is that day.
    .where('at', '<=', instantOf(now + LOGIN_ATTEMPTS.window))
    .orderBy('at', 'desc')
    .limit(LOGIN_ATTEMPTS.max)
    .execute();
  const [newest] = attempts;
  if (newest && attempts.length >= LOGIN_ATTEMPTS.max) {
    const left = Date.parse(newest.at) + LOGIN_ATTEMPTS.block - now;
    if (left > 0) return Math.ceil(left / 60_000);
  }
  return 0;
}

/**
 * Counts an attempt to sign in under a user name, whether the account exists or not. Answers the minutes for which the
 * name is blocked after too many, 0 when the attempt may go on. Counted before the password is looked at: of fifty tries
 * at once only the first few may be.
 */
export async function countAttempt(db: Writer, username: string, now: number): Promise<number> {
  await db
    .deleteFrom('loginAttempt')
    .where('at', '<', instantOf(now - LOGIN_ATTEMPTS.window))
    .execute();
  const minutes = await blockedFor(db, username, now);
  if (minutes > 0) return minutes;
  await db
    .insertInto('loginAttempt')
    .values({ username: username.toLowerCase(), at: instantOf(now) })
    .execute();
  return 0;
}

/** Forgets the attempts under a user name after a right password. */
export async function forgetAttempts(db: Writer, username: string): Promise<void> {
  await db.deleteFrom('loginAttempt').where('username', '=', username.toLowerCase()).execute();
}
