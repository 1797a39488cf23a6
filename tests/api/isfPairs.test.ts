import {
  type IsfState,
  type IsfStep,
  isfMachine,
  isfStates,
  isfSteps,
  type SeaIsf,
} from '@contract/sea/seaIsf';
import { beforeAll, expect, test } from 'vitest';
import { isfApprover, submittedIsf, switchOffIsfSetting } from '../support/apiIsf';
import { testApi } from '../support/server';

/** Nothing is sent to customs here: responses are the machine's own affair. */
const api = testApi({ netchb: { every: 3_600_000 } });

beforeAll(() => switchOffIsfSetting(api));

const STANDING: ReadonlySet<IsfState> = new Set(['accepted', 'accepted_warning', 'matched']);

/** Makes an ISF in a state, submitted by the administrator; one that was accepted is on file with customs. */
async function isfIn(state: IsfState): Promise<SeaIsf> {
  const { id } = await submittedIsf(api);
  const standing = STANDING.has(state) ? `'${state}'` : 'null';
  api.db.exec(
    `update seaIsf set state = '${state}', standing = ${standing}, filedContent = '{}', filedContentAt = createdAt where id = ${id}`,
  );
  return api.call.seaIsf.get({ params: { id } });
}

type TestedAction = IsfStep | 'update' | 'remove';
/** Runs an action by its call, as an account that may. */
function carryOut(action: TestedAction, { id, version }: SeaIsf) {
  const body = { version, reason: 'Wrong seller' };
  const params = { id };
  const by = { as: isfApprover(api) };
  switch (action) {
    case 'update':
      return api.call.seaIsf.update({ params, body: { version, remark: 'Looked at' } });
    case 'remove':
      return api.call.seaIsf.remove({ params });
    case 'transmit':
      return api.call.netchbIsf.submit({ body: { id, version } });
    case 'amend':
      return api.call.netchbIsf.amend({ body: { id, ...body } });
    case 'return':
      return api.call.seaIsf.return({ params, body }, by);
    case 'approve':
      return api.call.seaIsf.approve({ params, body: { version } }, by);
    case 'cancel':
      return api.call.seaIsf.cancel({ params, body });
    default:
      return api.call.seaIsf[action]({ params, body: { version } });
  }
}

/** State to which an action leads, according to the trade. */
const TO: Readonly<Record<TestedAction, IsfState | 'gone' | undefined>> = {
  update: 'draft',
  submit: 'pending_approval',
  withdraw: 'draft',
  approve: 'approved',
  return: 'draft',
  revoke: 'draft',
  transmit: 'transmitted',
  amend: 'draft',
  // `discard` is only for an ISF on file with customs; none of the tested ones is.
  discard: undefined,
  cancel: 'transmitted',
  // `acknowledge` is only for an ISF with a response to deal with; none of the tested ones has one.
  acknowledge: undefined,
  remove: 'gone',
};

/** Refusals of actions that the state of the tested records allows. */
const LACKING: Readonly<Partial<Record<TestedAction, string>>> = {
  discard: 'ISF_NOTHING_FILED',
  acknowledge: 'ANSWER_NONE_OPEN',
};

const pairs = (['update', ...isfSteps, 'remove'] as const).flatMap((action) =>
  (Object.keys(isfStates) as IsfState[]).map((state) => ({ action, state })),
);

test.each(pairs)('$action is done or refused on an ISF that is $state', async ({ action, state }) => {
  const before = await isfIn(state);
  const from: readonly string[] = isfMachine.actions[action].from;
  const to = TO[action];
  const look = () => api.row('select state, version from seaIsf where id = ?', before.id);
  if (from.includes(state) && to !== undefined) {
    await carryOut(action, before);
    if (to === 'gone') expect(api.rows('select id from seaIsf where id = ?', before.id)).toEqual([]);
    else expect(look()).toEqual({ state: to, version: before.version + 1 });
    return;
  }
  await expect(carryOut(action, before)).rejects.toMatchObject({
    refused: { code: from.includes(state) ? LACKING[action] : 'STATE_NOT_ALLOWED' },
  });
  expect(look()).toEqual({ state, version: before.version });
});
