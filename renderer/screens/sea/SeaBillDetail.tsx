import { Button, NonIdealState } from '@blueprintjs/core';
import { Link } from '@blueprintjs/icons';
import { refusalOf } from '@contract/machine';
import { namesOf } from '@contract/names';
import type { PlannedBill } from '@contract/scheduling/parts';
import { amsRecord } from '@contract/sea/amsRecord';
import {
  type SeaBill,
  type SeaBillAction,
  seaBill,
  seaBillContainer,
  seaBillMachine,
  seaBillStates,
} from '@contract/sea/seaBill';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router-dom';
import * as z from 'zod';
import { read } from '../../api/queries';
import { useData } from '../../api/unshownFailures';
import { useAllowed } from '../../app/guard';
import { useSpeech } from '../../app/language';
import { requireCalls, useServed } from '../../app/offered';
import { idIn } from '../../kinds/recordId';
import { DetailScreen, FieldGroups } from '../../resource/DetailScreen';
import { RecordLoader } from '../../resource/RecordLoader';
import { StateActions } from '../../resource/StateActions';
import { useEditPanel } from '../../resource/useEditPanel';
import { StateTag, toneOf } from '../../ui/StateTag';
import { useLogPart } from '../shared/config/useLogPart';
import { NextDue } from '../shared/sea/deadlines';
import { SEA_BILLS, seaBillScreen } from '../shared/sea/seaBillScreen';
import { LinkedBills } from '../shared/transport/LinkedBills';
import { PartTable } from '../shared/transport/PartTable';
import { ContainerCharges } from './parts/ContainerCharges';
import { Filings } from './parts/Filings';
import { useFilesPart } from './parts/filesPart';
import { Manifests } from './parts/Manifests';
import { NodeTable } from './parts/NodeTable';
import { SeaPapers } from './parts/SeaPapers';
import { useSeaBillSteps } from './parts/useSeaBillSteps';

/** Screen of one sea bill: its goods, its progress, its filings, and its log. */
export default function SeaBillDetail() {
  const id = idIn(useParams().id);
  return (
    <RecordLoader
      query={id === null ? null : read('seaBill', 'get', { params: { id } })}
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
  const mayEdit = useAllowed(seaBill.edit);
  const seesAms = useAllowed(amsRecord.view);
  const { id, mblNo } = bill;
  const data = useData(read('seaBill', 'parts', { params: { id } }));
  const files = useFilesPart('sea_bill', bill);
  const log = useLogPart('seaBill', id);
  const editing = useEditPanel({
    screen: seaBillScreen,
    row: bill,
    title: mblNo,
    list: SEA_BILLS,
    closed: refusalOf(seaBillMachine, 'update', bill) !== undefined,
  });
  const steps = useSeaBillSteps(bill, editing);

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
          <>
            <SeaPapers bill={bill} />
            <StateActions
              machine={seaBillMachine}
              row={bill}
              first={['update']}
              all={ACTIONS}
              onAct={steps.act}
            />
          </>
        }
        parts={[
          {
            id: 'facts',
            title: t('common.overview'),
            panel: <SeaBillFacts bill={bill} />,
          },
          {
            id: 'containers',
            requiredCalls: requireCalls('seaBill.parts'),
            title: t('transport.containers'),
            count: bill.containers.length,
            panel: <BillContainers bill={bill} />,
          },
          {
            id: 'nodes',
            requiredCalls: requireCalls('seaNode.ofBill'),
            title: t('sea.nodes'),
            panel: <NodeTable bill={bill} />,
          },
          {
            id: 'filings',
            requiredCalls: requireCalls('seaBill.parts'),
            title: t('sea.filings'),
            panel: <Filings bill={bill} />,
          },
          ...(seesAms
            ? [
                {
                  id: 'ams',
                  requiredCalls: requireCalls('amsRecord.list'),
                  title: t('sea.ams'),
                  panel: <Manifests bill={bill} />,
                },
              ]
            : []),
          {
            id: 'bill',
            requiredCalls: requireCalls('seaBill.parts'),
            title: t('sea.linkedBill'),
            count: bill.billId === null ? 0 : 1,
            panel: <BillOfSeaBill bill={data?.bill} {...(mayLink ? steps.linking : {})} />,
          },
          files,
          log,
        ]}
      />
      {editing.panel}
      {steps.dialogs}
    </>
  );
}

/** Fields of a sea bill. */
function SeaBillFacts({ bill }: { bill: SeaBill }) {
  const { t } = useTranslation();
  return (
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
            ...(['polCode', 'podCode', 'loadingAt', 'etd', 'atd', 'eta', 'ata'] as const),
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
  );
}

/** Containers of a sea bill. */
function BillContainers({ bill }: { bill: SeaBill }) {
  const { t } = useTranslation();
  const servesCharges = useServed('containerCharge.list');
  if (bill.containers.length === 0)
    return (
      <NonIdealState title={t('transport.noContainers')} description={t('transport.noContainersDetail')} />
    );
  return (
    <>
      <PartTable
        label={t('transport.containers')}
        schema={container}
        resource="seaContainer"
        rows={bill.containers.map((one) => ({ ...one, id: one.containerNo }))}
        fields={CONTAINER_FIELDS}
      />
      {servesCharges && <ContainerCharges bill={bill} />}
    </>
  );
}

/** The bill linked to a sea bill, or the button that links one. */
function BillOfSeaBill(props: {
  bill: PlannedBill | null | undefined;
  onLink?: () => void;
  onUnlink?: () => Promise<void>;
}) {
  const { t } = useTranslation();
  const { bill, onLink, onUnlink } = props;
  if (bill) return <LinkedBills bills={[bill]} fields={BILL_FIELDS} none="" onUnlink={onUnlink} />;
  return (
    <NonIdealState
      title={t('sea.noBill')}
      description={t('sea.noBillDetail')}
      {...(onLink
        ? {
            action: (
              <Button intent="primary" icon={<Link />} onClick={onLink}>
                {t('sea.linkBill')}
              </Button>
            ),
          }
        : {})}
    />
  );
}
