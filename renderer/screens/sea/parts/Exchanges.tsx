import { NonIdealState } from '@blueprintjs/core';
import type { PermissionId } from '@contract/permissions';
import { type Filing, filingMachine, filingStates } from '@contract/sea/filing';
import { useTranslation } from 'react-i18next';
import { client } from '../../../api/client';
import { invalidate, queryClient, read } from '../../../api/queries';
import { usePart } from '../../../api/unshownFailures';
import { useAllowed } from '../../../app/guard';
import { useSpeech } from '../../../app/language';
import { ownTime } from '../../../app/zone';
import { NotLoaded } from '../../../resource/Answered';
import { Skeleton } from '../../../ui/Loading';
import { StateTag, toneOf } from '../../../ui/StateTag';
import { notifyFailed } from '../../../ui/toaster';
import { CallLog } from '../../shared/bill/CallLog';
import { SentMessage } from '../../shared/bill/SentMessage';

/** All transmissions to customs about a record: each message, its state, and its response. */
export function Exchanges(props: {
  readonly filings: readonly Filing[];
  /** Permission to resend and to query customs. */
  readonly right: PermissionId;
  /** API group of the record, refetched once a transmission has a result. */
  readonly group: 'seaIsf' | 'seaEntry';
}) {
  const { filings, right, group } = props;
  const { t } = useTranslation();
  const mayFile = useAllowed(right);
  if (filings.length === 0)
    return <NonIdealState title={t('sea.noExchanges')} description={t('sea.noExchangesDetail')} />;
  return filings.map((filing, at) => (
    <OneFiling key={filing.id} filing={filing} open={at === 0} mayFile={mayFile && at === 0} group={group} />
  ));
}

function OneFiling(props: {
  readonly filing: Filing;
  readonly open: boolean;
  readonly mayFile: boolean;
  readonly group: 'seaIsf' | 'seaEntry';
}) {
  const { filing, open, mayFile, group } = props;
  const speech = useSpeech();
  const { id, state, kind, operation, createdAt, result, reference } = filing;
  const act = async (action: 'send' | 'ask') => {
    try {
      await client.filing[action]({ body: { ids: [id] } });
    } catch (error) {
      notifyFailed(error);
    }
    for (const changed of ['filing', 'netchbIsf', group] as const) await invalidate(queryClient, changed);
  };
  return (
    <SentMessage
      machine={filingMachine}
      message={filing}
      mayAct={mayFile}
      onAct={(action) => void act(action)}
      open={open}
      head={
        <>
          <StateTag tone={toneOf(filingStates, state)}>{speech.state('filing', state)}</StateTag>
          <strong>
            {speech.choice('filingKind', kind)} · {speech.choice('filingOperation', operation)}
          </strong>
          <span>{ownTime(createdAt)}</span>
          {reference && <span>{reference}</span>}
          {result && result !== 'ok' && <span>{speech.choice('netchbResult', result)}</span>}
        </>
      }
    >
      <Calls id={id} />
    </SentMessage>
  );
}

function Calls({ id }: { id: number }) {
  const { data, error, retry } = usePart({
    ...read('filing', 'get', { params: { id } }),
    refetchInterval: 5000,
  });
  if (error && !data) return <NotLoaded error={error} onRetry={retry} />;
  if (!data) return <Skeleton lines={4} />;
  return <CallLog calls={data.exchanges} results="netchbResult" />;
}
