import { Button, Callout } from '@blueprintjs/core';
import { useTranslation } from 'react-i18next';
import { desktop } from '../api/bridge';
import { notifyFailed } from '../ui/toaster';
import { changeSettings, useDesk } from './desk';

/** Notice that hardware acceleration is off or that this is a safe start, with a button to switch back. */
export function GraphicsNotice() {
  const { t } = useTranslation();
  const { why } = useDesk(({ graphics }) => graphics);
  const stays = useDesk(({ settings }) => settings.gpu === 'off');
  if (why === null || why === 'setting' || (stays && why !== 'safeStart')) return null;
  const again = () => void desktop.settings.restart({ gpu: true }).catch(notifyFailed);
  return (
    <Callout compact intent="warning" className="fc-banner" role="status">
      {t(`settings.graphics.${why}`)}{' '}
      <Button size="small" onClick={again}>
        {t(why === 'safeStart' ? 'settings.graphics.asUsual' : 'settings.graphics.again')}
      </Button>{' '}
      {why !== 'safeStart' && (
        <Button size="small" variant="minimal" onClick={() => void changeSettings({ gpu: 'off' })}>
          {t('settings.graphics.stay')}
        </Button>
      )}
    </Callout>
  );
}
