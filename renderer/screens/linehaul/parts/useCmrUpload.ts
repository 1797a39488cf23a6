import type { CmrDetail } from '@contract/linehaul/cmr';
import type { CmrFile } from '@contract/linehaul/cmrFile';
import { useCallback } from 'react';
import { type CallOptions, client } from '../../../api/client';
import { invalidate, queryClient } from '../../../api/queries';
import { useUpload } from '../../../resource/useUpload';

/** Uploads a file to a note; `onPod` is called after the signed copy of an undelivered note was uploaded. */
export function useCmrUpload(
  { id, state }: Pick<CmrDetail, 'id' | 'state'>,
  kind: CmrFile['kind'],
  onPod: () => void,
) {
  const call = kind === 'pod' ? 'uploadPod' : 'upload';
  return useUpload({
    call: `cmrFile.${call}`,
    send: useCallback(
      (file: string, options: CallOptions) => client.cmrFile[call]({ params: { id }, file }, options),
      [id, call],
    ),
    after: async (sent) => {
      await invalidate(queryClient, 'cmrFile');
      if (sent && kind === 'pod' && state !== 'delivered') onPod();
    },
  });
}
