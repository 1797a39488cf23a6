import { code, placeName, ref, text } from '../fields';
import { anyPostcode } from '../rules/addresses';

/**
 * Where somebody or something is: the one block of fields of whatever has an address. What must hold between them is
 * `addressIssues`. Whoever cannot do without one of them, or without a country, says so beside the block.
 */
export const addressFields = {
  countryId: ref('country'),
  province: placeName(80, 'province').nullable(),
  city: placeName(80, 'city').nullable(),
  district: text(80).nullable(),
  street: text(120).nullable(),
  houseNumber: text(20).nullable(),
  postcode: code(anyPostcode).nullable(),
};

/** The fields of an address in the order in which they are filled in. */
export const addressNames = [
  'countryId',
  'province',
  'city',
  'district',
  'street',
  'houseNumber',
  'postcode',
] as const;
