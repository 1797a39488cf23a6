import { type Bill, billMachine } from '@contract/bill/bill';
import { billZone } from '@contract/bill/billClock';
import { refusalOf } from '@contract/machine';
import { type TimeNodeName, timeNodes } from '@contract/rules/timeNodes';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePermits } from '../../../app/guard';
import { useSpeech } from '../../../app/language';
import { useLookups } from '../../../kinds/lookups';
import { PlaceTime } from '../../../kinds/PlaceTime';
import { billWords } from './billForm';
import { NodeDialog } from './NodeDialog';

const TARGETS = ['airport', 'warehouse', 'destination'] as const;
const HOUR = 3_600_000;

/** Time nodes in the order of the journey, each with its actual and planned time; delays are shown as text. */
const NODES = [
  { field: 'atd', planned: 'etd', node: 'atd' },
  { field: 'ata', planned: 'eta', node: 'ata' },
  { field: 'noaAt', node: 'noa', detail: 'noaBoxCount' },
  { field: 't1At', node: 't1', detail: 't1Mrn' },
  { field: 'pickupAt', node: 'pickup' },
  { field: 'atWarehouseAt', node: 'atWarehouse' },
  { field: 'clearanceReleasedAt' },
  { field: 'handoverAt' },
  { field: 'tatAt', node: 'tat' },
  { field: 'podAt', node: 'pod', detail: 'podBoxCount' },
] as const satisfies readonly {
  field: keyof Bill;
  planned?: keyof Bill;
  node?: TimeNodeName;
  detail?: keyof Bill;
}[];

/** Nodes from take-off to proof of delivery, each on its own clock; nodes that the user may set are buttons. */
export function BillNodes({ bill }: { bill: Bill }) {
  const [opened, setOpened] = useState<TimeNodeName | null>(null);
  const { permits } = usePermits();
  const open = refusalOf(billMachine, 'setNode', bill) === undefined;
  const { t } = useTranslation();
  const speech = useSpeech();
  const lookups = useLookups(TARGETS);
  const delay = (planned: string, actual: string): { text: string; late: boolean } | undefined => {
    const hours = Math.round((Date.parse(actual) - Date.parse(planned)) / HOUR);
    if (hours >= 48) return { text: t('bill.daysLate', { days: Math.round(hours / 24) }), late: true };
    if (hours >= 1) return { text: t('bill.late', { hours }), late: true };
    return hours <= -1 ? { text: t('bill.early', { hours: -hours }), late: false } : undefined;
  };
  return (
    <ol className="fc-nodes" aria-label={t('common.timeline')}>
      {NODES.map((node) => {
        const actual = bill[node.field];
        const planned = 'planned' in node ? bill[node.planned] : null;
        const shown = actual ?? planned;
        // A planned time in the future is no deviation yet.
        const until =
          actual ?? (planned && Date.parse(planned) < Date.now() ? new Date().toISOString() : null);
        const note = planned && until ? delay(planned, until) : undefined;
        const name = speech.label(
          !actual && 'planned' in node ? node.planned : node.field,
          billWords(bill.mode),
        );
        const detail = 'detail' in node ? bill[node.detail] : null;
        const shownNode = (
          <>
            <span className="fc-node-name">{name}</span>
            {shown ? (
              <PlaceTime at={shown} zone={billZone(node.field)} row={bill} lookups={lookups} />
            ) : (
              <span className="fc-muted">{t('common.notSet')}</span>
            )}
            {actual && planned && 'planned' in node && (
              <span className="fc-node-plan fc-muted">
                {speech.label(node.planned, billWords(bill.mode))}{' '}
                <PlaceTime at={planned} zone={billZone(node.planned)} row={bill} lookups={lookups} />
              </span>
            )}
            {note && <span className={note.late ? 'fc-late' : 'fc-muted'}>{note.text}</span>}
            {detail !== null && 'detail' in node && (
              <span className="fc-muted" title={speech.label(node.detail, billWords(bill.mode))}>
                {node.detail === 't1Mrn' ? detail : t('bill.nodeBoxes', { count: Number(detail) })}
              </span>
            )}
          </>
        );
        const settable = 'node' in node && open && permits?.allows(timeNodes[node.node].permission);
        return (
          <li key={node.field} className={actual ? 'fc-node-done' : planned ? 'fc-node-planned' : ''}>
            {settable ? (
              <button
                type="button"
                title={t('bill.nodeEdit', { node: speech.choice('timeNode', node.node) })}
                onClick={() => setOpened(node.node)}
              >
                {shownNode}
              </button>
            ) : (
              shownNode
            )}
          </li>
        );
      })}
      {opened && <NodeDialog bill={bill} node={opened} onClose={() => setOpened(null)} />}
    </ol>
  );
}
