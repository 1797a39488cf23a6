import { NonIdealState } from '@blueprintjs/core';
import {
  type ApprovalLogRow,
  approvalLogFilters,
  approvalLogRow,
  documentLists,
} from '@contract/business/document';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { read } from '../../api/queries';
import { useSpeech } from '../../app/language';
import { columnsOf } from '../../resource/columns';
import { ExportMenu } from '../../resource/ExportMenu';
import { FilterBar } from '../../resource/FilterBar';
import { ListFoot } from '../../resource/ListFoot';
import { ListMenus } from '../../resource/ListMenus';
import { NoMatch } from '../../resource/NoMatch';
import { RecordTable } from '../../resource/RecordTable';
import { useRows } from '../../resource/rows';
import { useListState } from '../../resource/useListState';

/** Who decided what on which document, over all of them. */
export default function ApprovalLog() {
  const { t } = useTranslation();
  const speech = useSpeech();
  const state = useListState('approvalLog', '-at');
  const { asked, setAsked, sort, setSort } = state;
  const columns = useMemo(
    () =>
      columnsOf<ApprovalLogRow>(
        approvalLogRow,
        [
          'at',
          { name: 'docType', width: 130 },
          { name: 'docNo', width: 150 },
          { name: 'action', width: 140 },
          { name: 'stepNo', width: 70 },
          { name: 'stepName', width: 150 },
          { name: 'staffId', width: 140 },
          { name: 'standIn', width: 90 },
          { name: 'remark', width: 360 },
        ],
        { sorts: ['at', 'docNo'], label: (field) => speech.label(field, 'approvalLog') },
      ),
    [speech],
  );
  const query = { ...asked, ...(sort ? { sort } : {}) };
  const rows = useRows<ApprovalLogRow>((page, pageSize) => ({
    ...read('approvalLog', 'list', { query: { ...query, page, pageSize } }),
  }));
  const title = speech.words.menu['business.log'];
  return (
    <section className="fc-list">
      <FilterBar
        schema={approvalLogRow}
        filters={approvalLogFilters}
        resource="approvalLog"
        asked={state.kept}
        onAsk={setAsked}
      >
        <ListMenus state={state} columns={columns} />
        <ExportMenu
          rows={rows}
          name={title}
          call="approvalLog.export"
          within="query"
          query={query}
          list="approvalLog"
          columns={columns}
        />
      </FilterBar>
      <RecordTable
        list="approvalLog"
        label={title}
        columns={columns}
        rows={rows}
        sort={sort}
        onSort={(to) => setSort(to || '-at')}
        pathOf={({ docType, docId }) => `${documentLists[docType]}/detail/${docId}`}
        empty={
          Object.keys(asked).length > 0 ? (
            <NoMatch onClear={() => setAsked({})} />
          ) : (
            <NonIdealState title={t('common.listEmpty')} />
          )
        }
      />
      <ListFoot rows={rows} chosen={0} />
    </section>
  );
}
