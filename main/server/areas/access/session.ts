import type { PasswordChange, Profile } from '@contract/access/session';
import { problem } from '@contract/errors';
import { CAPTCHA_OPEN, LOGIN_ATTEMPTS } from '@contract/limits';
import { permissionNodes } from '@contract/permissions';
import { words } from '@contract/words';
import { type Context, type GroupHandlers, prepared } from '../../core/context';
import { refuse, refuseFields, refuseFor } from '../../core/refusal';
import { writeProtected } from '../../store/failures';
import type { Reader, Writer } from '../../store/open';
import { downloadStored, forgetFiles, keepFile } from '../../store/storedFiles';
import { addressKey } from './address';
import type { Captchas } from './captcha';
import { holds } from './holds';
import { hashPassword, needsRehash, signedIn, verifyPassword } from './passwords';
import {
  countAttempt,
  endSession,
  endSessions,
  forgetAttempts,
  fullFor,
  isKnownFrom,
  noteAttempt,
  ownPasswordOf,
  sessionsOf,
  signInKeys,
  startSession,
} from './sessions';
import { writeLog } from './writeLog';

async function profileOf({ read }: Pick<Context, 'read'>, staffId: number): Promise<Profile> {
  const row = await read.selectFrom('staff').selectAll().where('id', '=', staffId).executeTakeFirstOrThrow();
  return {
    id: row.id,
    username: row.username,
    fullName: row.realName,
    email: row.email,
    avatarUrl: row.avatarFileId,
    companyName: row.companyName,
    superAdmin: row.superAdmin === 1,
    language: 'en',
    mustChangePassword: row.mustChangePassword === 1,
    lastLoginAt: row.lastLoginAt,
  };
}

/** Replaces or removes the caller's picture; deletes the previous one. */
async function setAvatar(
  { caller, write, log, unchanged }: Context,
  avatarFileId: string | null,
): Promise<void> {
  const { avatarFileId: before } = await write
    .selectFrom('staff')
    .select('avatarFileId')
    .where('id', '=', caller.id)
    .executeTakeFirstOrThrow();
  if (before === avatarFileId) return unchanged();
  await write
    .updateTable('staff')
    .set((set) => ({ avatarFileId, version: set('version', '+', 1) }))
    .where('id', '=', caller.id)
    .execute();
  const paper =
    before &&
    (await write.selectFrom('attachment').select('id').where('fileId', '=', before).executeTakeFirst());
  // A photo of a bill stays with the bill.
  if (before && !paper) await forgetFiles(write, [before]);
  await log({
    module: 'access',
    action: 'update',
    objectType: 'staff',
    objectId: caller.id,
    objectNo: caller.username,
    before: { avatarUrl: before },
    after: { avatarUrl: avatarFileId },
  });
}

const passwordOf = async (db: Reader, id: number): Promise<string> => {
  const { passwordHash } = await db
    .selectFrom('staff')
    .select('passwordHash')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return passwordHash;
};

/** Checks the old password and hashes the new one; wrong old ones count as failed sign-ins do. */
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

