import { Button, Callout } from '@blueprintjs/core';
import { useTranslation } from 'react-i18next';
import { ownTime } from './zone';

/** Notice that another window edited the same form, with buttons to continue here; nothing otherwise. */
export function TypedElsewhere(props: {
  readonly at: string | undefined;
  /** True if this form has different changes. */
  readonly changed: boolean;
  readonly onGoOn: (which: 'theirs' | 'mine') => void;
}) {
  const { at, changed, onGoOn } = props;
  const { t } = useTranslation();
  if (!at) return null;
  return (
    <Callout compact intent="warning" role="alert" className="fc-banner">
      {t('common.typedElsewhere', { at: ownTime(at) })}{' '}
      <Button size="small" onClick={() => onGoOn('theirs')}>
        {t('common.goOnTheirs')}
      </Button>{' '}
      {changed && (
        <Button size="small" onClick={() => onGoOn('mine')}>
          {t('common.goOnMine')}
        </Button>
      )}
    </Callout>
  );
}
