import { HTMLTable } from '@blueprintjs/core';
import type { InvoiceLine } from '@contract/finance/customerInvoice';
import { vatGroups } from '@contract/rules/vat';
import { nameIn } from '@contract/words';
import { useSpeech } from '../../../app/language';
import { useMoney } from './Totals';

/** Lines of an invoice with their tax. */
export function InvoiceLines({
  lines,
  currency,
  more,
}: {
  lines: readonly InvoiceLine[];
  currency: string;
  /** A last cell of each line, with its heading. */
  more?: { readonly head: string; readonly cell: (line: InvoiceLine) => React.ReactNode };
}) {
  const speech = useSpeech();
  const money = useMoney();
  return (
    <div className="fc-money-table">
      <HTMLTable compact striped>
        <thead>
          <tr>
            <th>{speech.label('description')}</th>
            <th>{speech.label('billNo')}</th>
            <th className="fc-amount">{speech.label('quantity')}</th>
            <th className="fc-amount">{speech.label('unitPrice')}</th>
            <th className="fc-amount">{speech.label('netAmount')}</th>
            <th>{speech.label('vatCode')}</th>
            <th className="fc-amount">{speech.label('taxAmount', 'customerInvoice')}</th>
            {more && <th className="fc-amount">{more.head}</th>}
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr key={line.no}>
              <td>{nameIn(speech.language, line)}</td>
              <td>{line.billNo}</td>
              <td className="fc-amount">{line.quantity}</td>
              <td className="fc-amount">{line.unitPrice}</td>
              <td className="fc-amount">{money(line.netAmount, currency)}</td>
              <td>{line.vatCode ?? speech.choice('vatCategory', line.vatCategory)}</td>
              <td className="fc-amount">{money(line.taxAmount, currency)}</td>
              {more && <td className="fc-amount">{more.cell(line)}</td>}
            </tr>
          ))}
        </tbody>
      </HTMLTable>
    </div>
  );
}

/** Totals of an invoice, and its tax by category with the legal texts. */
export function InvoiceTotals({
  of,
}: {
  of: {
    readonly lines: readonly InvoiceLine[];
    readonly currency: string;
    readonly netAmount: string;
    readonly taxAmount: string;
    readonly grossAmount: string;
    readonly baseCurrency: string;
    readonly baseTaxAmount: string;
  };
}) {
  const speech = useSpeech();
  const money = useMoney();
  const { lines, currency, baseCurrency } = of;
  const label = (field: string) => speech.label(field, 'customerInvoice');
  const rows: [string, string][] = [
    [label('netAmount'), money(of.netAmount, currency)],
    ...vatGroups(lines, currency).map((group): [string, string] => [
      `${speech.choice('vatCategory', group.vatCategory)} ${group.vatCategory === 'S' ? `${group.vatRate} %` : ''} · ${money(group.taxable, currency)}`,
      money(group.taxAmount, currency),
    ]),
    [label('grossAmount'), money(of.grossAmount, currency)],
    ...(baseCurrency === currency
      ? []
      : [[label('baseTaxAmount'), money(of.baseTaxAmount, baseCurrency)] satisfies [string, string]]),
  ];
  const reasons = new Set(
    lines.flatMap(({ reasonEn, reasonCn }) => (speech.language === 'cn' ? reasonCn : reasonEn) ?? []),
  );
  return (
    <>
      <HTMLTable compact>
        <tbody>
          {rows.map(([text, amount]) => (
            <tr key={text}>
              <td>{text}</td>
              <td className="fc-amount">{amount}</td>
            </tr>
          ))}
        </tbody>
      </HTMLTable>
      {[...reasons].map((reason) => (
        <p key={reason} className="fc-muted">
          {reason}
        </p>
      ))}
    </>
  );
}
