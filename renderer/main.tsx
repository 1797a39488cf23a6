import './fetched';
import 'normalize.css';
import '@blueprintjs/core/lib/css/blueprint.css';
import '@blueprintjs/table/lib/css/table.css';
import '@blueprintjs/select/lib/css/blueprint-select.css';
import '@blueprintjs/datetime/lib/css/blueprint-datetime.css';
import './app/base.css';
import './app/shell.css';
import './resource/list.css';
import './resource/form.css';
import './resource/detail.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import { desktop } from './api/bridge';
import { queryClient } from './api/queries';
import { App } from './app/App';
import { prefetchPicture } from './app/Captcha';
import { followMain, setBoot } from './app/desk';
import { followDrafts } from './app/drafts';
import { followOutbox } from './app/outbox';
import { startWords } from './i18n';

const report = (message: string, stack?: string) =>
  void desktop.app.report({ message: message.slice(0, 2000), stack: stack?.slice(0, 20_000) ?? null });
window.addEventListener('error', ({ message, error }) => report(message, error?.stack));
window.addEventListener('unhandledrejection', ({ reason }) => report(String(reason), reason?.stack));

/**
 * A function waits instead of the module: the chunk with the words of a language imports this module, and each would
 * wait for the other.
 */
async function start(): Promise<void> {
  // Follow main before asking for its state, so that a change in between is not missed.
  followMain();
  const boot = await desktop.app.boot();
  setBoot(boot);
  followOutbox();
  followDrafts();
  await startWords(boot.settings.language);
  if (boot.environment && boot.session.status !== 'signedIn' && !boot.alone) prefetchPicture();
  const root = document.getElementById('root');
  if (!root) return;
  createRoot(root).render(
    <QueryClientProvider client={queryClient}>
      <App />
    </QueryClientProvider>,
  );
}

void start();
