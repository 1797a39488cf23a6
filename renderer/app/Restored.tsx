import { Button, Callout } from '@blueprintjs/core';
import { useTranslation } from 'react-i18next';
import { ownTime } from './zone';

/** Notice that a draft was restored, and from when; nothing if none was. */
export function Restored({ at, onDiscard }: { at: string | undefined; onDiscard: () => void }) {
  const { t } = useTranslation();
  if (!at) return null;
  return (
    <Callout compact intent="primary" className="fc-banner">
      {t('common.draftFound', { at: ownTime(at) })}{' '}
      <Button
        size="small"
        onClick={({ currentTarget }) => {
          // This button unmounts with the notice, so focus the first field first.
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
