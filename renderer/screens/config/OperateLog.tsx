import { operateLogRow } from '@contract/access/operateLog';
import { read } from '../../api/queries';
import { useKept } from '../../app/drafts';
import { useSpeech } from '../../app/language';
import { ColumnsMenu } from '../../resource/ColumnsMenu';
import { ExportMenu } from '../../resource/ExportMenu';
import { type Asked, FilterBar } from '../../resource/FilterBar';
import { LogTable, useLogColumns } from './parts/LogTable';

const FILTERS = ['operatorId', 'module', 'action', 'at', 'objectType', 'objectNo', 'result'] as const;

/** Who did what, when and from where; old and new value of each field. */
export default function OperateLog() {
  const [asked, setAsked] = useKept<Asked>('asked', {});
  const speech = useSpeech();
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
        <ExportMenu
          name={speech.words.menu['config.operateLog']}
          call="operateLog.export"
          within="query"
          query={asked}
          list="operateLog"
          columns={columns}
        />
      </FilterBar>
      <LogTable ask={(query) => read('operateLog', 'list', { query: { ...asked, ...query } })} offset={78} />
    </section>
  );
}
