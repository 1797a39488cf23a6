import type { SeaIsf } from '@contract/sea/seaIsf';
import type { CallOptions, RefusedCall } from '../../support/apiCall';
import { isfApprover, makeIsf, switchOffIsfSetting, wholeIsf } from '../../support/apiIsf';
import { makeSeaFreight } from '../../support/apiSea';
import type { TestApi } from '../../support/server';
import type { ContractCase } from './contractCase';
import { resourceCases } from './resources';

/** Makes an ISF submitted by another account, so that the caller may decide it. */
async function pending(api: TestApi): Promise<SeaIsf> {
  switchOffIsfSetting(api);
  const as = isfApprover(api);
  const { id, version } = await makeIsf(api);
  return api.call.seaIsf.submit({ params: { id }, body: { version } }, { as });
}
/** Makes an ISF in a state; `accepted` and the like are on file with customs. */
async function inState(api: TestApi, state: SeaIsf['state']): Promise<SeaIsf> {
  const { id } = await pending(api);
  const standing = ['accepted', 'accepted_warning', 'matched'].includes(state) ? `'${state}'` : 'null';
  api.db.exec(
    `update seaIsf set state = '${state}', standing = ${standing}, submittedBy = null,
      filedContent = '{}', filedContentAt = createdAt where id = ${id}`,
  );
  return api.call.seaIsf.get({ params: { id } });
}
type Name = 'acknowledge' | 'submit' | 'withdraw' | 'approve' | 'return' | 'revoke' | 'discard' | 'cancel';
const REASONED: readonly string[] = ['return', 'cancel'];
const inputOf = (name: Name, { id, version }: SeaIsf, changes: object = {}) => ({
  params: { id },
  body: { version, ...(REASONED.includes(name) ? { reason: 'Wrong seller' } : {}), ...changes },
});
const refuse = async (
  api: TestApi,
  name: Name,
  made: Promise<SeaIsf>,
  changes: object = {},
  options: CallOptions = {},
): Promise<RefusedCall> => api.refused(`seaIsf.${name}`, inputOf(name, await made, changes), options);

/** Returns the case of a step: valid in one state, refused in another. */
const stepCase = (
  name: Name,
  from: SeaIsf['state'],
  notFrom: SeaIsf['state'],
  errors: ContractCase['errors'] = {},
): ContractCase => ({
  right: async (api) =>
    inputOf(name, await (from === 'pending_approval' ? pending(api) : inState(api, from))),
  errors: {
    STALE_DATA: (api) => refuse(api, name, inState(api, from), { version: 99 }),
    STATE_NOT_ALLOWED: (api) => refuse(api, name, inState(api, notFrom)),
    ...(REASONED.includes(name)
      ? { REASON_REQUIRED: (api: TestApi) => refuse(api, name, notMine(api, from), { reason: '' }) }
      : {}),
    ...errors,
  },
});
/** Makes an ISF with a response of customs that waits for a person. */
async function answered(api: TestApi): Promise<SeaIsf> {
  const { id } = await inState(api, 'accepted');
  api.db.exec(`update seaIsf set openAnswer = 'rejected: S01' where id = ${id}`);
  return api.call.seaIsf.get({ params: { id } });
}
const notMine = (api: TestApi, state: SeaIsf['state']) =>
  state === 'pending_approval' ? pending(api) : inState(api, state);

