import {
  dueOf,
  latenessOf,
  nextDue,
  nodesOf,
  type SeaNodeBill,
  seaNodeNames,
  seaNodeProblem,
  seaNodes,
} from '@contract/rules/seaNodes';
import { describe, expect, test } from 'vitest';

const bill: SeaNodeBill = {
  podCode: 'USLAX',
  loadType: 'FCL',
  loadingAt: null,
  etd: '2026-10-31T10:00:00Z',
  eta: '2026-11-16T06:00:00Z',
  atd: null,
  ata: null,
  lastFreeDay: null,
};

describe('the due time of a sea node', () => {
  test.each([
    ['isfFiled', {}, '2026-10-30T10:00:00Z'],
    ['amsFiled', { atd: '2026-11-01T10:00:00Z' }, '2026-10-31T10:00:00Z'],
    ['entryFiled', {}, '2026-11-16T06:00:00Z'],
    ['entryFiled', { ata: '2026-11-17T06:00:00Z' }, '2026-12-02T06:00:00Z'],
    ['gateOut', {}, null],
    // The day ends on the clock of the port.
    ['gateOut', { lastFreeDay: '2026-11-20' }, '2026-11-21T07:59:00Z'],
    ['freightReleased', { lastFreeDay: '2026-11-20', podCode: 'NLRTM' }, '2026-11-20T22:59:00Z'],
    ['freightReleased', { lastFreeDay: '2026-11-20', podCode: 'GBFXT' }, '2026-11-20T23:59:00Z'],
    ['summaryFiled', {}, null],
    // Ten working days, without Thanksgiving.
    ['summaryFiled', { releasedAt: '2026-11-20T18:00:00Z' }, '2026-12-08T07:59:00Z'],
    ['delivered', {}, null],
  ] as const)('is for %s of %j: %s', (node, changes, due) => {
    expect(dueOf(node, { ...bill, ...changes })).toBe(due);
  });

  test.each([
    [null, null, 'open'],
    ['2026-11-05T00:00:00Z', null, 'open'],
    ['2026-11-02T12:00:00Z', null, 'soon'],
    ['2026-10-31T12:00:00Z', null, 'late'],
    ['2026-10-31T12:00:00Z', '2026-10-31T12:00:00Z', 'done'],
    ['2026-10-31T12:00:00Z', '2026-10-31T12:01:00Z', 'doneLate'],
    [null, '2026-10-31T12:01:00Z', 'done'],
  ] as const)('makes a node due at %s and reached at %s: %s', (dueAt, actualAt, lateness) => {
    expect(latenessOf({ dueAt, actualAt }, Date.parse('2026-11-01T00:00:00Z'))).toBe(lateness);
  });

  test('is next for the earliest open node; a departed container waits for no freight release', () => {
    const node = (
      name: (typeof seaNodeNames)[number],
      dueAt: string | null,
      actualAt: string | null = null,
    ) => ({
      ...{ node: name, dueAt, actualAt },
    });
    const nodes = [
      node('entryFiled', '2026-11-03'),
      node('freightReleased', '2026-11-02'),
      node('delivered', null),
    ];
    expect(nextDue(nodes, 'arrived')?.node).toBe('freightReleased');
    expect(nextDue([...nodes, node('gateOut', '2026-11-02', '2026-11-01')], 'delivering')?.node).toBe(
      'entryFiled',
    );
    expect(nextDue(nodes, 'closed')).toBeUndefined();
    expect(nextDue(nodes, 'cancelled')).toBeUndefined();
  });
});

test('requires all nodes of whole containers to the United States alone', () => {
  expect(nodesOf(bill)).toEqual(seaNodeNames);
  expect(nodesOf({ ...bill, loadType: 'LCL' })).toEqual(
    seaNodeNames.filter((name) => name !== 'emptyReturned'),
  );
  expect(nodesOf({ ...bill, podCode: 'NLRTM' })).toEqual([
    ...(['atd', 'arrivalNotice', 'ata', 'discharged', 'released', 'exam', 'freightReleased'] as const),
    ...(['lastFreeDay', 'gateOut', 'delivered', 'emptyReturned'] as const),
  ]);
});

describe('the order of sea nodes', () => {
  const now = Date.parse('2026-11-30T00:00:00Z');
  const at = '2026-11-20T00:00:00Z';
  const pairs = seaNodeNames.flatMap((node) => seaNodes[node].after.map((previous) => ({ node, previous })));

  test.each(pairs)('keeps $node not before $previous, and allows the same minute', ({ node, previous }) => {
    const { requires } = seaNodes[node];
    const times = { ...(requires ? { [requires]: at } : {}), [previous]: at };
    expect(seaNodeProblem(node, '2026-11-19T23:59:00Z', times, now)).toMatchObject({ code: 'NODE_ORDER' });
    expect(seaNodeProblem(node, '2026-11-20T00:00:30Z', times, now)).toBeUndefined();
    // The earlier node may not be moved behind the later one either.
    if (node !== 'lastFreeDay' && !seaNodes[previous].requires)
      expect(seaNodeProblem(previous, '2026-11-20T00:01:00Z', { [node]: at }, now)).toMatchObject({
        code: 'NODE_ORDER',
      });
  });

  test.each(seaNodeNames.filter((name) => seaNodes[name].requires))(
    'makes %s wait for the one it needs, which then stays',
    (node) => {
      const needed = seaNodes[node].requires ?? 'atd';
      expect(seaNodeProblem(node, at, {}, now)).toMatchObject({ code: 'NODE_MISSING' });
      expect(seaNodeProblem(needed, null, { [needed]: at, [node]: at }, now)).toMatchObject({
        code: 'NODE_NOT_LAST',
      });
      expect(seaNodeProblem(node, null, { [needed]: at, [node]: at }, now)).toBeUndefined();
    },
  );

  test('allows none in the future', () => {
    expect(seaNodeProblem('atd', '2026-11-30T00:10:00Z', {}, now)).toBeUndefined();
    expect(seaNodeProblem('atd', '2026-11-30T00:20:00Z', {}, now)).toMatchObject({ code: 'NODE_FUTURE' });
  });
});
