import {
  type ApprovalLogRow,
  approvalLogFilters,
  approvalLogRow,
  documentPath,
} from '@contract/business/document';
import { useTranslation } from 'react-i18next';
import { useSpeech } from '../../app/language';
import type { ColumnChoice } from '../../resource/columns';
import { RecordList } from '../../resource/RecordList';
import { useRecordList } from '../../resource/useRecordList';

const COLUMNS: readonly ColumnChoice<ApprovalLogRow>[] = [
  'at',
  { name: 'docType', width: 130 },
  { name: 'docNo', width: 150 },
  { name: 'action', width: 140 },
  { name: 'stepNo', width: 70 },
  { name: 'stepName', width: 150 },
  { name: 'staffId', width: 140 },
  { name: 'standIn', width: 90 },
  { name: 'remark', width: 360 },
];

/** Log of the decisions on all documents. */
export default function ApprovalLog() {
  const { t } = useTranslation();
  const { words } = useSpeech();
  const list = useRecordList<ApprovalLogRow>({
    group: 'approvalLog',
    row: approvalLogRow,
    columns: COLUMNS,
    filters: approvalLogFilters,
    sorts: ['at', 'docNo'],
    order: '-at',
  });
  return (
    <RecordList
      of={list}
      label={words.menu['business.log']}
      pathOf={({ docType, docId }) => documentPath(docType, docId)}
      empty={{ title: t('common.listEmpty') }}
    />
  );
}
