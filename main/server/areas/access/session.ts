import { CAPTCHA_OPEN } from '@contract/limits';
import { permissionNodes } from '@contract/permissions';
import { words } from '@contract/words';
import type { GroupHandlers } from '../../core/context';
import { refuse } from '../../core/refusal';
import { writeProtected } from '../../store/failures';
import type { Captchas } from './captcha';
import { holds } from './holds';
import { ownEntry } from './ownEntry';
import { changePassword } from './ownPassword';
import { profileHandlers } from './profile';
import { endSession, endSessions, sessionsOf } from './sessions';
import { signIn } from './signIn';

/** Sign-in, the caller's sessions and their own profile. */
export function sessionHandlers(captchas: Captchas): GroupHandlers<'session'> {
  return {
    ...profileHandlers,

    captcha: async ({ now, ip }) => {
      const issued = captchas.issue(Date.parse(now), ip);
      if (!issued) throw refuse('SLOW_DOWN', {}, { retryAfter: CAPTCHA_OPEN.window / 1000 });
      return issued;
    },

    login: (context, { body }) => signIn(captchas, context, body),

    logout: async ({ caller, write, log }) => {
      await endSession(write, caller.tokenHash);
      await log(ownEntry(caller, 'logout'));
      return null;
    },

    password: changePassword,

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

    sessions: async ({ caller, read, now }) =>
      (await sessionsOf(read, caller, Date.parse(now))).map(({ tokenHash: _, ...shown }) => shown),

    endSession: async ({ caller, store, write, now, log }, { params }) => {
      // In a read-only store the session would be back after the next start.
      if (store.readOnly) throw writeProtected(store.folder);
      const found = (await sessionsOf(write, caller, Date.parse(now))).find(({ id }) => id === params.id);
      if (!found) throw refuse('NOT_FOUND');
      await endSession(write, found.tokenHash);
      await log({
        ...ownEntry(caller, 'endSession'),
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
          ...ownEntry(caller, 'endSession'),
          after: { ended },
        });
      return { ended };
    },
  };
}
