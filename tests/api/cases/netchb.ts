import { mkdirSync, rmdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { drafts } from '../../support/apiRecords';
import type { TestApi } from '../../support/server';
import type { ContractCase } from './contractCase';

const made = (api: TestApi) => api.call.netchbAccount.create({ body: drafts.netchbAccount() });

/** Carries out a call while the key of secrets cannot be read: a folder stands where its file should be. */
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

export const netchbCases = {
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
