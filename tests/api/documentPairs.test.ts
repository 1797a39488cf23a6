import { type DocumentState, documentMachine, documentStates } from '@contract/business/document';
import { taxationRights } from '@contract/business/taxation';
import { dayAt, instantOf } from '@contract/rules/zonedTime';
import { expect, test } from 'vitest';
import { officeZone } from '../../main/server/core/officeClock';
import {
  actAs,
  approved,
  decide,
  draftDocument,
  type MadeDocument,
  submitted,
} from '../support/apiDocuments';
import { testApi } from '../support/server';

const api = testApi();
const machine = documentMachine(taxationRights, 'taxation');
let last = 560200;
/** Returns a code for which no other rate of this file exists. */
const changes = () => {
  last += 1;
  return { hsCode: String(last) };
};
const dayIn = (days: number) => dayAt(instantOf(Date.now() + days * 86_400_000), officeZone());
const [today, day] = [dayIn(0), dayIn(1)];

/** Makes a rate in each state, by its calls where there are some. */
const MAKE: Readonly<Record<DocumentState, () => Promise<MadeDocument>>> = {
  draft: () => draftDocument(api, 'taxation', changes()),
  pending: () => submitted(api, 'taxation', changes()),
  rejected: async () => {
    const { id } = await submitted(api, 'taxation', changes());
    return decide(api, 'taxation', id, { result: 'reject', remark: 'Look again' });
  },
  approved: () => approved(api, 'taxation', changes()),
  expired: async () => {
    const made = await approved(api, 'taxation', changes());
    api.db.exec(`update taxation set state = 'expired' where id = ${made.id}`);
    return made;
  },
  terminated: async () => {
    const made = await approved(api, 'taxation', changes());
    await api.call.taxation.terminate({ params: { id: made.id }, body: { reason: 'Over', on: today } });
    return made;
  },
};

/** Body of each action, and the state of the document afterwards; null when it is removed. */
const ACTIONS = {
  update: { call: 'update', body: { dutyRate: 7 }, to: 'draft' },
  submit: { call: 'submit', body: {}, to: 'pending' },
  withdraw: { call: 'withdraw', body: {}, to: 'draft' },
  approve: { call: 'approval', body: { result: 'approve' }, to: 'approved' },
  reject: { call: 'approval', body: { result: 'reject', remark: 'No' }, to: 'rejected' },
  terminate: { call: 'terminate', body: { reason: 'Over', on: day }, to: 'approved' },
  copy: { call: 'copy', body: undefined, to: undefined },
  delete: { call: 'remove', body: undefined, to: null },
} as const;

const pairs = (Object.keys(ACTIONS) as (keyof typeof ACTIONS)[]).flatMap((action) =>
  (Object.keys(documentStates) as DocumentState[]).map((state) => ({ action, state })),
);

test.each(pairs)(
  '$action is done or refused through the API on a rate that is $state',
  async ({ action, state }) => {
    const { id } = await MAKE[state]();
    const { call, body, to } = ACTIONS[action];
    const before = await api.call.taxation.get({ params: { id } });
    const { next } = await api.call.taxation.progress({ params: { id } });
    // The submitter cannot decide it.
    const as = call === 'approval' && next[0] !== undefined ? actAs(api, next[0]) : api.admin;
    const versioned = call === 'update' ? { ...body, version: before.version } : body;
    const input = { params: { id }, ...(versioned ? { body: versioned } : {}) };
    if (!(machine.actions[action].from as readonly string[]).includes(state)) {
      expect(await api.refused(`taxation.${call}`, input as never, { as })).toMatchObject({
        code: 'STATE_NOT_ALLOWED',
      });
      expect(await api.call.taxation.get({ params: { id } })).toEqual(before);
      return;
    }
    const answer = await (api.call.taxation[call] as (given: object, how: object) => Promise<unknown>)(
      input,
      {
        as,
      },
    );
    if (to === null)
      expect(await api.refused('taxation.get', { params: { id } })).toMatchObject({ status: 404 });
    else if (to) expect((await api.call.taxation.get({ params: { id } })).state).toBe(to);
    else {
      expect(answer).toMatchObject({ state: 'draft', copiedFromId: id });
      expect((await api.call.taxation.get({ params: { id } })).state).toBe(state);
    }
  },
);

/** Pairs of actions on a document in the same moment, by their calls, in the order of arrival. */
const COMPETING = [
  ['pending', 'approve', 'approve'],
  ['pending', 'approve', 'reject'],
  ['pending', 'approve', 'withdraw'],
  ['pending', 'withdraw', 'withdraw'],
  ['draft', 'submit', 'submit'],
  ['draft', 'submit', 'delete'],
] as const;

test.each(COMPETING)(
  'carries out one of two calls at the same moment on a document that is %s: %s and %s',
  async (...how) => {
    const [state, ...actions] = how;
    const { id } = await MAKE[state]();
    const { next } = await api.call.taxation.progress({ params: { id } });
    const approver = next[0] === undefined ? api.admin : actAs(api, next[0]);
    const lines = () =>
      api.count("select count(*) from operateLog where objectType = 'taxation' and objectId = ?", String(id));
    const before = lines();
    const answers = await Promise.all(
      actions.map((action) => {
        const { call, body } = ACTIONS[action];
        const as = call === 'approval' ? approver : api.admin;
        return api.send(`taxation.${call}`, { params: { id }, ...(body ? { body } : {}) }, { as });
      }),
    );
    expect(answers.filter((answer) => 'got' in answer)).toHaveLength(1);
    const [lost] = answers.flatMap((answer) => ('refused' in answer ? [answer.refused.code] : []));
    expect(['STATE_NOT_ALLOWED', 'STALE_DATA', 'NOT_FOUND']).toContain(lost);
    expect(lines()).toBe(before + 1);
  },
);
