import type { Access } from '@contract/endpoint';
import { type ApiName, findEndpoint, resources } from '@contract/index';
import { type PermissionName, permissionNodes } from '@contract/permissions';
import { words } from '@contract/words';
import { describe, expect, test } from 'vitest';
import { drafts, makeBill } from '../support/apiRecords';
import { testApi } from '../support/server';

const api = testApi();

type VersionedRecord = Record<string, unknown> & { id: number; version: number };

/** Kinds that can be changed: a function that makes one, and a field in which two people differ. */
const kinds = [
  ...(Object.keys(resources) as (keyof typeof resources)[]).map((name) => ({
    name: name as string,
    field: 'remark',
    make: async (): Promise<VersionedRecord> => {
      const answer = await api.send(`${name}.create`, { body: drafts[name](api) });
      if ('refused' in answer) throw new Error(JSON.stringify(answer.refused));
      return answer.got as VersionedRecord;
    },
  })),
  {
    name: 'bill',
    field: 'remarks',
    make: async (): Promise<VersionedRecord> => ({ ...(await makeBill(api)) }),
  },
];

describe.each(kinds)('versions of $name', ({ name, field, make }) => {
  const update = `${name}.update` as ApiName;
  const read = async (id: number) => {
    const answer = await api.send(`${name}.get` as ApiName, { params: { id } });
    return 'got' in answer ? (answer.got as VersionedRecord) : undefined;
  };
  const change = (id: number, version: number, value: string) =>
    api.send(update, { params: { id }, body: { version, [field]: value } });

  test('accept a change at the version that was read, and count up', async () => {
    const { id, version } = await make();
    const answer = await change(id, version, 'mine');
    expect(answer).toMatchObject({ got: { id, version: version + 1, [field]: 'mine' } });
    expect(answer).toEqual({ got: await read(id) });
  });

  test.each([0, 2])('refuse a change at another version, and return the present record', async (by) => {
    const { id, version } = await make();
    await change(id, version, 'theirs');
    const now = await read(id);
    const refused = await api.refused(
      update,
      { params: { id }, body: { version: version + by, [field]: 'mine' } },
      { language: 'cn' },
    );
    expect(refused).toMatchObject({ status: 409, code: 'STALE_DATA', msg: words.cn.messages.STALE_DATA });
    expect(refused.current).toEqual(now);
    expect(findEndpoint(update)?.answer.parse(refused.current)).toEqual(now);
    expect(await read(id)).toEqual(now);
    // With the current version, the change is accepted.
    expect(await change(id, (now?.version ?? 0) as number, 'mine')).toHaveProperty('got');
  });

  test('hide the present record from those who may change but not read it', async () => {
    const { id, version } = await make();
    const named = (access: Access) =>
      permissionNodes.filter((node) => [access].flat().includes(node.id)).map((node) => node.name);
    const change = named(findEndpoint(update)?.access as Access);
    const read = named(findEndpoint(`${name}.get`)?.access as Access);
    const late = { params: { id }, body: { version: version + 1, [field]: 'mine' } };
    const recipients = (permissions: PermissionName[]) =>
      api.refused(update, late, { as: api.actor({ permissions }) });
    expect(await recipients([...change, ...read])).toMatchObject({
      code: 'STALE_DATA',
      current: { id, version },
    });
    const alone = await recipients(change.filter((permission) => !read.includes(permission)));
    expect(alone.current).toBeUndefined();
    expect(['STALE_DATA', 'NO_PERMISSION']).toContain(alone.code);
  });

  test('accept one of several changes at once', async () => {
    const { id, version } = await make();
    const answers = await Promise.all(['a', 'b', 'c', 'd', 'e'].map((value) => change(id, version, value)));
    const [winner] = answers.filter((answer) => 'got' in answer);
    expect(
      answers.filter((answer) => 'refused' in answer && answer.refused.code === 'STALE_DATA'),
    ).toHaveLength(4);
    expect(winner).toEqual({ got: await read(id) });
  });

  test('log nothing for a refused change', async () => {
    const { id, version } = await make();
    const lines = () =>
      api.count('select count(*) from operateLog where objectType = ? and objectId = ?', name, String(id));
    const before = lines();
    await api.refused(update, { params: { id }, body: { version: version + 1, [field]: 'late' } });
    expect(lines()).toBe(before);
  });

  test('return not found for a change of a deleted record', async () => {
    const { id, version } = await make();
    if (name === 'bill')
      await api.call.bill.remove({ body: { selection: { ids: [id] }, removeReason: 'x' } });
    const remove = (name === 'bill' ? 'bill.delete' : `${name}.remove`) as ApiName;
    const answers = await Promise.all([
      api.send(remove, { params: { id } }),
      api.send(remove, { params: { id } }),
    ]);
    expect(answers.filter((answer) => 'got' in answer)).toHaveLength(1);
    expect(answers).toContainEqual({ refused: expect.objectContaining({ status: 404, code: 'NOT_FOUND' }) });
    const refused = await api.refused(update, { params: { id }, body: { version, [field]: 'late' } });
    expect(refused).toMatchObject({ status: 404, code: 'NOT_FOUND' });
  });

  test('allow deleting the present record, which is logged as it was', async () => {
    const { id, version } = await make();
    await change(id, version, 'changed meanwhile');
    if (name === 'bill')
      await api.call.bill.remove({ body: { selection: { ids: [id] }, removeReason: 'x' } });
    await api.send((name === 'bill' ? 'bill.delete' : `${name}.remove`) as ApiName, { params: { id } });
    const line = api.row(
      "select before from operateLog where objectType = ? and objectId = ? and action = 'delete'",
      name,
      String(id),
    );
    expect(JSON.parse(String(line.before))).toMatchObject({ id, [field]: 'changed meanwhile' });
  });
});

test('counts deactivation as a change, so that nobody overwrites it unseen', async () => {
  const { id, version } = await api.call.customer.create({ body: drafts.customer() });
  await api.call.customer.active({ body: { ids: [id], active: false } });
  const refused = await api.refused('customer.update', { params: { id }, body: { version, remark: 'x' } });
  expect(refused).toMatchObject({ code: 'STALE_DATA', current: { id, active: false } });
});

test('counts an action on a bill as a change', async () => {
  const { id, version } = await makeBill(api);
  await api.call.bill.remove({ body: { selection: { ids: [id] }, removeReason: 'Entered twice' } });
  await api.call.bill.recover({ body: { selection: { ids: [id] } } });
  const refused = await api.refused('bill.update', { params: { id }, body: { version, remarks: 'x' } });
  expect(refused).toMatchObject({ code: 'STALE_DATA', current: { version: version + 2 } });
});
