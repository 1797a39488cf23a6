import { approvedTypes } from '../business/document';
import { also } from '../endpoint';
import { choice, code, money, text } from '../fields';
import { approvalSteps } from '../lineFields';
import { permit } from '../permissions';
import { crud, recordFields, referenceFields, resource } from '../resource';
import { currencyCode } from '../rules/places';
import { byNothing } from '../scope';
import { object } from '../shape';

/** Approvers of documents by type and amount; at most one active setting applies to each document. */
export const approvalConfig = resource({
  name: 'approvalConfig',
  path: '/approval-config',
  module: 'config',
  view: permit('config.approval.view'),
  edit: permit('config.approval.edit'),
  scope: byNothing('reference data'),
  row: object(() => ({
    ...recordFields,
    docType: choice('approvalDoc', approvedTypes),
    nameEn: text(80),
    nameCn: text(80),
    /** Null: any amount, and documents without one. */
    currency: code(currencyCode).nullable(),
    /** Lowest amount it applies to. */
    minAmount: money().nullable(),
    /** Upper bound of the amount, excluded. */
    maxAmount: money().nullable(),
    steps: approvalSteps(),
    ...referenceFields,
  })),
  draft: ['docType', 'nameEn', 'nameCn', 'currency', 'minAmount', 'maxAmount', 'steps', 'remark'],
  lookup: ['docType', 'nameEn', 'nameCn', 'active'],
  namesFor: 'readers',
  filters: ['docType', 'currency', 'active'],
  sorts: ['docType', 'nameEn', 'nameCn', 'createdAt'],
  order: 'nameEn',
  keyword: ['nameEn', 'nameCn'],
  unique: ['nameEn'],
  finding: { numbers: ['nameEn'], names: ['nameEn', 'nameCn'], path: '/base-data/approval' },
  fresh: { steps: [] },
});

const { remove, create, update, setActive, ...usual } = crud(approvalConfig);
export const approvalConfigApi = {
  ...usual,
  create: { ...create, errors: also(create, 'APPROVAL_OVERLAP') },
  update: { ...update, errors: also(update, 'APPROVAL_OVERLAP') },
  /** Only running approvals refer to it. */
  remove: { ...remove, errors: ['APPROVAL_IN_USE'] },
  setActive: { ...setActive, errors: ['APPROVAL_OVERLAP', 'APPROVAL_IN_USE'] },
} as const;
