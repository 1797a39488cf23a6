import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { rateFile } from '@contract/finance/rateFeed';
import type { TestFile } from '../../support/apiCall';
import { dayFrom } from '../../support/apiFinance';
import { rateXml } from '../../support/rateFiles';
import type { TestApi } from '../../support/server';
import type { ContractCase } from './contractCase';
import { jpg } from './files';

let serial = 0;
/** A file with a rate that none before it had. */
const newRates = (rates: Readonly<Record<string, string>> = {}): string => {
  serial += 1;
  return rateXml([{ day: dayFrom(0), rates: { ISK: `140.${serial}`, ...rates } }]);
};
const send = (api: TestApi, bytes: TestFile['bytes'], name = 'rates.xml') =>
  api.refused('rateFeed.importFile', { file: { name, bytes } });
const setting = async (api: TestApi, changes: object) => {
  const { version } = await api.call.rateFeed.settings({});
  return { body: { version, source: 'none' as const, address: null, ...changes } };
};
const refuse = async (api: TestApi, changes: object) =>
  api.refused('rateFeed.saveSettings', await setting(api, changes));

/** Sets a folder with a file in it as the source. */
async function inFolder(api: TestApi): Promise<void> {
  const folder = api.ratesFolder;
  mkdirSync(folder, { recursive: true });
  await api.call.rateFeed.saveSettings(await setting(api, { source: 'folder' }));
  writeFileSync(path.join(folder, 'rates.xml'), newRates());
}

/** Inputs and errors of the calls on the source of exchange rates. */
export const rateFeedCases = {
  'rateFeed.settings': { right: () => ({}) },
  'rateFeed.saveSettings': {
    right: (api) => {
      serial += 1;
      return setting(api, { source: 'web', address: `https://example.com/${serial}.xml` });
    },
    errors: {
      STALE_DATA: (api) => refuse(api, { version: 999 }),
      ADDRESS_INVALID: (api) => refuse(api, { source: 'web', address: 'https://a:b@example.com/' }),
      ADDRESS_INSECURE: (api) => refuse(api, { source: 'web', address: 'http://example.com/' }),
      RATE_FOLDER: (api) => {
        rmSync(api.ratesFolder, { recursive: true, force: true });
        return refuse(api, { source: 'folder' });
      },
    },
  },
  'rateFeed.run': {
    right: async (api) => {
      await inFolder(api);
      return {};
    },
    errors: {
      RATE_NO_SOURCE: async (api) => {
        await api.call.rateFeed.saveSettings(await setting(api, {}));
        return api.refused('rateFeed.run', {});
      },
    },
  },
  'rateFeed.importFile': {
    right: () => ({ file: { name: 'rates.xml', bytes: newRates() } }),
    errors: {
      FILE_TYPE: (api) => send(api, newRates(), 'rates.csv'),
      FILE_SIZE: (api) => send(api, Buffer.alloc(rateFile.max + 1, '<')),
      FILE_CONTENT: (api) => send(api, jpg),
      FILE_ONE: (api) =>
        api.refused('rateFeed.importFile', {
          file: [1, 2].map(() => ({ name: 'rates.xml', bytes: newRates() })),
        }),
      FILE_BROKEN: (api) => send(api, '<Envelope>'),
      RATE_FILE_OTHER: (api) => send(api, '<Envelope/>'),
      RATE_FILE_PART: (api) => send(api, newRates({ USD: '1,08' })),
    },
  },
} satisfies Record<string, ContractCase>;
