import type { EventName, Events } from '@contract/events';
import { BrowserWindow, type IpcMainInvokeEvent, ipcMain } from 'electron';

/** Handlers of the bridge: API and desktop calls by name, and dropped files. */
export type BridgeHandlers = Readonly<
  Record<'call' | 'take', (event: IpcMainInvokeEvent, ...given: unknown[]) => Promise<unknown>>
>;

/** Main's end of the bridge. */
export interface Bridge {
  /** Resolves when a page has sent its first request. */
  readonly firstRequest: Promise<void>;
  /** Sets the handlers; until then requests wait. */
  readonly setHandlers: (handlers: BridgeHandlers) => void;
}

/** Accepts requests at once, so that the window need not wait until the handlers are loaded. */
export function listenToPages(): Bridge {
  const handlers = Promise.withResolvers<BridgeHandlers>();
  const firstRequest = Promise.withResolvers<void>();
  for (const channel of ['call', 'take'] as const)
    ipcMain.handle(channel, async (event, ...given: unknown[]) => {
      firstRequest.resolve();
      return (await handlers.promise)[channel](event, ...given);
    });
  return { firstRequest: firstRequest.promise, setHandlers: handlers.resolve };
}

/** Sends an event to every window, or to all except one. */
export function announce<E extends EventName>(name: E, payload: Events[E], except?: BrowserWindow): void {
  for (const window of BrowserWindow.getAllWindows()) {
    if (!window.isDestroyed() && window !== except) window.webContents.send(name, payload);
  }
}
