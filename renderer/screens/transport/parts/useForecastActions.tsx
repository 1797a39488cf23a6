import { Button } from '@blueprintjs/core';
import type { BulkAnswer } from '@contract/resource';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { client } from '../../../api/client';
import { invalidate, queryClient } from '../../../api/queries';
import { useSpeech } from '../../../app/language';
import { BulkResult } from '../../../resource/BulkResult';
import type { MoreActions } from '../../../resource/ListScreen';
import { ReasonDialog } from '../../../resource/ReasonDialog';
import { type BulkSelection, countOf } from '../../../resource/selection';
import { notify, notifyFailed } from '../../../ui/toaster';

export type ForecastStep = 'submit' | 'withdraw' | 'cancel';

/** Submits, withdraws and cancels forecasts: one, or the selected ones. */
export function useForecastSteps() {
  const { t } = useTranslation();
  const speech = useSpeech();
  const [pending, setPending] = useState<{ chosen: BulkSelection; onDone: () => void } | null>(null);
  const [answer, setAnswer] = useState<{ action: ForecastStep; answer: BulkAnswer } | null>(null);
  const carryOut = async (
    action: ForecastStep,
    chosen: BulkSelection,
    onDone: () => void,
    reason: string | null = null,
  ) => {
    try {
      const found = await client.parcelForecast.act({ body: { ...chosen, action, reason } });
      const [only] = found.failed;
      if (countOf(chosen) > 1 && found.failed.length > 0) setAnswer({ action, answer: found });
      else if (only) notify({ text: only.msg, intent: 'danger' });
      else {
        const done = { action: speech.action('parcelForecast', action), count: found.ok };
        notify({ text: t('transport.forecastsDone', done), intent: 'success' });
      }
      onDone();
    } finally {
      await invalidate(queryClient, 'parcelForecast');
    }
  };
  const send = (...given: Parameters<typeof carryOut>) => carryOut(...given).catch(notifyFailed);
  const act = (action: ForecastStep, chosen: BulkSelection, onDone: () => void = () => undefined) =>
    action === 'cancel' ? setPending({ chosen, onDone }) : void send(action, chosen, onDone);
  const dialogs = (
    <>
      {pending && (
        <ReasonDialog
          title={speech.action('parcelForecast', 'cancel')}
          label={speech.label('reason')}
          intent="danger"
          onClose={() => setPending(null)}
          onReason={(reason) => carryOut('cancel', pending.chosen, pending.onDone, reason)}
        />
      )}
      {answer && (
        <BulkResult
          action={speech.action('parcelForecast', answer.action)}
          answer={answer.answer}
          nameOf={(key) => String(key)}
          onClose={() => setAnswer(null)}
        />
      )}
    </>
  );
  return { act, dialogs };
}

/** The same for the list of forecasts. */
export function useForecastActions(): MoreActions {
  const speech = useSpeech();
  const { act, dialogs } = useForecastSteps();
  return {
    chosen: (chosen, onDone) =>
      (['submit', 'withdraw', 'cancel'] as const).map((action) => (
        <Button
          key={action}
          {...(action === 'submit' ? { intent: 'primary' as const } : {})}
          onClick={() => act(action, chosen, onDone)}
        >
          {speech.action('parcelForecast', action)}
        </Button>
      )),
    dialogs,
  };
}
