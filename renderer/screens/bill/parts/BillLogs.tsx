import { NonIdealState } from '@blueprintjs/core';
import { type Bill, billLogRow, billRow } from '@contract/bill/bill';
import { metaOf } from '@contract/fields';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type * as z from 'zod';
import { keepRows, read } from '../../../api/queries';
import { useSpeech } from '../../../app/language';
import { loggedText } from '../../../kinds/logged';
import { targetsOf, useLookups } from '../../../kinds/lookups';
import { columnsOf } from '../../../resource/columns';
import { ListFoot } from '../../../resource/ListFoot';
import { RecordTable } from '../../../resource/RecordTable';
import { useRows } from '../../../resource/rows';

type LogRow = z.output<typeof billLogRow>;
const TARGETS = targetsOf(Object.values(billRow.shape).map(metaOf));

/** Every change of a bill, field by field. */
export function BillLogs({ bill }: { bill: Bill }) {
  const { t } = useTranslation();
  const speech = useSpeech();
  const [sort, setSort] = useState('-at');
  const lookups = useLookups(TARGETS);
  const columns = useMemo(() => {
    const value = (name: 'oldValue' | 'newValue') => {
      const text = (row: LogRow) => loggedText(billRow, row.field, row[name], { speech, lookups, row: bill });
      return { name, width: 220, text, cell: text };
    };
    return columnsOf<LogRow>(
      billLogRow,
      [
        { name: 'at', width: 140 },
        { name: 'operatorName', width: 140 },
        'action',
        {
          name: 'field',
          width: 150,
          cell: (row) => (row.field ? speech.label(row.field, 'bill') : null),
          text: (row) => (row.field ? speech.label(row.field, 'bill') : ''),
        },
        value('oldValue'),
        value('newValue'),
        { name: 'remark', width: 240 },
      ],
      { sorts: ['at'], label: (field) => speech.label(field) },
    );
  }, [speech, lookups, bill]);
  const rows = useRows<LogRow>((page, pageSize) => ({
    ...read('bill', 'logs', { query: { billId: [bill.id], sort: sort || '-at', page, pageSize } }),
    ...keepRows,
  }));
  return (
    <section>
      <RecordTable
        list="billLog"
        label={t('bill.logs')}
        columns={columns}
        rows={rows}
        sort={sort}
        onSort={setSort}
        empty={<NonIdealState title={t('bill.logsEmpty')} />}
        offset={60}
      />
      <ListFoot total={rows.total} capped={rows.totalCapped} chosen={0} />
    </section>
  );
}
