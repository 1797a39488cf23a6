import { clientGroup } from '@contract/customer/clientGroup';
import { customer } from '@contract/customer/customer';
import { addressProblem } from '../callOut';
import { checkPostcode } from '../config/places';
import type { Context, GroupHandlers } from '../context';
import { crudHandlers } from '../crud';
import { keyHash, newKey } from '../partners/apiKeys';
import { refuse, refuseFields } from '../refusal';

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

/** Customers: the postcode is one of their country, events go over TLS, and each has one key at most. */
export const customerHandlers: GroupHandlers<'customer'> = {
  ...crudHandlers(customer, {
    check: async ({ read }, { countryId, postcode, callbackUrl }) => {
      const wrong = callbackUrl ? addressProblem(String(callbackUrl)) : undefined;
      if (wrong) throw refuseFields({ callbackUrl: wrong });
      await checkPostcode(read, { countryId, postcode });
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
