import { type SeaBillState, seaBillMachine, seaBillStates } from '@contract/sea/seaBill';
import { describe, expect, test } from 'vitest';
import { drafts } from '../support/apiRecords';
import { hoursFromNow, makeSeaFreight, nodeOf, REACHED, reach, seaFreightIn } from '../support/apiSea';
import { makeSeaBill } from '../support/apiTransport';
import { testApi } from '../support/server';
import { pdfOf } from './cases/files';

const api = testApi();
const states = Object.keys(seaBillStates) as SeaBillState[];
const bill = (id: number) => api.call.seaBill.get({ params: { id } });

describe('the state of a sea bill', () => {
  test.each(states)('follows from its nodes: %s', async (state) => {
    const { id, state: found } = await seaFreightIn(api, state);
    expect(found).toBe(state);
    expect((await bill(id)).state).toBe(state);
  });

  test.each([
    ['closed', 'delivered'],
    ['delivered', 'delivering'],
    ['delivering', 'cleared'],
    ['cleared', 'on_hold'],
    ['on_hold', 'arrived'],
    ['arrived', 'sailed'],
    ['sailed', 'draft'],
  ] as const)('goes from %s to %s when its last node is undone', async (state, before) => {
    const { id } = await seaFreightIn(api, state);
    const [last] = REACHED[state].at(-1) ?? [];
    const node = await nodeOf(api, id, last ?? 'atd');
    await api.call.seaNode.set({ params: { id: node.id }, body: { version: node.version, actualAt: null } });
    expect((await bill(id)).state).toBe(before);
  });
});

/** States in which each action is allowed, written independently of the machine (reference 3.9). */
const under = states.filter((state) => state !== 'cancelled');
const FROM: Readonly<Record<keyof typeof seaBillMachine.actions, readonly SeaBillState[]>> = {
  update: under,
  setNode: under,
  link: under,
  unlink: under,
  cancel: ['draft'],
  reopen: ['cancelled'],
  remove: ['draft', 'cancelled'],
};

describe('the actions of a sea bill', () => {
  test('cover the machine', () => {
    for (const [name, { from }] of Object.entries(seaBillMachine.actions))
      expect([...from].sort(), name).toEqual([...FROM[name as keyof typeof FROM]].sort());
  });

  const pairs = states.flatMap((state) =>
    (Object.keys(FROM) as (keyof typeof FROM)[]).map((action) => ({ state, action })),
  );
  test.each(pairs)('in state $state are allowed or refused: $action', async ({ state, action }) => {
    const made = await seaFreightIn(api, state);
    const params = { id: made.id };
    const linked = async () => {
      if (action !== 'link' && action !== 'unlink') return null;
      const { id } = await makeSeaBill(api);
      if (action === 'unlink') api.db.exec(`update seaBill set billId = ${id} where id = ${made.id}`);
      return id;
    };
    const { version } = made;
    const billId = await linked();
    const before = await bill(made.id);
    const answer = await {
      update: () => api.send('seaBill.update', { params, body: { version, remark: 'Seen' } }),
      setNode: async () => {
        const node = await nodeOf(api, made.id, 'arrivalNotice');
        const body = { version: node.version, remark: 'Chased' };
        return api.send('seaNode.set', { params: { id: node.id }, body });
      },
      link: () => api.send('seaBill.link', { params, body: { version, billId } }),
      unlink: () => api.send('seaBill.link', { params, body: { version, billId: null } }),
      cancel: () =>
        api.send('seaBill.act', { params, body: { version, action: 'cancel', reason: 'Postponed' } }),
      reopen: () => api.send('seaBill.act', { params, body: { version, action: 'reopen' } }),
      remove: () => api.send('seaBill.remove', { params }),
    }[action]();
    if (FROM[action].includes(state)) expect(answer).toHaveProperty('got');
    else {
      expect(answer).toMatchObject({ refused: { code: 'STATE_NOT_ALLOWED' } });
      expect(await bill(made.id)).toEqual(before);
    }
  });
});

