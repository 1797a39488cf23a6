import { randomBytes } from 'node:crypto';
import { clientAccount } from '@contract/customer/clientAccount';
import { problem } from '@contract/errors';
import { type Context, type GroupHandlers, prepared } from '../../core/context';
import { crudHandlers } from '../../core/crud';
import { refuseFields } from '../../core/refusal';
import { changeStamp } from '../../core/stamps';
import { holdsReferences } from '../../core/uses';
import { hashPassword, signedIn } from '../access/passwords';
import { requireWholeSight } from '../access/reach';
import { checkRole, checkSameOwner, ownerOf } from './owner';

holdsReferences('clientAccount', clientAccount.row, 'username');

const {
  all: _all,
  active: _active,
  setActive: _setActive,
  ...usual
} = crudHandlers(clientAccount, {
  check: async (context, draft, before) => {
    const { read } = context;
    // The account shows its holder the customer's goods in every warehouse.
    requireWholeSight(context);
    checkSameOwner(draft, before);
    await checkRole(read, draft);
    const contact = await read
      .selectFrom('clientContact')
      .select('customerId')
      .where('id', '=', Number(draft.contactId))
      .executeTakeFirst();
    if (contact?.customerId !== draft.customerId) throw refuseFields({ contactId: problem('OWNER_DIFFERS') });
  },
  checkLeaving: async (context) => requireWholeSight(context),
  belongsTo: ownerOf,
});

/** Creates a password to hand over, and its hash. */
async function newPassword({ caller }: Context): Promise<{ password: string; passwordHash: string }> {
  // 96 bits in 16 characters, to be copied rather than read out.
  const password = randomBytes(12).toString('base64url');
  return { password, passwordHash: await hashPassword(password, signedIn(caller)) };
}

/** Accounts of the portal, which is another program: they are created, given passwords and blocked here. */
export const clientAccountHandlers: GroupHandlers<'clientAccount'> = {
  ...usual,

  password: prepared(newPassword, async (context, { params }, { password, passwordHash }) => {
    const { write, now } = context;
    requireWholeSight(context);
    const account = await usual.get(context, { params });
    await write
      .updateTable('clientAccount')
      .set({ passwordHash, accessGivenAt: now, version: account.version + 1, ...changeStamp(context) })
      .where('id', '=', account.id)
      .execute();
    await context.log({
      module: 'customer',
      action: 'password',
      objectType: 'clientAccount',
      objectId: account.id,
      objectNo: account.username,
      customerId: account.customerId,
    });
    return { password, accessGivenAt: now };
  }),
};
