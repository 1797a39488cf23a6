import { Button, HTMLSelect } from '@blueprintjs/core';
import { permit } from '@contract/permissions';
import { type StockCount, stockCountRow, stockCountStates } from '@contract/warehouse/stockCount';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { client } from '../../api/client';
import { invalidate, queryClient, read } from '../../api/queries';
import { usePart } from '../../api/unshownFailures';
import { useAllowed } from '../../app/guard';
import { useSpeech } from '../../app/language';
import type { ColumnChoice } from '../../resource/columns';
import { RecordList } from '../../resource/RecordList';
import { useRecordList } from '../../resource/useRecordList';
import { AddButton } from '../../ui/AddButton';
import { AppDialog } from '../../ui/AppDialog';
import { BusyButton } from '../../ui/BusyButton';
import { StateTag, toneOf } from '../../ui/StateTag';
import { notifyFailed } from '../../ui/toaster';

const pathOf = ({ id }: Pick<StockCount, 'id'>) => `/warehouse/count/detail/${id}`;
const FILTERS = ['warehouseId', 'state', 'startedAt'] as const;

/** Counts of the stock of our warehouses. */
export default function StockCounts() {
  const { t } = useTranslation();
  const speech = useSpeech();
  const mayStart = useAllowed(permit('bill.warehouse.edit'), 'stockCount.start');
  const [starting, setStarting] = useState(false);
  const columns = useMemo(
    (): ColumnChoice<StockCount>[] => [
      { name: 'countNo', width: 160 },
      {
        name: 'state',
        width: 120,
        cell: ({ state }) => (
          <StateTag tone={toneOf(stockCountStates, state)}>{speech.state('stockCount', state)}</StateTag>
        ),
        text: ({ state }) => speech.state('stockCount', state),
      },
      { name: 'warehouseId', width: 130 },
      'startedAt',
      { name: 'startedBy', width: 150 },
      'closedAt',
      { name: 'closedBy', width: 150 },
      { name: 'remark', width: 240 },
    ],
    [speech],
  );
  const list = useRecordList<StockCount>({
    group: 'stockCount',
    row: stockCountRow,
    columns,
    filters: FILTERS,
    sorts: ['startedAt', 'countNo'],
    order: '-startedAt',
  });
  const add = mayStart && <AddButton onAdd={() => setStarting(true)}>{t('stock.start')}</AddButton>;
  return (
    <RecordList
      of={list}
      label={t('stock.counts')}
      placeholder={t('stock.countsKeyword')}
      buttons={add}
      pathOf={pathOf}
      empty={{ title: t('stock.countsNone'), detail: t('stock.countsNoneDetail'), action: add }}
    >
      {starting && <StartDialog onClose={() => setStarting(false)} />}
    </RecordList>
  );
}

/** Chooses the warehouse that is counted. */
function StartDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const speech = useSpeech();
  const navigate = useNavigate();
  const { data = [] } = usePart(read('stock', 'warehouses'));
  const [chosen, setChosen] = useState<number | null>(null);
  const [busy, setBusy] = useState(false);
  const warehouseId = chosen ?? data[0]?.id;
  const start = async () => {
    if (warehouseId === undefined || busy) return;
    setBusy(true);
    try {
      const { id } = await client.stockCount.start({ body: { warehouseId } }, { key: crypto.randomUUID() });
      await invalidate(queryClient, 'stockCount');
      onClose();
      navigate(pathOf({ id }));
    } catch (error) {
      notifyFailed(error);
      setBusy(false);
    }
  };
  return (
    <AppDialog
      title={t('stock.start')}
      onClose={onClose}
      onSubmit={() => void start()}
      actions={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <BusyButton type="submit" intent="primary" busy={busy} disabled={warehouseId === undefined}>
            {t('stock.start')}
          </BusyButton>
        </>
      }
    >
      <p className="fc-muted">{t('stock.startLead')}</p>
      <HTMLSelect
        fill
        autoFocus
        aria-label={speech.label('warehouseId')}
        value={warehouseId ?? ''}
        onChange={(event) => setChosen(Number(event.currentTarget.value))}
      >
        {data.map((one) => (
          <option key={one.id} value={one.id}>
            {one.code} · {speech.name(one)}
          </option>
        ))}
      </HTMLSelect>
    </AppDialog>
  );
}