describe('deadlines of a sea bill', () => {
  test('are for the United States ISF and manifest a day before loading, the entry by arrival, then fifteen days', async () => {
    const { id } = await makeSeaFreight(api, { etd: '2031-11-03T02:00:00Z', eta: '2031-11-21T14:30:00Z' });
    const due = async () =>
      Object.fromEntries(
        (await api.call.seaNode.ofBill({ params: { id } })).map(({ node, dueAt }) => [node, dueAt]),
      );
    expect(await due()).toMatchObject({
      isfFiled: '2031-11-02T02:00:00Z',
      isfAccepted: '2031-11-02T02:00:00Z',
      amsFiled: '2031-11-02T02:00:00Z',
      entryFiled: '2031-11-21T14:30:00Z',
      gateOut: null,
    });
    // A new departure moves the due times.
    const { version } = await bill(id);
    const body = { version, etd: '2031-11-05T02:00:00Z', lastFreeDay: '2031-11-26' };
    const moved = await api.call.seaBill.update({ params: { id }, body });
    // The end of the day in Los Angeles.
    expect(await due()).toMatchObject({ isfFiled: '2031-11-04T02:00:00Z', gateOut: '2031-11-27T07:59:00Z' });
    expect(moved).toMatchObject({ dueNode: 'isfFiled', dueAt: '2031-11-04T02:00:00Z' });
    const arrived = hoursFromNow(-48);
    await makeSeaFreight(api);
    const late = await makeSeaFreight(api);
    await reach(api, late.id, ['atd', 500], ['ata', 48]);
    const entry = await nodeOf(api, late.id, 'entryFiled');
    expect(Date.parse(String(entry.dueAt)) - Date.parse(arrived)).toBeCloseTo(15 * 86_400_000, -5);
  });

  test('exclude filings with US customs for other countries', async () => {
    const { id } = await makeSeaFreight(api, { podCode: 'NLRTM' });
    const names = (await api.call.seaNode.ofBill({ params: { id } })).map(({ node }) => node);
    expect(names).toContain('emptyReturned');
    expect(names).not.toContain('isfFiled');
    expect(names).not.toContain('dutyPaid');
    // The port was wrong: the due times in the United States follow it.
    const { version } = await bill(id);
    await api.call.seaBill.update({ params: { id }, body: { version, podCode: 'USLAX', loadType: 'LCL' } });
    const now = (await api.call.seaNode.ofBill({ params: { id } })).map(({ node }) => node);
    expect(now).toContain('isfFiled');
    expect(now).not.toContain('emptyReturned');
  });

  test('are counted and listed when missed, until their node is reached', async () => {
    const { id, mblNo } = await makeSeaFreight(api);
    const late = async () =>
      (await api.call.seaNode.list({ query: { show: 'late', mblNo, pageSize: 50 } })).list.map(
        ({ node }) => node,
      );
    expect(await late()).toEqual(['isfFiled', 'isfAccepted', 'amsFiled', 'entryFiled']);
    const { late: before } = await api.call.seaNode.count();
    await reach(api, id, ['isfFiled', 560], ['isfAccepted', 555]);
    expect(await late()).toEqual(['amsFiled', 'entryFiled']);
    expect((await api.call.seaNode.count()).late).toBe(before - 2);
    expect(await bill(id)).toMatchObject({ dueNode: 'amsFiled' });
  });

  test('include the last free day, entered as a date, for the container', async () => {
    const { id } = await seaFreightIn(api, 'arrived');
    const node = await nodeOf(api, id, 'lastFreeDay');
    const day = hoursFromNow(-24).slice(0, 10);
    await api.call.seaNode.set({ params: { id: node.id }, body: { version: node.version, day } });
    expect(await bill(id)).toMatchObject({ lastFreeDay: day });
    expect((await nodeOf(api, id, 'gateOut')).dueAt).not.toBeNull();
  });
});

describe('a node on many sea bills', () => {
  test('is set by the rules of each bill', async () => {
    const [one, two] = [await seaFreightIn(api, 'sailed'), await makeSeaFreight(api)];
    const ids = [(await nodeOf(api, one.id, 'ata')).id, (await nodeOf(api, two.id, 'ata')).id];
    const answer = await api.call.seaNode.many({
      body: { selection: { ids }, actualAt: hoursFromNow(-100) },
    });
    expect(answer).toMatchObject({ ok: 1, failed: [{ key: ids[1], code: 'NODE_MISSING' }] });
    expect((await bill(one.id)).state).toBe('arrived');
    expect((await bill(two.id)).state).toBe('draft');
    // Repeating the call changes nothing, and is no failure.
    const { version } = await nodeOf(api, one.id, 'ata');
    const [first] = ids;
    await api.call.seaNode.many({ body: { selection: { ids: [Number(first)] }, remark: null } });
    expect((await nodeOf(api, one.id, 'ata')).version).toBe(version);
  });
});

