import type { EntryState, SeaEntry } from '@contract/sea/seaEntry';
import type { CallOptions, RefusedCall } from '../../support/apiCall';
import { entryApprover, makeEntry, switchOffEntrySetting, wholeEntry } from '../../support/apiEntry';
import { americanBill } from '../../support/apiParcels';
import { billIn, drafts } from '../../support/apiRecords';
import { makeSeaFreight } from '../../support/apiSea';
import type { TestApi } from '../../support/server';
import type { ContractCase } from './contractCase';
import { resourceCases } from './resources';

const refuseEach = (api: TestApi, billId: number) => api.refused('seaEntry.createEach', { body: { billId } });

type Errors = NonNullable<ContractCase['errors']>;
type Name =
  | 'submit'
  | 'withdraw'
  | 'approve'
  | 'return'
  | 'transmit'
  | 'solve'
  | 'acknowledge'
  | 'summary'
  | 'pay'
  | 'correct'
  | 'discard'
  | 'cancel';

/** A day on which the books have a rate. */
const today = () => new Date().toISOString().slice(0, 10);
const BODIES: Readonly<Partial<Record<Name, () => object>>> = {
  return: () => ({ reason: 'Value of line 1' }),
  cancel: () => ({ reason: 'Not shipped' }),
  correct: () => ({ reason: 'Value of line 1' }),
  solve: () => ({ result: 'accepted' }),
  pay: () => ({ statementNo: 'ACH-1', paymentDate: today(), method: 'bank' }),
};

/** Makes an entry submitted by another account, so that the caller may decide it. */
async function pending(api: TestApi): Promise<SeaEntry> {
  switchOffEntrySetting(api);
  const { id, version } = await makeEntry(api);
  return api.call.seaEntry.submit({ params: { id }, body: { version } }, { as: entryApprover(api) });
}

/** Makes an entry in a state; a transmitted one is on file with customs. */
async function inState(api: TestApi, state: EntryState, changes: object = {}): Promise<SeaEntry> {
  const { id } = await makeEntry(api, changes);
  const sent = ['draft', 'pending_approval', 'approved'].includes(state)
    ? ''
    : ', transmittedAt = createdAt, acceptedAt = createdAt';
  api.db.exec(`update seaEntry set state = '${state}', submittedBy = null ${sent} where id = ${id}`);
  return api.call.seaEntry.get({ params: { id } });
}

const inputOf = (name: Name, { id, version }: SeaEntry, changes: object = {}) => ({
  params: { id },
  body: { version, ...BODIES[name]?.(), ...changes },
});
const refuse = async (
  api: TestApi,
  name: Name,
  made: Promise<SeaEntry>,
  changes: object = {},
  options: CallOptions = {},
): Promise<RefusedCall> =>
  api.refused(`seaEntry.${name}`, inputOf(name, await made, changes) as never, options);

/** Returns the case of a step: valid in one state, refused in another. */
const stepCase = (name: Name, from: EntryState, notFrom: EntryState, errors: Errors = {}): ContractCase => {
  const make = (api: TestApi) => (from === 'pending_approval' ? pending(api) : inState(api, from));
  return {
    right: async (api) => inputOf(name, await make(api)) as never,
    errors: {
      STALE_DATA: (api) => refuse(api, name, make(api), { version: 99 }),
      STATE_NOT_ALLOWED: (api) => refuse(api, name, inState(api, notFrom)),
      ...(name === 'return' || name === 'cancel' || name === 'correct'
        ? { REASON_REQUIRED: (api: TestApi) => refuse(api, name, make(api), { reason: '' }) }
        : {}),
      ...errors,
    },
  };
};

/** Returns the refusals of a decider: on their own submission, and where a setting names another approver. */
const deciders = (name: 'approve' | 'return'): Errors => ({
  APPROVAL_SELF: async (api) => {
    switchOffEntrySetting(api);
    const { id, version } = await makeEntry(api);
    const made = await api.call.seaEntry.submit({ params: { id }, body: { version } });
    return api.refused(`seaEntry.${name}`, inputOf(name, made) as never);
  },
  APPROVAL_NOT_YOURS: async (api) => {
    api.db.exec("update approvalConfig set active = 1 where docType = 'entry'");
    const { id, version } = await makeEntry(api);
    const made = await api.call.seaEntry.submit({ params: { id }, body: { version } });
    const refused = await api.refused(`seaEntry.${name}`, inputOf(name, made) as never, {
      as: entryApprover(api),
    });
    switchOffEntrySetting(api);
    return refused;
  },
});

const without = async (api: TestApi, made: Promise<SeaEntry>, columns: string): Promise<SeaEntry> => {
  const { id } = await made;
  api.db.exec(`update seaEntry set ${columns} where id = ${id}`);
  return api.call.seaEntry.get({ params: { id } });
};
/** Makes an entry with a response of customs that waits for a person. */
const answered = (api: TestApi) => without(api, inState(api, 'paid'), "openAnswer = 'hold: H01'");

