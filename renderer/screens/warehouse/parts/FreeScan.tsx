import { Button } from '@blueprintjs/core';
import { billName } from '@contract/bill/billName';
import { problem } from '@contract/errors';
import { readScan } from '@contract/rules/scan';
import type { BoxView } from '@contract/warehouse/box';
import type { ScanHit } from '@contract/warehouse/scan';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useKept } from '../../../app/drafts';
import { useSpeech } from '../../../app/language';
import { useShortcuts } from '../../../ui/shortcuts';
import { notify } from '../../../ui/toaster';
import { billPath } from '../../shared/bill/billPath';
import { LabelDialog } from '../../shared/warehouse/LabelDialog';
import { ScanInput, ScanList, SoundSwitch } from './ScanParts';
import { play } from './sounds';
import { TakeOut } from './TakeOut';
import { Truck } from './TruckPanel';
import { type FreeMode, type FreeScan as Scanned, type Take, useFreeScans } from './useFreeScans';
import { useScanField } from './useScanField';

/** Modes with their keys: function keys, because a scanner types all others. */
const MODES = [
  { mode: 'receive', key: 'f3' },
  { mode: 'truck', key: 'f4' },
  { mode: 'find', key: 'f6' },
  { mode: 'take', key: 'f7' },
  { mode: 'undo', key: 'f8' },
] as const satisfies readonly { readonly mode: FreeMode; readonly key: string }[];
const UNDO_KEY = 'f9';
const FIRST_TAKE: Take = { reason: 'held', to: 'loose', boxNo: '' };

const WORD = {
  waiting: 'warehouse.scanWaiting',
  done: 'warehouse.scanGood',
  recovered: 'warehouse.scanRecovered',
  again: 'warehouse.scanAgain',
  several: 'warehouse.scanSeveralFound',
  unknown: 'warehouse.scanUnknown',
  truck: 'warehouse.scanTruck',
  found: 'warehouse.scanFound',
  target: 'warehouse.scanTarget',
  bad: 'warehouse.scanBad',
  undone: 'common.undone',
} as const;
const INTENT = {
  waiting: 'none',
  done: 'success',
  recovered: 'success',
  again: 'primary',
  several: 'warning',
  unknown: 'danger',
  truck: 'success',
  found: 'success',
  target: 'success',
  bad: 'danger',
  undone: 'none',
} as const;
const LOOK = {
  waiting: '',
  done: ' fc-good',
  recovered: ' fc-good',
  again: ' fc-again',
  several: ' fc-elsewhere',
  unknown: ' fc-surplus',
  truck: ' fc-good',
  found: ' fc-good',
  target: ' fc-good',
  bad: ' fc-bad',
  undone: '',
} as const;

const ASK = {
  receive: 'warehouse.scanAskAny',
  find: 'warehouse.scanAskAny',
  undo: 'warehouse.scanAskAny',
  truck: 'warehouse.scanAskTruck',
  take: 'warehouse.scanAskTake',
} as const satisfies Record<FreeMode, string>;

/** Where parcels go that are taken out, and the last box that was made for them. */
function useTake() {
  const [take, showTake] = useState<Take>(FIRST_TAKE);
  // Scans that wait in the queue go where the one before them went.
  const latest = useRef<Take>(FIRST_TAKE);
  const [made, setMade] = useState<BoxView | null>(null);
  const setTake = (next: Take) => {
    latest.current = next;
    showTake(next);
  };
  const onBox = (boxNo: string, box: BoxView | null) => {
    setTake({ ...latest.current, to: 'box', boxNo });
    if (box) setMade(box);
  };
  return { take, setTake, made, onBox, now: () => latest.current };
}

/** Choice of where parcels go, with the label of a new box. */
function TakeSide({
  of: { take, setTake, made },
  onDone,
}: {
  of: ReturnType<typeof useTake>;
  onDone: () => void;
}) {
  const [labelling, setLabelling] = useState(false);
  return (
    <>
      <TakeOut
        take={take}
        onTake={(next) => {
          setTake(next);
          onDone();
        }}
        onLabel={made ? () => setLabelling(true) : null}
      />
      {labelling && made && (
        <LabelDialog
          kind="box"
          of={{ count: 1, which: { ids: [made.id] } }}
          onDone={() => setLabelling(false)}
        />
      )}
    </>
  );
}

