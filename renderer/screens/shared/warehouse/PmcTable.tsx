import { Button, HTMLTable, Menu, MenuItem } from '@blueprintjs/core';
import { Plus } from '@blueprintjs/icons';
import { type Bill, billMachine } from '@contract/bill/bill';
import { zoneOf } from '@contract/fields';
import { permit } from '@contract/permissions';
import type { PickView } from '@contract/warehouse/pick';
import { type PmcView, pmcMachine, pmcStates, pmcView } from '@contract/warehouse/pmc';
import { useTranslation } from 'react-i18next';
import { allOf, useAnswers } from '../../../api/answers';
import { read } from '../../../api/queries';
import { useAllowed } from '../../../app/guard';
import { useSpeech } from '../../../app/language';
import { useLookups } from '../../../kinds/lookups';
import { PlaceTime } from '../../../kinds/PlaceTime';
import { Answered } from '../../../resource/Answered';
import { StateActions } from '../../../resource/StateActions';
import { DropDown } from '../../../ui/DropDown';
import { StateTag, toneOf } from '../../../ui/StateTag';
import type { TripFormOf } from './TripForm';
import { PMC_ACTIONS, usePmcActions } from './usePmcActions';

const TARGETS = ['airport', 'warehouse'] as const;

/** Aircraft pallets that came with the trips of a bill, until they are returned. */
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
  const lookups = useLookups(TARGETS);
  const time = (pmc: PmcView, field: 'collectedAt' | 'unloadedAt' | 'returnedAt') => {
    const at = pmc[field];
    return at && <PlaceTime at={at} zone={zoneOf(pmcView.shape[field])} row={bill} lookups={lookups} />;
  };
  const mayEdit = useAllowed(permit('bill.warehouse.edit'));
  const open = billMachine.always.every(({ guard }) => !guard(bill));
  const answer = allOf(useAnswers(picks.map(({ id }) => read('pmc', 'list', { params: { id } }))));

  const { act, dialogs } = usePmcActions((pmc) => {
    const pick = picks.find(({ id }) => id === pmc.pickId);
    if (pick) onForm({ kind: 'pmc', bill, pick, pmc });
  });
  const table = (rows: readonly PmcView[]) =>
    rows.length === 0 ? (
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
                  <StateTag tone={toneOf(pmcStates, pmc.state)}>{speech.state('pmc', pmc.state)}</StateTag>
                </td>
                <td>{time(pmc, 'collectedAt')}</td>
                <td>{time(pmc, 'unloadedAt')}</td>
                <td>
                  {time(pmc, 'returnedAt')} {pmc.returnedTo}
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
                    all={PMC_ACTIONS}
                    onAct={(action) => void act(pmc, action)}
                  />
                </td>
              </tr>
            ))}
          </tbody>
        </HTMLTable>
      </div>
    );
  return (
    <section>
      <div className="fc-trips-head">
        <h2>{t('warehouse.pmcs')}</h2>
        <span className="fc-spring" />
        {mayEdit && open && (
          <AddPmc picks={picks} onPick={(pick) => onForm({ kind: 'pmc', bill, pick, pmc: null })} />
        )}
      </div>
      <Answered answer={answer}>{(found) => table(found.flat())}</Answered>
      {dialogs}
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
    <DropDown
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
    </DropDown>
  );
}
