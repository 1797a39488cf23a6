import { Button, NonIdealState } from '@blueprintjs/core';
import { Link } from '@blueprintjs/icons';
import { refusalOf } from '@contract/machine';
import { namesOf } from '@contract/names';
import { amsRecord } from '@contract/sea/amsRecord';
import {
  type SeaBill,
  type SeaBillAction,
  seaBill,
  seaBillContainer,
  seaBillMachine,
  seaBillStates,
} from '@contract/sea/seaBill';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router-dom';
import * as z from 'zod';
import { client } from '../../api/client';
import { invalidate, queryClient, read } from '../../api/queries';
import { useData } from '../../api/unsaid';
import { useKept } from '../../app/drafts';
import { useAllowed } from '../../app/guard';
import { useSpeech } from '../../app/language';
import { livesBy } from '../../app/offered';
import { useTabPath } from '../../app/TabFrame';
import { closeTab } from '../../app/tabs';
import { idIn } from '../../kinds/recordId';
import { DetailScreen, FieldGroups } from '../../resource/DetailScreen';
import { PlainForm, type PlainRow } from '../../resource/ListScreen';
import { ReasonDialog } from '../../resource/ReasonDialog';
import { RecordLoader } from '../../resource/RecordLoader';
import { StateActions } from '../../resource/StateActions';
import { usePlainActions } from '../../resource/usePlainActions';
import { SidePanel } from '../../ui/SidePanel';
import { StateTag, toneOf } from '../../ui/StateTag';
import { useShortcuts } from '../../ui/shortcuts';
import { notify, notifyFailed } from '../../ui/toaster';
import { LogTable } from '../shared/config/LogTable';
import { NextDue } from '../shared/sea/deadlines';
import { SEA_BILLS, seaBillScreen } from '../shared/sea/seaBillScreen';
import { AddBills } from '../shared/transport/AddBills';
import { LinkedBills } from '../shared/transport/LinkedBills';
import { PartTable } from '../shared/transport/PartTable';
import { Filings } from './parts/Filings';
import { useFilesPart } from './parts/filesPart';
import { Manifests } from './parts/Manifests';
import { NodeTable } from './parts/NodeTable';

/** Screen of one sea bill: its goods, its progress, its filings, and its log. */
export default function SeaBillDetail() {
  const id = idIn(useParams().id);
  return (
    <RecordLoader
      ask={id === null ? null : read('seaBill', 'get', { params: { id } })}
      list={SEA_BILLS}
      title={({ mblNo }) => mblNo}
    >
      {(bill) => <Detail bill={bill} />}
    </RecordLoader>
  );
}

const BILL_FIELDS = ['billNo', 'batchNo', 'customerId', 'boxCount', 'kg', 'stage', 'eta', 'ata'] as const;
const container = z.object(seaBillContainer);
const CONTAINER_FIELDS = namesOf(seaBillContainer);
/** Actions in the head; nodes are set in their own part. */
const ACTIONS: readonly SeaBillAction[] = ['update', 'link', 'unlink', 'cancel', 'reopen', 'remove'];

