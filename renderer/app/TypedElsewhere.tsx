import { Button, Callout } from '@blueprintjs/core';
import { useTranslation } from 'react-i18next';
import { ownTime } from './zone';

/** Says that the same form was typed into in another window, and offers to go on here; nothing when it was not. */
export function TypedElsewhere(props: {
  readonly at: string | undefined;
  /** Something else was typed here. */
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
