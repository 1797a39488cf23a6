import './update.css';
import { Button } from '@blueprintjs/core';
import { Updated } from '@blueprintjs/icons';
import { useTranslation } from 'react-i18next';
import { UpdateDialog } from './UpdateDialog';
import { showUpdate, useUpdate, useUpdateOpen } from './updates';

/** Notice in the top bar that a new version is available, downloading or waiting for a restart; nothing otherwise. */
export function UpdateNotice() {
  const { t } = useTranslation();
  const update = useUpdate();
  const open = useUpdateOpen();
  if (!update) return null;
  const { phase, offer, progress } = update;
  const percent = progress ? Math.floor((progress.done / progress.total) * 100) : 0;
  const version = offer?.version ?? '';
  const text = {
    found: t('update.found', { version }),
    downloading: t('update.fetching', { percent }),
    ready: t('update.restart'),
  }[phase as 'found' | 'downloading' | 'ready'];
  return (
    <>
      {offer && text && (
        <Button
          variant="minimal"
          intent="primary"
          icon={<Updated />}
          title={t('update.foundTitle', { version })}
          onClick={() => showUpdate(true)}
        >
          {text}
        </Button>
      )}
      {open && offer && <UpdateDialog state={update} offer={offer} onClose={() => showUpdate(false)} />}
    </>
  );
}
