import { HTMLTable } from '@blueprintjs/core';
import { billName } from '@contract/bill/billName';
import { type ApiPush, apiPushRow, pushMachine } from '@contract/partners/apiPush';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { client } from '../../api/client';
import { read } from '../../api/queries';
import { usePart } from '../../api/unshownFailures';
import { useSpeech } from '../../app/language';
import { ownTime } from '../../app/zone';
import { NotLoaded } from '../../resource/Answered';
import type { ColumnChoice } from '../../resource/columns';
import { OutgoingHead, OutgoingList, type ResendAction } from '../../resource/OutgoingList';
import { Skeleton } from '../../ui/Loading';
import { billPath } from '../shared/bill/billPath';
import { Wire } from '../shared/bill/Wire';

const FILTERS = ['status', 'event', 'customerId', 'billNo', 'batchNo', 'createdAt'] as const;

const again: ResendAction<Pick<ApiPush, 'status'>, ApiPush['status'], 'push'> = {
  machine: pushMachine,
  action: 'push',
};

const columns: readonly ColumnChoice<ApiPush>[] = [
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
];

/** Screen of the pushes to customers about their bills: their attempts, and restarting them. */
export default function ApiPushLog() {
  const { t } = useTranslation();
  const speech = useSpeech();
  return (
    <OutgoingList
      group="apiPush"
      label={speech.words.menu['bill.push']}
      row={apiPushRow}
      columns={columns}
      filters={FILTERS}
      again={again}
      send={(chosen) => client.apiPush.push({ body: chosen })}
      done={(count) => t('bill.pushDone', { count })}
      empty={{ title: t('bill.pushEmpty'), detail: t('bill.pushEmptyDetail') }}
      one={(id, onAgain) => <OnePush id={id} onAgain={onAgain} />}
    />
  );
}

/** One push: its state, its content, and each attempt. */
function OnePush({ id, onAgain }: { id: number; onAgain: () => void }) {
  const { t } = useTranslation();
  const speech = useSpeech();
  const { data, error, retry } = usePart({
    ...read('apiPush', 'get', { params: { id } }),
    refetchInterval: 2000,
  });
  if (error && !data) return <NotLoaded error={error} onRetry={retry} />;
  if (!data) return <Skeleton lines={8} />;
  const number = billName(data);
  return (
    <div className="fc-wire-detail">
      <OutgoingHead
        title={speech.choice('pushEvent', data.event)}
        row={data}
        again={again}
        onAgain={onAgain}
      />
      <p>
        {data.billId === null ? number : <Link to={billPath(data.billId)}>{number}</Link>}
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
              <th>{t('bill.response')}</th>
            </tr>
          </thead>
          <tbody>
            {data.tries.map((one) => (
              <tr key={one.id}>
                <td>{ownTime(one.at)}</td>
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
