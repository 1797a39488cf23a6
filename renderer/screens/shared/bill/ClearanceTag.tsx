import type { Bill } from '@contract/bill/bill';
import type { State } from '@contract/machine';
import { useSpeech } from '../../../app/language';
import { StateTag } from '../../../ui/StateTag';

const TONES: Record<NonNullable<Bill['clearanceStatus']>, State['tone']> = {
  not_released: 'warning',
  in_clearance: 'info',
  picked_up: 'progress',
  exception: 'bad',
  success: 'good',
  failure: 'bad',
  handover: 'good',
};

/** Tag with the customs status of a bill. */
export function ClearanceTag({ bill }: { bill: Pick<Bill, 'clearanceStatus' | 'partial'> }) {
  const speech = useSpeech();
  const { clearanceStatus: status, partial } = bill;
  if (!status) return null;
  return (
    <StateTag tone={TONES[status]}>
      {speech.choice('clearanceStatus', status)}
      {partial && ` · ${speech.label('partial')}`}
    </StateTag>
  );
}
