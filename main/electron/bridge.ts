import type { EventName, Events } from '@contract/events';
import { BrowserWindow, type IpcMainInvokeEvent, ipcMain } from 'electron';

/** What answers the bridge: a call by its name, and a file that was dropped. */
export type Answers = Readonly<
  Record<'call' | 'take', (event: IpcMainInvokeEvent, ...given: unknown[]) => Promise<unknown>>
>;

/** The end of the bridge in main. */
export interface Bridge {
  /** A page has asked for something. */
  readonly asked: Promise<void>;
  /** What answers, once it is there; until then pages wait. */
  readonly answer: (answers: Answers) => void;
}

/** Hears pages from their beginning on, so that the window need not wait for all that answers it. */
export function listenToPages(): Bridge {
  const answers = Promise.withResolvers<Answers>();
  const asked = Promise.withResolvers<void>();
  for (const channel of ['call', 'take'] as const)
    ipcMain.handle(channel, async (event, ...given: unknown[]) => {
      asked.resolve();
      return (await answers.promise)[channel](event, ...given);
    });
  return { asked: asked.promise, answer: answers.resolve };
}

/** Tells every window of ours, or all but the one that knows. */
export function announce<E extends EventName>(name: E, payload: Events[E], except?: BrowserWindow): void {
  for (const window of BrowserWindow.getAllWindows()) {
    if (!window.isDestroyed() && window !== except) window.webContents.send(name, payload);
  }
}
