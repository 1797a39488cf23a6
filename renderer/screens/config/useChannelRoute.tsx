import { Button, MenuItem } from '@blueprintjs/core';
import { channelRoute } from '@contract/config/channelCode';
import type { BulkAnswer } from '@contract/resource';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureOf } from '../../api/bridge';
import { client } from '../../api/client';
import { invalidate, queryClient, read } from '../../api/queries';
import { useData } from '../../api/unshownFailures';
import { useSpeech } from '../../app/language';
import { useServed } from '../../app/offered';
import { BulkResult } from '../../resource/BulkResult';
import type { MoreActions, PlainRow } from '../../resource/ListScreen';
import { type BulkSelection, countOf } from '../../resource/selection';
import { AppDialog } from '../../ui/AppDialog';
import { ErrorText } from '../../ui/Failed';
import { notify } from '../../ui/toaster';
import { type FieldValues, GivenFields, wrongIn } from '../shared/customs/GivenFields';

/** Channels to reroute, and the initial values: the current route if it is only one. */
interface RouteRequest {
  readonly chosen: BulkSelection;
  readonly initial: FieldValues;
  readonly onDone: () => void;
}

/** Action that changes the route of one channel code or of the selected ones. */
export function useChannelRoute(): MoreActions {
  const { t } = useTranslation();
  const [request, setRequest] = useState<RouteRequest | null>(null);
  const [answer, setAnswer] = useState<BulkAnswer | null>(null);
  const channelCodes = useData({ ...read('channelCode', 'all'), enabled: answer !== null });
  const hasRoutes = useServed('channelCode.route');
  if (!hasRoutes) return {};
  return {
    row: ({ id, destinationCode, countryCode }: PlainRow) => (
      <MenuItem
        text={t('config.channelRoute')}
        onClick={() =>
          setRequest({
            chosen: { ids: [id] },
            initial: { destinationCode, countryCode },
            onDone: () => undefined,
          })
        }
      />
    ),
    chosen: (chosen, onDone) => (
      <Button onClick={() => setRequest({ chosen, initial: {}, onDone })}>{t('config.channelRoute')}</Button>
    ),
    dialogs: (
      <>
        {request && <RouteDialog request={request} onClose={() => setRequest(null)} onAnswer={setAnswer} />}
        {answer && (
          <BulkResult
            action={t('config.channelRoute')}
            answer={answer}
            nameOf={(key) => channelCodes?.find(({ id }) => id === key)?.channelCode ?? String(key)}
            onClose={() => setAnswer(null)}
          />
        )}
      </>
    ),
  };
}

function RouteDialog({
  request: { chosen, initial, onDone },
  onClose,
  onAnswer,
}: {
  request: RouteRequest;
  onClose: () => void;
  onAnswer: (answer: BulkAnswer) => void;
}) {
  const { t } = useTranslation();
  const speech = useSpeech();
  const id = useId();
  const [values, setValues] = useState(initial);
  const [tried, setTried] = useState(false);
  const [failure, setFailure] = useState<string | undefined>();
  const wrong = wrongIn(channelRoute, values, (name, found) =>
    speech.message(found, speech.label(name, 'channelCode')),
  );
  const send = async () => {
    setTried(true);
    if (Object.keys(wrong).length > 0) return;
    try {
      const answer = await client.channelCode.route({
        body: { ...chosen, ...channelRoute.parse(values) },
      });
      if (answer.failed.length > 0) onAnswer(answer);
      else notify({ text: t('common.saved'), intent: 'success' });
      onClose();
      onDone();
    } catch (error) {
      setFailure(failureOf(error).message);
    }
    await invalidate(queryClient, 'channelCode');
  };
  return (
    <AppDialog
      title={t('config.channelRouteOf', { count: countOf(chosen) })}
      onClose={onClose}
      onSubmit={() => void send()}
      actions={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button type="submit" intent="primary">
            {t('common.save')}
          </Button>
        </>
      }
    >
      <ErrorText text={failure} />
      <GivenFields
        {...{ id, values, labels: {}, hints: {}, row: {} }}
        schema={channelRoute}
        onChange={setValues}
        errors={tried ? wrong : {}}
      />
    </AppDialog>
  );
}
