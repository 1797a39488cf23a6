import { usePart } from '../../api/unshownFailures';
import { RetryButton } from '../../resource/Answered';
import '../shared/warehouse/warehouse.css';
import { Button, FormGroup, HTMLSelect, NonIdealState, Tag } from '@blueprintjs/core';
import { billName } from '@contract/bill/billName';
import { problem } from '@contract/errors';
import { permit } from '@contract/permissions';
import { readScan } from '@contract/rules/scan';
import type { ScanBill, ScanLeg, ScanProgress } from '@contract/warehouse/box';
import { useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate, useSearchParams } from 'react-router-dom';
import { read } from '../../api/queries';
import { useKept } from '../../app/drafts';
import { useAllowed } from '../../app/guard';
import { useSpeech } from '../../app/language';
import { useTabTitle } from '../../app/TabFrame';
import { idIn } from '../../kinds/recordId';
import { Skeleton } from '../../ui/Loading';
import { useShortcuts } from '../../ui/shortcuts';
import { notify } from '../../ui/toaster';
import { billPath } from '../shared/bill/billPath';
import { usePhoto } from '../shared/warehouse/usePhoto';
import { FreeScan } from './parts/FreeScan';
import { ScanInput, ScanList, SoundSwitch } from './parts/ScanParts';
import { play } from './parts/sounds';
import { useScanField } from './parts/useScanField';
import { type Scan as Scanned, useScans } from './parts/useScans';

/**
 * Scans goods, of one bill or of any: one large field for the scanner, and the result as text, colour and sound.
 */
export default function Scan() {
  const { t } = useTranslation();
  const { words } = useSpeech();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const billId = idIn(search.get('bill'));
  const leg: ScanLeg = search.get('leg') === 'outbound' ? 'outbound' : 'inbound';
  const known = billId !== null;
  const { data, error, retry } = usePart({
    ...read('box', 'progress', { params: { id: billId ?? 1 }, query: { leg } }),
    enabled: known,
  });
  const mayFree = useAllowed(permit('bill.warehouse.edit'), 'scan.find', 'scan.scan');
  useTabTitle(data?.billNo ?? null);
  if (search.get('bill') === null && mayFree) return <FreeScan />;
  if (billId === null || (error && !data)) {
    return (
      <NonIdealState
        title={error && billId !== null ? error.message : t('warehouse.scanNoBill')}
        action={
          <>
            {error && known && <RetryButton onRetry={retry} />}{' '}
            <Button onClick={() => navigate('/warehouse/inbound')}>{words.menu['bill.warehouse']}</Button>
          </>
        }
      />
    );
  }
  // The field is shown before the bill is loaded, because a scanner does not wait.
  return <Station key={`${billId} ${leg}`} billId={billId} progress={data} leg={leg} />;
}

