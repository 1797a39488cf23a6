import { NonIdealState } from '@blueprintjs/core';
import { type Bill, billRow } from '@contract/bill/bill';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { read } from '../../../api/queries';
import { useKept } from '../../../app/drafts';
import { useSpeech } from '../../../app/language';
import { columnsOf } from '../../../resource/columns';
import { ListFoot } from '../../../resource/ListFoot';
import { RecordTable } from '../../../resource/RecordTable';
import { useRows } from '../../../resource/rows';
import { billPath } from '../../shared/bill/billPath';

/** The bills of a customer, the latest first; each opens its own screen. */
export function CustomerBills({ customerId }: { customerId: number }) {
  const { t } = useTranslation();
  const speech = useSpeech();
  const [sort, setSort] = useKept('bills.sort', '-eta');
  const columns = useMemo(
    () =>
      columnsOf<Bill>(
        billRow,
        [
          { name: 'billNo', width: 130 },
          { name: 'batchNo', width: 130 },
          'stage',
          { name: 'clearanceStatus', width: 140 },
          { name: 'flightNo', width: 100 },
          'landingAirportId',
          { name: 'eta', width: 140 },
          { name: 'ata', width: 140 },
          'boxCount',
          'packageCount',
          'weight',
          'totalValue',
          'exceptionCount',
        ],
        { sorts: ['eta', 'billNo', 'weight'], speech, label: (field) => speech.label(field, 'bill') },
      ),
    [speech],
  );
  const rows = useRows<Bill>((page, pageSize) => ({
    ...read('bill', 'list', { query: { customerId: [customerId], sort: sort || '-eta', page, pageSize } }),
  }));
  return (
    <section>
      <RecordTable
        list="customerBills"
        label={t('common.bills')}
        columns={columns}
        rows={rows}
        sort={sort}
        onSort={(to) => setSort(to || '-eta')}
        pathOf={({ id }) => billPath(id)}
        empty={<NonIdealState title={t('config.customerNoBills')} />}
        offset={60}
      />
      <ListFoot rows={rows} chosen={0} />
    </section>
  );
}
