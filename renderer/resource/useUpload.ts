import { problem } from '@contract/errors';
import { useCallback, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { desktop, takeFile } from '../api/bridge';
import type { CallOptions } from '../api/client';
import { useSpeech } from '../app/language';
import { notify, notifyFailed } from '../ui/toaster';

/** A file being uploaded. */
interface Sending {
  readonly name: string;
  /** Progress between 0 and 1. */
  readonly share: number;
}

interface Upload {
  /** Call whose rule says which files are accepted. */
  readonly call: string;
  readonly send: (token: string, options: CallOptions) => Promise<unknown>;
  /** Reason why nothing can be sent yet. */
  readonly blocked?: string | null;
  /** Called at the end; `sent` is true on success. */
  readonly after: (sent: boolean) => Promise<void>;
}

/** Uploads a selected or dropped file, one at a time, with progress and cancel. */
export function useUpload({ call, send, blocked = null, after }: Upload) {
  const { t } = useTranslation();
  const speech = useSpeech();
  const [sending, setSending] = useState<Sending | null>(null);
  const ender = useRef<AbortController | null>(null);

  const carry = useCallback(
    async (file: { token: string; name: string } | null) => {
      if (!file) return;
      const control = new AbortController();
      ender.current = control;
      setSending({ name: file.name, share: 0 });
      let sent = false;
      try {
        await send(file.token, {
          signal: control.signal,
          key: crypto.randomUUID(),
          onProgress: (done, total) => setSending({ name: file.name, share: total > 0 ? done / total : 0 }),
        });
        sent = true;
        notify({ text: t('bill.attachmentDone', { name: file.name }), intent: 'success' });
      } catch (error) {
        notifyFailed(error);
      } finally {
        setSending(null);
        await after(sent);
      }
    },
    [send, after, t],
  );
  const guarded = useCallback(
    async (pick: () => Promise<{ token: string; name: string } | null>) => {
      if (blocked !== null) return notify({ text: blocked, intent: 'warning' });
      try {
        await carry(await pick());
      } catch (error) {
        notifyFailed(error);
      }
    },
    [blocked, carry],
  );
  return {
    sending,
    cancel: () => ender.current?.abort(),
    choose: () => void guarded(() => desktop.files.pick({ call })),
    drop: (files: readonly File[]) => {
      const [file, ...more] = files;
      if (!file) return;
      if (more.length > 0) notify({ text: speech.message(problem('FILE_ONE')), intent: 'danger' });
      else void guarded(() => takeFile(file));
    },
  };
}
