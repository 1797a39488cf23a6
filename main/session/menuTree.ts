import { isRecord } from '@contract/access/changes';
import type { MenuNode } from '@contract/access/session';
import { type Problem, problem } from '@contract/errors';
import { type PermissionNode, permissionNodes } from '@contract/permissions';
import { words } from '@contract/words';

/** A permission tree in the shape that windows know, or why it is invalid. */
export type ReadTree = { readonly nodes: readonly MenuNode[] } | { readonly problem: Problem };

type Fields = Readonly<Record<string, unknown>>;

/** Field names under which a response may contain its nodes. */
const WRAPPERS = ['list', 'tree', 'menus', 'menu', 'nodes', 'data', 'children'];
/** Maximum nodes read; a larger tree is no menu. */
const MOST_NODES = 20_000;
/** Maximum depth read; levels below the third count as the third. */
const DEEPEST = 20;

const known: ReadonlyMap<string, PermissionNode> = new Map(permissionNodes.map((node) => [node.id, node]));

/**
 * Reads a permission tree: flat with `parentId` or nested in `children`, as a list or wrapped in an object, tags as
 * numbers or texts, the flag as `enabled` or `enable`. A node without a tag grants nothing but may have children.
 */
export function readMenuTree(answer: unknown): ReadTree {
  const listed = listOf(answer);
  if (!listed) return { problem: problem('TREE_NO_LIST', { came: kindOf(answer) }) };
  const found = flatten(listed);
  const [first] = found;
  if (!first) return { problem: problem('TREE_EMPTY') };
  const fields = Object.keys(first.fields).filter(isName).slice(0, 12).join(', ') || '–';
  const count = found.length;
  if (found.every(({ fields: one }) => tagOf(one) === ''))
    return { problem: problem('TREE_NO_TAGS', { count, fields }) };
  if (found.every(({ fields: one }) => flagOf(one) === undefined))
    return { problem: problem('TREE_NO_FLAGS', { count, fields }) };
  const nodes = found.map(nodeOf);
  if (!nodes.some(({ tag }) => known.has(tag))) {
    const tags = nodes.flatMap(({ tag }) => (isName(tag) ? [tag] : [])).slice(0, 3);
    return { problem: problem('TREE_OTHER_TAGS', { count, tags: tags.join(', ') || '–' }) };
  }
  return { nodes };
}

/** Finds the list of nodes in a response; undefined if there is none. */
function listOf(answer: unknown, depth = 0): readonly unknown[] | undefined {
  if (Array.isArray(answer)) return answer;
  if (!isRecord(answer) || depth > 2) return undefined;
  // A single root is a node like its children.
  if (tagOf(answer) !== '') return [answer];
  for (const name of WRAPPERS) {
    const inner = listOf(answer[name], depth + 1);
    if (inner) return inner;
  }
  return undefined;
}

interface TreeNode {
  readonly fields: Fields;
  readonly id: string;
  readonly parentId: string | null;
  readonly level: number;
}

/** Lists all nodes; nested ones follow their parents. */
function flatten(listed: readonly unknown[]): TreeNode[] {
  const found: TreeNode[] = [];
  const walk = (nodes: readonly unknown[], parent: TreeNode | null, depth: number): void => {
    for (const fields of nodes) {
      if (!isRecord(fields) || found.length >= MOST_NODES) continue;
      const id = textOf(fields.id) || tagOf(fields) || `node-${found.length}`;
      const parentId = parent?.id ?? (textOf(fields.parentId) || null);
      const node = { fields, id, parentId, level: depth };
      found.push(node);
      if (Array.isArray(fields.children) && depth < DEEPEST) walk(fields.children, node, depth + 1);
    }
  };
  walk(listed, null, 1);
  return withLevels(found);
}

/** Derives levels from the parents in a flat list; a parent that is not listed, as 0 often is, counts as none. */
function withLevels(found: readonly TreeNode[]): TreeNode[] {
  const byId = new Map(found.map((node) => [node.id, node]));
  const levelOf = (node: TreeNode, steps = 0): number => {
    const parent = node.parentId === null ? undefined : byId.get(node.parentId);
    return parent && parent !== node && steps < DEEPEST ? 1 + levelOf(parent, steps + 1) : 1;
  };
  return found.map((node) => ({
    ...node,
    parentId: node.parentId !== null && byId.has(node.parentId) ? node.parentId : null,
    level: levelOf(node),
  }));
}

function nodeOf({ fields, id, parentId, level }: TreeNode): MenuNode {
  const tag = tagOf(fields);
  const ours = known.get(tag);
  const title = (own: unknown, language: 'en' | 'cn') =>
    textOf(own) || (ours ? words[language].menu[ours.name] : textOf(fields.title) || textOf(fields.name));
  return {
    id,
    parentId,
    level: Math.min(level, 3),
    titleEn: title(fields.titleEn, 'en'),
    titleCn: title(fields.titleCn, 'cn'),
    tag,
    enabled: flagOf(fields) ?? false,
  };
}

const tagOf = (fields: Fields): string => textOf(fields.tag);

const FLAGS: Readonly<Record<string, boolean>> = { true: true, false: false, '1': true, '0': false };
/** Reads the flag of a node; undefined if it has no valid one. */
function flagOf(fields: Fields): boolean | undefined {
  const flag = fields.enabled ?? fields.enable;
  return FLAGS[String(flag)];
}

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value.trim() : Number.isSafeInteger(value) ? String(value) : '';

/** True for names and codes, which are safe to show: they contain no personal data. */
const isName = (text: string): boolean => /^[A-Za-z0-9_:./-]{1,30}$/.test(text);

/** Describes a value that is not the expected list: its type and its field names. */
function kindOf(answer: unknown): string {
  if (!isRecord(answer)) return answer === null || answer === undefined ? 'null' : typeof answer;
  const names = Object.keys(answer).filter(isName).slice(0, 12);
  return `{ ${names.join(', ')} }`;
}
