import { FocusStyleManager, HotkeysContext } from '@blueprintjs/core';
import { problem } from '@contract/errors';
import { type ContextType, useEffect } from 'react';
import { HashRouter, Navigate, Route, Routes, useLocation } from 'react-router-dom';
import { Questions } from '../ui/ask';
import { listenToDialogEnds } from '../ui/dialogEnds';
import { listenToMenus } from '../ui/menuKeys';
import { listenToKeys } from '../ui/shortcuts';
import { notify, Toasts } from '../ui/toaster';
import { setNotice, useDesk } from './desk';
import { FirstRun } from './FirstRun';
import { useSpeech } from './language';
import { Shell } from './laterParts';
import { NoPermission } from './NoPermission';
import { SignIn } from './SignIn';
import { useTheme } from './theme';
import { WindowBoundary } from './WindowBoundary';

FocusStyleManager.onlyShowFocusOnTabs();

/** The window: first start, signing in, or the desk itself. */
export function App() {
  useTheme();
  useEffect(listenToKeys, []);
  useEffect(listenToMenus, []);
  useEffect(listenToDialogEnds, []);
  const asked = useDesk(({ environment }) => environment === null);
  return (
    <HotkeysContext value={NO_SHEET}>
      <WindowBoundary>
        {asked ? (
          <FirstRun />
        ) : (
          // A move is drawn at once: as a transition it would wait for whatever else is to be drawn.
          <HashRouter useTransitions={false}>
            <Routes>
              <Route path="/login" element={<SignIn />} />
              <Route path="/no_permission" element={<NoPermission />} />
              <Route path="/redirect/*" element={<Redirect />} />
              <Route path="*" element={<Guarded />} />
            </Routes>
          </HashRouter>
        )}
        <Toasts />
        <Questions />
      </WindowBoundary>
    </HotkeysContext>
  );
}

/**
 * The library's own sheet of keys stays away: the app has one that knows all of them. So tables do not tell what keys they
 * have, with which all the others would be drawn again whenever one comes to the front.
 */
const NO_SHEET: ContextType<typeof HotkeysContext> = [
  { hotkeys: [], isDialogOpen: false, hasProvider: true },
  () => undefined,
];

/** `/redirect/{path}` opens the path anew: the tab's screen begins from its start. */
function Redirect() {
  const { pathname, search } = useLocation();
  return <Navigate to={`${pathname.slice('/redirect'.length)}${search}`} state={{ reload: true }} replace />;
}

/** Without a session only sign-in, not-found and no-permission can be reached. */
function Guarded() {
  const signedIn = useDesk(({ session }) => session.status === 'signedIn');
  const alone = useDesk((desk) => desk.alone !== null);
  const { pathname } = useLocation();
  const speech = useSpeech();
  const notice = useDesk(({ notice: found }) => found);
  const wanted = pathname !== '/' && pathname !== '/home';
  useEffect(() => {
    // A start without a session asks for nothing in particular; only who wanted a screen is told.
    if (!signedIn && wanted && !notice && !alone) {
      setNotice('loginFirst');
      notify({ text: speech.message(problem('LOGIN_FIRST')), intent: 'warning' });
    }
  }, [signedIn, wanted, notice, speech, alone]);
  // Main closes a window of a single screen once the session has ended: there is nobody to sign in there.
  if (!signedIn && alone) return null;
  return signedIn ? <Shell /> : <Navigate to="/login" replace />;
}
