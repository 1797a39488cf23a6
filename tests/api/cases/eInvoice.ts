import { mkdirSync, rmSync } from 'node:fs';
import { billFor, revenueIn } from '../../support/apiFinance';
import type { TestApi } from '../../support/server';
import type { ContractCase } from './contractCase';
import { countChanged } from './countChanged';
import { withoutKey } from './netchb';

/** Settings of the access point; without changes there is none. */
export async function pointSettings(api: TestApi, changes: object = {}) {
  const { version } = await api.call.eInvoice.settings({});
  return { body: { version, route: 'none' as const, address: null, ...changes } };
}
/** Sets a folder into which invoices are handed over. */
export async function throughFolder(api: TestApi): Promise<void> {
  mkdirSync(api.invoicesFolder, { recursive: true });
  await api.call.eInvoice.saveSettings(await pointSettings(api, { route: 'folder' }));
}
const refuse = async (api: TestApi, changes: object) =>
  api.refused('eInvoice.saveSettings', await pointSettings(api, changes));

/** A new invoice to a customer with an electronic address; its id. */
async function toDutch(api: TestApi): Promise<number> {
  const { customerInvoiceId } = await revenueIn(
    ...([api, 'invoiced', {}, await billFor(api, 'NL', 'NL004495445B01')] as const),
  );
  return customerInvoiceId ?? 0;
}

/** An invoice that waits to be handed over; its row in the outbox. */
async function waiting(api: TestApi): Promise<{ readonly id: number; readonly invoiceId: number }> {
  await throughFolder(api);
  const invoiceId = await toDutch(api);
  await api.call.customerInvoice.handOver({ body: { ids: [invoiceId] } });
  return { invoiceId, id: api.count('select id from eInvoice where invoiceId = ?', invoiceId) };
}

let serial = 0;
/** Settings of an access point that none before had. */
function web() {
  serial += 1;
  return { route: 'https', address: `https://point${serial}.example.com` };
}

/** Inputs and errors of the calls on invoices that are handed over as data. */
export const eInvoiceCases = {
  'customerInvoice.handOver': {
    right: async (api) => {
      await throughFolder(api);
      return { body: { ids: [await toDutch(api)] } };
    },
    errors: {
      COUNT_CHANGED: async (api) => {
        await throughFolder(api);
        return countChanged('customerInvoice.handOver')(api);
      },
      E_INVOICE_NO_ROUTE: async (api) => {
        await api.call.eInvoice.saveSettings(await pointSettings(api));
        return api.refused('customerInvoice.handOver', { body: { ids: [await toDutch(api)] } });
      },
    },
  },
  'eInvoice.settings': { right: () => ({}) },
  'eInvoice.saveSettings': {
    right: (api) => pointSettings(api, web()),
    errors: {
      STALE_DATA: (api) => refuse(api, { version: 999 }),
      SECRETS_LOCKED: (api) => withoutKey(api, () => refuse(api, { ...web(), key: 'x' })),
      ADDRESS_INVALID: (api) => refuse(api, { ...web(), address: 'https://a:b@example.com/' }),
      ADDRESS_INSECURE: (api) => refuse(api, { ...web(), address: 'http://example.com/' }),
      E_INVOICE_FOLDER: (api) => {
        rmSync(api.invoicesFolder, { recursive: true, force: true });
        return refuse(api, { route: 'folder' });
      },
    },
  },
  'eInvoice.list': { right: () => ({ query: { pageSize: 5, state: ['pending'], sort: '-createdAt' } }) },
  'eInvoice.export': { right: () => ({ query: { format: 'csv', columns: ['invoiceNo', 'state'] } }) },
  'eInvoice.get': { right: async (api) => ({ params: { id: (await waiting(api)).id } }) },
  'eInvoice.resend': {
    right: async (api) => ({ body: { ids: [(await waiting(api)).id] } }),
    errors: { COUNT_CHANGED: countChanged('eInvoice.resend') },
  },
} satisfies Record<string, ContractCase>;
