import { Button, Callout } from '@blueprintjs/core';
import { useTranslation } from 'react-i18next';
import { desktop } from '../api/bridge';
import { notifyFailed } from '../ui/toaster';
import { setBoot, useDesk } from './desk';

/** Notice while the embedded data is read-only, with a button to check again. */
export function ReadOnlyNotice() {
  const { t } = useTranslation();
  const environment = useDesk((desk) => desk.environment);
  const { status, code, detail } = useDesk((desk) => desk.backend);
  if (environment !== 'embedded' || status !== 'ready' || code !== 'DATA_READ_ONLY') return null;
  const again = () => void desktop.environments.restart().then(setBoot).catch(notifyFailed);
  return (
    <Callout compact intent="warning" className="fc-banner" role="status">
      {t('app.readOnly', { folder: detail })}{' '}
      <Button size="small" onClick={again}>
        {t('common.retry')}
      </Button>
    </Callout>
  );
}
