import { Button, HTMLTable, Menu, MenuItem, NonIdealState } from '@blueprintjs/core';
import { explain } from '@contract/errors';
import { refusalOf } from '@contract/machine';
import { type ApiPush, apiPushRow, pushMachine, pushStates } from '@contract/partners/apiPush';
import type { BulkAnswer } from '@contract/resource';
import { formatInstant } from '@contract/rules/zonedTime';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { failureOf } from '../../api/bridge';
import { client } from '../../api/client';
import { invalidate, keepRows, queryClient, read } from '../../api/queries';
import { useKept } from '../../app/drafts';
import { useAllowed } from '../../app/guard';
import { useLanguage, useSpeech } from '../../app/language';
import { ownZone } from '../../app/zone';
import { BulkResult } from '../../resource/BulkResult';
import { ChosenBar } from '../../resource/ChosenBar';
import { ColumnsMenu } from '../../resource/ColumnsMenu';
import { columnsOf } from '../../resource/columns';
import { type Asked, FilterBar } from '../../resource/FilterBar';
import { ListFoot } from '../../resource/ListFoot';
import { NoMatch } from '../../resource/NoMatch';
import { RecordTable } from '../../resource/RecordTable';
import { useRows } from '../../resource/rows';
import { chosenCount, NONE, type Selection } from '../../resource/selection';
import { Skeleton } from '../../ui/Loading';
import { SidePanel } from '../../ui/SidePanel';
import { StateTag } from '../../ui/StateTag';
import { notify } from '../../ui/toaster';
import { Wire } from './parts/Wire';

const FILTERS = ['status', 'event', 'customerId', 'billNo', 'batchNo', 'createdAt'] as const;

/** What customers were told of their bills, how often it was tried, and trying again. */
export default function ApiPushLog() {
  const { t } = useTranslation();
  const speech = useSpeech();
  const language = useLanguage();
  const [asked, setAsked] = useKept<Asked>('asked', {});
  const [sort, setSort] = useKept('sort', '-createdAt');
  const [selection, setSelection] = useState<Selection>(NONE);
  const [opened, setOpened] = useState<number | null>(null);
  const [answer, setAnswer] = useState<BulkAnswer | null>(null);
  const mayPush = useAllowed(pushMachine.actions.push.permission);
  const columns = useMemo(
    () =>
      columnsOf<ApiPush>(
        apiPushRow,
        [
          { name: 'createdAt', width: 140 },
          'status',
          { name: 'event', width: 210 },
          'customerId',
          { name: 'billNo', width: 130 },
          { name: 'batchNo', width: 130 },
          { name: 'attempts', width: 90 },
          { name: 'responseStatus', width: 100 },
          { name: 'nextAt', width: 140 },
          { name: 'finishedAt', width: 140, hidden: true },
          { name: 'target', width: 320 },
        ],
        { sorts: ['createdAt'], label: (field) => speech.label(field, 'apiPush') },
      ),
    [speech],
  );
  const rows = useRows<ApiPush>((page, pageSize) => ({
    ...read('apiPush', 'list', { query: { ...asked, sort: sort || '-createdAt', page, pageSize } }),
    ...keepRows,
    // What is on its way comes to its end without anybody's doing.
    refetchInterval: 5000,
  }));
  const push = async (ids: number[]) => {
    try {
      const came = await client.apiPush.push({ body: { ids } });
      if (came.failed.length > 0) setAnswer(came);
      else notify({ text: t('bill.pushDone', { count: came.ok }), intent: 'success' });
    } catch (error) {
      notify({ text: failureOf(error).message, intent: 'danger' });
    }
    setSelection(NONE);
    await invalidate(queryClient, 'apiPush');
  };
  const ids = selection === 'matching' ? [] : ([...selection.ids] as number[]);
  const filtered = Object.keys(asked).length > 0;
  return (
    <section className="fc-list">
      <FilterBar
        schema={apiPushRow}
        filters={FILTERS}
        resource="apiPush"
        asked={asked}
        onAsk={setAsked}
        chosen={
          ids.length > 0 && (
            <ChosenBar count={ids.length} onClear={() => setSelection(NONE)}>
              <Button intent="primary" onClick={() => void push(ids)}>
                {speech.action('apiPush', 'push')}
              </Button>
            </ChosenBar>
          )
        }
      >
        <ColumnsMenu list="apiPush" columns={columns} />
      </FilterBar>
      <RecordTable
        list="apiPush"
        label={speech.words.menu['bill.push']}
        columns={columns}
        rows={rows}
        sort={sort}
        onSort={(to) => setSort(to || '-createdAt')}
        {...(mayPush ? { selection, onSelection: setSelection } : {})}
        onOpen={({ id }) => setOpened(id)}
        actions={(row) => {
          const refused = refusalOf(pushMachine, 'push', row);
          return (
            <Menu>
              <MenuItem text={t('common.details')} onClick={() => setOpened(row.id)} />
              {mayPush && (
                <MenuItem
                  text={speech.action('apiPush', 'push')}
                  disabled={refused !== undefined}
                  label={refused ? explain(language, refused) : ''}
                  onClick={() => void push([row.id])}
                />
              )}
            </Menu>
          );
        }}
        empty={
          filtered ? (
            <NoMatch onClear={() => setAsked({})} />
          ) : (
            <NonIdealState title={t('bill.pushEmpty')} description={t('bill.pushEmptyDetail')} />
          )
        }
        offset={78}
      />
      <ListFoot total={rows.total} capped={rows.totalCapped} chosen={chosenCount(selection, rows.total)} />
      <SidePanel
        isOpen={opened !== null}
        width={620}
        title={speech.words.menu['bill.push']}
        onClose={() => setOpened(null)}
      >
        {opened !== null && <OnePush id={opened} onPush={() => void push([opened])} />}
      </SidePanel>
      {answer && (
        <BulkResult
          action={speech.action('apiPush', 'push')}
          answer={answer}
          nameOf={String}
          onClose={() => setAnswer(null)}
        />
      )}
    </section>
  );
}