/** Sign-in and the caller's own profile. */
export function sessionHandlers(captchas: Captchas): GroupHandlers<'session'> {
  return {
    captcha: async ({ now, ip }) => {
      const issued = captchas.issue(Date.parse(now), ip);
      if (!issued) throw refuse('SLOW_DOWN', {}, { retryAfter: CAPTCHA_OPEN.window / 1000 });
      return issued;
    },

    // Outside a transaction: hashing takes half a second, during which others may write.
    login: async ({ read, store, now, ip, userAgent }, { body }) => {
      const time = Date.parse(now);
      if (!captchas.answer(body.captchaId, body.captcha, time))
        throw refuseFields({ captcha: problem('CAPTCHA_WRONG') });
      const found = await read
        .selectFrom('staff')
        .selectAll()
        .where('username', '=', body.username)
        .executeTakeFirst();
      const keys = signInKeys(body.username, ip);
      // A person who has signed in from here before is not delayed by attempts from elsewhere, or under other names.
      const known = found !== undefined && (await isKnownFrom(read, found.id, ip, time));
      if (!known) {
        const { address, name } = LOGIN_ATTEMPTS.unknown;
        const left = Math.max(
          await fullFor(read, keys.address, time, address),
          await fullFor(read, keys.name, time, name),
        );
        if (left > 0) throw refuseFor('LOGIN_SLOWED', left);
      }
      const blocked = await store.write((write) => countAttempt(write, keys.pair, time));
      if (blocked > 0) throw refuseFor('LOGIN_BLOCKED', blocked);
      const place = { from: addressKey(ip), known };
      // Failed attempts are logged too, under the typed name: an attack shows in the log.
      const logFailure = (write: Writer) =>
        writeLog(
          write,
          {
            module: 'access',
            action: 'login',
            objectType: 'staff',
            objectId: found?.id,
            objectNo: body.username,
            result: 'fail',
          },
          { now, ip, userAgent, caller: { id: found?.id ?? null, name: found?.realName ?? body.username } },
        );
      if (!(await verifyPassword(body.password, found?.passwordHash, place)) || !found) {
        await store.write(async (write) => {
          for (const key of known ? [] : [keys.address, keys.name]) await noteAttempt(write, key, time);
          await logFailure(write);
        });
        throw refuseFields({ password: problem('LOGIN_FAILED') });
      }
      if (!found.loginAllowed) {
        await store.write(async (write) => {
          await forgetAttempts(write, [keys.pair]);
          await logFailure(write);
        });
        throw refuse('LOGIN_FORBIDDEN');
      }

      const passwordHash = needsRehash(found.passwordHash)
        ? await hashPassword(body.password, place)
        : found.passwordHash;
      return store.write(async (write) => {
        await forgetAttempts(write, [keys.pair]);
        if (!store.readOnly)
          await write
            .updateTable('staff')
            .set({ lastLoginAt: now, passwordHash })
            .where('id', '=', found.id)
            .execute();
        const token = await startSession(write, found.id, { now, ip, userAgent });
        await writeLog(
          write,
          {
            module: 'access',
            action: 'login',
            objectType: 'staff',
            objectId: found.id,
            objectNo: found.username,
          },
          { now, ip, userAgent, caller: { id: found.id, name: found.realName } },
        );
        return { token, profile: await profileOf({ read: write }, found.id) };
      });
    },

    logout: async ({ caller, write, log }) => {
      await endSession(write, caller.tokenHash);
      await log({
        module: 'access',
        action: 'logout',
        objectType: 'staff',
        objectId: caller.id,
        objectNo: caller.username,
      });
      return null;
    },

    menuTree: async ({ caller }) =>
      permissionNodes.map(({ id, name, parentId, level }) => ({
        id,
        parentId,
        level,
        titleEn: words.en.menu[name],
        titleCn: words.cn.menu[name],
        tag: id,
        enabled: holds(caller, id),
      })),

    me: (context) => profileOf(context, context.caller.id),

    password: prepared(changedPassword, async ({ caller, write, log }, _, { before, passwordHash }) => {
      // Another change may have come in between.
      if ((await passwordOf(write, caller.id)) !== before)
        throw refuseFields({ oldPassword: problem('PWD_OLD_WRONG') });
      await write
        .updateTable('staff')
        .set((set) => ({ passwordHash, mustChangePassword: 0, version: set('version', '+', 1) }))
        .where('id', '=', caller.id)
        .execute();
      await endSessions(write, caller.id, caller.tokenHash);
      await log({
        module: 'access',
        action: 'password',
        objectType: 'staff',
        objectId: caller.id,
        objectNo: caller.username,
      });
      return null;
    }),

    sessions: async ({ caller, read, now }) =>
      (await sessionsOf(read, caller, Date.parse(now))).map(({ tokenHash: _, ...shown }) => shown),

    endSession: async ({ caller, store, write, now, log }, { params }) => {
      // It would be back after the next start.
      if (store.readOnly) throw writeProtected(store.folder);
      const found = (await sessionsOf(write, caller, Date.parse(now))).find(({ id }) => id === params.id);
      if (!found) throw refuse('NOT_FOUND');
      await endSession(write, found.tokenHash);
      await log({
        module: 'access',
        action: 'endSession',
        objectType: 'staff',
        objectId: caller.id,
        objectNo: caller.username,
        after: { createdAt: found.createdAt, ip: found.ip, userAgent: found.userAgent },
      });
      return null;
    },

    endOthers: async ({ caller, store, write, log, unchanged }) => {
      if (store.readOnly) throw writeProtected(store.folder);
      const ended = await endSessions(write, caller.id, caller.tokenHash);
      if (ended === 0) unchanged();
      else
        await log({
          module: 'access',
          action: 'endSession',
          objectType: 'staff',
          objectId: caller.id,
          objectNo: caller.username,
          after: { ended },
        });
      return { ended };
    },

    avatar: async (context, { body }) => {
      const { caller, read, write } = context;
      const file = await read
        .selectFrom('storedFile')
        .select(['mime'])
        .where('id', '=', body.fileId)
        .where('createdBy', '=', caller.id)
        .executeTakeFirst();
      if (!file) throw refuse('NOT_FOUND');
      if (!file.mime.startsWith('image/')) throw refuse('FILE_TYPE', { types: 'jpg, jpeg, png' });
      await setAvatar(context, body.fileId);
      return profileOf({ read: write }, caller.id);
    },

    removeAvatar: async (context) => {
      await setAvatar(context, null);
      return profileOf({ read: context.write }, context.caller.id);
    },

    upload: async (context, { file }) => {
      const { id, mime } = await keepFile(context, file);
      await context.log({
        module: 'access',
        action: 'upload',
        objectType: 'file',
        objectId: id,
        objectNo: file.name,
      });
      return { fileId: id, fileName: file.name, size: file.size, mime };
    },

    // Loose files are pictures of people, visible to all colleagues; files of bills have their own calls.
    file: async (context, { params }) => {
      const owner = await context.read
        .selectFrom('staff')
        .select('id')
        .where('avatarFileId', '=', params.fileId)
        .executeTakeFirst();
      const own = await context.read
        .selectFrom('storedFile')
        .select('id')
        .where('id', '=', params.fileId)
        .where('createdBy', '=', context.caller.id)
        .executeTakeFirst();
      if (!owner && !own) throw refuse('NOT_FOUND');
      return downloadStored(context, params.fileId);
    },
  };
}
