import { airport } from '@contract/config/airport';
import { country } from '@contract/config/country';
import { warehouse } from '@contract/config/warehouse';
import { problem } from '@contract/errors';
import { addressIssues, addressLine } from '@contract/rules/addresses';
import { wrongPlace } from '@contract/rules/billDraft';
import { isPort } from '@contract/rules/places';
import { crudHandlers } from '../../core/crud';
import { refuseFields } from '../../core/refusal';
import type { Reader } from '../../store/open';

/** Loads a country by its id. */
export const countryOf = (db: Reader, id: unknown) =>
  db
    .selectFrom('country')
    .select(['id', 'code', 'level', 'phoneCode', 'postcodeRegex'])
    .where('id', '=', Number(id))
    .executeTakeFirst();

/** Refuses an address whose postcode or telephone number does not fit its country. Any part of it may be missing. */
export async function checkAddress(db: Reader, address: Readonly<Record<string, unknown>>): Promise<void> {
  if (typeof address.countryId !== 'number') return;
  const country = await countryOf(db, address.countryId);
  const wrong = country ? addressIssues(address, country).filter(({ level }) => level === 'error') : [];
  if (wrong.length > 0)
    throw refuseFields(Object.fromEntries(wrong.map(({ column, problem }) => [column, problem])));
}

/** Refuses ports in fields of a record that name airports. */
export async function requireAirports(
  db: Reader,
  draft: Readonly<Record<string, unknown>>,
  ...names: readonly ('originAirportId' | 'landingAirportId' | 'airportId')[]
): Promise<void> {
  for (const name of names) {
    const id = Number(draft[name]);
    const place = await db
      .selectFrom('airport')
      .select('airportCode')
      .where('id', '=', id)
      .executeTakeFirst();
    const wrong = wrongPlace('air', place?.airportCode);
    if (wrong) throw refuseFields({ [name]: wrong });
  }
}

/** Countries and their regions: the code of a region starts with that of its country. */
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

/** Airports and ports: the two-letter code is that of their country, as is the start of a port's own code. */
export const airportHandlers = crudHandlers(airport, {
  check: async ({ read }, { countryId, twoLetterCode, airportCode }) => {
    const found = await countryOf(read, countryId);
    if (found && found.code !== twoLetterCode)
      throw refuseFields({ twoLetterCode: problem('COUNTRY_DIFFERS', { country: found.code }) });
    const placeCode = String(airportCode);
    if (found && isPort(placeCode) && !placeCode.startsWith(found.code))
      throw refuseFields({ airportCode: problem('COUNTRY_DIFFERS', { country: found.code }) });
  },
});

/**
 * Warehouses: the address follows the rules of its country and is also stored in one line; US sites have a FIRMS code.
 */
export const warehouseHandlers = crudHandlers(warehouse, {
  check: async ({ read }, draft) => {
    await checkAddress(read, draft);
    const american = (await countryOf(read, draft.countryId))?.code === 'US';
    if (american && draft.firmsCode === null) throw refuseFields({ firmsCode: problem('FIRMS_REQUIRED') });
    if (!american && draft.firmsCode !== null) throw refuseFields({ firmsCode: problem('FIRMS_US_ONLY') });
  },
  derive: (draft) => ({ address: addressLine(draft) }),
});
