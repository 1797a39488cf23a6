import { permissionNodes } from '@contract/permissions';
import { describe, expect, test } from 'vitest';
import type { Actor } from '../support/apiCall';
import { testApi } from '../support/server';
import { openOtherSession, PASSWORD, withPassword } from './cases/session';
import {
  asLastAdministrator,
  groupDraftOf,
  keeper,
  NEW_PASSWORD,
  staffDraftOf,
  superGroup,
} from './cases/staff';

const api = testApi();
const ended = { status: 401, code: 'SESSION_ENDED' };
const account = (id: number) => api.row('select * from staff where id = ?', id);
const grantsOf = async (id: number) =>
  (await api.call.adminGroup.permissions({ params: { id } })).permissionIds;

describe('a new account', () => {
  test('starts with a one-time password, and gets its group’s permissions with its own password', async () => {
    const { groupId } = api.actor({ permissions: ['bill.manage.view'] });
    const body = staffDraftOf(api, { groupId });
    const made = await api.call.staff.create({ body });
    expect(made).toMatchObject({
      username: body.username,
      superAdmin: false,
      loginAllowed: true,
      pdaBarcodeEntry: false,
      lastLoginAt: null,
    });
    const person = await api.signIn(body.username, NEW_PASSWORD);
    expect(await api.refused('bill.list', {}, { as: person })).toMatchObject({ code: 'PWD_CHANGE_FIRST' });
    const change = { oldPassword: NEW_PASSWORD, newPassword: 'My0wn#2026' };
    await api.call.session.password({ body: change }, { as: person });
    await api.call.bill.list({}, { as: person });
    expect(await api.refused('staff.list', {}, { as: person })).toMatchObject({ code: 'NO_PERMISSION' });
    const { lastLoginAt } = await api.call.staff.get({ params: { id: made.id } });
    expect(lastLoginAt).not.toBeNull();
  });

  test('keeps its user name: nobody can change it', async () => {
    const { staffId } = api.actor();
    const body = { version: 1, username: 'other.name' };
    const refused = await api.refused('staff.update', { params: { id: staffId }, body });
    expect(refused).toMatchObject({ status: 400, code: 'UNKNOWN_FIELD' });
  });

  test.each(['', '1234567', 'x'.repeat(21)])('is refused with the password "%s"', async (password) => {
    const refused = await api.refused('staff.create', { body: staffDraftOf(api, { password }) });
    expect(refused.fields).toHaveProperty('password');
  });

  test.each([NEW_PASSWORD.slice(0, 8), 'x'.repeat(20)])('accepts the password "%s"', async (password) => {
    await api.call.staff.create({ body: staffDraftOf(api, { password }) });
  });

  test('stores its password in no log or file, nor a fast hash of it', async () => {
    const password = 'Canary#20261121';
    const key = `key-${Date.now()}-staff`;
    const body = staffDraftOf(api, { password });
    const made = await api.call.staff.create({ body }, { key });
    expect(api.dataHolds(password)).toBe(false);
    expect(api.dataHolds(body.username)).toBe(true);
    // The fingerprint of the request is the same with another password, so it does not contain it.
    const again = await api.call.staff.create({ body: { ...body, password: 'Another#2026' } }, { key });
    expect(again).toEqual(made);
  });
});

