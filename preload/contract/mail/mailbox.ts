import { problem } from '../errors';
import { choice, code, codes, ref } from '../fields';
import type { RowIssue } from '../importing/template';
import { permit } from '../permissions';
import { recordFields, referenceFields, resource } from '../resource';
import { emailAddress } from '../rules/codes';
import { mailSender } from '../rules/mailReading';
import { mailPattern } from '../rules/pattern';
import { byNothing } from '../scope';
import { object } from '../shape';

/** A mail box that partners write to: which mail in it is meant, and what is taken out of it. */
export const mailbox = resource({
  name: 'mailbox',
  path: '/config/mailbox',
  module: 'config',
  view: permit('config.mailbox.view'),
  edit: permit('config.mailbox.edit'),
  scope: byNothing('an address of the office; what comes in there belongs to its warehouse'),
  row: object(() => ({
    ...recordFields,
    /** Notices of arrival, tax assessments, proofs of delivery, or what concerns one warehouse. */
    kind: choice('mailboxKind', ['noa', 'utb', 'pod', 'warehouse']),
    address: code(emailAddress),
    /** Addresses and domains; an empty list: whoever writes. */
    fromFilter: codes(mailSender, 50),
    subjectRegex: code(mailPattern).nullable(),
    /** Where the usual forms do not fit: what its first brackets hold is taken. */
    extractBillNo: code(mailPattern).nullable(),
    extractPieces: code(mailPattern).nullable(),
    extractWeight: code(mailPattern).nullable(),
    extractTime: code(mailPattern).nullable(),
    /** To which warehouse mail belongs that names none. Pre-alerts go to the addresses in its own record. */
    defaultWarehouseId: ref('warehouse').nullable(),
    ...referenceFields,
  })),
  draft: [
    'kind',
    'address',
    'fromFilter',
    'subjectRegex',
    'extractBillNo',
    'extractPieces',
    'extractWeight',
    'extractTime',
    'defaultWarehouseId',
    'remark',
  ],
  lookup: ['address', 'kind', 'active'],
  // Who works through the letters sees by which mailbox each came.
  namesFor: [permit('config.noaMail.view'), permit('config.utbMail.view')],
  filters: ['kind', 'address', 'defaultWarehouseId', 'active'],
  sorts: ['address', 'kind', 'remark', 'createdAt'],
  order: 'address',
  keyword: ['address', 'fromFilter', 'subjectRegex', 'remark'],
  unique: ['address', 'kind'],
  finding: { numbers: ['address'], names: ['address'], path: '/config/mailbox' },
  fresh: { kind: 'noa' },
});

/** What must hold between the fields of a mail box, for its form and for the API. */
export function mailboxIssues(values: Readonly<Record<string, unknown>>): RowIssue[] {
  return values.kind === 'warehouse' && (values.defaultWarehouseId ?? null) === null
    ? [{ column: 'defaultWarehouseId', level: 'error', problem: problem('REQUIRED') }]
    : [];
}

/** Mail boxes. */
