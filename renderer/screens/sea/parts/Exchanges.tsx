import { usePart } from '../../../api/unshownFailures';
import { NotLoaded } from '../../../resource/Answered';
import '../../shared/sea/filing.css';
import { Button, NonIdealState } from '@blueprintjs/core';
import { refusalOf } from '@contract/machine';
import type { PermissionId } from '@contract/permissions';
import { type Filing, filingMachine, filingStates } from '@contract/sea/filing';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { client } from '../../../api/client';
import { invalidate, queryClient, read } from '../../../api/queries';
import { useAllowed } from '../../../app/guard';
import { useSpeech } from '../../../app/language';
import { ownTime } from '../../../app/zone';
import { Skeleton } from '../../../ui/Loading';
import { StateTag, toneOf } from '../../../ui/StateTag';
import { notifyFailed } from '../../../ui/toaster';
import { CallLog } from '../../shared/bill/CallLog';

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
  const { t } = useTranslation();
  const speech = useSpeech();
  const [shown, setShown] = useState(open);
  const { id, state, kind, operation, createdAt, result, reference, nextAt } = filing;
  const act = async (action: 'send' | 'ask') => {
    try {
      await client.filing[action]({ body: { ids: [id] } });
    } catch (error) {
      notifyFailed(error);
    }
    for (const changed of ['filing', 'netchbIsf', group] as const) await invalidate(queryClient, changed);
  };
  return (
    <section className="fc-exchange">
      <div className="fc-exchange-head">
        <StateTag tone={toneOf(filingStates, state)}>{speech.state('filing', state)}</StateTag>
        <strong>
          {speech.choice('filingKind', kind)} · {speech.choice('filingOperation', operation)}
        </strong>
        <span>{ownTime(createdAt)}</span>
        {reference && <span>{reference}</span>}
        {result && result !== 'ok' && <span>{speech.choice('netchbResult', result)}</span>}
        {nextAt && <span className="fc-muted">{t('sea.nextCall', { at: ownTime(nextAt) })}</span>}
        <span className="fc-spring" />
        {mayFile &&
          (['send', 'ask'] as const)
            .filter((action) => !refusalOf(filingMachine, action, filing))
            .map((action) => (
              <Button key={action} size="small" onClick={() => void act(action)}>
                {speech.action('filing', action)}
              </Button>
            ))}
        <Button size="small" variant="minimal" aria-expanded={shown} onClick={() => setShown(!shown)}>
          {t(shown ? 'common.hide' : 'sea.showExchanges')}
        </Button>
      </div>
      {shown && <Calls id={id} />}
    </section>
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
