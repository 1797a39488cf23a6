import { createHash, randomBytes } from 'node:crypto';
import type { OwnSession } from '@contract/access/session';
import { LOGIN_ATTEMPTS, SESSION_IDLE, SESSION_LIFE } from '@contract/limits';
import { instantOf } from '@contract/rules/zonedTime';
import type { Caller } from '../../core/context';
import type { Reader, Writer } from '../../store/open';
import { storedNumbers } from '../../store/storedLists';
import { addressKey } from './address';

/** Maximum time (ms) that a session may begin in the future: one with a wrong clock would outlive all others. */
const AHEAD = 24 * 3_600_000;
/** Minimum time (ms) between updates of a session's last use; more often would make every read a write. */
const TOUCH_EVERY = 5 * 60_000;
/** Time (ms) for which an account counts as known at an address it signed in from. */
const KNOWN_FOR = 90 * 24 * 3_600_000;

const hashOf = (token: string) => createHash('sha256').update(token).digest('hex');

/** Starts a session and returns its token, of which only the hash is stored. */
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

/** Token of a call; undefined without one. */
export const tokenOf = (authorization: string | undefined): string | undefined =>
  /^Bearer ([\w-]{20,100})$/.exec(authorization ?? '')?.[1];

/** Loads the caller of a token, with their present permissions; undefined when the session has ended. */
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
    warehouseIds: found.superAdmin === 1 ? [] : storedNumbers(found.warehouseIds),
    permissions: await grantedTo(db, found.groupId),
    tokenHash,
    mustChangePassword: found.mustChangePassword === 1,
    // A last use in the future means that the clock was set back: idleness would be counted from that day.
    stale: Math.abs(idle) > TOUCH_EVERY,
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

/** Loads an account's permissions for background work on its behalf; undefined if it may not sign in. */
export async function loadAccess(
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
    warehouseIds: superAdmin ? [] : storedNumbers(found.warehouseIds),
    permissions: await grantedTo(db, found.groupId),
  };
}

/** Stores when a session was last used. */
export async function touchSession(db: Writer, tokenHash: string, now: string): Promise<void> {
  await db.updateTable('session').set({ lastUsedAt: now }).where('tokenHash', '=', tokenHash).execute();
}

/** Public id of a session: it reveals neither the token nor its hash. */
const publicId = (tokenHash: string) => hashOf(`session ${tokenHash}`).slice(0, 32);

/** Sessions of an account that have not expired: the caller's own, then the most recently used. */
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

/** Ends all sessions of an account, or all but one, and returns their number. */
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

/** Key under which attempts are counted. Its first word separates the kinds, whatever was typed as a name. */
export type AttemptKey = string & { readonly kind: 'attempts' };
const keyOf = (text: string) => text as AttemptKey;

/** Keys for counting sign-in attempts by name and address: together, and separately. */
export const signInKeys = (username: string, ip: string | null) => {
  const [name, address] = [username.toLowerCase(), addressKey(ip)];
  return {
    pair: keyOf(`pair ${address} ${name}`),
    name: keyOf(`name ${name}`),
    address: keyOf(`address ${address}`),
  };
};
/** Key for wrong API keys from an address. */
export const apiKeysFrom = (ip: string | null): AttemptKey => keyOf(`api key ${addressKey(ip)}`);
/** Key for wrong entries of the own password by a signed-in person. */
export const ownPasswordOf = (staffId: number): AttemptKey => keyOf(`own password ${staffId}`);

/** The newest attempts under a key within the window, `most` at most. */
async function newestAttempts(db: Reader, key: AttemptKey, now: number, most: number): Promise<number[]> {
  const attempts = await db
    .selectFrom('loginAttempt')
    .select('at')
    .where('username', '=', key)
    .where('at', '>', instantOf(now - LOGIN_ATTEMPTS.window))
    // Attempts under a clock that was ahead would block the key until that day.
    .where('at', '<=', instantOf(now + LOGIN_ATTEMPTS.window))
    .orderBy('at', 'desc')
    .limit(most)
    .execute();
  return attempts.map(({ at }) => Date.parse(at));
}

/** Milliseconds for which a key is blocked after too many attempts; 0 if it is not. */
export async function blockedFor(db: Reader, key: AttemptKey, now: number): Promise<number> {
  const attempts = await newestAttempts(db, key, now, LOGIN_ATTEMPTS.max);
  const [newest] = attempts;
  if (newest === undefined || attempts.length < LOGIN_ATTEMPTS.max) return 0;
  return Math.max(0, newest + LOGIN_ATTEMPTS.block - now);
}

/** Milliseconds until another attempt fits in the window under a key, which allows `most`. */
export async function fullFor(db: Reader, key: AttemptKey, now: number, most: number): Promise<number> {
  const attempts = await newestAttempts(db, key, now, most);
  const oldest = attempts[most - 1];
  return oldest === undefined ? 0 : Math.max(0, oldest + LOGIN_ATTEMPTS.window - now);
}

/** Counts an attempt. */
export async function noteAttempt(db: Writer, key: AttemptKey, now: number): Promise<void> {
  await db
    .deleteFrom('loginAttempt')
    .where('at', '<', instantOf(now - LOGIN_ATTEMPTS.window))
    .execute();
  await db
    .insertInto('loginAttempt')
    .values({ username: key, at: instantOf(now) })
    .execute();
}

/**
 * Counts an attempt under a key that blocks, and returns for how many milliseconds it is blocked; 0 if the attempt may
 * proceed. Must be called before the password is checked: of fifty simultaneous attempts only the first few may pass.
 */
export async function countAttempt(db: Writer, key: AttemptKey, now: number): Promise<number> {
  const left = await blockedFor(db, key, now);
  if (left === 0) await noteAttempt(db, key, now);
  return left;
}

/** Deletes the attempts under some keys after a correct password. */
export async function forgetAttempts(db: Writer, keys: readonly AttemptKey[]): Promise<void> {
  await db
    .deleteFrom('loginAttempt')
    .where('username', 'in', [...keys])
    .execute();
}

/** Deletes the attempts under a user name, from any address. */
export async function forgetName(db: Writer, username: string): Promise<void> {
  const tried = await db.selectFrom('loginAttempt').select('username').distinct().execute();
  const { name } = signInKeys(username, null);
  const ofName = (key: string) =>
    key.startsWith('pair ') && key.split(' ').slice(2).join(' ') === username.toLowerCase();
  await forgetAttempts(db, [
    name,
    ...tried.flatMap(({ username: key }) => (ofName(key) ? [keyOf(key)] : [])),
  ]);
}

/** Returns true if an account has signed in from an address within the last three months. */
export async function isKnownFrom(
  db: Reader,
  staffId: number,
  ip: string | null,
  now: number,
): Promise<boolean> {
  const found = await db
    .selectFrom('operateLog')
    .select('id')
    .where('objectType', '=', 'staff')
    .where('objectId', '=', String(staffId))
    .where('module', '=', 'access')
    .where('action', '=', 'login')
    .where('result', '=', 'ok')
    .where('ip', ip === null ? 'is' : '=', ip)
    .where('at', '>', instantOf(now - KNOWN_FOR))
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}
