import { createHash } from 'node:crypto';
import { permit } from '@contract/permissions';
import { withParents } from '@contract/rules/grants';
import type { Insertable } from 'kysely';
import type { Writer } from '../store/open';
import type { Database } from '../store/tables';
import { DAY, HOUR, iso } from './clock';
import { customerData } from './customerData';
import { portrait } from './jpeg';
import { staffData } from './peopleData';
import { groupData } from './permissionSets';
import { type IdsByCode, idsOf } from './reference';
import { insertRows } from './rows';
import { warehouseData } from './stationData';

/** The first administrator of an empty installation; the caller computes the hash. */
export interface Administrator {
  readonly username: string;
  readonly realName: string;
  readonly email: string;
  readonly passwordHash: string;
  readonly mustChangePassword: boolean;
}

/** Ids of the permission groups by code. */
export const groupId = idsOf(groupData.map(({ code }) => code));

/** Ids of the demo's staff by user name. */
export const staffId: IdsByCode = idsOf(staffData.map(({ username }) => username));

/** Returns the name of a member of the staff as shown in logs. */
export function realNameOf(username: string): string {
  const found = staffData.find((person) => person.username === username);
  if (!found) throw new Error(`no staff ${username}`);
  return found.realName;
}

const warehouseId = idsOf(warehouseData.map(({ code }) => code));
/** Ids of the warehouses that a member of the staff is limited to; empty: all. */
export const warehouseIdsOf = (username: string): number[] =>
  (staffData.find((person) => person.username === username)?.warehouses ?? []).map(warehouseId);

/** Writes the permission groups with their items. */
export async function seedGroups(writer: Writer): Promise<void> {
  await insertRows(
    writer,
    'adminGroup',
    groupData.map(({ name, nameCn, description, superAdmin }, index) => ({
      id: index + 1,
      name,
      nameCn,
      description,
      superAdmin: superAdmin ? 1 : 0,
      version: 1,
    })),
  );
  await insertRows(
    writer,
    'groupPermission',
    groupData.flatMap(({ items }, index) =>
      withParents(items.map(permit)).map((permissionId) => ({ groupId: index + 1, permissionId })),
    ),
  );
}

/** Writes the one administrator of an empty installation. */
export async function seedAdministrator(writer: Writer, person: Administrator, at: string): Promise<void> {
  const row: Insertable<Database['staff']> = {
    id: 1,
    username: person.username,
    realName: person.realName,
    email: person.email,
    phone: null,
    passwordHash: person.passwordHash,
    groupId: groupId('super'),
    superAdmin: 1,
    loginAllowed: 1,
    pdaBarcodeEntry: 0,
    mustChangePassword: person.mustChangePassword ? 1 : 0,
    avatarFileId: null,
    companyName: '',
    lastLoginAt: null,
    registeredAt: at,
    version: 1,
    role: 'super_admin',
    deletedAt: null,
  };
  await insertRows(writer, 'staff', [row]);
}

/** Business role of each group of the demo. */
const ROLES = {
  super: 'super_admin',
  warehouse: 'warehouse_admin',
  voucher: 'domestic_voucher',
  broker: 'customs_broker',
  finance: 'finance',
  sales: 'sales',
} as const;

/** Writes the staff of the demo. `lastLogins`: time of the last sign-in by user name. */
export async function seedStaff(
  writer: Writer,
  now: number,
  lastLogins: ReadonlyMap<string, string>,
): Promise<void> {
  await insertRows(
    writer,
    'staff',
    staffData.map((person, index) => ({
      id: index + 1,
      username: person.username,
      realName: person.realName,
      email: person.email,
      phone: person.phone,
      passwordHash: person.passwordHash,
      groupId: groupId(person.group),
      superAdmin: person.group === 'super' ? 1 : 0,
      loginAllowed: person.loginAllowed ? 1 : 0,
      pdaBarcodeEntry: person.pdaBarcodeEntry ? 1 : 0,
      mustChangePassword: 0,
      avatarFileId: null,
      companyName: person.companyName,
      lastLoginAt: lastLogins.get(person.username) ?? null,
      registeredAt: iso(now - person.registeredDaysAgo * DAY + 8 * HOUR),
      version: 1,
      role: ROLES[person.group],
      deletedAt: null,
      warehouseIds: JSON.stringify(warehouseIdsOf(person.username)),
    })),
  );
}

/** Gives some of the staff a picture; returns the file contents by id. */
export async function seedPortraits(writer: Writer, now: number): Promise<ReadonlyMap<string, Uint8Array>> {
  const contents = new Map<string, Uint8Array>();
  for (const [kind, username] of ['li.wei', 'w.janssen', 'chen.jing', 'k.oconnor', 'f.meijer'].entries()) {
    const bytes = portrait(kind);
    // Same length as the random ids of files, and the same in every demo.
    const id = createHash('sha256').update(`portrait of ${username}`).digest('base64url').slice(0, 22);
    contents.set(id, bytes);
    await insertRows(writer, 'storedFile', [
      {
        id,
        fileName: 'picture.jpg',
        mime: 'image/jpeg',
        size: bytes.length,
        hash: createHash('sha256').update(bytes).digest('hex'),
        createdAt: iso(now - 90 * DAY),
        createdBy: staffId(username),
      },
    ]);
    await writer.updateTable('staff').set({ avatarFileId: id }).where('username', '=', username).execute();
  }
  return contents;
}

/** Ids of the customers by code. */
export const customerId: IdsByCode = idsOf(customerData.map(({ code }) => code));
