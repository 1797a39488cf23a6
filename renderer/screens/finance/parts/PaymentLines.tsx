import { HTMLTable } from '@blueprintjs/core';
import { metaOf } from '@contract/fields';
import type { SetAgainst, SettledLine } from '@contract/finance/billPayment';
import { setAgainst } from '@contract/finance/billPayment';
import { formatDay } from '@contract/rules/zonedTime';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useSpeech } from '../../../app/language';
import { kindOf } from '../../../kinds';
import { useMoney } from '../../shared/finance/Totals';

const amountMeta = metaOf(setAgainst.shape.amount);
const { Input: AmountInput } = kindOf(amountMeta);

/** Lines with their open amounts; with `onParts`, the user enters how much of a payment to apply to each. */
export function PaymentLines({
  lines,
  parts = [],
  onParts,
}: {
  lines: readonly SettledLine[];
  parts?: readonly SetAgainst[];
  onParts?: (parts: readonly SetAgainst[]) => void;
}) {
  const { t } = useTranslation();
  const speech = useSpeech();
  const money = useMoney();
  const base = useId();
  const amountOf = ({ type, id }: SettledLine) =>
    parts.find((part) => part.type === type && part.id === id)?.amount ?? null;
  const put = ({ type, id }: SettledLine, amount: string | null) =>
    onParts?.([
      ...parts.filter((part) => part.type !== type || part.id !== id),
      ...(amount === null ? [] : [{ type, id, amount }]),
    ]);
  return (
    <div className="fc-money-table fc-payment-lines">
      <HTMLTable compact striped>
        <thead>
          <tr>
            <th>{t('finance.line')}</th>
            <th>{speech.label('billNo')}</th>
            <th>{speech.label('invoiceNo')}</th>
            <th>{speech.label('dueDate')}</th>
            <th className="fc-amount">{speech.label('grossAmount')}</th>
            <th className="fc-amount">{t('finance.open')}</th>
            <th className="fc-amount">{t('finance.setAgainst')}</th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => {
            const id = `${base}-${line.type}-${line.id}`;
            return (
              <tr key={id}>
                <td>{line.number}</td>
                <td>{line.billNo}</td>
                <td>{line.invoiceNo}</td>
                <td>{line.dueDate && formatDay(line.dueDate)}</td>
                <td className="fc-amount">{money(line.grossAmount, line.currency)}</td>
                <td className="fc-amount">{money(line.open, line.currency)}</td>
                <td className="fc-amount">
                  {onParts ? (
                    <>
                      <label className="fc-hidden" htmlFor={id}>
                        {t('finance.setAgainstOf', { no: line.number })}
                      </label>
                      <AmountInput
                        id={id}
                        name="amount"
                        meta={amountMeta}
                        value={amountOf(line)}
                        row={line}
                        invalid={false}
                        disabled={false}
                        required={false}
                        onBlur={() => undefined}
                        onChange={(value) => put(line, value === null ? null : String(value))}
                      />
                    </>
                  ) : (
                    line.amount !== null && money(line.amount, line.currency)
                  )}
                </td>
              </tr>
            );
          })}
        </tbody>
      </HTMLTable>
    </div>
  );
}
