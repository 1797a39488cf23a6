import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { desktop } from '../../../api/bridge';
import { client } from '../../../api/client';
import { invalidate, queryClient } from '../../../api/queries';
import { useServed } from '../../../app/offered';
import { notify, notifyFailed } from '../../../ui/toaster';

/** Adds a photo to the inbound leg of a trip or to a box, if the server accepts photos. */
export function usePhoto(
  call: 'pick.photo' | 'box.photo',
  id: number,
): { readonly add: () => void; readonly offered: boolean } {
  const offered = useServed(call);
  const { t } = useTranslation();
  const run = useCallback(async () => {
    try {
      const file = await desktop.files.pick({ call });
      if (!file) return;
      const input = { params: { id }, file: file.token };
      const options = { key: crypto.randomUUID() };
      if (call === 'pick.photo') await client.pick.photo(input, options);
      else await client.box.photo(input, options);
      notify({ text: t('warehouse.photoDone'), intent: 'success' });
    } catch (failed) {
      notifyFailed(failed);
    }
    await invalidate(queryClient, call === 'pick.photo' ? 'pick' : 'box');
  }, [call, id, t]);
  return { add: () => void run(), offered };
}
