import { CAPTCHA_OPEN, LOGIN_ATTEMPTS, MAX_AVATAR } from '@contract/limits';
import type { Actor } from '../../support/apiCall';
import { CAPTCHA } from '../../support/apiCall';
import type { TestApi } from '../../support/server';
import type { ContractCase } from './contractCase';
import { document, jpg, pdf, picture } from './files';

/** The password of accounts made by {@link withPassword}. */
export const PASSWORD = 'Right#2026';

/** Makes an account with a password. */
export function withPassword(api: TestApi, changes: Record<string, number> = {}, actor = api.actor()): Actor {
  api.db.prepare('update staff set passwordHash = ? where id = ?').run(api.hashed(PASSWORD), actor.staffId);
  for (const [column, value] of Object.entries(changes)) {
    api.db.prepare(`update staff set "${column}" = ? where id = ?`).run(value, actor.staffId);
  }
  return actor;
}

/** Returns the body of a sign-in, with a fresh captcha. */
export async function credentials(api: TestApi, username: string, password = PASSWORD) {
  const { id } = await api.call.session.captcha({}, { as: null });
  return { username, password, captchaId: id, captcha: CAPTCHA };
}

/** Adds attempts that failed a moment ago, under the key by which they are counted. */
export const failedBefore = (api: TestApi, key: string, times: number) => {
  const at = new Date(Date.now() + api.ahead).toISOString().replace(/\.\d+Z$/, 'Z');
  for (let n = 0; n < times; n += 1) api.insert('loginAttempt', { username: key, at });
};

const signInFails = async (api: TestApi, username: string, password?: string) =>
  api.refused('session.login', { body: await credentials(api, username, password) }, { as: null });

const change = async (api: TestApi, body: object) =>
  api.refused('session.password', { body }, { as: withPassword(api) });

/** Opens another session of the same person. */
export const openOtherSession = (api: TestApi, as: Actor): Actor => ({
  ...as,
  token: api.session(as.staffId, new Date().toISOString().replace(/\.\d+Z$/, 'Z')),
});

export const sessionCases = {
  'session.captcha': {
    right: () => ({}),
    errors: {
      SLOW_DOWN: async (api) => {
        try {
          for (let n = 0; n <= CAPTCHA_OPEN.max; n += 1) {
            const answer = await api.send('session.captcha', {}, { as: null });
            if ('refused' in answer) return answer.refused;
          }
        } finally {
          api.ahead += 3 * 60_000;
        }
        throw new Error('no end of captchas was given out');
      },
    },
  },
  'session.login': {
    right: async (api) => ({ body: await credentials(api, withPassword(api).username) }),
    errors: {
      CAPTCHA_WRONG: async (api) => {
        const body = { ...(await credentials(api, 'nobody')), captcha: 'WRONG' };
        return api.refused('session.login', { body }, { as: null });
      },
      LOGIN_FAILED: async (api) => signInFails(api, withPassword(api).username, 'wrong'),
      LOGIN_FORBIDDEN: async (api) => signInFails(api, withPassword(api, { loginAllowed: 0 }).username),
      LOGIN_BLOCKED: async (api) => {
        const { username } = withPassword(api);
        for (let n = 0; n < 5; n += 1) await signInFails(api, username, 'wrong');
        return signInFails(api, username);
      },
      LOGIN_SLOWED: async (api) => {
        const { username } = withPassword(api);
        failedBefore(api, `name ${username}`, LOGIN_ATTEMPTS.unknown.name);
        return signInFails(api, username);
      },
    },
  },
  'session.logout': { right: () => ({}) },
  'session.menuTree': { right: () => ({}) },
  'session.me': { right: () => ({}) },
  'session.password': {
    right: (api, as) => {
      withPassword(api, {}, as);
      return { body: { oldPassword: PASSWORD, newPassword: 'Better#2026' } };
    },
    errors: {
      PWD_OLD_WRONG: (api) => change(api, { oldPassword: 'wrong', newPassword: 'Better#2026' }),
      PWD_SAME: (api) => change(api, { oldPassword: PASSWORD, newPassword: PASSWORD }),
      LOGIN_BLOCKED: async (api) => {
        const as = withPassword(api);
        failedBefore(api, `own password ${as.staffId}`, LOGIN_ATTEMPTS.max);
        const body = { oldPassword: PASSWORD, newPassword: 'Better#2026' };
        return api.refused('session.password', { body }, { as });
      },
      PWD_LENGTH: (api) => change(api, { oldPassword: PASSWORD, newPassword: '12345' }),
    },
  },
  'session.sessions': { right: () => ({}) },
  'session.endSession': {
    right: async (api, as) => {
      openOtherSession(api, as);
      const found = (await api.call.session.sessions({}, { as })).find(({ current }) => !current);
      return { params: { id: found?.id } };
    },
  },
  'session.endOthers': {
    right: (api, as) => {
      openOtherSession(api, as);
      return {};
    },
  },
  'session.avatar': {
    right: async (api, as) => {
      const { fileId } = await api.call.session.upload({ file: picture() }, { as });
      return { body: { fileId } };
    },
    errors: {
      NOT_FOUND: (api) => api.refused('session.avatar', { body: { fileId: 'none' } }),
      FILE_TYPE: async (api) => {
        const bill = api.count("select id from bill where stage = 'draft' limit 1");
        const { id } = await api.call.attachment.upload({ params: { id: bill }, file: document() });
        const { fileId } = api.row('select fileId from attachment where id = ?', id);
        return api.refused('session.avatar', { body: { fileId } });
      },
    },
  },
  'session.removeAvatar': {
    right: async (api, as) => {
      const { fileId } = await api.call.session.upload({ file: picture() }, { as });
      api.db.prepare('update staff set avatarFileId = ? where id = ?').run(fileId, as.staffId);
      return {};
    },
  },
  'session.upload': {
    right: () => ({ file: picture() }),
    errors: {
      FILE_TYPE: (api) => api.refused('session.upload', { file: document() }),
      FILE_CONTENT: (api) => api.refused('session.upload', { file: { name: 'me.jpg', bytes: pdf } }),
      FILE_SIZE: (api) =>
        api.refused('session.upload', {
          file: { name: 'me.jpg', bytes: Buffer.concat([jpg, Buffer.alloc(MAX_AVATAR)]) },
        }),
      FILE_ONE: (api) => api.refused('session.upload', { file: [picture(), picture()] }),
    },
  },
  'session.file': {
    right: async (api, as) => {
      const { fileId } = await api.call.session.upload({ file: picture() }, { as });
      return { params: { fileId } };
    },
  },
} satisfies Record<`session.${string}`, ContractCase>;
