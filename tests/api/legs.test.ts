import { type BillStage, billStages } from '@contract/bill/bill';
import { statusOf } from '@contract/errors';
import type { ApiName } from '@contract/index';
import { legs } from '@contract/warehouse/pick';
import { pmcStates } from '@contract/warehouse/pmc';
import { expect, test } from 'vitest';
import { addTrip, countedTrip, landedBill, versionOf } from '../support/apiCargo';
import { testApi } from '../support/server';

const api = testApi();
const TIME = '2026-11-02T08:00:00Z';

/** Expected result for each state of a leg, written independently of the machine: a code where it refuses. */
const LEG_RULES = {
  start: { none: undefined, open: 'LEG_STARTED', finished: 'LEG_FINISHED' },
  update: { none: 'LEG_NOT_STARTED', open: undefined, finished: 'LEG_FINISHED' },
  finish: { none: 'LEG_NOT_STARTED', open: undefined, finished: 'unchanged' },
  reopen: { none: 'STATE_NOT_ALLOWED', open: 'STATE_NOT_ALLOWED', finished: undefined },
  delete: { none: 'LEG_NOT_STARTED', open: undefined, finished: 'LEG_FINISHED' },
} as const;
type LegAction = keyof typeof LEG_RULES;
type LegState = 'none' | 'open' | 'finished';

const GROUP = { inbound: 'pickInbound', clearance: 'pickClearance', outbound: 'pickOutbound' } as const;

/** Makes a trip on which only the state of one leg can prevent an action. */
async function tripWith(leg: keyof typeof GROUP, state: LegState, action: LegAction) {
  const { id, boxes } = await landedBill(api);
  const { id: pickId } = await addTrip(api, id, boxes.length);
  const done = (name: string) =>
    `${name}StartAt = '${TIME}', ${name}FinishAt = '${TIME}', ${name}Finished = 1`;
  const before =
    leg === 'outbound' ? `${done('pickup')}, ${done('inbound')}, inboundBoxes = 4` : done('pickup');
  const own = {
    none: 'id = id',
    // A leg to be deleted must have no counted boxes.
    open: `${leg}StartAt = '${TIME}', ${leg}Boxes = ${action === 'delete' ? 0 : 4}`,
    finished: `${done(leg)}, ${leg}Boxes = 4, ${leg}FinishAt = strftime('%Y-%m-%dT%H:%M:%SZ', 'now')`,
  }[state].replace(`${leg}FinishAt = '${TIME}', `, '');
  api.db.exec(`update pick set ${before}, ${own} where id = ${pickId}`);
  return { id, pickId };
}

async function carryOut(leg: keyof typeof GROUP, action: LegAction, pickId: number) {
  const version = versionOf(api, pickId);
  const names = {
    start: 'start',
    update: 'update',
    finish: 'close',
    reopen: 'close',
    delete: 'remove',
  } as const;
  const name = `${GROUP[leg]}.${names[action]}` as ApiName;
  const cmr = leg === 'outbound' ? { cmrNo: 'CMR20261103-0001' } : {};
  const body =
    action === 'finish'
      ? { version, action, ...cmr }
      : action === 'reopen'
        ? { version, action, reason: 'Counted again' }
        : { version };
  return api.send(name, { params: { id: pickId }, ...(action === 'delete' ? {} : { body }) });
}

const pairs = (['inbound', 'clearance', 'outbound'] as const).flatMap((leg) =>
  (Object.keys(LEG_RULES) as LegAction[]).flatMap((action) =>
    (['none', 'open', 'finished'] as const).map((state) => ({ leg, action, state })),
  ),
);

