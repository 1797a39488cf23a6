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

/** Returns the zone in which a clock shows the given hour now, whatever the day. */
const zoneAtHour = (hour: number): string => {
  const ahead = ((hour - new Date().getUTCHours() + 36) % 24) - 12;
  return `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`;
};

test.each([
  { hour: 12, refused: undefined },
  { hour: 0, refused: 'PMC_UNDO_LATE' },
])(
  'undoes a return of an hour ago until the end of the day at the airport: at $hour o’clock there',
  async ({ hour, refused }) => {
    const { list } = await api.call.pmc.records({ query: { state: ['unloaded'], pageSize: 100 } });
    const pmc = list.find(({ billArchived, billStage }) => !billArchived && billStage !== 'removed');
    if (!pmc) throw new Error('no pallet in the demo that could be returned');
    const hourAgo = new Date(Date.now() - 3_600_000).toISOString();
    api.db.exec(`update pmc set state = 'returned', returnedAt = '${hourAgo}', updatedAt = '${hourAgo}',
      returnedTo = 'ULD desk' where id = ${pmc.id};
      update airport set timeZone = '${zoneAtHour(hour)}'
      where id = (select landingAirportId from bill where id = ${pmc.billId})`);
    const answer = await api.send('pmc.act', {
      params: { id: pmc.pickId ?? 0 },
      body: { pmcId: pmc.id, version: pmc.version, action: 'undoReturn' },
    });
    if (refused) expect(answer).toMatchObject({ refused: { code: refused } });
    else expect(answer).toMatchObject({ got: { pmc: { state: 'unloaded', returnedAt: null } } });
  },
);
