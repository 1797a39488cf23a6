import { BrowserWindow, Notification } from 'electron';
import type { SystemNotice } from '../desktop/notices';

/** Keeps shown notifications referenced; otherwise they are garbage-collected and their clicks are lost. */
const shownNotices = new Set<Notification>();

/** Shows a system notification, if the system supports them. */
export function showNotice({ title, body, click }: SystemNotice): void {
  if (!Notification.isSupported()) return;
  const notice = new Notification({ title, body });
  shownNotices.add(notice);
  notice.on('click', () => {
    shownNotices.delete(notice);
    click();
  });
  notice.on('close', () => shownNotices.delete(notice));
  notice.show();
}

/** True if one of the app's windows has the focus. */
export const isInFront = (): boolean => BrowserWindow.getFocusedWindow() !== null;