describe('blocking an account', () => {
  test('ends every session at once, and unblocking allows the sign-in without old failures', async () => {
    const here = withPassword(api);
    const there = openOtherSession(api, here);
    await api.call.staff.forbid({ params: { id: here.staffId } });
    for (const as of [here, there]) expect(await api.refused('session.me', {}, { as })).toMatchObject(ended);
    await expect(api.signIn(here.username, PASSWORD)).rejects.toMatchObject({
      refused: { code: 'LOGIN_FORBIDDEN' },
    });
    for (let tries = 0; tries < 5; tries += 1)
      await api.signIn(here.username, 'wrong').catch(() => undefined);
    await expect(api.signIn(here.username, PASSWORD)).rejects.toMatchObject({
      refused: { code: 'LOGIN_BLOCKED' },
    });
    await api.call.staff.allow({ params: { id: here.staffId } });
    // The ended sessions stay ended.
    expect(await api.refused('session.me', {}, { as: here })).toMatchObject(ended);
    await api.signIn(here.username, PASSWORD);
  });

  test('gives the reason for each of many that was not blocked', async () => {
    const [one, two] = [api.actor(), api.actor()];
    const ids = [one.staffId, api.admin.staffId, 999_999, two.staffId];
    const { ok, failed } = await api.call.staff.forbidMany({ body: { ids } }, { language: 'cn' });
    expect(ok).toBe(2);
    expect(failed).toEqual([
      { key: api.admin.staffId, code: 'STAFF_SELF', msg: '不能禁用或删除自己的账号' },
      { key: 999_999, code: 'NOT_FOUND', msg: '记录不存在或已被删除' },
    ]);
    for (const as of [one, two]) expect(await api.refused('session.me', {}, { as })).toMatchObject(ended);
    await api.call.session.me({});
    const { ok: allowed } = await api.call.staff.allowMany({ body: { ids: [one.staffId, two.staffId] } });
    expect(allowed).toBe(2);
    expect(account(one.staffId).loginAllowed).toBe(1);
  });

  test('never removes the last super administrator', async () => {
    await asLastAdministrator(api, async () => {
      const ids = [api.admin.staffId];
      for (const name of ['staff.forbidMany', 'staff.batchDelete'] as const) {
        const answer = await api.send(name, { body: { ids } });
        expect(answer).toMatchObject({ got: { ok: 0, failed: [{ code: 'STAFF_LAST_ADMIN' }] } });
      }
      const { groupId } = api.actor();
      const moved = await api.call.adminGroup.setMembers({
        params: { id: groupId },
        body: { staffIds: ids },
      });
      expect(moved).toMatchObject({ ok: 0, failed: [{ code: 'STAFF_LAST_ADMIN' }] });
      expect(account(api.admin.staffId)).toMatchObject({ superAdmin: 1, loginAllowed: 1, deletedAt: null });
    });
    // With a second administrator, the remaining refusal is that of deleting oneself.
    const self = await api.call.staff.batchDelete({ body: { ids: [api.admin.staffId] } });
    expect(self.failed).toMatchObject([{ code: 'STAFF_SELF' }]);
  });
});

describe('a deleted account', () => {
  test('disappears from every list, its sessions end, and its name stays in the records', async () => {
    const removed = withPassword(api, {}, api.actor({ permissions: ['customer.list.edit'] }));
    const made = await api.call.customer.create(
      {
        body: {
          code: `GONE-${removed.staffId}`,
          nameEn: 'Kept',
          nameCn: '留',
          groupId: 1,
          contactName: 'T',
          email: 't@example.com',
          phone: '+44 20 7946 0300',
          settlement: 'monthly',
          paymentTermDays: 30,
          currency: 'EUR',
          pushEvents: [],
        },
      },
      { as: removed },
    );
    expect(await api.call.staff.batchDelete({ body: { ids: [removed.staffId] } })).toEqual({
      ok: 1,
      failed: [],
    });
    expect(await api.refused('session.me', {}, { as: removed })).toMatchObject(ended);
    expect(await api.refused('staff.get', { params: { id: removed.staffId } })).toMatchObject({
      status: 404,
    });
    const { list } = await api.call.staff.list({ query: { keyword: removed.username } });
    expect(list).toEqual([]);
    expect(await api.call.adminGroup.members({ params: { id: removed.groupId } })).toEqual([]);
    await expect(api.signIn(removed.username, PASSWORD)).rejects.toMatchObject({
      refused: { code: 'LOGIN_FAILED' },
    });
    const { list: lines } = await api.call.operateLog.list({ query: { operatorId: [removed.staffId] } });
    const line = lines.find(({ objectId }) => objectId === String(made.id));
    expect(line).toMatchObject({ objectType: 'customer', operatorName: `Test ${removed.username}` });
    const named = (await api.call.staff.all({})).find(({ id }) => id === removed.staffId);
    expect(named).toEqual({
      id: removed.staffId,
      realName: `Test ${removed.username}`,
      active: false,
      deleted: true,
    });
    // The group of the deleted account is empty and can be removed.
    await api.call.adminGroup.remove({ params: { id: removed.groupId } });
  });
});

