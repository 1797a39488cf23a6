import type { PasswordChange } from '@contract/access/session';
import { problem } from '@contract/errors';
import { type Context, type GroupHandlers, prepared } from '../../core/context';
import { refuseFields, refuseFor } from '../../core/refusal';
import type { Reader } from '../../store/open';
import { ownEntry } from './ownEntry';
import { hashPassword, signedIn, verifyPassword } from './passwords';
import { countAttempt, endSessions, forgetAttempts, ownPasswordOf } from './sessions';

const passwordOf = async (db: Reader, id: number): Promise<string> => {
  const { passwordHash } = await db
    .selectFrom('staff')
    .select('passwordHash')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return passwordHash;
};

/** Checks the old password and hashes the new one; wrong old ones count like failed sign-ins. */
async function changedPassword(
  { caller, read, store, now }: Context,
  { body }: { readonly body: PasswordChange },
): Promise<{ before: string; passwordHash: string }> {
  const { oldPassword, newPassword } = body;
  const key = ownPasswordOf(caller.id);
  const blocked = await store.write((write) => countAttempt(write, key, Date.parse(now)));
  if (blocked > 0) throw refuseFor('LOGIN_BLOCKED', blocked);
  const before = await passwordOf(read, caller.id);
  if (!(await verifyPassword(oldPassword, before, signedIn(caller))))
    throw refuseFields({ oldPassword: problem('PWD_OLD_WRONG') });
  await store.write((write) => forgetAttempts(write, [key]));
  if (newPassword === oldPassword) throw refuseFields({ newPassword: problem('PWD_SAME') });
  return { before, passwordHash: await hashPassword(newPassword, signedIn(caller)) };
}

/** Changes the caller's password and ends the other sessions of the account. */
export const changePassword: GroupHandlers<'session'>['password'] = prepared(
  changedPassword,
  async ({ caller, write, log }, _, { before, passwordHash }) => {
    // The password may have changed since the check.
    if ((await passwordOf(write, caller.id)) !== before)
      throw refuseFields({ oldPassword: problem('PWD_OLD_WRONG') });
    await write
      .updateTable('staff')
      .set((set) => ({ passwordHash, mustChangePassword: 0, version: set('version', '+', 1) }))
      .where('id', '=', caller.id)
      .execute();
    await endSessions(write, caller.id, caller.tokenHash);
    await log(ownEntry(caller, 'password'));
    return null;
  },
);
