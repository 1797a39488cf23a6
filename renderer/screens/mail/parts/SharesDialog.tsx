import { Button } from '@blueprintjs/core';
import type { BoxShare } from '@contract/bill/timeNode';
import type { Letter } from '@contract/mail/letter';
import { sumOf } from '@contract/rules/boxShares';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAnswer } from '../../../api/answers';
import { read } from '../../../api/queries';
import { useSpeech } from '../../../app/language';
import { Answered } from '../../../resource/Answered';
import { AppDialog } from '../../../ui/AppDialog';
import { BatchShares, useBatchShares } from '../../shared/bill/BatchShares';

interface Props {
  readonly letter: Letter;
  /** Called with the boxes of each batch; without any if the user cancels. */
  readonly onDone: (shares?: readonly BoxShare[]) => void;
}

/** Dialog for the boxes of each batch of a waybill, if a notice of arrival does not determine them. */
export function SharesDialog({ letter, onDone }: Props) {
  const { t } = useTranslation();
  const speech = useSpeech();
  const answer = useAnswer(read('noaMail', 'get', { params: { id: letter.id } }));
  const { batches = [], pieces = null, boxCount = null } = answer.data ?? {};
  const sharing = useBatchShares('noaBoxCount', {
    total: pieces,
    batches,
    others: (boxCount ?? 0) > sumOf(batches.map((batch) => batch.boxCount)),
  });
  const [tried, setTried] = useState(false);
  const submit = () => (sharing.problem ? setTried(true) : onDone(sharing.shares));
  return (
    <AppDialog
      title={t('letters.share', { no: letter.billNo })}
      onClose={() => onDone()}
      onSubmit={submit}
      actions={
        <>
          <Button onClick={() => onDone()}>{t('common.cancel')}</Button>
          <Button type="submit" intent="primary" disabled={!answer.data}>
            {speech.action('letter', 'process')}
          </Button>
        </>
      }
    >
      <p>{t('letters.shareHint', { count: pieces ?? 0 })}</p>
      <Answered answer={answer} lines={3}>
        {() => <BatchShares of={sharing} disabled={false} />}
      </Answered>
      {tried && sharing.problem && (
        <p role="alert" className="fc-share-wrong">
          {speech.message(sharing.problem, speech.label('noaBoxCount', 'bill'))}
        </p>
      )}
    </AppDialog>
  );
}
