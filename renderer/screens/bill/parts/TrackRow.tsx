import { Button, InputGroup } from '@blueprintjs/core';
import { Cross, TickCircle, WarningSign } from '@blueprintjs/icons';
import { type Bill, billStages } from '@contract/bill/bill';
import { billName } from '@contract/bill/billName';
import { clockName, clockTitle } from '@contract/rules/clock';
import { timeNode } from '@contract/rules/timeNodes';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useSpeech } from '../../../app/language';
import type { Lookups } from '../../../kinds/lookups';
import { ClockTime } from '../../../kinds/PlaceTime';
import { StateTag, toneOf } from '../../../ui/StateTag';
import { billPath } from '../../shared/bill/billPath';
import { type CommonEntry, clockOfRow, commonTime, type OwnEntry, rowEntry, usualDetail } from './trackRows';

/** API result for a bill: saved, with warnings, or failed, with the reason. */
export interface RowResult {
  readonly ok: boolean;
  readonly messages: readonly string[];
}

interface Props {
  readonly bill: Bill;
  readonly common: CommonEntry;
  readonly own: OwnEntry | undefined;
  readonly result: RowResult | undefined;
  readonly lookups: Lookups;
  readonly onOwn: (id: number, own: OwnEntry) => void;
  readonly onRemove: (id: number) => void;
}

/** Row of one bill: its fields show the common values until the user types others. */
export const TrackRow = memo(function Row(props: Props) {
  const { bill, common, own, result, lookups, onOwn, onRemove } = props;
  const { t } = useTranslation();
  const speech = useSpeech();
  const name = billName(bill);
  const { field, detail } = timeNode(common.node);
  const clock = clockOfRow(common, bill, lookups);
  const present = bill[field];
  const saved = result?.ok === true;
  const verdict = rowEntry(common, own, bill, clock.zone);
  const refused = saved ? undefined : verdict.refused;
  const change = (part: OwnEntry) => onOwn(bill.id, { ...own, ...part });
  const typedDetail = own && 'detail' in own ? own.detail : usualDetail(common, bill);
  const counted = detail === 'noaBoxCount' || detail === 'podBoxCount';
  return (
    <tr>
      <td>
        <Link to={billPath(bill.id)}>{bill.billNo}</Link> {bill.batchNo}
      </td>
      <td>
        <StateTag tone={toneOf(billStages, bill.stage)}>{speech.state('bill', bill.stage)}</StateTag>
      </td>
      <td className="fc-end">{bill.boxCount}</td>
      <td>
        {present ? (
          <ClockTime at={present} clock={clock} />
        ) : (
          <span className="fc-muted">{t('common.notSet')}</span>
        )}
      </td>
      {!common.clear && (
        <td>
          <div className="fc-track-cell">
            <InputGroup
              size="small"
              className="fc-track-time"
              aria-label={t('bill.nodesNewOf', { bill: name })}
              intent={refused && verdict.field === field ? 'danger' : 'none'}
              disabled={saved}
              value={own?.time ?? ''}
              placeholder={commonTime(common, bill, clock.zone)}
              onValueChange={(time) => change({ time })}
            />
            <span className="fc-track-zone" title={clockTitle(common.chosenAt, clock)}>
              {clockName(common.chosenAt, clock)}
            </span>
          </div>
        </td>
      )}
      {!common.clear && detail && detail !== 'warehouseId' && (
        <td>
          <InputGroup
            size="small"
            className={counted ? 'fc-track-count fc-number' : 'fc-track-code'}
            aria-label={t('bill.nodesDetailOf', { field: speech.label(detail, 'bill'), bill: name })}
            intent={refused && verdict.field === detail ? 'danger' : 'none'}
            disabled={saved}
            value={String(typedDetail ?? '')}
            onValueChange={(typed) =>
              change({ detail: counted && /^\d+$/.test(typed.trim()) ? Number(typed) : typed.trim() || null })
            }
          />
        </td>
      )}
      <td className="fc-node-said">
        <RowOutcome
          result={result}
          kept={verdict.kept && t(common.clear ? 'bill.nodesNoTime' : 'bill.nodesKept')}
          refused={refused && speech.message(refused, verdict.field && speech.label(verdict.field, 'bill'))}
          odd={saved ? [] : verdict.warnings.map((found) => speech.message(found))}
        />
      </td>
      <td>
        <Button
          size="small"
          variant="minimal"
          icon={<Cross />}
          aria-label={t('bill.nodesRow', { bill: name })}
          title={t('bill.nodesRow', { bill: name })}
          onClick={() => onRemove(bill.id)}
        />
      </td>
    </tr>
  );
});

/** Result of a row, or its expected result. */
function RowOutcome(props: {
  result: RowResult | undefined /** Why nothing is to be done. */;
  kept: string | false;
  refused: string | undefined;
  odd: readonly string[];
}) {
  const { result, kept, refused, odd } = props;
  const { t } = useTranslation();
  if (result?.ok) {
    return (
      <span role="status">
        <TickCircle size={12} className="fc-ok" /> {[t('common.saved'), ...result.messages].join(' · ')}
      </span>
    );
  }
  const wrong = refused ?? result?.messages.join(' · ');
  if (kept && !wrong) return <span className="fc-muted">{kept}</span>;
  if (wrong) return <span className="fc-node-failed">{wrong}</span>;
  if (odd.length === 0) return null;
  return (
    <span className="fc-late">
      <WarningSign size={12} /> {odd.join(' · ')}
    </span>
  );
}