describe('the linked air bill of a sea bill', () => {
  test('receives the times of sailing and arrival when it has none', async () => {
    const operated = await makeSeaBill(api);
    api.db.exec(
      `update bill set etd = '${hoursFromNow(-504)}', eta = '${hoursFromNow(-168)}' where id = ${operated.id}`,
    );
    const { id, version } = await makeSeaFreight(api);
    await api.call.seaBill.link({ params: { id }, body: { version, billId: operated.id } });
    const { bill: linked } = await api.call.seaBill.parts({ params: { id } });
    expect(linked).toMatchObject({ id: operated.id });
    await reach(api, id, ['atd', 500], ['ata', 160]);
    const after = await bill(id);
    expect(await api.call.bill.get({ params: { id: operated.id } })).toMatchObject({
      atd: after.atd,
      ata: after.ata,
    });
    const node = await nodeOf(api, id, 'ata');
    api.db.exec(`update bill set ata = '${hoursFromNow(-150)}' where id = ${operated.id}`);
    const known = (await api.call.bill.get({ params: { id: operated.id } })).ata;
    const body = { version: node.version, actualAt: hoursFromNow(-161) };
    expect(await api.call.seaNode.set({ params: { id: node.id }, body })).toMatchObject({ warnings: [] });
    expect((await api.call.bill.get({ params: { id: operated.id } })).ata).toBe(known);
  });

  test('may refuse a node, with the reason stored on the sea bill', async () => {
    const operated = await makeSeaBill(api);
    api.db.exec(`update bill set etd = '${hoursFromNow(-10)}' where id = ${operated.id}`);
    const { id, version } = await makeSeaFreight(api);
    await api.call.seaBill.link({ params: { id }, body: { version, billId: operated.id } });
    await reach(api, id, ['atd', 500]);
    const node = await nodeOf(api, id, 'ata');
    const at = hoursFromNow(-160);
    const { warnings } = await api.call.seaNode.set({
      params: { id: node.id },
      body: { version: node.version, actualAt: at },
    });
    expect(warnings.map(({ code }) => code)).toEqual(['NODE_ORDER']);
    expect(await bill(id)).toMatchObject({ ata: at, state: 'arrived' });
  });
});

describe('a manifest at US customs', () => {
  test('is matched to the bill of its number, which records the filing', async () => {
    const { id, mblNo, hblNo } = await makeSeaFreight(api);
    const of = { masterNo: mblNo, houseNo: hblNo };
    const filedAt = hoursFromNow(-540);
    const made = await api.call.amsRecord.create({
      body: { ...drafts.amsRecord(api), ...of, filedAt, answeredAt: null, status: 'filed' },
    });
    expect(made).toMatchObject({ seaBillId: id, billId: null });
    expect((await nodeOf(api, id, 'amsFiled')).actualAt).toBe(filedAt);
    // A filing that customs rejected does not count as filed.
    const params = { id: made.id };
    await api.call.amsRecord.update({ params, body: { version: made.version, status: 'rejected' } });
    expect((await nodeOf(api, id, 'amsFiled')).actualAt).toBeNull();
    await api.call.amsRecord.remove({ params });
    expect((await nodeOf(api, id, 'amsFiled')).actualAt).toBeNull();
  });

  test.each([
    ['a number that no bill has', { masterNo: 'PZOL00000001' }, 'masterNo'],
    ['a hold without its code', { status: 'held' }, 'holdCode'],
    ['an answer before the question', { answeredAt: '2026-01-03T07:00:00Z' }, 'answeredAt'],
    ['a filing in time to come', { filedAt: '2041-01-01T00:00:00Z', answeredAt: null }, 'filedAt'],
  ])('is refused with %s', async (_, changes, field) => {
    const body = { ...drafts.amsRecord(api), ...changes } as ReturnType<typeof drafts.amsRecord>;
    const refused = await api.refused('amsRecord.create', { body });
    expect(Object.keys(refused.fields)).toEqual([field]);
  });
});

