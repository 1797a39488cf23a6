import { usePart } from '../../api/unsaid';
import { RetryButton } from '../../resource/Answered';
import '../shared/warehouse/warehouse.css';
import { Button, FormGroup, HTMLSelect, InputGroup, NonIdealState, Switch, Tag } from '@blueprintjs/core';
import { billName } from '@contract/bill/billName';
import { problem } from '@contract/errors';
import { readScan } from '@contract/rules/scan';
import type { ScanLeg, ScanProgress } from '@contract/warehouse/box';
import { useId, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate, useSearchParams } from 'react-router-dom';
import { read } from '../../api/queries';
import { useKept } from '../../app/drafts';
import { useSpeech } from '../../app/language';
import { useTabTitle } from '../../app/TabFrame';
import { idIn } from '../../kinds/recordId';
import { SCANNER_PACE, typedChar } from '../../ui/keyBurst';
import { Skeleton } from '../../ui/Loading';
import { guardOpenWindows } from '../../ui/scanner';
import { isComposing, onTop, takeEarlyKeys } from '../../ui/shortcuts';
import { notify } from '../../ui/toaster';
import { useStableCallback } from '../../ui/useStableCallback';
import { billPath } from '../shared/bill/billPath';
import { usePhoto } from '../shared/warehouse/usePhoto';
import { play } from './parts/sounds';
import { type Scan as Scanned, useScans } from './parts/useScans';

/** Scans boxes in or out: one large field for the scanner, and the result as text, colour and sound. */
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
  useTabTitle(data?.billNo ?? null);
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
  const id = useId();
  const [muted, setMuted] = useKept('muted', false);
  const [pickId, setPickId] = useState<number | undefined>();
  const field = useRef<HTMLInputElement>(null);
  const pace = useRef<{ first: number; last: number }>({ first: 0, last: 0 });
  const { scans, counts, send, refuse, undo } = useScans({
    billId,
    leg,
    pickId,
    onTone: (tone) => !muted && play(tone),
  });
  const counted = counts ?? progress;
  const [last] = scans;
  const undoable = scans.find(({ result }) => result === 'done');
  const focus = () => field.current?.focus();
  /** Records the times of the characters, to tell a scanner from typing. */
  const heardAt = (at: number) => {
    if (field.current?.value === '') pace.current.first = at;
    pace.current.last = at;
  };
  const taken = useRef(Number.NEGATIVE_INFINITY);
  const surplus = (boxNo: string) => {
    send({ boxNo, typed: false, surplus: true });
    focus();
  };
  const take = useStableCallback(() => {
    const input = field.current;
    const raw = input?.value.trim() ?? '';
    const { first, last: end } = pace.current;
    pace.current = { first: 0, last: 0 };
    if (!input || raw === '') return;
    input.value = '';
    const typed = raw.length > 1 && (end - first) / (raw.length - 1) > SCANNER_PACE;
    const read = readScan(raw);
    if ('problem' in read) refuse(raw, message(read.problem));
    else {
      const small = !typed && /[a-z]/.test(read.number) && !/[A-Z]/.test(read.number);
      const note = read.note ?? (small ? problem('SCAN_CAPS_LOCK') : undefined);
      send({
        ...{ boxNo: read.number, typed, surplus: false, note: note ? message(note) : '' },
        ...(read.other ? { other: read.other } : {}),
      });
    }
    focus();
  });
  /** Reports a scan that arrived while an overlay covered this screen. */
  const lost = useStableCallback((scan: string) => {
    const text = message(problem('SCAN_COVERED', { value: scan.replace(/\p{Cc}/gu, ' ') }));
    refuse(scan, text);
    notify({ text, intent: 'danger' });
  });
  // Runs before the screen is painted, and again whenever its tab comes to the front.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the called functions use refs only
  useLayoutEffect(() => {
    const input = field.current;
    input?.focus();
    for (const { key, timeStamp } of takeEarlyKeys()) {
      if (key === 'Enter') take();
      else if (input) {
        heardAt(timeStamp);
        input.value += key;
      }
    }
    // A closing menu or panel returns the focus to its opener; wherever the focus is, scans go to this field, unless
    // the user is working in another field or a dialog.
    const heard = (event: KeyboardEvent) => {
      if (!input || event.key.length !== 1 || event.ctrlKey || event.altKey || event.metaKey) return;
      const target = event.target as HTMLElement;
      // The list of trucks is used with arrow keys, so letters are a scan there as well.
      if (target === input || onTop() || target.closest('input:not([type=checkbox]), textarea')) return;
      if (event.key === ' ') return;
      event.stopPropagation();
      heardAt(event.timeStamp);
      input.focus();
    };
    const endGuard = guardOpenWindows(lost);
    window.addEventListener('keydown', heard, true);
    return () => {
      endGuard();
      window.removeEventListener('keydown', heard, true);
    };
  }, []);
  return (
    <section>
      <div className="fc-scan-head">
        <h1>{t(leg === 'inbound' ? 'warehouse.scanInbound' : 'warehouse.scanOutbound')}</h1>
        {progress && <Link to={billPath(billId)}>{billName(progress)}</Link>}
        {progress?.photoRequired && (
          <Tag minimal intent={progress.photos === 0 ? 'warning' : 'success'}>
            {progress.photos === 0
              ? t('warehouse.scanPhotoMissing')
              : t('warehouse.scanPhotoThere', { count: progress.photos })}
          </Tag>
        )}
        {progress && (
          <Tag minimal intent={progress.mayType ? 'none' : 'warning'}>
            {t(progress.mayType ? 'warehouse.scanMayType' : 'warehouse.scanMayNotType')}
          </Tag>
        )}
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
        <Switch
          checked={!muted}
          label={t('warehouse.scanSound')}
          onChange={(event) => {
            setMuted(!event.currentTarget.checked);
            focus();
          }}
        />
      </div>
      <div className="fc-scan">
        <div>
          <form
            onSubmit={(event) => {
              event.preventDefault();
              take();
            }}
          >
            <InputGroup
              className="fc-scan-input"
              inputRef={field}
              defaultValue=""
              placeholder={t('warehouse.scanAsk')}
              aria-label={t('warehouse.boxNo')}
              autoComplete="off"
              spellCheck={false}
              onKeyDown={(event) => {
                const char = typedChar(event);
                if (char !== undefined && event.ctrlKey) {
                  event.preventDefault();
                  document.execCommand('insertText', false, char);
                }
                if (event.ctrlKey || event.metaKey || event.altKey) return;
                if (event.key === 'Tab' && !event.shiftKey) {
                  const filled = event.currentTarget.value.trim() !== '';
                  // Tab sent by a scanner after Enter stays here; Tab by hand leaves an empty field.
                  if (!filled && event.timeStamp - taken.current > SCANNER_PACE) return;
                  event.preventDefault();
                  if (filled) take();
                  taken.current = event.timeStamp;
                  return;
                }
                // Keys typed by a scanner must not trigger shortcuts, and Enter must not submit an unfinished IME
                // composition.
                if (event.key === 'Enter' || event.key.length === 1) event.stopPropagation();
                if (event.key === 'Enter') {
                  if (isComposing(event)) event.preventDefault();
                  else taken.current = event.timeStamp;
                  return;
                }
                if (event.key.length !== 1) return;
                heardAt(event.timeStamp);
              }}
              onPaste={() => {
                // Pasted text was not scanned.
                pace.current = { first: 0, last: Number.MAX_SAFE_INTEGER };
              }}
              onBlur={(event) => {
                // A focus lost to nothing is restored; a button or a list may keep it.
                if (event.relatedTarget === null)
                  requestAnimationFrame(() => field.current?.checkVisibility() && focus());
              }}
            />
          </form>
          <Verdict scan={last} leg={leg} onSurplus={surplus} />
        </div>
        <aside className="fc-scan-side">
          {counted ? <Count {...counted} /> : <Skeleton lines={2} />}
          {leg === 'inbound' && progress && progress.trips.length > 1 && (
            <FormGroup label={t('warehouse.scanTrip')} labelFor={`${id}-trip`}>
              <HTMLSelect
                id={`${id}-trip`}
                fill
                value={pickId ?? ''}
                onChange={(event) => {
                  setPickId(Number(event.currentTarget.value) || undefined);
                  focus();
                }}
              >
                <option value="">{t('warehouse.scanAnyTrip')}</option>
                {progress.trips.map((trip) => (
                  <option key={trip.id} value={trip.id}>
                    {trip.pickNo} · {trip.plateNo} · {trip.done} / {trip.expected}
                  </option>
                ))}
              </HTMLSelect>
            </FormGroup>
          )}
          <h2>{t('warehouse.scanLast')}</h2>
          {scans.length === 0 && <span className="fc-muted">{t('warehouse.scanNone')}</span>}
          <ol className="fc-scan-list">
            {scans.map((scan) => (
              <li key={scan.id}>
                {scan.boxNo}
                <ResultTag scan={scan} />
              </li>
            ))}
          </ol>
        </aside>
      </div>
    </section>
  );
}

