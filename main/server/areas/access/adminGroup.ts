import { type AdminGroup, adminGroupFilters, adminGroupRow } from '@contract/access/adminGroup';
import type { LogAction } from '@contract/access/operateLog';
import { problem } from '@contract/errors';
import { permissionNodes } from '@contract/permissions';
import { withParents } from '@contract/rules/grants';
import type { Context, GroupHandlers } from '../../core/context';
import { eachOf } from '../../core/eachOf';
import { exportRows } from '../../core/exportRows';
import { requireVersion } from '../../core/record';
import { refuse, refuseFields } from '../../core/refusal';
import { selectedIds } from '../../core/selected';
import { usesOf } from '../../core/uses';
import { codecOf } from '../../store/codec';
import { type ListDefinition, listRows } from '../../store/listRows';
import type { Reader, Writer } from '../../store/open';
import { rowById } from '../../store/rowById';
import { difference } from './operateLog';
import { groupWithGrants, requireReach, requireReachOfGroup } from './reach';
import { accountOf, membersOf, moveToGroup } from './staff';

const list: ListDefinition<typeof adminGroupRow> = {
  table: 'groupOfStaff',
  row: adminGroupRow,
  filters: adminGroupFilters,
  keyword: ['name', 'nameCn', 'description'],
  order: 'name',
};
const codec = codecOf(adminGroupRow);

async function readGroup(db: Reader, id: number): Promise<AdminGroup> {
  return codec.decode(await rowById(db, 'groupOfStaff', id));
}

async function requireUnique(db: Reader, name: string, id?: number): Promise<void> {
  const twin = await db.selectFrom('adminGroup').select('id').where('name', '=', name).executeTakeFirst();
  if (twin && twin.id !== id) throw refuseFields({ name: problem('CODE_EXISTS', { code: name }) });
}

/**
 * Refuses changes of the super-administrator group: permissions added later must not need a person who had them before.
 */
function requireOpen({ superAdmin }: AdminGroup): void {
  if (superAdmin) throw refuse('GROUP_FIXED');
}

const logGroup = (
  context: Context,
  action: LogAction,
  { id, name }: Pick<AdminGroup, 'id' | 'name'>,
  change: { before?: unknown; after?: unknown },
) =>
  context.log({
    module: 'access',
    action,
    objectType: 'adminGroup',
    objectId: id,
    objectNo: name,
    ...change,
  });

const ITEMS: ReadonlySet<string> = new Set(
  permissionNodes.filter(({ level }) => level === 3).map(({ id }) => id),
);
/** Leaves of the permission tree among the nodes; they imply their menu and area. */
const itemsOf = (ids: readonly string[]) => ids.filter((id) => ITEMS.has(id));

/** Permissions of a group; super administrators have all, including ones added after the group was made. */
async function permissionsOf(
  db: Reader,
  id: number,
): Promise<{ group: AdminGroup; permissionIds: string[] }> {
  const group = await readGroup(db, id);
  const granted = await groupWithGrants(db, id);
  const permissionIds = group.superAdmin
    ? permissionNodes.map((node) => node.id)
    : withParents(granted?.permissionIds ?? []);
  return { group, permissionIds };
}

/** Approval settings that list a group. */
const usesOfGroup = (db: Reader, { id, name }: AdminGroup) => usesOf(db, 'adminGroup', { id, code: name });

async function insertGrants(write: Writer, groupId: number, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await write
    .insertInto('groupPermission')
    .values(ids.map((permissionId) => ({ groupId, permissionId })))
    .execute();
}