test.each(pairs)('a leg $leg in state $state allows or refuses $action', async ({ leg, action, state }) => {
  const { id, pickId } = await tripWith(leg, state, action);
  const before = api.row('select * from pick where id = ?', pickId);
  const logged = () =>
    api.count("select count(*) from operateLog where objectType = 'bill' and objectId = ?", String(id));
  const lines = logged();
  const answer = await carryOut(leg, action, pickId);
  const after = api.row('select * from pick where id = ?', pickId);
  const expected = LEG_RULES[action][state];
  if (expected === undefined) {
    expect(answer).not.toHaveProperty('refused');
    const reached = { start: 'open', update: 'open', finish: 'finished', reopen: 'open', delete: 'none' }[
      action
    ];
    expect({ begun: after[`${leg}StartAt`] !== null, finished: after[`${leg}Finished`] === 1 }).toEqual({
      begun: reached !== 'none',
      finished: reached === 'finished',
    });
    expect(after.version).toBe(Number(before.version) + 1);
    expect(logged()).toBe(lines + 1);
    return;
  }
  if (expected === 'unchanged') expect(answer).toMatchObject({ got: { changed: 0 } });
  else expect(answer).toMatchObject({ refused: { code: expected, status: statusOf(expected) } });
  expect(after).toEqual(before);
  expect(logged()).toBe(lines);
});

test('refuses to reopen a leg without that permission, and finishes one with the right to edit', async () => {
  const { pickId } = await countedTrip(api);
  const as = api.actor({ permissions: ['bill.warehouse.edit'] });
  const close = (action: string) =>
    api.send(
      'pick.closePickup',
      { params: { id: pickId }, body: { version: versionOf(api, pickId), action, reason: 'Wrong plate' } },
      { as },
    );
  expect(await close('finish')).toMatchObject({ got: { changed: 1 } });
  expect(await close('reopen')).toMatchObject({ refused: { status: 403, code: 'NO_PERMISSION' } });
});

test('reopens the pickup of the whole bill with that of a trip', async () => {
  const { id, boxes } = await landedBill(api);
  const { id: pickId } = await addTrip(api, id, boxes.length);
  const close = (action: string) =>
    api.call.pick.closePickup({
      params: { id: pickId },
      body: { version: versionOf(api, pickId), action: action as 'finish', reason: 'Wrong plate' },
    });
  await close('finish');
  const finished = () => api.row('select pickupFinished, stage from bill where id = ?', id);
  expect(finished()).toEqual({ pickupFinished: 1, stage: 'clearing' });
  await close('reopen');
  expect(finished()).toEqual({ pickupFinished: 0, stage: 'pickup' });
});

const ADD_FROM: readonly BillStage[] = [
  'arrived',
  'pickup',
  'clearing',
  'inbound',
  'clearance',
  'outbound',
  'transit',
];
test.each(Object.keys(billStages) as BillStage[])(
  'a trip is added or refused for a bill in stage %s',
  async (stage) => {
    const { id } = await landedBill(api);
    api.db.exec(
      `update bill set stage = '${stage}'${stage === 'removed' ? `, removedAt = '${TIME}'` : ''} where id = ${id}`,
    );
    const answer = await api.send('pick.create', {
      params: { id },
      body: { kind: 'own', plateNo: '12-BXX-3', pickupBoxes: 1, pickupWeight: 9 },
    });
    if (ADD_FROM.includes(stage)) expect(answer).not.toHaveProperty('refused');
    else
      expect(answer).toMatchObject({
        refused: { code: stage === 'removed' ? 'BILL_REMOVED' : 'STATE_NOT_ALLOWED' },
      });
  },
);

/** States of a PMC record in which each action is allowed. */
const PMC_FROM = {
  update: ['collected', 'unloaded'],
  unload: ['collected'],
  undoUnload: ['unloaded'],
  giveBack: ['unloaded'],
  undoReturn: ['returned'],
  lose: ['collected', 'unloaded'],
  undoLost: ['lost'],
  delete: ['collected'],
} as const;
const REACHED: Record<string, string> = {
  unload: 'unloaded',
  undoUnload: 'collected',
  giveBack: 'returned',
  undoReturn: 'unloaded',
  lose: 'lost',
  undoLost: 'unloaded',
};
const REPEATED: Record<string, string> = { unload: 'unloaded', giveBack: 'returned', lose: 'lost' };
const pmcPairs = (Object.keys(PMC_FROM) as (keyof typeof PMC_FROM)[]).flatMap((action) =>
  Object.keys(pmcStates).map((state) => ({ action, state })),
);
let ulds = 10_000;

