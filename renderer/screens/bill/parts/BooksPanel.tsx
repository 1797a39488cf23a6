import '../../shared/finance/finance.css';
import { Button, HTMLTable, Tag } from '@blueprintjs/core';
import { Plus } from '@blueprintjs/icons';
import { type Bill, closedBill } from '@contract/bill/bill';
import { type BillCost, costMachine, costStates } from '@contract/finance/billCost';
import { type BillRevenue, revenueMachine, revenueStates } from '@contract/finance/billRevenue';
import { refusalOf } from '@contract/machine';
import { permit } from '@contract/permissions';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Answer, useAnswer } from '../../../api/answers';
import { read } from '../../../api/queries';
import { useData } from '../../../api/unsaid';
import { useAllowed } from '../../../app/guard';
import { useSpeech } from '../../../app/language';
import { useLookups } from '../../../kinds/lookups';
import { percentText } from '../../../kinds/NumberInput';
import { Answered } from '../../../resource/Answered';
import { StateActions } from '../../../resource/StateActions';
import { Facts } from '../../../ui/Facts';
import { StateTag, toneOf } from '../../../ui/StateTag';
import { LineForm } from '../../shared/finance/forms';
import { useMoney } from '../../shared/finance/Totals';
import { COST_ACTIONS, useCostActions } from '../../shared/finance/useCostActions';
import { REVENUE_ACTIONS, useRevenueActions } from '../../shared/finance/useRevenueActions';

const TARGETS = ['feeCategory', 'clientCompany'] as const;
/** Maximum of lines shown; more than any bill has. */
const ALL = 200;

