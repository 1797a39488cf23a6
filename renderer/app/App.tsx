import { FocusStyleManager, HotkeysContext } from '@blueprintjs/core';
import { problem } from '@contract/errors';
import { type ContextType, useEffect, useRef } from 'react';
import { HashRouter, Navigate, Route, Routes, useLocation } from 'react-router-dom';
import { Questions } from '../ui/ask';
import { listenToDialogEnds } from '../ui/dialogEnds';
import { listenToMenus } from '../ui/menuKeys';
import { listenToKeys } from '../ui/shortcuts';
import { notify, Toasts } from '../ui/toaster';
import { requireSignIn, useDesk } from './desk';
import { FirstRun } from './FirstRun';
import { speechOf } from './language';
import { isScreen, Shell } from './laterParts';
import { NoPermission } from './NoPermission';
import { NO_PERMISSION, SIGN_IN, withoutRedirect } from './pages';
import { SignIn } from './SignIn';
import { useTheme } from './theme';
import { WindowBoundary } from './WindowBoundary';

FocusStyleManager.onlyShowFocusOnTabs();

/** The window: first start, sign-in, or the desk. */
export function App() {
  useTheme();
  useEffect(listenToKeys, []);
  useEffect(listenToMenus, []);
  useEffect(listenToDialogEnds, []);
  const isFirstRun = useDesk(({ environment }) => environment === null);
  return (
    <HotkeysContext value={NO_SHEET}>
      <WindowBoundary>
        {isFirstRun ? (
          <FirstRun />
        ) : (
          // Navigation is drawn at once; as a transition it would wait for other renders.
          <HashRouter useTransitions={false}>
            <Place />
          </HashRouter>
        )}
        <Toasts />
        <Questions />
      </WindowBoundary>
    </HotkeysContext>
  );
}

/**
 * Disables the library's sheet of hotkeys: the app has its own with all of them. Tables then do not register their
 * keys, which would redraw all other tables whenever one comes to the front.
 */
const NO_SHEET: ContextType<typeof HotkeysContext> = [
  { hotkeys: [], isDialogOpen: false, hasProvider: true },
  () => undefined,
];

/** The desk while the user is signed in, at any address; otherwise the pages reachable without a session. */
function Place() {
  const signedIn = useDesk(({ session }) => session.status === 'signedIn');
  const alone = useDesk((desk) => desk.alone !== null);
  const location = useLocation();
  // The address at which the session ended is left over from it, not a request.
  const left = useRef<typeof location>(undefined);
  useEffect(() => {
    if (signedIn) left.current = location;
  }, [signedIn, location]);
  if (signedIn) return <Shell />;
  // Main closes a single-screen window once the session has ended; it has no sign-in.
  if (alone) return null;
  if (location === left.current) return <Navigate to={SIGN_IN} replace />;
  return (
    <Routes>
      <Route path={SIGN_IN} element={<SignIn />} />
      <Route path={NO_PERMISSION} element={<NoPermission />} />
      <Route path="*" element={<ToSignIn address={location.pathname + location.search} />} />
    </Routes>
  );
}

/** Redirects to the sign-in; a requested screen is announced there and opened afterwards. */
function ToSignIn({ address }: { address: string }) {
  useEffect(() => {
    void announceWanted(withoutRedirect(address).path);
  }, [address]);
  return <Navigate to={SIGN_IN} replace />;
}

/** Announces a screen to open after the sign-in; ignores the start page and unknown paths. */
async function announceWanted(path: string): Promise<void> {
  if (path === '/' || !(await isScreen(path))) return;
  requireSignIn(path);
  const { language } = useDesk.getState().settings;
  notify({ text: speechOf(language).message(problem('LOGIN_FIRST')), intent: 'warning' });
}
