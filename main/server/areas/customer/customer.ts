import { customer } from '@contract/customer/customer';
import { problem } from '@contract/errors';
import { addressProblem } from '../../core/callOut';
import type { Context, GroupHandlers } from '../../core/context';
import { crudHandlers } from '../../core/crud';
import { refuse, refuseFields } from '../../core/refusal';
import { requireWholeSight } from '../access/reach';
import { checkAddress } from '../config/places';
import { keyHash, newKey } from '../partners/apiKeys';

type Values = Record<string, unknown>;

/** Replaces or removes a customer's key, and logs it without the key. */
async function changeKey(context: Context, id: number, key: string | null): Promise<void> {
  const { write, now, caller, log } = context;
  requireWholeSight(context);
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
    customerId: id,
    before: { apiKeyIssuedAt: before.apiKeyIssuedAt },
    after: { apiKeyIssuedAt },
  });
}

/** Checks that the people in charge of a customer can still sign in, and that it may use its channel. */
async function checkDefaults({ read }: Context, draft: Values, before: Values = {}): Promise<void> {
  for (const name of ['salesStaffId', 'serviceStaffId']) {
    const id = draft[name];
    if (typeof id !== 'number' || id === before[name]) continue;
    const value = String(id);
    const found = await read
      .selectFrom('staff')
      .select('loginAllowed')
      .where('id', '=', id)
      .where('deletedAt', 'is', null)
      .executeTakeFirst();
    if (!found) throw refuseFields({ [name]: problem('REFERENCE_UNKNOWN', { value }) });
    if (found.loginAllowed === 0) throw refuseFields({ [name]: problem('REFERENCE_INACTIVE', { value }) });
  }
  const { defaultChannelCode: value } = draft;
  if (typeof value !== 'string' || value === before.defaultChannelCode) return;
  const found = await read
    .selectFrom('channelCode')
    .select(['customerId', 'active'])
    .where('channelCode', '=', value)
    .executeTakeFirst();
  const wrong = !found
    ? problem('REFERENCE_UNKNOWN', { value })
    : !found.active
      ? problem('REFERENCE_INACTIVE', { value })
      : found.customerId !== null && found.customerId !== before.id
        ? problem('OWNER_DIFFERS')
        : undefined;
  if (wrong) throw refuseFields({ defaultChannelCode: wrong });
}

/**
 * Customers; addresses are checked by the format of their country, events require TLS, and each has one key at most.
 */
export const customerHandlers: GroupHandlers<'customer'> = {
  ...crudHandlers(customer, {
    check: async (context, draft, before) => {
      const { read } = context;
      const { callbackUrl } = draft;
      // Events of the customer's goods in every warehouse are sent to this address.
      if ((callbackUrl ?? null) !== (before?.callbackUrl ?? null)) requireWholeSight(context);
      const wrong = callbackUrl ? addressProblem(String(callbackUrl)) : undefined;
      if (wrong) throw refuseFields({ callbackUrl: wrong });
      await checkAddress(read, draft);
      await checkDefaults(context, draft, before);
    },
    belongsTo: ({ id }) => ({ customerId: Number(id) }),
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
