import { HTMLTable, NonIdealState } from '@blueprintjs/core';
import { type LogObject, type OperateLogRow, operateLogRow } from '@contract/access/operateLog';
import { attachmentRow } from '@contract/bill/attachment';
import { clientAccount } from '@contract/customer/clientAccount';
import { findMeta } from '@contract/fields';
import { fileJobRow } from '@contract/files/fileJob';
import { resources } from '@contract/index';
import { formatInstant } from '@contract/rules/zonedTime';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type * as z from 'zod';
import { keepRows, type read } from '../../../api/queries';
import { useKept } from '../../../app/drafts';
import { useSpeech } from '../../../app/language';
import { ownZone } from '../../../app/zone';
import { loggedText } from '../../../kinds/logged';
import { targetsOf, useLookups } from '../../../kinds/lookups';
import { columnsOf } from '../../../resource/columns';
import { ListFoot } from '../../../resource/ListFoot';
import { RecordTable } from '../../../resource/RecordTable';
import { useRows } from '../../../resource/rows';
import { SidePanel } from '../../../ui/SidePanel';
import { billLogged } from '../../bill/parts/billLogged';

/** The columns of the operation log, wherever it stands. */
export function useLogColumns() {
  const { t } = useTranslation();
  const speech = useSpeech();
  return useMemo(
    () =>
      columnsOf<OperateLogRow>(
        operateLogRow,
        [
          { name: 'at', width: 140 },
          { name: 'operatorName', width: 170 },
          'module',
          'action',
          { name: 'objectType', width: 110 },
          { name: 'objectNo', width: 220 },
          {
            name: 'after',
            label: t('config.logWhat'),
            width: 320,
            cell: (row) => changedFields(row, speech.label),
            text: (row) => changedFields(row, speech.label),
          },
          { name: 'ip', width: 110 },
          { name: 'result', hidden: true },
          { name: 'userAgent', hidden: true },
        ],
        { sorts: ['at'], label: (field) => speech.label(field) },
      ),
    [speech, t],
  );
}

/** Lines of the operation log, newest first; one that is opened shows old and new value of each field. */
export function LogTable({
  ask,
  offset,
}: {
  ask: (query: {
    sort: string;
    page: number;
    pageSize: number;
  }) => ReturnType<typeof read<'operateLog', 'list'>> | ReturnType<typeof read<'clientLog', 'list'>>;
  offset: number;
}) {
  const { t } = useTranslation();
  const speech = useSpeech();
  const [sort, setSort] = useKept('sort', '-at');
  const [opened, setOpened] = useState<OperateLogRow | null>(null);
  const columns = useLogColumns();
  const rows = useRows<OperateLogRow>((page, pageSize) => ({
    ...ask({ sort: sort || '-at', page, pageSize }),
    ...keepRows,
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
        empty={<NonIdealState title={t('config.logEmpty')} />}
        offset={offset}
      />
      <ListFoot total={rows.total} capped={rows.totalCapped} chosen={0} />
      <SidePanel
        isOpen={opened !== null}
        width={620}
        title={
          opened
            ? `${speech.choice('logAction', opened.action)} · ${opened.objectNo ?? speech.choice('logObject', opened.objectType)}`
            : ''
        }
        onClose={() => setOpened(null)}
      >
        {opened && (
          <>
            <p className="fc-muted">
              {opened.operatorName} · {formatInstant(opened.at, ownZone)}
            </p>
            <Changes row={opened} />
          </>
        )}
      </SidePanel>
    </>
  );
}

const asRecord = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {};

function changedFields(row: OperateLogRow, label: (field: string, resource?: string) => string): string {
  const names = new Set([...Object.keys(asRecord(row.before)), ...Object.keys(asRecord(row.after))]);
  return [...names].map((name) => label(name, row.objectType)).join(', ');
}

/** What is known of the fields of an object that the log speaks of. */
const schemas: Partial<Record<LogObject, readonly z.ZodObject[]>> = {
  bill: billLogged,
  attachment: [attachmentRow],
  fileJob: [fileJobRow],
  clientAccount: [clientAccount.row],
  ...Object.fromEntries(Object.values(resources).map(({ name, row }) => [name, [row]])),
};

const NOTHING: readonly z.ZodObject[] = [];

function Changes({ row }: { row: OperateLogRow }) {
  const { t } = useTranslation();
  const speech = useSpeech();
  const before = asRecord(row.before);
  const after = asRecord(row.after);
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const known = schemas[row.objectType] ?? NOTHING;
  const lookups = useLookups(
    useMemo(
      () =>
        targetsOf(
          known.flatMap(({ shape }) =>
            Object.values(shape).flatMap((field) => findMeta(field as z.ZodType) ?? []),
          ),
        ),
      [known],
    ),
  );
  const shown = (values: Record<string, unknown>, name: string) =>
    loggedText(known, name, values[name], { speech, lookups, row: values });
  if (names.length === 0) return <p className="fc-muted">{t('config.logNothing')}</p>;
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
        {names.map((name) => (
          <tr key={name}>
            <th scope="row">{speech.label(name, row.objectType)}</th>
            <td>{shown(before, name)}</td>
            <td>{shown(after, name)}</td>
          </tr>
        ))}
      </tbody>
    </HTMLTable>
  );
}