/** Makes a paid entry that is open for a correction. */
const correcting = (api: TestApi) => without(api, inState(api, 'draft'), 'paidAt = createdAt');

/** Makes an entry whose account is no longer in use. */
async function ofClosedAccount(api: TestApi, state: EntryState): Promise<SeaEntry> {
  const made = await inState(api, state);
  api.db.exec(`update netchbAccount set active = 0 where id = ${made.netchbAccountId}`);
  return made;
}

/** Returns the refusals of a summary by the books, where the bill is kept there. */
const booked =
  (changes: (api: TestApi) => object, before?: (api: TestApi, billId: number) => void) =>
  async (api: TestApi): Promise<RefusedCall> => {
    const billId = billIn(api, 'arrived');
    const made = await inState(api, 'released', { billId, mode: '40', seaBillId: null });
    before?.(api, billId);
    const supplierId = api.count("select min(id) from clientCompany where kind = 'supplier' and active = 1");
    const category = api.count("select id from feeCategory where code = 'entry'");
    return api.refused(
      'seaEntry.summary',
      inputOf('summary', made, { supplierId, feeCategoryId: category, ...changes(api) }) as never,
    );
  };

/** Returns the refusals of writing an entry, by its number and its bill. */
const written = (refused: (api: TestApi, changes: object) => Promise<RefusedCall>): Errors => ({
  ENTRY_NO_FILER: (api) => refused(api, { entryNo: 'ABC-1234567-6' }),
  ENTRY_NO_USED: async (api) => {
    const removed = await makeEntry(api);
    await api.call.seaEntry.remove({ params: { id: removed.id } });
    return refused(api, { entryNo: removed.entryNo });
  },
  ENTRY_NO_BILL: (api) => refused(api, { seaBillId: null, billId: null }),
  ENTRY_NO_SERIALS: async (api) => {
    const filerCode = 'Z9Z';
    api.db.exec(`insert into entrySerial (filerCode, last) values ('${filerCode}', 9999999)
      on conflict (filerCode) do update set last = excluded.last`);
    const account = await api.call.netchbAccount.create({ body: { ...drafts.netchbAccount(), filerCode } });
    return refused(api, { netchbAccountId: account.id, entryNo: null });
  },
});
/** Runs a call while no account is in use. */
async function withoutAccounts(api: TestApi, call: () => Promise<RefusedCall>): Promise<RefusedCall> {
  const active = api.db.prepare('select id from netchbAccount where active = 1').all() as { id: number }[];
  api.db.exec('update netchbAccount set active = 0');
  const refused = await call();
  api.db.exec(`update netchbAccount set active = 1 where id in (${active.map(({ id }) => id)})`);
  return refused;
}
const creating = async (api: TestApi, changes: object) => {
  const seaBillId = (await makeSeaFreight(api)).id;
  return api.refused('seaEntry.create', { body: { ...wholeEntry(), seaBillId, ...changes } as never });
};
const updating = async (api: TestApi, changes: object) => {
  const { id, version } = await makeEntry(api);
  return api.refused('seaEntry.update', { params: { id }, body: { version, ...changes } as never });
};
const amending = async (made: Promise<SeaEntry>, changes: object = {}) => {
  const { id, version } = await made;
  return { body: { id, version, reason: 'Value was wrong', ...changes } };
};
export const entryCases = {
  'seaEntry.create': {
    ...resourceCases['seaEntry.create'],
    errors: {
      ...resourceCases['seaEntry.create'].errors,
      ...written(creating),
      ENTRY_NO_ACCOUNT: (api) => withoutAccounts(api, () => creating(api, { netchbAccountId: null })),
    },
  },
  'seaEntry.update': {
    ...resourceCases['seaEntry.update'],
    errors: {
      ...resourceCases['seaEntry.update'].errors,
      ...written(updating),
      ENTRY_NO_ACCOUNT: async (api) => {
        const { id, version } = await makeEntry(api);
        const body = { version, netchbAccountId: null } as never;
        return withoutAccounts(api, () => api.refused('seaEntry.update', { params: { id }, body }));
      },
      ENTRY_TYPE_KEPT: async (api) => {
        const { id, version } = await correcting(api);
        const body = { version, entryType: '21' } as never;
        return api.refused('seaEntry.update', { params: { id }, body });
      },
      STATE_NOT_ALLOWED: async (api) => {
        const { id, version } = await inState(api, 'approved');
        return api.refused('seaEntry.update', {
          params: { id },
          body: { version, description: 'X' } as never,
        });
      },
    },
  },
  'seaEntry.remove': {
    ...resourceCases['seaEntry.remove'],
    errors: {
      STATE_NOT_ALLOWED: async (api) =>
        api.refused('seaEntry.remove', { params: { id: (await inState(api, 'paid')).id } }),
      FILING_TRANSMITTED: async (api) => {
        const { id } = await without(api, makeEntry(api), 'transmittedAt = createdAt');
        return api.refused('seaEntry.remove', { params: { id } });
      },
    },
  },
  'seaEntry.totals': { right: () => ({ query: { entryType: ['01'] } }) },
  'seaEntry.count': { right: () => ({ query: { entryType: ['01'] } }) },
  'seaEntry.prefill': {
    right: async (api) => ({ query: { seaBillId: (await makeSeaFreight(api)).id } }),
    errors: {
      ENTRY_NO_BILL: (api) => api.refused('seaEntry.prefill', { query: {} }),
      NOT_FOUND: (api) => api.refused('seaEntry.prefill', { query: { seaBillId: 999_999 } }),
    },
  },
  'seaEntry.consignees': {
    right: (api) => ({ query: { billId: americanBill(api, 2) } }),
    errors: {
      ENTRY_NO_BILL: (api) =>
        api.refused('seaEntry.consignees', { query: { billId: billIn(api, 'arrived') } }),
      NOT_FOUND: (api) => api.refused('seaEntry.consignees', { query: { billId: 999_999 } }),
    },
  },
  'seaEntry.createEach': {
    right: (api) => ({ body: { billId: americanBill(api, 2) } }),
    errors: {
      ENTRY_NO_BILL: (api) => refuseEach(api, billIn(api, 'arrived')),
      NOT_FOUND: (api) => refuseEach(api, 999_999),
      ENTRY_NONE_LEFT: (api) => refuseEach(api, americanBill(api, 0)),
      ENTRY_LINES: (api) => {
        const billId = americanBill(api, 1);
        const { id } = api.row('select max(id) as id from parcel where billId = ?', billId);
        api.db.exec(`insert into itemLine (parcelId, lineNo, nameEn, quantity, unitPrice, lineValue, hsCode, originCountry)
          with recursive n (i) as (select 100 union all select i + 1 from n where i < 1100)
          select ${id}, i, 'TOY', 1, 100, 100, '9503000073', 'VN' from n`);
        return refuseEach(api, billId);
      },
      ENTRY_NO_ACCOUNT: async (api) => {
        const billId = americanBill(api, 2);
        api.db.exec('update netchbAccount set active = 0');
        const found = await refuseEach(api, billId);
        api.db.exec('update netchbAccount set active = 1');
        return found;
      },
      ENTRY_NO_SERIALS: async (api) => {
        const billId = americanBill(api, 2);
        const { filerCode } = api.row(
          'select filerCode from netchbAccount where active = 1 order by id limit 1',
        );
        const serial = api.rows('select last from entrySerial where filerCode = ?', String(filerCode));
        api.db.exec(`insert into entrySerial (filerCode, last) values ('${filerCode}', 9999999)
          on conflict (filerCode) do update set last = 9999999`);
        const found = await refuseEach(api, billId);
        api.db.exec(
          serial[0]
            ? `update entrySerial set last = ${serial[0].last} where filerCode = '${filerCode}'`
            : `delete from entrySerial where filerCode = '${filerCode}'`,
        );
        return found;
      },
    },
  },
  'seaEntry.acknowledge': {
    right: async (api) => inputOf('acknowledge', await answered(api)) as never,
    errors: {
      STALE_DATA: (api) => refuse(api, 'acknowledge', answered(api), { version: 99 }),
      ANSWER_NONE_OPEN: (api) => refuse(api, 'acknowledge', inState(api, 'released')),
    },
  },
  'seaEntry.status': { right: async (api) => ({ params: { id: (await makeEntry(api)).id } }) },
  'seaEntry.logs': {
    right: async (api) => ({ params: { id: (await makeEntry(api)).id }, query: { pageSize: 5 } }),
  },
  'seaEntry.pdf': { right: async (api) => ({ params: { id: (await makeEntry(api)).id } }) },
  'seaEntry.submit': stepCase('submit', 'draft', 'paid', {
    FILING_INCOMPLETE: async (api) =>
      refuse(api, 'submit', without(api, inState(api, 'draft'), 'importerTaxId = null, missingCount = 1')),
  }),
  'seaEntry.withdraw': {
    right: async (api, as) => {
      const { id, version } = await makeEntry(api);
      const made = await api.call.seaEntry.submit({ params: { id }, body: { version } });
      api.db.exec(`update seaEntry set submittedBy = ${as.staffId} where id = ${id}`);
      return inputOf('withdraw', made);
    },
    errors: {
      STALE_DATA: (api) => refuse(api, 'withdraw', pending(api), { version: 99 }),
      STATE_NOT_ALLOWED: (api) => refuse(api, 'withdraw', inState(api, 'approved')),
      DOCUMENT_NOT_SUBMITTER: (api) => refuse(api, 'withdraw', pending(api)),
    },
  },
  'seaEntry.return': stepCase('return', 'pending_approval', 'draft', deciders('return')),
  'seaEntry.approve': stepCase('approve', 'pending_approval', 'draft', {
    ...deciders('approve'),
    FILING_INCOMPLETE: async (api) =>
      refuse(api, 'approve', without(api, pending(api), 'importerTaxId = null, missingCount = 1')),
  }),
  'seaEntry.transmit': stepCase('transmit', 'approved', 'draft', {
    FILING_ACCOUNT: (api) => refuse(api, 'transmit', ofClosedAccount(api, 'approved')),
  }),
  'seaEntry.solve': stepCase('solve', 'exam', 'accepted', {
    NODE_FUTURE: (api) => refuse(api, 'solve', inState(api, 'exam'), { at: '2091-01-01T00:00:00Z' }),
  }),
  'seaEntry.summary': stepCase('summary', 'released', 'accepted', {
    FILING_ACCOUNT: (api) => refuse(api, 'summary', ofClosedAccount(api, 'released')),
    COMPANY_KIND: booked((api) => ({
      supplierId: api.count("select min(id) from clientCompany where kind = 'customer'"),
    })),
    FEE_DIRECTION: booked((api) => {
      const { id: _, ...row } = api.row('select * from feeCategory limit 1') as Record<string, never>;
      const code = `r${Math.floor(Math.random() * 1e9)}`;
      return { feeCategoryId: api.insert('feeCategory', { ...row, code, direction: 'revenue' }) };
    }),
    REFERENCE_UNKNOWN: booked(() => ({ supplierId: 999_999 })),
    REFERENCE_INACTIVE: booked((api) => {
      const { id: _, ...row } = api.row(
        "select * from clientCompany where kind = 'supplier' limit 1",
      ) as Record<string, never>;
      const code = `Z${Math.floor(Math.random() * 1e9)}`;
      return { supplierId: api.insert('clientCompany', { ...row, code, active: 0 }) };
    }),
    RATE_MISSING: async (api) => {
      const rates = api.db.prepare("select * from dayRate where currency = 'USD'").all() as Record<
        string,
        string | number | null
      >[];
      api.db.exec("delete from dayRate where currency = 'USD'");
      const found = await booked(() => ({}))(api);
      for (const row of rates) api.insert('dayRate', row);
      return found;
    },
  }),
  'seaEntry.pay': stepCase('pay', 'summary_filed', 'released', {
    AMOUNT_ZERO: async (api) =>
      refuse(api, 'pay', without(api, inState(api, 'summary_filed'), 'grandTotal = 0')),
    PAYMENT_FUTURE: (api) => refuse(api, 'pay', inState(api, 'summary_filed'), { paymentDate: '2091-01-01' }),
  }),
  'seaEntry.correct': stepCase('correct', 'paid', 'released', {
    ENTRY_INFORMAL: async (api) =>
      refuse(api, 'correct', without(api, inState(api, 'paid'), "entryType = '11'")),
    ENTRY_CORRECTION_LATE: async (api) =>
      refuse(api, 'correct', without(api, inState(api, 'paid'), "entryDate = '2020-01-01'")),
  }),
  'seaEntry.discard': {
    right: async (api) => inputOf('discard', await correcting(api)),
    errors: {
      STALE_DATA: (api) => refuse(api, 'discard', correcting(api), { version: 99 }),
      STATE_NOT_ALLOWED: (api) => refuse(api, 'discard', inState(api, 'released')),
      ENTRY_NO_CORRECTION: (api) => refuse(api, 'discard', inState(api, 'draft')),
    },
  },
  'seaEntry.cancel': stepCase('cancel', 'accepted', 'released', {
    ENTRY_CORRECTION: (api) => refuse(api, 'cancel', correcting(api)),
    FILING_ACCOUNT: (api) => refuse(api, 'cancel', ofClosedAccount(api, 'accepted')),
  }),
  'amsEntry.amend': {
    right: async (api) => amending(inState(api, 'accepted')),
    errors: {
      NOT_FOUND: (api) =>
        api.refused('amsEntry.amend', { body: { id: 999_999, version: 1, reason: 'Value was wrong' } }),
      STALE_DATA: async (api) =>
        api.refused('amsEntry.amend', await amending(inState(api, 'accepted'), { version: 99 })),
      STATE_NOT_ALLOWED: async (api) => api.refused('amsEntry.amend', await amending(inState(api, 'paid'))),
      REASON_REQUIRED: async (api) =>
        api.refused('amsEntry.amend', await amending(inState(api, 'accepted'), { reason: '' })),
    },
  },
} as const satisfies Record<string, ContractCase>;
