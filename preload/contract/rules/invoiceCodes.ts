import { problem } from '../errors';
import { patternRule, upperCased } from './codes';

/** Letters and digits before the number of an invoice. */
export const invoicePrefix = patternRule(
  12,
  /^[A-Z0-9-]{1,12}$/,
  problem('INVOICE_PREFIX_FORMAT'),
  upperCased,
);

/**
 * Unit of an invoiced quantity (BT-130): a code of UN/ECE recommendation 20, or one of recommendation 21 after an X for a
 * kind of package.
 */
export const unitCode = patternRule(3, /^[A-Z0-9]{2,3}$/, problem('UNIT_CODE_FORMAT'), upperCased);

/** Scheme of an electronic address (EAS): four digits; `EM` for email is not used in the Peppol network. */
export const peppolScheme = patternRule(4, /^\d{4}$/, problem('PEPPOL_SCHEME_FORMAT'));

/** Code of the reason for an exemption (VATEX, the code list of EN 16931). */
export const vatexCode = patternRule(
  30,
  /^VATEX-[A-Z]{2}-[A-Z0-9-]{1,20}$/,
  problem('VATEX_FORMAT'),
  upperCased,
);

/** Number that DATEV gave to a tax adviser (1001 to 9999999), or to a company of it (1 to 99999). */
export const datevConsultant = patternRule(7, /^(?!1000$)[1-9]\d{3,6}$/, problem('DATEV_CONSULTANT_FORMAT'));
export const datevClient = patternRule(5, /^[1-9]\d{0,4}$/, problem('DATEV_CLIENT_FORMAT'));
