import { LANGUAGES } from '@contract/limits';
import { choiceLabel, labelOf } from '@contract/words';
import { expect, test } from 'vitest';
import { cellsOf } from '../support/apiExport';
import { newCode } from '../support/apiRecords';
import { testApi } from '../support/server';
import { credentials, PASSWORD, withPassword } from './cases/session';
import { groupDraftOf } from './cases/staff';

const api = testApi();
type Query = NonNullable<Parameters<typeof api.call.staffLog.list>[0]>['query'];
const linesOf = async (query: Query) =>
  (await api.call.staffLog.list({ query: { sort: 'at', pageSize: 500, ...query } })).list;
const login = async (username: string, password: string) =>
  api.send('session.login', { body: await credentials(api, username, password) }, { as: null });

test('logs sign-ins with time, computer and result', async () => {
  const { staffId, username } = withPassword(api);
  await login(username, 'wrong');
  await login(username, PASSWORD);
  const lines = await linesOf({ staffId: [staffId], action: ['login'] });
  expect(lines.map(({ result }) => result)).toEqual(['fail', 'ok']);
  for (const line of lines) {
    expect(line).toMatchObject({ staffId, operatorId: staffId, objectNo: username });
    expect(line.ip).toMatch(/127\.0\.0\.1$/);
    expect(line.userAgent).toBeTruthy();
    expect(Math.abs(Date.parse(line.at) - Date.now())).toBeLessThan(60_000);
  }
  const failed = await linesOf({ staffId: [staffId], result: ['fail'] });
  expect(failed).toEqual([lines[0]]);
  const later = { atFrom: lines[1]?.at ?? '', staffId: [staffId] };
  expect((await linesOf(later)).at(-1)).toEqual(lines[1]);
  expect(await linesOf({ ...later, atFrom: '2999-01-01T00:00:00Z' })).toEqual([]);
});

test('logs a name that nobody has', async () => {
  const nobody = newCode('nobody');
  await login(nobody, 'whatever');
  const [line] = await linesOf({ objectNo: nobody });
  expect(line).toMatchObject({ staffId: null, operatorId: null, operatorName: nobody, result: 'fail' });
});

test('shows for one person the changes of the account with actor, and of nobody else', async () => {
  const [one, other] = [api.actor(), api.actor()];
  await api.call.staff.forbidMany({ body: { ids: [one.staffId, other.staffId] } });
  const { version } = await api.call.staff.allow({ params: { id: one.staffId } });
  await api.call.staff.update({ params: { id: one.staffId }, body: { version, phone: '+44 20 7946 0301' } });
  const lines = await linesOf({ staffId: [one.staffId] });
  expect(lines.map(({ action, before, after }) => ({ action, before, after }))).toEqual([
    { action: 'forbid', before: { loginAllowed: true }, after: { loginAllowed: false } },
    { action: 'allow', before: { loginAllowed: false }, after: { loginAllowed: true } },
    { action: 'update', before: { phone: null }, after: { phone: '+44 20 7946 0301' } },
  ]);
  expect(new Set(lines.map(({ operatorId }) => operatorId))).toEqual(new Set([api.admin.staffId]));
  const both = await linesOf({ staffId: [one.staffId, other.staffId] });
  expect(new Set(both.map(({ staffId }) => staffId))).toEqual(new Set([one.staffId, other.staffId]));
  expect(await linesOf({ staffId: [one.staffId], operatorId: [other.staffId] })).toEqual([]);
});

test('logs accounts and groups alone', async () => {
  const kinds = new Set<string>();
  for (let page = 1; ; page += 1) {
    const { list, next } = await api.call.staffLog.list({ query: { page, pageSize: 500 } });
    for (const { objectType } of list) kinds.add(objectType);
    if (next === null) break;
  }
  expect(kinds).toEqual(new Set(['staff', 'adminGroup']));
  const others = api.count("select count(*) from operateLog where objectType not in ('staff', 'adminGroup')");
  expect(others).toBeGreaterThan(0);
});

test.each(LANGUAGES)('exports added and removed permissions by their names, %s', async (language) => {
  const draft = groupDraftOf();
  const { id, version } = await api.call.adminGroup.create({ body: draft });
  const set = (permissionIds: string[], of: number) =>
    api.call.adminGroup.setPermissions({ params: { id }, body: { version: of, permissionIds } as never });
  await set(['9020101', '9050101'], version);
  await set(['9050101', '9050102'], version + 1);
  const query = { objectNo: draft.name, action: ['grant' as const], sort: 'at', format: 'csv' as const };
  const [head = [], ...rows] = cellsOf((await api.call.staffLog.export({ query }, { language })) as never);
  const place = (field: string) => head.indexOf(labelOf(language, field, 'staffLog'));
  const at = ['field', 'oldValue', 'newValue'].map(place);
  const bill = choiceLabel(language, 'permission', '9020101');
  const [view, edit] = ['9050101', '9050102'].map((one) => choiceLabel(language, 'permission', one));
  const field = labelOf(language, 'permissionIds');
  expect(rows.map((row) => at.map((column) => row[column]))).toEqual([
    [field, '', `${bill}; ${view}`],
    [field, bill, edit],
  ]);
  expect(bill).toBe(language === 'en' ? 'Bill list: View' : '提单列表: 查看');
});
