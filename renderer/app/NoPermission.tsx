import { Button, NonIdealState } from '@blueprintjs/core';
import { Lock } from '@blueprintjs/icons';
import type { Words } from '@contract/words';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { useSpeech } from './language';

/** Says which permission is missing and who grants it. */
export function NoPermission() {
  const { t } = useTranslation();
  const { words } = useSpeech();
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const name = words.menu[(search.get('for') ?? '') as keyof Words['menu']];
  return (
    <main className="fc-page-centre">
      <NonIdealState
        icon={<Lock size={40} />}
        title={t('app.noPermissionTitle')}
        description={name ? t('app.noPermissionDetail', { name }) : t('app.noPermissionPlain')}
        action={
          <Button intent="primary" onClick={() => navigate('/home', { replace: true })}>
            {t('app.toHome')}
          </Button>
        }
      />
    </main>
  );
}
