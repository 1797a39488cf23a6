import { Button, FormGroup, InputGroup } from '@blueprintjs/core';
import type { PmcAction, PmcView } from '@contract/warehouse/pmc';
import { type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { client } from '../../../api/client';
import { invalidate, queryClient } from '../../../api/queries';
import { useSpeech } from '../../../app/language';
import { confirmDeletion } from '../../../resource/confirmDeletion';
import { ReasonDialog } from '../../../resource/ReasonDialog';
import { AppDialog } from '../../../ui/AppDialog';
import { notifyFailed } from '../../../ui/toaster';

/** Actions on a PMC record, in menu order. */
export const PMC_ACTIONS = [
  'update',
  'unload',
  'undoUnload',
  'giveBack',
  'undoReturn',
  'lose',
  'undoLost',
  'delete',
] as const satisfies PmcAction[];

/** Carries out actions on PMC records, with the required dialogs. `onUpdate` opens the form of one. */
export function usePmcActions(onUpdate: (pmc: PmcView) => void): {
  readonly act: (pmc: PmcView, action: PmcAction) => Promise<void>;
  readonly dialogs: ReactNode;
} {
  const { t } = useTranslation();
  const speech = useSpeech();
  const [asking, setAsking] = useState<{ pmc: PmcView; action: 'giveBack' | 'lose' } | null>(null);

  const carryOut = async (
    pmc: PmcView,
    action: PmcAction,
    more: { reason?: string; returnedTo?: string } = {},
  ) => {
    const params = { id: pmc.pickId ?? 0 };
    try {
      if (action === 'delete') await client.pmc.remove({ params, query: { pmcId: pmc.id } });
      else
        await client.pmc.act({
          params,
          body: { pmcId: pmc.id, version: pmc.version, action: action as 'unload', ...more },
        });
    } finally {
      await invalidate(queryClient, 'pmc');
    }
  };
  const run = async (...given: Parameters<typeof carryOut>) => {
    try {
      await carryOut(...given);
      setAsking(null);
    } catch (failed) {
      notifyFailed(failed);
    }
  };
  const act = async (pmc: PmcView, action: PmcAction) => {
    if (action === 'update') return onUpdate(pmc);
    if (action === 'giveBack' || action === 'lose') return setAsking({ pmc, action });
    if (action === 'delete') {
      if (!(await confirmDeletion(t, pmc.uldNo))) return;
    }
    return run(pmc, action);
  };
  const dialogs = (
    <>
      {asking?.action === 'lose' && (
        <ReasonDialog
          title={speech.action('pmc', 'lose')}
          label={t('warehouse.lostAsk')}
          onReason={(reason) => carryOut(asking.pmc, 'lose', { reason })}
          onClose={() => setAsking(null)}
        />
      )}
      {asking?.action === 'giveBack' && (
        <ReturnDialog
          onReturn={(returnedTo) => void run(asking.pmc, 'giveBack', { returnedTo })}
          onClose={() => setAsking(null)}
        />
      )}
    </>
  );
  return { act, dialogs };
}

function ReturnDialog({ onReturn, onClose }: { onReturn: (to: string) => void; onClose: () => void }) {
  const { t } = useTranslation();
  const speech = useSpeech();
  const id = useId();
  const [to, setTo] = useState('');
  return (
    <AppDialog
      title={speech.action('pmc', 'giveBack')}
      onClose={onClose}
      onSubmit={() => to.trim() && onReturn(to.trim())}
      actions={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button type="submit" intent="primary" disabled={!to.trim()}>
            {speech.action('pmc', 'giveBack')}
          </Button>
        </>
      }
    >
      <FormGroup label={t('warehouse.returnedToAsk')} labelFor={id}>
        <InputGroup
          id={id}
          autoFocus
          maxLength={120}
          value={to}
          onChange={(event) => setTo(event.currentTarget.value)}
        />
      </FormGroup>
    </AppDialog>
  );
}
