import { Tag } from '@blueprintjs/core';
import { type Bill, type BillAction, billMachine, billRow, billStages } from '@contract/bill/bill';
import { billName } from '@contract/bill/billName';
import { namesOf } from '@contract/names';
import { permit } from '@contract/permissions';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router-dom';
import { read } from '../../api/queries';
import { useData } from '../../api/unsaid';
import { useAllowed } from '../../app/guard';
import { useSpeech } from '../../app/language';
import { livesBy } from '../../app/offered';
import { useTabPath } from '../../app/TabFrame';
import { closeTab } from '../../app/tabs';
import { useLookups } from '../../kinds/lookups';
import { idIn } from '../../kinds/recordId';
import { DetailScreen, FieldGroups } from '../../resource/DetailScreen';
import { RecordLoader } from '../../resource/RecordLoader';
import { StateActions } from '../../resource/StateActions';
import { StateTag, toneOf } from '../../ui/StateTag';
import { useShortcuts } from '../../ui/shortcuts';
import { ClearanceTag } from '../shared/bill/ClearanceTag';
import { AttachmentPanel } from './parts/AttachmentPanel';
import { AwbPanel } from './parts/AwbPanel';
import { BillLogs } from './parts/BillLogs';
import { BillNodes } from './parts/BillNodes';
import { BillTimeline } from './parts/BillTimeline';
import { BillTransport } from './parts/BillTransport';
import { BooksPanel } from './parts/BooksPanel';
import { BoxesPanel } from './parts/BoxesPanel';
import { billWords, routeTitle } from './parts/billForm';
import { CasePanel } from './parts/CasePanel';
import { CustomsBoxes } from './parts/CustomsBoxes';
import { CustomsPanel } from './parts/CustomsPanel';
import { FilesPanel } from './parts/FilesPanel';
import { FycoPanel } from './parts/FycoPanel';
import { HsPanel } from './parts/HsPanel';
import { MessagesPanel } from './parts/MessagesPanel';
import { PalletsPanel } from './parts/PalletsPanel';
import { ParcelPanel } from './parts/ParcelPanel';
import { TripsPanel } from './parts/TripsPanel';
import { type BulkAction, useBillActions } from './parts/useBillActions';
import { useNodeActions } from './parts/useNodeActions';

/** Actions offered beside the trips rather than in the head. */
const TRIP_ACTIONS = new Set<BillAction>(['addPick', 'finishPickup', 'reopenPickup']);
const ACTIONS = namesOf(billMachine.actions).filter((one) => !TRIP_ACTIONS.has(one));
const TARGETS = ['customer'] as const;

/** Screen of one bill: its data, its state, its actions, and its history. */
export default function BillDetail() {
  const id = idIn(useParams().id);
  return (
    <RecordLoader
      ask={id === null ? null : read('bill', 'get', { params: { id } })}
      list="/bill/bill_manage"
      title={({ billNo }) => billNo}
    >
      {(bill) => <Detail bill={bill} />}
    </RecordLoader>
  );
}

