import { operateLogRow } from '@contract/access/operateLog';
import { read } from '../../api/queries';
import { useKept } from '../../app/drafts';
import { ColumnsMenu } from '../../resource/ColumnsMenu';
import { type Asked, FilterBar } from '../../resource/FilterBar';
import { LogTable, useLogColumns } from './parts/LogTable';

const FILTERS = ['operatorId', 'module', 'action', 'at', 'objectNo', 'result'] as const;

/** Who did what, when and from where; old and new value of each field. */
export default function OperateLog() {
  const [asked, setAsked] = useKept<Asked>('asked', {});
  const columns = useLogColumns();
  return (
    <section className="fc-list">
      <FilterBar
        schema={operateLogRow}
        filters={FILTERS}
        resource="operateLog"
        asked={asked}
        onAsk={setAsked}
      >
        <ColumnsMenu list="operateLog" columns={columns} />
      </FilterBar>
      <LogTable ask={(query) => read('operateLog', 'list', { query: { ...asked, ...query } })} offset={78} />
    </section>
  );
}
