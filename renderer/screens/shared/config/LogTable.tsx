import { HTMLTable, NonIdealState } from '@blueprintjs/core';
import { loggedChanges, loggedSchemas } from '@contract/access/logged';
import { type OperateLogRow, operateLogRow } from '@contract/access/operateLog';
import { findMeta } from '@contract/fields';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { read } from '../../../api/queries';
import { useKept } from '../../../app/drafts';
import { type Speech, useSpeech } from '../../../app/language';
import { ownTime } from '../../../app/zone';
import { loggedText } from '../../../kinds/logged';
import { targetsOf, useLookups } from '../../../kinds/lookups';
import { type ColumnChoice, columnsOf } from '../../../resource/columns';
import { ListFoot } from '../../../resource/ListFoot';
import { RecordTable } from '../../../resource/RecordTable';
import { useRows } from '../../../resource/rows';
import { SidePanel } from '../../../ui/SidePanel';

/** Returns the columns of the operation log. */
export function useLogColumns(list: 'operateLog' | 'staffLog'): readonly ColumnChoice<OperateLogRow>[] {
  const { t } = useTranslation();
  const speech = useSpeech();
  return useMemo(() => {
    // For sign-ins, device and result matter; the module is the same for all.
    const staff = list === 'staffLog';
    const at = { name: 'at', width: 140 } as const;
    const whose = [
      { name: 'operatorName', width: staff ? 150 : 170 },
      { name: 'module', hidden: staff },
      'action',
      { name: 'objectType', width: 110, hidden: staff },
      { name: 'objectNo', width: staff ? 150 : 220 },
    ] as const;
    const how = [
      ...(staff ? ([{ name: 'result', width: 80 }] as const) : []),
      { name: 'ip', width: 110 },
      ...(staff ? [] : ([{ name: 'result', hidden: true }] as const)),
      { name: 'userAgent', width: 230, hidden: !staff },
    ] as const;
    const what = {
      name: 'after',
      label: t('config.logWhat'),
      width: staff ? 220 : 320,
      cell: (row: OperateLogRow) => changedLabels(row, speech),
      text: (row: OperateLogRow) => changedLabels(row, speech),
    } as const;
    return list === 'staffLog' ? [at, ...whose, ...how, what] : [at, ...whose, what, ...how];
  }, [speech, t, list]);
}

/** Query for lines of the log, from any of its calls. */
export type LogQuery = (query: {
  sort: string;
  page: number;
  pageSize: number;
}) => ReturnType<typeof read<'operateLog', 'list'>> | ReturnType<typeof read<'clientLog', 'list'>>;

/** Lines of the operation log within a record, newest first. */
export function LogTable({ query, offset }: { query: LogQuery; offset: number }) {
  const speech = useSpeech();
  const { t } = useTranslation();
  const [sort, setSort] = useKept('sort', '-at');
  const [opened, setOpened] = useState<OperateLogRow | null>(null);
  const choices = useLogColumns('operateLog');
  const columns = useMemo(
    () =>
      columnsOf<OperateLogRow>(operateLogRow, choices, {
        sorts: ['at'],
        speech,
        label: (field) => speech.label(field),
      }),
    [choices, speech],
  );
  const rows = useRows<OperateLogRow>((page, pageSize) => ({
    ...query({ sort: sort || '-at', page, pageSize }),
  }));
  return (
    <>
      <RecordTable
        list="operateLog"
        label={speech.words.menu['config.operateLog']}
        columns={columns}
        rows={rows}
        sort={sort}
        onSort={(to) => setSort(to || '-at')}
        onOpen={setOpened}
        empty={<NonIdealState title={t('common.logEmpty')} />}
        offset={offset}
      />
      <ListFoot rows={rows} chosen={0} />
      <LogDrawer line={opened} onClose={() => setOpened(null)} />
    </>
  );
}

/** Side panel of a log line: old and new value of each field. */
export function LogDrawer({ line, onClose }: { line: OperateLogRow | null; onClose: () => void }) {
  const speech = useSpeech();
  return (
    <SidePanel
      isOpen={line !== null}
      width={620}
      title={
        line
          ? `${speech.choice('logAction', line.action)} · ${line.objectNo ?? speech.choice('logObject', line.objectType)}`
          : ''
      }
      onClose={onClose}
    >
      {line && (
        <>
          <p className="fc-muted">
            {speech.actor(line.operatorName)} · {ownTime(line.at)}
          </p>
          <Changes row={line} />
        </>
      )}
    </SidePanel>
  );
}

function changedLabels(row: OperateLogRow, { label, list }: Speech): string {
  return list(loggedChanges(row).map(({ field }) => label(field, row.objectType)));
}

function Changes({ row }: { row: OperateLogRow }) {
  const { t } = useTranslation();
  const speech = useSpeech();
  const changes = loggedChanges(row);
  const known = useMemo(() => loggedSchemas(row.objectType), [row.objectType]);
  const lookups = useLookups(
    useMemo(
      () =>
        targetsOf(
          known.flatMap(({ shape }) => Object.values(shape).flatMap((field) => findMeta(field) ?? [])),
        ),
      [known],
    ),
  );
  const shown = (field: string, value: unknown, of: unknown) =>
    loggedText(known, field, value, { speech, lookups, row: (of ?? {}) as Record<string, unknown> });
  if (changes.length === 0) return <p className="fc-muted">{t('config.logNothing')}</p>;
  return (
    <HTMLTable compact striped className="fc-changes">
      <thead>
        <tr>
          <th>{speech.label('field')}</th>
          <th>{speech.label('oldValue')}</th>
          <th>{speech.label('newValue')}</th>
        </tr>
      </thead>
      <tbody>
        {changes.map(({ field, before, after }) => (
          <tr key={field}>
            <th scope="row">{speech.label(field, row.objectType)}</th>
            <td>{shown(field, before, row.before)}</td>
            <td>{shown(field, after, row.after)}</td>
          </tr>
        ))}
      </tbody>
    </HTMLTable>
  );
}
