import './batchShares.css';
import { HTMLTable } from '@blueprintjs/core';
import type { BatchBoxes } from '@contract/bill/awb';
import { billRow } from '@contract/bill/bill';
import { type BoxShare, nodeEntry } from '@contract/bill/timeNode';
import { check } from '@contract/checked';
import { type Problem, problem } from '@contract/errors';
import { metaOf } from '@contract/fields';
import { type BoxDetail, boxesKnown, proposedShares, sumOf } from '@contract/rules/boxShares';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSpeech } from '../../../app/language';
import { kindOf } from '../../../kinds';
import { useNumber } from '../../../kinds/NumberInput';
import { typedProblem } from '../../../kinds/typed';

interface Row {
  readonly batch: BatchBoxes;
  readonly value: unknown;
  readonly problem: Problem | undefined;
}

/** Returns the problem of a number of boxes that was typed for a batch. */
function numberProblem(detail: BoxDetail, value: unknown): Problem | undefined {
  if (typeof value !== 'number')
    return typedProblem(metaOf(billRow.shape[detail]), value) ?? problem('REQUIRED');
  const checked = check(nodeEntry, { [detail]: value });
  return checked.ok ? undefined : checked.problems[detail];
}

interface ShareState {
  readonly total: number | null;
  readonly batches: readonly BatchBoxes[];
  /** True if the waybill also has batches that the user does not see; the remaining boxes belong to these. */
  readonly others?: boolean;
}

/**
 * The boxes of a waybill's batches: proposed from their known numbers, until the user types other numbers. `problem` is
 * set while they do not add up to the total.
 */
export function useBatchShares(detail: BoxDetail, { total, batches, others = false }: ShareState) {
  const [typed, setTyped] = useState<ReadonlyMap<string, unknown>>(new Map());
  const keyOf = (billId: number) => `${detail} ${billId}`;
  const proposed = proposedShares(detail, total, batches);
  const rows = batches.map((batch): Row => {
    const key = keyOf(batch.id);
    const value = typed.has(key) ? typed.get(key) : proposed.get(batch.id);
    return { batch, value, problem: batch.archived ? undefined : numberProblem(detail, value) };
  });
  const sum = sumOf(rows.map(({ value }) => (typeof value === 'number' ? value : 0)));
  const wrong = rows.find((row) => row.problem)?.problem;
  const differs = total !== null && (others ? sum > total : sum !== total);
  return {
    detail,
    total,
    rows,
    sum,
    differs,
    problem: wrong ?? (differs ? problem('AWB_SHARE_SUM', { sum, total: total ?? 0 }) : undefined),
    type: (billId: number, value: unknown) =>
      setTyped((before) => new Map([...before, [keyOf(billId), value]])),
    /** The numbers to send, of the batches that may be changed. */
    shares: rows.flatMap(({ batch, value }): BoxShare[] =>
      batch.archived || typeof value !== 'number' ? [] : [{ billId: batch.id, boxes: value }],
    ),
  };
}

/** The boxes of each batch of a waybill in a number stated for the whole, and their sum. */
export function BatchShares(props: {
  readonly of: ReturnType<typeof useBatchShares>;
  readonly disabled: boolean;
}) {
  const { of, disabled } = props;
  const { detail, total, rows, sum, differs, type } = of;
  const { t } = useTranslation();
  const speech = useSpeech();
  const number = useNumber();
  const base = useId();
  const meta = metaOf(billRow.shape[detail]);
  const { Input } = kindOf(meta);
  const countField = detail === 'noaBoxCount' ? 'boxCount' : 'outboundBoxes';
  return (
    <div className="fc-batch-shares">
      <HTMLTable compact>
        <thead>
          <tr>
            <th>{speech.label('batchNo', 'bill')}</th>
            <th className="fc-end">{speech.label(countField, 'bill')}</th>
            <th className="fc-end">{speech.label(detail, 'bill')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ batch, value, problem: wrong }) => {
            const id = `${base}-${batch.id}`;
            return (
              <tr key={batch.id}>
                <th scope="row">
                  <label htmlFor={id}>{batch.batchNo}</label>
                </th>
                <td className="fc-end">{number(boxesKnown(detail, batch))}</td>
                <td>
                  <Input
                    id={id}
                    name={`share-${batch.id}`}
                    meta={meta}
                    value={value ?? null}
                    onChange={(next) => type(batch.id, next)}
                    onBlur={() => undefined}
                    invalid={!!wrong}
                    disabled={disabled || batch.archived}
                    required
                    row={{}}
                  />
                  {wrong && (
                    <div className="fc-share-wrong" role="alert">
                      {speech.message(wrong, speech.label(detail, 'bill'))}
                    </div>
                  )}
                </td>
              </tr>
            );
          })}
        </tbody>
      </HTMLTable>
      <p role="status" className={differs ? 'fc-share-sum fc-share-wrong' : 'fc-share-sum'}>
        {total === null ? number(sum) : t('bill.shareSum', { sum, total })}
      </p>
    </div>
  );
}
