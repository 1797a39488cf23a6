import { Button, Checkbox, HTMLTable, NonIdealState } from '@blueprintjs/core';
import { billName } from '@contract/bill/billName';
import { permit } from '@contract/permissions';
import { type StockCountView, type StockDifference, stockCountStates } from '@contract/warehouse/stockCount';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { client } from '../../../api/client';
import { invalidate, queryClient } from '../../../api/queries';
import { useAllowed } from '../../../app/guard';
import { useSpeech } from '../../../app/language';
import { ReasonDialog } from '../../../resource/ReasonDialog';
import { StateTag, toneOf } from '../../../ui/StateTag';
import { billPath } from '../../shared/bill/billPath';

type Decision = NonNullable<StockDifference['decision']>;

/** What a closed count found to differ, and what becomes of it. */
export function CountResult({ count }: { count: StockCountView }) {
  const { t } = useTranslation();
  const speech = useSpeech();
  const mayDecide = useAllowed(permit('bill.cases.edit'), 'stockCount.decide');
  const [chosen, setChosen] = useState<readonly number[]>([]);
  const [deciding, setDeciding] = useState<Decision | null>(null);
  const { id, countNo, state, differences } = count;
  const open = differences.filter(({ decision }) => decision === null);
  const picked = open.filter((one) => chosen.includes(one.id)).map((one) => one.id);
  const decide = async (reason: string) => {
    if (!deciding) return;
    await client.stockCount.decide(
      { params: { id }, body: { differenceIds: picked, decision: deciding, reason } },
      { key: crypto.randomUUID() },
    );
    setChosen([]);
    await invalidate(queryClient, 'stockCount');
  };
  return (
    <section>
      <div className="fc-scan-head">
        <h1>
          {t('stock.count')} {countNo}
        </h1>
        <StateTag tone={toneOf(stockCountStates, state)}>{speech.state('stockCount', state)}</StateTag>
        <span>{t('stock.result', { counted: count.counted, expected: count.expected })}</span>
        <span className="fc-spring" />
        {mayDecide && open.length > 0 && (
          <>
            <Button disabled={picked.length === 0} onClick={() => setDeciding('keep')}>
              {speech.choice('countDecision', 'keep')}
            </Button>
            <Button intent="primary" disabled={picked.length === 0} onClick={() => setDeciding('correct')}>
              {speech.choice('countDecision', 'correct')}
            </Button>
          </>
        )}
      </div>
      {differences.length === 0 ? (
        <NonIdealState title={t(state === 'closed' ? 'stock.noDifference' : 'stock.cancelled')} />
      ) : (
        <Differences
          of={differences}
          chosen={picked}
          onChoose={mayDecide ? (next) => setChosen(next) : undefined}
        />
      )}
      {deciding && (
        <ReasonDialog
          title={speech.choice('countDecision', deciding)}
          label={speech.label('reason')}
          onReason={decide}
          onClose={() => setDeciding(null)}
        />
      )}
    </section>
  );
}

const HEADS = ['kind', 'number', 'billNo', 'place', 'caseNo', 'decision', 'reason'] as const;

function Differences(props: {
  readonly of: readonly StockDifference[];
  readonly chosen: readonly number[];
  readonly onChoose: ((ids: readonly number[]) => void) | undefined;
}) {
  const speech = useSpeech();
  const { of: differences, chosen, onChoose } = props;
  return (
    <HTMLTable compact striped>
      <thead>
        <tr>
          {onChoose && <th />}
          {HEADS.map((name) => (
            <th key={name}>{speech.label(name, 'stockDifference')}</th>
          ))}
        </tr>
      </thead>
      <tbody>
        {differences.map((one) => (
          <tr key={one.id}>
            {onChoose && (
              <td>
                <Checkbox
                  aria-label={one.number}
                  disabled={one.decision !== null}
                  checked={chosen.includes(one.id)}
                  onChange={({ currentTarget: { checked } }) =>
                    onChoose(checked ? [...chosen, one.id] : chosen.filter((id) => id !== one.id))
                  }
                />
              </td>
            )}
            <td>{speech.choice('stockDifference', one.kind)}</td>
            <td>{one.number}</td>
            <td>
              {one.billId !== null && one.billNo !== null && (
                <Link to={billPath(one.billId, 'custody')}>
                  {billName({ billNo: one.billNo, batchNo: one.batchNo })}
                </Link>
              )}
            </td>
            <td>{one.place && speech.state('place', one.place)}</td>
            <td>
              {one.billId !== null && one.caseNo !== null && (
                <Link to={billPath(one.billId, 'cases')}>{one.caseNo}</Link>
              )}
            </td>
            <td>{one.decision && speech.choice('countDecision', one.decision)}</td>
            <td>{one.reason}</td>
          </tr>
        ))}
      </tbody>
    </HTMLTable>
  );
}
