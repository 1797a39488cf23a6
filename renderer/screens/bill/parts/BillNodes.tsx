import type { Bill } from '@contract/bill/bill';
import { formatInstant, zoneName } from '@contract/rules/zonedTime';
import { useTranslation } from 'react-i18next';
import { useSpeech } from '../../../app/language';
import { useLookups, zoneOf } from '../../../kinds/lookups';

const TARGETS = ['airport', 'warehouse'] as const;
const HOUR = 3_600_000;

/** The time nodes in the order of the journey; what is planned stands under what happened, and late is said in words. */
const NODES = [
  { field: 'atd', planned: 'etd', zone: 'origin' },
  { field: 'ata', planned: 'eta', zone: 'landing' },
  { field: 'noaAt', zone: 'landing' },
  { field: 't1At', zone: 'landing' },
  { field: 'pickupAt', zone: 'landing' },
  { field: 'atWarehouseAt', zone: 'warehouse' },
  { field: 'clearanceReleasedAt', zone: 'landing' },
  { field: 'handoverAt', zone: 'warehouse' },
  { field: 'tatAt', zone: 'landing' },
  { field: 'podAt', zone: 'landing' },
] as const satisfies readonly {
  field: keyof Bill;
  planned?: keyof Bill;
  zone: 'origin' | 'landing' | 'warehouse';
}[];

/** From take-off to proof of delivery, each node with its own clock. */
export function BillNodes({ bill }: { bill: Bill }) {
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
    <ol className="fc-nodes" aria-label={t('bill.timeline')}>
      {NODES.map((node) => {
        const actual = bill[node.field];
        const planned = 'planned' in node ? bill[node.planned] : null;
        const zone = zoneOf(node.zone, bill, lookups);
        const shown = actual ?? planned;
        // What was planned for the future is not early.
        const until =
          actual ?? (planned && Date.parse(planned) < Date.now() ? new Date().toISOString() : null);
        const note = planned && until ? delay(planned, until) : undefined;
        return (
          <li key={node.field} className={actual ? 'fc-node-done' : planned ? 'fc-node-planned' : ''}>
            <span className="fc-node-name">
              {speech.label(!actual && 'planned' in node ? node.planned : node.field, 'bill')}
            </span>
            {shown ? (
              <time title={`${zone} · ${zoneName(shown, zone)}`}>{formatInstant(shown, zone)}</time>
            ) : (
              <span className="fc-muted">{t('common.notSet')}</span>
            )}
            {note && <span className={note.late ? 'fc-late' : 'fc-muted'}>{note.text}</span>}
          </li>
        );
      })}
    </ol>
  );
}