function Detail({ bill }: { bill: SeaBill }) {
  const { t } = useTranslation();
  const speech = useSpeech();
  const navigate = useNavigate();
  const path = useTabPath();
  const mayEdit = useAllowed(seaBill.edit);
  const seesAms = useAllowed(amsRecord.view);
  const [editing, setEditing] = useKept('editing', false);
  const [linking, setLinking] = useState(false);
  const [cancelling, setCancelling] = useState(false);
  const { id, version, mblNo } = bill;
  const data = useData(read('seaBill', 'parts', { params: { id } }));
  const files = useFilesPart('sea_bill', bill);
  const { remove } = usePlainActions(seaBillScreen, () => undefined);
  const row = bill as unknown as PlainRow;
  const edit = () => !refusalOf(seaBillMachine, 'update', bill) && setEditing(true);
  useShortcuts([{ combo: 'e', label: t('common.edit'), run: () => mayEdit && edit() }]);

  const act = async (action: 'cancel' | 'reopen', reason: string | null = null) => {
    await client.seaBill.act({ params: { id }, body: { version, action, reason } });
    notify({
      text: t('common.actionDone', { action: speech.action('seaBill', action), no: mblNo }),
      intent: 'success',
    });
    await invalidate(queryClient, 'seaBill');
  };
  const link = async (billId: number | null) => {
    await client.seaBill.link({ params: { id }, body: { version, billId } });
    await invalidate(queryClient, 'seaBill');
  };
  const onAct = (action: SeaBillAction) => {
    if (action === 'update') edit();
    else if (action === 'link') setLinking(true);
    else if (action === 'cancel') setCancelling(true);
    else if (action === 'remove')
      void remove(row).then((gone) => gone && navigate(closeTab(path) ?? SEA_BILLS));
    else if (action === 'unlink')
      void link(null)
        .then(() => notify({ text: t('sea.billUnlinked'), intent: 'success' }))
        .catch(notifyFailed);
    else if (action === 'reopen') void act(action).catch(notifyFailed);
  };
  const mayLink = mayEdit && !refusalOf(seaBillMachine, 'link', bill);
  return (
    <>
      <DetailScreen
        number={mblNo}
        subtitle={[bill.hblNo, `${bill.polCode} – ${bill.podCode}`, `${bill.vesselName} ${bill.voyageNo}`]
          .filter(Boolean)
          .join(' · ')}
        badges={
          <>
            <StateTag tone={toneOf(seaBillStates, bill.state)}>
              {speech.state('seaBill', bill.state)}
            </StateTag>
            <NextDue bill={bill} />
          </>
        }
        actions={
          <StateActions machine={seaBillMachine} row={bill} first={['update']} all={ACTIONS} onAct={onAct} />
        }
        parts={[
          {
            id: 'facts',
            title: t('common.overview'),
            panel: (
              <FieldGroups
                schema={seaBill.row}
                resource="seaBill"
                row={bill}
                groups={[
                  {
                    title: t('common.bill'),
                    fields: ['mblNo', 'hblNo', 'customerId', 'loadType', 'incoterm'],
                  },
                  {
                    title: t('common.voyage'),
                    fields: [
                      ...(['seaTransportId', 'carrierScac', 'vesselName', 'imoNo', 'voyageNo'] as const),
                      ...(['polCode', 'podCode', 'etd', 'atd', 'eta', 'ata'] as const),
                    ],
                  },
                  {
                    title: t('sea.groupGoods'),
                    fields: ['packages', 'grossWeight', 'volume', 'goodsEn', 'goodsCn'],
                  },
                  {
                    title: t('common.delivery'),
                    fields: ['deliveryCode', 'destinationId', 'warehouseId', 'lastFreeDay'],
                  },
                  {
                    title: t('config.groupOther'),
                    fields: ['remark', 'cancelReason', 'createdAt', 'createdBy', 'updatedAt', 'updatedBy'],
                  },
                ]}
              />
            ),
          },
          {
            id: 'containers',
            lives: livesBy('seaBill.parts'),
            title: t('transport.containers'),
            count: bill.containers.length,
            panel:
              bill.containers.length === 0 ? (
                <NonIdealState
                  title={t('transport.noContainers')}
                  description={t('transport.noContainersDetail')}
                />
              ) : (
                <PartTable
                  label={t('transport.containers')}
                  schema={container}
                  resource="seaContainer"
                  rows={bill.containers.map((one) => ({ ...one, id: one.containerNo }))}
                  fields={CONTAINER_FIELDS}
                />
              ),
          },
          {
            id: 'nodes',
            lives: livesBy('seaNode.ofBill'),
            title: t('sea.nodes'),
            panel: <NodeTable bill={bill} />,
          },
          {
            id: 'filings',
            lives: livesBy('seaBill.parts'),
            title: t('sea.filings'),
            panel: <Filings bill={bill} />,
          },
          ...(seesAms
            ? [
                {
                  id: 'ams',
                  lives: livesBy('amsRecord.list'),
                  title: t('sea.ams'),
                  panel: <Manifests bill={bill} />,
                },
              ]
            : []),
          {
            id: 'bill',
            lives: livesBy('seaBill.parts'),
            title: t('sea.linkedBill'),
            count: bill.billId === null ? 0 : 1,
            panel: data?.bill ? (
              <LinkedBills
                bills={[data.bill]}
                fields={BILL_FIELDS}
                none=""
                onUnlink={mayLink ? () => link(null) : undefined}
              />
            ) : (
              <NonIdealState
                title={t('sea.noBill')}
                description={t('sea.noBillDetail')}
                {...(mayLink
                  ? {
                      action: (
                        <Button intent="primary" icon={<Link />} onClick={() => setLinking(true)}>
                          {t('sea.linkBill')}
                        </Button>
                      ),
                    }
                  : {})}
              />
            ),
          },
          files,
          {
            id: 'logs',
            lives: livesBy('seaBill.logs'),
            title: t('common.log'),
            panel: (
              <LogTable ask={(query) => read('seaBill', 'logs', { params: { id }, query })} offset={60} />
            ),
          },
        ]}
      />
      <SidePanel
        isOpen={editing}
        width={seaBillScreen.width ?? 720}
        title={mblNo}
        onClose={() => setEditing(false)}
      >
        {editing && <PlainForm screen={seaBillScreen} editing={row} onDone={() => setEditing(false)} />}
      </SidePanel>
      {linking && (
        <AddBills
          title={t('sea.linkBillTo', { no: mblNo })}
          ask={read('seaBill', 'candidates', { params: { id } })}
          none={t('sea.noBillToLink')}
          only
          onClose={() => setLinking(false)}
          onLink={async (chosen) => {
            const [billId = null] = chosen.keys();
            await link(billId);
            notify({ text: t('sea.billLinked', { no: mblNo }), intent: 'success' });
          }}
        />
      )}
      {cancelling && (
        <ReasonDialog
          title={speech.action('seaBill', 'cancel')}
          label={speech.label('reason')}
          intent="danger"
          onClose={() => setCancelling(false)}
          onReason={(reason) => act('cancel', reason)}
        />
      )}
    </>
  );
}
