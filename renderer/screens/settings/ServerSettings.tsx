import { Button } from '@blueprintjs/core';
import { useTranslation } from 'react-i18next';
import { useDesk } from '../../app/desk';
import { signOut } from '../../app/leaving';
import { ServerChooser } from '../../app/ServerChooser';
import { useTitles } from '../../app/titles';

/** Selects the server. A signed-in user must sign out first, because the open screens belong to the current server. */
export function ServerSettings() {
  const { t } = useTranslation();
  const { environments, environment, session, managed } = useDesk();
  const titleOf = useTitles();
  const server = environments.find(({ id }) => id === environment);
  if (session.status !== 'signedIn')
    return (
      <div className="fc-setting">
        <ServerChooser />
      </div>
    );
  return (
    <div className="fc-setting">
      <div className="fc-setting-head">
        <h3>{t('app.server')}</h3>
      </div>
      <p>
        {server?.base === null ? t('access.serverEmbedded') : server?.name}
        <span className="fc-muted"> · {server?.base ?? t('access.serverEmbeddedDetail')}</span>
      </p>
      {managed.locked.includes('server') ? (
        <p className="fc-muted">{t('settings.managed')}</p>
      ) : (
        <>
          <p className="fc-muted">{t('settings.serverDetail')}</p>
          <Button onClick={() => void signOut(titleOf)}>{t('settings.serverChange')}</Button>
        </>
      )}
    </div>
  );
}
