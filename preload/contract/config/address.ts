import { code, placeName, ref, text } from '../fields';
import { anyPostcode } from '../rules/addresses';

/**
 * Address fields of every record with an address. Checked together by `addressIssues`. A record that requires one of
 * them, or a country, overrides it beside the block.
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

/** The fields of an address in input order. */
export const addressNames = [
  'countryId',
  'province',
  'city',
  'district',
  'street',
  'houseNumber',
  'postcode',
] as const;
