import type { Insertable } from 'kysely';
import type { Writer } from '../store/open';
import type { Database } from '../store/tables';
import { DAY, HOUR, iso } from './clock';
import { companyData } from './companyData';
import { contactData, firstAccounts, roleData } from './contactData';
import { customerData } from './customerData';
import type { Entry } from './logs';
import { customerId, staffId } from './people';
import { idsOf, madeAt } from './reference';
import { insertRows } from './rows';

const roleId = idsOf(roleData.map(({ code }) => code));
const companyId = idsOf(companyData.map(({ code }) => code));
const SALES = 'sun.yu';

interface Person {
  readonly customerId: number | null;
  readonly companyId: number | null;
  readonly name: string;
  readonly title: string;
  readonly phone: string | null;
  readonly email: string;
  readonly wechat: string | null;
  readonly isPrimary: boolean;
  readonly receives: readonly string[];
  readonly role: string;
  readonly active: boolean;
  readonly daysAgo: number;
  readonly account: string | undefined;
}

/** All contacts, starting with those of the customer records; ids follow this order. */
const people: readonly Person[] = [
  ...customerData.map(({ code, contactName, phone, email, wechat }, index) => ({
    ...{ customerId: customerId(code), companyId: null, name: contactName, phone, email, wechat },
    title: '操作经理',
    isPrimary: !contactData.some(({ customer, primary }) => customer === code && primary),
    receives: ['noa', 'exception', 'pod'],
    role: 'operations',
    active: true,
    daysAgo: 410 - 15 * index,
    account: firstAccounts[code],
  })),
  ...contactData.map(({ customer, company, primary, inactive, daysAgo, account, ...contact }, index) => ({
    ...contact,
    customerId: customer === undefined ? null : customerId(customer),
    companyId: company === undefined ? null : companyId(company),
    wechat: null,
    isPrimary: primary === true,
    active: !inactive,
    daysAgo: daysAgo ?? 120 - 5 * index,
    account,
  })),
];
const addedAt = (now: number, { daysAgo }: Person) => now - daysAgo * DAY + 4 * HOUR;

/** Writes roles, contacts and portal accounts. The accounts have no password: no text has their hashes. */
export async function seedContacts(writer: Writer, now: number): Promise<void> {
  const by = staffId(SALES);
  await insertRows(
    writer,
    'clientRole',
    roleData.map(({ code: _, customer, permissions, ...role }, index) => ({
      id: index + 1,
      ...madeAt(iso(now - 400 * DAY), by),
      ...role,
      customerId: customer === undefined ? null : customerId(customer),
      companyId: null,
      permissions: JSON.stringify(permissions),
      ...{ active: 1, sort: null, remark: null },
    })),
  );
  await insertRows(
    writer,
    'clientContact',
    people.map(({ role, receives, isPrimary, active, daysAgo, account: _, ...person }, index) => ({
      id: index + 1,
      ...madeAt(iso(now - daysAgo * DAY + 4 * HOUR), by),
      ...person,
      isPrimary: isPrimary ? 1 : 0,
      receives: JSON.stringify(receives),
      roleId: roleId(role),
      ...{ active: active ? 1 : 0, sort: null, remark: null },
    })),
  );
  const accounts = people.flatMap((person, index): Insertable<Database['clientAccount']>[] => {
    if (person.account === undefined || person.customerId === null) return [];
    const at = iso(addedAt(now, person) + HOUR);
    return [
      {
        ...madeAt(at, by),
        customerId: person.customerId,
        contactId: index + 1,
        username: person.account,
        passwordHash: 'none',
        roleId: roleId(person.role),
        loginAllowed: person.customerId === customerId('CLT') ? 0 : 1,
        accessGivenAt: at,
        lastLoginAt: person.daysAgo < 14 ? null : iso(now - (1 + (index % 9)) * DAY + 3 * HOUR),
        remark: null,
      },
    ];
  });
  await insertRows(writer, 'clientAccount', accounts);
}

/** Operation log entries of contacts in the past weeks; the records already have these changes. */
export function contactEntries(now: number): Entry[] {
  const line = (
    person: Person,
    at: number,
    action: Entry['action'],
    change: Pick<Entry, 'before' | 'after'>,
  ): Entry => ({
    ...{ at, by: SALES, module: 'customer', action, objectType: 'clientContact', ...change },
    objectId: people.indexOf(person) + 1,
    objectNo: person.name,
    customerId: person.customerId,
    companyId: person.companyId,
  });
  const recent = people
    .filter(({ daysAgo }) => daysAgo < 14)
    .map((person) => {
      const { name, title, email, phone, receives } = person;
      return line(person, addedAt(now, person), 'create', {
        before: null,
        after: { name, title, email, phone, receives, isPrimary: false },
      });
    });
  // One customer changed its primary contact a few days ago.
  const magpie = people.filter((person) => person.customerId === customerId('LMG'));
  const swapped = magpie.map((person) =>
    line(person, now - 3 * DAY + 5 * HOUR, 'update', {
      before: { isPrimary: !person.isPrimary },
      after: { isPrimary: person.isPrimary },
    }),
  );
  return [...recent, ...swapped];
}