function Station({
  billId,
  progress,
  leg,
}: {
  billId: number;
  progress: ScanProgress | undefined;
  leg: ScanLeg;
}) {
  const { t } = useTranslation();
  const { message } = useSpeech();
  const [muted, setMuted] = useKept('muted', false);
  const [pickId, setPickId] = useState<number | undefined>();
  const { scans, counts, send, sendTo, refuse, undo } = useScans({
    billId,
    leg,
    pickId,
    onTone: (tone) => !muted && play(tone),
  });
  const counted = counts ?? progress;
  const [last] = scans;
  const undoable = scans.find(({ result }) => result === 'done' || result === 'recovered');
  const entry = useScanField({
    onScan: (raw, typed) => {
      const found = readScan(raw);
      if ('problem' in found) return refuse(raw, message(found.problem));
      const small = !typed && /[a-z]/.test(found.number) && !/[A-Z]/.test(found.number);
      const note = found.note ?? (small ? problem('SCAN_CAPS_LOCK') : undefined);
      send({
        ...{ boxNo: found.number, typed, surplus: false, note: note ? message(note) : '' },
        ...(found.other ? { other: found.other } : {}),
      });
    },
    onCovered: (scan) => {
      const text = message(problem('SCAN_COVERED', { value: scan.replace(/\p{Cc}/gu, ' ') }));
      refuse(scan, text);
      notify({ text, intent: 'danger' });
    },
  });
  const { focus } = entry;
  return (
    <section>
      <div className="fc-scan-head">
        <h1>{t(leg === 'inbound' ? 'warehouse.scanInbound' : 'warehouse.scanOutbound')}</h1>
        {progress && <BillTags progress={progress} billId={billId} />}
        <span className="fc-spring" />
        {progress && <AddPhoto progress={progress} pickId={pickId} leg={leg} />}
        <Button
          disabled={!undoable}
          onClick={() => {
            if (undoable) undo(undoable);
            focus();
          }}
        >
          {t('warehouse.scanUndo')}
        </Button>
        <SoundSwitch
          muted={muted}
          onMute={(next) => {
            setMuted(next);
            focus();
          }}
        />
      </div>
      <div className="fc-scan">
        <div>
          <ScanInput of={entry} ask={t('warehouse.scanAsk')} />
          <Verdict
            scan={last}
            leg={leg}
            onSurplus={(boxNo) => {
              send({ boxNo, typed: false, surplus: true });
              focus();
            }}
            onOther={(scan, bill) => {
              sendTo(scan, bill);
              focus();
            }}
          />
        </div>
        <aside className="fc-scan-side">
          {counted ? <Count {...counted} /> : <Skeleton lines={2} />}
          {leg === 'inbound' && progress && progress.trips.length > 1 && (
            <TripChoice
              trips={progress.trips}
              pickId={pickId}
              onChoose={(trip) => {
                setPickId(trip);
                focus();
              }}
            />
          )}
          <ScanList
            scans={scans.map(({ id, boxNo, on, result, message: why }) => ({
              ...{ id, number: boxNo, message: why, word: t(WORD[result]), intent: INTENT[result] },
              detail: on && t('warehouse.scanOn', { bill: billName(on) }),
            }))}
          />
        </aside>
      </div>
    </section>
  );
}

/** The bill, and the rules for scanning it. */
function BillTags({ progress, billId }: { progress: ScanProgress; billId: number }) {
  const { t } = useTranslation();
  return (
    <>
      <Link to={billPath(billId)}>{billName(progress)}</Link>
      {progress.photoRequired && (
        <Tag minimal intent={progress.photos === 0 ? 'warning' : 'success'}>
          {progress.photos === 0
            ? t('warehouse.scanPhotoMissing')
            : t('warehouse.scanPhotoThere', { count: progress.photos })}
        </Tag>
      )}
      <Tag minimal intent={progress.mayType ? 'none' : 'warning'}>
        {t(progress.mayType ? 'warehouse.scanMayType' : 'warehouse.scanMayNotType')}
      </Tag>
    </>
  );
}

/** Selects the truck that is unloaded; without one, any. */
function TripChoice(props: {
  trips: ScanProgress['trips'];
  pickId: number | undefined;
  onChoose: (pickId: number | undefined) => void;
}) {
  const { trips, pickId, onChoose } = props;
  const { t } = useTranslation();
  const id = useId();
  return (
    <FormGroup label={t('warehouse.scanTrip')} labelFor={id}>
      <HTMLSelect
        id={id}
        fill
        value={pickId ?? ''}
        onChange={(event) => {
          onChoose(Number(event.currentTarget.value) || undefined);
        }}
      >
        <option value="">{t('warehouse.scanAnyTrip')}</option>
        {trips.map((trip) => (
          <option key={trip.id} value={trip.id}>
            {trip.pickNo} · {trip.plateNo} · {trip.done} / {trip.expected}
          </option>
        ))}
      </HTMLSelect>
    </FormGroup>
  );
}

/** Scanned and expected boxes. A surplus box does not stand in for one that is still expected. */
function Count({ done, expected, surplus }: Pick<ScanProgress, 'done' | 'expected' | 'surplus'>) {
  const { t } = useTranslation();
  const left = expected - (done - surplus);
  return (
    <>
      <span className="fc-scan-count" data-testid="scan-count">
        {t('warehouse.scanOf', { done, expected })}
      </span>
      <span className="fc-muted">
        {left <= 0 && expected > 0
          ? t('warehouse.scanComplete')
          : t('warehouse.scanLeft', { count: Math.max(0, left) })}
        {surplus > 0 && ` · ${t('warehouse.surplus', { count: surplus })}`}
      </span>
    </>
  );
}

