import { HTMLTable } from '@blueprintjs/core';
import type { BillCustomer, statementLine } from '@contract/finance/billCustomer';
import { formatDay } from '@contract/rules/zonedTime';
import type * as z from 'zod';
import { useSpeech } from '../../../app/language';
import { useMoney } from '../../shared/finance/Totals';

/** Statement of account, as sent. */
export function StatementTable({
  account,
  lines,
}: {
  account: BillCustomer;
  lines: readonly z.output<typeof statementLine>[];
}) {
  const speech = useSpeech();
  const money = useMoney();
  const { currency } = account;
  const amount = (value: string | null) => (value === null ? '' : money(value, currency));
  const label = (field: string) => speech.label(field, 'statement');
  const bound = (field: 'openingBalance' | 'closingBalance') => (
    <tr>
      <td colSpan={7}>
        <b>{label(field)}</b>
      </td>
      <td className="fc-amount">
        <b>{amount(account[field])}</b>
      </td>
    </tr>
  );
  return (
    <div className="fc-books">
      <div className="fc-money-table">
        <HTMLTable compact striped>
          <thead>
            <tr>
              <th>{label('day')}</th>
              <th>{label('what')}</th>
              <th>{label('document')}</th>
              <th>{label('bills')}</th>
              <th>{label('dueDate')}</th>
              <th className="fc-amount">{label('charged')}</th>
              <th className="fc-amount">{label('received')}</th>
              <th className="fc-amount">{label('balance')}</th>
            </tr>
          </thead>
          <tbody>
            {bound('openingBalance')}
            {lines.map((line) => (
              <tr key={`${line.document} ${line.day}`}>
                <td>{line.day && formatDay(line.day)}</td>
                <td>{speech.choice('statementWhat', line.what)}</td>
                <td>{line.document}</td>
                <td>{line.bills}</td>
                <td>{line.dueDate && formatDay(line.dueDate)}</td>
                <td className="fc-amount">{amount(line.charged)}</td>
                <td className="fc-amount">{amount(line.received)}</td>
                <td className="fc-amount">{amount(line.balance)}</td>
              </tr>
            ))}
            {bound('closingBalance')}
          </tbody>
        </HTMLTable>
      </div>
      <p>
        {(['overdueAmount', 'due30', 'due60', 'due90', 'dueLonger'] as const)
          .map((field) => `${label(field)}: ${amount(account[field])}`)
          .join(' · ')}
      </p>
    </div>
  );
}
