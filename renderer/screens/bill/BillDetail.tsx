import { Tag } from '@blueprintjs/core';
import { type Bill, type BillAction, billMachine, billStages } from '@contract/bill/bill';
import { billName } from '@contract/bill/billName';
import { namesOf } from '@contract/names';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router-dom';
import { read } from '../../api/queries';
import { useSpeech } from '../../app/language';
import { useTabPath } from '../../app/TabFrame';
import { closeTab } from '../../app/tabs';
import { useLookups } from '../../kinds/lookups';
import { useNumber } from '../../kinds/NumberInput';
import { idIn } from '../../kinds/recordId';
import { DetailScreen } from '../../resource/DetailScreen';
import { RecordLoader } from '../../resource/RecordLoader';
import { StateActions } from '../../resource/StateActions';
import { StateTag, toneOf } from '../../ui/StateTag';
import { useShortcuts } from '../../ui/shortcuts';
import { ClearanceTag } from '../shared/bill/ClearanceTag';
import { type BulkAction, useBillActions } from './parts/useBillActions';
import { useBillParts } from './parts/useBillParts';
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
      query={id === null ? null : read('bill', 'get', { params: { id } })}
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
  const number = useNumber();
  const navigate = useNavigate();
  const path = useTabPath();
  const lookups = useLookups(TARGETS);
  const nameOf = useCallback(() => billName(bill), [bill]);
  const done = useCallback(() => undefined, []);
  const { act, remove, dialogs } = useBillActions({ nameOf, onDone: done });
  const nodes = useNodeActions(bill);
  const parts = useBillParts(bill);
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
          t('bill.boxesAndParcels', { boxes: number(bill.boxCount), parcels: number(bill.packageCount) }),
        ]
          .filter(Boolean)
          .join(' · ')}
        badges={<BillBadges bill={bill} />}
        actions={
          <StateActions
            machine={billMachine}
            row={bill}
            first={['arrive', 'update', 'check', 'recover', 'restore']}
            all={ACTIONS}
            onAct={(action) => void onAct(action)}
          />
        }
        parts={parts}
      />
      {dialogs}
      {nodes.dialog}
    </>
  );
}

/** State of a bill and of its clearance, and what needs attention. */
function BillBadges({ bill }: { bill: Bill }) {
  const { t } = useTranslation();
  const speech = useSpeech();
  return (
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
          {speech.pair(speech.label('exceptionCount'), bill.exceptionCount)}
        </Tag>
      )}
      {bill.shortageCount > 0 && (
        <Tag minimal intent="warning">
          {speech.pair(speech.label('shortageCount'), bill.shortageCount)}
        </Tag>
      )}
    </>
  );
}