const WORD = {
  waiting: 'warehouse.scanWaiting',
  done: 'warehouse.scanGood',
  recovered: 'warehouse.scanRecovered',
  again: 'warehouse.scanAgain',
  surplus: 'warehouse.scanSurplus',
  elsewhere: 'warehouse.scanElsewhere',
  bad: 'warehouse.scanBad',
  undone: 'common.undone',
} as const;
const INTENT = {
  waiting: 'none',
  done: 'success',
  recovered: 'success',
  again: 'primary',
  surplus: 'warning',
  elsewhere: 'warning',
  bad: 'danger',
  undone: 'none',
} as const;
const LOOK = {
  done: ' fc-good',
  recovered: ' fc-good',
  again: ' fc-again',
  surplus: ' fc-surplus',
  elsewhere: ' fc-elsewhere',
  bad: ' fc-bad',
  waiting: '',
  undone: '',
};

/** Result of the last scan, large enough to be read from the pallet. */
function Verdict({
  scan,
  leg,
  onSurplus,
  onOther,
}: {
  scan: Scanned | undefined;
  leg: ScanLeg;
  onSurplus: (boxNo: string) => void;
  onOther: (scan: Scanned, bill: ScanBill) => void;
}) {
  const { t } = useTranslation();
  return (
    <div className={`fc-scan-verdict${scan ? LOOK[scan.result] : ''}`} role="status" aria-live="assertive">
      <strong>{scan ? t(WORD[scan.result]) : t('warehouse.scanAsk')}</strong>
      {scan && <span>{scan.boxNo}</span>}
      {scan?.on && <span>{t('warehouse.scanOn', { bill: billName(scan.on) })}</span>}
      {scan?.message && <span>{scan.message}</span>}
      {scan?.note && <span>{scan.note}</span>}
      {scan?.result === 'surplus' && leg === 'inbound' && (
        <>
          <span>{t('warehouse.scanSurplusHint')}</span>
          <div>
            <Button onClick={() => onSurplus(scan.boxNo)}>{t('warehouse.scanTakeSurplus')}</Button>
          </div>
        </>
      )}
      {scan?.result === 'elsewhere' && (
        <OtherBills key={scan.id} scan={scan} leg={leg} onChoose={(bill) => onOther(scan, bill)} />
      )}
    </div>
  );
}

const THERE = { inbound: 'warehouse.scanThereIn', outbound: 'warehouse.scanThereOut' } as const;

/**
 * The other bills that have a box. F2 scans it there; where several have it, F2 leads to the choice, because only the
 * person who holds the box can tell.
 */
function OtherBills({
  scan,
  leg,
  onChoose,
}: {
  scan: Scanned;
  leg: ScanLeg;
  onChoose: (bill: ScanBill) => void;
}) {
  const { t } = useTranslation();
  const first = useRef<HTMLButtonElement>(null);
  const { bills } = scan;
  const [only] = bills;
  const run = () => (only && bills.length === 1 ? onChoose(only) : first.current?.focus());
  useShortcuts([{ combo: 'f2', label: t('warehouse.scanThereKey'), run, typing: true }]);
  return (
    <>
      {bills.length > 1 && <span>{t('warehouse.scanSeveral')}</span>}
      <div className="fc-scan-bills">
        {bills.map((bill, at) => (
          <Button key={bill.billId} ref={at === 0 ? first : undefined} onClick={() => onChoose(bill)}>
            {t(scan.undoing ? 'warehouse.scanThereUndo' : THERE[leg], { bill: billName(bill) })}
            {at === 0 && <kbd>F2</kbd>}
          </Button>
        ))}
      </div>
    </>
  );
}

/** Button that adds photos to the truck being unloaded. */
function AddPhoto({
  progress,
  pickId,
  leg,
}: {
  progress: ScanProgress;
  pickId: number | undefined;
  leg: ScanLeg;
}) {
  const { t } = useTranslation();
  const trip = progress.trips.find(({ id }) => id === pickId) ?? progress.trips[0];
  const { add, offered } = usePhoto('pick.photo', trip?.id ?? 0);
  if (leg !== 'inbound' || !trip || !offered) return null;
  return <Button onClick={add}>{t('warehouse.photoAdd')}</Button>;
}
