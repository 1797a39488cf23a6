import { Button, FormGroup, HTMLTable, InputGroup, Menu, MenuItem, PopoverNext } from '@blueprintjs/core';
import { Plus } from '@blueprintjs/icons';
import { type Bill, billMachine } from '@contract/bill/bill';
import { permit } from '@contract/permissions';
import { formatInstant } from '@contract/rules/zonedTime';
import type { PickView } from '@contract/warehouse/pick';
import { type PmcAction, type PmcView, pmcMachine, pmcStates } from '@contract/warehouse/pmc';
import { useQueries } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureOf } from '../../../api/bridge';
import { client } from '../../../api/client';
import { invalidate, queryClient, read } from '../../../api/queries';
import { useAllowed } from '../../../app/guard';
import { useSpeech } from '../../../app/language';
import { StateActions } from '../../../resource/StateActions';
import { AppDialog } from '../../../ui/AppDialog';
import { ask } from '../../../ui/ask';
import { ReasonDialog } from '../../../ui/ReasonDialog';
import { StateTag } from '../../../ui/StateTag';
import { notify } from '../../../ui/toaster';
import type { TripFormOf } from './TripForm';
import { useBillZones } from './useBillZones';

/** Aircraft pallets that came with the trips of a bill, until they are given back. */
export function PmcTable({
  bill,
  picks,
  onForm,
}: {
  bill: Bill;
  picks: readonly PickView[];
  onForm: (form: TripFormOf) => void;
}) {
  const { t } = useTranslation();
  const speech = useSpeech();
  const zones = useBillZones(bill);
  const mayEdit = useAllowed(permit('bill.warehouse.edit'));
  const open = billMachine.always.every(({ guard }) => !guard(bill));
  const [asking, setAsking] = useState<{ pmc: PmcView; action: 'giveBack' | 'lose' } | null>(null);
  const answers = useQueries({
    queries: picks.map(({ id }) => read('pmc', 'list', { params: { id } }) as never),
  }) as { data?: PmcView[] }[];
  const rows = answers.flatMap(({ data }) => data ?? []);

  const run = async (
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
      setAsking(null);
    } catch (failed) {
      notify({ text: failureOf(failed).message, intent: 'danger' });
    }
    await invalidate(queryClient, 'pmc');
  };
  const act = async (pmc: PmcView, action: PmcAction) => {
    const pick = picks.find(({ id }) => id === pmc.pickId);
    if (action === 'update') return pick && onForm({ kind: 'pmc', bill, pick, pmc });
    if (action === 'giveBack' || action === 'lose') return setAsking({ pmc, action });
    if (action === 'delete') {
      const yes = await ask({
        title: t('common.areYouSure'),
        detail: t('common.deleteOf', { name: pmc.uldNo }),
        confirm: t('common.delete'),
        cancel: t('common.cancel'),
      });
      if (!yes) return;
    }
    return run(pmc, action);
  };
  return (
    <section>
      <div className="fc-trips-head">
        <h2>{t('warehouse.pmcs')}</h2>
        <span className="fc-spring" />
        {mayEdit && open && (
          <AddPmc picks={picks} onPick={(pick) => onForm({ kind: 'pmc', bill, pick, pmc: null })} />
        )}
      </div>
      {rows.length === 0 ? (
        <p className="fc-muted">{t('warehouse.pmcsNone')}</p>
      ) : (
        <div className="fc-wide-table">
          <HTMLTable compact striped className="fc-trip-table">
            <thead>
              <tr>
                <th>{speech.label('uldNo')}</th>
                <th>{speech.label('pickNo')}</th>
                <th>{speech.label('state')}</th>
                <th>{speech.label('collectedAt')}</th>
                <th>{speech.label('unloadedAt')}</th>
                <th>{speech.label('returnedAt')}</th>
                <th>{speech.label('overdueDays')}</th>
                <th>{t('common.operation')}</th>
              </tr>
            </thead>
            <tbody>
              {rows.map((pmc) => (
                <tr key={pmc.id}>
                  <td>{pmc.uldNo}</td>
                  <td>{picks.find(({ id }) => id === pmc.pickId)?.pickNo}</td>
                  <td>
                    <StateTag tone={pmcStates[pmc.state].tone}>{speech.state('pmc', pmc.state)}</StateTag>
                  </td>
                  <td>{pmc.collectedAt && formatInstant(pmc.collectedAt, zones.landing)}</td>
                  <td>{pmc.unloadedAt && formatInstant(pmc.unloadedAt, zones.warehouse)}</td>
                  <td>
                    {pmc.returnedAt && formatInstant(pmc.returnedAt, zones.landing)} {pmc.returnedTo}
                  </td>
                  <td>
                    {pmc.overdueDays > 0 ? (
                      <StateTag tone={pmc.state === 'returned' ? 'neutral' : 'bad'}>
                        {t('warehouse.pmcOverdue', { count: pmc.overdueDays })}
                      </StateTag>
                    ) : (
                      <span className="fc-muted">{t('warehouse.pmcFree', { count: pmc.freeDays })}</span>
                    )}
                  </td>
                  <td>
                    <StateActions
                      machine={pmcMachine}
                      row={pmc}
                      first={['unload', 'giveBack']}
                      all={[
                        'update',
                        'unload',
                        'undoUnload',
                        'giveBack',
                        'undoReturn',
                        'lose',
                        'undoLost',
                        'delete',
                      ]}
                      onAct={(action) => void act(pmc, action)}
                    />
                  </td>
                </tr>
              ))}
            </tbody>
          </HTMLTable>
        </div>
      )}
      {asking?.action === 'lose' && (
        <ReasonDialog
          title={speech.action('pmc', 'lose')}
          label={t('warehouse.lostAsk')}
          onReason={(reason) => void run(asking.pmc, 'lose', { reason })}
          onClose={() => setAsking(null)}
        />
      )}
      {asking?.action === 'giveBack' && (
        <ReturnDialog
          onReturn={(returnedTo) => void run(asking.pmc, 'giveBack', { returnedTo })}
          onClose={() => setAsking(null)}
        />
      )}
    </section>
  );
}

function AddPmc({ picks, onPick }: { picks: readonly PickView[]; onPick: (pick: PickView) => void }) {
  const { t } = useTranslation();
  const [only, ...others] = picks;
  if (!only) return null;
  if (others.length === 0) {
    return (
      <Button icon={<Plus />} onClick={() => onPick(only)}>
        {t('warehouse.pmcAdd')}
      </Button>
    );
  }
  return (
    <PopoverNext
      placement="bottom-end"
      content={
        <Menu>
          {picks.map((pick) => (
            <MenuItem key={pick.id} text={pick.pickNo} label={pick.plateNo} onClick={() => onPick(pick)} />
          ))}
        </Menu>
      }
    >
      <Button icon={<Plus />}>{t('warehouse.pmcAdd')}</Button>
    </PopoverNext>
  );
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
