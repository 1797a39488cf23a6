import { Button, NonIdealState } from '@blueprintjs/core';
import { Error as ErrorIcon, Refresh } from '@blueprintjs/icons';
import { problem } from '@contract/errors';
import { SCREEN_TIMEOUT } from '@contract/limits';
import {
  type ComponentType,
  createContext,
  memo,
  type ReactNode,
  useContext,
  useEffect,
  useState,
} from 'react';
import { useTranslation } from 'react-i18next';
import { Route, Routes } from 'react-router-dom';
import { desktop } from '../api/bridge';
import { screenOf } from '../screens';
import { loadScreen } from '../screens/load';
import { Skeleton } from '../ui/Loading';
import { useEarlyKeys } from '../ui/shortcuts';
import { Boundary } from './Boundary';
import { DiagnosticsButton } from './DiagnosticsButton';
import { WithFailureStrip } from './FailureStrip';
import { FrozenLocation } from './FrozenLocation';
import { useSpeech } from './language';
import { NotOffered } from './NotOffered';
import { useOffersPath } from './offered';
import { nameTab, reloadTab, type Tab } from './tabs';

const TabPath = createContext('');

/** Returns the path of the current tab. */
export const useTabPath = (): string => useContext(TabPath);

/** Sets the title of the current tab to the name of its record. */
export function useTabTitle(title: string | null): void {
  const path = useTabPath();
  useEffect(() => {
    if (title) nameTab(path, title);
  }, [path, title]);
}

/** A screen in its tab: loaded when first shown, kept mounted while another is in front. */
export const TabFrame = memo(function TabFrame({ tab }: { tab: Tab }) {
  const screen = screenOf(tab.path);
  const offered = useOffersPath(tab.path);
  if (!screen) return null;
  const page = offered ? (
    <LoadedScreen key={tab.version} module={screen.module} retry={() => reloadTab(tab.path)} />
  ) : (
    <NotOffered />
  );
  return (
    <TabPath value={tab.path}>
      <ScreenBoundary key={tab.version} retry={() => reloadTab(tab.path)}>
        <WithFailureStrip>
          <FrozenLocation path={tab.path}>
            <Routes>
              <Route path={screen.path} element={page} />
            </Routes>
          </FrozenLocation>
        </WithFailureStrip>
      </ScreenBoundary>
    </TabPath>
  );
});

type ScreenLoad = { readonly screen: ComponentType } | { readonly failed: { code: string } } | null;

function LoadedScreen({ module, retry }: { module: string; retry: () => void }) {
  const [loaded, setLoaded] = useState<ScreenLoad>(null);
  useEffect(() => {
    let here = true;
    const late = setTimeout(() => setLoaded({ failed: { code: 'SCREEN_SLOW' } }), SCREEN_TIMEOUT);
    loadScreen(module)
      // Keeps the state object of a screen loaded before, so that it is not redrawn on returning to the front.
      .then(
        (screen) =>
          here && setLoaded((was) => (was && 'screen' in was && was.screen === screen ? was : { screen })),
      )
      .catch((error: Error & { code?: string }) => {
        void desktop.app.report({
          message: `screen ${module}: ${error.message}`,
          stack: error.stack ?? null,
        });
        if (here) setLoaded({ failed: { code: error.code ?? 'SCREEN_FAILED' } });
      })
      .finally(() => clearTimeout(late));
    return () => {
      here = false;
      clearTimeout(late);
    };
  }, [module]);
  useEarlyKeys(loaded === null);
  if (!loaded) return <Skeleton />;
  // A failed import stays failed for the lifetime of the page, so reload the page; drafts outlive it.
  if ('failed' in loaded)
    return (
      <ScreenError
        code={loaded.failed.code}
        retry={loaded.failed.code === 'SCREEN_FAILED' ? () => window.location.reload() : retry}
      />
    );
  return <loaded.screen />;
}

/** Placeholder of a screen that could not be loaded, took too long, or failed while shown. */
export function ScreenError({ code, detail, retry }: { code: string; detail?: string; retry: () => void }) {
  const { t } = useTranslation();
  const speech = useSpeech();
  const title =
    code === 'MODULE_NOT_FOUND'
      ? t('app.screenMissing')
      : code === 'SCREEN_SLOW'
        ? speech.message(problem('SCREEN_SLOW', { seconds: SCREEN_TIMEOUT / 1000 }))
        : code === 'SCREEN_CRASHED'
          ? t('app.screenCrashed')
          : t('app.screenFailed');
  return (
    <NonIdealState
      className="fc-screen-error"
      icon={<ErrorIcon size={40} />}
      title={title}
      description={
        <>
          <code>{code}</code>
          {detail && <p>{detail}</p>}
        </>
      }
      action={
        <>
          <Button icon={<Refresh />} intent="primary" onClick={retry}>
            {t('common.retry')}
          </Button>{' '}
          <DiagnosticsButton />
        </>
      }
    />
  );
}

/** Confines the failure of one screen to its tab. */
function ScreenBoundary({ children, retry }: { children: ReactNode; retry: () => void }) {
  return (
    <Boundary
      fallback={({ message }) => <ScreenError code="SCREEN_CRASHED" detail={message} retry={retry} />}
    >
      {children}
    </Boundary>
  );
}
