import { allEndpoints } from '@contract/index';
import { reportApis } from '@contract/report';
import { describe, expect, test } from 'vitest';

const glob = import.meta.glob<string>(
  [
    '../../../renderer/**/*.{ts,tsx}',
    '../../../main/{desktop,electron,files,session,transport}/**/*.ts',
    '!../../../renderer/i18n/**',
  ],
  { query: '?raw', import: 'default', eager: true },
);
/** The code that makes calls, without its comments. */
const source = Object.values(glob)
  .map((text) => text.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, ''))
  .join('\n');
const matches = (pattern: RegExp): ReadonlySet<string> =>
  new Set([...source.matchAll(pattern)].flatMap(([, name]) => name ?? []));

/** Groups and calls by their names: `client.bill.list`, `'bill.list'`, `read('bill', 'list')`. */
const direct = new Set([
  ...matches(/\b(?:client|api|\w+Api)\.(\w+\.\w+)/g),
  ...matches(/['"`](\w+\.\w+)['"`]/g),
]);
const readBy = new Set(
  [...source.matchAll(/'(\w+)'(?: as \w+)?,\s*'(\w+)'/g)].map(([, group, call]) => `${group}.${call}`),
);
/** Calls of a group that is known only while the app runs. */
const generic = new Set([
  ...matches(/\bclient\[[\w.[\]]+\]\s*\.(\w+)/g),
  ...matches(/\bcalls\.(\w+)/g),
  ...matches(/\bread\(\s*[a-z][\w.]*,\s*'(\w+)'/g),
  ...matches(/\bgroup\.(start|update)\(/g),
  ...matches(/\$\{\w+\}\.(\w+)`/g),
  'export',
  'all',
]);
/** Groups of which such a call may be made: they are named in the screens, or in the list of reports. */
const quoted = new Set([...matches(/'(\w+)'/g), ...Object.keys(reportApis)]);
/** Groups whose writes are chosen by the name of an action. */
const chosen = matches(/\bclient\.(\w+)(?:\[| as )/g);
/** Groups whose files are chosen by the name of a call. */
const templated = matches(/`(\w+)\.\$\{\w+\}`/g);

const isMade = (name: string, method: string): boolean => {
  const [group = '', call = ''] = name.split('.');
  return (
    direct.has(name) ||
    readBy.has(name) ||
    (generic.has(call) && quoted.has(group)) ||
    (chosen.has(group) && method !== 'GET') ||
    (templated.has(group) && quoted.has(call))
  );
};

/** Calls that no screen makes, and why. */
const BY_OTHERS: Readonly<Record<string, string>> = {
  'thirdParty.store': "partners' systems send bills by it",
  'cmrConfig.updateMany': 'scripts of an operator change several settings by it, the screen one at a time',
};

describe('the calls of the app', () => {
  test.each(allEndpoints().map(({ name, found }) => ({ name, method: found.method })))(
    'are made by a screen, or listed as made by others: $name',
    ({ name, method }) => {
      expect(isMade(name, method) || name in BY_OTHERS).toBe(true);
    },
  );

  test('exclude reads by screens from those made by others', () => {
    expect(Object.keys(BY_OTHERS).filter((name) => isMade(name, 'GET'))).toEqual([]);
  });
});
