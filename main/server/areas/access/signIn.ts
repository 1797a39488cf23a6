import type { Profile, SignIn } from '@contract/access/session';
import { problem } from '@contract/errors';
import { LOGIN_ATTEMPTS } from '@contract/limits';
import type { Selectable } from 'kysely';
import type { Context } from '../../core/context';
import { refuse, refuseFields, refuseFor } from '../../core/refusal';
import type { Reader, Writer } from '../../store/open';
import type { Database } from '../../store/tables';
import { addressKey } from './address';
import type { Captchas } from './captcha';
import { hashPassword, needsRehash, verifyPassword } from './passwords';
import { profileOf } from './profile';
import {
  countAttempt,
  forgetAttempts,
  fullFor,
  isKnownFrom,
  noteAttempt,
  signInKeys,
  startSession,
} from './sessions';
import { writeLog } from './writeLog';

type Staff = Selectable<Database['staff']>;
type SignInContext = Pick<Context, 'read' | 'store' | 'now' | 'ip' | 'userAgent'>;

/** A sign-in attempt; `found` is the account with the typed user name, if any. */
interface Attempt {
  readonly username: string;
  readonly found: Staff | undefined;
  readonly keys: ReturnType<typeof signInKeys>;
  /** True if the account has signed in from this address before. */
  readonly isKnown: boolean;
  readonly time: number;
}

/** Delays attempts from an unknown address, and blocks an account after too many. */
async function refuseTooMany(
  read: Reader,
  { store }: SignInContext,
  { keys, isKnown, time }: Attempt,
): Promise<void> {
  // A user known at this address is not delayed by attempts from elsewhere, or under other names.
  if (!isKnown) {
    const { address, name } = LOGIN_ATTEMPTS.unknown;
    const left = Math.max(
      await fullFor(read, keys.address, time, address),
      await fullFor(read, keys.name, time, name),
    );
    if (left > 0) throw refuseFor('LOGIN_SLOWED', left);
  }
  const blocked = await store.write((write) => countAttempt(write, keys.pair, time));
  if (blocked > 0) throw refuseFor('LOGIN_BLOCKED', blocked);
}

/** Logs a sign-in. Failed attempts are logged too, under the typed name: an attack shows in the log. */
const logSignIn = (
  write: Writer,
  { now, ip, userAgent }: SignInContext,
  { username, found }: Pick<Attempt, 'username' | 'found'>,
  result: 'ok' | 'fail',
) =>
  writeLog(
    write,
    {
      module: 'access',
      action: 'login',
      objectType: 'staff',
      objectId: found?.id,
      objectNo: username,
      result,
    },
    { now, ip, userAgent, caller: { id: found?.id ?? null, name: found?.realName ?? username } },
  );

/** Returns the account if the password is right. Throws for a wrong one, and for an account that may not sign in. */
async function accountOf(context: SignInContext, attempt: Attempt, password: string): Promise<Staff> {
  const { found, keys, isKnown, time } = attempt;
  const place = { from: addressKey(context.ip), isKnown };
  if (!(await verifyPassword(password, found?.passwordHash, place)) || !found) {
    await context.store.write(async (write) => {
      for (const key of isKnown ? [] : [keys.address, keys.name]) await noteAttempt(write, key, time);
      await logSignIn(write, context, attempt, 'fail');
    });
    throw refuseFields({ password: problem('LOGIN_FAILED') });
  }
  if (!found.loginAllowed) {
    await context.store.write(async (write) => {
      await forgetAttempts(write, [keys.pair]);
      await logSignIn(write, context, attempt, 'fail');
    });
    throw refuse('LOGIN_FORBIDDEN');
  }
  return found;
}

/** Signs a user in. Outside a transaction: hashing takes half a second, during which others may write. */
export async function signIn(
  captchas: Captchas,
  context: SignInContext,
  { captchaId, captcha, username, password }: SignIn,
): Promise<{ token: string; profile: Profile }> {
  const { read, store, now, ip, userAgent } = context;
  const time = Date.parse(now);
  if (!captchas.answer(captchaId, captcha, time)) throw refuseFields({ captcha: problem('CAPTCHA_WRONG') });
  const found = await read
    .selectFrom('staff')
    .selectAll()
    .where('username', '=', username)
    .executeTakeFirst();
  const isKnown = found !== undefined && (await isKnownFrom(read, found.id, ip, time));
  const attempt: Attempt = { username, found, keys: signInKeys(username, ip), isKnown, time };
  await refuseTooMany(read, context, attempt);
  const account = await accountOf(context, attempt, password);
  const passwordHash = needsRehash(account.passwordHash)
    ? await hashPassword(password, { from: addressKey(ip), isKnown })
    : account.passwordHash;
  return store.write(async (write) => {
    await forgetAttempts(write, [attempt.keys.pair]);
    if (!store.readOnly)
      await write
        .updateTable('staff')
        .set({ lastLoginAt: now, passwordHash })
        .where('id', '=', account.id)
        .execute();
    const token = await startSession(write, account.id, { now, ip, userAgent });
    await logSignIn(write, context, { username: account.username, found: account }, 'ok');
    return { token, profile: await profileOf({ read: write }, account.id) };
  });
}
