import { type PermissionNode, permissionNodes } from '../permissions';

const nodesById: ReadonlyMap<string, PermissionNode> = new Map(
  permissionNodes.map((node) => [node.id, node]),
);

/** Returns the third-level items at or below a node: only these are granted; menus and areas merely lead to them. */
export function itemsUnder(id: string): string[] {
  const node = nodesById.get(id);
  if (!node) return [];
  if (node.level === 3) return [id];
  return permissionNodes.filter(({ parentId }) => parentId === id).flatMap((below) => itemsUnder(below.id));
}

/** Returns items with their menus and areas, in menu order; menus without granted items are left out. */
export function withParents(ids: Iterable<string>): string[] {
  const granted = new Set<string>();
  for (const id of ids) {
    let node = nodesById.get(id);
    if (node?.level !== 3) continue;
    for (; node; node = node.parentId === null ? undefined : nodesById.get(node.parentId))
      granted.add(node.id);
  }
  return permissionNodes.map(({ id }) => id).filter((id) => granted.has(id));
}

/** Returns how much at or below a node is granted: all, some or none. */
export function grantOf(id: string, items: ReadonlySet<string>): 'all' | 'some' | 'none' {
  const own = itemsUnder(id);
  const held = own.filter((item) => items.has(item)).length;
  return held === 0 ? 'none' : held === own.length ? 'all' : 'some';
}

/** Returns the items with everything at or below a node granted or revoked. */
export function withGrant(items: ReadonlySet<string>, id: string, given: boolean): Set<string> {
  const changed = new Set(items);
  for (const item of itemsUnder(id)) {
    if (given) changed.add(item);
    else changed.delete(item);
  }
  return changed;
}
