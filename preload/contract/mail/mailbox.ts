import { problem } from '../errors';
import { choice, code, codes, ref } from '../fields';
import type { RowIssue } from '../importing/template';
import { permit } from '../permissions';
import { recordFields, referenceFields, resource } from '../resource';
import { emailAddress } from '../rules/contactCodes';
import { mailSender } from '../rules/mailReading';
import { mailPattern } from '../rules/pattern';
import { byNothing } from '../scope';
import { object } from '../shape';

/** A mailbox that partners write to: filters for its mail, and patterns of what is extracted. */
export const mailbox = resource({
  name: 'mailbox',
  path: '/config/mailbox',
  module: 'config',
  view: permit('config.mailbox.view'),
  edit: permit('config.mailbox.edit'),
  scope: byNothing('an address of the office; what comes in there belongs to its warehouse'),
  row: object(() => ({
    ...recordFields,
    /** Notices of arrival, tax assessments, proofs of delivery, or mail about one warehouse. */
    kind: choice('mailboxKind', ['noa', 'utb', 'pod', 'warehouse']),
    address: code(emailAddress),
    /** Permitted senders, addresses and domains; empty: all. */
    fromFilter: codes(mailSender, 50),
    subjectRegex: code(mailPattern).nullable(),
    /** Used where the usual patterns do not fit: the first group is extracted. */
    extractBillNo: code(mailPattern).nullable(),
    extractPieces: code(mailPattern).nullable(),
    extractWeight: code(mailPattern).nullable(),
    extractTime: code(mailPattern).nullable(),
    /** Warehouse of mail that names none. Pre-alerts go to the addresses in its own record. */
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
  // The users of letters see the mailbox of each.
  namesFor: [permit('config.noaMail.view'), permit('config.utbMail.view')],
  filters: ['kind', 'address', 'defaultWarehouseId', 'active'],
  sorts: ['address', 'kind', 'remark', 'createdAt'],
  order: 'address',
  keyword: ['address', 'fromFilter', 'subjectRegex', 'remark'],
  unique: ['address', 'kind'],
  finding: { numbers: ['address'], names: ['address'], path: '/config/mailbox' },
  fresh: { kind: 'noa' },
});

/** Checks the fields of a mailbox against each other, for its form and for the API. */
export function mailboxIssues(values: Readonly<Record<string, unknown>>): RowIssue[] {
  return values.kind === 'warehouse' && (values.defaultWarehouseId ?? null) === null
    ? [{ column: 'defaultWarehouseId', level: 'error', problem: problem('REQUIRED') }]
    : [];
}
