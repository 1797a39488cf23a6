import type { OperateLogRow } from '@contract/access/operateLog';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type * as z from 'zod';
import { RecordList } from '../../../resource/RecordList';
import type { ListQuery } from '../../../resource/refined';
import { useRecordList } from '../../../resource/useRecordList';
import { LogDrawer, useLogColumns } from './LogTable';

/** Name under which a screen stores the filters of its log. */
export const LOG_FILTERS = 'log.asked';

/** The operation log, or the part of it that a group of the contract shows, as a list with filters and export. */
export function LogList(props: {
  readonly group: 'operateLog' | 'clientLog' | 'staffLog';
  readonly schema: z.ZodObject;
  readonly filters: readonly string[];
  /** Name of the exported file. */
  readonly name: string;
  /** Fixed filters. */
  readonly of?: ListQuery;
}) {
  const { group, of } = props;
  const { t } = useTranslation();
  const [opened, setOpened] = useState<OperateLogRow | null>(null);
  // The staff log has its own columns, because sign-ins are of little use without the device.
  const name = group === 'staffLog' ? group : 'operateLog';
  const list = useRecordList<OperateLogRow>({
    group,
    list: name,
    filtersKey: LOG_FILTERS,
    row: props.schema,
    columns: useLogColumns(name),
    filters: props.filters,
    sorts: ['at'],
    order: '-at',
    narrow: () => ({ ...of }),
  });
  return (
    <RecordList
      of={list}
      label={props.name}
      onOpen={setOpened}
      empty={{ title: t('common.logEmpty') }}
      offset={20}
    >
      <LogDrawer line={opened} onClose={() => setOpened(null)} />
    </RecordList>
  );
}
