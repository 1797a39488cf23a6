import type { VatCode } from '@contract/finance/vatCode';
import { vatRateOn } from '@contract/rules/vat';
import type { Reader } from '../../store/open';
import { findBuyer, findIssuer } from './invoiceParties';
import { type Charge, VatCodes } from './vatProposal';

/**
 * The code proposed for a charge to a customer, and its rate on a day; undefined while our company, the customer's or
 * the rate is not known.
 */
export async function proposedVat(
  read: Reader,
  { customerId, ...charge }: Charge & { readonly customerId: number },
  day: string,
): Promise<{ readonly code: VatCode; readonly rate: number } | undefined> {
  const issuer = await findIssuer(read, null);
  const buyer = await findBuyer(read, customerId);
  if (!issuer || !buyer) return undefined;
  const code = await (await VatCodes.load(read)).propose(issuer, buyer.party, charge, day);
  const rate = code && vatRateOn(code, day);
  return rate === undefined || !code ? undefined : { code, rate };
}
