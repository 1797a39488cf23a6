import { FocusStyleManager, HotkeysContext } from '@blueprintjs/core';
import { problem } from '@contract/errors';
import { type ContextType, useEffect, useRef } from 'react';
import { HashRouter, Navigate, Route, Routes, useLocation } from 'react-router-dom';
import { Questions } from '../ui/ask';
import { listenToDialogEnds } from '../ui/dialogEnds';
import { listenToMenus } from '../ui/menuKeys';
import { listenToKeys } from '../ui/shortcuts';
import { notify, Toasts } from '../ui/toaster';
import { askFirst, useDesk } from './desk';
import { FirstRun } from './FirstRun';
import { speechOf } from './language';
import { Shell } from './laterParts';
import { NoPermission } from './NoPermission';
import { NO_PERMISSION, SIGN_IN, withoutRedirect } from './pages';
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
 * The library's own sheet of keys stays away: the app has one that knows all of them. So tables do not tell what keys they
 * have, with which all the others would be drawn again whenever one comes to the front.
 */
const NO_SHEET: ContextType<typeof HotkeysContext> = [
  { hotkeys: [], isDialogOpen: false, hasProvider: true },
  () => undefined,
];

/** The desk while someone is signed in, whatever the address; else what can be reached without a session. */
function Place() {
  const signedIn = useDesk(({ session }) => session.status === 'signedIn');
  const alone = useDesk((desk) => desk.alone !== null);
  const location = useLocation();
  // Where the session ended nobody asks for: it is what stood there.
  const left = useRef<typeof location>(undefined);
  useEffect(() => {
    if (signedIn) left.current = location;
  }, [signedIn, location]);
  if (signedIn) return <Shell />;
  // Main closes a window of a single screen once the session has ended: there is nobody to sign in there.
  if (alone) return null;
  return (
    <Routes>
      <Route path={SIGN_IN} element={<SignIn />} />
      <Route path={NO_PERMISSION} element={<NoPermission />} />
      <Route
        path="*"
        element={<ToSignIn asked={location === left.current ? null : location.pathname + location.search} />}
      />
    </Routes>
  );
}

/** Leads to the sign-in; says so where a screen was asked for, which is gone to after it. */
function ToSignIn({ asked }: { asked: string | null }) {
  useEffect(() => {
    if (asked !== null) void sayFirst(withoutRedirect(asked).path);
  }, [asked]);
  return <Navigate to={SIGN_IN} replace />;
}

/** Says that a screen comes after the sign-in. A start asks for none, and what is unknown is none. */
async function sayFirst(path: string): Promise<void> {
  if (path === '/') return;
  const { screenOf } = await import('../screens');
  if (!screenOf(path)) return;
  askFirst(path);
  const { language } = useDesk.getState().settings;
  notify({ text: speechOf(language).message(problem('LOGIN_FIRST')), intent: 'warning' });
}
