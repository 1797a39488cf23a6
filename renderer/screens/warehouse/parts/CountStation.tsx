import '../../shared/warehouse/warehouse.css';
import { Button, HTMLTable } from '@blueprintjs/core';
import { billName } from '@contract/bill/billName';
import { problem } from '@contract/errors';
import { readScan } from '@contract/rules/scan';
import type { ScanHit } from '@contract/warehouse/scan';
import type { StockCountView } from '@contract/warehouse/stockCount';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { client } from '../../../api/client';
import { invalidate, queryClient } from '../../../api/queries';
import { useKept } from '../../../app/drafts';
import { useSpeech } from '../../../app/language';
import { ask } from '../../../ui/ask';
import { useShortcuts } from '../../../ui/shortcuts';
import { notify, notifyFailed } from '../../../ui/toaster';
import { billPath } from '../../shared/bill/billPath';
import { ScanInput, ScanList, SoundSwitch } from './ScanParts';
import { play } from './sounds';
import { type CountScan, useCountScans } from './useCountScans';
import { useScanField } from './useScanField';

const INTENT = {
  waiting: 'none',
  counted: 'success',
  again: 'primary',
  extra: 'warning',
  unknown: 'danger',
  several: 'warning',
  pallet: 'warning',
  bad: 'danger',
  undone: 'none',
} as const;
const LOOK = {
  ...{ waiting: '', counted: ' fc-good', again: ' fc-again', extra: ' fc-elsewhere', unknown: ' fc-surplus' },
  ...{ several: ' fc-elsewhere', pallet: ' fc-elsewhere', bad: ' fc-bad', undone: '' },
} as const;

/** Scans what stands in the warehouse, and shows what is still missing. */
export function CountStation({ count }: { count: StockCountView }) {
  const { t } = useTranslation();
  const { message } = useSpeech();
  const [muted, setMuted] = useKept('muted', false);
  const { scans, numbers, scan, choose, whole, refuse, undo } = useCountScans(
    count.id,
    (tone) => !muted && play(tone),
  );
  const [last] = scans;
  const now = numbers ?? count;
  const undoable = scans.find(({ result }) => ['counted', 'extra', 'unknown'].includes(result));
  const pending = last?.result === 'several' ? last : undefined;
  const select = (digit: number): boolean => {
    const hit = pending?.hits[digit - 1];
    if (pending && hit) choose(pending, hit);
    return hit !== undefined;
  };
  const entry = useScanField({
    onScan: (raw, typed) => {
      const found = readScan(raw);
      if ('problem' in found) return refuse(raw, message(found.problem));
      scan(found.number, typed);
    },
    onDigit: select,
    onCovered: (raw) => {
      const text = message(problem('SCAN_COVERED', { value: raw.replace(/\p{Cc}/gu, ' ') }));
      refuse(raw, text);
      notify({ text, intent: 'danger' });
    },
  });
  const { focus } = entry;
  const confirmPallet = () => {
    if (last?.result === 'pallet') whole(last);
    focus();
  };
  const takeBack = () => {
    if (undoable) undo(undoable);
    focus();
  };
  useShortcuts([
    { combo: 'f2', label: t('stock.wholePallet'), run: confirmPallet, typing: true },
    { combo: 'f9', label: t('warehouse.scanUndo'), run: takeBack, typing: true },
  ]);
  return (
    <section>
      <div className="fc-scan-head">
        <h1>
          {t('stock.count')} {count.countNo}
        </h1>
        <span className="fc-spring" />
        <Button disabled={!undoable} onClick={takeBack}>
          {t('warehouse.scanUndo')}
          <kbd>F9</kbd>
        </Button>
        <EndButtons count={count} missing={now.missing} />
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
          <ScanInput of={entry} ask={t('warehouse.scanAskAny')} />
          <Verdict scan={last} onChoose={(digit) => select(digit) && focus()} onWhole={confirmPallet} />
          <Missing of={count} total={now.missing} />
        </div>
        <aside className="fc-scan-side">
          <span className="fc-scan-count" data-testid="count-numbers">
            {t('warehouse.scanOf', { done: now.counted, expected: now.expected })}
          </span>
          <span className="fc-muted">
            {t('stock.still', { missing: now.missing, extra: now.extra, unknown: now.unknown })}
          </span>
          <Latest scans={scans} />
        </aside>
      </div>
    </section>
  );
}

