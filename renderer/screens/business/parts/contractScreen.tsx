import { contract } from '@contract/business/contract';
import { problem } from '@contract/errors';
import { useTranslation } from 'react-i18next';
import type { PlainRow, PlainScreen } from '../../../resource/ListScreen';
import { listOf } from '../../shared/business/documents';
import { LastDay } from './LastDay';

function useHints() {
  const { t } = useTranslation();
  return () => ({ noticeDays: t('business.hintNotice') });
}

/** Allows editing only drafts in the list; the permission is checked on the document's screen. */
export const fixedUnlessDraft = (row: PlainRow) =>
  row.state === 'draft' || row.state === 'rejected'
    ? undefined
    : problem('STATE_NOT_ALLOWED', { status: { state: ['document', String(row.state)] } });

export const contractScreen: PlainScreen = {
  group: 'contract',
  menu: 'business.contract',
  resource: contract,
  columns: [
    { name: 'contractNo', width: 150 },
    { name: 'state', width: 145 },
    { name: 'title', width: 270 },
    { name: 'companyId', width: 110 },
    'validFrom',
    { name: 'validTo', width: 205, cell: (row) => <LastDay row={row} /> },
    { name: 'kind', width: 90 },
    'amountLimit',
    { name: 'waiting', width: 200 },
    { name: 'ownerStaffId', width: 110 },
    { name: 'fileCount', width: 70 },
    { name: 'autoRenew', hidden: true },
    { name: 'ownCompanyId', hidden: true },
    { name: 'serviceIds', hidden: true },
    { name: 'paymentTermDays', hidden: true },
    { name: 'noticeDays', hidden: true },
    { name: 'versionNo', hidden: true },
    { name: 'stepDueAt', hidden: true },
    { name: 'submittedBy', hidden: true },
    { name: 'approvedAt', hidden: true },
    { name: 'terminatedReason', hidden: true },
    { name: 'createdAt', hidden: true },
  ],
  form: [
    { title: 'business.groupParty', fields: ['title', 'kind', 'companyId', 'ownCompanyId', 'serviceIds'] },
    { title: 'business.groupValid', fields: ['validFrom', 'validTo', 'noticeDays', 'autoRenew'] },
    {
      title: 'business.groupTerms',
      fields: ['currency', 'amountLimit', 'paymentTermDays', 'ownerStaffId', 'remark'],
    },
  ],
  addText: 'business.addContract',
  open: (row) => `${listOf.contract}/detail/${row.id}`,
  fixed: fixedUnlessDraft,
  useHints,
  nameOf: (row) => String(row.contractNo),
};
