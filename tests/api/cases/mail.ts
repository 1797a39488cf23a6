import type { TestApi } from '../../support/server';
import type { ContractCase } from './contractCase';
import { countChanged } from './countChanged';
import { withoutKey } from './netchb';

/** Returns settings of a server that does not listen: mail of contract tests is never sent. */
export async function settingsDraft(api: TestApi, changes: object = {}) {
  const { hasPassword: _, ...settings } = await api.call.mail.settings();
  return { ...settings, ...changes };
}

/** Adds a mail to the outbox that is never sent. */
export function waitingMail(api: TestApi, changes: Readonly<Record<string, string | number>> = {}): number {
  return api.insert('mail', {
    createdAt: '2026-11-03T08:00:00Z',
    messageId: crypto.randomUUID(),
    toEmails: '["ops@example.com"]',
    ccEmails: '[]',
    subject: 'A mail',
    text: 'Its text',
    objectType: 'bill',
    objectNo: '160-12345675 B1',
    state: 'pending',
    nextAt: null,
    ...changes,
  });
}

const server = { host: '127.0.0.1', port: 9, security: 'none' as const, fromAddress: 'desk@example.com' };

export const mailCases = {
  'mail.settings': { right: () => ({}) },
  'mail.saveSettings': {
    right: async (api) => ({ body: await settingsDraft(api, server) }),
    errors: {
      STALE_DATA: async (api) =>
        api.refused('mail.saveSettings', {
          body: { ...(await settingsDraft(api, server)), version: 99_999 },
        }),
      SECRETS_LOCKED: async (api) => {
        const body = await settingsDraft(api, { ...server, username: 'desk', password: 'x' });
        return withoutKey(api, () => api.refused('mail.saveSettings', { body }));
      },
    },
  },
  'mail.test': {
    right: async (api) => {
      await api.call.mail.saveSettings({ body: await settingsDraft(api, server) });
      return { body: { email: `ops${Math.random()}@example.com` } };
    },
    errors: {
      MAIL_NO_SERVER: async (api) => {
        await api.call.mail.saveSettings({ body: await settingsDraft(api, { host: null }) });
        return api.refused('mail.test', { body: { email: 'ops@example.com' } });
      },
    },
  },
  'mail.list': { right: () => ({ query: { pageSize: 5, state: ['sent'], sort: '-createdAt' } }) },
  'mail.get': { right: (api) => ({ params: { id: waitingMail(api) } }) },
  'mail.eml': { right: (api) => ({ params: { id: waitingMail(api) } }) },
  'mail.resend': {
    right: (api) => ({ body: { ids: [waitingMail(api)] } }),
    errors: { COUNT_CHANGED: countChanged('mail.resend') },
  },
} satisfies Record<string, ContractCase>;
