import type { Bill } from '@contract/bill/bill';
import type { ApiName } from '@contract/index';
import { permit } from '@contract/permissions';
import type { ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import { read } from '../../../api/queries';
import { useData } from '../../../api/unshownFailures';
import { useAllowed } from '../../../app/guard';
import { requireCalls, useServed } from '../../../app/offered';
import type { DetailPart } from '../../../resource/DetailScreen';
import { AttachmentPanel } from './AttachmentPanel';
import { AwbPanel } from './AwbPanel';
import { BillLogs } from './BillLogs';
import { BillOverview } from './BillOverview';
import { BooksPanel } from './BooksPanel';
import { BoxesPanel } from './BoxesPanel';
import { CasePanel } from './CasePanel';
import { CustodyPanel } from './CustodyPanel';
import { CustomsBoxes } from './CustomsBoxes';
import { CustomsPanel } from './CustomsPanel';
import { FilesPanel } from './FilesPanel';
import { FycoPanel } from './FycoPanel';
import { HsPanel } from './HsPanel';
import { MessagesPanel } from './MessagesPanel';
import { PalletsPanel } from './PalletsPanel';
import { ParcelPanel } from './ParcelPanel';
import { TripsPanel } from './TripsPanel';

const part = (
  id: string,
  requiredCalls: readonly ApiName[],
  title: string,
  panel: ReactElement,
): DetailPart => ({
  id,
  requiredCalls,
  title,
  panel,
});

/** Parts of a bill that the user may see. */
export function useBillParts(bill: Bill): readonly DetailPart[] {
  const { t } = useTranslation();
  const files = useData(read('attachment', 'list', { query: { billId: [bill.id], pageSize: 1 } }));
  const seesWarehouse = useAllowed(permit('bill.warehouse.view'));
  const seesCustoms = useAllowed(permit('bill.customs.view'));
  const seesCases = useAllowed(permit('bill.cases.view'));
  const seesCosts = useAllowed(permit('finance.cost.view'));
  const seesRevenue = useAllowed(permit('finance.revenue.view'));
  const seesFiles = useAllowed(permit('bill.files.view'));
  const customs = () => [
    part('customs', requireCalls('batch.list'), t('clearance.tab'), <CustomsPanel bill={bill} />),
    part('parcels', requireCalls('parcel.list'), t('common.parcels'), <ParcelPanel bill={bill} />),
    part('customsBoxes', requireCalls('parcel.boxes'), t('customs.boxes'), <CustomsBoxes bill={bill} />),
    part('hs', requireCalls('hsCheck.list'), t('clearance.hsTab'), <HsPanel bill={bill} />),
    part('fyco', requireCalls('fyco.list'), t('customs.fyco'), <FycoPanel bill={bill} />),
  ];
  const warehouse = () => [
    part('trips', requireCalls('pick.list'), t('warehouse.trips'), <TripsPanel bill={bill} />),
    part('boxes', requireCalls('box.list'), t('warehouse.boxes'), <BoxesPanel bill={bill} />),
    part('pallets', requireCalls('pallet.list'), t('common.pallets'), <PalletsPanel bill={bill} />),
  ];
  const custody = useServed('custodyMove.stops');
  return [
    { id: 'overview', title: t('common.overview'), panel: <BillOverview bill={bill} /> },
    part('awb', requireCalls('bill.get'), t('bill.awbTab'), <AwbPanel bill={bill} />),
    ...(custody
      ? [part('custody', requireCalls('custodyMove.list'), t('custody.tab'), <CustodyPanel bill={bill} />)]
      : []),
    ...(seesCustoms ? customs() : []),
    ...(seesWarehouse ? warehouse() : []),
    ...(seesCases
      ? [part('cases', requireCalls('abnormalCase.list'), t('customs.cases'), <CasePanel bill={bill} />)]
      : []),
    ...(seesFiles
      ? [part('files', requireCalls('fileJob.list'), t('common.files'), <FilesPanel bill={bill} />)]
      : []),
    {
      id: 'attachments',
      requiredCalls: requireCalls('attachment.list'),
      title: t('common.attachments'),
      count: files?.total,
      panel: <AttachmentPanel bill={bill} />,
    },
    ...(seesCosts || seesRevenue
      ? [{ id: 'books', title: t('finance.books'), panel: <BooksPanel bill={bill} /> }]
      : []),
    part('messages', requireCalls('message.list'), t('bill.messages'), <MessagesPanel bill={bill} />),
    part('logs', requireCalls('bill.logs'), t('common.log'), <BillLogs bill={bill} />),
  ];
}