test('treats a password set by another person as one-time, and ends the sessions', async () => {
  const as = withPassword(api);
  await api.call.staff.password({ params: { id: as.staffId }, body: { password: NEW_PASSWORD } });
  expect(await api.refused('session.me', {}, { as })).toMatchObject(ended);
  await expect(api.signIn(as.username, PASSWORD)).rejects.toMatchObject({
    refused: { code: 'LOGIN_FAILED' },
  });
  const back = await api.signIn(as.username, NEW_PASSWORD);
  expect(await api.call.session.me({}, { as: back })).toMatchObject({ mustChangePassword: true });
});

describe('a user who manages accounts and groups', () => {
  const refused = { status: 403, code: 'GRANT_BEYOND' };

  test('cannot become super administrator in any way', async () => {
    const as = keeper(api);
    const id = superGroup(api);
    const boss = api.actor({ superAdmin: true }).staffId;
    const requests = [
      ['staff.update', { params: { id: as.staffId }, body: { version: 1, groupId: id } }],
      ['adminGroup.setMembers', { params: { id }, body: { staffIds: [as.staffId] } }],
      ['staff.password', { params: { id: boss }, body: { password: NEW_PASSWORD } }],
      ['staff.forbid', { params: { id: boss } }],
    ] as const;
    for (const [name, input] of requests)
      expect(await api.refused(name, input, { as }), name).toMatchObject(refused);
    const deleted = await api.call.staff.batchDelete({ body: { ids: [boss] } }, { as });
    expect(deleted.failed).toMatchObject([{ code: 'GRANT_BEYOND' }]);
    expect(account(as.staffId)).toMatchObject({ superAdmin: 0, groupId: as.groupId });
  });

  test('cannot get permissions that they do not have', async () => {
    const as = keeper(api);
    const { version } = api.row('select version from adminGroup where id = ?', as.groupId);
    const body = { version, permissionIds: ['9050102', '9020107'] };
    expect(
      await api.refused('adminGroup.setPermissions', { params: { id: as.groupId }, body }, { as }),
    ).toMatchObject(refused);
    const richer = api.actor({ permissions: ['bill.manage.delete'] }).groupId;
    const input = { params: { id: richer }, body: { staffIds: [as.staffId] } };
    expect(await api.refused('adminGroup.setMembers', input, { as })).toMatchObject(refused);
    expect(
      await api.refused('adminGroup.copy', { params: { id: richer }, body: groupDraftOf() }, { as }),
    ).toMatchObject(refused);
  });

  test('can give permissions that they have', async () => {
    const as = keeper(api);
    const { id, version } = await api.call.adminGroup.create({ body: groupDraftOf() }, { as });
    await api.call.adminGroup.setPermissions(
      { params: { id }, body: { version, permissionIds: ['9050101'] } },
      { as },
    );
    expect(await grantsOf(id)).toEqual(['9050000', '9050100', '9050101']);
  });

  test('cannot create a super administrator, who is one only while in the group', async () => {
    const made = await api.call.staff.create({ body: staffDraftOf(api, { groupId: superGroup(api) }) });
    expect(made.superAdmin).toBe(true);
    const body = { version: made.version, groupId: api.actor().groupId };
    const moved = await api.call.staff.update({ params: { id: made.id }, body });
    expect(moved.superAdmin).toBe(false);
  });
});

