import { emailAddress } from '@contract/rules/contactCodes';
import { sql } from 'kysely';
import { holds } from '../../store/dialect';
import type { Reader } from '../../store/open';

/** Addresses that an email can be sent to, each once. */
export const usable = (found: readonly (string | null)[]): string[] => [
  ...new Set(
    found
      .map((email) => emailAddress.normalise(email ?? ''))
      .filter((email) => email !== '' && !emailAddress.check(email)),
  ),
];

/** Addresses of the contacts of a customer and its company who receive a kind of document, the main one first. */
export async function contactsOf(
  read: Reader,
  { id, companyId }: { readonly id: number; readonly companyId: number | null },
  receives: 'statement' | 'invoice',
): Promise<string[]> {
  const contacts = await read
    .selectFrom('clientContact')
    .select('email')
    .where('active', '=', 1)
    .where(holds(sql.ref('receives'), receives))
    .where(({ eb, or }) =>
      or([eb('customerId', '=', id), ...(companyId === null ? [] : [eb('companyId', '=', companyId)])]),
    )
    .orderBy('isPrimary', 'desc')
    .orderBy('name')
    .execute();
  return usable(contacts.map(({ email }) => email));
}
