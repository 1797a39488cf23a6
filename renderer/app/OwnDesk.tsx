import { Button } from '@blueprintjs/core';
import { ArrowLeft } from '@blueprintjs/icons';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router-dom';
import { desktop } from '../api/bridge';
import { useShortcuts } from '../ui/shortcuts';
import { BackendBanner } from './BackendBanner';
import { useDesk } from './desk';
import type { Permits } from './guard';
import { mayOpen } from './judge';
import { useReportUnsaved } from './leaving';
import { OpenScreens } from './OpenScreens';
import { ShortcutSheet } from './ShortcutSheet';
import { closeRefused, openTab, reloadTab, useTabs } from './tabs';
import { useTitles } from './titles';
import { useFollow } from './useFollow';
import { useStep } from './useStep';

/** Window for a single screen, without menu and tabs; a screen opened from it replaces it. */
export function OwnDesk({ permits, path: begins }: { permits: Permits; path: string }) {
  const { t } = useTranslation();
  const { tabs, active } = useTabs();
  const navigate = useNavigate();
  const location = useLocation();
  const titleOf = useTitles();
  const person = useDesk(({ session }) => session.profile?.fullName ?? '');
  const [sheet, setSheet] = useState(false);
  const isStarted = useRef(false);
  const follow = useFollow(permits);
  const step = useStep();

  const path = location.pathname + location.search;
  // biome-ignore lint/correctness/useExhaustiveDependencies: navigating to a path again brings it to the front
  useEffect(() => {
    if (!isStarted.current) {
      isStarted.current = true;
      navigate(begins, { replace: true });
      return;
    }
    closeRefused((one) => mayOpen(one, permits));
    const open = follow(path);
    if (open !== null) openTab(open);
  }, [path, location.key, permits, follow, navigate, begins]);

  const current = tabs.find((tab) => tab.path === active);
  const title = current ? titleOf(current) : '';
  useEffect(() => {
    if (title) document.title = title;
  }, [title]);
  useReportUnsaved(titleOf);

  useShortcuts(
    useMemo(
      () => [
        { combo: '?', label: t('app.shortcuts'), run: () => setSheet(true) },
        { combo: 'mod+w', label: t('app.ownClose'), run: () => void desktop.windows.close(), typing: true },
        { combo: 'f5', label: t('app.tabReload'), run: () => active && reloadTab(active), typing: true },
        { combo: 'alt+arrowleft', label: t('common.back'), run: () => navigate(-1), typing: true },
        { combo: 'alt+arrowup', label: t('app.recordPrevious'), run: () => active && void step(active, -1) },
        { combo: 'alt+arrowdown', label: t('app.recordNext'), run: () => active && void step(active, 1) },
      ],
      [t, active, navigate, step],
    ),
  );

  return (
    <div className="fc-own">
      <header className="fc-own-bar">
        <Button
          variant="minimal"
          icon={<ArrowLeft />}
          aria-label={t('common.back')}
          disabled={active === begins}
          onClick={() => navigate(-1)}
        />
        <span>{title}</span>
        <span className="fc-spring" />
        <span className="fc-muted">{person}</span>
      </header>
      <BackendBanner />
      <OpenScreens />
      {sheet && <ShortcutSheet onClose={() => setSheet(false)} />}
    </div>
  );
}
