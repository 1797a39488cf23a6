import { clientCompany } from '@contract/customer/clientCompany';
import { problem } from '@contract/errors';
import type { GroupHandlers } from '../../core/context';
import { crudHandlers } from '../../core/crud';
import { refuseFields } from '../../core/refusal';
import type { Reader } from '../../store/open';
import { companyLog } from '../access/operateLog';
import { checkAddress } from '../config/places';

/** Refuses letters before invoice numbers that another of our companies uses: numbers would meet. */
async function checkPrefix(
  read: Reader,
  { invoicePrefix }: { readonly invoicePrefix: string | null },
  id = 0,
): Promise<void> {
  if (invoicePrefix === null) return;
  const same = await read
    .selectFrom('clientCompany')
    .select('id')
    .where('id', '!=', id)
    .where('kind', '=', 'own')
    .where(({ eb, or }) => or([eb('invoicePrefix', '=', invoicePrefix), eb('code', '=', invoicePrefix)]))
    .executeTakeFirst();
  if (same) throw refuseFields({ invoicePrefix: problem('CODE_EXISTS', { code: invoicePrefix }) });
}

const usual = crudHandlers(clientCompany, {
  check: async ({ read }, draft, before) => {
    if (draft.kind !== 'supplier' && draft.supplierTypes.length > 0)
      throw refuseFields({ supplierTypes: problem('SUPPLIER_TYPES_ONLY') });
    await checkPrefix(read, draft, before?.id);
    await checkAddress(read, draft);
  },
  belongsTo: ({ id }) => ({ companyId: Number(id) }),
});

/** Companies; addresses are checked by the format of their country, and only suppliers have supplies. */
export const clientCompanyHandlers: GroupHandlers<'clientCompany'> = {
  ...usual,

  logs: async (context, { params, query }) => {
    // Throws NOT_FOUND for a company that never existed, instead of returning an empty log.
    await usual.get(context, { params });
    return companyLog(context.read, params.id, query);
  },
};
