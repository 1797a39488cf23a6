import type { Batch } from '@contract/customs/batch';
import {
  type CustomsMessage,
  customsAnswerStates,
  customsMessageMachine,
  customsMessageStates,
} from '@contract/customs/customsMessage';
import { permit } from '@contract/permissions';
import { customsStandings } from '@contract/rules/customsAnswers';
import { useTranslation } from 'react-i18next';
import { client } from '../../../api/client';
import { read } from '../../../api/queries';
import { usePart } from '../../../api/unshownFailures';
import { useAllowed } from '../../../app/guard';
import { useSpeech } from '../../../app/language';
import { NotLoaded } from '../../../resource/Answered';
import { Skeleton } from '../../../ui/Loading';
import { StateTag, toneOf } from '../../../ui/StateTag';
import { CallLog } from '../../shared/bill/CallLog';
import { SentMessage } from '../../shared/bill/SentMessage';
import { AnswerLine, carryOutAtCustoms, OpenAnswers, refreshCustoms } from '../../shared/customs/OpenAnswers';
import { BatchPanel } from './BatchPanel';

/** Milliseconds between looks at messages that are on their way. */
const EVERY = 3000;
/** Messages shown at most; a declaration has up to one for each parcel. */
const SHOWN = 500;

/** Button that shows the messages of a low-value declaration to customs, with the responses. */
export function CustomsMessages({ batch }: { batch: Batch }) {
  const { t } = useTranslation();
  const allowed = useAllowed(permit('bill.customs.view'), 'customsMessage.list');
  if (!allowed || batch.declarationType !== 'H7' || batch.lrn === null) return null;
  return (
    <BatchPanel
      batch={batch}
      title={t('clearance.messages')}
      width={760}
      onClose={() => void refreshCustoms()}
    >
      <Messages batchId={batch.id} />
    </BatchPanel>
  );
}

function Messages({ batchId }: { batchId: number }) {
  const { t } = useTranslation();
  const mayDeclare = useAllowed(permit('bill.customs.declare'));
  const { data, error, retry } = usePart({
    ...read('customsMessage', 'list', { query: { batchId: [batchId], sort: 'lrn', pageSize: SHOWN } }),
    refetchInterval: EVERY,
  });
  if (error && !data) return <NotLoaded error={error} onRetry={retry} />;
  if (!data) return <Skeleton lines={4} />;
  if (data.list.length === 0) return <p className="fc-muted">{t('clearance.messagesNone')}</p>;
  return (
    <>
      <OpenAnswers query={{ batchId: [batchId] }} mayDeclare={mayDeclare} />
      {data.list.map((message) => (
        <OneMessage
          key={message.id}
          message={message}
          open={data.list.length === 1}
          mayDeclare={mayDeclare}
        />
      ))}
      {data.total > data.list.length && (
        <p className="fc-muted">{t('clearance.messagesMore', { count: data.total - data.list.length })}</p>
      )}
    </>
  );
}

function OneMessage(props: {
  readonly message: CustomsMessage;
  readonly open: boolean;
  readonly mayDeclare: boolean;
}) {
  const { message, open, mayDeclare } = props;
  const { t } = useTranslation();
  const speech = useSpeech();
  const { id, lrn, mrn, trackingNo, items, state, standing, result } = message;
  return (
    <SentMessage
      machine={customsMessageMachine}
      message={message}
      mayAct={mayDeclare}
      onAct={(action) => void carryOutAtCustoms(() => client.customsMessage[action]({ body: { ids: [id] } }))}
      open={open}
      head={
        <>
          <StateTag tone={toneOf(customsMessageStates, state)}>
            {speech.state('customsMessage', state)}
          </StateTag>
          {standing !== 'none' && (
            <StateTag tone={toneOf(customsStandings, standing)}>
              {speech.choice('customsStanding', standing)}
            </StateTag>
          )}
          <strong>{lrn}</strong>
          {mrn && <span>{mrn}</span>}
          <span>{trackingNo}</span>
          <span className="fc-muted">{t('clearance.messageItems', { count: items })}</span>
          {result && result !== 'ok' && <span>{speech.choice('customsResult', result)}</span>}
        </>
      }
    >
      <Details id={id} />
    </SentMessage>
  );
}

/** Responses to a message, and the calls about it. */
function Details({ id }: { id: number }) {
  const speech = useSpeech();
  const { data, error, retry } = usePart({
    ...read('customsMessage', 'get', { params: { id } }),
    refetchInterval: EVERY,
  });
  if (error && !data) return <NotLoaded error={error} onRetry={retry} />;
  if (!data) return <Skeleton lines={4} />;
  return (
    <>
      {data.answers.map((answer) => (
        <p key={answer.id}>
          <StateTag tone={toneOf(customsAnswerStates, answer.state)}>
            {speech.state('customsAnswer', answer.state)}
          </StateTag>{' '}
          <AnswerLine answer={answer} />
        </p>
      ))}
      <CallLog calls={data.exchanges} results="customsResult" />
    </>
  );
}
