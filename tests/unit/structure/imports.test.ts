import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '../../..');

function sources(folder: string): string[] {
  return readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !entry.name.endsWith('.d.ts'))
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)));
}

/** Returns all imports of a file: files of the project by their path, packages and node's modules by name. */
function importsOf(file: string): string[] {
  const text = readFileSync(path.join(root, file), 'utf8');
  const found = [
    ...text.matchAll(
      /(?:^|\n)\s*(?:import|export)\s[^'"]*?from\s*'([^']+)'|(?:^|\n)import\s*'([^']+)'|import\(\s*'([^']+)'\s*\)/g,
    ),
  ];
  return found.map((match) => {
    const target = match[1] ?? match[2] ?? match[3] ?? '';
    if (target.startsWith('@contract/')) return target.replace('@contract', 'preload/contract');
    return target.startsWith('.') ? path.join(path.dirname(file), target) : target;
  });
}

interface Rule {
  /** True for files under the rule. */
  readonly files: (file: string) => boolean;
  /** True for permitted imports. */
  readonly may: (target: string) => boolean;
}
const within =
  (...folders: string[]) =>
  (target: string) =>
    folders.some((folder) => target === folder || target.startsWith(`${folder}/`));
const isLocal = (target: string) => /^(main|preload|renderer|tests|scripts|resources)(\/|$)/.test(target);
const isNode = (target: string) => target.startsWith('node:');

const contract = within('preload/contract');
/** Areas of the window, each with its screens; code shared by several is in `shared`. */
const areas = readdirSync(path.join(root, 'renderer/screens'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);
const ofArea = (area: string): Rule => ({
  files: within(`renderer/screens/${area}`),
  may: (target) =>
    !within('renderer/screens')(target) ||
    within(`renderer/screens/${area}`, 'renderer/screens/shared')(target) ||
    target === 'renderer/screens' ||
    path.dirname(target) === 'renderer/screens',
});

const rules: Record<string, Rule> = {
  ...Object.fromEntries(
    areas.map((area) => [`screens of ${area} import none of another area`, ofArea(area)]),
  ),
  'what screens are made of imports nothing of them, stylesheets included': {
    files: within('renderer/kinds', 'renderer/ui', 'renderer/resource', 'renderer/api'),
    may: (target) => !within('renderer/screens')(target),
  },
  'the contract imports zod, re2js and itself': {
    files: within('preload/contract'),
    may: (target) => contract(target) || target === 'zod' || target === 're2js',
  },
  'preload imports electron and the contract': {
    files: (file) => file === 'preload/index.ts',
    may: (target) => target === 'electron' || contract(target),
  },
  'the renderer imports the contract, itself and browser libraries': {
    files: within('renderer'),
    may: (target) =>
      isLocal(target)
        ? contract(target) || within('renderer')(target)
        : !isNode(target) && !['electron', 'axios', 'keytar', 'kysely', 'hono'].includes(target),
  },
  'the widgets of renderer/ui know nothing of the trade': {
    files: within('renderer/ui'),
    may: (target) => !isLocal(target) || within('renderer/ui')(target),
  },
  'the resource kit names no screen': {
    files: within('renderer/resource'),
    may: (target) => !within('renderer/screens')(target),
  },
  // A hand-made list could lack its export, its empty state or its foot.
  'a screen whose list is searched draws it by RecordList': {
    files: within('renderer/screens'),
    may: (target) =>
      !['FilterBar', 'ListMenus', 'NoMatch'].some((part) => target === `renderer/resource/${part}`),
  },
  'main does not know the renderer': {
    files: within('main'),
    may: (target) => !isLocal(target) || contract(target) || within('main', 'resources')(target),
  },
  'only main/electron and the composition root import electron': {
    files: (file) =>
      within('main')(file) &&
      !within('main/electron')(file) &&
      !['main/index.ts', 'main/serveWindow.ts'].includes(file),
    may: (target) => target !== 'electron',
  },
  'the embedded API imports the contract and main/tabular': {
    files: within('main/server'),
    may: (target) =>
      !isLocal(target) || contract(target) || within('main/server', 'main/tabular', 'main/smallHeap')(target),
  },
  'reading and writing files of rows is plain Node': {
    files: within('main/tabular'),
    may: (target) => !isLocal(target) || contract(target) || within('main/tabular')(target),
  },
};

const files = ['preload', 'main', 'renderer'].flatMap(sources);

test('reads the sources', () => {
  expect(files.length).toBeGreaterThan(150);
  expect(importsOf('main/serveWindow.ts')).toContain('main/transport/transport');
  expect(importsOf('renderer/screens/bill/BillList.tsx')).toContain('preload/contract/bill/bill');
});

test.each(Object.entries(rules))('has no forbidden import: %s', (_, { files: speaks, may }) => {
  const spoken = files.filter(speaks);
  expect(spoken.length).toBeGreaterThan(0);
  const breaches = spoken.flatMap((file) =>
    importsOf(file)
      .filter((target) => !may(target))
      .map((target) => `${file} imports ${target}`),
  );
  expect(breaches).toEqual([]);
});

test('finds a breach of a rule', () => {
  const rule = rules['the contract imports zod, re2js and itself'] as Rule;
  expect(['node:fs', 'react', 'main/index'].filter((target) => rule.may(target))).toEqual([]);
});

test('names keytar in one file alone', () => {
  expect(files.filter((file) => importsOf(file).includes('keytar'))).toEqual([
    'main/session/keychainProcess.ts',
  ]);
});

// A direct use of the library would show its last data, of whatever query, and hide failures.
test('reads data for screens by one mechanism, so that none shows another query’s', () => {
  const raw = /\b(?:useQuery|useQueries|useInfiniteQuery|useSuspenseQuery|keepPreviousData)\b/;
  const found = files
    .filter(within('renderer'))
    .filter((file) => raw.test(readFileSync(path.join(root, file), 'utf8')));
  expect(found).toEqual(['renderer/api/answers.ts']);
});

// An element with a closing transition returns the focus afterwards, even if another element has it by then.
test('closes drop-downs without an animation', () => {
  const dropping =
    /^\s*<(?:PopoverNext|Select|MultiSelect|Suggest|ContextMenu|ContextMenuPopover)[<\s]|showContextMenu\(/gm;
  const marking = /(?:\.\.\.|=\{)(?:atOnce|listBelow)\b/g;
  const counted = files.filter(within('renderer')).map((file) => {
    const text = readFileSync(path.join(root, file), 'utf8');
    return { file, drops: text.match(dropping)?.length ?? 0, marked: text.match(marking)?.length ?? 0 };
  });
  expect(counted.filter(({ drops }) => drops > 0).length).toBeGreaterThan(4);
  expect(counted.filter(({ drops, marked }) => marked < drops)).toEqual([]);
});

// A button that is disabled while it works loses the focus: BusyButton restores it.
test('returns the focus to a busy button when its action is done', () => {
  const working = /\bloading=/;
  const found = files
    .filter(within('renderer'))
    .filter((file) => working.test(readFileSync(path.join(root, file), 'utf8')));
  expect(found).toEqual(['renderer/ui/BusyButton.tsx']);
});

// Tests that import node:sqlite do not run with PostgreSQL: only they may use the file.
test('opens the SQLite file only in API tests that do not run with PostgreSQL', () => {
  const knowing = sources('tests/api').filter(
    (file) =>
      file.endsWith('.test.ts') &&
      readFileSync(path.join(root, file), 'utf8').includes("'freight.db'") &&
      !importsOf(file).includes('node:sqlite'),
  );
  expect(knowing).toEqual([]);
});
