import type { LogAction } from '@contract/access/operateLog';
import { type StaffRow, staffFilters, staffRow } from '@contract/access/staff';
import { problem } from '@contract/errors';
import { type Context, type GroupHandlers, prepared } from '../../core/context';
import { checkReferences } from '../../core/crud';
import { eachOf } from '../../core/eachOf';
import { exportRows } from '../../core/exportRows';
import { requireVersion } from '../../core/record';
import { refuse, refuseFields } from '../../core/refusal';
import { type BulkSelection, selectedIds } from '../../core/selected';
import { usesOf } from '../../core/uses';
import { codecOf } from '../../store/codec';
import { type ListDefinition, listRows } from '../../store/listRows';
import type { Reader } from '../../store/open';
import { difference } from './operateLog';
import { hashPassword, signedIn } from './passwords';
import {
  groupWithGrants,
  requireAnotherAdministrator,
  requireReach,
  requireReachOf,
  requireSight,
} from './reach';
import { endSessions, forgetName } from './sessions';

const list: ListDefinition<typeof staffRow> = {
  table: 'staff',
  row: staffRow,
  filters: staffFilters,
  keyword: ['username', 'realName', 'email', 'phone'],
  order: 'username',
  always: (where) => [where('deletedAt', 'is', null)],
};
const codec = codecOf(staffRow);
const selectedAccounts = (context: Context, selection: BulkSelection) =>
  selectedIds(context, list, selection);
/** Stored hash that no password matches. */
const NO_PASSWORD = 'none';

/** Loads an account that is not deleted, as stored. */
export async function accountOf(db: Reader, id: number) {
  const row = await db
    .selectFrom('staff')
    .selectAll()
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
  if (!row) throw refuse('NOT_FOUND');
  return row;
}
type Account = Awaited<ReturnType<typeof accountOf>>;

const readStaff = async (db: Reader, id: number): Promise<StaffRow> => codec.decode(await accountOf(db, id));

/** Members of a group, ordered by name. */
export async function membersOf(db: Reader, groupId: number): Promise<StaffRow[]> {
  const rows = await db
    .selectFrom('staff')
    .selectAll()
    .where('groupId', '=', groupId)
    .where('deletedAt', 'is', null)
    .orderBy('username')
    .execute();
  return rows.map((row) => codec.decode(row));
}

/** Loads the group for an account; refuses an unknown one, and one beyond the caller's reach. */
async function targetGroup(context: Context, id: number) {
  const group = await groupWithGrants(context.read, id);
  if (!group) throw refuseFields({ groupId: problem('REFERENCE_UNKNOWN', { value: String(id) }) });
  requireReach(context, group);
  return group;
}

/**
 * Refuses unknown warehouses, newly added inactive ones, and a wider view than the caller's: otherwise managing
 * accounts could show through another account what the caller may not see.
 */
async function checkWarehouses(
  context: Context,
  wanted: readonly number[],
  before: readonly number[] = [],
): Promise<void> {
  await checkReferences(
    context,
    staffRow.pick({ warehouseIds: true }),
    { warehouseIds: wanted },
    { warehouseIds: before },
  );
  requireSight(context, wanted);
}

const logStaff = (
  context: Context,
  action: LogAction,
  { id, username }: { id: number; username: string },
  change: { before?: unknown; after?: unknown } = {},
) =>
  context.log({
    module: 'access',
    action,
    objectType: 'staff',
    objectId: id,
    objectNo: username,
    ...change,
  });

/** Writes columns of an account and returns the updated account. */
async function change(
  { write }: Context,
  { id, version }: Pick<Account, 'id' | 'version'>,
  columns: Record<string, string | number | null>,
): Promise<StaffRow> {
  await write
    .updateTable('staff')
    .set({ ...columns, version: version + 1 })
    .where('id', '=', id)
    .execute();
  return readStaff(write, id);
}

/** Moves an account to a group: members of the super-administrator group, and only they, are super administrators. */
export async function moveToGroup(
  context: Context,
  account: Account,
  group: { readonly id: number; readonly superAdmin: number },
): Promise<void> {
  await requireReachOf(context, account);
  if (group.superAdmin !== 1) await requireAnotherAdministrator(context.read, account);
  await change(context, account, { groupId: group.id, superAdmin: group.superAdmin });
  await logStaff(context, 'update', account, {
    before: { groupId: account.groupId },
    after: { groupId: group.id },
  });
}

/**
 * Refuses to block or delete the last super administrator, the caller's own account, and accounts with more permissions
 * than the caller.
 */
async function requireMayGo(context: Context, account: Account): Promise<void> {
  await requireAnotherAdministrator(context.read, account);
  if (account.id === context.caller.id) throw refuse('STAFF_SELF');
  await requireReachOf(context, account);
}

/** Blocks an account from signing in and ends its sessions; returns false when it was blocked already. */
async function forbid(context: Context, id: number): Promise<boolean> {
  const account = await accountOf(context.write, id);
  await requireMayGo(context, account);
  if (account.loginAllowed === 0) return false;
  await change(context, account, { loginAllowed: 0 });
  await endSessions(context.write, id);
  await logStaff(context, 'forbid', account, {
    before: { loginAllowed: true },
    after: { loginAllowed: false },
  });
  return true;
}

