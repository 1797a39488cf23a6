import { ref } from '../fields';

/** Owner of a record: a customer or a company, never both. All records of either have these fields. */
export const ownerFields = {
  customerId: ref('customer').nullable(),
  companyId: ref('clientCompany').nullable(),
};
