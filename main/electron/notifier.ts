import { BrowserWindow, Notification } from 'electron';
import type { Shown } from '../desktop/notices';

/** Notices that stand on the screen: one that nobody holds is collected, and its click heard by nobody. */
const standing = new Set<Notification>();

/** Shows a notice by the system's own means, where it has any. */
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

/** Whether one of our windows has the user's eyes. */
export const isInFront = (): boolean => BrowserWindow.getFocusedWindow() !== null;
