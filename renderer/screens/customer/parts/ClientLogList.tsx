import { clientLogRow } from '@contract/customer/clientLog';
import { read } from '../../../api/queries';
import { useKept } from '../../../app/drafts';
import { useSpeech } from '../../../app/language';
import { ColumnsMenu } from '../../../resource/ColumnsMenu';
import { ExportMenu } from '../../../resource/ExportMenu';
import { type Asked, FilterBar } from '../../../resource/FilterBar';
import { LogTable, useLogColumns } from '../../config/parts/LogTable';

const FILTERS = ['operatorId', 'action', 'objectType', 'objectNo', 'at', 'result'] as const;
const OWNERS = ['customerId', 'companyId'] as const;
const SORT = '-at';

/** What was done to customers and to what belongs to them; of one of them alone when it is a part of its screen. */
export function ClientLogList({ customerId, offset }: { customerId?: number; offset: number }) {
  const speech = useSpeech();
  const [asked, setAsked] = useKept<Asked>('log.asked', {});
  const columns = useLogColumns();
  const filter = { ...asked, ...(customerId === undefined ? {} : { customerId: [customerId] }) };
  return (
    <section className="fc-list">
      <FilterBar
        schema={clientLogRow}
        filters={customerId === undefined ? [...OWNERS, ...FILTERS] : FILTERS}
        resource="clientLog"
        asked={asked}
        onAsk={setAsked}
      >
        <ColumnsMenu list="operateLog" columns={columns} />
        <ExportMenu
          name={speech.words.menu['customer.log']}
          call="clientLog.export"
          within="query"
          query={{ ...filter, sort: SORT }}
          list="operateLog"
          columns={columns}
        />
      </FilterBar>
      <LogTable
        ask={(query) => read('clientLog', 'list', { query: { ...filter, ...query } })}
        offset={offset}
      />
    </section>
  );
}
