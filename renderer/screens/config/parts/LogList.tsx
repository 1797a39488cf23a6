import type { operateLogRow } from '@contract/access/operateLog';
import { read } from '../../../api/queries';
import { useKept } from '../../../app/drafts';
import { ColumnsMenu } from '../../../resource/ColumnsMenu';
import { ExportMenu } from '../../../resource/ExportMenu';
import { type Asked, FilterBar } from '../../../resource/FilterBar';
import { type LogAsk, LogTable, useLogColumns } from './LogTable';

/** The operation log, or the part of it that a group of the contract shows, as a list with filters and export. */
export function LogList(props: {
  readonly group: 'operateLog' | 'clientLog';
  readonly schema: typeof operateLogRow;
  readonly filters: readonly string[];
  /** What an exported file is called. */
  readonly name: string;
  /** What is shown whatever is asked. */
  readonly of?: Asked;
  readonly offset: number;
}) {
  const { group, name, of } = props;
  const [asked, setAsked] = useKept<Asked>('log.asked', {});
  const columns = useLogColumns();
  const filter = { ...asked, ...of };
  return (
    <section className="fc-list">
      <FilterBar
        schema={props.schema}
        filters={props.filters}
        resource={group}
        asked={asked}
        onAsk={setAsked}
      >
        <ColumnsMenu list="operateLog" columns={columns} />
        <ExportMenu
          name={name}
          call={`${group}.export`}
          within="query"
          query={filter}
          list="operateLog"
          columns={columns}
        />
      </FilterBar>
      <LogTable
        ask={(query) => read(group, 'list', { query: { ...filter, ...query } }) as ReturnType<LogAsk>}
        offset={props.offset}
      />
    </section>
  );
}
