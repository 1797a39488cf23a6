import type { Attachment } from '@contract/bill/attachment';
import { problem } from '@contract/errors';
import { useCallback, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { desktop, failureOf, takeFile } from '../../../api/bridge';
import { client } from '../../../api/client';
import { invalidate, queryClient } from '../../../api/queries';
import { useSpeech } from '../../../app/language';
import { notify } from '../../../ui/toaster';

/** A file on its way to a bill. */
export interface Sending {
  readonly name: string;
  /** Between 0 and 1. */
  readonly share: number;
}

/** Attaching a file to a bill: chosen or dropped, one at a time, with progress and a way to stop it. */
export function useAttach(billId: number | null, category: Attachment['category']) {
  const { t } = useTranslation();
  const speech = useSpeech();
  const [sending, setSending] = useState<Sending | null>(null);
  const ender = useRef<AbortController | null>(null);

  const send = useCallback(
    async (file: { token: string; name: string } | null) => {
      if (!file || billId === null) return;
      const control = new AbortController();
      ender.current = control;
      setSending({ name: file.name, share: 0 });
      try {
        await client.attachment.upload(
          { params: { id: billId }, query: { category }, file: file.token },
          {
            signal: control.signal,
            key: crypto.randomUUID(),
            onProgress: (done, total) => setSending({ name: file.name, share: total > 0 ? done / total : 0 }),
          },
        );
        notify({ text: t('bill.attachmentDone', { name: file.name }), intent: 'success' });
      } catch (error) {
        notify({ text: failureOf(error).message, intent: 'danger' });
      } finally {
        setSending(null);
        await invalidate(queryClient, 'attachment');
      }
    },
    [billId, category, t],
  );
  const guarded = useCallback(
    async (pick: () => Promise<{ token: string; name: string } | null>) => {
      if (billId === null) return notify({ text: t('bill.attachmentChooseBill'), intent: 'warning' });
      try {
        await send(await pick());
      } catch (error) {
        notify({ text: failureOf(error).message, intent: 'danger' });
      }
    },
    [billId, send, t],
  );
  return {
    sending,
    cancel: () => ender.current?.abort(),
    choose: () => void guarded(() => desktop.files.pick({ call: 'attachment.upload' })),
    drop: (files: readonly File[]) => {
      const [file, ...more] = files;
      if (!file) return;
      if (more.length > 0) notify({ text: speech.message(problem('FILE_ONE')), intent: 'danger' });
      else void guarded(() => takeFile(file));
    },
  };
}
