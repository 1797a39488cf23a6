import type { Writer } from '../store/open';
import { DAY, HOUR, iso } from './clock';
import { type CompanyData, companyData } from './companyData';
import { seedContacts } from './contacts';
import { customerData } from './customerData';
import { customerChanges } from './officeDays';
import { joinedAs, unknownKey } from './partnerData';
import { staffId } from './people';
import { madeAt, type ReferenceIds } from './reference';
import { insertRows } from './rows';

/** Country of the company that issues invoices by default. */
const HOME = 'NL';
/** Scheme of Dutch company registers in the Peppol network. */
const KVK = '0106';

/** Columns of a company for invoices: the number series of ours, and electronic addresses. */
function invoicingOf({ kind, country, registrationNo }: CompanyData) {
  const isIssuer = kind === 'own' && country === HOME;
  const address = isIssuer && registrationNo ? { peppolScheme: KVK, peppolId: registrationNo } : undefined;
  return {
    vatCodeId: null,
    ledgerAccount: null,
    invoicePrefix: kind === 'own' ? country : null,
    defaultIssuer: isIssuer ? 1 : 0,
    ...(address ?? { peppolScheme: null, peppolId: null }),
    hasLogo: 0,
  };
}

/** Writes the companies of the demo, then its customers, oldest first. */
export async function seedCustomers(writer: Writer, now: number, ids: ReferenceIds): Promise<void> {
  await insertRows(
    writer,
    'clientCompany',
    companyData.map((company, index) => ({
      id: index + 1,
      ...madeAt(iso(now - 420 * DAY + 2 * HOUR), staffId('sun.yu')),
      ...{ code: company.code, nameEn: company.nameEn, nameCn: company.nameCn, shortName: company.shortName },
      ...{ kind: company.kind, supplierTypes: JSON.stringify(company.supplierTypes) },
      registrationNo: company.registrationNo ?? null,
      vatNo: company.vatNo ?? null,
      eoriNo: company.eoriNo ?? null,
      countryId: ids.country(company.country),
      ...{ province: null, city: company.city, district: null },
      ...{ street: company.street, houseNumber: company.houseNumber, postcode: company.postcode },
      bankName: company.iban ? 'Northgate Test Bank' : null,
      iban: company.iban ?? null,
      swift: company.iban ? `NGTB${company.country}2A` : null,
      currency: company.currency,
      ...{ contactName: null, phone: null, email: `${company.code.toLowerCase()}@example.com` },
      paymentTermDays: company.paymentTermDays,
      ...invoicingOf(company),
      ...{ active: 1, sort: (index + 1) * 10, remark: null },
    })),
  );
  const companyIds = new Map(companyData.map(({ code }, index) => [code, index + 1]));
  const changes = new Map(customerChanges(now).map((change) => [change.code, change]));
  const rows = customerData.map((customer, index) => {
    const { share, toAmerica, sellers, batches, country, group, creditLimit, photoRequired, ...row } =
      customer;
    const change = changes.get(row.code);
    const { callbackUrl, events, keyDaysAgo } = joinedAs(row.code);
    return {
      id: index + 1,
      ...madeAt(iso(now - (420 - 15 * index) * DAY + 3 * HOUR), staffId('sun.yu')),
      ...(change ? { version: 2, updatedAt: iso(change.at), updatedBy: staffId(change.by) } : {}),
      ...row,
      countryId: ids.country(country),
      groupId: ids.clientGroup(group),
      companyId: companyIds.get(row.code) ?? null,
      salesStaffId: staffId('sun.yu'),
      serviceStaffId: staffId(index % 2 === 0 ? 'chen.jing' : 'zhao.min'),
      defaultServiceId: ids.service('CLR_DLV'),
      defaultChannelCode: row.currency === 'EUR' ? 'NL-TUL-ECO' : null,
      photoRequired: photoRequired ? 1 : 0,
      creditLimit: creditLimit * 100,
      callbackUrl,
      pushEvents: JSON.stringify(events),
      apiKeyHash: keyDaysAgo === null ? null : unknownKey(row.code),
      apiKeyIssuedAt: keyDaysAgo === null ? null : iso(now - keyDaysAgo * DAY + 5 * HOUR),
      active: 1,
      sort: (index + 1) * 10,
      remark: null,
    };
  });
  await insertRows(writer, 'customer', rows);
  await seedContacts(writer, now);
}
