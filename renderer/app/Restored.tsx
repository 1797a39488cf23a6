import { Button, Callout } from '@blueprintjs/core';
import { useTranslation } from 'react-i18next';
import { ownTime } from './zone';

/** Says that what stands here was typed before, and when; nothing when it was not. */
export function Restored({ at, onDiscard }: { at: string | undefined; onDiscard: () => void }) {
  const { t } = useTranslation();
  if (!at) return null;
  return (
    <Callout compact intent="primary" className="fc-banner">
      {t('common.draftFound', { at: ownTime(at) })}{' '}
      <Button
        size="small"
        onClick={({ currentTarget }) => {
          // This goes with what it speaks of: whoever pressed it is among the fields then.
          const fields = currentTarget
            .closest('form, .bp6-dialog')
            ?.querySelectorAll<HTMLElement>('input, textarea');
          fields?.[0]?.focus();
          onDiscard();
        }}
      >
        {t('common.draftDiscard')}
      </Button>
    </Callout>
  );
}
