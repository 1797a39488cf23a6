import type { Attachment } from '@contract/bill/attachment';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { type CallOptions, client } from '../../../api/client';
import { invalidate, queryClient } from '../../../api/queries';
import { useUpload } from '../../../resource/useUpload';

/** Attaches files to a bill. */
export function useAttach(billId: number | null, category: Attachment['category']) {
  const { t } = useTranslation();
  return useUpload({
    call: 'attachment.upload',
    send: useCallback(
      (file: string, options: CallOptions) =>
        client.attachment.upload({ params: { id: billId ?? 0 }, query: { category }, file }, options),
      [billId, category],
    ),
    blocked: billId === null ? t('bill.attachmentChooseBill') : null,
    after: attached,
  });
}

const attached = () => invalidate(queryClient, 'attachment');
