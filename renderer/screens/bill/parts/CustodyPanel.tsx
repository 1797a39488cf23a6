import { Button, Slider } from '@blueprintjs/core';
import { type Bill, billMachine } from '@contract/bill/bill';
import { custodyApi, type MoveView, moveView, type Stop } from '@contract/custody/custody';
import { permit } from '@contract/permissions';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { client } from '../../../api/client';
import { read } from '../../../api/queries';
import { usePart } from '../../../api/unshownFailures';
import { handOver } from '../../../app/drafts';
import { useAllowed } from '../../../app/guard';
import { useTabPath } from '../../../app/TabFrame';
import { useLookups } from '../../../kinds/lookups';
import { PlaceTime } from '../../../kinds/PlaceTime';
import { NotLoaded } from '../../../resource/Answered';
import type { ColumnChoice } from '../../../resource/columns';
import { RecordList } from '../../../resource/RecordList';
import { useRecordList } from '../../../resource/useRecordList';
import { Skeleton } from '../../../ui/Loading';
import { Stops } from '../../shared/custody/Stops';
import { type ActionForm, ActionPanel, actionForm } from '../../shared/customs/ActionPanel';
import { clockOf } from './customsPart';

/** Where the goods of a bill are, now or earlier, and each move with its proof. */
export function CustodyPanel({ bill }: { bill: Bill }) {
  const { t } = useTranslation();
  const open = billMachine.always.every(({ guard }) => !guard(bill));
  const mayReport = useAllowed(permit('bill.cases.edit'), 'custodyMove.report') && open;
  const [form, setForm] = useState<ActionForm | null>(null);
  const title = t('custody.report');
  const report = () =>
    setForm({
      title,
      resource: 'custodyMove',
      lead: <p className="fc-muted">{t('custody.reportLead')}</p>,
      groups: [{ title: t('custody.tab'), fields: ['to', 'boxNos', 'trackingNos', 'at', 'proof', 'reason'] }],
      initial: { boxNos: [], trackingNos: [], to: 'lost', proof: null, ...clockOf(bill) },
      draft: `custody/${bill.id}`,
      ...actionForm(custodyApi.report.body, (values, key) =>
        client.custodyMove.report({ params: { id: bill.id }, body: values }, { key }),
      ),
    });
  return (
    <div className="fc-customs">
      <Picture bill={bill} onReport={mayReport ? report : undefined} />
      <Moves bill={bill} />
      <ActionPanel form={form} onClose={() => setForm(null)} />
    </div>
  );
}

const TARGETS = ['airport', 'warehouse'] as const;

/** The places of the goods, with a slider over the times of the moves. */
function Picture({ bill, onReport }: { bill: Bill; onReport: (() => void) | undefined }) {
  const { t } = useTranslation();
  const lookups = useLookups(TARGETS);
  const clocks = clockOf(bill);
  const path = useTabPath();
  const [at, setAt] = useState<string | null>(null);
  const { data, error, retry } = usePart(
    read('custodyMove', 'stops', { params: { id: bill.id }, query: at === null ? {} : { at } }),
  );
  if (error && !data) return <NotLoaded error={error} onRetry={retry} />;
  if (!data) return <Skeleton lines={4} />;
  const { stops, times } = data;
  const last = times.length;
  const index = at === null ? last : times.indexOf(at);
  const time = (value: string) => (
    <PlaceTime at={value} zone="warehouse" row={{ ...clocks }} lookups={lookups} />
  );
  const openBoxes = ({ place }: Stop) => {
    handOver(path, 'boxPlace', place);
    handOver(path, 'part', 'boxes');
  };
  return (
    <section>
      <Stops
        stops={stops}
        clocks={clocks}
        onOpen={at === null ? openBoxes : undefined}
        opens={({ boxes }) => boxes > 0}
      />
      <div className="fc-custody-time">
        {last > 0 && (
          <Slider
            min={0}
            max={last}
            value={index < 0 ? last : index}
            labelRenderer={false}
            handleHtmlProps={{ 'aria-label': t('common.when') }}
            onChange={(to) => setAt(times[to] ?? null)}
          />
        )}
        {at !== null && (
          <>
            <span>{time(at)}</span>
            <Button size="small" onClick={() => setAt(null)}>
              {t('custody.now')}
            </Button>
          </>
        )}
        <span className="fc-spring" />
        {onReport && <Button onClick={onReport}>{t('custody.report')}</Button>}
      </div>
    </section>
  );
}

const FILTERS = ['unit', 'fromPlace', 'toPlace', 'proof', 'at'] as const;
const COLUMNS: readonly ColumnChoice<MoveView>[] = [
  { name: 'at' },
  { name: 'fromPlace', width: 150 },
  { name: 'fromName', width: 150 },
  { name: 'toPlace', width: 150 },
  { name: 'toName', width: 150 },
  { name: 'quantity', width: 90 },
  { name: 'unit', width: 110 },
  { name: 'proof', width: 150 },
  { name: 'proofText', width: 160 },
  { name: 'recordedBy', width: 130 },
  { name: 'recordedAt' },
  { name: 'reverses', width: 110 },
  { name: 'remark', width: 240 },
];

function Moves({ bill }: { bill: Bill }) {
  const { t } = useTranslation();
  const list = useRecordList<MoveView, 'all', never>({
    group: 'custodyMove',
    list: 'custodyMoveOfBill',
    within: 'custodyMoveOfBill-',
    row: moveView,
    columns: COLUMNS,
    filters: FILTERS,
    sorts: ['at', 'recordedAt'],
    order: '-at',
    narrow: () => ({ billId: [bill.id] }),
  });
  return (
    <RecordList
      of={list}
      label={t('custody.moves')}
      placeholder={t('custody.movesKeyword')}
      empty={{ title: t('custody.movesEmpty'), detail: t('custody.movesEmptyDetail') }}
      offset={20}
    />
  );
}