test.each(pmcPairs)('a PMC in state $state allows or refuses $action', async ({ action, state }) => {
  const { pickId } = await countedTrip(api);
  const params = { id: pickId };
  const pmc = await api.call.pmc.create({ params, body: { uldNo: `AKE${++ulds}XH` } });
  api.db.exec(`update pmc set state = '${state}', unloadedAt = ${state === 'collected' ? 'null' : 'collectedAt'},
    returnedAt = ${state === 'returned' ? 'collectedAt' : 'null'} where id = ${pmc.id}`);
  const body = { pmcId: pmc.id, version: 1 };
  const answer =
    action === 'delete'
      ? await api.send('pmc.remove', { params, query: { pmcId: pmc.id } })
      : action === 'update'
        ? await api.send('pmc.update', { params, body: { ...body, netCount: 1 } })
        : await api.send('pmc.act', {
            params,
            body: { ...body, action, returnedTo: 'Shed 3', reason: 'Seen last at the dock' },
          });
  const [row] = api.rows('select state from pmc where id = ?', pmc.id);
  if ((PMC_FROM[action] as readonly string[]).includes(state)) {
    expect(answer).not.toHaveProperty('refused');
    if (action === 'delete') expect(row).toBeUndefined();
    else expect(row?.state).toBe(REACHED[action] ?? state);
  } else {
    if (REPEATED[action] === state) expect(answer).toMatchObject({ got: { changed: 0 } });
    else expect(answer).toMatchObject({ refused: { code: 'STATE_NOT_ALLOWED' } });
    expect(row?.state).toBe(state);
  }
});

/** States of a pallet in which each action is allowed; deleting one with boxes is always refused. */
const PALLET_FROM = {
  update: ['open', 'closed'],
  add: ['open'],
  take: ['open'],
  close: ['open'],
  reopen: ['closed'],
  load: ['closed'],
  unload: ['loaded'],
} as const;
const palletPairs = (Object.keys(PALLET_FROM) as (keyof typeof PALLET_FROM)[]).flatMap((action) =>
  ['open', 'closed', 'loaded', 'delivered'].map((state) => ({ action, state })),
);
const AGAIN: Record<string, string> = { close: 'closed', load: 'loaded' };

test.each(palletPairs)('a pallet in state $state allows or refuses $action', async ({ action, state }) => {
  const { id, boxes, pickId } = await countedTrip(api);
  const pallet = await api.call.pallet.create({ body: { boxIds: [boxes[0]?.boxId ?? 0] } });
  const params = { id: pallet.id };
  if (state === 'loaded') {
    api.db.exec(`update box set outboundAt = '${TIME}' where id = ${boxes[0]?.boxId}`);
    api.place(`id = ${boxes[0]?.boxId}`);
    api.db.exec(`update pick set outboundStartAt = '${TIME}', outboundBoxes = 1 where id = ${pickId}`);
  }
  api.db.exec(`update pallet set state = '${state}' where id = ${pallet.id}`);
  const version = pallet.version;
  const answer =
    action === 'update'
      ? await api.send('pallet.update', { params, body: { version, height: 150 } })
      : action === 'add'
        ? await api.send('pallet.add', { params, body: { boxIds: [boxes[1]?.boxId] } })
        : action === 'take'
          ? await api.send('pallet.take', { params, query: { boxIds: [boxes[0]?.boxId] } })
          : await api.send('pallet.act', { params, body: { version, action } });
  if ((PALLET_FROM[action] as readonly string[]).includes(state))
    expect(answer).not.toHaveProperty('refused');
  else if (AGAIN[action] === state) expect(answer).toMatchObject({ got: { changed: 0 } });
  else expect(answer).toMatchObject({ refused: { code: 'STATE_NOT_ALLOWED' } });
  expect(id).toBeGreaterThan(0);
});

test('has a machine for every leg', () => {
  expect(legs).toEqual(['pickup', ...Object.keys(GROUP)]);
});