/** Returns the refusals of a decider: on their own submission, and where a setting names another approver. */
const deciders = (name: 'approve' | 'return'): NonNullable<ContractCase['errors']> => ({
  APPROVAL_SELF: async (api) => {
    switchOffIsfSetting(api);
    const { id, version } = await makeIsf(api);
    const made = await api.call.seaIsf.submit({ params: { id }, body: { version } });
    return api.refused(`seaIsf.${name}`, inputOf(name, made));
  },
  APPROVAL_NOT_YOURS: async (api) => {
    api.db.exec("update approvalConfig set active = 1 where docType = 'isf'");
    const { id, version } = await makeIsf(api);
    const made = await api.call.seaIsf.submit({ params: { id }, body: { version } });
    const refused = await api.refused(`seaIsf.${name}`, inputOf(name, made), { as: isfApprover(api) });
    switchOffIsfSetting(api);
    return refused;
  },
});
const incomplete = async (api: TestApi, name: 'submit' | 'approve'): Promise<RefusedCall> => {
  const made = await inState(api, name === 'submit' ? 'draft' : 'pending_approval');
  api.db.exec(`update seaIsf set seller = null, missingCount = 4 where id = ${made.id}`);
  return api.refused(`seaIsf.${name}`, inputOf(name, made));
};
const ofBill = async (api: TestApi) => {
  const bill = await makeSeaFreight(api);
  await makeIsf(api, { seaBillId: bill.id });
  return bill.id;
};
const withBill = async (api: TestApi, column: string): Promise<SeaIsf> => {
  const isf = await inState(api, 'accepted');
  const bill = await makeSeaFreight(api);
  api.db.exec(`update seaBill set ${column} where id = ${bill.id}`);
  api.db.exec(`update seaIsf set seaBillId = ${bill.id} where id = ${isf.id}`);
  return isf;
};
const sending = async (api: TestApi, state: SeaIsf['state'], changes = '') => {
  const { id, version } = await inState(api, state);
  if (changes) api.db.exec(`update seaIsf set ${changes} where id = ${id}`);
  return { body: { id, version } };
};
const amending = async (made: Promise<SeaIsf>, changes: object = {}) => {
  const { id, version } = await made;
  return { body: { id, version, reason: 'Buyer changed', ...changes } };
};

