import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { type CommandLine, readCommandLine } from '../../../main/desktop/commandLine';
import { type ManagedConfig, managedOf, readManaged, unmanaged } from '../../../main/desktop/managed';
import { Memory } from '../../../main/desktop/memory';
import { setUp } from '../../../main/desktop/setUp';
import { StartGuard } from '../../../main/desktop/startGuard';
import { testFolder } from '../../support/folder';

let folder: string;
beforeEach(() => {
  folder = testFolder();
});
const silent = () => undefined;
const memory = (managed: ManagedConfig = unmanaged, safeStart = false) =>
  new Memory(folder, silent, { managed, safeStart });
const commandLineOf = (...args: string[]): CommandLine => {
  const read = readCommandLine(args);
  if ('wrong' in read) throw new Error(read.wrong);
  return read;
};

describe('the command line of the app', () => {
  test('is read among switches and words of others', () => {
    const args = [
      '-r',
      'x.cjs',
      '/app',
      '--no-sandbox',
      '--user-data-dir=/tmp/x',
      '--server=https://a.example/admin/',
    ];
    expect(
      commandLineOf(...args, '--language', 'cn', 'freight-console://open/home', '--theme=dark', '--quit'),
    ).toEqual({
      ...{
        server: { base: 'https://a.example/admin' },
        language: 'cn',
        theme: 'dark',
        quit: true,
        safeStart: false,
      },
    });
    expect(commandLineOf('--server', 'demo', '--safe-start')).toMatchObject({
      server: { seed: 'demo' },
      safeStart: true,
    });
    expect(commandLineOf('--server', 'production')).toMatchObject({ server: { id: 'production' } });
    expect(commandLineOf('--help', '--server', 'demo')).toMatchObject({ print: 'help' });
    expect(commandLineOf('--version')).toMatchObject({ print: 'version' });
  });

  test.each([
    [['--server', 'http://192.168.1.20/admin'], '--server'],
    [['--server', 'https://me:secret@a.example/admin'], '--server'],
    [['--server', 'https://a.example/admin?x=1'], '--server'],
    [['--server', 'file:///etc/passwd'], '--server'],
    [['--server', 'javascript:alert(1)'], '--server'],
    [['--server', `https://a.example/${'a'.repeat(400)}`], '--server'],
    [['--server', ''], '--server'],
    [['--server'], '--server'],
    [['--server', '--quit'], '--server'],
    [['--language', 'de'], '--language'],
    [['--theme', 'pink'], '--theme'],
    [['--server', 'empty', '--quit'], '--server empty'],
  ])('is refused at its switch: %j', (args, named) => {
    const read = readCommandLine(args);
    expect('wrong' in read && read.wrong).toMatch(new RegExp(`^${named}: `));
    // The typed value is not repeated: it may be a password.
    expect(JSON.stringify(read)).not.toContain('secret');
  });

  test('is stored: a server once per address, the first answer, language and theme', () => {
    const kept = memory();
    expect(
      setUp(kept, commandLineOf('--server', 'https://a.example/admin', '--language', 'cn')),
    ).toBeUndefined();
    expect(setUp(kept, commandLineOf('--server', 'https://a.example/admin/'))).toBeUndefined();
    const own = kept.environments.filter(({ id }) => id.startsWith('own-'));
    expect(own).toMatchObject([{ name: 'a.example', base: 'https://a.example/admin' }]);
    const again = memory();
    expect(again.environment).toBe(own[0]?.id);
    expect(again.settings.language).toBe('cn');
    expect(setUp(again, commandLineOf('--server', 'demo'))).toBeUndefined();
    expect([again.environment, again.get('seed'), again.get('toBegin')]).toEqual(['embedded', 'demo', true]);
    expect(setUp(again, commandLineOf('--server', 'empty'))).toBeUndefined();
    // Data that was created keeps its kind.
    expect(memory().get('seed')).toBe('demo');
  });

  test('names an unknown server, and changes nothing', () => {
    const kept = memory();
    expect(setUp(kept, commandLineOf('--server', 'nowhere'))).toMatch(
      /^--server: no server has the id nowhere; there are embedded/,
    );
    expect(setUp(kept, commandLineOf('--server', 'embedded'))).toMatch(/^--server: the embedded one begins/);
    expect(kept.environment).toBeNull();
  });
});