/** Scans boxes, parcels and pallets of any bill; what a scan does is set by a key. */
export function FreeScan() {
  const { t } = useTranslation();
  const { message, choice } = useSpeech();
  const [muted, setMuted] = useKept('muted', false);
  const [mode, setMode] = useKept<FreeMode>('mode', 'receive');
  const [note, setNote] = useKept('note', 0);
  const cmrId = note === 0 ? undefined : note;
  const taking = useTake();
  const { scans, scan, choose, refuse, undo } = useFreeScans({
    onTone: (tone) => !muted && play(tone),
    onTruck: setNote,
    take: taking.now,
    onBox: taking.onBox,
  });
  const [last] = scans;
  const pending = last?.result === 'several' ? last : undefined;
  const undoable = scans.find(
    ({ result, mode: done }) => (result === 'done' || result === 'recovered') && done !== 'undo',
  );
  /** Selects one of several by its digit; false for a digit that selects nothing. */
  const select = (digit: number): boolean => {
    const hit = pending?.hits[digit - 1];
    if (pending && hit) choose(pending, hit, cmrId);
    return hit !== undefined;
  };
  const entry = useScanField({
    onScan: (raw, typed) => {
      if (/^[1-9]$/.test(raw) && select(Number(raw))) return;
      const found = readScan(raw);
      if ('problem' in found) return refuse(raw, message(found.problem));
      scan({ number: found.number, typed, note: found.note ? message(found.note) : '' }, mode, cmrId);
    },
    onDigit: select,
    onCovered: (raw) => {
      const text = message(problem('SCAN_COVERED', { value: raw.replace(/\p{Cc}/gu, ' ') }));
      refuse(raw, text);
      notify({ text, intent: 'danger' });
    },
  });
  const { focus } = entry;
  const change = (next: FreeMode) => {
    setMode(next);
    focus();
  };
  const takeBack = () => {
    if (undoable) undo(undoable);
    focus();
  };
  const nameOf = (one: FreeMode) => {
    if (one === 'find') return t('warehouse.scanFind');
    return one === 'take' ? t('warehouse.repackTake') : choice('scanMode', one);
  };
  useShortcuts([
    ...MODES.map(({ mode: one, key }) => ({
      ...{ combo: key, label: nameOf(one), typing: true },
      run: () => change(one),
    })),
    { combo: UNDO_KEY, label: t('warehouse.scanUndo'), run: takeBack, typing: true },
  ]);
  return (
    <section>
      <ScanHead onUndo={undoable ? takeBack : null} muted={muted} onMute={setMuted} onDone={focus} />
      <ModeBar mode={mode} nameOf={nameOf} onMode={change} />
      <div className="fc-scan">
        <div>
          <ScanInput of={entry} ask={t(ASK[mode])} />
          <Verdict scan={last} onChoose={(digit) => select(digit) && focus()} />
        </div>
        <aside className="fc-scan-side">
          {mode === 'truck' && (
            <Truck
              cmrId={cmrId}
              onChoose={(id) => {
                setNote(id ?? 0);
                focus();
              }}
            />
          )}
          {mode === 'take' && <TakeSide of={taking} onDone={focus} />}
          <ScanList
            scans={scans.map(({ id, number, result, message: why, hit, mode: done }) => ({
              ...{ id, number, message: why, word: t(WORD[result]), intent: INTENT[result] },
              detail: [nameOf(done), hit ? placeOf(hit) : ''].filter(Boolean).join(' · '),
            }))}
          />
        </aside>
      </div>
    </section>
  );
}

/** Title of the screen, with the undo of the last scan and the switch of the sounds. */
function ScanHead(props: {
  readonly onUndo: (() => void) | null;
  readonly muted: boolean;
  readonly onMute: (muted: boolean) => void;
  readonly onDone: () => void;
}) {
  const { t } = useTranslation();
  return (
    <div className="fc-scan-head">
      <h1>{t('warehouse.scanAny')}</h1>
      <span className="fc-spring" />
      <Button disabled={!props.onUndo} onClick={() => props.onUndo?.()}>
        {t('warehouse.scanUndo')}
        <kbd>{UNDO_KEY.toUpperCase()}</kbd>
      </Button>
      <SoundSwitch
        muted={props.muted}
        onMute={(next) => {
          props.onMute(next);
          props.onDone();
        }}
      />
    </div>
  );
}

