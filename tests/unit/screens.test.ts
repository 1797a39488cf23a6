import { allEndpoints } from '@contract/index';
import { permissionNodes } from '@contract/permissions';
import { describe, expect, test } from 'vitest';
import { screens } from '../../renderer/screens';
import { loadScreen } from '../../renderer/screens/load';

describe('the list of screens', () => {
  test('refuses a module that does not exist', async () => {
    await expect(loadScreen('home/Nothing')).rejects.toMatchObject({
      code: 'MODULE_NOT_FOUND',
      message: 'Cannot find module',
    });
  });

  test('has a module for each screen', () => {
    const files = Object.keys(import.meta.glob('../../renderer/screens/*/*.tsx'));
    for (const { module } of screens) expect(files).toContain(`../../renderer/screens/${module}.tsx`);
  });
});

describe('a message to staff', () => {
  const server = Object.values(
    import.meta.glob<string>('../../main/server/**/*.ts', { query: '?raw', import: 'default', eager: true }),
  ).join('\n');
  const roots = new Set(screens.map(({ path }) => path.split('/')[1]));
  /** Paths of screens that the server names, without the id of a record behind them. */
  const named = [...server.matchAll(/['`](\/([a-z-]+)\/[a-z/_-]+?)\/?(?=['`$])/g)]
    .filter(([, , root]) => roots.has(root))
    .map(([, path = '']) => path);

  test('leads to a screen that exists', () => {
    const known = new Set(screens.map(({ path }) => path.replace(/\/:\w+$/, '')));
    expect(named.filter((path) => !known.has(path))).toEqual([]);
    expect(new Set(named).size).toBeGreaterThan(7);
  });
});

/**
 * Sources that check permissions besides the access of calls and screens: actions of states, kinds of files, handlers.
 */
const sources = Object.values(
  import.meta.glob<string>(
    ['../../preload/contract/**/*.ts', '../../main/server/**/*.ts', '!../../main/server/demo/**'],
    { query: '?raw', import: 'default', eager: true },
  ),
).join('\n');

describe('the permission tree', () => {
  const doors = new Set<string>([
    ...allEndpoints().flatMap(({ found }) => [found.access].flat()),
    ...screens.flatMap(({ permission }) => permission ?? []),
  ]);
  const items = permissionNodes.filter(({ level }) => level === 3);

  test.each(items.map(({ name, id }) => ({ name, id })))(
    'contains $name, which opens something',
    ({ name, id }) => {
      expect(doors.has(id) || sources.includes(`permit('${name}')`)).toBe(true);
    },
  );

  test('contains few items that open nothing on their own', () => {
    const inside = items.filter(({ id }) => !doors.has(id)).map(({ name }) => name);
    expect(inside).toEqual([
      'bill.import.undo',
      'bill.warehouse.reopen',
      'bill.thirdPart.store',
      'report.schedule.all',
    ]);
  });

  test('contains every permission that calls and screens require', () => {
    const known = new Set<string>([...permissionNodes.map(({ id }) => id), 'public', 'session', 'partner']);
    expect([...doors].filter((id) => !known.has(id))).toEqual([]);
  });
});
