import { chmodSync, statSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DesktopKeys, fileKeys, type KeyQuestion } from '../../main/server/core/secrets/keys';
import { KeyLocked, newKey, Secrets } from '../../main/server/core/secrets/secrets';
import { openStore, type Store } from '../../main/server/store/open';
import { folders } from '../support/apiFolder';

const folder = folders();
const NOW = '2026-11-03T08:00:00Z';
let store: Store;
beforeAll(async () => {
  store = await openStore(folder());
});
afterAll(() => store.close());

const keep = (secrets: Secrets, name: string, text: string) =>
  store.write((write) => secrets.keep(write, name, text, NOW));
const sealed = async (name: string) =>
  (await store.read.selectFrom('secret').select('sealed').where('name', '=', name).executeTakeFirst())
    ?.sealed;

test('restores a secret unchanged, and seals it differently each time', async () => {
  const secrets = new Secrets(fileKeys(folder()));
  await keep(secrets, 'one', 'Pässwörd 密码');
  const first = await sealed('one');
  await keep(secrets, 'one', 'Pässwörd 密码');
  expect(await sealed('one')).not.toBe(first);
  expect(await secrets.find(store.read, 'one')).toEqual({ kind: 'found', text: 'Pässwörd 密码' });
  await store.write((write) => secrets.forget(write, 'one'));
  expect(await secrets.find(store.read, 'one')).toEqual({ kind: 'none' });
});

test('opens a secret under its own name and with its own key alone', async () => {
  const place = folder();
  const secrets = new Secrets(fileKeys(place));
  await keep(secrets, 'mine', 'secret');
  await store.write((write) =>
    write.insertInto('secret').values({ name: 'theirs', sealed: '', updatedAt: NOW }).execute(),
  );
  const stolen = (await sealed('mine')) ?? '';
  await store.write((write) =>
    write.updateTable('secret').set({ sealed: stolen }).where('name', '=', 'theirs').execute(),
  );
  expect(await secrets.find(store.read, 'theirs')).toEqual({ kind: 'lost' });
  expect(await new Secrets(fileKeys(folder())).find(store.read, 'mine')).toEqual({ kind: 'lost' });
  const other = { read: async () => newKey(), make: async () => newKey() };
  expect(await new Secrets(other).find(store.read, 'mine')).toEqual({ kind: 'lost' });
  // The key survives the process.
  expect(await new Secrets(fileKeys(place)).find(store.read, 'mine')).toEqual({
    kind: 'found',
    text: 'secret',
  });
});

test('makes the file of the key readable for its owner alone', async () => {
  const place = folder();
  chmodSync(place, 0o755);
  const keys = fileKeys(place);
  expect(await keys.read()).toBeNull();
  const made = await keys.make();
  expect(statSync(path.join(place, 'secrets.key')).mode & 0o777).toBe(0o600);
  expect(await keys.make()).toEqual(made);
});

test('asks the desktop once for an existing key, and again while it has none', async () => {
  const questions: KeyQuestion[] = [];
  const keys = new DesktopKeys((question) => questions.push(question));
  const answer = (key: Buffer | null, locked: boolean) =>
    keys.receive({
      kind: 'key',
      id: questions.at(-1)?.id ?? 0,
      key: key?.toString('base64url') ?? null,
      locked,
    });
  const secrets = new Secrets(keys);
  const kept = keep(secrets, 'desk', 'x');
  await expect.poll(() => questions.length).toBe(1);
  answer(null, true);
  await expect(kept).rejects.toThrow(KeyLocked);
  expect(await sealed('desk')).toBeUndefined();

  const again = keep(secrets, 'desk', 'x');
  await expect.poll(() => questions.length).toBe(2);
  expect(questions.map(({ make }) => make)).toEqual([true, true]);
  answer(newKey(), false);
  await again;
  expect(await secrets.find(store.read, 'desk')).toEqual({ kind: 'found', text: 'x' });
  expect(questions).toHaveLength(2);

  // Another start, with the keychain locked.
  const locked = new DesktopKeys((question) => questions.push(question));
  const found = new Secrets(locked).find(store.read, 'desk');
  await expect.poll(() => questions.length).toBe(3);
  locked.receive({ kind: 'key', id: questions.at(-1)?.id ?? 0, key: null, locked: true });
  expect(await found).toEqual({ kind: 'locked' });
});
