import { HTMLTable, InputGroup } from '@blueprintjs/core';
import type { SettledLine } from '@contract/finance/billPayment';
import { useTranslation } from 'react-i18next';
import { useSpeech } from '../../../app/language';
import { useMoney } from './Totals';

const dayText = (day: string | null) => (day ? day.split('-').reverse().join('/') : '');

/** Lines with what is open of them; with `typed`, how much of a payment is to be set against each. */
export function PaymentLines({
  lines,
  typed,
  onType,
}: {
  lines: readonly SettledLine[];
  typed?: Readonly<Record<number, string>>;
  onType?: (id: number, amount: string) => void;
}) {
  const { t } = useTranslation();
  const speech = useSpeech();
  const money = useMoney();
  return (
    <div className="fc-lines-scroll fc-payment-lines">
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
          {lines.map((line) => (
            <tr key={line.id}>
              <td>{line.number}</td>
              <td>{line.billNo}</td>
              <td>{line.invoiceNo}</td>
              <td>{dayText(line.dueDate)}</td>
              <td className="fc-amount">{money(line.grossAmount, line.currency)}</td>
              <td className="fc-amount">{money(line.open, line.currency)}</td>
              <td className="fc-amount">
                {onType ? (
                  <InputGroup
                    small
                    value={typed?.[line.id] ?? ''}
                    aria-label={t('finance.setAgainstOf', { no: line.number })}
                    placeholder={line.open}
                    onFocus={({ currentTarget }) => {
                      if (!currentTarget.value) onType(line.id, line.open);
                    }}
                    onValueChange={(value) => onType(line.id, value)}
                  />
                ) : (
                  line.amount !== null && money(line.amount, line.currency)
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </HTMLTable>
    </div>
  );
}

/** What was typed as parts of a payment; nothing where nothing was typed. */
export function partsOf(lines: readonly SettledLine[], typed: Readonly<Record<number, string>>) {
  return lines.flatMap(({ type, id }) => {
    const amount = (typed[id] ?? '').trim();
    return amount === '' || Number(amount) === 0 ? [] : [{ type, id, amount }];
  });
}
