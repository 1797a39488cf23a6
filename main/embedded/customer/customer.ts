import { customer } from '@contract/customer/customer';
import { postcodeProblem } from '@contract/rules/addresses';
import { crudHandlers } from '../crud';
import { refuseFields } from '../refusal';

/** Customers: the postcode is one of their country. */
export const customerHandlers = crudHandlers(customer, {
  check: async ({ read }, { countryId, postcode }) => {
    if (!countryId || !postcode) return;
    const country = await read
      .selectFrom('country')
      .select('code')
      .where('id', '=', Number(countryId))
      .executeTakeFirst();
    const wrong = country && postcodeProblem(country.code, String(postcode));
    if (wrong) throw refuseFields({ postcode: wrong });
  },
});
