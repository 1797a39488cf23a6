import { airport } from '@contract/config/airport';
import { cargoStation } from '@contract/config/cargoStation';
import { country } from '@contract/config/country';
import { warehouse } from '@contract/config/warehouse';
import { problem } from '@contract/errors';
import { postcodeProblem } from '@contract/rules/addresses';
import { crudHandlers } from '../crud';
import { refuseFields } from '../refusal';
import type { Reader } from '../store/open';

/** A country by its id. */
export const countryOf = (db: Reader, id: unknown) =>
  db
    .selectFrom('country')
    .select(['id', 'code', 'level', 'postcodeRegex'])
    .where('id', '=', Number(id))
    .executeTakeFirst();

/**
 * Refuses a postcode that its country does not write so: by the form that the record of the country gives, else by the
 * rule of the trade. An address may lack either.
 */
export async function checkPostcode(db: Reader, address: { countryId?: unknown; postcode?: unknown }) {
  const { countryId, postcode } = address;
  if (typeof postcode !== 'string' || typeof countryId !== 'number') return;
  const found = await countryOf(db, countryId);
  if (!found) return;
  const own = found.postcodeRegex && new RegExp(`^(?:${found.postcodeRegex})$`, 'u');
  const wrong = own
    ? !own.test(postcode) &&
      problem('POSTCODE_FORMAT', { country: found.code, example: String(found.postcodeRegex) })
    : postcodeProblem(found.code, postcode);
  if (wrong) throw refuseFields({ postcode: wrong });
}

/** Countries and their regions: a region lies in a country and bears its code. */
export const countryHandlers = crudHandlers(country, {
  check: async ({ read }, { code, level, parentId }) => {
    if ((level === 'region') !== (parentId !== null))
      throw refuseFields({ parentId: problem('AREA_PARENT') });
    const [own = '', region] = String(code).split('-');
    if (level === 'country') {
      if (region !== undefined) throw refuseFields({ code: problem('AREA_CODE_FORMAT') });
      return;
    }
    const parent = await countryOf(read, parentId);
    if (parent?.level !== 'country') throw refuseFields({ parentId: problem('AREA_PARENT') });
    if (region === undefined || parent.code !== own)
      throw refuseFields({ code: problem('AREA_PARENT_CODE', { country: parent.code }) });
  },
});

/** Airports: the two-letter code is that of the country they are in. */
export const airportHandlers = crudHandlers(airport, {
  check: async ({ read }, { countryId, twoLetterCode }) => {
    const found = await countryOf(read, countryId);
    if (found && found.code !== twoLetterCode)
      throw refuseFields({ twoLetterCode: problem('COUNTRY_DIFFERS', { country: found.code }) });
  },
});

/** Cargo stations have no rules between their fields. */
export const cargoStationHandlers = crudHandlers(cargoStation);

/** Warehouses: the form of their postcodes is their country's; sites in the United States have a FIRMS code. */
export const warehouseHandlers = crudHandlers(warehouse, {
  check: async ({ read }, draft) => {
    await checkPostcode(read, draft);
    const american = (await countryOf(read, draft.countryId))?.code === 'US';
    if (american && draft.firmsCode === null) throw refuseFields({ firmsCode: problem('FIRMS_REQUIRED') });
    if (!american && draft.firmsCode !== null) throw refuseFields({ firmsCode: problem('FIRMS_US_ONLY') });
  },
});