/** One push: where it stands, what is sent, and each attempt. */
function OnePush({ id, onPush }: { id: number; onPush: () => void }) {
  const { t } = useTranslation();
  const speech = useSpeech();
  const language = useLanguage();
  const mayPush = useAllowed(pushMachine.actions.push.permission);
  const { data, error } = useQuery({
    ...read('apiPush', 'get', { params: { id } }),
    refetchInterval: 2000,
  });
  if (error) return <NonIdealState title={error.message} />;
  if (!data) return <Skeleton lines={8} />;
  const number = `${data.billNo} · ${data.batchNo}`;
  const refused = refusalOf(pushMachine, 'push', data);
  return (
    <div className="fc-wire-detail">
      <header>
        <h3>{speech.choice('pushEvent', data.event)}</h3>
        <StateTag tone={pushStates[data.status].tone}>{speech.state('apiPush', data.status)}</StateTag>
        <span className="fc-spring" />
        {mayPush && (
          <Button
            intent="primary"
            disabled={refused !== undefined}
            title={refused ? explain(language, refused) : undefined}
            onClick={onPush}
          >
            {speech.action('apiPush', 'push')}
          </Button>
        )}
      </header>
      <p>
        {data.billId === null ? number : <Link to={`/bill/bill_manage/detail/${data.billId}`}>{number}</Link>}
        <br />
        <span className="fc-muted">{data.target}</span>
      </p>
      <h4>{t('bill.pushPayload')}</h4>
      <Wire text={data.payload} />
      <h4>{t('bill.pushTries')}</h4>
      {data.tries.length === 0 ? (
        <p className="fc-muted">{t('bill.pushTriesNone')}</p>
      ) : (
        <HTMLTable compact striped className="fc-tries">
          <thead>
            <tr>
              <th>{speech.label('at')}</th>
              <th>{speech.label('durationMs')}</th>
              <th>{speech.label('responseStatus')}</th>
              <th>{t('bill.pushAnswer')}</th>
            </tr>
          </thead>
          <tbody>
            {data.tries.map((one) => (
              <tr key={one.id}>
                <td>{formatInstant(one.at, ownZone)}</td>
                <td>{one.durationMs}</td>
                <td>{one.responseStatus}</td>
                <td>
                  {one.error && <div>{speech.choice('pushError', one.error)}</div>}
                  {one.response && <code>{one.response.slice(0, 300)}</code>}
                </td>
              </tr>
            ))}
          </tbody>
        </HTMLTable>
      )}
    </div>
  );
}
