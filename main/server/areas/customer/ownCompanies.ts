import type { Reader } from '../../store/open';

/** Our own companies in order; the first, which issues invoices by default, is used on papers to customers. */
export const ownCompanies = (read: Reader) =>
  read
    .selectFrom('clientCompany as party')
    .where('party.kind', '=', 'own')
    .where('party.active', '=', 1)
    .orderBy('party.defaultIssuer', 'desc')
    .orderBy('party.sort')
    .orderBy('party.id');

/** Our company and bank details, as shown to customers. */
export const ownCompany = (read: Reader) =>
  ownCompanies(read).select(['nameEn', 'nameCn', 'vatNo', 'iban', 'swift', 'bankName']).executeTakeFirst();