/** The modes, each with its key. */
function ModeBar(props: {
  mode: FreeMode;
  nameOf: (mode: FreeMode) => string;
  onMode: (mode: FreeMode) => void;
}) {
  const { mode, nameOf, onMode } = props;
  const { t } = useTranslation();
  return (
    <div className="fc-scan-modes" role="radiogroup" aria-label={t('warehouse.scanMode')}>
      {MODES.map(({ mode: one, key }) => (
        <Button
          key={one}
          role="radio"
          aria-checked={one === mode}
          active={one === mode}
          intent={one === mode ? 'primary' : 'none'}
          onClick={() => onMode(one)}
        >
          {nameOf(one)}
          <kbd>{key.toUpperCase()}</kbd>
        </Button>
      ))}
    </div>
  );
}

/** The bill of a thing, or its note. */
const placeOf = ({ billNo, batchNo, cmrNo }: ScanHit): string =>
  billNo ? billName({ billNo, batchNo }) : (cmrNo ?? '');

/** Result of the last scan, large enough to be read from the pallet. */
function Verdict({ scan, onChoose }: { scan: Scanned | undefined; onChoose: (digit: number) => void }) {
  const { t } = useTranslation();
  const { choice } = useSpeech();
  if (!scan)
    return (
      <div className="fc-scan-verdict" role="status" aria-live="assertive">
        <strong>{t('warehouse.scanAskAny')}</strong>
      </div>
    );
  const { result, mode, hit, hits } = scan;
  // Green would say that it may leave.
  const look = result === 'found' && hit?.blockedBy ? LOOK.unknown : LOOK[result];
  const word = result === 'again' && mode === 'undo' ? 'warehouse.scanNothing' : WORD[result];
  return (
    <div className={`fc-scan-verdict${look}`} role="status" aria-live="assertive">
      <strong>{t(word)}</strong>
      <span>{scan.number}</span>
      {hit && <Place hit={hit} />}
      {result === 'several' && (
        <>
          <span>{t('warehouse.scanPick')}</span>
          <div className="fc-scan-bills">
            {hits.map((one, at) => (
              <Button key={`${one.kind} ${one.recordId}`} onClick={() => onChoose(at + 1)}>
                <kbd>{at + 1}</kbd> {choice('scanKind', one.kind)} · {placeOf(one) || one.number}
              </Button>
            ))}
          </div>
        </>
      )}
      {result === 'unknown' && <span>{t('warehouse.scanUnknownHint')}</span>}
      {scan.put && <span>{t('warehouse.scanPut', { no: hit?.cmrNo ?? '' })}</span>}
      {scan.message && <span>{scan.message}</span>}
      {scan.note && <span>{scan.note}</span>}
    </div>
  );
}

/** Where a thing stands, what keeps it there, and the way to its bill or note. */
function Place({ hit }: { hit: ScanHit }) {
  const { t } = useTranslation();
  const { choice, state, label } = useSpeech();
  const { kind, billId, boxNo, boxState, palletNo, palletState, cmrId, cmrNo, cmrState, destinationCode } =
    hit;
  const stands = [
    kind === 'parcel' && hit.parcelState && state('parcel', hit.parcelState),
    kind === 'parcel' && boxNo && t('warehouse.boxWeighOf', { no: boxNo }),
    boxState && state('box', boxState),
    palletNo && `${t('warehouse.pallet')} ${palletNo}`,
    palletState && state('pallet', palletState),
    cmrNo,
    cmrState && state('cmr', cmrState),
    destinationCode && `${label('destinationCode')} ${destinationCode}`,
    (kind === 'pallet' || kind === 'cmr') && t('bill.nodeBoxes', { count: hit.boxes }),
  ].filter(Boolean);
  return (
    <>
      <span>{stands.join(' · ')}</span>
      {hit.blockedBy && (
        <span>
          {hit.blockedBox ? `${hit.blockedBox}: ` : ''}
          {choice('hindrance', hit.blockedBy)}
        </span>
      )}
      {billId !== null && <Link to={billPath(billId, 'trips')}>{placeOf(hit)}</Link>}
      {kind === 'cmr' && cmrId !== null && <Link to={`/config/cmr/detail/${cmrId}`}>{t('cmr.detail')}</Link>}
    </>
  );
}
