import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { Memory } from '../../../main/desktop/memory';
import { testFolder } from '../../support/folder';

let folder: string;
let reports: string[];

beforeEach(() => {
  folder = testFolder();
  reports = [];
});

const starts = () => new Memory(folder, (message) => reports.push(message));
const file = (name = 'settings.json') => path.join(folder, name);
const put = (text: string | Buffer, name?: string) => writeFileSync(file(name), text);
const kept = (name?: string) => JSON.parse(readFileSync(file(name), 'utf8'));

/** Stores settings, a server, a sidebar and a draft, as a working day does. */
function aDayOfWork(): void {
  const memory = starts();
  memory.change({ language: 'cn', theme: 'dark', lastUsername: 'li.wei' });
  memory.set({ environment: 'embedded', seed: 'demo' });
  memory.keepEnvironment({
    id: 'own-1',
    name: 'Branch',
    base: 'https://branch.example.com/admin',
    fixed: false,
  });
  memory.saveDraft('embedded:li.wei', '/bill/add', { at: '2026-11-21T00:00:00Z', value: { billNo: '112' } });
}

describe('stored settings', () => {
  test('are there at the next start', () => {
    aDayOfWork();
    const memory = starts();
    expect(memory.settings).toMatchObject({ language: 'cn', theme: 'dark', lastUsername: 'li.wei' });
    expect(memory.environment).toBe('embedded');
    expect(memory.environments.map(({ id }) => id)).toContain('own-1');
    expect(memory.drafts('embedded:li.wei')).toHaveProperty(['/bill/add', 'value'], { billNo: '112' });
    expect(reports).toEqual([]);
  });

  test('belong to one person on one server', () => {
    aDayOfWork();
    expect(starts().drafts('embedded:other')).toEqual({});
    expect(starts().drafts('production:li.wei')).toEqual({});
  });

  test('name the screen of a typed form', () => {
    const form = { at: '2026-11-21T00:00:00Z', value: { values: {} }, path: '/bill/add', title: 'A bill' };
    starts().saveDraft('embedded:li.wei', 'form:bill/new', form);
    expect(starts().drafts('embedded:li.wei')).toEqual({ 'form:bill/new': form });
  });

  test('have room for typed drafts, however many screens have stored state', () => {
    const memory = starts();
    const day = (n: number) => new Date(Date.UTC(2026, 0, 1) + n * 1000).toISOString();
    memory.saveDraft('o', 'form:bill/new', { at: day(0), value: 'typed', path: '/bill/add' });
    for (let n = 1; n <= 420; n += 1) memory.saveDraft('o', `/list/${n}#sort`, { at: day(n), value: n });
    const kept = starts().drafts('o');
    expect(kept['form:bill/new']?.value).toBe('typed');
    expect(kept['/list/420#sort']?.value).toBe(420);
    expect(kept['/list/1#sort']).toBeUndefined();
    expect(Object.keys(kept)).toHaveLength(401);
  });

  test('report when they could not be written', () => {
    const memory = starts();
    expect(memory.saveDraft('o', 'form:bill/new', { at: '2026-11-21T00:00:00Z', value: 1 })).toBe(true);
    rmSync(folder, { recursive: true });
    writeFileSync(folder, 'a file where the folder was');
    expect(memory.saveDraft('o', 'form:bill/new', { at: '2026-11-21T00:00:00Z', value: 2 })).toBe(false);
    rmSync(folder);
  });

  test('start with the defaults of the product', () => {
    const memory = starts();
    expect(memory.settings).toMatchObject({ language: 'en', theme: 'system', tables: {} });
    expect(memory.environment).toBeNull();
    expect(memory.environments.filter(({ fixed }) => fixed).map(({ id }) => id)).toEqual(['embedded']);
    expect(reports).toEqual([]);
  });
});

test('names files that could not be read, and no others', () => {
  aDayOfWork();
  expect(starts().damaged).toEqual([]);
  put('{ half', 'drafts.json');
  expect(starts().damaged).toEqual(['drafts']);
  expect(starts().damaged).toEqual([]);
});

describe('an unreadable settings file', () => {
  test.each<[string, (whole: string) => string | Buffer]>([
    ['cut in the middle', (whole) => whole.slice(0, whole.length / 2)],
    ['empty', () => ''],
    ['of zeros, as a power cut leaves it', (whole) => Buffer.alloc(whole.length)],
    ['of another kind', () => Buffer.from('PK\x03\x04\xff\xfe\x00binary', 'latin1')],
    ['of half a conflict', (whole) => `<<<<<<<\n${whole}`],
  ])('is set aside when %s, and the app starts as new', (_, damage) => {
    aDayOfWork();
    const damaged = damage(readFileSync(file(), 'utf8'));
    put(damaged);
    const memory = starts();
    expect(memory.settings.language).toBe('en');
    expect(memory.environment).toBeNull();
    expect(readFileSync(file('settings.damaged.json'))).toEqual(Buffer.from(damaged));
    expect(reports.join()).toContain('settings.json');
    expect(memory.drafts('embedded:li.wei')).toHaveProperty(['/bill/add']);
    memory.change({ theme: 'light' });
    reports = [];
    expect(starts().settings.theme).toBe('light');
    expect(reports).toEqual([]);
  });

  test.each(['null', '[]', '"text"', '7', 'true', '{}'])('is ignored when it is only %s', (text) => {
    put(text);
    const memory = starts();
    memory.change({ theme: 'dark' });
    expect(starts().settings.theme).toBe('dark');
  });

  test('does not prevent the start when a folder is in its place', () => {
    mkdirSync(file());
    const memory = starts();
    expect(memory.change({ theme: 'dark' }).theme).toBe('dark');
    expect(memory.settings.theme).toBe('dark');
    expect(reports.join()).toContain('settings');
  });
});

