import type { ErrorCode } from '@contract/errors';
import type { ApiName } from '@contract/index';
import { MAX_UPLOAD } from '@contract/limits';
import type { Actor, RefusedCall, TestFile } from '../../support/apiCall';
import {
  actorFor,
  approved,
  type DocumentGroup,
  decide,
  draftDocument,
  type MadeDocument,
  submitted,
} from '../../support/apiDocuments';
import { copyRow, drafts, newCode, newHsCode } from '../../support/apiRecords';
import type { TestApi } from '../../support/server';
import type { ContractCase } from './contractCase';
import { crowded, document, jpg, locked, oldAndBroken, pdfOf } from './files';
import { resourceCases } from './resources';

type Maker = (api: TestApi) => Promise<RefusedCall>;
type Errors = Partial<Record<ErrorCode, Maker>>;

const change = (api: TestApi, table: string, columns: string, id: number) =>
  api.db.exec(`update "${table}" set ${columns} where id = ${id}`);
const stale = { version: 99 };
/** Makes the caller the owner and submitter of a document. */
const owned = (api: TestApi, table: string, { id }: { id: number }, as: Actor): number => {
  change(
    api,
    table,
    `createdBy = ${as.staffId}, submittedBy = case when submittedBy is not null then ${as.staffId} end`,
    id,
  );
  return id;
};

