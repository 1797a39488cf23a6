import { Button, NonIdealState } from '@blueprintjs/core';
import { useIsFetching } from '@tanstack/react-query';
import { Fragment, memo, useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router-dom';
import { desktop, listen } from '../api/bridge';
import { showAnswers } from '../api/shownRecords';
import { screenOf } from '../screens';
import { Skeleton } from '../ui/Loading';
import { Progress } from '../ui/Progress';
import {
  activeShortcuts,
  type OfferedAction,
  offeredNow,
  type Shortcut,
  useShortcuts,
} from '../ui/shortcuts';
import { BackendBanner } from './BackendBanner';
import { ownerKey, takeWanted, useDesk } from './desk';
import { forgetKept, loadDrafts, useDraftsReady } from './drafts';
import { FrozenLocation } from './FrozenLocation';
import { GraphicsNotice } from './GraphicsNotice';
import { tabPathOf } from './go';
import { followRefusals, type Permits, usePermits } from './guard';
import { mayOpen } from './judge';
import { KeptNotice } from './KeptNotice';
import { LeftOut } from './LeftOut';
import { useSpeech } from './language';
import { mayLeave, useReportUnsaved } from './leaving';
import { useLinks } from './links';
import { OpenScreens } from './OpenScreens';
import { OwnDesk } from './OwnDesk';
import { loadOutbox } from './outbox';
import { openOwnWindow, takeOwnWish } from './ownWindow';
import { OverlayBoundary, PartBoundary } from './PartBoundary';
import { SIGN_IN } from './pages';
import { Palette } from './palette/Palette';
import { ShortcutSheet } from './ShortcutSheet';
import { Sidebar } from './Sidebar';
import { TabStrip } from './TabStrip';
import { TopBar } from './TopBar';
import {
  clearTabs,
  closeRefused,
  closeTab,
  openTab,
  reloadTab,
  restoreTabs,
  type Tab,
  useTabs,
} from './tabs';
import { useTitles } from './titles';
import { UpdateOutcome } from './update/UpdateOutcome';
import { useFollow } from './useFollow';
import { useTabKeys } from './useTabKeys';

/** True if a path is that of a screen. */
export const isScreen = (path: string): boolean => screenOf(path) !== undefined;

/** The desk of a signed-in user: menu, top bar, tab strip, and the open screens. */
export const Shell = memo(function Shell() {
  const { t } = useTranslation();
  const { permits, error, retry } = usePermits();
  const owner = useDesk(ownerKey);
  const ready = useDraftsReady(owner);
  const alone = useDesk((desk) => desk.alone);
  useEffect(followRefusals, []);
  useEffect(showAnswers, []);
  useEffect(() => {
    void loadDrafts(owner);
    void loadOutbox(owner);
  }, [owner]);
  // Keeps the known permissions when refetching them fails.
  if (error && !permits) {
    return (
      <main className="fc-page-centre">
        <NonIdealState
          title={t('app.permissionsFailed')}
          description={error.message}
          action={
            <>
              <Button intent="primary" onClick={retry}>
                {t('common.retry')}
              </Button>{' '}
              <Button onClick={() => void desktop.account.signOut()}>{t('app.logOut')}</Button>
            </>
          }
        />
      </main>
    );
  }
  if (!permits || !ready) return <Skeleton />;
  if (alone !== null) return <OwnDesk key={owner} permits={permits} path={alone} />;
  return (
    <Fragment key={owner}>
      <FollowPath permits={permits} />
      <FrozenLocation path="/">
        <Desk permits={permits} />
      </FrozenLocation>
    </Fragment>
  );
});

/**
 * Opens the screen of the current path. Draws nothing: the tabs determine what the desk shows, so a navigation is drawn
 * only once, when they have changed.
 */
function FollowPath({ permits }: { permits: Permits }) {
  const navigate = useNavigate();
  const location = useLocation();
  const mustChange = useDesk(({ session }) => session.profile?.mustChangePassword === true);
  const follow = useFollow(permits);
  const restored = useRef(false);
  useEffect(() => clearTabs, []);

  const path = location.pathname + location.search;
  const reload = (location.state as { reload?: boolean } | null)?.reload === true;
  // Leaving a path and returning before the other was drawn changes no state, so the path is requested again.
  const drawn = useRef(path);
  const [again, setAgain] = useState(0);
  useEffect(() => {
    drawn.current = path;
  }, [path]);
  useEffect(() => {
    const back = () => {
      const requested = window.location.hash.slice(1);
      if (requested === drawn.current && requested !== useTabs.getState().active)
        setAgain((count) => count + 1);
    };
    window.addEventListener('hashchange', back);
    return () => window.removeEventListener('hashchange', back);
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: navigating to the present path brings it to the front too
  useEffect(() => {
    const permitted = (one: string) => mayOpen(one, permits);
    if (!restored.current) {
      restored.current = true;
      // Restores the tabs of the last session first; the front one comes to the front unless a path is requested.
      const kept = restoreTabs(permitted);
      const before = takeWanted() ?? kept;
      if (before && (path === '/' || path === SIGN_IN)) {
        navigate(before, { replace: true });
        return;
      }
    } else if (closeRefused(permitted)) {
      navigate('/home', { replace: true });
      return;
    }
    const open = follow(mustChange ? '/home/reset-password' : path);
    if (open === null) return;
    const inTab = tabPathOf(open);
    if (inTab !== open) navigate(inTab, { replace: true, state: null });
    else if (takeOwnWish()) {
      void openOwnWindow(open);
      navigate(useTabs.getState().active ?? '/home', { replace: true, state: null });
    } else {
      openTab(open);
      if (reload) {
        forgetKept(open);
        reloadTab(open);
        navigate(path, { replace: true, state: null });
      }
    }
  }, [path, location.key, again, permits, follow, navigate, reload, mustChange]);
  return null;
}

/** Returns the function that closes tabs, once the user has agreed to leave what they hold. */
function useCloseTabs(titleOf: ReturnType<typeof useTitles>) {
  const navigate = useNavigate();
  return useCallback(
    async (closed: readonly Tab[], to?: string) => {
      const leave = mayLeave(closed, titleOf, 'close');
      if (leave !== true && !(await leave)) return;
      let next: string | null = null;
      for (const tab of closed) next = closeTab(tab.path);
      // The page of a missing permission stays in front while tabs behind it are closed.
      if (to ?? next ?? useTabs.getState().refused === null) navigate(to ?? next ?? '/home');
    },
    [navigate, titleOf],
  );
}

function Desk({ permits }: { permits: Permits }) {
  const { t } = useTranslation();
  const { tabs, active } = useTabs();
  const navigate = useNavigate();
  const [palette, setPalette] = useState<{
    only: 'all' | 'records';
    keys: readonly Shortcut[];
    offered: readonly OfferedAction[];
  } | null>(null);
  const showPalette = useCallback(
    (only: 'all' | 'records') => setPalette({ only, keys: [...activeShortcuts()], offered: offeredNow() }),
    [],
  );
  const showAll = useCallback(() => showPalette('all'), [showPalette]);
  const closePalette = useCallback(() => setPalette(null), []);
  const [sheet, setSheet] = useState(false);
  const showSheet = useCallback(() => setSheet(true), []);
  const closeSheet = useCallback(() => setSheet(false), []);
  const [menuSearch, setMenuSearch] = useState(0);
  const titleOf = useTitles();
  const { words } = useSpeech();
  useLinks();
  useReportUnsaved(titleOf);

  useEffect(
    () =>
      listen('command', ({ name }) => {
        if (name === 'palette') showPalette('all');
        else if (name === 'shortcuts') setSheet(true);
        else navigate(name === 'settings' ? '/home/settings' : '/home/settings?group=diagnostics');
      }),
    [showPalette, navigate],
  );

  const close = useCloseTabs(titleOf);
  const current = tabs.find((tab) => tab.path === active);

  useShortcuts([
    { combo: 'mod+k', label: t('app.go'), run: () => showPalette('all'), typing: true },
    { combo: 'mod+p', label: t('bill.searchTitle'), run: () => showPalette('records'), typing: true },
    { combo: '?', label: t('app.shortcuts'), run: () => setSheet(true) },
    {
      combo: 'mod+b',
      label: t('app.menuSearch'),
      run: () => setMenuSearch((count) => count + 1),
      typing: true,
    },
  ]);
  useTabKeys(close, permits, titleOf);
  useShortcuts([
    { combo: 'g h', label: t('app.toHome'), run: () => navigate('/home') },
    { combo: 'g b', label: words.menu['bill.manage'], run: () => navigate('/bill/bill_manage') },
    { combo: 'g s', label: t('bill.searchTitle'), run: () => navigate('/bill/search') },
  ]);

  return (
    <div className="fc-shell">
      <button type="button" className="fc-skip" onClick={() => document.getElementById('content')?.focus()}>
        {t('app.skip')}
      </button>
      <PartBoundary className="fc-sidebar">
        <Sidebar permits={permits} search={menuSearch} here={current?.path} />
      </PartBoundary>
      <div className="fc-desk">
        <PartBoundary className="fc-top">
          <TopBar onPalette={showAll} onShortcuts={showSheet} permits={permits} />
        </PartBoundary>
        <PartBoundary>
          <TabStrip close={close} titleOf={titleOf} />
        </PartBoundary>
        <Busy />
        <PartBoundary>
          <BackendBanner />
          <GraphicsNotice />
          <UpdateOutcome />
          <KeptNotice titleOf={titleOf} permits={permits} />
          <LeftOut titleOf={titleOf} />
        </PartBoundary>
        <OpenScreens />
      </div>
      {palette && (
        <OverlayBoundary onClose={closePalette}>
          <Palette
            key={palette.only}
            permits={permits}
            only={palette.only}
            shortcuts={palette.keys}
            offered={palette.offered}
            onClose={closePalette}
          />
        </OverlayBoundary>
      )}
      {sheet && (
        <OverlayBoundary onClose={closeSheet}>
          <ShortcutSheet onClose={closeSheet} />
        </OverlayBoundary>
      )}
    </div>
  );
}

/** Thin bar while requests are pending; not shown for fast ones. */
function Busy() {
  const { t } = useTranslation();
  const waiting = useIsFetching() > 0;
  const [shown, setShown] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setShown(waiting), waiting ? 200 : 0);
    return () => clearTimeout(timer);
  }, [waiting]);
  return <div className="fc-busy">{shown && <Progress label={t('common.loading')} />}</div>;
}