function Count({ done, expected }: Pick<ScanProgress, 'done' | 'expected'>) {
  const { t } = useTranslation();
  return (
    <>
      <span className="fc-scan-count" data-testid="scan-count">
        {t('warehouse.scanOf', { done, expected })}
      </span>
      <span className="fc-muted">
        {done >= expected && expected > 0
          ? t('warehouse.scanComplete')
          : t('warehouse.scanLeft', { count: Math.max(0, expected - done) })}
      </span>
    </>
  );
}

const WORD = {
  waiting: 'warehouse.scanWaiting',
  done: 'warehouse.scanGood',
  again: 'warehouse.scanAgain',
  surplus: 'warehouse.scanSurplus',
  bad: 'warehouse.scanBad',
  undone: 'common.undone',
} as const;
const INTENT = {
  waiting: 'none',
  done: 'success',
  again: 'primary',
  surplus: 'warning',
  bad: 'danger',
  undone: 'none',
} as const;
const LOOK = {
  done: ' fc-good',
  again: ' fc-again',
  surplus: ' fc-surplus',
  bad: ' fc-bad',
  waiting: '',
  undone: '',
};

function ResultTag({ scan }: { scan: Scanned }) {
  const { t } = useTranslation();
  return (
    <Tag minimal intent={INTENT[scan.result]} title={scan.message}>
      {t(WORD[scan.result])}
    </Tag>
  );
}

/** Result of the last scan, large enough to be read from the pallet. */
function Verdict({
  scan,
  leg,
  onSurplus,
}: {
  scan: Scanned | undefined;
  leg: ScanLeg;
  onSurplus: (boxNo: string) => void;
}) {
  const { t } = useTranslation();
  return (
    <div className={`fc-scan-verdict${scan ? LOOK[scan.result] : ''}`} role="status" aria-live="assertive">
      <strong>{scan ? t(WORD[scan.result]) : t('warehouse.scanAsk')}</strong>
      {scan && <span>{scan.boxNo}</span>}
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
    </div>
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
