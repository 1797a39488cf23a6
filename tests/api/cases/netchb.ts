import { randomBytes } from 'node:crypto';
import { mkdirSync, rmdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { drafts } from '../../support/apiRecords';
import type { TestApi } from '../../support/server';
import type { ContractCase } from './contractCase';

const made = (api: TestApi) => api.call.netchbAccount.create({ body: drafts.netchbAccount() });

/** Runs a call while the key of secrets cannot be read: its file is replaced by a folder. */
export async function withoutKey<T>(api: TestApi, call: () => Promise<T>): Promise<T> {
  const file = path.join(api.folder, 'secrets.key');
  rmSync(file, { force: true });
  mkdirSync(file);
  try {
    return await call();
  } finally {
    rmdirSync(file);
  }
}

/** Makes a filing of the first account, which failed to send unless the state is given. */
function stuckFiling(api: TestApi, state: 'failed' | 'sent' = 'failed'): number {
  api.db.exec(`insert into filing (accountId, kind, operation, objectType, objectId, objectNo, messageId, content, state, result, createdAt)
    values (1, 'isf', 'add', 'seaIsf', 1, 'ISF-X', 'FC-${randomBytes(8).toString('hex')}', '<isf/>', '${state}', 'sign_in', '2026-11-03T00:00:00Z')`);
  return api.count('select max(id) from filing');
}

export const netchbCases = {
  'filing.list': {
    right: (api) => {
      stuckFiling(api);
      return { query: { pageSize: 5, state: ['failed'] } };
    },
  },
  'filing.get': { right: (api) => ({ params: { id: stuckFiling(api) } }) },
  'filing.send': { right: (api) => ({ body: { ids: [stuckFiling(api)] } }) },
  'filing.ask': { right: (api) => ({ body: { ids: [stuckFiling(api, 'sent')] } }) },
  'netchbAccount.password': {
    right: async (api) => ({ params: { id: (await made(api)).id }, body: { password: 'Right#2026' } }),
    errors: {
      SECRETS_LOCKED: async (api) => {
        const { id } = await made(api);
        return withoutKey(api, () =>
          api.refused('netchbAccount.password', { params: { id }, body: { password: 'Right#2026' } }),
        );
      },
    },
  },
  'netchbAccount.test': { right: async (api) => ({ params: { id: (await made(api)).id } }) },
} satisfies Record<string, ContractCase>;