async function insertGroup(
  write: Writer,
  draft: Pick<AdminGroup, 'name' | 'nameCn' | 'description'>,
): Promise<number> {
  await requireUnique(write, draft.name);
  const { id } = await write
    .insertInto('adminGroup')
    .values({ ...draft, superAdmin: 0, version: 1 })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

async function remove(context: Context, id: number): Promise<boolean> {
  const { write } = context;
  const { group, permissionIds } = await permissionsOf(write, id);
  requireOpen(group);
  await requireReachOfGroup(context, { id, permissionIds });
  if (group.memberCount > 0 || (await usesOfGroup(write, group)).length > 0) throw refuse('IN_USE');
  // Deleted accounts keep a group; it gives them nothing, since they cannot sign in.
  const other = await write
    .selectFrom('adminGroup')
    .select('id')
    .where('id', '!=', id)
    .orderBy('superAdmin')
    .orderBy('id')
    .executeTakeFirstOrThrow();
  await write.updateTable('staff').set({ groupId: other.id }).where('groupId', '=', id).execute();
  await write.deleteFrom('groupPermission').where('groupId', '=', id).execute();
  await write.deleteFrom('listViewGroupDefault').where('groupId', '=', id).execute();
  await write.deleteFrom('adminGroup').where('id', '=', id).execute();
  await logGroup(context, 'delete', group, { before: { ...group, permissionIds: itemsOf(permissionIds) } });
  return true;
}

/** Permission groups, their permissions and members. */
export const adminGroupHandlers: GroupHandlers<'adminGroup'> = {
  all: async ({ read }) => {
    const rows = await read
      .selectFrom('adminGroup')
      .select((group) => [
        'id',
        'name as nameEn',
        'nameCn',
        'superAdmin',
        group
          .selectFrom('staff')
          .select(({ fn }) => fn.countAll<number>().as('n'))
          .whereRef('staff.groupId', '=', 'adminGroup.id')
          .where('loginAllowed', '=', 1)
          .where('deletedAt', 'is', null)
          .as('ableCount'),
      ])
      .orderBy('name')
      .execute();
    return rows.map(({ superAdmin, ableCount, ...row }) => ({
      ...row,
      superAdmin: superAdmin === 1,
      ableCount: ableCount ?? 0,
    }));
  },

  list: ({ read }, { query }) => listRows(read, list, query),
  export: (context, { query }) => exportRows(context, { definition: list, resource: 'adminGroup' }, query),

  usage: async ({ read }, { params }) => usesOfGroup(read, await readGroup(read, params.id)),

  create: async (context, { body }) => {
    const id = await insertGroup(context.write, body);
    await logGroup(context, 'create', { id, name: body.name }, { after: body });
    return readGroup(context.write, id);
  },

  update: async (context, { params, body }) => {
    const { write } = context;
    const { group: before, permissionIds } = await permissionsOf(write, params.id);
    const { version, ...patch } = body;
    if (!before.superAdmin) await requireReachOfGroup(context, { id: before.id, permissionIds });
    requireVersion(before, version);
    requireOpen(before);
    const { name, nameCn, description } = { ...before, ...patch };
    await requireUnique(write, name, params.id);
    await write
      .updateTable('adminGroup')
      .set({ name, nameCn, description, version: version + 1 })
      .where('id', '=', params.id)
      .execute();
    const changed = difference(before, { name, nameCn, description });
    await logGroup(
      context,
      'update',
      { id: params.id, name },
      { before: changed.before, after: changed.after },
    );
    return readGroup(write, params.id);
  },

  remove: async (context, { params }) => {
    await remove(context, params.id);
    return null;
  },
  batchDelete: async (context, { body }) => {
    const ids = await selectedIds(context, list, body);
    return eachOf(context, ids, (id) => remove(context, id));
  },

  copy: async (context, { params, body }) => {
    const { write } = context;
    const { group, permissionIds } = await permissionsOf(write, params.id);
    requireReach(context, { superAdmin: group.superAdmin ? 1 : 0, permissionIds });
    const id = await insertGroup(write, body);
    await insertGrants(write, id, permissionIds);
    await logGroup(
      context,
      'create',
      { id, name: body.name },
      {
        after: { ...body, permissionIds: itemsOf(permissionIds) },
      },
    );
    return readGroup(write, id);
  },

  permissions: ({ read }, { params }) => permissionsOf(read, params.id),

  setPermissions: async (context, { params, body }) => {
    const { write } = context;
    const { group, permissionIds: before } = await permissionsOf(write, params.id);
    const after = withParents(body.permissionIds);
    // The caller may neither grant nor remove permissions that they do not have.
    if (!group.superAdmin)
      await requireReachOfGroup(context, { id: group.id, permissionIds: [...before, ...after] });
    requireVersion(group, body.version);
    requireOpen(group);
    await write.deleteFrom('groupPermission').where('groupId', '=', params.id).execute();
    await insertGrants(write, params.id, after);
    await write
      .updateTable('adminGroup')
      .set({ version: group.version + 1 })
      .where('id', '=', params.id)
      .execute();
    await logGroup(context, 'grant', group, {
      before: { permissionIds: itemsOf(before).filter((id) => !after.includes(id)) },
      after: { permissionIds: itemsOf(after).filter((id) => !before.includes(id)) },
    });
    return permissionsOf(write, params.id);
  },

  members: async ({ read }, { params }) => membersOf(read, (await readGroup(read, params.id)).id),

  setMembers: async (context, { params, body }) => {
    const group = await groupWithGrants(context.write, params.id);
    if (!group) throw refuse('NOT_FOUND');
    requireReach(context, group);
    return eachOf(context, body.staffIds, async (id) => {
      const account = await accountOf(context.write, id);
      if (account.groupId === group.id) return false;
      await moveToGroup(context, account, group);
      return true;
    });
  },
};
