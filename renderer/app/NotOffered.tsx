import { Button, NonIdealState } from '@blueprintjs/core';
import { Disable, Refresh } from '@blueprintjs/icons';
import { problem } from '@contract/errors';
import { useTranslation } from 'react-i18next';
import { desktop } from '../api/bridge';
import { useDesk } from './desk';
import { useSpeech } from './language';

/** Placeholder of a screen whose calls the server lacks; the server can be asked again. */
export function NotOffered() {
  const { t } = useTranslation();
  const speech = useSpeech();
  const server = useDesk(({ environments, environment }) =>
    environments.find(({ id }) => id === environment),
  );
  return (
    <NonIdealState
      className="fc-screen-error"
      icon={<Disable size={40} />}
      title={speech.message(problem('NOT_OFFERED'))}
      description={t('app.notOfferedDetail', { server: server?.name ?? '' })}
      action={
        <Button icon={<Refresh />} onClick={() => void desktop.environments.askAgain()}>
          {t('common.retry')}
        </Button>
      }
    />
  );
}
