import { firstView } from '@contract/access/listView';
import { describe, expect, test } from 'vitest';
import type { Actor } from '../support/apiCall';
import { testApi } from '../support/server';

const api = testApi();
let serial = 0;
const draft = (changes: object = {}) => {
  serial += 1;
  return {
    ...{ list: 'bill', name: `View ${serial}`, scope: 'mine' as const, tab: 'arrived' },
    asked: { keyword: '112', etaFrom: '2026-11-01T00:00:00Z' },
    sort: '-eta',
    layout: {
      order: ['billNo', 'eta'],
      hidden: ['ata'],
      widths: { eta: 140 },
      frozen: 2,
      density: 'roomy' as const,
    },
    ...changes,
  };
};
const seen = async (as: Actor) => (await api.call.listView.list({}, { as })).map(({ name }) => name);
const actors = () => {
  const [one, other] = [api.actor({}), api.actor({})];
  const groupOf = (as: Actor) => api.count('select groupId from staff where id = ?', as.staffId);
  return { one, other, groupOf };
};

describe('a view of a list', () => {
  test('is returned as saved, and only to its maker', async () => {
    const { one, other } = actors();
    const body = draft();
    const made = await api.call.listView.create({ body }, { as: one });
    expect(made).toMatchObject({ ...body, mine: true, isDefault: false, version: 1 });
    expect(await seen(one)).toEqual([body.name]);
    expect(await seen(other)).toEqual([]);
  });

  test('stores a range of days as the range, and refuses an invalid one', async () => {
    const { one } = actors();
    const eta = { span: 'thisMonth' as const, of: 'dateTime' as const };
    const made = await api.call.listView.create({ body: draft({ asked: { eta } }) }, { as: one });
    const [kept] = (await api.call.listView.list({}, { as: one })).filter(({ id }) => id === made.id);
    expect(kept?.asked).toEqual({ eta });
    for (const wrong of [{ ...eta, span: 'someday' }, { ...eta, of: 'money' }, { span: 'today' }, [[]]]) {
      const body = draft({ asked: { eta: wrong } });
      expect(await api.refused('listView.create', { body }, { as: one })).toMatchObject({ status: 400 });
    }
  });

  test('is seen by the present members of its group, and changed by its maker', async () => {
    const { one, other, groupOf } = actors();
    const made = await api.call.listView.create({ body: draft({ scope: 'group' }) }, { as: one });
    expect(await seen(other)).not.toContain(made.name);
    api.db.prepare('update staff set groupId = ? where id = ?').run(groupOf(one), other.staffId);
    expect(await seen(other)).toContain(made.name);
    const body = { name: 'Mine now', version: 1 };
    const refused = await api.refused('listView.update', { params: { id: made.id }, body }, { as: other });
    expect(refused).toMatchObject({ status: 403, code: 'VIEW_NOT_YOURS' });
    expect(refused.msg).toContain(made.ownerName);
  });

  test('can be the default of each user when shared with everyone, set by each alone', async () => {
    const { one, other } = actors();
    const made = await api.call.listView.create({ body: draft({ scope: 'everyone' }) }, { as: one });
    await api.call.listView.begin({ body: { list: 'bill', viewId: made.id } }, { as: other });
    const of = async (as: Actor) =>
      (await api.call.listView.list({}, { as })).find(({ id }) => id === made.id)?.isDefault;
    expect([await of(one), await of(other)]).toEqual([false, true]);
    await api.call.listView.begin({ body: { list: 'bill', viewId: null } }, { as: other });
    expect(await of(other)).toBe(false);
    await api.call.listView.begin({ body: { list: 'bill', viewId: made.id } }, { as: other });
    await api.call.listView.remove({ params: { id: made.id } }, { as: one });
    expect(api.count('select count(*) from listViewDefault where viewId = ?', made.id)).toBe(0);
  });

  test('is the default of a group unless a member chose another; setting it requires the permission', async () => {
    const { one, other, groupOf } = actors();
    api.db.prepare('update staff set groupId = ? where id = ?').run(groupOf(one), other.staffId);
    const mine = await api.call.listView.create({ body: draft() }, { as: other });
    const shared = await api.call.listView.create({ body: draft({ scope: 'group' }) }, { as: one });
    const body = { list: 'bill', groupId: groupOf(one), viewId: shared.id };
    expect(await api.refused('listView.beginGroup', { body }, { as: one })).toMatchObject({ status: 403 });
    const head = api.actor({ permissions: ['staff.role.edit'] });
    // A person without access to the view cannot make it a default, for themselves or for others.
    expect(await api.refused('listView.beginGroup', { body }, { as: head })).toMatchObject({ status: 404 });
    const everyones = await api.call.listView.create({ body: draft({ scope: 'everyone' }) }, { as: one });
    await api.call.listView.beginGroup({ body: { ...body, viewId: everyones.id } }, { as: head });
    const first = async (as: Actor) => firstView(await api.call.listView.list({}, { as }))?.id;
    expect([await first(one), await first(other)]).toEqual([everyones.id, everyones.id]);
    expect(await first(api.actor({}))).toBeUndefined();
    // A person's own choice overrides that of the group.
    await api.call.listView.begin({ body: { list: 'bill', viewId: mine.id } }, { as: other });
    expect([await first(one), await first(other)]).toEqual([everyones.id, mine.id]);
    await api.call.listView.begin({ body: { list: 'bill', viewId: null } }, { as: other });
    expect(await first(other)).toBe(everyones.id);
    // The group's default ends when it is removed, or with its view.
    await api.call.listView.beginGroup({ body: { ...body, viewId: null } }, { as: head });
    expect(await first(one)).toBeUndefined();
    await api.call.listView.beginGroup({ body: { ...body, viewId: everyones.id } }, { as: head });
    await api.call.listView.remove({ params: { id: everyones.id } }, { as: one });
    expect(api.count('select count(*) from listViewGroupDefault where groupId = ?', groupOf(one))).toBe(0);
  });

  test('is changed completely or partly, at the version that was read', async () => {
    const { one } = actors();
    const made = await api.call.listView.create({ body: draft() }, { as: one });
    const params = { id: made.id };
    const now = await api.call.listView.update(
      { params, body: { asked: {}, layout: null, version: 1 } },
      { as: one },
    );
    expect(now).toMatchObject({ asked: {}, layout: null, sort: '-eta', name: made.name, version: 2 });
    const stale = await api.refused(
      'listView.update',
      { params, body: { sort: 'eta', version: 1 } },
      { as: one },
    );
    expect(stale).toMatchObject({ status: 409, code: 'STALE_DATA' });
  });

  test('has a unique name for each person and list', async () => {
    const { one, other } = actors();
    const body = draft();
    await api.call.listView.create({ body }, { as: one });
    const twin = await api.refused('listView.create', { body }, { as: one });
    expect(twin).toMatchObject({ code: 'CODE_EXISTS', fields: { name: expect.stringContaining(body.name) } });
    await api.call.listView.create({ body }, { as: other });
    await api.call.listView.create({ body: { ...body, list: 'cmr' } }, { as: one });
  });

  test('cannot be the default of another list, nor one that the user does not see', async () => {
    const { one, other } = actors();
    const made = await api.call.listView.create({ body: draft() }, { as: one });
    for (const [as, list] of [
      [one, 'cmr'],
      [other, 'bill'],
    ] as const)
      expect(await api.refused('listView.begin', { body: { list, viewId: made.id } }, { as })).toMatchObject({
        code: 'NOT_FOUND',
      });
  });
});