/** Returns the cases that all documents with approval share; `lacks` and `own` are of one kind alone. */
function casesOf(
  group: DocumentGroup,
  field: string,
  { lacks, own }: { readonly lacks: Errors; readonly own: Errors },
): Record<string, ContractCase> {
  const plain = (call: 'create' | 'update' | 'remove') => resourceCases[`${group}.${call}`] as ContractCase;
  const refused =
    (
      call: 'submit' | 'withdraw' | 'approval' | 'terminate' | 'copy' | 'update' | 'remove',
      body: object | undefined,
      make: (api: TestApi) => Promise<MadeDocument>,
      as?: (api: TestApi) => Actor,
    ): Maker =>
    async (api) => {
      const { id, version } = await make(api);
      const sent = call === 'update' ? { version, ...body } : body;
      return api.refused(
        `${group}.${call}`,
        { params: { id }, ...(sent ? { body: sent } : {}) },
        as ? { as: as(api) } : {},
      );
    };
  const draft = (api: TestApi) => draftDocument(api, group);
  const pending = (api: TestApi) => submitted(api, group);
  const stranger = (api: TestApi) => actorFor(api, group, 'edit', 'approve', 'manage');
  const clerk = (api: TestApi) => actorFor(api, group, 'edit');
  const yes = { result: 'approve' };
  const end = { reason: 'Another took its place', on: '2126-01-01' };
  return {
    [`${group}.create`]: { ...plain('create'), errors: { ...plain('create').errors, ...own } },
    [`${group}.update`]: {
      right: async (api, as) => {
        const { id, version } = await draftDocument(api, group, {}, api.admin);
        owned(api, group, { id }, as);
        return { params: { id }, body: { version, [field]: newCode('Renamed') } };
      },
      errors: {
        ...plain('update').errors,
        ...Object.fromEntries(
          Object.keys(own).map((code) => [code, (api: TestApi) => changed(api, group, code as ErrorCode)]),
        ),
        STATE_NOT_ALLOWED: refused('update', { [field]: 'x' }, pending),
        DOCUMENT_NOT_YOURS: refused('update', { [field]: 'x' }, draft, clerk),
      },
    },
    [`${group}.remove`]: {
      right: async (api, as) => ({ params: { id: owned(api, group, await draft(api), as) } }),
      errors: {
        STATE_NOT_ALLOWED: refused('remove', undefined, pending),
        DOCUMENT_NOT_YOURS: refused('remove', undefined, draft, clerk),
        DOCUMENT_SUBMITTED: refused('remove', undefined, async (api) => {
          const { id } = await pending(api);
          return (await api.call[group].withdraw({ params: { id }, body: {} })) as MadeDocument;
        }),
      },
    },
    [`${group}.progress`]: { right: async (api) => ({ params: { id: (await pending(api)).id } }) },
    [`${group}.submit`]: {
      right: async (api, as) => ({
        params: { id: owned(api, group, await draft(api), as) },
        body: { replace: false },
      }),
      errors: {
        STALE_DATA: refused('submit', stale, draft),
        STATE_NOT_ALLOWED: refused('submit', {}, pending),
        DOCUMENT_NOT_YOURS: refused('submit', {}, draft, clerk),
        ...lacks,
      },
    },
    [`${group}.withdraw`]: {
      right: async (api, as) => ({ params: { id: owned(api, group, await pending(api), as) }, body: {} }),
      errors: {
        STALE_DATA: refused('withdraw', stale, pending),
        STATE_NOT_ALLOWED: refused('withdraw', {}, draft),
        DOCUMENT_NOT_SUBMITTER: refused('withdraw', {}, pending, clerk),
        DOCUMENT_DECIDED: refused('withdraw', {}, async (api) => {
          const made = await pending(api);
          api.insert('approvalLog', {
            at: '2126-01-01T00:00:00Z',
            docType: group.replace('Quote', '_quote'),
            docId: made.id,
            docNo: newCode('X'),
            stepNo: 1,
            action: 'approve',
            standIn: 0,
          });
          return made;
        }),
      },
    },
    [`${group}.approval`]: {
      right: async (api, as) => {
        const made = await pending(api);
        const step = [
          { name: 'One', mode: 'any', approverStaffIds: [as.staffId], approverGroupIds: [], dueHours: null },
        ];
        api.db.prepare(`update "${group}" set waiting = ? where id = ?`).run(JSON.stringify(step), made.id);
        return { params: { id: made.id }, body: yes };
      },
      errors: {
        STALE_DATA: refused('approval', { ...yes, ...stale }, pending),
        STATE_NOT_ALLOWED: refused('approval', yes, draft),
        APPROVAL_NOT_YOURS: refused('approval', yes, pending, stranger),
        APPROVAL_SELF: refused('approval', yes, pending),
        REASON_REQUIRED: async (api) => {
          const { id } = await pending(api);
          return decide(api, group, id, { result: 'reject' }).then(
            () => Promise.reject(new Error('rejected without a reason')),
            ({ refused: why }) => why as RefusedCall,
          );
        },
        ...Object.fromEntries(
          Object.keys(lacks)
            .filter((code) => code.endsWith('_OVERLAP'))
            .map((code) => [code, (api: TestApi) => second(api, group)]),
        ),
      },
    },
    [`${group}.terminate`]: {
      right: async (api) => ({ params: { id: (await approved(api, group)).id }, body: end }),
      errors: {
        STALE_DATA: refused('terminate', { ...end, ...stale }, (api) => approved(api, group)),
        STATE_NOT_ALLOWED: refused('terminate', end, draft),
        DOCUMENT_DAY_PAST: refused('terminate', { ...end, on: '2020-01-01' }, (api) => approved(api, group)),
        REASON_REQUIRED: refused('terminate', { ...end, reason: ' ' }, (api) => approved(api, group)),
      },
    },
    [`${group}.copy`]: {
      right: async (api) => ({ params: { id: (await approved(api, group)).id } }),
      errors: { STATE_NOT_ALLOWED: refused('copy', undefined, draft) },
    },
  };
}

/** Submits two documents for the same key, approves the first, and returns the refusal of the second. */
async function second(api: TestApi, group: DocumentGroup): Promise<RefusedCall> {
  const same = drafts[group](api);
  const first = await submitted(api, group, same);
  const { id } = await submitted(api, group, same);
  await approveFully(api, group, first);
  return approveFully(api, group, { id }).then(
    () => Promise.reject(new Error('both count')),
    ({ refused: why }) => why as RefusedCall,
  );
}
async function approveFully(api: TestApi, group: DocumentGroup, { id }: { id: number }): Promise<void> {
  let { state } = await decide(api, group, id);
  while (state === 'pending') ({ state } = await decide(api, group, id));
}

