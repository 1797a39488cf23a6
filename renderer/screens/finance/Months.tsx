import { Menu } from '@blueprintjs/core';
import {
  type BookMonth,
  bookMonthRow,
  type MonthAction,
  monthFilters,
  monthMachine,
  monthSorts,
} from '@contract/finance/bookMonth';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { client } from '../../api/client';
import { useSpeech } from '../../app/language';
import { ActionItems } from '../../resource/ActionItems';
import type { ColumnChoice } from '../../resource/columns';
import { ReasonDialog } from '../../resource/ReasonDialog';
import { RecordList } from '../../resource/RecordList';
import { useRecordList } from '../../resource/useRecordList';
import { ask } from '../../ui/ask';
import { paragraph } from '../../ui/paragraph';
import { notify, notifyFailed } from '../../ui/toaster';
import { refreshBooks } from '../shared/finance/useBooks';

const COLUMNS: readonly ColumnChoice<BookMonth>[] = [
  { name: 'period', width: 100 },
  { name: 'state', width: 90 },
  { name: 'revenue', width: 130 },
  { name: 'cost', width: 130 },
  { name: 'received', width: 130 },
  { name: 'paid', width: 130 },
  { name: 'realised', width: 130 },
  { name: 'withoutRate', width: 130 },
  { name: 'pendingPayments', width: 130 },
  { name: 'closedAt', width: 150 },
  { name: 'closedBy', width: 130 },
  { name: 'reopenedAt', width: 150 },
  { name: 'reopenedBy', width: 130 },
  { name: 'reason', width: 200 },
];

const ACTIONS = ['close', 'reopen'] as const satisfies readonly MonthAction[];

/** Months of the books with what their documents add up to; closed months take no more documents. */
export default function Months() {
  const { t } = useTranslation();
  const speech = useSpeech();
  const [reopening, setReopening] = useState<BookMonth | null>(null);
  const list = useRecordList<BookMonth>({
    group: 'bookMonth',
    row: bookMonthRow,
    columns: COLUMNS,
    filters: monthFilters,
    sorts: monthSorts,
    order: '-period',
  });
  const close = async ({ id, version, period: month }: BookMonth) => {
    const sure = await ask({
      title: t('finance.closeMonthAsk', { month }),
      detail: paragraph(t('finance.closeMonthDetail')),
      confirm: speech.action('bookMonth', 'close'),
      cancel: t('common.cancel'),
    });
    if (!sure) return;
    try {
      await client.bookMonth.close({ params: { id }, body: { version } });
      notify({ text: t('finance.monthClosed', { month }), intent: 'success' });
    } catch (failed) {
      notifyFailed(failed);
    }
    await refreshBooks();
  };
  return (
    <>
      <RecordList
        of={list}
        label={speech.words.menu['finance.month']}
        actions={(row) => (
          <Menu>
            <ActionItems
              machine={monthMachine}
              actions={ACTIONS}
              row={row}
              onAct={(action) => (action === 'close' ? void close(row) : setReopening(row))}
            />
          </Menu>
        )}
        empty={{ title: t('common.listEmpty') }}
      />
      {reopening && (
        <ReasonDialog
          title={`${speech.action('bookMonth', 'reopen')} ${reopening.period}`}
          label={t('finance.reopenMonthWhy')}
          onClose={() => setReopening(null)}
          onReason={async (reason) => {
            const { id, version } = reopening;
            try {
              await client.bookMonth.reopen({ params: { id }, body: { version, reason } });
            } finally {
              await refreshBooks();
            }
          }}
        />
      )}
    </>
  );
}
