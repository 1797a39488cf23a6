import { usePart } from '../../../api/unshownFailures';
import { NotLoaded } from '../../../resource/Answered';
import '../../shared/warehouse/warehouse.css';
import { Button, HTMLTable, NonIdealState, Tag, Tooltip } from '@blueprintjs/core';
import { type Bill, billMachine } from '@contract/bill/bill';
import { zoneOf } from '@contract/fields';
import { refusalOf } from '@contract/machine';
import { permit } from '@contract/permissions';
import {
  expectedBoxes,
  type Leg,
  type LegAction,
  legMachines,
  legStateOf,
  legStates,
  legs,
  type PickView,
  pickView,
} from '@contract/warehouse/pick';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { client } from '../../../api/client';
import { invalidate, queryClient, read } from '../../../api/queries';
import { usePermits } from '../../../app/guard';
import { useSpeech } from '../../../app/language';
import { useLookups } from '../../../kinds/lookups';
import { PlaceTime } from '../../../kinds/PlaceTime';
import { ReasonDialog } from '../../../resource/ReasonDialog';
import { StateActions } from '../../../resource/StateActions';
import { useRemoval } from '../../../resource/useRemoval';
import { AddButton } from '../../../ui/AddButton';
import { Skeleton } from '../../../ui/Loading';
import { StateTag, toneOf } from '../../../ui/StateTag';
import { notify, notifyFailed } from '../../../ui/toaster';
import { CloseLegDialog } from '../../shared/warehouse/CloseLegDialog';
import { PmcTable } from '../../shared/warehouse/PmcTable';
import { Progress } from '../../shared/warehouse/Progress';
import { TripForm, type TripFormOf } from '../../shared/warehouse/TripForm';
import { usePhoto } from '../../shared/warehouse/usePhoto';

const PAGE: Record<Exclude<Leg, 'pickup'>, 'pickInbound' | 'pickClearance' | 'pickOutbound'> = {
  inbound: 'pickInbound',
  clearance: 'pickClearance',
  outbound: 'pickOutbound',
};