test('stores containers with the bill, lists them, and keeps each once', async () => {
  const { id, mblNo, version } = await makeSeaFreight(api);
  const [one] = drafts.seaBill().containers;
  const two = { containerNo: 'NRDU1002012', containerType: '20GP' as const };
  const body = { version, containers: [one, two] } as never;
  const changed = await api.call.seaBill.update({ params: { id }, body });
  expect(changed.containers).toEqual([
    one,
    {
      ...{ ...two, sealNo: null, packages: null, weight: null, volume: null },
      ...{ lastFreeDay: null, gateOut: null, emptyReturned: null },
    },
  ]);
  const { list } = await api.call.seaBill.list({ query: { keyword: 'NRDU1002012', mblNo } });
  expect(list).toMatchObject([{ id, containerNos: ['PLDU1002013', 'NRDU1002012'] }]);
  expect(list[0]).not.toHaveProperty('containers');
  for (const [containerNo, path] of [
    ['PLDU1002013', 'containers.1.containerNo'],
    ['NRDU1002013', 'containers.1.containerNo'],
  ] as const) {
    const wrong = { version: changed.version, containers: [one, { ...two, containerNo }] } as never;
    const refused = await api.refused('seaBill.update', { params: { id }, body: wrong });
    expect(Object.keys(refused.fields)).toEqual([path]);
  }
});

test.each([
  ['ports that are one', { podCode: 'CNYTN' }, 'podCode'],
  ['an arrival before the departure', { eta: '2026-01-01T00:00:00Z' }, 'eta'],
  ['goods without weight', { grossWeight: 0 }, 'grossWeight'],
  ['a master bill without its line', { mblNo: '6345678901' }, 'mblNo'],
])('is refused for a bill with %s', async (_, changes, field) => {
  const refused = await api.refused('seaBill.create', { body: { ...drafts.seaBill(), ...changes } });
  expect(Object.keys(refused.fields)).toEqual([field]);
});

test('refuses the same master bill a second time without a house bill', async () => {
  const first = await makeSeaFreight(api, { hblNo: null });
  const body = { ...drafts.seaBill(), mblNo: first.mblNo, hblNo: null };
  expect(await api.refused('seaBill.create', { body })).toMatchObject({ code: 'CODE_EXISTS' });
});

describe('the files of a sea bill', () => {
  const paper = (name: string) => ({ name, bytes: pdfOf(2000) });

  test('can be added and read in every state, but not added once it is cancelled', async () => {
    const { id } = await seaFreightIn(api, 'closed');
    const params = { docType: 'sea_bill', id } as const;
    const given = await api.call.documentFile.upload({ params, file: paper('arrival notice.pdf') });
    expect(await api.call.documentFile.list({ params })).toEqual([given]);
    const { list } = await api.call.seaBill.logs({ params: { id }, query: {} });
    expect(list[0]).toMatchObject({ action: 'upload', objectType: 'seaBill' });

    const { id: off } = await seaFreightIn(api, 'cancelled');
    expect(
      await api.refused('documentFile.upload', {
        params: { docType: 'sea_bill', id: off },
        file: paper('late.pdf'),
      }),
    ).toMatchObject({ code: 'STATE_NOT_ALLOWED' });
  });

  test('are readable with the bill, and changed by those who change it', async () => {
    const { id } = await makeSeaFreight(api);
    const params = { docType: 'sea_bill', id } as const;
    const { id: fileId } = await api.call.documentFile.upload({ params, file: paper('one.pdf') });
    const reader = api.actor({ permissions: ['sea.bill.view', 'business.contract.edit'] });
    expect(await api.call.documentFile.list({ params }, { as: reader })).toHaveLength(1);
    for (const call of ['upload', 'remove'] as const)
      expect(
        await api.refused(
          `documentFile.${call}`,
          call === 'upload' ? { params, file: paper('two.pdf') } : { params: { ...params, fileId } },
          { as: reader },
        ),
      ).toMatchObject({ status: 404 });
    const other = api.actor({ permissions: ['business.contract.view'] });
    expect(await api.refused('documentFile.list', { params }, { as: other })).toMatchObject({ status: 404 });
  });

  test('are deleted with it', async () => {
    const { id } = await makeSeaFreight(api);
    const params = { docType: 'sea_bill', id } as const;
    await api.call.documentFile.upload({ params, file: paper('draft.pdf') });
    const kept = () =>
      api.db
        .prepare(
          `select (select count(*) from documentFile where docType = 'sea_bill' and docId = ${id}) +
             (select count(*) from storedFile where fileName = 'draft.pdf') as n`,
        )
        .get();
    expect(kept()).toEqual({ n: 2 });
    await api.call.seaBill.remove({ params: { id } });
    expect(kept()).toEqual({ n: 0 });
  });
});
