import { expect, test } from 'vitest';
import { cellsOf } from '../support/apiExport';
import { testApi } from '../support/server';

const api = testApi();
const DAY = 24 * 3_600_000;

test('lists every PMC record with its bill, its trip and the end of its free days', async () => {
  const { list, total } = await api.call.pmc.records({ query: { sort: '-dueAt', pageSize: 100 } });
  expect(total).toBe(api.count('select count(*) from pmc'));
  expect(list.length).toBeGreaterThan(10);
  const dues = list.map(({ dueAt }) => dueAt);
  expect(dues).toEqual([...dues].sort().reverse());
  for (const { id, billNo, pickNo, collectedAt, freeDays, dueAt, overdueDays, state, asOf } of list) {
    const kept = api.row(
      'select bill.billNo, pick.pickNo, returnedAt from pmc join bill on bill.id = pmc.billId join pick on pick.id = pmc.pickId where pmc.id = ?',
      id,
    );
    expect({ billNo, pickNo }).toEqual({ billNo: kept.billNo, pickNo: kept.pickNo });
    const due = Date.parse(collectedAt ?? '') + freeDays * DAY;
    expect(Date.parse(dueAt ?? '')).toBe(due);
    const end = Date.parse(String(kept.returnedAt ?? asOf));
    expect(overdueDays).toBe(state === 'lost' ? 0 : Math.max(0, Math.ceil((end - due) / DAY)));
  }
});

test('finds PMC records by state and due time, and changes the record itself', async () => {
  const query = { state: ['unloaded' as const], pageSize: 100 };
  const before = await api.call.pmc.records({ query });
  const [pmc] = before.list.filter(({ billArchived, billStage }) => !billArchived && billStage !== 'removed');
  if (!pmc?.dueAt || pmc.pickId === null) throw new Error('no pallet in the demo that could be given back');
  const due = { dueAtFrom: pmc.dueAt, dueAtTo: pmc.dueAt, uldNo: pmc.uldNo };
  expect((await api.call.pmc.records({ query: due })).list.map(({ id }) => id)).toEqual([pmc.id]);
  await api.call.pmc.act({
    params: { id: pmc.pickId },
    body: { pmcId: pmc.id, version: pmc.version, action: 'giveBack', returnedTo: 'ULD desk' },
  });
  const after = await api.call.pmc.records({ query });
  expect(after.list.map(({ id }) => id)).not.toContain(pmc.id);
  const file = await api.call.pmc.export({
    query: { format: 'csv', uldNo: pmc.uldNo, columns: ['uldNo', 'state', 'returnedTo'] },
  });
  expect(cellsOf(file as never)).toContainEqual([pmc.uldNo, 'Returned', 'ULD desk']);
});