/** Placeholder for the number of a bill of another customer. */
const OTHERS = 'of another customer';
/** Placeholder for a company that is a customer's. */
const CUSTOMERS = 'a customer';
/** Changes of a draft that are refused, by error. */
const WRONG: Readonly<Record<DocumentGroup, Partial<Record<ErrorCode, object>>>> = {
  contract: {
    DAYS_ORDER: { validTo: '2030-01-01' },
    CONTRACT_TOO_LONG: { validTo: '2040-01-01' },
    COMPANY_KIND: { kind: 'supplier' },
  },
  orderQuote: { BILL_NO_AIR: { billNo: 'MAEU1234567' }, QUOTE_BILL_OTHER: { billNo: OTHERS } },
  standardQuote: {
    DAYS_ORDER: { validTo: '2030-01-01' },
    QUOTE_PARTY: { direction: 'buy' },
    COMPANY_KIND: { companyId: CUSTOMERS },
  },
  taxation: { DAYS_ORDER: { validTo: '2030-01-01' }, TAX_UNIT: { specificDuty: '1.20' } },
};
function wrongBody(api: TestApi, group: DocumentGroup, code: ErrorCode): object {
  const body = WRONG[group][code] ?? {};
  if (Object.values(body).includes(CUSTOMERS))
    return { companyId: api.count("select min(id) from clientCompany where kind = 'customer'") };
  if (!Object.values(body).includes(OTHERS)) return body;
  const sql = `select billNo from bill where removedAt is null and mode = 'air'
    group by billNo having max(customerId = 1) = 0 limit 1`;
  return { billNo: api.row(sql).billNo };
}
async function changed(api: TestApi, group: DocumentGroup, code: ErrorCode): Promise<RefusedCall> {
  const { id, version } = await draftDocument(api, group);
  const body = { version, ...wrongBody(api, group, code) };
  return api.refused(`${group}.update`, { params: { id }, body });
}
const made = (group: DocumentGroup, code: ErrorCode): Maker => {
  return async (api) => {
    const { body } = (await (resourceCases[`${group}.create`] as ContractCase).right(api, api.admin)) as {
      body: object;
    };
    return api.refused(`${group}.create`, { body: { ...body, ...wrongBody(api, group, code) } });
  };
};
const wrong = (group: DocumentGroup): Errors =>
  Object.fromEntries(Object.keys(WRONG[group]).map((code) => [code, made(group, code as ErrorCode)]));

const past =
  (group: DocumentGroup): Maker =>
  async (api) => {
    const { id } = await draftDocument(api, group);
    change(api, group, "validTo = '2020-01-01'", id);
    return api.refused(`${group}.submit`, { params: { id }, body: {} });
  };

const lane = { customerId: 1, serviceId: 1, originCode: 'PVG', weight: 120, currency: 'EUR' };
const lost = { lostReason: 'Too dear' };
type ResultCall = 'won' | 'lost' | 'reopen';
/** Makes an approved order quote, which the customer has. */
const offered = (api: TestApi) => approved(api, 'orderQuote');
const answer = async (
  api: TestApi,
  call: ResultCall,
  body: object,
  make = offered,
  as?: (api: TestApi) => Actor,
): Promise<RefusedCall> =>
  api.refused(
    `orderQuote.${call}`,
    { params: { id: (await make(api)).id }, body },
    as ? { as: as(api) } : {},
  );