/** Allows an account to sign in, and clears its failed attempts; returns false if nothing changed. */
async function allow(context: Context, id: number): Promise<boolean> {
  const account = await accountOf(context.write, id);
  await requireReachOf(context, account);
  await forgetName(context.write, account.username);
  if (account.loginAllowed === 1) return false;
  await change(context, account, { loginAllowed: 1 });
  await logStaff(context, 'allow', account, {
    before: { loginAllowed: false },
    after: { loginAllowed: true },
  });
  return true;
}

/** Deletes an account; its name stays on its records. */
async function remove(context: Context, id: number): Promise<boolean> {
  const account = await accountOf(context.write, id);
  await requireMayGo(context, account);
  await context.write
    .updateTable('staff')
    .set({
      deletedAt: context.now,
      loginAllowed: 0,
      superAdmin: 0,
      passwordHash: NO_PASSWORD,
      version: account.version + 1,
    })
    .where('id', '=', id)
    .execute();
  await endSessions(context.write, id);
  await logStaff(context, 'delete', account, { before: codec.decode(account) });
  return true;
}

const hashed = ({ caller }: Context, { body }: { readonly body: { readonly password: string } }) =>
  hashPassword(body.password, signedIn(caller));

/** Accounts of the staff. */
export const staffHandlers: GroupHandlers<'staff'> = {
  all: async ({ read }) => {
    const rows = await read
      .selectFrom('staff')
      .select(['id', 'realName', 'loginAllowed', 'deletedAt'])
      .orderBy('username')
      .execute();
    return rows.map(({ loginAllowed, deletedAt, ...row }) => ({
      ...row,
      active: loginAllowed === 1,
      deleted: deletedAt !== null,
    }));
  },

  list: ({ read }, { query }) => listRows(read, list, query),
  export: (context, { query }) => exportRows(context, { definition: list, resource: 'staff' }, query),
  get: ({ read }, { params }) => readStaff(read, params.id),

  usage: async ({ read }, { params }) => {
    const { id, username } = await accountOf(read, params.id);
    return usesOf(read, 'staff', { id, code: username });
  },

  create: prepared(hashed, async (context, { body }, passwordHash) => {
    const { write, now, caller } = context;
    const { password: _, ...draft } = body;
    const group = await targetGroup(context, draft.groupId);
    await checkWarehouses(context, draft.warehouseIds);
    const twin = await write
      .selectFrom('staff')
      .select('deletedAt')
      .where((where) => where(where.fn<string>('lower', ['username']), '=', draft.username.toLowerCase()))
      .executeTakeFirst();
    if (twin)
      throw refuseFields({
        username: problem(twin.deletedAt === null ? 'CODE_EXISTS' : 'STAFF_NAME_GONE', {
          code: draft.username,
        }),
      });
    // New accounts belong to the company of the person who creates them.
    const { companyName } = await accountOf(write, caller.id);
    const { id } = await write
      .insertInto('staff')
      .values({
        ...draft,
        pdaBarcodeEntry: draft.pdaBarcodeEntry ? 1 : 0,
        warehouseIds: JSON.stringify(draft.warehouseIds),
        passwordHash,
        superAdmin: group.superAdmin,
        loginAllowed: 1,
        mustChangePassword: 1,
        avatarFileId: null,
        companyName,
        lastLoginAt: null,
        registeredAt: now,
        version: 1,
        deletedAt: null,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await logStaff(context, 'create', { id, username: draft.username }, { after: draft });
    return readStaff(write, id);
  }),

  update: async (context, { params, body }) => {
    const account = await accountOf(context.write, params.id);
    const before = codec.decode(account);
    const { version, ...patch } = body;
    await requireReachOf(context, account);
    requireVersion(before, version);
    if (patch.warehouseIds) await checkWarehouses(context, patch.warehouseIds, before.warehouseIds);
    const draft = Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined));
    const columns = codec.encode(draft as Partial<StaffRow>);
    if (patch.groupId !== undefined && patch.groupId !== account.groupId) {
      const group = await targetGroup(context, patch.groupId);
      if (group.superAdmin !== 1) await requireAnotherAdministrator(context.read, account);
      columns.superAdmin = group.superAdmin;
    }
    const changed = difference(before, draft);
    const row = await change(context, account, columns);
    await logStaff(context, 'update', account, { before: changed.before, after: changed.after });
    return row;
  },

  batchDelete: async (context, { body }) =>
    eachOf(context, await selectedAccounts(context, body), (id) => remove(context, id)),
  forbidMany: async (context, { body }) =>
    eachOf(context, await selectedAccounts(context, body), (id) => forbid(context, id)),
  allowMany: async (context, { body }) =>
    eachOf(context, await selectedAccounts(context, body), (id) => allow(context, id)),

  forbid: async (context, { params }) => {
    if (!(await forbid(context, params.id))) context.unchanged();
    return readStaff(context.write, params.id);
  },
  allow: async (context, { params }) => {
    if (!(await allow(context, params.id))) context.unchanged();
    return readStaff(context.write, params.id);
  },

  password: prepared(hashed, async (context, { params }, passwordHash) => {
    const account = await accountOf(context.write, params.id);
    if (account.id === context.caller.id) throw refuse('PWD_OWN');
    await requireReachOf(context, account);
    await change(context, account, { passwordHash, mustChangePassword: 1 });
    await endSessions(context.write, account.id);
    await forgetName(context.write, account.username);
    await logStaff(context, 'password', account);
    return null;
  }),
};