describe('the permissions of a group', () => {
  const member = (): Actor => api.actor();

  test('include the menu and area of each, and lose them together', async () => {
    const { groupId } = member();
    const set = async (permissionIds: string[]) => {
      const { group } = await api.call.adminGroup.permissions({ params: { id: groupId } });
      const input = { params: { id: groupId }, body: { version: group.version, permissionIds } };
      return (await api.call.adminGroup.setPermissions(input as never)).permissionIds;
    };
    expect(await set(['9020104'])).toEqual(['9020000', '9020100', '9020104']);
    // A menu alone permits nothing: its items do.
    expect(await set(['9020000', '9020100'])).toEqual([]);
    expect(await grantsOf(groupId)).toEqual([]);
  });

  test('take effect in open sessions', async () => {
    const as = member();
    expect(await api.refused('bill.list', {}, { as })).toMatchObject({ code: 'NO_PERMISSION' });
    const { version } = (await api.call.adminGroup.permissions({ params: { id: as.groupId } })).group;
    await api.call.adminGroup.setPermissions({
      params: { id: as.groupId },
      body: { version, permissionIds: ['9020101'] },
    });
    await api.call.bill.list({}, { as });
    const tree = await api.call.session.menuTree({}, { as });
    expect(tree.filter(({ enabled }) => enabled).map(({ id }) => id)).toEqual([
      '9020000',
      '9020100',
      '9020101',
    ]);
  });

  test('are everything in the super administrator group', async () => {
    expect(await grantsOf(superGroup(api))).toEqual(permissionNodes.map(({ id }) => id));
  });

  test('are the same in a copy, which has no members', async () => {
    const finance = api.count("select id from adminGroup where name = 'Finance'");
    const copy = await api.call.adminGroup.copy({ params: { id: finance }, body: groupDraftOf() });
    expect(copy.memberCount).toBe(0);
    expect(await grantsOf(copy.id)).toEqual(await grantsOf(finance));
  });

  test('are those of its members, who are moved and counted', async () => {
    const [one, two] = [member(), member()];
    const { id } = await api.call.adminGroup.create({ body: groupDraftOf() });
    const staffIds = [one.staffId, two.staffId, 999_999];
    const moved = await api.call.adminGroup.setMembers({ params: { id }, body: { staffIds } });
    expect(moved).toMatchObject({ ok: 2, failed: [{ key: 999_999, code: 'NOT_FOUND' }] });
    const members = await api.call.adminGroup.members({ params: { id } });
    expect(members.map((person) => person.id).sort()).toEqual([one.staffId, two.staffId].sort());
    const { list } = await api.call.adminGroup.list({ query: { sort: '-memberCount', pageSize: 500 } });
    expect(list.find((group) => group.id === id)?.memberCount).toBe(2);
    const { ok, failed } = await api.call.adminGroup.batchDelete({ body: { ids: [id, superGroup(api)] } });
    expect({ ok, codes: failed.map(({ code }) => code) }).toEqual({
      ok: 0,
      codes: ['IN_USE', 'GROUP_FIXED'],
    });
  });
});

describe('a user’s own sessions', () => {
  test('are listed with the present one first, and ended one by one or all others at once', async () => {
    const here = api.actor();
    const [there, elsewhereAgain] = [openOtherSession(api, here), openOtherSession(api, here)];
    const sessions = await api.call.session.sessions({}, { as: here });
    expect(sessions.map(({ current }) => current)).toEqual([true, false, false]);
    expect(JSON.stringify(sessions)).not.toContain('tokenHash');

    const [seenThere] = await api.call.session.sessions({}, { as: there });
    await api.call.session.endSession({ params: { id: seenThere?.id ?? '' } }, { as: here });
    expect(await api.refused('session.me', {}, { as: there })).toMatchObject(ended);
    await api.call.session.me({}, { as: elsewhereAgain });
    expect(await api.call.session.endOthers({}, { as: here })).toEqual({ ended: 1 });
    expect(await api.refused('session.me', {}, { as: elsewhereAgain })).toMatchObject(ended);
    expect(await api.call.session.endOthers({}, { as: here })).toEqual({ ended: 0 });
  });

  test('are only their own: those of another cannot be ended', async () => {
    const [mine, theirs] = [api.actor(), api.actor()];
    const [session] = await api.call.session.sessions({}, { as: theirs });
    const params = { id: session?.id ?? '' };
    expect(await api.refused('session.endSession', { params }, { as: mine })).toMatchObject({ status: 404 });
    await api.call.session.me({}, { as: theirs });
  });
});
