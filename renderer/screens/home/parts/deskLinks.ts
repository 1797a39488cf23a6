import { type AlertEvent, type AlertObject, alertEvents } from '@contract/monitor/alert';
import { type DeskCount, openInspectionStates } from '@contract/report/home';
import type { SpanFilter } from '@contract/rules/daySpans';
import { useNavigate } from 'react-router-dom';
import { handOver } from '../../../app/drafts';
import { today } from '../../../app/zone';
import { billPath } from '../../shared/bill/billPath';
import { openBillList } from '../../shared/bill/openBillList';
import { entryPath } from '../../shared/sea/entryScreen';
import { isfPath } from '../../shared/sea/isfScreen';
import { seaBillPath } from '../../shared/sea/seaBillScreen';

/** Today in the user's zone, as a list filter. */
const TODAY: SpanFilter = { span: 'today', of: 'dateTime' };

/** Returns the actions of the home screen's counts: each opens the list of the counted records. */
export function useCountLinks(): Readonly<Record<DeskCount, () => void>> {
  const navigate = useNavigate();
  const list = (path: string, as: string, state: object) => () => {
    handOver(path, as, state);
    navigate(path);
  };
  const bills = (query: Readonly<Record<string, unknown>>) => () => {
    openBillList({ query });
    navigate('/bill/bill_manage');
  };
  return {
    arrivingToday: bills({ eta: TODAY }),
    inClearance: bills({
      clearanceStatus: ['not_released', 'in_clearance', 'picked_up', 'exception'],
      archived: false,
    }),
    openInspections: list('/bill/fyco', 'fyco-asked', { state: [...openInspectionStates] }),
    trucksToday: list('/config/cmr', 'asked', { departedAt: TODAY }),
    openCases: list('/bill/cases', 'abnormalCase-asked', { state: ['open', 'processing'] }),
    unread: () => {
      handOver('/message/list', 'tab', 'unread');
      navigate('/message/list');
    },
    costsDue: () =>
      list('/bil-fee/cost', 'asked', {
        state: ['unpaid'],
        estimated: false,
        dueDateTo: today(),
      })(),
  };
}

/** A record that needs attention. */
export interface AlertMatch {
  readonly objectId: number;
  readonly objectNo: string;
  readonly billId: number | null;
}

const ofBill = ({ billId }: AlertMatch) => billPath(billId);
/** Path of the screen to handle each kind of record that needs attention. */
const HANDLING_PATHS: Readonly<Record<AlertObject, (match: AlertMatch) => string>> = {
  bill: ofBill,
  t1: ({ billId }) => billPath(billId, 'customs'),
  pmc: ({ billId }) => billPath(billId, 'trips'),
  abnormalCase: ({ billId }) => billPath(billId, 'cases'),
  fileJob: ({ billId }) => (billId === null ? '/bill/files' : billPath(billId, 'files')),
  apiPush: () => '/bill/api_push',
  ioss: () => '/config/ioss',
  standardQuote: ({ objectId }) => `/business/standard-quote/detail/${objectId}`,
  contract: ({ objectId }) => `/business/contract/detail/${objectId}`,
  seaBill: ({ objectId }) => seaBillPath(objectId),
  seaIsf: ({ objectId }) => isfPath(objectId),
  seaEntry: ({ objectId }) => entryPath(objectId),
};
export const handlingPath = (event: AlertEvent, match: AlertMatch): string =>
  HANDLING_PATHS[alertEvents[event].of](match);