function Detail({ bill }: { bill: Bill }) {
  const { t } = useTranslation();
  const speech = useSpeech();
  const navigate = useNavigate();
  const path = useTabPath();
  const lookups = useLookups(TARGETS);
  const nameOf = useCallback(() => billName(bill), [bill]);
  const done = useCallback(() => undefined, []);
  const { act, remove, dialogs } = useBillActions({ nameOf, onDone: done });
  const files = useData(read('attachment', 'list', { query: { billId: [bill.id], pageSize: 1 } }));
  const seesWarehouse = useAllowed(permit('bill.warehouse.view'));
  const seesCustoms = useAllowed(permit('bill.customs.view'));
  const seesCases = useAllowed(permit('bill.cases.view'));
  const seesCosts = useAllowed(permit('finance.cost.view'));
  const seesRevenue = useAllowed(permit('finance.revenue.view'));
  const seesFiles = useAllowed(permit('bill.files.view'));
  const nodes = useNodeActions(bill);
  const edit = () => navigate(`/bill/edit_bill?id=${bill.id}`);
  useShortcuts([{ combo: 'e', label: speech.action('bill', 'update'), run: edit }]);

  const onAct = async (action: BillAction) => {
    if (action === 'update') return edit();
    if (nodes.takes(action)) return nodes.open(action);
    if (action !== 'delete') return act(action as BulkAction, { ids: [bill.id] });
    if (await remove(bill)) navigate(closeTab(path) ?? '/bill/bill_manage');
  };
  const customer = lookups.find('customer', bill.customerId);
  return (
    <>
      <DetailScreen
        number={bill.billNo}
        subtitle={[
          bill.batchNo,
          customer && speech.name(customer),
          t('bill.boxesAndParcels', { boxes: bill.boxCount, parcels: bill.packageCount }),
        ]
          .filter(Boolean)
          .join(' · ')}
        badges={
          <>
            <StateTag tone={toneOf(billStages, bill.stage)}>{speech.state('bill', bill.stage)}</StateTag>
            <ClearanceTag bill={bill} />
            {bill.checked && (
              <Tag minimal intent="success">
                {t('bill.checkedBadge')}
              </Tag>
            )}
            {bill.archived && <Tag minimal>{t('bill.archivedBadge')}</Tag>}
            {bill.exceptionCount > 0 && (
              <Tag minimal intent="danger">
                {speech.label('exceptionCount')}: {bill.exceptionCount}
              </Tag>
            )}
            {bill.shortageCount > 0 && (
              <Tag minimal intent="warning">
                {speech.label('shortageCount')}: {bill.shortageCount}
              </Tag>
            )}
          </>
        }
        actions={
          <StateActions
            machine={billMachine}
            row={bill}
            first={['arrive', 'update', 'check', 'recover', 'restore']}
            all={ACTIONS}
            onAct={(action) => void onAct(action)}
          />
        }
        parts={[
          { id: 'overview', title: t('common.overview'), panel: <Overview bill={bill} /> },
          { id: 'awb', lives: livesBy('bill.get'), title: t('bill.awbTab'), panel: <AwbPanel bill={bill} /> },
          ...(seesCustoms
            ? [
                {
                  id: 'customs',
                  lives: livesBy('batch.list'),
                  title: t('clearance.tab'),
                  panel: <CustomsPanel bill={bill} />,
                },
                {
                  id: 'parcels',
                  lives: livesBy('parcel.list'),
                  title: t('common.parcels'),
                  panel: <ParcelPanel bill={bill} />,
                },
                {
                  id: 'customsBoxes',
                  lives: livesBy('parcel.boxes'),
                  title: t('customs.boxes'),
                  panel: <CustomsBoxes bill={bill} />,
                },
                {
                  id: 'hs',
                  lives: livesBy('hsCheck.list'),
                  title: t('clearance.hsTab'),
                  panel: <HsPanel bill={bill} />,
                },
                {
                  id: 'fyco',
                  lives: livesBy('fyco.list'),
                  title: t('customs.fyco'),
                  panel: <FycoPanel bill={bill} />,
                },
              ]
            : []),
          ...(seesWarehouse
            ? [
                {
                  id: 'trips',
                  lives: livesBy('pick.list'),
                  title: t('warehouse.trips'),
                  panel: <TripsPanel bill={bill} />,
                },
                {
                  id: 'boxes',
                  lives: livesBy('box.list'),
                  title: t('warehouse.boxes'),
                  panel: <BoxesPanel bill={bill} />,
                },
                {
                  id: 'pallets',
                  lives: livesBy('pallet.list'),
                  title: t('common.pallets'),
                  panel: <PalletsPanel bill={bill} />,
                },
              ]
            : []),
          ...(seesCases
            ? [
                {
                  id: 'cases',
                  lives: livesBy('abnormalCase.list'),
                  title: t('customs.cases'),
                  panel: <CasePanel bill={bill} />,
                },
              ]
            : []),
          ...(seesFiles
            ? [
                {
                  id: 'files',
                  lives: livesBy('fileJob.list'),
                  title: t('common.files'),
                  panel: <FilesPanel bill={bill} />,
                },
              ]
            : []),
          {
            id: 'attachments',
            lives: livesBy('attachment.list'),
            title: t('common.attachments'),
            count: files?.total,
            panel: <AttachmentPanel bill={bill} />,
          },
          ...(seesCosts || seesRevenue
            ? [{ id: 'books', title: t('finance.books'), panel: <BooksPanel bill={bill} /> }]
            : []),
          {
            id: 'messages',
            lives: livesBy('message.list'),
            title: t('bill.messages'),
            panel: <MessagesPanel bill={bill} />,
          },
          {
            id: 'logs',
            lives: livesBy('bill.logs'),
            title: t('common.log'),
            panel: <BillLogs bill={bill} />,
          },
        ]}
      />
      {dialogs}
      {nodes.dialog}
    </>
  );
}

function Overview({ bill }: { bill: Bill }) {
  const { t } = useTranslation();
  const groups = [
    {
      title: t('common.bill'),
      fields: [
        'customerId',
        'serviceId',
        'channelCode',
        'clearanceType',
        'houseNo',
        'mode',
        'source',
        'remarks',
      ],
    },
    {
      title: t(routeTitle(bill.mode)),
      fields: [
        'flightNo',
        ...(bill.mode === 'sea' ? (['vesselName'] as const) : (['carrierCode', 'routeCode'] as const)),
        'originAirportId',
        'landingAirportId',
        'exportDate',
        'etd',
        'atd',
        'eta',
        'ata',
        'cargoStationId',
        'warehouseId',
      ],
    },
    { title: t('common.delivery'), fields: ['destinationId', 'lastMileId', 'tapeColor', 'markId'] },
    {
      title: t('bill.groupCargo'),
      fields: ['boxCount', 'packageCount', 'weight', 'billingWeight', 'volume', 'totalValue', 'uldNumbers'],
    },
    {
      title: t('bill.groupCounts'),
      fields: [
        'boxCount',
        'noaBoxCount',
        'pickedBoxes',
        'inboundBoxes',
        'outboundBoxes',
        'podBoxCount',
        'shortageCount',
      ],
    },
    {
      title: t('bill.groupParcels'),
      fields: [
        'parcelsClearance',
        'parcelsFree',
        'parcelsHeld',
        'parcelsFailed',
        'parcelsAbnormal',
        'parcelsCompleted',
      ],
    },
    {
      title: t('common.record'),
      fields: [
        'firstParcelAt',
        'clearanceReleasedAt',
        'checkedAt',
        'checkedBy',
        'createdAt',
        'createdBy',
        'updatedAt',
        'updatedBy',
        ...(bill.removedAt ? (['removedAt', 'removedBy', 'removeReason'] as const) : []),
      ],
    },
  ] as const satisfies readonly { title: string; fields: readonly (keyof Bill)[] }[];
  return (
    <>
      <BillNodes bill={bill} />
      <div className="fc-overview">
        <div>
          <BillTransport bill={bill} />
          <FieldGroups schema={billRow} resource={billWords(bill.mode)} row={bill} groups={groups} />
        </div>
        <aside>
          <h2>{t('common.timeline')}</h2>
          <BillTimeline bill={bill} />
        </aside>
      </div>
    </>
  );
}