/** Returns the refusals of a call that records the customer's reply. */
const answered = (call: ResultCall, body: object): Errors => ({
  STALE_DATA: (api) => answer(api, call, { ...body, ...stale }),
  STATE_NOT_ALLOWED: async (api) =>
    answer(api, call, body, async () => {
      const made = await offered(api);
      if (call !== 'reopen') await api.call.orderQuote.lost({ params: { id: made.id }, body: lost });
      return made;
    }),
  QUOTE_NOT_OFFERED: (api) => answer(api, call, body, () => submitted(api, 'orderQuote')),
  DOCUMENT_NOT_YOURS: (api) => answer(api, call, body, offered, (one) => actorFor(one, 'orderQuote', 'edit')),
});

const file = async (api: TestApi, as: Actor = api.admin) => {
  const id = owned(api, 'contract', await draftDocument(api, 'contract'), as);
  const params = { docType: 'contract' as const, id };
  const { id: fileId } = await api.call.documentFile.upload({ params, file: document('annex.pdf') });
  return { ...params, fileId };
};
const upload =
  (
    sent: TestFile | TestFile[],
    make = (api: TestApi) => draftDocument(api, 'taxation'),
    as?: (api: TestApi) => Actor,
  ): Maker =>
  async (api) => {
    const { id } = await make(api);
    return api.refused(
      'documentFile.upload',
      { params: { docType: 'taxation', id }, file: sent },
      as ? { as: as(api) } : {},
    );
  };
const unowned = (api: TestApi) => actorFor(api, 'taxation', 'edit');

