import { TextArea } from '@blueprintjs/core';
import { Plus } from '@blueprintjs/icons';
import type { FileKind } from '@contract/files/fileKindNames';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { client } from '../../../api/client';
import { useKept } from '../../../app/drafts';
import { BusyButton } from '../../../ui/BusyButton';
import { useTabOfScanner } from '../../../ui/scanner';
import { isComposing } from '../../../ui/shortcuts';
import { notifyFailed } from '../../../ui/toaster';
import { UploadMenu } from '../../shared/bill/UploadMenu';
import { NotFound } from './NotFound';

/** Kinds of files that set nodes on many bills at once. */
const BY_FILE: readonly FileKind[] = ['time_node', 'flight', 'pod'];

/** Finds bills by pasted numbers of bills, boxes or parcels. */
export function TrackPaste({ onFound }: { onFound: (ids: readonly number[]) => void }) {
  const { t } = useTranslation();
  const [typed, setTyped] = useKept('pasted', '');
  const [notFound, setNotFound] = useState<readonly string[]>([]);
  const [busy, setBusy] = useState(false);
  const find = async () => {
    if (!typed.trim() || busy) return;
    setBusy(true);
    try {
      const { hits, notFound: missing } = await client.bill.search({ query: { keyword: typed.trim() } });
      onFound(hits.flatMap(({ billId }) => billId ?? []));
      setNotFound(missing);
      setTyped(missing.join('\n'));
    } catch (error) {
      notifyFailed(error);
    }
    setBusy(false);
  };
  const tab = useTabOfScanner(() => void find());
  return (
    <>
      <form
        className="fc-track-paste"
        onSubmit={(event) => {
          event.preventDefault();
          void find();
        }}
      >
        <TextArea
          fill
          rows={2}
          aria-label={t('bill.nodesNumbers')}
          placeholder={t('bill.nodesHint')}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          onKeyDown={(event) => {
            tab(event);
            if (event.key === 'Enter' && !event.shiftKey && !isComposing(event)) {
              event.preventDefault();
              void find();
            }
          }}
        />
        <BusyButton type="submit" icon={<Plus />} busy={busy}>
          {t('bill.nodesFind')}
        </BusyButton>
        <UploadMenu of={BY_FILE} />
      </form>
      <NotFound numbers={notFound} />
    </>
  );
}
