import { Button, NonIdealState } from '@blueprintjs/core';
import { Lock } from '@blueprintjs/icons';
import { isKeyOf } from '@contract/names';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { desktop } from '../api/bridge';
import { useDesk } from './desk';
import { useSpeech } from './language';

/** Page for a screen that is not permitted, without a session: leads to the sign-in. */
export function NoPermission() {
  const { t } = useTranslation();
  const [search] = useSearchParams();
  const navigate = useNavigate();
  return (
    <main className="fc-page-centre">
      <Refusal
        menu={search.get('for') ?? ''}
        way={t('app.toHome')}
        onLeave={() => navigate('/home', { replace: true })}
      />
    </main>
  );
}

/** The same page on the desk, in place of a screen: menu, palette and sign-out stay available. */
export function RefusedScreen({ menu }: { menu: string }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const alone = useDesk((desk) => desk.alone !== null);
  return (
    <div className="fc-tab-body fc-refused">
      <Refusal
        menu={menu}
        way={t(alone ? 'app.ownClose' : 'app.toHome')}
        onLeave={() => (alone ? void desktop.windows.close() : navigate('/home'))}
      />
    </div>
  );
}

/** Message on which permission is missing and who grants it. */
function Refusal({ menu, way, onLeave }: { menu: string; way: string; onLeave: () => void }) {
  const { t } = useTranslation();
  const { words } = useSpeech();
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus({ preventScroll: true }), []);
  const name = isKeyOf(words.menu, menu) ? words.menu[menu] : undefined;
  return (
    <NonIdealState
      icon={<Lock size={40} />}
      title={t('app.noPermissionTitle')}
      description={name ? t('app.noPermissionDetail', { name }) : t('app.noPermissionPlain')}
      action={
        <Button ref={button} intent="primary" onClick={onLeave}>
          {way}
        </Button>
      }
    />
  );
}
