import * as z from 'zod';
import { operateLogRow } from '../access/operateLog';
import { decides } from '../business/document';
import { endpoint } from '../endpoint';
import { dateTime, id, json } from '../fields';
import { countPer } from '../machine';
import { listQuery, pageOf } from '../paging';
import { crud } from '../resource';
import { extended, object, strictObject } from '../shape';
import { filingRow } from './filing';
import { fourEyesCalls, one, reasoned, step, versioned } from './fourEyes';
import { approve, edit, file, isfAnswer, isfShows, isfStateNames, seaIsf } from './seaIsf';

const listing = extended(listQuery(seaIsf.row, seaIsf.filters, seaIsf.sorts), () => ({
  show: z.enum(isfShows).optional(),
  /** True for ISFs without a sea bill. */
  loose: z.boolean().optional(),
}));
const put = { method: 'PUT', params: one, answer: seaIsf.row } as const;

const { active: _, setActive: __, list, export: exported, create, update, remove, ...usual } = crud(seaIsf);
/** Without the errors of a typed number: it is assigned once. */
const REFERENCES = ['REFERENCE_UNKNOWN', 'REFERENCE_INACTIVE'] as const;
export const seaIsfApi = {
  ...usual,
  list: { ...list, query: listing },
  export: { ...exported, query: extended(exported.query, () => ({ show: z.enum(isfShows).optional() })) },
  create: { ...create, errors: [...REFERENCES, 'ISF_OF_BILL'] as const },
  update: { ...update, errors: [...REFERENCES, 'STALE_DATA', 'STATE_NOT_ALLOWED', 'ISF_OF_BILL'] as const },
  remove: { ...remove, errors: ['STATE_NOT_ALLOWED', 'FILING_TRANSMITTED'] as const },
  /** Number of ISFs per state and per further list, under the filters of the list. */
  count: endpoint({
    method: 'GET',
    path: '/sea-isf/count',
    access: seaIsf.view,
    query: listing,
    answer: object(() => ({ ...countPer(isfStateNames), ...countPer(isfShows) })),
    extension: true,
  }),
  /** Initial values of an ISF from its sea bill, so that nothing is typed twice. */
  prefill: endpoint({
    method: 'GET',
    path: '/sea-isf/prefill',
    access: edit,
    query: strictObject(() => ({ seaBillId: id() })),
    answer: json(),
    errors: ['NOT_FOUND'],
    extension: true,
  }),
  /** The contents last accepted by customs; null before. */
  filed: endpoint({
    method: 'GET',
    path: '/sea-isf/{id}/filed',
    access: seaIsf.view,
    params: one,
    answer: object(() => ({ at: dateTime(), content: json() })).nullable(),
    extension: true,
  }),
  /** Operation log of one ISF. */
  logs: endpoint({
    method: 'GET',
    path: '/sea-isf/{id}/logs',
    access: seaIsf.view,
    params: one,
    query: listQuery(operateLogRow, ['operatorId', 'action', 'at'], ['at']),
    answer: pageOf(operateLogRow),
    extension: true,
  }),
  ...fourEyesCalls('/sea-isf', seaIsf.row, { edit, approve, file }),
  revoke: endpoint({
    ...put,
    path: '/sea-isf/{id}/revoke',
    access: approve,
    body: versioned,
    errors: step,
    extension: true,
  }),
  discard: endpoint({
    ...put,
    path: '/sea-isf/{id}/discard',
    access: edit,
    body: versioned,
    errors: [...step, 'ISF_NOTHING_FILED'],
    extension: true,
  }),
  /** Requests its deletion at customs. */
  cancel: endpoint({
    ...put,
    path: '/sea-isf/{id}/cancel',
    access: file,
    body: reasoned,
    errors: [...step, 'REASON_REQUIRED', 'ISF_ENTRY_FILED', 'FILING_ACCOUNT'],
    extension: true,
  }),
} as const;

/** ISF at NetCHB: transmission, amendment, and responses of customs. */
export const netchbIsfApi = {
  /** Transmits an approved ISF; warns if it is late. */
  submit: endpoint({
    method: 'POST',
    path: '/netchb/isf-submit',
    access: file,
    body: extended(one, () => versioned.shape),
    answer: seaIsf.row,
    errors: ['NOT_FOUND', ...step, 'FILING_ACCOUNT', 'FILING_NO_ACCOUNT'],
  }),
  /** Opens the filed ISF for a change; the next transmission replaces it. */
  amend: endpoint({
    method: 'POST',
    path: '/netchb/isf-amend',
    access: edit,
    body: extended(one, () => reasoned.shape),
    answer: seaIsf.row,
    errors: ['NOT_FOUND', ...step, 'REASON_REQUIRED', 'ISF_ARRIVED'],
  }),
  /** Status of an ISF: its filings, all customs responses, and the caller's permitted actions. */
  status: endpoint({
    method: 'GET',
    path: '/netchb/isf-status',
    access: seaIsf.view,
    query: strictObject(() => ({ id: id() })),
    answer: object(() => ({
      facts: object(() => ({
        arrived: z.boolean(),
        entryFiled: z.boolean(),
        submitter: z.boolean(),
        decides,
      })),
      /** People who may decide the open step. */
      deciders: z.array(id()),
      answers: z.array(isfAnswer),
      filings: z.array(filingRow),
    })),
    errors: ['NOT_FOUND'],
  }),
} as const;
