import { NonIdealState } from '@blueprintjs/core';
import { billLogged } from '@contract/access/logged';
import type { Bill } from '@contract/bill/bill';
import { billLogRow } from '@contract/bill/billHistory';
import { findMeta } from '@contract/fields';
import { useCallback, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type * as z from 'zod';
import { read } from '../../../api/queries';
import { useSpeech } from '../../../app/language';
import { ownTime } from '../../../app/zone';
import { loggedText } from '../../../kinds/logged';
import { targetsOf, useLookups } from '../../../kinds/lookups';
import { columnsOf } from '../../../resource/columns';
import { ListFoot } from '../../../resource/ListFoot';
import { RecordTable } from '../../../resource/RecordTable';
import { useRows } from '../../../resource/rows';
import { SidePanel } from '../../../ui/SidePanel';

type LogRow = z.output<typeof billLogRow>;
const TARGETS = targetsOf(
  billLogged.flatMap(({ shape }) => Object.values(shape).flatMap((field) => findMeta(field) ?? [])),
);

/** Every change of a bill, field by field. */
export function BillLogs({ bill }: { bill: Bill }) {
  const { t } = useTranslation();
  const speech = useSpeech();
  const [sort, setSort] = useState('-at');
  const lookups = useLookups(TARGETS);
  const [opened, setOpened] = useState<LogRow | null>(null);
  const textOf = useCallback(
    (row: LogRow, name: 'oldValue' | 'newValue') =>
      loggedText(billLogged, row.field, row[name], { speech, lookups, row: bill }),
    [speech, lookups, bill],
  );
  const columns = useMemo(() => {
    const value = (name: 'oldValue' | 'newValue') => {
      const text = (row: LogRow) => textOf(row, name);
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
          width: 175,
          cell: (row) => (row.field ? speech.label(row.field, 'bill') : null),
          text: (row) => (row.field ? speech.label(row.field, 'bill') : ''),
        },
        value('oldValue'),
        value('newValue'),
        { name: 'remark', width: 220 },
      ],
      { sorts: ['at'], speech, label: (field) => speech.label(field) },
    );
  }, [speech, textOf]);
  const rows = useRows<LogRow>((page, pageSize) => ({
    ...read('bill', 'logs', { query: { billId: [bill.id], sort: sort || '-at', page, pageSize } }),
  }));
  return (
    <section>
      <RecordTable
        list="billLog"
        label={t('common.log')}
        columns={columns}
        rows={rows}
        sort={sort}
        onSort={setSort}
        onOpen={setOpened}
        empty={<NonIdealState title={t('common.logEmpty')} />}
        offset={60}
      />
      <ListFoot rows={rows} chosen={0} />
      <SidePanel
        isOpen={opened !== null}
        width={600}
        title={opened ? speech.choice('logAction', opened.action) : ''}
        onClose={() => setOpened(null)}
      >
        {opened && (
          <>
            <p className="fc-muted">
              {speech.actor(opened.operatorName)} · {ownTime(opened.at)}
            </p>
            {opened.field && (
              <dl className="fc-log-values">
                <dt>{speech.label('field')}</dt>
                <dd>{speech.label(opened.field, 'bill')}</dd>
                <dt>{speech.label('oldValue')}</dt>
                <dd>{textOf(opened, 'oldValue') || '—'}</dd>
                <dt>{speech.label('newValue')}</dt>
                <dd>{textOf(opened, 'newValue') || '—'}</dd>
              </dl>
            )}
            {opened.remark && <p>{opened.remark}</p>}
          </>
        )}
      </SidePanel>
    </section>
  );
}