describe("the administrator's file", () => {
  const FILE = JSON.stringify({
    servers: [{ id: 'hamburg', name: 'Hamburg', base: 'https://hamburg.example/admin/' }],
    ...{ defaultServer: 'hamburg', language: 'cn', theme: 'dark', logLevel: 'debug', locked: ['theme'] },
    updates: { feed: 'https://updates.example/', off: false },
  });

  test('sets servers, defaults and locked values', () => {
    const kept = memory(managedOf(FILE));
    expect(kept.environment).toBe('hamburg');
    expect(kept.environments.find(({ id }) => id === 'hamburg')).toEqual({
      ...{ id: 'hamburg', name: 'Hamburg', base: 'https://hamburg.example/admin', fixed: true },
    });
    expect(kept.settings).toMatchObject({
      language: 'cn',
      theme: 'dark',
      logLevel: 'debug',
      density: 'compact',
    });
    // Of a person's settings only those that are not locked take effect.
    expect(kept.change({ language: 'en', theme: 'light' })).toMatchObject({ language: 'en', theme: 'dark' });
    expect(setUp(kept, commandLineOf('--theme', 'light'))).toMatch(/^--theme: laid down/);
    expect(memory().settings.theme).toBe('system');
  });

  test('leaves only the locked server', () => {
    const kept = memory({ ...managedOf(FILE), locked: ['server'] });
    expect(kept.environments.map(({ id }) => id)).toEqual(['hamburg']);
    expect(setUp(kept, commandLineOf('--server', 'demo'))).toMatch(/^--server: laid down/);
  });

  test.each([
    ['{"servers":[{"id":"x","name":"X","base":"http://10.0.0.1/admin"}]}', 'servers.0.base: '],
    ['{"servers":[{"id":"x","name":"X","base":"https://me:pw@x.example/"}]}', 'servers.0.base: '],
    ['{"servers":[{"id":"X Y","name":"X","base":"https://x.example/"}]}', 'servers.0.id: '],
    ['{"language":"de"}', 'language: '],
    ['{"locked":["everything"]}', 'locked.0: '],
    ['{"updates":{"feed":1}}', 'updates.feed: '],
    ['{"sevrers":[]}', 'sevrers: no such key'],
    ['{"__proto__":{"language":"cn"},"constructor":1}', 'constructor: no such key'],
    ['[]', 'the file is not an object'],
    ['{"language":', 'the file is not JSON'],
  ])('has errors reported by their key: %s', (text, problem) => {
    const { problems, ...rest } = managedOf(text);
    expect(problems.join('\n')).toContain(problem);
    expect({ ...rest, servers: rest.servers }).toMatchObject({ servers: [], locked: [] });
  });

  test('keeps its correct values in force beside wrong ones', () => {
    expect(managedOf('{"language":"cn","theme":"pink"}')).toMatchObject({
      language: 'cn',
      problems: [expect.stringMatching(/^theme: /)],
    });
  });

  test('is reported when unreadable, but not when missing', () => {
    mkdirSync(path.join(folder, 'config.json'));
    expect(readManaged(path.join(folder, 'config.json')).problems).toEqual([
      'the file cannot be read: EISDIR',
    ]);
    expect(readManaged(path.join(folder, 'none.json'))).toEqual(unmanaged);
    writeFileSync(path.join(folder, 'bom.json'), '\uFEFF{"language":"cn"}');
    expect(readManaged(path.join(folder, 'bom.json'))).toMatchObject({ language: 'cn', problems: [] });
  });
});

describe('a safe start', () => {
  test('shows the defaults and stores nothing', () => {
    memory().change({ theme: 'dark', language: 'cn', tabs: { 'embedded:x': { open: [], active: null } } });
    const safe = memory(unmanaged, true);
    expect(safe.settings).toMatchObject({ theme: 'system', language: 'cn', tabs: {} });
    expect(safe.change({ theme: 'light', language: 'en' })).toMatchObject({ theme: 'light', language: 'en' });
    expect(memory().settings).toMatchObject({ theme: 'dark', language: 'en', tabs: { 'embedded:x': {} } });
  });

  test('happens on its own after two starts without a window, until a normal start is tried', () => {
    const start = () => new StartGuard(folder, silent);
    expect([start().countStart(), start().countStart(), start().countStart()]).toEqual([
      null,
      null,
      'notPainted',
    ]);
    start().painted();
    expect(start().countStart()).toBe('notPainted');
    start().tryAgain();
    expect(start().countStart()).toBeNull();
  });

  test('is not caused by painted starts, or by a single crash', () => {
    const start = () => new StartGuard(folder, silent);
    for (let count = 0; count < 5; count += 1) {
      const guard = start();
      expect(guard.countStart()).toBeNull();
      guard.painted();
      guard.crashed('gpu');
    }
    const guard = start();
    guard.crashed('gpu');
    guard.crashed('gpu');
    expect(start().countStart()).toBe('gpuFailed');
    expect(start().crashes).toEqual({ gpu: 7 });
  });
});
