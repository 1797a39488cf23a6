import { clientRole } from '@contract/customer/clientRole';
import { crudHandlers } from '../../core/crud';
import { checkOwner, checkSameOwner, ownerOf } from './owner';

/** Roles of people at a customer or a company; a role without an owner is a template. */
export const clientRoleHandlers = crudHandlers(clientRole, {
  check: async (_, draft, before) => {
    checkOwner(draft, { everyones: true });
    checkSameOwner(draft, before);
  },
  belongsTo: ownerOf,
});