/** Trips of a bill, leg by leg, with their actions. */
export function TripsPanel({ bill }: { bill: Bill }) {
  const { t } = useTranslation();
  const speech = useSpeech();
  const { permits } = usePermits();
  const [form, setForm] = useState<TripFormOf | null>(null);
  const [closing, setClosing] = useState<{ pick: PickView; leg: Leg; action: 'finish' | 'reopen' } | null>(
    null,
  );
  const [reopening, setReopening] = useState(false);
  const { data, error, retry } = usePart(read('pick', 'list', { params: { id: bill.id } }));
  if (error && !data) return <NotLoaded error={error} onRetry={retry} />;
  if (!data) return <Skeleton lines={8} />;

  const whole = async (finished: boolean, reason?: string) => {
    try {
      await client.pick.whole({ params: { id: bill.id }, body: { finished, ...(reason ? { reason } : {}) } });
      notify({
        text: t(finished ? 'warehouse.wholeFinished' : 'warehouse.wholeReopened'),
        intent: 'success',
      });
    } finally {
      await invalidate(queryClient, 'pick');
    }
  };
  const finish = () => whole(true).catch(notifyFailed);
  const mayAdd = permits?.allows(permit('bill.warehouse.edit'));
  const refused = refusalOf(billMachine, 'addPick', bill);
  const wholeAction = bill.pickupFinished ? 'reopenPickup' : 'finishPickup';
  const wholeRefused = refusalOf(billMachine, wholeAction, bill);
  return (
    <section className="fc-trips">
      <div className="fc-trips-head">
        <Chain bill={bill} picks={data} />
        <span className="fc-spring" />
        {permits?.allows(billMachine.actions[wholeAction].permission) && (
          <Tooltip disabled={!wholeRefused} content={wholeRefused && speech.message(wholeRefused)}>
            <Button
              disabled={wholeRefused !== undefined}
              onClick={() => (bill.pickupFinished ? setReopening(true) : void finish())}
            >
              {speech.action('bill', wholeAction)}
            </Button>
          </Tooltip>
        )}
        {mayAdd && (
          <Tooltip disabled={!refused} content={refused && speech.message(refused)}>
            <AddButton disabled={refused !== undefined} onAdd={() => setForm({ kind: 'add', bill })}>
              {t('warehouse.tripAdd')}
            </AddButton>
          </Tooltip>
        )}
      </div>
      {data.length === 0 ? (
        <NonIdealState title={t('warehouse.tripsNone')} description={t('warehouse.tripsNoneDetail')} />
      ) : (
        <HTMLTable compact striped className="fc-trip-table fc-leg-table">
          <thead>
            <tr>
              <th>{t('warehouse.trips')}</th>
              {legs.map((leg) => (
                <th key={leg}>{t(`warehouse.${leg}`)}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {data.map((pick) => (
              <Trip
                key={pick.id}
                bill={bill}
                pick={pick}
                onForm={setForm}
                onClose={(leg, action) => setClosing({ pick, leg, action })}
              />
            ))}
          </tbody>
        </HTMLTable>
      )}
      {data.length > 0 && <PmcTable bill={bill} picks={data} onForm={setForm} />}
      <TripForm form={form} onDone={() => setForm(null)} />
      {closing && <CloseLegDialog {...closing} onDone={() => setClosing(null)} />}
      {reopening && (
        <ReasonDialog
          title={speech.action('bill', 'reopenPickup')}
          label={t('warehouse.reasonAsk')}
          onReason={(reason) => whole(false, reason)}
          onClose={() => setReopening(false)}
        />
      )}
    </section>
  );
}

/**
 * Number of boxes at each counting point, with the difference from the previous one. Of counted trips it shows what was
 * missing and what was surplus, because the one may hide the other.
 */
function Chain({ bill, picks }: { bill: Bill; picks: readonly PickView[] }) {
  const { t } = useTranslation();
  const speech = useSpeech();
  const nullIfZero = (count: number) => (count === 0 ? null : count);
  const links = [
    ['boxCount', bill.boxCount],
    ['noaBoxCount', bill.noaBoxCount],
    ['pickedBoxes', nullIfZero(bill.pickedBoxes)],
    ['inboundBoxes', nullIfZero(bill.inboundBoxes)],
    ['outboundBoxes', nullIfZero(bill.outboundBoxes)],
    ['podBoxCount', bill.podBoxCount],
  ] as const;
  const counted = picks.filter(({ missingBoxes }) => missingBoxes !== null);
  const sum = (name: 'missingBoxes' | 'surplusBoxes') =>
    counted.reduce((total, pick) => total + (pick[name] ?? 0), 0);
  const inbound = [
    sum('missingBoxes') > 0 && t('warehouse.missing', { count: sum('missingBoxes') }),
    sum('surplusBoxes') > 0 && t('warehouse.surplus', { count: sum('surplusBoxes') }),
  ].filter(Boolean);
  let before: number | null = null;
  return (
    <ul className="fc-chain" aria-label={t('warehouse.chain')}>
      {links.map(([name, count]) => {
        const difference = count === null || before === null ? 0 : count - before;
        before = count ?? before;
        return (
          <li key={name}>
            <span className="fc-muted">{speech.label(name)}</span>
            <b>{count ?? '–'}</b>
            <span className="fc-muted">
              {count === null
                ? t('warehouse.chainUnknown')
                : name === 'inboundBoxes' && inbound.length > 0
                  ? inbound.join(' · ')
                  : difference < 0
                    ? t('warehouse.chainShort', { count: -difference })
                    : difference > 0
                      ? t('warehouse.chainOver', { count: difference })
                      : ' '}
            </span>
          </li>
        );
      })}
    </ul>
  );
}

function Trip({
  bill,
  pick,
  onForm,
  onClose,
}: {
  bill: Bill;
  pick: PickView;
  onForm: (form: TripFormOf) => void;
  onClose: (leg: Leg, action: 'finish' | 'reopen') => void;
}) {
  const { t } = useTranslation();
  const speech = useSpeech();
  const navigate = useNavigate();
  const { add, offered } = usePhoto('pick.photo', pick.id);
  const { permits } = usePermits();
  const mayEdit = permits?.allows(permit('bill.warehouse.edit')) ?? false;

  const removal = useRemoval('pick');
  const act = async (leg: Leg, action: LegAction) => {
    if (action === 'finish' || action === 'reopen') return onClose(leg, action);
    if (action !== 'delete')
      return onForm(
        leg === 'pickup'
          ? { kind: 'trip', bill, pick }
          : { kind: 'leg', bill, pick, leg, begin: action === 'start' },
      );
    if (leg === 'pickup')
      return removal(pick.pickNo, () => client.pick.remove({ params: { id: bill.id, pickId: pick.id } }));
    return removal(t('warehouse.legEdit', { leg: t(`warehouse.${leg}`), no: pick.pickNo }), () =>
      client[PAGE[leg]].remove({ params: { id: pick.id } }),
    );
  };
  return (
    <tr>
      <td>
        <b>{pick.pickNo}</b>
        <div>{pick.plateNo}</div>
        <div className="fc-muted">
          {[speech.choice('pickKind', pick.kind), pick.truckerName, pick.driverName]
            .filter(Boolean)
            .join(' · ')}
        </div>
        {pick.remark && <div className="fc-muted">{pick.remark}</div>}
      </td>
      {legs.map((leg) => (
        <td key={leg}>
          <LegCell bill={bill} leg={leg} pick={pick}>
            {leg === 'inbound' && (
              <span className="fc-leg-line">
                <Tag minimal intent={pick.photoRequired && pick.photos === 0 ? 'warning' : 'none'}>
                  {pick.photoRequired && pick.photos === 0
                    ? t('warehouse.photoRequired')
                    : t('warehouse.photos', { count: pick.photos })}
                </Tag>
                {mayEdit && offered && (
                  <Button variant="minimal" size="small" onClick={add}>
                    {t('warehouse.photoAdd')}
                  </Button>
                )}
              </span>
            )}
            {(leg === 'outbound' && pick.cmrNo && <span className="fc-muted">{pick.cmrNo}</span>) || null}
            <span className="fc-leg-line">
              <StateActions
                machine={legMachines[leg]}
                row={pick}
                first={leg === 'pickup' ? ['finish'] : ['start', 'finish']}
                all={
                  leg === 'pickup'
                    ? ['update', 'finish', 'reopen', 'delete']
                    : ['start', 'update', 'finish', 'reopen', 'delete']
                }
                onAct={(action) => void act(leg, action)}
              />
              {mayEdit && (leg === 'inbound' || leg === 'outbound') && !pick[`${leg}Finished`] && (
                <Button
                  variant="minimal"
                  onClick={() => navigate(`/warehouse/scan?bill=${bill.id}&leg=${leg}`)}
                >
                  {t('warehouse.scan')}
                </Button>
              )}
            </span>
          </LegCell>
        </td>
      ))}
    </tr>
  );
}

/** Missing and surplus boxes of a finished inbound count, with the reason. */
function Difference({ pick }: { pick: PickView }) {
  const { t } = useTranslation();
  const speech = useSpeech();
  const { missingBoxes: missing, surplusBoxes: surplus, differenceReason } = pick;
  return (
    <span className="fc-leg-line">
      {missing !== null && missing > 0 && (
        <Tag minimal intent="danger">
          {t('warehouse.missing', { count: missing })}
        </Tag>
      )}
      {surplus !== null && surplus > 0 && (
        <Tag minimal intent="warning">
          {t('warehouse.surplus', { count: surplus })}
        </Tag>
      )}
      {differenceReason && (
        <span className="fc-muted">{speech.choice('differenceReason', differenceReason)}</span>
      )}
    </span>
  );
}

const TARGETS = ['airport', 'warehouse'] as const;

function LegCell({
  bill,
  leg,
  pick,
  children,
}: {
  bill: Bill;
  leg: Leg;
  pick: PickView;
  children: React.ReactNode;
}) {
  const speech = useSpeech();
  const lookups = useLookups(TARGETS);
  const state = legStateOf(leg, pick);
  const boxes = pick[`${leg}Boxes`];
  const expected = expectedBoxes(leg, pick);
  const at = pick[`${leg}FinishAt`] ?? pick[`${leg}StartAt`];
  const zone = zoneOf(pickView.shape[`${leg}FinishAt`]);
  return (
    <div className="fc-leg">
      <span className="fc-leg-line">
        <StateTag tone={toneOf(legStates, state)}>{speech.state('leg', state)}</StateTag>
        {boxes !== null && <b>{expected === null ? boxes : `${boxes} / ${expected}`}</b>}
      </span>
      {boxes !== null && expected !== null && <Progress done={boxes} expected={expected} />}
      {at && <PlaceTime at={at} zone={zone} row={bill} lookups={lookups} className="fc-muted" />}
      {leg === 'inbound' && state === 'finished' && <Difference pick={pick} />}
      {children}
    </div>
  );
}