const all: Record<string, ContractCase> = {
  ...casesOf('contract', 'title', {
    lacks: {
      DOCUMENT_PAST: past('contract'),
      CONTRACT_NO_FILE: async (api) => {
        const { body } = (await (resourceCases['contract.create'] as ContractCase).right(api, api.admin)) as {
          body: never;
        };
        const { id } = await api.call.contract.create({ body });
        return api.refused('contract.submit', { params: { id }, body: {} });
      },
    },
    own: wrong('contract'),
  }),
  ...casesOf('taxation', 'source', {
    lacks: {
      DOCUMENT_PAST: past('taxation'),
      TAXATION_OVERLAP: async (api) => {
        const hsCode = '500199';
        await approved(api, 'taxation', { hsCode, countryCode: 'CY', validTo: '2031-06-30' }).catch(
          () => undefined,
        );
        const { id } = await draftDocument(api, 'taxation', { hsCode, countryCode: 'CY' });
        return api.refused('taxation.submit', { params: { id }, body: {} });
      },
    },
    own: wrong('taxation'),
  }),
  ...casesOf('standardQuote', 'nameEn', {
    lacks: {
      DOCUMENT_PAST: past('standardQuote'),
      QUOTE_NO_LINES: async (api) => {
        const { id } = await draftDocument(api, 'standardQuote', { lines: [] });
        return api.refused('standardQuote.submit', { params: { id }, body: {} });
      },
      QUOTE_OVERLAP: async (api) => {
        const { lines } = drafts.standardQuote();
        await approved(api, 'standardQuote', { lines });
        const { id } = await draftDocument(api, 'standardQuote', { lines });
        return api.refused('standardQuote.submit', { params: { id }, body: {} });
      },
    },
    own: wrong('standardQuote'),
  }),
  ...casesOf('orderQuote', 'reference', {
    lacks: {
      DOCUMENT_PAST: past('orderQuote'),
      QUOTE_NO_LINES: async (api) => {
        const { id } = await draftDocument(api, 'orderQuote', { lines: [] });
        return api.refused('orderQuote.submit', { params: { id }, body: {} });
      },
      ORDER_QUOTE_OVERLAP: async (api) => {
        const { destinationCode } = drafts.orderQuote();
        await approved(api, 'orderQuote', { destinationCode });
        const { id } = await draftDocument(api, 'orderQuote', { destinationCode });
        return api.refused('orderQuote.submit', { params: { id }, body: {} });
      },
    },
    own: wrong('orderQuote'),
  }),
  'orderQuote.prices': {
    right: async (api) => {
      const { lines } = drafts.standardQuote();
      await approved(api, 'standardQuote', { lines });
      return {
        body: { ...lane, destinationCode: `${lines[0]?.destinationCode}`, expectedDate: '2031-02-01' },
      };
    },
    errors: {
      REFERENCE_UNKNOWN: (api) =>
        api.refused('orderQuote.prices', { body: { ...lane, customerId: 999_999, destinationCode: 'NL' } }),
    },
  },
  'orderQuote.pdf': {
    right: async (api) => ({
      params: { id: (await draftDocument(api, 'orderQuote')).id },
      query: { language: 'cn' },
    }),
  },
  'orderQuote.won': {
    right: async (api, as) => ({
      params: { id: owned(api, 'orderQuote', await offered(api), as) },
      body: {},
    }),
    errors: {
      ...answered('won', {}),
      BILL_NO_AIR: (api) => answer(api, 'won', { billNo: 'MAEU1234567' }),
      QUOTE_BILL_OTHER: (api) => answer(api, 'won', wrongBody(api, 'orderQuote', 'QUOTE_BILL_OTHER')),
    },
  },
  'orderQuote.lost': {
    right: async (api, as) => ({
      params: { id: owned(api, 'orderQuote', await offered(api), as) },
      body: lost,
    }),
    errors: {
      ...answered('lost', lost),
      REASON_REQUIRED: (api) => answer(api, 'lost', { lostReason: ' ' }),
    },
  },
  'orderQuote.reopen': {
    right: async (api, as) => {
      const made = await offered(api);
      await api.call.orderQuote.lost({ params: { id: made.id }, body: lost });
      return { params: { id: owned(api, 'orderQuote', made, as) }, body: {} };
    },
    errors: {
      ...answered('reopen', {}),
      QUOTE_BILLED: async (api) => {
        const { billNo, customerId } = api.row(
          "select billNo, customerId from bill where removedAt is null and mode = 'air' limit 1",
        );
        const made = await approved(api, 'orderQuote', { billNo, customerId });
        await api.call.orderQuote.won({ params: { id: made.id }, body: {} });
        return api.refused('orderQuote.reopen', { params: { id: made.id }, body: {} });
      },
    },
  },
  'standardQuote.calculate': {
    right: async (api) => {
      const { lines } = drafts.standardQuote();
      await approved(api, 'standardQuote', { lines });
      return {
        query: {
          ...{
            customerId: 1,
            serviceId: 1,
            originCode: 'PVG',
            day: '2031-02-01',
            weight: 120.2,
            volume: 0.5,
          },
          destinationCode: `${lines[0]?.destinationCode}`,
        },
      };
    },
    errors: {
      PRICE_NONE: (api) =>
        api.refused('standardQuote.calculate', {
          query: { serviceId: 1, originCode: 'PVG', destinationCode: 'AQ', day: '2001-02-01', weight: 1 },
        }),
      REFERENCE_UNKNOWN: (api) =>
        api.refused('standardQuote.calculate', {
          query: {
            ...{ customerId: 999_999, serviceId: 1, originCode: 'PVG', destinationCode: 'NL' },
            ...{ day: '2031-02-01', weight: 1 },
          },
        }),
    },
  },
  'euRate.day': { right: async () => ({ query: { day: '2026-11-20', currency: 'USD' } }) },
  'taxation.calculate': {
    right: async (api) => {
      const row = (await approved(api, 'taxation')) as MadeDocument & { hsCode: string };
      return {
        query: { countryCode: 'MT', hsCode: row.hsCode, day: '2031-02-01', goodsValue: '300.00', items: 2 },
      };
    },
    errors: {
      TAXATION_NONE: (api) =>
        api.refused('taxation.calculate', {
          query: { countryCode: 'AQ', hsCode: '610910', day: '2031-02-01', goodsValue: '300.00' },
        }),
      EU_CURRENCY_NONE: (api) =>
        api.refused('taxation.calculate', {
          query: {
            ...{ countryCode: 'NL', hsCode: '610910', day: '2026-11-02' },
            ...{ goodsValue: '300.00', currency: 'THB' },
          },
        }),
      TAXATION_ENDED: async (api) => {
        const hsCode = newHsCode();
        await approved(api, 'taxation', {
          ...{ countryCode: 'AQ', hsCode, validFrom: '2031-01-01', validTo: '2031-06-30' },
        });
        return api.refused('taxation.calculate', {
          query: { countryCode: 'AQ', hsCode, day: '2031-07-01', goodsValue: '300.00' },
        });
      },
    },
  },
  'documentFile.list': {
    right: async (api) => ({
      params: { docType: 'contract', id: (await draftDocument(api, 'contract')).id },
    }),
  },
  'documentFile.upload': {
    right: async (api, as) => ({
      params: { docType: 'contract', id: owned(api, 'contract', await draftDocument(api, 'contract'), as) },
      file: document(),
    }),
    errors: {
      FILE_TYPE: upload({ name: 'pod.exe', bytes: 'MZ' }),
      FILE_SIZE: upload({ name: 'pod.pdf', bytes: pdfOf(MAX_UPLOAD + 1) }),
      FILE_CONTENT: upload({ name: 'pod.pdf', bytes: jpg }),
      FILE_BROKEN: upload({ name: 'old.xls', bytes: oldAndBroken }),
      FILE_PROTECTED: upload({ name: 'list.xlsx', bytes: locked }),
      FILE_BOMB: upload({ name: 'list.xlsx', bytes: crowded() }),
      FILE_ONE: upload([document(), document()]),
      STATE_NOT_ALLOWED: upload(document(), (api) => submitted(api, 'taxation')),
      DOCUMENT_NOT_YOURS: upload(document(), undefined, unowned),
    },
  },
  'documentFile.download': { right: async (api) => ({ params: await file(api) }) },
  'documentFile.remove': {
    right: async (api, as) => ({ params: await file(api, as) }),
    errors: {
      STATE_NOT_ALLOWED: async (api) => {
        const params = await file(api);
        await api.call.contract.submit({ params: { id: params.id }, body: {} });
        return api.refused('documentFile.remove', { params });
      },
      DOCUMENT_NOT_YOURS: async (api) =>
        api.refused(
          'documentFile.remove',
          { params: await file(api) },
          { as: actorFor(api, 'contract', 'edit') },
        ),
    },
  },
  'approvalLog.list': { right: () => ({ query: { pageSize: 5, sort: '-at' } }) },
  'approvalLog.export': { right: () => ({ query: { format: 'csv' } }) },
  'approvalConfig.remove': {
    ...resourceCases['approvalConfig.remove'],
    errors: {
      APPROVAL_IN_USE: async (api) => {
        const { id } = await submitted(api, 'contract');
        const { approvalConfigId } = await api.call.contract.get({ params: { id } });
        return api.refused('approvalConfig.remove', { params: { id: approvalConfigId } });
      },
    },
  },
  'approvalConfig.setActive': {
    ...resourceCases['approvalConfig.setActive'],
    errors: {
      APPROVAL_IN_USE: async (api) => {
        const { id } = await submitted(api, 'contract');
        const { approvalConfigId } = await api.call.contract.get({ params: { id } });
        const body = { active: false };
        return api.refused('approvalConfig.setActive', { params: { id: approvalConfigId }, body });
      },
      APPROVAL_OVERLAP: async (api) => {
        const { id } = api.row("select id from approvalConfig where docType = 'contract' limit 1");
        const twin = copyRow(api, 'approvalConfig', Number(id), { nameEn: newCode('Twin'), active: 0 });
        return api.refused('approvalConfig.setActive', { params: { id: twin }, body: { active: true } });
      },
    },
  },
};

export const businessCases = all as Record<
  Extract<
    ApiName,
    | `${DocumentGroup}.${string}`
    | `documentFile.${string}`
    | `approvalLog.${string}`
    | 'approvalConfig.remove'
    | 'approvalConfig.setActive'
  >,
  ContractCase
>;
