import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync } from 'vite';
import { expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '../../..');
const files = readdirSync(path.join(root, 'renderer'), { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !entry.name.endsWith('.d.ts'))
  .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)));

type Node = Readonly<Record<string, unknown>> & { readonly type: string; readonly start: number };
const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
const childrenOf = (node: Node): Node[] => Object.values(node).flat().filter(isNode);

const FUNCTIONS = ['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression'];
/** Functions that call their argument immediately: during a render, if they are called in one. */
const AT_ONCE = /^(?:useMemo|useState|useReducer|memo|map|flatMap|filter|find|some|every|forEach|reduce)$/;
const MUTATES = /^(?:set|add|delete|clear|push|pop|shift|unshift|splice|sort)$/;

const nameOf = (node: unknown): string => {
  if (!isNode(node)) return '';
  if (node.type === 'MemberExpression') return nameOf(node.property);
  return typeof node.name === 'string' ? node.name : '';
};
const isCurrent = (node: unknown) =>
  isNode(node) && node.type === 'MemberExpression' && nameOf(node) === 'current';
const objectOf = (node: unknown) =>
  isNode(node) && node.type === 'MemberExpression' ? node.object : undefined;

/** True for a node that changes a ref, or the object in it. */
const writesRef = (node: Node): boolean =>
  (node.type === 'AssignmentExpression' && isCurrent(node.left)) ||
  (node.type === 'UpdateExpression' && isCurrent(node.argument)) ||
  (node.type === 'CallExpression' && MUTATES.test(nameOf(node.callee)) && isCurrent(objectOf(node.callee)));

/** Returns the lines of a source where a component or a hook changes a ref during a render. */
function writesWhileDrawing(file: string, text: string): string[] {
  const { program, errors } = parseSync(file, text);
  expect(errors, file).toEqual([]);
  const found: string[] = [];
  const visit = (node: Node, draws: boolean, name: string): void => {
    if (draws && writesRef(node)) {
      const line = text.slice(0, node.start).split('\n').length;
      found.push(`${file}:${line} ${text.split('\n')[line - 1]?.trim()}`);
    }
    for (const child of childrenOf(node)) {
      const given = node.type === 'CallExpression' && child !== node.callee ? nameOf(node.callee) : '';
      const own = FUNCTIONS.includes(child.type)
        ? nameOf(child.id) || (node.type === 'VariableDeclarator' ? nameOf(node.id) : '')
        : '';
      const inside = FUNCTIONS.includes(child.type)
        ? /^(?:use)?[A-Z]/.test(own) || (AT_ONCE.test(given) && (draws || given === 'memo'))
        : draws;
      visit(child, inside, own || name);
    }
  };
  for (const node of childrenOf({ type: 'Program', start: 0, body: program.body })) visit(node, false, '');
  return found;
}

test('changes no ref during a render', () => {
  expect(
    files.flatMap((file) => writesWhileDrawing(file, readFileSync(path.join(root, file), 'utf8'))),
  ).toEqual([]);
});

test('finds a ref that is changed during a render, and none that is changed later', () => {
  const text = `
    export function useLatest(act) {
      const latest = useRef(act);
      latest.current = act;
      useEffect(() => { latest.current = act; });
      return useCallback(() => { latest.current = null; }, []);
    }
    const Shown = ({ rows }) => {
      const seen = useRef(new Set());
      const all = useMemo(() => rows.map((row) => seen.current.add(row)), [rows]);
      return <button onClick={() => { seen.current = all; }}>{all}</button>;
    };`;
  expect(writesWhileDrawing('latest.tsx', text)).toEqual([
    'latest.tsx:4 latest.current = act;',
    'latest.tsx:10 const all = useMemo(() => rows.map((row) => seen.current.add(row)), [rows]);',
  ]);
});
