import { clientCompany } from '@contract/customer/clientCompany';
import { problem } from '@contract/errors';
import type { GroupHandlers } from '../../core/context';
import { crudHandlers } from '../../core/crud';
import { refuseFields } from '../../core/refusal';
import { companyLog } from '../access/operateLog';
import { checkAddress } from '../config/places';
import { logoHandlers } from './companyLogo';

const usual = crudHandlers(clientCompany, {
  check: async ({ read }, draft) => {
    if (draft.kind !== 'supplier' && draft.supplierTypes.length > 0)
      throw refuseFields({ supplierTypes: problem('SUPPLIER_TYPES_ONLY') });
    await checkAddress(read, draft);
  },
  belongsTo: ({ id }) => ({ companyId: Number(id) }),
});

/** Companies; addresses are checked by the format of their country, and only suppliers have supplies. */
export const clientCompanyHandlers: GroupHandlers<'clientCompany'> = {
  ...usual,
  ...logoHandlers(usual.get),

  logs: async (context, { params, query }) => {
    // Throws NOT_FOUND for a company that never existed, instead of returning an empty log.
    await usual.get(context, { params });
    return companyLog(context.read, params.id, query);
  },
};
