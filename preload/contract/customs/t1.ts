import * as z from 'zod';
import { type Bill, closedBill } from '../bill/bill';
import { endpoint } from '../endpoint';
import { problem } from '../errors';
import { code, codes, count, date, dateTime, id, note, stateOf, text, weight } from '../fields';
import { machine, type State } from '../machine';
import { permit } from '../permissions';
import { draftOf, patchOf, recordFields } from '../resource';
import { plateNo } from '../rules/codes';
import { customsOffice, declarationRef, sealNo, t1Mrn } from '../rules/customs';
import { extended, object, strictObject } from '../shape';

/** States of a transit. `enquiry`: its time limit passed before it was discharged. */
export const t1States = {
  draft: { rank: 10, tone: 'neutral' },
  released: { rank: 20, tone: 'progress' },
  arrived: { rank: 30, tone: 'info' },
  discharged: { rank: 40, tone: 'good' },
  enquiry: { rank: 50, tone: 'bad' },
} as const satisfies Record<string, State>;

/** A T1: uncleared goods of a bill in bond between two customs offices. */
export const t1Row = object(() => ({
  ...recordFields,
  billId: id(),
  /** Customs gives it when it accepts the declaration: a draft has none. */
  mrn: code(t1Mrn).nullable(),
  lrn: code(declarationRef).nullable(),
  officeDeparture: code(customsOffice),
  officeDestination: code(customsOffice),
  guaranteeRef: text(24).nullable(),
  boxes: count(1, 5000).nullable(),
  weight: weight().nullable(),
  seals: codes(sealNo, 20),
  plateNo: code(plateNo).nullable(),
  timeLimit: date().nullable(),
  state: stateOf({ name: 't1', states: t1States }),
  releasedAt: dateTime('landing').nullable(),
  arrivedAt: dateTime('landing').nullable(),
  dischargedAt: dateTime('landing').nullable(),
  remark: note(500).nullable(),
}));
export type T1 = z.output<typeof t1Row>;

/** A transit, with the other bills that the same declaration covers. */
export const t1View = extended(t1Row, () => ({
  otherBills: z.array(object(() => ({ id: id(), billNo: text(40), batchNo: text(40) }))),
}));
export type T1View = z.output<typeof t1View>;

/** Number by which people know a transit: its MRN, and before acceptance its LRN. */
export const t1Name = ({ mrn, lrn }: Pick<T1, 'mrn' | 'lrn'>): string => mrn ?? lrn ?? 'T1';

/** A transit with the state of its bill, for the guards. */
export type T1OfBill = T1 & { readonly bill: Pick<Bill, 'archived' | 'stage'> };

/** Fields a person fills in. */
export const t1DraftFields = [
  'lrn',
  'officeDeparture',
  'officeDestination',
  'guaranteeRef',
  'boxes',
  'weight',
  'seals',
  'plateNo',
  'timeLimit',
  'remark',
] as const;
export const t1Draft = draftOf(t1Row, t1DraftFields);
/** Fields that can be corrected once customs has accepted the declaration. */
export const t1AcceptedFields = ['mrn', ...t1DraftFields] as const;
export const t1Patch = patchOf(t1Row, t1AcceptedFields);
/** Input to delete a released transit. */
export const t1Removal = strictObject(() => ({ reason: text(500) }));
export type T1Draft = z.output<typeof t1Draft>;

const edit = permit('bill.customs.t1');
const missing = (field: string) => problem('REQUIRED', { field: { field } });

