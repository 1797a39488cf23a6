import { type BillAction, type BillStage, billMachine, billStages } from '@contract/bill/bill';
import { statusOf } from '@contract/errors';
import type { ApiName } from '@contract/index';
import { permissionNodes } from '@contract/permissions';
import { expect, test } from 'vitest';
import { completeBill, tracesOf } from '../support/apiBillTraces';
import type { Actor, LooseInput } from '../support/apiCall';
import { hoursAgo } from '../support/apiNodes';
import { billIn } from '../support/apiRecords';
import { testApi } from '../support/server';

const api = testApi();
const stages = Object.keys(billStages) as BillStage[];
/** Actions of trips have their own calls, covered by tests/api/legs.test.ts. */
const OF_TRIPS = ['addPick', 'finishPickup', 'reopenPickup'] as const;
type OwnAction = Exclude<BillAction, (typeof OF_TRIPS)[number]>;
const actions = (Object.keys(billMachine.actions) as BillAction[]).filter(
  (action): action is OwnAction => !OF_TRIPS.some((other) => other === action),
);
const LONG_AGO = '2026-09-01T00:00:00Z';
const AN_HOUR_AGO = hoursAgo(1);
const A_DAY_AHEAD = hoursAgo(-24);

/** Expected result for each stage, written independently of the machine: a code where it refuses. */
type Rule = (stage: BillStage) => string | undefined;
const only =
  (allowed: readonly BillStage[], refusal: string): Rule =>
  (stage) =>
    allowed.includes(stage) ? undefined : refusal;
const unlessRemoved =
  (rule: Rule): Rule =>
  (stage) =>
    stage === 'removed' ? 'BILL_REMOVED' : rule(stage);

const RULES: Readonly<Record<OwnAction, Rule>> = {
  update: unlessRemoved(() => undefined),
  check: unlessRemoved(only(['draft', 'arrived'], 'STATE_NOT_ALLOWED')),
  uncheck: unlessRemoved(() => undefined),
  remove: unlessRemoved(only(['draft', 'arrived'], 'BILL_HAS_OPERATIONS')),
  arrive: unlessRemoved(only(['draft'], 'STATE_NOT_ALLOWED')),
  setFlight: unlessRemoved(only(['draft', 'arrived'], 'STATE_NOT_ALLOWED')),
  setNode: unlessRemoved(() => undefined),
  recover: only(['removed'], 'STATE_NOT_ALLOWED'),
  archive: only(['delivery', 'removed'], 'BILL_NOT_DELIVERED'),
  restore: () => 'BILL_NOT_ARCHIVED',
  delete: only(['removed'], 'STATE_NOT_ALLOWED'),
};
/** An archived bill is read-only: it can only be restored. */
const archivedRule = (action: BillAction) => (action === 'restore' ? undefined : 'BILL_ARCHIVED');

/** Results of a successful action besides its lines in the logs. */
const DONE: Readonly<Record<OwnAction, { event?: string; columns: Record<string, unknown> }>> = {
  update: { columns: { remarks: 'Call first' } },
  check: { event: 'CHECKED', columns: { checked: 1 } },
  uncheck: { columns: { checked: 0, checkedAt: null, checkedBy: null } },
  remove: { event: 'REMOVED', columns: { stage: 'removed', removeReason: 'Entered twice' } },
  arrive: { event: 'ARRIVED', columns: { ata: AN_HOUR_AGO, clearanceStatus: 'not_released' } },
  setFlight: { columns: { flightNo: 'CX99' } },
  setNode: { columns: { eta: A_DAY_AHEAD } },
  recover: { event: 'RECOVERED', columns: { removedAt: null, removedBy: null, removeReason: null } },
  archive: { event: 'ARCHIVED', columns: { archived: 1 } },
  restore: { event: 'RESTORED', columns: { archived: 0, archivedAt: null } },
  delete: { columns: {} },
};

/** Makes a bill in a stage, in which nothing but the stage can prevent an action. */
function readyFor(action: OwnAction, stage: BillStage, archived: boolean): number {
  const id = billIn(api, stage, {
    checked: action === 'uncheck' ? 1 : 0,
    exceptionCount: 0,
    archived: archived ? 1 : 0,
    ...(stage === 'delivery' ? { podBoxCount: 1 } : {}),
    ...(stage === 'removed' ? { removedAt: LONG_AGO } : {}),
    ...(stage === 'draft' ? { etd: hoursAgo(60), eta: hoursAgo(48), atd: null, declaredAt: null } : {}),
  });
  // Finished legs would themselves prevent the removal.
  const legs = ['pickup', 'inbound', 'clearance', 'outbound'].map((leg) => `${leg}Finished = 0`);
  if (action === 'remove') api.db.exec(`update pick set ${legs} where billId = ${id}`);
  if (action === 'check' && (stage === 'draft' || stage === 'arrived')) completeBill(api, id);
  return id;
}

