import { clientContact } from '@contract/customer/clientContact';
import { problem } from '@contract/errors';
import { phoneIssue } from '@contract/rules/addresses';
import type { Context } from '../../core/context';
import { crudHandlers } from '../../core/crud';
import { refuse, refuseFields } from '../../core/refusal';
import { changeStamp } from '../../core/stamps';
import type { Reader } from '../../store/open';
import { countryOf } from '../config/places';
import { checkOwner, checkRole, checkSameOwner, ownerOf } from './owner';

type Values = Record<string, unknown>;

/** Other contacts of the same owner. */
function others(db: Reader, contact: Values) {
  const { customerId, companyId } = ownerOf(contact);
  const found = db
    .selectFrom('clientContact')
    .select(['id', 'name', 'isPrimary', 'version'])
    .where('customerId', customerId === null ? 'is' : '=', customerId)
    .where('companyId', companyId === null ? 'is' : '=', companyId);
  return typeof contact.id === 'number' ? found.where('id', '!=', contact.id) : found;
}

/** Removes the primary mark from the previous primary contact, and logs it. */
async function takeTheirPlace(context: Context, contact: Values): Promise<void> {
  for (const { id, name, version } of await others(context.write, contact)
    .where('isPrimary', '=', 1)
    .execute()) {
    await context.write
      .updateTable('clientContact')
      .set({ isPrimary: 0, version: version + 1, ...changeStamp(context) })
      .where('id', '=', id)
      .execute();
    await context.log({
      module: 'customer',
      action: 'update',
      objectType: 'clientContact',
      objectId: id,
      objectNo: name,
      before: { isPrimary: true },
      after: { isPrimary: false },
      ...ownerOf(contact),
    });
  }
}

/** Validates the phone number for the owner's country unless it has a country code. */
async function checkPhone({ read }: Context, { phone, ...contact }: Values): Promise<void> {
  if (typeof phone !== 'string') return;
  const { customerId, companyId } = ownerOf(contact);
  const owner =
    customerId === null
      ? await read
          .selectFrom('clientCompany')
          .select('countryId')
          .where('id', '=', companyId)
          .executeTakeFirst()
      : await read.selectFrom('customer').select('countryId').where('id', '=', customerId).executeTakeFirst();
  const country = owner?.countryId ? await countryOf(read, owner.countryId) : undefined;
  const found = country && phoneIssue(phone, country);
  if (found?.level === 'error') throw refuseFields({ phone: found.problem });
}

/** Contacts of customers and companies: each owner has exactly one primary contact, initially the first one. */
export const clientContactHandlers = crudHandlers(clientContact, {
  check: async (context, draft, before) => {
    checkOwner(draft);
    checkSameOwner(draft, before);
    await checkRole(context.read, draft);
    await checkPhone(context, draft);
    if (before?.isPrimary && !draft.isPrimary) throw refuseFields({ isPrimary: problem('CONTACT_PRIMARY') });
  },
  derive: async (draft, context, before) => {
    const contact = { ...draft, id: before?.id };
    if (draft.isPrimary) await takeTheirPlace(context, contact);
    const another = await others(context.write, contact).where('isPrimary', '=', 1).executeTakeFirst();
    return { isPrimary: draft.isPrimary === true || !another };
  },
  checkLeaving: async ({ read }, row) => {
    if (row.isPrimary && (await others(read, row).executeTakeFirst())) throw refuse('CONTACT_PRIMARY');
  },
  belongsTo: ownerOf,
});
