import type { Bill } from '@contract/bill/bill';
import { eventZone } from '@contract/bill/billClock';
import { useTranslation } from 'react-i18next';
import { read } from '../../../api/queries';
import { usePart } from '../../../api/unshownFailures';
import { useSpeech } from '../../../app/language';
import { useLookups } from '../../../kinds/lookups';
import { PlaceTime } from '../../../kinds/PlaceTime';
import { NotLoaded } from '../../../resource/Answered';
import { Timeline } from '../../../resource/Timeline';
import { Skeleton } from '../../../ui/Loading';

const TARGETS = ['airport', 'warehouse', 'destination'] as const;

/** Recorded events of a bill. */
export function BillTimeline({ bill }: { bill: Bill }) {
  const { t } = useTranslation();
  const speech = useSpeech();
  const lookups = useLookups(TARGETS);
  const { data, error, retry } = usePart(read('bill', 'timeline', { params: { id: bill.id } }));
  if (error && !data) return <NotLoaded error={error} onRetry={retry} />;
  if (!data) return <Skeleton lines={5} />;
  return (
    <Timeline
      label={t('common.timeline')}
      empty={t('bill.timelineEmpty')}
      entries={data.toReversed().map((event) => ({
        key: event.id,
        title: speech.language === 'cn' ? event.textCn : event.textEn,
        at: <PlaceTime at={event.occurredAt} zone={eventZone(event.code)} row={bill} lookups={lookups} />,
        detail: [event.location, event.source === 'user' ? '' : speech.choice('timelineSource', event.source)]
          .filter(Boolean)
          .join(' · '),
      }))}
    />
  );
}
