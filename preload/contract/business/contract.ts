import type * as z from 'zod';
import { choice, code, count, date, flag, money, note, ref, refs, text } from '../fields';
import { permit } from '../permissions';
import { crud, recordFields, resource } from '../resource';
import { documentNo } from '../rules/codes';
import { currencyCode } from '../rules/places';
import { byNothing } from '../scope';
import { object } from '../shape';
import { documentCalls, documentFields, removeRefusals, writeRefusals } from './document';

export const contractRights = {
  view: permit('business.contract.view'),
  edit: permit('business.contract.edit'),
  approve: permit('business.contract.approve'),
  manage: permit('business.contract.manage'),
};

/** Longest term of a contract in years. */
export const MAX_CONTRACT_YEARS = 5;

/** A frame agreement with a customer or a supplier. */
export const contract = resource({
  name: 'contract',
  path: '/contract',
  module: 'business',
  view: contractRights.view,
  edit: contractRights.edit,
  scope: byNothing('a contract with a company, whatever the warehouse'),
  row: object(() => ({
    ...recordFields,
    contractNo: code(documentNo),
    ...documentFields,
    title: text(120),
    kind: choice('contractKind', ['customer', 'supplier']),
    companyId: ref('clientCompany', '=kind'),
    ownCompanyId: ref('clientCompany', 'own'),
    serviceIds: refs('service'),
    validFrom: date(),
    /** The last day of validity. */
    validTo: date(),
    currency: code(currencyCode),
    /** Highest turnover under it. */
    amountLimit: money().nullable(),
    paymentTermDays: count(0, 365).nullable(),
    autoRenew: flag(),
    /** Days before its end at which a warning is sent. */
    noticeDays: count(0, 365),
    ownerStaffId: ref('staff').nullable(),
    /** Number of its files. */
    fileCount: count(),
    remark: note(500).nullable(),
  })),
  draft: [
    'title',
    'kind',
    'companyId',
    'ownCompanyId',
    'serviceIds',
    'validFrom',
    'validTo',
    'currency',
    'amountLimit',
    'paymentTermDays',
    'autoRenew',
    'noticeDays',
    'ownerStaffId',
    'remark',
  ],
  lookup: ['contractNo', 'state'],
  namesFor: 'readers',
  filters: [
    'contractNo',
    'state',
    'kind',
    'companyId',
    'ownCompanyId',
    'ownerStaffId',
    'validFrom',
    'validTo',
    'autoRenew',
    'createdAt',
  ],
  sorts: ['contractNo', 'state', 'title', 'kind', 'validFrom', 'validTo', 'createdAt'],
  order: '-createdAt',
  keyword: ['contractNo', 'title'],
  unique: ['contractNo'],
  finding: { numbers: ['contractNo'], names: ['title'], path: '/business/contract/detail/{id}' },
  fresh: { kind: 'customer', currency: 'EUR', noticeDays: 30, serviceIds: [] },
});
export type Contract = z.output<typeof contract.row>;

const { active: _, setActive: __, create, update, remove, ...usual } = crud(contract);
const refusals = writeRefusals(['DAYS_ORDER', 'CONTRACT_TOO_LONG', 'COMPANY_KIND']);
export const contractApi = {
  ...usual,
  create: { ...create, errors: refusals.create },
  update: { ...update, errors: refusals.update },
  remove: { ...remove, errors: removeRefusals },
  ...documentCalls('/contract', contract.row, contractRights, ['DOCUMENT_PAST', 'CONTRACT_NO_FILE']),
};
