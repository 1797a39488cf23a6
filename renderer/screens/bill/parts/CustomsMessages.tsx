import '../../shared/sea/filing.css';
import { Button, Callout } from '@blueprintjs/core';
import type { Batch } from '@contract/customs/batch';
import {
  type CustomsAnswer,
  type CustomsMessage,
  customsAnswerMachine,
  customsAnswerStates,
  customsMessageMachine,
  customsMessageStates,
} from '@contract/customs/customsMessage';
import { refusalOf } from '@contract/machine';
import { permit } from '@contract/permissions';
import { customsStandings } from '@contract/rules/customsAnswers';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { client } from '../../../api/client';
import { invalidate, queryClient, read } from '../../../api/queries';
import { usePart } from '../../../api/unshownFailures';
import { useAllowed } from '../../../app/guard';
import { useSpeech } from '../../../app/language';
import { ownTime } from '../../../app/zone';
import { NotLoaded } from '../../../resource/Answered';
import { Skeleton } from '../../../ui/Loading';
import { SidePanel } from '../../../ui/SidePanel';
import { StateTag, toneOf } from '../../../ui/StateTag';
import { notifyFailed } from '../../../ui/toaster';
import { CallLog } from '../../shared/bill/CallLog';

/** Milliseconds between looks at messages that are on their way. */
const EVERY = 3000;
/** Messages shown at most; a declaration has up to one for each parcel. */
const SHOWN = 500;

/** Refetches everything that a message or a response has changed. */
async function refresh(): Promise<void> {
  for (const group of ['customsMessage', 'customsAnswer', 'batch'] as const)
    await invalidate(queryClient, group);
}
async function carryOut(call: () => Promise<unknown>): Promise<void> {
  try {
    await call();
  } catch (error) {
    notifyFailed(error);
  }
  await refresh();
}

/** Button that shows the messages of a low-value declaration to customs, with the responses. */
export function CustomsMessages({ batch }: { batch: Batch }) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const allowed = useAllowed(permit('bill.customs.view'), 'customsMessage.list');
  if (!allowed || batch.declarationType !== 'H7' || batch.lrn === null) return null;
  const title = t('clearance.messages');
  return (
    <div>
      <Button
        variant="minimal"
        size="small"
        aria-label={`${title} · ${batch.batchNo}`}
        onClick={() => setOpen(true)}
      >
        {title}
      </Button>
      <SidePanel
        isOpen={isOpen}
        width={760}
        title={`${title} · ${batch.batchNo}`}
        onClose={() => {
          setOpen(false);
          void refresh();
        }}
      >
        <Messages batchId={batch.id} />
      </SidePanel>
    </div>
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

/** Responses that could not be carried out, which a person settles. */
export function OpenAnswers(props: {
  readonly query: { readonly batchId?: number[]; readonly accountId?: number[] };
  readonly mayDeclare: boolean;
}) {
  const { query, mayDeclare } = props;
  const { data } = usePart({
    ...read('customsAnswer', 'list', { query: { ...query, state: ['open'], pageSize: SHOWN } }),
    refetchInterval: EVERY,
  });
  return data?.list.map((answer) => (
    <Callout key={answer.id} compact intent="danger" role="alert" className="fc-banner">
      <AnswerLine answer={answer} />
      {mayDeclare && <AnswerActions answer={answer} />}
    </Callout>
  ));
}

function AnswerActions({ answer }: { answer: CustomsAnswer }) {
  const speech = useSpeech();
  return (['retry', 'settle'] as const)
    .filter((action) => !refusalOf(customsAnswerMachine, action, answer))
    .map((action) => (
      <Button
        key={action}
        size="small"
        variant="minimal"
        onClick={() => void carryOut(() => client.customsAnswer[action]({ body: { ids: [answer.id] } }))}
      >
        {speech.action('customsAnswer', action)}
      </Button>
    ));
}

/** When customs said what of which declaration, and why it could not be carried out. */
function AnswerLine({ answer }: { answer: CustomsAnswer }) {
  const { t } = useTranslation();
  const speech = useSpeech();
  const { at, lrn, mrn, event, said, reason } = answer;
  const what = event === null ? t('clearance.answerUnknown') : speech.choice('customsEvent', event);
  return (
    <span>
      {[ownTime(at), lrn, what, mrn, said].filter(Boolean).join(' · ')}
      {reason && <div>{reason}</div>}
    </span>
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
  const [shown, setShown] = useState(open);
  const { id, lrn, mrn, trackingNo, items, state, standing, result, nextAt } = message;
  return (
    <section className="fc-exchange">
      <div className="fc-exchange-head">
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
        {nextAt && <span className="fc-muted">{t('sea.nextCall', { at: ownTime(nextAt) })}</span>}
        <span className="fc-spring" />
        {mayDeclare &&
          (['send', 'ask'] as const)
            .filter((action) => !refusalOf(customsMessageMachine, action, message))
            .map((action) => (
              <Button
                key={action}
                size="small"
                onClick={() => void carryOut(() => client.customsMessage[action]({ body: { ids: [id] } }))}
              >
                {speech.action('customsMessage', action)}
              </Button>
            ))}
        <Button size="small" variant="minimal" aria-expanded={shown} onClick={() => setShown(!shown)}>
          {t(shown ? 'common.hide' : 'sea.showExchanges')}
        </Button>
      </div>
      {shown && <Details id={id} />}
    </section>
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