describe('an invalid stored value', () => {
  test('is replaced alone, and a copy of the file is kept', () => {
    aDayOfWork();
    const whole = kept();
    const damaged = {
      ...whole,
      settings: { ...whole.settings, theme: 'neon', density: 7 },
      window: { width: 'wide' },
      seed: 'other',
      profiles: { embedded: { id: 'no profile' } },
    };
    put(JSON.stringify(damaged));
    const memory = starts();
    expect(memory.settings).toMatchObject({
      language: 'cn',
      theme: 'system',
      density: 'compact',
      lastUsername: 'li.wei',
    });
    expect(memory.get('window')).toMatchObject({ width: 1440, height: 900 });
    expect(memory.get('seed')).toBeNull();
    expect(memory.profile('embedded')).toBeNull();
    expect(memory.environment).toBe('embedded');
    expect(JSON.parse(readFileSync(file('settings.damaged.json'), 'utf8'))).toEqual(damaged);
    expect(reports.join()).toMatch(/settings.*window/s);
  });

  test('stays unchanged when it is of a newer version, until that version is back', () => {
    aDayOfWork();
    put(JSON.stringify({ ...kept(), invented: { later: true } }));
    const memory = starts();
    expect(memory.settings.language).toBe('cn');
    memory.change({ theme: 'light' });
    expect(kept()).toMatchObject({ invented: { later: true }, settings: { theme: 'light' } });
    expect(reports).toEqual([]);
  });

  test.each([
    { id: 'own-2', name: 'Evil', base: 'http://evil.example.com/admin', fixed: false },
    { id: 'own-2', name: 'Evil', base: 'javascript:alert(1)', fixed: false },
    { id: 'own-2', name: 'Evil', base: 'https://user:pw@evil.example.com', fixed: false },
    { id: 'embedded', name: 'Embedded', base: 'https://evil.example.com/admin', fixed: true },
    { id: 'own-2', name: 'Evil', base: null, fixed: false },
    { id: '../../x', name: 'Evil', base: 'https://evil.example.com', fixed: false },
    'text',
    null,
  ])('is no server that could not have been added by hand: %j', (added) => {
    aDayOfWork();
    const before = starts().environments;
    put(JSON.stringify({ ...kept(), environments: [...kept().environments, added] }));
    expect(starts().environments).toEqual(before);
  });

  test('is no removed server: the user must choose again', () => {
    aDayOfWork();
    const memory = starts();
    memory.set({ environment: 'own-1' });
    memory.removeEnvironment('own-1');
    expect(starts().environment).toBeNull();
  });

  test('cannot reach the prototype of anything', () => {
    put(
      '{"__proto__":{"superAdmin":true},"settings":{"__proto__":{"superAdmin":true},"theme":"dark"},"profiles":{"__proto__":{"id":1}},"revoked":{"__proto__":"x"}}',
    );
    put('{"drafts":{"__proto__":{"constructor":{"at":"x","value":1}}}}', 'drafts.json');
    const memory = starts();
    expect(memory.settings.theme).toBe('dark');
    memory.saveDraft('__proto__', '__proto__', { at: 'x', value: { superAdmin: true } });
    memory.change({ theme: 'light' });
    starts();
    expect(Object.hasOwn(Object.prototype, 'superAdmin')).toBe(false);
    expect(({} as Record<string, unknown>).superAdmin).toBeUndefined();
    expect(({} as Record<string, unknown>).at).toBeUndefined();
  });
});

describe('a read-only settings folder', () => {
  // Root can write everywhere but on read-only mounts; a file in place of the folder stops every user.
  test('stops the storing, and the app continues to work', () => {
    aDayOfWork();
    const memory = starts();
    rmSync(folder, { recursive: true });
    writeFileSync(folder, '');
    expect(memory.change({ theme: 'light' }).theme).toBe('light');
    memory.saveDraft('embedded:li.wei', '/bill/add', null);
    expect(memory.drafts('embedded:li.wei')).toEqual({});
    expect(reports.join()).toContain('settings could not be written');
    const next = starts();
    expect(next.change({ language: 'cn' }).language).toBe('cn');
    expect(next.settings.language).toBe('cn');
  });
});

test('writes a settings file as a whole, never half of it', async () => {
  aDayOfWork();
  const memory = starts();
  for (let count = 0; count < 50; count += 1) memory.change({ lastUsername: `user${count}`.repeat(50) });
  expect(kept().settings.lastUsername).toBe('user49'.repeat(50));
  expect(readdirSync(folder).sort()).toEqual(['drafts.json', 'settings.json']);
  expect(existsSync(file('settings.damaged.json'))).toBe(false);
});
