import { namesOf } from '@contract/names';
import { Answered, NotLoaded } from '../../../resource/Answered';
import '../../shared/warehouse/warehouse.css';
import { Button, NonIdealState } from '@blueprintjs/core';
import { Barcode } from '@blueprintjs/icons';
import { type Bill, billMachine } from '@contract/bill/bill';
import { permit } from '@contract/permissions';
import { type PalletAction, type PalletView, palletMachine } from '@contract/warehouse/pallet';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAnswer } from '../../../api/answers';
import { client } from '../../../api/client';
import { invalidate, queryClient, read } from '../../../api/queries';
import { usePart } from '../../../api/unshownFailures';
import { useKept } from '../../../app/drafts';
import { useAllowed } from '../../../app/guard';
import { confirmDeletion } from '../../../resource/confirmDeletion';
import { StateActions } from '../../../resource/StateActions';
import { AddButton } from '../../../ui/AddButton';
import { AppDialog } from '../../../ui/AppDialog';
import { Skeleton } from '../../../ui/Loading';
import { notifyFailed } from '../../../ui/toaster';
import { BoxNumbersDialog } from '../../shared/warehouse/BoxNumbersDialog';
import { LabelDialog } from '../../shared/warehouse/LabelDialog';
import { usePalletChoice } from '../../shared/warehouse/PalletChoice';
import { PalletForm } from '../../shared/warehouse/PalletForm';
import { PalletTable } from '../../shared/warehouse/PalletTable';

const FIELDS = [
  'palletNo',
  'state',
  'destinationCode',
  'boxes',
  'parcels',
  'weight',
  'type',
  'height',
  'sscc',
  'builtAt',
  'remark',
] as const;
const ACTIONS = namesOf(palletMachine.actions);

/** Pallets with boxes of a bill: build, close, load, take apart. */
export function PalletsPanel({ bill }: { bill: Bill }) {
  const { t } = useTranslation();
  const mayEdit =
    useAllowed(permit('bill.warehouse.edit')) && billMachine.always.every(({ guard }) => !guard(bill));
  const [building, setBuilding] = useState<PalletView | 'new' | null>(null);
  const [editing, setEditing] = useKept<PalletView | null>('pallet', null);
  const [emptying, setEmptying] = useState<PalletView | null>(null);
  const [labelling, setLabelling] = useState(false);
  const { chosen, check } = usePalletChoice();
  const { data, error, retry } = usePart(
    read('pallet', 'list', { query: { billId: bill.id, pageSize: 200 } }),
  );
  if (error && !data) return <NotLoaded error={error} onRetry={retry} />;
  if (!data) return <Skeleton />;
  const some = data.list.filter(({ id }) => chosen.has(id));
  const labelled = some.length > 0 ? some : data.list;

  const run = async (pallet: PalletView, action: PalletAction) => {
    try {
      if (action === 'delete') await client.pallet.remove({ params: { id: pallet.id } });
      else
        await client.pallet.act({
          params: { id: pallet.id },
          body: { version: pallet.version, action: action as 'close' },
        });
    } catch (failed) {
      notifyFailed(failed);
    }
    await invalidate(queryClient, 'pallet');
  };
  const act = async (pallet: PalletView, action: PalletAction) => {
    if (action === 'update') return setEditing(pallet);
    if (action === 'addBoxes') return setBuilding(pallet);
    if (action === 'takeBoxes') return setEmptying(pallet);
    if (action === 'delete') {
      if (!(await confirmDeletion(t, pallet.palletNo))) return;
    }
    return run(pallet, action);
  };
  return (
    <section className="fc-trips">
      <div className="fc-trips-head">
        <span className="fc-spring" />
        {data.list.length > 0 && (
          <Button icon={<Barcode />} onClick={() => setLabelling(true)}>
            {t('warehouse.labels')}
          </Button>
        )}
        {mayEdit && <AddButton onAdd={() => setBuilding('new')}>{t('warehouse.palletBuild')}</AddButton>}
      </div>
      {data.list.length === 0 ? (
        <NonIdealState title={t('warehouse.palletsNone')} description={t('warehouse.palletsNoneDetail')} />
      ) : (
        <PalletTable
          label={t('common.pallets')}
          pallets={data.list}
          fields={FIELDS}
          start={check}
          end={(pallet) => (
            <StateActions
              machine={palletMachine}
              row={pallet}
              first={['close', 'load']}
              all={ACTIONS}
              onAct={(action) => void act(pallet, action)}
            />
          )}
        />
      )}
      {labelling && (
        <LabelDialog
          kind="pallet"
          of={{ count: labelled.length, which: { ids: labelled.map(({ id }) => id) } }}
          onDone={() => setLabelling(false)}
        />
      )}
      {building && (
        <BoxNumbersDialog pallet={building === 'new' ? null : building} onDone={() => setBuilding(null)} />
      )}
      {editing && <PalletForm pallet={editing} onDone={() => setEditing(null)} />}
      {emptying && <TakeOff bill={bill} pallet={emptying} onDone={() => setEmptying(null)} />}
    </section>
  );
}

/** Boxes of the bill on a pallet, which can be removed one by one. */
function TakeOff({ bill, pallet, onDone }: { bill: Bill; pallet: PalletView; onDone: () => void }) {
  const { t } = useTranslation();
  const answer = useAnswer(
    read('box', 'list', { params: { id: bill.id }, query: { sort: 'boxNo', pageSize: 500 } }),
  );
  const take = async (boxId: number) => {
    try {
      await client.pallet.take({ params: { id: pallet.id }, query: { boxIds: [boxId] } });
    } catch (failed) {
      notifyFailed(failed);
    }
    await invalidate(queryClient, 'pallet');
  };
  return (
    <AppDialog
      title={t('warehouse.palletBoxes', { no: pallet.palletNo })}
      onClose={onDone}
      actions={<Button onClick={onDone}>{t('common.close')}</Button>}
    >
      <Answered answer={answer}>
        {({ list }) => {
          const standing = list.filter(({ palletId }) => palletId === pallet.id);
          return standing.length === 0 ? (
            <p className="fc-muted">{t('warehouse.palletEmptyList')}</p>
          ) : (
            <ul className="fc-scan-list">
              {standing.map((box) => (
                <li key={box.id}>
                  {box.boxNo}
                  <Button size="small" onClick={() => void take(box.id)}>
                    {t('common.takeOff')}
                  </Button>
                </li>
              ))}
            </ul>
          );
        }}
      </Answered>
    </AppDialog>
  );
}
