import type { BoxShare } from '@contract/bill/timeNode';
import type { Letter } from '@contract/mail/letter';
import type { BulkAnswer } from '@contract/resource';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureOf } from '../../../api/bridge';
import { client } from '../../../api/client';
import { invalidate, queryClient } from '../../../api/queries';
import { useSpeech } from '../../../app/language';
import { idOf } from '../../../kinds/recordId';
import { BulkResult } from '../../../resource/BulkResult';
import { confirmForAll } from '../../../resource/confirmForAll';
import { ReasonDialog } from '../../../resource/ReasonDialog';
import type { BulkSelection } from '../../../resource/selection';
import { ask } from '../../../ui/ask';
import { notify, notifyFailed } from '../../../ui/toaster';
import { SharesDialog } from './SharesDialog';

type Group = 'noaMail' | 'utbMail';
type Bulk = 'ignore' | 'restore' | 'reopen';
/** Answers of the user to the questions before an email is processed. */
interface ProcessAnswers {
  readonly overwrite?: boolean;
  readonly shares?: BoxShare[];
}

/** Actions on emails: process one, set aside or reopen one or many; `onDone` is called with the affected ones. */
export function useLetterActions(
  group: Group,
  { nameOf, onDone }: { nameOf: (id: number) => string; onDone: (which: BulkSelection) => void },
) {
  const { t } = useTranslation();
  const speech = useSpeech();
  const [ignoring, setIgnoring] = useState<BulkSelection | null>(null);
  const [result, setResult] = useState<{ action: Bulk; answer: BulkAnswer } | null>(null);
  const [sharing, setSharing] = useState<{
    readonly letter: Letter;
    readonly done: (shares?: readonly BoxShare[]) => void;
  } | null>(null);
  const word = (action: Bulk) => speech.action('letter', action);

  const carryOut = async (action: Bulk, which: BulkSelection, reason?: string) => {
    try {
      const answer =
        action === 'reopen'
          ? await client[group].reopen({ body: which })
          : await client[group].act({ body: { ...which, action, ...(reason ? { reason } : {}) } });
      if (answer.ok > 0) notify({ text: t('letters.done', { count: answer.ok }), intent: 'success' });
      if (answer.failed.length > 0) setResult({ action, answer });
      onDone(which);
    } finally {
      await invalidate(queryClient, group);
    }
  };
  const run = async (action: Bulk, which: BulkSelection) => {
    if (await confirmForAll(t, which, word(action))) await carryOut(action, which).catch(notifyFailed);
  };

  /**
   * Writes an email's values to its bill, after asking about different existing values, and for the boxes of each batch
   * where they cannot be shared. True if done.
   */
  const process = async (letter: Letter, asked: ProcessAnswers = {}): Promise<boolean> => {
    try {
      const { warnings } = await client[group].process({
        params: { id: letter.id },
        body: { version: letter.version, ...asked },
      });
      const odd = warnings.map(({ msg }) => msg).join(' · ');
      notify({
        text: odd ? `${t('letters.processed')} · ${odd}` : t('letters.processed'),
        intent: odd ? 'warning' : 'success',
      });
      await invalidate(queryClient, group);
      return true;
    } catch (error) {
      const failure = failureOf(error);
      if (failure.error.code === 'AWB_SHARE' && !asked.shares) {
        const shares = await new Promise<readonly BoxShare[] | undefined>((done) =>
          setSharing({ letter, done }),
        );
        setSharing(null);
        return shares ? process(letter, { ...asked, shares: [...shares] }) : false;
      }
      if (failure.error.code === 'LETTER_OVERWRITE' && !asked.overwrite) {
        const yes = await ask({
          title: failure.message,
          confirm: t('letters.overwrite'),
          cancel: t('common.cancel'),
          intent: 'warning',
        });
        return yes ? process(letter, { ...asked, overwrite: true }) : false;
      }
      notify({ text: failure.message, intent: 'danger' });
      await invalidate(queryClient, group);
      return false;
    }
  };

  const dialogs: ReactNode = (
    <>
      {ignoring && (
        <ReasonDialog
          title={
            'ids' in ignoring
              ? word('ignore')
              : t('common.doAll', { verb: word('ignore'), count: ignoring.expected })
          }
          label={speech.label('ignoreReason')}
          onClose={() => setIgnoring(null)}
          onReason={(reason) => carryOut('ignore', ignoring, reason)}
        />
      )}
      {sharing && <SharesDialog letter={sharing.letter} onDone={sharing.done} />}
      {result && (
        <BulkResult
          action={word(result.action)}
          answer={result.answer}
          nameOf={(key) => nameOf(idOf(key) ?? 0)}
          onClose={() => setResult(null)}
        />
      )}
    </>
  );
  return {
    process,
    act: (action: Bulk, which: BulkSelection) =>
      action === 'ignore' ? setIgnoring(which) : void run(action, which),
    dialogs,
  };
}
