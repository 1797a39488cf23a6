import { allEndpoints } from '@contract/index';
import { permissionNodes } from '@contract/permissions';
import { type MessageCode, words } from '@contract/words';
import { expect, test } from 'vitest';

// Snapshots for the review of changes: messages, button labels, and permissions. After an intended change, `node
// scripts/vitest.mjs tests/unit/contract/reviewed.test.ts -u` updates them.
const codes = Object.keys(words.en.messages).sort() as MessageCode[];

test('has every message reviewed in both languages, side by side', async () => {
  const text = codes
    .map((code) => `${code}\n  ${words.en.messages[code]}\n  ${words.cn.messages[code]}\n`)
    .join('\n');
  await expect(text.replaceAll('\n\n\n', '\n\n')).toMatchFileSnapshot('reviewed/messages.txt');
});

/** Returns the placeholders of a message in alphabetical order, those of plural forms as well. */
const placeholders = (text: string) =>
  [...new Set([...text.matchAll(/\{(\w+)/g)].map(([, name]) => name))].sort();

test.each(codes)('uses in the Chinese %s the values of the English', (code) => {
  const [en, cn] = [words.en.messages[code], words.cn.messages[code]];
  expect(placeholders(cn)).toEqual(placeholders(en));
  // Texts of values and signs alone are the same in both languages.
  if (/[a-z]{3}/i.test(en.replace(/\{[^}]*\}/g, ''))) expect(cn).toMatch(/\p{Script=Han}/u);
  expect(en).not.toMatch(/\p{Script=Han}/u);
});

test('has the label of every action reviewed in both languages', async () => {
  const lines = Object.entries(words.en.actions).flatMap(([machine, labels]) =>
    Object.entries(labels).map(([action, label]) => {
      const cn = words.cn.actions[machine as 'bill'] as Readonly<Record<string, string>>;
      return `${machine}.${action}: ${label} · ${cn[action]}`;
    }),
  );
  await expect(`${lines.sort().join('\n')}\n`).toMatchFileSnapshot('reviewed/actions.txt');
});

test('has the permissions of each call reviewed', async () => {
  const nameOf = new Map(permissionNodes.map(({ id, name }) => [id as string, name]));
  const lines = allEndpoints().map(
    ({ name, found }) =>
      `${name}: ${[found.access]
        .flat()
        .map((id) => nameOf.get(id) ?? id)
        .join(' or ')}`,
  );
  await expect(`${lines.sort().join('\n')}\n`).toMatchFileSnapshot('reviewed/access.txt');
});
