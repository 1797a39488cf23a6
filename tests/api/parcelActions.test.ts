import { type ParcelAction, type ParcelState, parcelMachine, parcelStates } from '@contract/customs/parcel';
import type { ApiName } from '@contract/index';
import { expect, test } from 'vitest';
import { parcelOf } from '../support/apiParcels';
import { testApi } from '../support/server';
import { moves, readyBill } from './cases/parcel';

const api = testApi();
const states = Object.keys(parcelStates) as ParcelState[];
const actions = Object.keys(parcelMachine.actions) as ParcelAction[];

/**
 * States in which each action is allowed and where it leads, written independently of the machine. An abnormal parcel
 * was in clearance before; a decision of customs leaves it abnormal.
 */
const ALLOWED: Readonly<Record<ParcelAction, Partial<Record<ParcelState, ParcelState>>>> = {
  free: { clearance: 'free', held: 'free', abnormal: 'abnormal' },
  setBack: { free: 'clearance' },
  hold: { clearance: 'held', free: 'held', abnormal: 'abnormal' },
  fail: { clearance: 'failed', held: 'failed', abnormal: 'abnormal' },
  redeclare: { failed: 'clearance' },
  dispose: { failed: 'failed' },
  abnormal: { clearance: 'abnormal', free: 'abnormal', held: 'abnormal' },
  removeAbnormal: { abnormal: 'clearance' },
  deliver: { abnormal: 'completed' },
  complete: { free: 'completed' },
  undoComplete: { completed: 'free' },
};
/** Events on the bill's timeline. */
const EVENTS: Partial<Record<ParcelAction, string>> = {
  free: 'CUSTOMS_RELEASE',
  hold: 'CUSTOMS_HOLD',
  fail: 'CUSTOMS_FAIL',
  redeclare: 'CUSTOMS_START',
};

const tracesOf = (billId: number) => ({
  bill: api.row('select * from bill where id = ?', billId),
  boxes: api.rows('select * from box where billId = ?', billId),
  parcels: api.rows('select * from parcel where billId = ?', billId),
  fyco: api.rows('select * from fyco where billId = ?', billId),
  cases: api.rows('select * from abnormalCase where billId = ?', billId),
  events: api.rows('select code from timelineEvent where billId = ?', billId).map(({ code }) => code),
  history: api.rows('select what, toState from parcelEvent where billId = ?', billId),
  log: api.count('select count(*) from billLog where billId = ?', billId),
});

test('covers every action, and no other', () => {
  expect(actions.sort()).toEqual(Object.keys(ALLOWED).sort());
});

const pairs = states.flatMap((state) => actions.map((action) => ({ state, action })));

test.each(pairs)('a parcel in state $state allows or refuses $action', async ({ state, action }) => {
  const { billId, trackingNos } = readyBill(api, action, state);
  const [no = ''] = trackingNos;
  const to = ALLOWED[action][state];
  const before = tracesOf(billId);
  const answer = (await api.send(`parcel.${action}` as ApiName, {
    body: { billId, trackingNos, ...moves[action].given },
  })) as { got: { ok: number; failed: { key: string; code: string; msg: string }[] } };
  const { ok, failed } = answer.got;
  const after = tracesOf(billId);

  if (!to) {
    expect(ok).toBe(0);
    expect(failed).toEqual([
      { key: no, code: state === 'completed' ? 'PARCEL_COMPLETED' : 'PARCEL_STATE', msg: expect.any(String) },
    ]);
    if (state !== 'completed') expect(failed[0]?.msg).toContain(no);
    expect(failed[0]?.msg).not.toMatch(/[{}]|undefined/);
    expect(after).toEqual(before);
    return;
  }
  expect({ ok, failed }).toEqual({ ok: 1, failed: [] });
  expect(parcelOf(api, no).state).toBe(to);
  expect(after.history).toEqual([{ what: action, toState: to }]);
  expect(after.events).toEqual([...before.events, ...(EVENTS[action] ? [EVENTS[action]] : [])]);
  expect(after.log).toBeGreaterThan(before.log);
  const counters = ['Clearance', 'Free', 'Held', 'Failed', 'Abnormal', 'Completed'];
  const ofState = counters.filter((name) => after.bill[`parcels${name}`] === 1);
  expect(ofState.map((name) => name.toLowerCase())).toEqual([to]);
});

test('names the parcel and both states in a Chinese refusal', async () => {
  const { billId, trackingNos } = readyBill(api, 'hold', 'failed');
  const { failed } = await api.call.parcel.hold(
    { body: { billId, trackingNos: [...trackingNos], reason: 'scan' } },
    { language: 'cn' },
  );
  expect(failed[0]?.msg).toBe(`包裹${trackingNos[0]}不能由清关失败变更为被扣`);
});
