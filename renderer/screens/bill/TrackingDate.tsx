import './parts/nodes.css';
import { Button, Callout, HTMLTable, NonIdealState } from '@blueprintjs/core';
import { timeNode } from '@contract/rules/timeNodes';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { useSpeech } from '../../app/language';
import { Skeleton } from '../../ui/Loading';
import { useShortcuts } from '../../ui/shortcuts';
import { TrackBar } from './parts/TrackBar';
import { TrackPaste } from './parts/TrackPaste';
import { TrackRow } from './parts/TrackRow';
import { useTrackSave } from './parts/useTrackSave';
import { type TrackSheet, useTrackSheet } from './parts/useTrackSheet';

/** Table of the sheet's bills, each with its current value, its new value and the result. */
function TrackTable({ sheet }: { sheet: TrackSheet }) {
  const { t } = useTranslation();
  const speech = useSpeech();
  const { common, own, results, lookups } = sheet;
  const { clear } = common;
  const { detail } = timeNode(common.node);
  return (
    <div className="fc-node-scroll">
      <HTMLTable compact striped className="fc-node-table">
        <thead>
          <tr>
            <th>{speech.label('billNo', 'bill')}</th>
            <th>{speech.label('stage', 'bill')}</th>
            <th className="fc-end">{speech.label('boxCount', 'bill')}</th>
            <th>{t('bill.nodesPresent')}</th>
            {!clear && <th>{t('bill.nodesNew')}</th>}
            {!clear && detail && detail !== 'warehouseId' && <th>{speech.label(detail, 'bill')}</th>}
            <th>{t('common.result')}</th>
            <th aria-label={t('common.operation')} />
          </tr>
        </thead>
        <tbody>
          {sheet.bills.map((bill) => (
            <TrackRow
              key={bill.id}
              bill={bill}
              common={common}
              own={own[bill.id]}
              result={results.get(bill.id)}
              lookups={lookups}
              onOwn={sheet.setOne}
              onRemove={sheet.removeOne}
            />
          ))}
        </tbody>
      </HTMLTable>
    </div>
  );
}

/**
 * Screen to set one time node on many bills, with separate times and counts where bills differ. A refused entry is
 * corrected in its row.
 */
export default function TrackingDate() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const sheet = useTrackSheet();
  const saving = useTrackSave(sheet);
  const { nodes, ids, missing, error, ready, retry } = sheet;
  useShortcuts([{ combo: 'mod+s', label: t('common.save'), run: () => void saving.save(), typing: true }]);

  if (nodes.length === 0) return <NonIdealState title={t('bill.nodeNothing')} />;
  return (
    <section className="fc-track">
      <TrackPaste onFound={sheet.add} />
      <TrackBar sheet={sheet} saving={saving} />
      {missing > 0 && (
        <Callout compact intent="warning">
          {t('bill.nodesMissing', { count: missing })}
        </Callout>
      )}
      {error ? (
        <NonIdealState
          title={error.message}
          action={<Button onClick={() => void retry()}>{t('common.retry')}</Button>}
        />
      ) : ids.length === 0 ? (
        <NonIdealState
          title={t('bill.nodesNone')}
          description={t('bill.nodesHint')}
          action={<Button onClick={() => navigate('/bill/bill_manage')}>{t('bill.nodesList')}</Button>}
        />
      ) : !ready ? (
        <Skeleton lines={8} />
      ) : (
        <TrackTable sheet={sheet} />
      )}
    </section>
  );
}
