import { clientCompany } from '@contract/customer/clientCompany';
import { problem } from '@contract/errors';
import { recordLog } from '../access/operateLog';
import { checkPostcode } from '../config/places';
import type { GroupHandlers } from '../context';
import { crudHandlers } from '../crud';
import { refuseFields } from '../refusal';

/** Companies: the postcode is one of their country, and only suppliers supply something. */
export const clientCompanyHandlers: GroupHandlers<'clientCompany'> = {
  ...crudHandlers(clientCompany, {
    check: async ({ read }, draft) => {
      if (draft.kind !== 'supplier' && (draft.supplierTypes as string[]).length > 0)
        throw refuseFields({ supplierTypes: problem('SUPPLIER_TYPES_ONLY') });
      await checkPostcode(read, draft);
    },
  }),

  logs: ({ read }, { params, query }) => recordLog(read, 'clientCompany', params.id, query),
};