/** Actions on a transit. */
export const t1Machine = machine<T1OfBill>()({
  name: 't1',
  calls: {
    update: 't1.update',
    release: 't1.release',
    arrive: 't1.arrive',
    discharge: 't1.discharge',
    clear: 't1.clear',
    delete: 't1.remove',
  },
  states: t1States,
  stateOf: ({ state }) => state,
  always: [{ exempt: [], guard: ({ bill }) => closedBill(bill) }],
  actions: {
    update: { from: ['draft', 'released', 'enquiry'], to: 'same', permission: edit },
    release: {
      from: ['draft'],
      to: 'released',
      permission: edit,
      asks: strictObject(() => ({ mrn: code(t1Mrn) })),
      guards: [
        ({ guaranteeRef }) => (guaranteeRef ? undefined : missing('guaranteeRef')),
        ({ seals }) => (seals.length > 0 ? undefined : missing('seals')),
      ],
      tone: 'primary',
    },
    arrive: { from: ['released'], to: 'arrived', permission: edit, inverse: 'clear', tone: 'primary' },
    discharge: {
      from: ['arrived', 'enquiry'],
      to: 'discharged',
      permission: edit,
      inverse: 'clear',
      tone: 'primary',
    },
    clear: { from: ['arrived', 'discharged'], to: 'computed', permission: edit },
    delete: { from: ['draft', 'released'], to: 'gone', permission: edit, tone: 'danger' },
  },
});
export type T1Action = keyof typeof t1Machine.actions;

/** Returns the state of a transit by its dates, on a day (`YYYY-MM-DD`, UTC). */
export function t1StateOf(
  t1: Pick<T1, 'releasedAt' | 'arrivedAt' | 'dischargedAt' | 'timeLimit'>,
  today: string,
): keyof typeof t1States {
  if (t1.dischargedAt) return 'discharged';
  if (!t1.releasedAt) return 'draft';
  if (t1.timeLimit && t1.timeLimit < today) return 'enquiry';
  return t1.arrivedAt ? 'arrived' : 'released';
}

const one = strictObject(() => ({ t1Id: id() }));
const bill = strictObject(() => ({ id: id() }));
const at = strictObject(() => ({ version: count(1), at: dateTime('landing').nullable().default(null) }));
/** Customs accepts the declaration and releases the goods for the transit. */
const release = extended(at, () => ({ mrn: code(t1Mrn) }));
const changes = ['STALE_DATA', 'STATE_NOT_ALLOWED', 'BILL_REMOVED', 'BILL_ARCHIVED'] as const;

/** Calls on the transits of a bill. */
export const t1Api = {
  list: endpoint({
    method: 'GET',
    path: '/bill-lading/{id}/t1',
    access: permit('bill.customs.view'),
    params: bill,
    answer: z.array(t1View),
    extension: true,
  }),
  create: endpoint({
    method: 'POST',
    path: '/bill-lading/{id}/t1',
    access: edit,
    params: bill,
    body: t1Draft,
    answer: t1Row,
    errors: ['BILL_REMOVED', 'BILL_ARCHIVED'],
    creates: true,
    extension: true,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/bill-lading/t1/{t1Id}',
    access: edit,
    params: one,
    body: t1Patch,
    answer: t1Row,
    errors: changes,
    extension: true,
  }),
  release: endpoint({
    method: 'PUT',
    path: '/bill-lading/t1/{t1Id}/release',
    access: edit,
    params: one,
    body: release,
    answer: t1Row,
    errors: changes,
    extension: true,
  }),
  arrive: endpoint({
    method: 'PUT',
    path: '/bill-lading/t1/{t1Id}/arrive',
    access: edit,
    params: one,
    body: at,
    answer: t1Row,
    errors: changes,
    extension: true,
  }),
  discharge: endpoint({
    method: 'PUT',
    path: '/bill-lading/t1/{t1Id}/discharge',
    access: edit,
    params: one,
    body: at,
    answer: t1Row,
    errors: changes,
    extension: true,
  }),
  /** Undoes the last step: the discharge, else the arrival. */
  clear: endpoint({
    method: 'PUT',
    path: '/bill-lading/t1/{t1Id}/clear',
    access: edit,
    params: one,
    body: strictObject(() => ({ version: count(1) })),
    answer: t1Row,
    errors: changes,
    extension: true,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/bill-lading/t1/{t1Id}',
    access: edit,
    params: one,
    /** Required once it was released. */
    query: strictObject(() => ({ reason: z.string().trim().max(500).optional() })),
    errors: ['STATE_NOT_ALLOWED', 'REASON_REQUIRED', 'BILL_REMOVED', 'BILL_ARCHIVED'],
    extension: true,
  }),
};