function Latest({ scans }: { scans: readonly CountScan[] }) {
  const { t } = useTranslation();
  const { choice } = useSpeech();
  const word = ({ result }: CountScan) => {
    if (result === 'waiting') return t('warehouse.scanWaiting');
    if (result === 'bad') return t('warehouse.scanBad');
    return result === 'undone' ? t('common.undone') : choice('countResult', result);
  };
  return (
    <ScanList
      scans={scans.map((one) => ({
        ...{ id: one.id, number: one.number, message: one.message, word: word(one) },
        ...{ intent: INTENT[one.result], detail: billOf(one.hit) },
      }))}
    />
  );
}

const billOf = (hit: ScanHit | null): string =>
  hit?.billNo ? billName({ billNo: hit.billNo, batchNo: hit.batchNo }) : '';

/** Ends the count, after a question. */
function EndButtons({ count: { id, countNo }, missing }: { count: StockCountView; missing: number }) {
  const { t } = useTranslation();
  const end = async (how: 'close' | 'cancel') => {
    const isClose = how === 'close';
    const yes = await ask({
      title: t(isClose ? 'stock.closeAsk' : 'stock.cancelAsk', { no: countNo }),
      detail: isClose ? t('stock.closeDetail', { count: missing }) : t('stock.cancelDetail'),
      confirm: t(isClose ? 'stock.close' : 'stock.cancel'),
      cancel: t('common.cancel'),
      intent: isClose ? 'primary' : 'danger',
    });
    if (!yes) return;
    try {
      await client.stockCount[how]({ params: { id } }, { key: crypto.randomUUID() });
    } catch (error) {
      notifyFailed(error);
    }
    await invalidate(queryClient, 'stockCount');
  };
  return (
    <>
      <Button onClick={() => void end('cancel')}>{t('stock.cancel')}</Button>
      <Button intent="primary" onClick={() => void end('close')}>
        {t('stock.close')}
      </Button>
    </>
  );
}

/** Result of the last scan, large enough to be read from the shelf. */
function Verdict(props: {
  readonly scan: CountScan | undefined;
  readonly onChoose: (digit: number) => void;
  readonly onWhole: () => void;
}) {
  const { scan } = props;
  const { t } = useTranslation();
  const speech = useSpeech();
  if (!scan)
    return (
      <div className="fc-scan-verdict" role="status" aria-live="assertive">
        <strong>{t('warehouse.scanAskAny')}</strong>
      </div>
    );
  const { result, hit, hits } = scan;
  const plain = {
    waiting: t('warehouse.scanWaiting'),
    bad: t('warehouse.scanBad'),
    undone: t('common.undone'),
  };
  return (
    <div className={`fc-scan-verdict${LOOK[result]}`} role="status" aria-live="assertive">
      <strong>
        {result === 'waiting' || result === 'bad' || result === 'undone'
          ? plain[result]
          : speech.choice('countResult', result)}
      </strong>
      <span>{scan.number}</span>
      {hit && (
        <span>
          {[billOf(hit), scan.place && speech.state('place', scan.place)].filter(Boolean).join(' · ')}
        </span>
      )}
      {result === 'pallet' && (
        <div>
          <Button onClick={props.onWhole}>
            {t('stock.wholePallet')} · {t('bill.nodeBoxes', { count: hit?.boxes ?? 0 })}
            <kbd>F2</kbd>
          </Button>
        </div>
      )}
      {result === 'several' && (
        <div className="fc-scan-bills">
          {hits.map((one, at) => (
            <Button key={`${one.kind} ${one.recordId}`} onClick={() => props.onChoose(at + 1)}>
              <kbd>{at + 1}</kbd> {speech.choice('scanKind', one.kind)} · {billOf(one) || one.number}
            </Button>
          ))}
        </div>
      )}
      {scan.message && <span>{scan.message}</span>}
    </div>
  );
}

/** Goods that nobody has scanned yet. */
function Missing({ of: { missingGoods }, total }: { of: StockCountView; total: number }) {
  const { t } = useTranslation();
  const speech = useSpeech();
  if (missingGoods.length === 0) return <p className="fc-muted">{t('warehouse.scanComplete')}</p>;
  return (
    <>
      <h2>{t('stock.missing', { count: total })}</h2>
      <HTMLTable compact striped>
        <thead>
          <tr>
            <th>{speech.label('number', 'stockCount')}</th>
            <th>{speech.label('billNo')}</th>
            <th>{speech.label('palletNo')}</th>
          </tr>
        </thead>
        <tbody>
          {missingGoods.map((goods) => (
            <tr key={`${goods.unit} ${goods.id}`}>
              <td>{goods.number}</td>
              <td>
                <Link to={billPath(goods.billId, 'custody')}>{billName(goods)}</Link>
              </td>
              <td>{goods.palletNo}</td>
            </tr>
          ))}
        </tbody>
      </HTMLTable>
    </>
  );
}
