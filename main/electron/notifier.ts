import { BrowserWindow, Notification } from 'electron';
import type { Shown } from '../desktop/notices';

/** Keeps shown notifications referenced; otherwise they are garbage-collected and their clicks are lost. */
const standing = new Set<Notification>();

/** Shows a system notification, if the system supports them. */
export function showNotice({ title, body, click }: Shown): void {
  if (!Notification.isSupported()) return;
  const notice = new Notification({ title, body });
  standing.add(notice);
  notice.on('click', () => {
    standing.delete(notice);
    click();
  });
  notice.on('close', () => standing.delete(notice));
  notice.show();
}

/** True if one of the app's windows has the focus. */
export const isInFront = (): boolean => BrowserWindow.getFocusedWindow() !== null;
