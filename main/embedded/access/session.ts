import type { Profile } from '@contract/access/session';
import { problem } from '@contract/errors';
import { permissionNodes } from '@contract/permissions';
import { words } from '@contract/words';
import type { Context, GroupHandlers } from '../context';
import { refuse, refuseFields } from '../refusal';
import type { Writer } from '../store/open';
import { downloadStored, forgetFiles, keepFile } from '../store/storedFiles';
import type { Captchas } from './captcha';
import { hashPassword, needsRehash, verifyPassword } from './passwords';
import { countAttempt, endSession, endSessions, forgetAttempts, sessionsOf, startSession } from './sessions';
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

/** Gives the caller another picture, or none; the one they had is given up. */
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

/** Signing in and the own profile. */
export function sessionHandlers(captchas: Captchas): GroupHandlers<'session'> {
  return {
    captcha: async ({ now, ip }) => {
      const issued = captchas.issue(Date.parse(now), ip);
      if (!issued) throw refuse('SLOW_DOWN');
      return issued;
    },

    // Outside a transaction: hashing takes half a second, during which others may write.
    login: async ({ read, store, now, ip, userAgent }, { body }) => {
      const time = Date.parse(now);
      if (!captchas.answer(body.captchaId, body.captcha, time))
        throw refuseFields({ captcha: problem('CAPTCHA_WRONG') });
      const minutes = await store.write((write) => countAttempt(write, body.username, time));
      if (minutes > 0) throw refuse('LOGIN_BLOCKED', { minutes });
      const found = await read
        .selectFrom('staff')
        .selectAll()
        .where('username', '=', body.username)
        .executeTakeFirst();
      // Who tried in vain is kept as well, under the name that was typed: an attack shows in the log.
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
      if (!(await verifyPassword(body.password, found?.passwordHash)) || !found) {
        await store.write(logFailure);
        throw refuseFields({ password: problem('LOGIN_FAILED') });
      }
      if (!found.loginAllowed) {
        await store.write(async (write) => {
          await forgetAttempts(write, body.username);
          await logFailure(write);
        });
        throw refuse('LOGIN_FORBIDDEN');
      }

      const passwordHash = needsRehash(found.passwordHash)
        ? await hashPassword(body.password)
        : found.passwordHash;
      return store.write(async (write) => {
        await forgetAttempts(write, body.username);
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
        enabled: caller.superAdmin || caller.permissions.has(id),
      })),

    me: (context) => profileOf(context, context.caller.id),

    password: async ({ caller, read, write, log }, { body }) => {
      const row = await read
        .selectFrom('staff')
        .select('passwordHash')
        .where('id', '=', caller.id)
        .executeTakeFirstOrThrow();
      if (!(await verifyPassword(body.oldPassword, row.passwordHash))) {
        throw refuseFields({ oldPassword: problem('PWD_OLD_WRONG') });
      }
      if (body.newPassword === body.oldPassword) throw refuseFields({ newPassword: problem('PWD_SAME') });
      const passwordHash = await hashPassword(body.newPassword);
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
    },

    sessions: async ({ caller, read, now }) =>
      (await sessionsOf(read, caller, Date.parse(now))).map(({ tokenHash: _, ...shown }) => shown),

    endSession: async ({ caller, write, now, log }, { params }) => {
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

    endOthers: async ({ caller, write, log, unchanged }) => {
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

    // Loose files are pictures of people, shown to every colleague; the files of bills have calls of their own.
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
