import {
  goodsCustoms,
  type StockRow,
  stockFilters,
  stockRow,
  stockSorts,
  stockTotals,
} from '@contract/warehouse/stock';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { read } from '../../api/queries';
import { useSpeech } from '../../app/language';
import type { ColumnChoice } from '../../resource/columns';
import { RecordList } from '../../resource/RecordList';
import { SumFoot } from '../../resource/SumFoot';
import { useRecordList } from '../../resource/useRecordList';
import { StateTag, toneOf } from '../../ui/StateTag';
import { billPath } from '../shared/bill/billPath';

const pathOf = ({ billId }: StockRow) => billPath(billId, 'custody');

/** What stands in our warehouses now: under which customs document, for how long, and what it waits for. */
export default function Stock() {
  const { t } = useTranslation();
  const speech = useSpeech();
  const columns = useMemo(
    (): ColumnChoice<StockRow>[] => [
      { name: 'billNo', width: 140 },
      { name: 'batchNo', width: 120 },
      { name: 'warehouseId', width: 110 },
      { name: 'customerId', width: 110 },
      {
        name: 'customsStatus',
        width: 120,
        cell: ({ customsStatus: status }) => (
          <StateTag tone={toneOf(goodsCustoms, status)}>{speech.state('goodsCustoms', status)}</StateTag>
        ),
        text: ({ customsStatus: status }) => speech.state('goodsCustoms', status),
      },
      { name: 'boxes', width: 80 },
      { name: 'parcels', width: 90 },
      { name: 'held', width: 90 },
      { name: 'weight', width: 100 },
      'since',
      { name: 'days', width: 90 },
      { name: 'storedUntil', width: 130 },
      { name: 'overdue', width: 90 },
      { name: 'clearanceBatch', width: 140 },
      { name: 'mrn', width: 170 },
      { name: 't1Mrn', width: 170 },
      { name: 'palletNo', width: 140 },
      { name: 'nextStep', width: 150 },
      { name: 'cmrNo', width: 150 },
      { name: 'destinationId', width: 120 },
      { name: 'unnamed', width: 120, hidden: true },
    ],
    [speech],
  );
  const list = useRecordList<StockRow>({
    group: 'stock',
    row: stockRow,
    columns,
    filters: stockFilters,
    sorts: stockSorts,
    order: 'since',
  });
  return (
    <RecordList
      of={list}
      label={t('stock.title')}
      placeholder={t('stock.keyword')}
      pathOf={pathOf}
      empty={{ title: t('stock.none'), detail: t('stock.noneDetail') }}
      foot={
        <SumFoot
          totals={stockTotals}
          resource="stock"
          query={read('stock', 'totals', { query: list.filter })}
        />
      }
    />
  );
}
