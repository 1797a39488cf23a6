import './home.css';
import { Callout } from '@blueprintjs/core';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { useDesk } from '../../app/desk';
import { useTabPath } from '../../app/TabFrame';
import { closeTab } from '../../app/tabs';
import { PasswordForm } from './parts/PasswordForm';

/** Screen to change the user's own password; after signing in with a one-time password, the only screen. */
export default function ResetPassword() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const path = useTabPath();
  const forced = useDesk(({ session }) => session.profile?.mustChangePassword === true);
  return (
    <section className="fc-narrow">
      <h1>{t('access.resetTitle')}</h1>
      {forced && (
        <Callout compact intent="warning">
          {t('access.resetForced')}
        </Callout>
      )}
      <PasswordForm
        first
        onDone={() => {
          closeTab(path);
          navigate('/home', { replace: true });
        }}
      />
    </section>
  );
}
