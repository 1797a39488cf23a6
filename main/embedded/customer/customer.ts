import { clientGroup } from '@contract/customer/clientGroup';
import { customer } from '@contract/customer/customer';
import { problem } from '@contract/errors';
import { checkAddress } from '../config/places';
import type { Context, GroupHandlers } from '../context';
import { crudHandlers } from '../crud';
import { keyHash, newKey } from '../partners/apiKeys';
import { refuse, refuseFields } from '../refusal';

/** Hosts that are this very machine: the only ones that may be told without TLS. */
const OWN_HOST = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** Gives a customer another key, or none, and says so in the log; the key itself is said nowhere else. */
async function changeKey(
  { write, now, caller, log }: Context,
  id: number,
  key: string | null,
): Promise<void> {
  const before = await write
    .selectFrom('customer')
    .select(['code', 'apiKeyIssuedAt', 'version'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!before) throw refuse('NOT_FOUND');
  const apiKeyIssuedAt = key === null ? null : now;
  await write
    .updateTable('customer')
    .set({
      apiKeyHash: key === null ? null : keyHash(key),
      apiKeyIssuedAt,
      version: before.version + 1,
      updatedAt: now,
      updatedBy: caller.id,
    })
    .where('id', '=', id)
    .execute();
  await log({
    module: 'customer',
    action: 'update',
    objectType: 'customer',
    objectId: id,
    objectNo: before.code,
    before: { apiKeyIssuedAt: before.apiKeyIssuedAt },
    after: { apiKeyIssuedAt },
  });
}

/** Groups of customers have no rules between their fields; the database counts their members. */
export const clientGroupHandlers = crudHandlers(clientGroup);

/** Customers: the address is written as in their country, events go over TLS, and each has one key at most. */
export const customerHandlers: GroupHandlers<'customer'> = {
  ...crudHandlers(customer, {
    check: async ({ read }, draft) => {
      const { callbackUrl } = draft;
      if (callbackUrl) {
        const url = URL.canParse(String(callbackUrl)) ? new URL(String(callbackUrl)) : undefined;
        if (!url || url.username || url.password)
          throw refuseFields({ callbackUrl: problem('ADDRESS_INVALID') });
        if (url.protocol !== 'https:' && !OWN_HOST.test(url.hostname))
          throw refuseFields({ callbackUrl: problem('ADDRESS_INSECURE') });
      }
      await checkAddress(read, draft);
    },
  }),

  issueKey: async (context, { params }) => {
    const apiKey = newKey();
    await changeKey(context, params.id, apiKey);
    return { apiKey, apiKeyIssuedAt: context.now };
  },

  revokeKey: async (context, { params }) => {
    await changeKey(context, params.id, null);
    return null;
  },
};