/** Books of a bill: its costs, its revenues, and the profit. */
export function BooksPanel({ bill }: { bill: Bill }) {
  const { t } = useTranslation();
  const speech = useSpeech();
  const money = useMoney();
  const lookups = useLookups(TARGETS);
  const sees = {
    cost: useAllowed(permit('finance.cost.view')),
    revenue: useAllowed(permit('finance.revenue.view')),
    profit: useAllowed(permit('finance.profit.view')),
  };
  const mayAdd = {
    billCost: useAllowed(permit('finance.cost.edit')),
    billRevenue: useAllowed(permit('finance.revenue.edit')),
  };
  const [adding, setAdding] = useState<'billCost' | 'billRevenue' | null>(null);
  const costs = useCostActions();
  const revenues = useRevenueActions();
  const query = { billId: [bill.id], pageSize: ALL, sort: 'createdAt' };
  const cost = useAnswer({ ...read('billCost', 'list', { query }), enabled: sees.cost });
  const revenue = useAnswer({ ...read('billRevenue', 'list', { query }), enabled: sees.revenue });
  const profit = useData({
    ...read('billRevenue', 'profit', { query: { by: 'bill', billId: [bill.id] } }),
    enabled: sees.profit,
  });
  const closed = closedBill(bill) !== undefined;
  const category = (id: number) => {
    const found = lookups.find('feeCategory', id);
    return found ? speech.name(found) : '';
  };
  const company = (id: number) => {
    const found = lookups.find('clientCompany', id);
    return found ? speech.name(found) : '';
  };
  const table = <Line,>(
    kind: 'billCost' | 'billRevenue',
    heads: readonly string[],
    answer: Answer<{ readonly list: readonly Line[] }>,
    rowOf: (line: Line) => ReactNode,
    empty: string,
  ) => (
    <section className="fc-books">
      <div className="fc-list-head">
        <h2>{t(kind === 'billCost' ? 'finance.costs' : 'finance.revenues')}</h2>
        {mayAdd[kind] && !closed && (
          <Button icon={<Plus />} size="small" onClick={() => setAdding(kind)}>
            {t(kind === 'billCost' ? 'finance.addCost' : 'finance.addRevenue')}
          </Button>
        )}
      </div>
      <Answered answer={answer}>
        {({ list }) =>
          list.length === 0 ? (
            <p className="fc-muted">{empty}</p>
          ) : (
            <div className="fc-money-table">
              <HTMLTable compact striped>
                <thead>
                  <tr>
                    {heads.map((head) => (
                      <th key={head} className={AMOUNTS.includes(head) ? 'fc-amount' : ''}>
                        {speech.label(head, kind)}
                      </th>
                    ))}
                    <th aria-label={t('common.more')} />
                  </tr>
                </thead>
                <tbody>{list.map(rowOf)}</tbody>
              </HTMLTable>
            </div>
          )
        }
      </Answered>
    </section>
  );
  const totals = profit?.totals;
  return (
    <div className="fc-books">
      {totals && (
        <Facts
          of={[
            [speech.label('revenue'), money(totals.revenue, 'EUR')],
            [speech.label('cost'), money(totals.cost, 'EUR')],
            [speech.label('profit'), <b key="profit">{money(totals.profit, 'EUR')}</b>],
            [
              speech.label('margin'),
              totals.margin === null ? '–' : percentText(totals.margin, speech.language),
            ],
          ]}
        />
      )}
      {sees.revenue &&
        table(
          'billRevenue',
          ['revenueNo', 'state', 'feeCategoryId', 'basis', 'quantity', 'unitPrice', 'amount', 'invoiceNo'],
          revenue,
          (line: BillRevenue) => (
            <tr key={line.id}>
              <td>{line.revenueNo}</td>
              <td>
                <StateTag tone={toneOf(revenueStates, line.state)}>
                  {speech.state('billRevenue', line.state)}
                </StateTag>
              </td>
              <td>{category(line.feeCategoryId)}</td>
              <td>{speech.choice('chargeBasis', line.basis)}</td>
              <td className="fc-amount">{line.quantity}</td>
              <td className="fc-amount">{Number(line.unitPrice)}</td>
              <td className="fc-amount">{money(line.amount, line.currency)}</td>
              <td>{line.invoiceNo}</td>
              <td>
                <StateActions
                  machine={revenueMachine}
                  row={line}
                  first={[]}
                  all={[...REVENUE_ACTIONS]}
                  onAct={(action) => revenues.act(line, action)}
                />
              </td>
            </tr>
          ),
          t('finance.noRevenues'),
        )}
      {sees.cost &&
        table(
          'billCost',
          ['costNo', 'state', 'supplierId', 'feeCategoryId', 'quantity', 'unitPrice', 'amount', 'invoiceNo'],
          cost,
          (line: BillCost) => {
            const locked = refusalOf(costMachine, 'update', line);
            return (
              <tr key={line.id}>
                <td>
                  {line.costNo} {line.estimated && <Tag minimal>{speech.label('estimated')}</Tag>}
                </td>
                <td title={locked && speech.message(locked)}>
                  <StateTag tone={toneOf(costStates, line.state)}>
                    {speech.state('billCost', line.state)}
                  </StateTag>
                </td>
                <td>{company(line.supplierId)}</td>
                <td>{category(line.feeCategoryId)}</td>
                <td className="fc-amount">{line.quantity}</td>
                <td className="fc-amount">{Number(line.unitPrice)}</td>
                <td className="fc-amount">{money(line.amount, line.currency)}</td>
                <td>{line.invoiceNo}</td>
                <td>
                  <StateActions
                    machine={costMachine}
                    row={line}
                    first={[]}
                    all={[...COST_ACTIONS]}
                    onAct={(action) => costs.act(line, action)}
                  />
                </td>
              </tr>
            );
          },
          t('finance.noCosts'),
        )}
      {adding && <LineForm kind={adding} line={null} billId={bill.id} onClose={() => setAdding(null)} />}
      {costs.dialogs}
      {revenues.dialogs}
    </div>
  );
}
const AMOUNTS = ['quantity', 'unitPrice', 'amount'];
