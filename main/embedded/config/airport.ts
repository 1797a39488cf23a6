import { airport } from '@contract/config/airport';
import { lastMile } from '@contract/config/lastMile';
import { problem } from '@contract/errors';
import { crudHandlers } from '../crud';
import { refuseFields } from '../refusal';

/** Airports: the two-letter code is that of the country they are in. */
export const airportHandlers = crudHandlers(airport, {
  check: async ({ read }, { countryId, twoLetterCode }) => {
    const country = await read
      .selectFrom('country')
      .select('code')
      .where('id', '=', Number(countryId))
      .executeTakeFirst();
    if (country && country.code !== twoLetterCode) {
      throw refuseFields({ twoLetterCode: problem('COUNTRY_DIFFERS', { country: country.code }) });
    }
  },
});

/** Last-mile carriers have no rules between their fields. */
export const lastMileHandlers = crudHandlers(lastMile);
