import type { InvoiceParty } from '@contract/finance/customerInvoice';
import { BASE_CURRENCY } from '@contract/rules/money';
import type { VatParty } from '@contract/rules/vat';
import { refuse } from '../../core/refusal';
import type { Reader } from '../../store/open';
import { ownCompanies } from '../customer/ownCompanies';

/** A company as a party of an invoice. */
export interface Party {
  readonly id: number;
  readonly shown: InvoiceParty;
  readonly vat: VatParty;
  readonly vatCodeId: number | null;
}

/** Our company that issues an invoice. */
export interface Issuer extends Party {
  readonly prefix: string;
  /** Currency in which it declares its tax. */
  readonly baseCurrency: string;
}

const companies = (read: Reader) =>
  read
    .selectFrom('clientCompany')
    .innerJoin('country', 'country.id', 'clientCompany.countryId')
    .leftJoin('country as whole', 'whole.id', 'country.parentId')
    .selectAll('clientCompany')
    .select(['country.code as area', 'country.isEu', 'whole.isEu as wholeIsEu']);
type Company = Awaited<ReturnType<ReturnType<typeof companies>['executeTakeFirstOrThrow']>>;

function partyOf(row: Company): Party {
  // The code of a region begins with that of its country.
  const country = row.area.slice(0, 2);
  const { code, nameEn, nameCn, city, postcode, province, vatNo, registrationNo } = row;
  const { bankName, iban, swift, peppolScheme, peppolId } = row;
  return {
    id: row.id,
    shown: {
      ...{ code, nameEn, nameCn, city, postcode, province, vatNo, registrationNo },
      ...{ bankName, iban, swift, peppolScheme, peppolId },
      street: [row.street, row.houseNumber].filter(Boolean).join(' ') || null,
      countryCode: country,
    },
    vat: { country, isEu: (row.wholeIsEu ?? row.isEu) === 1, vatNo },
    vatCodeId: row.vatCodeId,
  };
}

/** Finds our company that issues an invoice: the chosen one, else the usual one. */
export async function findIssuer(read: Reader, companyId: number | null): Promise<Issuer | undefined> {
  const usual =
    companyId === null ? await ownCompanies(read).select('party.id').executeTakeFirst() : undefined;
  const id = companyId ?? usual?.id;
  if (id === undefined) return undefined;
  const row = await companies(read).where('clientCompany.id', '=', id).executeTakeFirst();
  return row?.kind === 'own'
    ? {
        ...partyOf(row),
        prefix: row.invoicePrefix ?? row.code,
        baseCurrency: row.currency ?? BASE_CURRENCY,
      }
    : undefined;
}

/** Like {@link findIssuer}; throws INVOICE_NO_ISSUER where there is none. */
export async function issuerOf(read: Reader, companyId: number | null): Promise<Issuer> {
  const found = await findIssuer(read, companyId);
  if (!found) throw refuse('INVOICE_NO_ISSUER');
  return found;
}

interface Buyer {
  readonly party: Party;
  readonly paymentTermDays: number;
}

const customerOf = (read: Reader, customerId: number) =>
  read
    .selectFrom('customer')
    .select(['code', 'companyId', 'paymentTermDays'])
    .where('id', '=', customerId)
    .executeTakeFirstOrThrow();

/** Finds the company that is invoiced for a customer: one with a VAT or registration number. */
export async function findBuyer(read: Reader, customerId: number): Promise<Buyer | undefined> {
  const { companyId, paymentTermDays } = await customerOf(read, customerId);
  if (companyId === null) return undefined;
  const row = await companies(read).where('clientCompany.id', '=', companyId).executeTakeFirst();
  const isKnown = row !== undefined && (row.vatNo !== null || row.registrationNo !== null);
  return isKnown ? { party: partyOf(row), paymentTermDays } : undefined;
}

/** Like {@link findBuyer}; throws REVENUE_NO_TAX_DATA where there is none. */
export async function buyerOf(read: Reader, customerId: number): Promise<Buyer> {
  const found = await findBuyer(read, customerId);
  if (!found) throw refuse('REVENUE_NO_TAX_DATA', { customer: (await customerOf(read, customerId)).code });
  return found;
}
