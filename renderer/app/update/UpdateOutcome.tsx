import { Button, Callout } from '@blueprintjs/core';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { desktop } from '../../api/bridge';
import { BusyButton } from '../../ui/BusyButton';
import { ReleaseNotes } from './ReleaseNotes';
import { command, followUpdates, useUpdate } from './updates';

/** Notice after the restart on whether the update succeeded, and what to do if not; nothing otherwise. */
export function UpdateOutcome() {
  const { t } = useTranslation();
  const update = useUpdate();
  useEffect(followUpdates, []);
  const outcome = update?.outcome;
  if (!update || !outcome || update.phase === 'installing') return null;
  const { landed, version, from, place, notes } = outcome;
  const close = (
    <Button size="small" onClick={() => command('dismiss')}>
      {t('common.close')}
    </Button>
  );
  if (landed)
    return (
      <Callout compact intent="success" className="fc-banner" role="status">
        {t('update.landed', { version, from })} {close}
        <ReleaseNotes of={notes} title={t('update.notes')} />
      </Callout>
    );
  return (
    <Callout compact intent="warning" className="fc-banner" role="alert">
      <p className="fc-update-failed">
        {t('update.failed', { version, running: update.running })}{' '}
        {place ? t('update.failedPlace', { place }) : t('update.failedNoPlace')}
      </p>
      <BusyButton size="small" busy={update.phase === 'looking'} onClick={() => command('look')}>
        {t('common.retry')}
      </BusyButton>{' '}
      {place && (
        <>
          <Button size="small" onClick={() => void desktop.update.show()}>
            {t('common.showInFolder')}
          </Button>{' '}
        </>
      )}
      {close}
    </Callout>
  );
}
