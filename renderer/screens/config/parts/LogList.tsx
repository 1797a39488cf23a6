import type * as z from 'zod';
import { read } from '../../../api/queries';
import { ExportMenu } from '../../../resource/ExportMenu';
import { type Asked, FilterBar } from '../../../resource/FilterBar';
import { ListMenus } from '../../../resource/ListMenus';
import { useListState } from '../../../resource/useListState';
import { type LogAsk, LogTable, useLogColumns } from './LogTable';

/** Under which name a screen keeps what its log is asked for. */
export const LOG_ASKED = 'log.asked';

/** The operation log, or the part of it that a group of the contract shows, as a list with filters and export. */
export function LogList(props: {
  readonly group: 'operateLog' | 'clientLog' | 'staffLog';
  readonly schema: z.ZodObject;
  readonly filters: readonly string[];
  /** What an exported file is called. */
  readonly name: string;
  /** What is shown whatever is asked. */
  readonly of?: Asked;
}) {
  const { group, name, of } = props;
  // Sign-ins are of little use without the machine: the staff's log has columns of its own.
  const list = group === 'staffLog' ? group : 'operateLog';
  const state = useListState(list, '', { asked: LOG_ASKED });
  const { asked, setAsked } = state;
  const columns = useLogColumns(list);
  const filter = { ...asked, ...of };
  return (
    <LogTable
      list={list}
      label={name}
      ask={(query) => read(group, 'list', { query: { ...filter, ...query } }) as ReturnType<LogAsk>}
      offset={20}
      head={(rows) => (
        <FilterBar
          schema={props.schema}
          filters={props.filters}
          resource={group}
          asked={state.kept}
          onAsk={setAsked}
        >
          <ListMenus state={state} columns={columns} />
          <ExportMenu
            rows={rows}
            name={name}
            call={`${group}.export`}
            within="query"
            query={filter}
            list={list}
            columns={columns}
          />
        </FilterBar>
      )}
    />
  );
}
