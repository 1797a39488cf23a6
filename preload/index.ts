import { contextBridge, ipcRenderer, webUtils } from 'electron';

/** The names in contract/events: no other event can be listened to. */
const EVENTS = new Set(
  'progress session backend backups outbox open link command settings draft update offered'.split(' '),
);

const decoder = new TextDecoder();

/** The only access of the renderer to the outside: calls by name, events, and a dropped file as a token. */
contextBridge.exposeInMainWorld('bridge', {
  call: async (name: string, input?: unknown, options?: { id?: string; key?: string }) => {
    const answer = await ipcRenderer.invoke('call', name, input, options);
    // Large responses come as bytes. A text is passed to the page as it is; bytes would be copied once more.
    return answer.utf8 ? { ok: true, data: decoder.decode(answer.utf8) } : answer;
  },
  on: (event: string, listener: (payload: unknown) => void) => {
    if (!EVENTS.has(event)) throw new Error(`no event ${event}`);
    const heard = (_event: unknown, payload: unknown) => listener(payload);
    ipcRenderer.on(event, heard);
    return () => ipcRenderer.off(event, heard);
  },
  take: (file: File) => ipcRenderer.invoke('take', webUtils.getPathForFile(file)),
});

// The app opens no peer connections. Other APIs of a frame lead nowhere: main lets nothing out.
contextBridge.executeInMainWorld({
  func: () => {
    for (const name of ['RTCPeerConnection', 'webkitRTCPeerConnection'])
      Reflect.deleteProperty(globalThis, name);
  },
});
