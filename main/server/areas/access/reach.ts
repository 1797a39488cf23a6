import { permissionNodes } from '@contract/permissions';
import type { Context } from '../../core/context';
import { refuse } from '../../core/refusal';
import type { Reader } from '../../store/open';
import { storedNumbers } from '../../store/storedLists';

/** Loads a permission group with its permissions; undefined when there is none. */
export async function groupWithGrants(db: Reader, id: number) {
  const group = await db.selectFrom('adminGroup').selectAll().where('id', '=', id).executeTakeFirst();
  if (!group) return undefined;
  const granted = await db
    .selectFrom('groupPermission')
    .select('permissionId')
    .where('groupId', '=', id)
    .execute();
  return { ...group, permissionIds: granted.map(({ permissionId }) => permissionId) };
}

/** Nodes that grant something; menus and areas only group them. */
const ITEMS: ReadonlySet<string> = new Set(
  permissionNodes.filter(({ level }) => level === 3).map(({ id }) => id),
);

/**
 * Refuses to grant, or change, more than the caller has: otherwise managing accounts could raise one's own permissions.
 */
export function requireReach(
  { caller }: Pick<Context, 'caller'>,
  group: { readonly superAdmin: number; readonly permissionIds: readonly string[] },
): void {
  if (caller.superAdmin) return;
  const beyond = group.permissionIds.some((id) => ITEMS.has(id) && !caller.permissions.has(id));
  if (group.superAdmin === 1 || beyond) throw refuse('GRANT_BEYOND');
}

/** True if `theirs` contains a warehouse that is not in `own`. An empty list means all warehouses. */
const seesMore = (own: readonly number[], theirs: readonly number[]): boolean =>
  own.length > 0 && (theirs.length === 0 || theirs.some((id) => !own.includes(id)));

/** Refuses to grant a wider view than the caller's. */
export function requireSight({ caller }: Pick<Context, 'caller'>, warehouseIds: readonly number[]): void {
  if (seesMore(caller.warehouseIds, warehouseIds)) throw refuse('GRANT_BEYOND');
}

/** Refuses accounts that are limited to warehouses: they would grant access that has no such limit. */
export const requireWholeSight = (context: Pick<Context, 'caller'>): void => requireSight(context, []);

/** Like {@link requireReach}, for all permissions and the view of an account: resetting its password gains both. */
export async function requireReachOf(
  context: Pick<Context, 'caller' | 'read'>,
  account: { readonly groupId: number; readonly superAdmin: number; readonly warehouseIds: string },
): Promise<void> {
  const group = await groupWithGrants(context.read, account.groupId);
  requireReach(context, {
    superAdmin: account.superAdmin,
    permissionIds: group?.permissionIds ?? [],
  });
  requireSight(context, storedNumbers(account.warehouseIds));
}

/** Like {@link requireReach}, for changing a group: the change affects all its members. */
export async function requireReachOfGroup(
  context: Pick<Context, 'caller' | 'read'>,
  group: { readonly id: number; readonly permissionIds: readonly string[] },
): Promise<void> {
  requireReach(context, { superAdmin: 0, permissionIds: group.permissionIds });
  const members = await context.read
    .selectFrom('staff')
    .select('warehouseIds')
    .where('groupId', '=', group.id)
    .where('deletedAt', 'is', null)
    .execute();
  for (const { warehouseIds } of members) requireSight(context, storedNumbers(warehouseIds));
}

/** Refuses to demote or block the last super administrator who can sign in. */
export async function requireAnotherAdministrator(
  db: Reader,
  account: { readonly id: number; readonly superAdmin: number },
): Promise<void> {
  if (account.superAdmin !== 1) return;
  const other = await db
    .selectFrom('staff')
    .select('id')
    .where('superAdmin', '=', 1)
    .where('loginAllowed', '=', 1)
    .where('deletedAt', 'is', null)
    .where('id', '!=', account.id)
    .limit(1)
    .executeTakeFirst();
  if (!other) throw refuse('STAFF_LAST_ADMIN');
}
