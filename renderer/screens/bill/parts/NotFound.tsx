import '../search.css';
import { Button, Callout } from '@blueprintjs/core';
import { Duplicate } from '@blueprintjs/icons';
import { billNo, hasMawbForm } from '@contract/rules/codes';
import { useTranslation } from 'react-i18next';
import { useSpeech } from '../../../app/language';
import { notify } from '../../../ui/toaster';

/** Copies numbers, one on each line, and confirms it. */
export function useCopyNumbers(): (numbers: readonly string[]) => Promise<void> {
  const { t } = useTranslation();
  return async (numbers) => {
    await navigator.clipboard.writeText(numbers.join('\n')).catch(() => undefined);
    notify({ text: t('common.copied') });
  };
}

/** The numbers of a list that were not found, with the reason where the number itself is wrong. */
export function NotFound({ numbers }: { numbers: readonly string[] }) {
  const { t } = useTranslation();
  const speech = useSpeech();
  const copy = useCopyNumbers();
  const wrong = numbers.flatMap((number) => {
    const found = hasMawbForm(number) ? billNo.check(billNo.normalise(number)) : undefined;
    return found ? [{ number, why: speech.message(found, number) }] : [];
  });
  if (numbers.length === 0) return null;
  return (
    <Callout
      intent="warning"
      compact
      title={t('bill.searchNotFound', { count: numbers.length })}
      className="fc-not-found"
    >
      <code>{numbers.join(' ')}</code>
      {wrong.map(({ number, why }) => (
        <div key={number}>
          <code>{number}</code> {why}
        </div>
      ))}
      <Button size="small" variant="minimal" icon={<Duplicate />} onClick={() => void copy(numbers)}>
        {t('common.copy')}
      </Button>
    </Callout>
  );
}
