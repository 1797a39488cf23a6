import { ref } from '../fields';

/** Whose a record is: a customer's or a company's, never both. What belongs to either has these fields. */
export const ownerFields = {
  customerId: ref('customer').nullable(),
  companyId: ref('clientCompany').nullable(),
};
