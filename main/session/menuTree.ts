import { isRecord } from '@contract/access/changes';
import type { MenuNode } from '@contract/access/session';
import { type Problem, problem } from '@contract/errors';
import { type PermissionNode, permissionNodes } from '@contract/permissions';
import { words } from '@contract/words';

/** A permission tree in the one shape that windows get, or why it was not understood. */
export type ReadTree = { readonly nodes: readonly MenuNode[] } | { readonly problem: Problem };

type Fields = Readonly<Record<string, unknown>>;

/** Names under which an answer may carry its nodes. */
const WRAPPERS = ['list', 'tree', 'menus', 'menu', 'nodes', 'data', 'children'];
/** Nodes that are read at most; a larger tree is no menu. */
const MOST_NODES = 20_000;
/** Levels that are followed; deeper ones count as the third. */
const DEEPEST = 20;

const known: ReadonlyMap<string, PermissionNode> = new Map(permissionNodes.map((node) => [node.id, node]));

/**
 * Reads a permission tree: flat with `parentId` or nested in `children`, as a list or wrapped in an object, tags as numbers
 * or texts, the flag as `enabled` or `enable`. A node without a tag permits nothing and holds its children.
 */
export function readMenuTree(answer: unknown): ReadTree {
  const listed = listOf(answer);
  if (!listed) return { problem: problem('TREE_NO_LIST', { came: kindOf(answer) }) };
  const found = flattened(listed);
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

/** The nodes of an answer; undefined where it holds none. */
function listOf(answer: unknown, depth = 0): readonly unknown[] | undefined {
  if (Array.isArray(answer)) return answer;
  if (!isRecord(answer) || depth > 2) return undefined;
  // A single root is a node as its children are.
  if (tagOf(answer) !== '') return [answer];
  for (const name of WRAPPERS) {
    const inner = listOf(answer[name], depth + 1);
    if (inner) return inner;
  }
  return undefined;
}

interface Found {
  readonly fields: Fields;
  readonly id: string;
  readonly parentId: string | null;
  readonly level: number;
}

/** All nodes, parents before their children where these are nested. */
function flattened(listed: readonly unknown[]): Found[] {
  const found: Found[] = [];
  const walk = (nodes: readonly unknown[], parent: Found | null, depth: number): void => {
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

/** Levels by the parents that a flat list names; a parent that is not in it, as 0 often is, is none. */
function withLevels(found: readonly Found[]): Found[] {
  const byId = new Map(found.map((node) => [node.id, node]));
  const levelOf = (node: Found, steps = 0): number => {
    const parent = node.parentId === null ? undefined : byId.get(node.parentId);
    return parent && parent !== node && steps < DEEPEST ? 1 + levelOf(parent, steps + 1) : 1;
  };
  return found.map((node) => ({
    ...node,
    parentId: node.parentId !== null && byId.has(node.parentId) ? node.parentId : null,
    level: levelOf(node),
  }));
}

function nodeOf({ fields, id, parentId, level }: Found): MenuNode {
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
/** The flag of a node; undefined where it has none that can be understood. */
function flagOf(fields: Fields): boolean | undefined {
  const flag = fields.enabled ?? fields.enable;
  return FLAGS[String(flag)];
}

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value.trim() : Number.isSafeInteger(value) ? String(value) : '';

/** Names and codes, which say nothing about people. */
const isName = (text: string): boolean => /^[A-Za-z0-9_:./-]{1,30}$/.test(text);

/** Description of a value that came in place of a list: its type and the names of its fields. */
function kindOf(answer: unknown): string {
  if (!isRecord(answer)) return answer === null || answer === undefined ? 'null' : typeof answer;
  const names = Object.keys(answer).filter(isName).slice(0, 12);
  return `{ ${names.join(', ')} }`;
}