/** Makes an account with the permission for one action and no other. */
function personFor(action: BillAction): Actor {
  if (action === 'delete' || action === 'uncheck') return api.actor({ superAdmin: true });
  // Each node has its own permission; this one represents them all.
  if (action === 'setNode') return api.actor({ permissions: ['bill.nodes.early'] });
  const { permission } = billMachine.actions[action];
  const name = permissionNodes.find(({ id }) => id === permission)?.name;
  return api.actor({ permissions: name ? [name] : [] });
}

/** Returns the call of an action on one bill at a time, and its body. */
function single(action: BillAction, version: number): { name?: ApiName; body?: object } {
  switch (action) {
    case 'update':
      return { name: 'bill.update', body: { version, remarks: 'Call first' } };
    case 'delete':
      return { name: 'bill.delete' };
    case 'arrive':
      return { name: 'timeNode.arrive', body: { ata: AN_HOUR_AGO } };
    case 'setFlight':
      return { name: 'timeNode.flightNumber', body: { version, flightNo: 'CX99', reason: 'Rebooked' } };
    case 'setNode':
      return { name: 'timeNode.updateETATime', body: { version, eta: A_DAY_AHEAD } };
    default:
      return {};
  }
}

/** Runs an action, and returns the code and message of its refusal. */
async function carryOut(action: OwnAction, id: number, as: Actor) {
  const version = api.count('select version from bill where id = ?', id);
  const one: LooseInput = { params: { id } };
  const { name, body } = single(action, version);
  const input: LooseInput = name
    ? { ...one, ...(body ? { body } : {}) }
    : {
        body: {
          selection: { ids: [id] },
          ...(action === 'remove' ? { removeReason: 'Entered twice' } : {}),
        },
      };
  const answer = await api.send(name ?? (`bill.${action}` as ApiName), input, { as });
  if ('refused' in answer) {
    const { code, msg, status } = answer.refused;
    expect(status).toBe(statusOf(code));
    return { code, msg };
  }
  if (name) return undefined;
  const { ok, failed } = answer.got as { ok: number; failed: { key: number; code: string; msg: string }[] };
  expect(ok + failed.length).toBe(1);
  const [refused] = failed;
  if (refused) expect(refused.key).toBe(id);
  return refused && { code: refused.code, msg: refused.msg };
}

const tabs = () => api.call.bill.count({});
const pairs = stages.flatMap((stage) =>
  actions.flatMap((action) => [false, true].map((archived) => ({ stage, action, archived }))),
);
const title = (archived: boolean) => (archived ? 'archived' : 'at work');

test.each(pairs.map((pair) => ({ ...pair, how: title(pair.archived) })))(
  'a bill in stage $stage, $how, allows or refuses $action',
  async ({ stage, action, archived }) => {
    const expected = archived ? archivedRule(action) : RULES[action](stage);
    const id = readyFor(action, stage, archived);
    const as = personFor(action);
    const [before, counts] = [tracesOf(api, id), await tabs()];
    const refused = await carryOut(action, id, as);
    const after = tracesOf(api, id);

    expect(refused?.code).toBe(expected);
    if (refused) {
      expect(refused.msg).toMatch(/^[A-Z].{8,}/);
      expect(refused.msg).not.toMatch(/[{}]|undefined/);
      expect(after).toEqual(before);
      expect(await tabs()).toEqual(counts);
      return;
    }
    const { event, columns } = DONE[action];
    if (action !== 'delete') {
      const stageAfter =
        action === 'recover' ? before.bill?.stageBeforeRemove : action === 'arrive' ? 'arrived' : stage;
      expect(after.bill).toMatchObject({
        stage: stageAfter,
        version: Number(before.bill?.version) + 1,
        updatedBy: as.staffId,
        ...columns,
      });
    } else expect(after.bill).toBeUndefined();
    expect(await tabs()).toEqual(countsAfter(counts, before.bill, after.bill));
    expect(after.operations).toBe(before.operations + 1);
    expect(logged(id)).toEqual([{ action, operatorId: as.staffId }]);
    expect(after.log).toBeGreaterThan(before.log);
    if (action !== 'delete') expect(after.events).toBe(before.events + (event ? 1 : 0));
    if (event) expect(lastEvent(id)).toBe(event);
  },
);

type Bill = Readonly<Record<string, unknown>> | undefined;

/** Computes the counts on the tabs after a bill has changed, independently of the API. */
function countsAfter(counts: Record<string, number>, before: Bill, after: Bill): Record<string, number> {
  const now = { ...counts };
  const add = (bill: Bill, by: number) => {
    if (!bill || bill.archived === 1) return;
    now[String(bill.stage)] = (now[String(bill.stage)] ?? 0) + by;
    if (bill.stage !== 'removed') now.all = (now.all ?? 0) + by;
  };
  add(before, -1);
  add(after, 1);
  return now;
}

const logged = (id: number) =>
  api.rows(
    "select action, operatorId from operateLog where objectType = 'bill' and objectId = ? order by id",
    String(id),
  );
const lastEvent = (id: number) =>
  api.row('select code from timelineEvent where billId = ? order by id desc limit 1', id).code;
