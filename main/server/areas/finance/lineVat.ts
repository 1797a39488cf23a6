import type { VatCode } from '@contract/finance/vatCode';
import { vatRateOn } from '@contract/rules/vat';
import type { Reader } from '../../store/open';
import { findBuyer, findIssuer } from './invoiceParties';
import { type Charge, VatCodes } from './vatProposal';

/** A proposed code, and its rate on the day of the charge. */
type Proposal = { readonly code: VatCode; readonly rate: number } | undefined;

/**
 * Proposes codes for charges to a customer; undefined while our company, the customer's or the rate is not known. The
 * companies and the codes are read once, with the first charge.
 */
export function vatProposals(
  read: Reader,
  customerId: number,
): (charge: Charge, day: string) => Promise<Proposal> {
  const load = async () => ({
    issuer: await findIssuer(read, null),
    buyer: await findBuyer(read, customerId),
    codes: await VatCodes.load(read),
  });
  let known: ReturnType<typeof load> | undefined;
  return async (charge, day) => {
    known ??= load();
    const { issuer, buyer, codes } = await known;
    if (!issuer || !buyer) return undefined;
    const code = await codes.propose(issuer, buyer.party, charge, day);
    const rate = code && vatRateOn(code, day);
    return rate === undefined || !code ? undefined : { code, rate };
  };
}