export const isfCases = {
  'seaIsf.create': {
    ...resourceCases['seaIsf.create'],
    errors: {
      ...resourceCases['seaIsf.create'].errors,
      ISF_OF_BILL: async (api) =>
        api.refused('seaIsf.create', { body: wholeIsf({ seaBillId: await ofBill(api) }) }),
    },
  },
  'seaIsf.update': {
    ...resourceCases['seaIsf.update'],
    errors: {
      ...resourceCases['seaIsf.update'].errors,
      STATE_NOT_ALLOWED: async (api) => {
        const { id, version } = await inState(api, 'approved');
        return api.refused('seaIsf.update', { params: { id }, body: { version, remark: 'x' } });
      },
      ISF_OF_BILL: async (api) => {
        const { id, version } = await makeIsf(api);
        const seaBillId = await ofBill(api);
        return api.refused('seaIsf.update', { params: { id }, body: { version, seaBillId } });
      },
    },
  },
  'seaIsf.remove': {
    ...resourceCases['seaIsf.remove'],
    errors: {
      STATE_NOT_ALLOWED: async (api) =>
        api.refused('seaIsf.remove', { params: { id: (await inState(api, 'matched')).id } }),
      FILING_TRANSMITTED: async (api) => {
        const { id } = await makeIsf(api);
        api.db.exec(`update seaIsf set filedAt = createdAt where id = ${id}`);
        return api.refused('seaIsf.remove', { params: { id } });
      },
    },
  },
  'seaIsf.count': { right: () => ({ query: { isfType: ['ISF-10'] } }) },
  'seaIsf.prefill': {
    right: async (api) => ({ query: { seaBillId: (await makeSeaFreight(api)).id } }),
    errors: { NOT_FOUND: (api) => api.refused('seaIsf.prefill', { query: { seaBillId: 999_999 } }) },
  },
  'seaIsf.filed': { right: async (api) => ({ params: { id: (await makeIsf(api)).id } }) },
  'seaIsf.logs': {
    right: async (api) => ({ params: { id: (await makeIsf(api)).id }, query: { pageSize: 5 } }),
  },
  'seaIsf.submit': stepCase('submit', 'draft', 'approved', {
    FILING_INCOMPLETE: (api) => incomplete(api, 'submit'),
  }),
  'seaIsf.withdraw': {
    right: async (api, as) => {
      const made = await pending(api);
      api.db.exec(
        `update seaIsf set submittedBy = (select id from staff where username = '${as.username}') where id = ${made.id}`,
      );
      return inputOf('withdraw', made);
    },
    errors: {
      STALE_DATA: (api) => refuse(api, 'withdraw', pending(api), { version: 99 }),
      STATE_NOT_ALLOWED: (api) => refuse(api, 'withdraw', inState(api, 'draft')),
      DOCUMENT_NOT_SUBMITTER: (api) => refuse(api, 'withdraw', pending(api)),
    },
  },
  'seaIsf.approve': stepCase('approve', 'pending_approval', 'draft', {
    ...deciders('approve'),
    FILING_INCOMPLETE: (api) => incomplete(api, 'approve'),
  }),
  'seaIsf.return': stepCase('return', 'pending_approval', 'draft', deciders('return')),
  'seaIsf.revoke': stepCase('revoke', 'approved', 'draft'),
  'seaIsf.discard': {
    right: async (api) => {
      const made = await inState(api, 'draft');
      api.db.exec(`update seaIsf set standing = 'accepted' where id = ${made.id}`);
      return inputOf('discard', made);
    },
    errors: {
      STALE_DATA: (api) => refuse(api, 'discard', inState(api, 'draft'), { version: 99 }),
      STATE_NOT_ALLOWED: (api) => refuse(api, 'discard', inState(api, 'approved')),
      ISF_NOTHING_FILED: (api) => refuse(api, 'discard', inState(api, 'draft')),
    },
  },
  'seaIsf.acknowledge': {
    right: async (api) => inputOf('acknowledge', await answered(api)),
    errors: {
      STALE_DATA: (api) => refuse(api, 'acknowledge', answered(api), { version: 99 }),
      ANSWER_NONE_OPEN: (api) => refuse(api, 'acknowledge', inState(api, 'accepted')),
    },
  },
  'seaIsf.cancel': stepCase('cancel', 'accepted', 'draft', {
    ISF_ENTRY_FILED: (api) => refuse(api, 'cancel', withBill(api, "entryState = 'accepted'")),
    FILING_ACCOUNT: async (api) => {
      const made = await inState(api, 'accepted');
      api.db.exec(`update seaIsf set netchbAccountId = 3 where id = ${made.id}`);
      return api.refused('seaIsf.cancel', inputOf('cancel', made));
    },
  }),
  'netchbIsf.submit': {
    right: (api) => sending(api, 'approved'),
    errors: {
      NOT_FOUND: (api) => api.refused('netchbIsf.submit', { body: { id: 999_999, version: 1 } }),
      STALE_DATA: async (api) => {
        const { body } = await sending(api, 'approved');
        return api.refused('netchbIsf.submit', { body: { ...body, version: 99 } });
      },
      STATE_NOT_ALLOWED: async (api) => api.refused('netchbIsf.submit', await sending(api, 'draft')),
      FILING_ACCOUNT: async (api) =>
        api.refused('netchbIsf.submit', await sending(api, 'approved', 'netchbAccountId = 3')),
      FILING_NO_ACCOUNT: async (api) =>
        api.refused('netchbIsf.submit', await sending(api, 'approved', 'netchbAccountId = null')),
    },
  },
  'netchbIsf.amend': {
    right: (api) => amending(inState(api, 'accepted')),
    errors: {
      NOT_FOUND: (api) => api.refused('netchbIsf.amend', { body: { id: 999_999, version: 1, reason: 'x' } }),
      STALE_DATA: async (api) =>
        api.refused('netchbIsf.amend', await amending(inState(api, 'accepted'), { version: 99 })),
      STATE_NOT_ALLOWED: async (api) => api.refused('netchbIsf.amend', await amending(inState(api, 'draft'))),
      REASON_REQUIRED: async (api) =>
        api.refused('netchbIsf.amend', await amending(inState(api, 'accepted'), { reason: '' })),
      ISF_ARRIVED: async (api) =>
        api.refused('netchbIsf.amend', await amending(withBill(api, "ata = '2026-01-01T00:00:00Z'"))),
    },
  },
  'netchbIsf.status': {
    right: async (api) => ({ query: { id: (await makeIsf(api)).id } }),
    errors: { NOT_FOUND: (api) => api.refused('netchbIsf.status', { query: { id: 999_999 } }) },
  },
} satisfies Record<string, ContractCase>;
