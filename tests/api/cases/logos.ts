import { MAX_LOGO } from '@contract/limits';
import type { TestFile } from '../../support/apiCall';
import { pngOf } from '../../support/pictures';
import type { TestApi } from '../../support/server';
import type { ContractCase } from './contractCase';
import { jpg } from './files';

/** The company that issues by default. */
export const ourCompany = (api: TestApi): number =>
  api.count("select min(id) from clientCompany where kind = 'own' and defaultIssuer = 1");

let serial = 0;
/** A logo that no company had before. */
export function logoFile(): TestFile {
  serial += 1;
  return { name: 'logo.png', bytes: pngOf(60, 20, [20, 90, serial % 256]) };
}

/** Gives our company a logo, and returns its id. */
async function withLogo(api: TestApi): Promise<number> {
  const id = ourCompany(api);
  await api.call.clientCompany.setLogo({ params: { id }, file: logoFile() });
  return id;
}

const send = (api: TestApi, file: TestFile | TestFile[]) =>
  api.refused('clientCompany.setLogo', { params: { id: ourCompany(api) }, file });

/** Inputs and errors of the calls on logos. */
export const logoCases = {
  'clientCompany.setLogo': {
    right: (api) => ({ params: { id: ourCompany(api) }, file: logoFile() }),
    errors: {
      FILE_TYPE: (api) => send(api, { ...logoFile(), name: 'logo.gif' }),
      FILE_SIZE: (api) =>
        send(api, { name: 'logo.png', bytes: Buffer.concat([pngOf(1, 1), Buffer.alloc(MAX_LOGO)]) }),
      FILE_CONTENT: (api) => send(api, { name: 'logo.png', bytes: jpg }),
      FILE_ONE: (api) => send(api, [logoFile(), logoFile()]),
      LOGO_UNREADABLE: (api) => send(api, { name: 'logo.png', bytes: pngOf(4, 4, [1, 2, 3], { rows: 3 }) }),
      LOGO_OWN_ONLY: (api) =>
        api.refused('clientCompany.setLogo', {
          params: { id: api.count("select min(id) from clientCompany where kind = 'supplier'") },
          file: logoFile(),
        }),
    },
  },
  'clientCompany.logo': { right: async (api) => ({ params: { id: await withLogo(api) } }) },
  'clientCompany.removeLogo': { right: async (api) => ({ params: { id: await withLogo(api) } }) },
} satisfies Record<string, ContractCase>;
