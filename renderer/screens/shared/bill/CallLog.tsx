import type { ChoiceList } from '@contract/words';
import { useTranslation } from 'react-i18next';
import { useSpeech } from '../../../app/language';
import { ownTime } from '../../../app/zone';
import { Wire } from './Wire';

/** One call of a customs system, or several identical ones. */
interface Call {
  readonly id: number;
  readonly lastAt: string;
  readonly times: number;
  readonly operation: string;
  readonly result: string;
  readonly httpStatus: number | null;
  readonly request: string;
  readonly answer: string | null;
}

/** Calls about a message to customs, newest first: request and response of each. */
export function CallLog({ calls, results }: { calls: readonly Call[]; results: ChoiceList }) {
  const { t } = useTranslation();
  const speech = useSpeech();
  if (calls.length === 0) return <p className="fc-muted">{t('sea.notSentYet')}</p>;
  return [...calls].reverse().map((call) => (
    <details key={call.id}>
      <summary>
        {ownTime(call.lastAt)} · {speech.choice('filingCall', call.operation)} ·{' '}
        {speech.choice(results, call.result)}
        {call.httpStatus !== null && ` · HTTP ${call.httpStatus}`}
        {call.times > 1 && ` · ${t('sea.timesAsked', { count: call.times })}`}
      </summary>
      <div className="fc-exchange-pair">
        <div>
          <h4>{t('common.request')}</h4>
          <Wire text={call.request} />
        </div>
        <div>
          <h4>{t('sea.answer')}</h4>
          <Wire text={call.answer ?? ''} />
        </div>
      </div>
    </details>
  ));
}
