import '../sea/filing.css';
import { Button, Callout } from '@blueprintjs/core';
import { type CustomsAnswer, customsAnswerMachine } from '@contract/customs/customsMessage';
import { refusalOf } from '@contract/machine';
import { useTranslation } from 'react-i18next';
import { client } from '../../../api/client';
import { invalidate, queryClient, read } from '../../../api/queries';
import { usePart } from '../../../api/unshownFailures';
import { useSpeech } from '../../../app/language';
import { ownTime } from '../../../app/zone';
import { notifyFailed } from '../../../ui/toaster';

/** Refetches everything that a message or a response has changed. */
export async function refreshCustoms(): Promise<void> {
  for (const group of ['customsMessage', 'customsAnswer', 'batch'] as const)
    await invalidate(queryClient, group);
}
/** Carries out an action on a message or a response. */
export async function carryOutAtCustoms(call: () => Promise<unknown>): Promise<void> {
  try {
    await call();
  } catch (error) {
    notifyFailed(error);
  }
  await refreshCustoms();
}

/** Responses that could not be carried out, which a person settles. */
export function OpenAnswers(props: {
  readonly query: { readonly batchId?: number[]; readonly accountId?: number[] };
  readonly mayDeclare: boolean;
}) {
  const { query, mayDeclare } = props;
  const { data } = usePart({
    ...read('customsAnswer', 'list', { query: { ...query, state: ['open'], pageSize: 500 } }),
    refetchInterval: 3000,
  });
  return data?.list.map((answer) => (
    <Callout key={answer.id} compact intent="danger" role="alert" className="fc-open-answer">
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
        onClick={() =>
          void carryOutAtCustoms(() => client.customsAnswer[action]({ body: { ids: [answer.id] } }))
        }
      >
        {speech.action('customsAnswer', action)}
      </Button>
    ));
}

/** When customs said what of which declaration, and why it could not be carried out. */
export function AnswerLine({ answer }: { answer: CustomsAnswer }) {
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
