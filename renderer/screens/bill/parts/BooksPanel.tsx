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
import { useData } from '../../../api/unshownFailures';
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

/** Columns aligned as amounts. */
const AMOUNTS = ['quantity', 'unitPrice', 'amount'];

/** Books of a bill: its costs, its revenues, and the profit. */
export function BooksPanel({ bill }: { bill: Bill }) {
  const seesCost = useAllowed(permit('finance.cost.view'));
  const seesRevenue = useAllowed(permit('finance.revenue.view'));
  const seesProfit = useAllowed(permit('finance.profit.view'));
  return (
    <div className="fc-books">
      {seesProfit && <BillProfit billId={bill.id} />}
      {seesRevenue && <RevenueBook bill={bill} />}
      {seesCost && <CostBook bill={bill} />}
    </div>
  );
}

function BillProfit({ billId }: { billId: number }) {
  const speech = useSpeech();
  const money = useMoney();
  const query = { by: 'bill' as const, billId: [billId] };
  const totals = useData(read('billRevenue', 'profit', { query }))?.totals;
  if (!totals) return null;
  return (
    <Facts
      of={[
        [speech.label('revenue'), money(totals.revenue, 'EUR')],
        [speech.label('cost'), money(totals.cost, 'EUR')],
        [speech.label('profit'), <b key="profit">{money(totals.profit, 'EUR')}</b>],
        [speech.label('margin'), totals.margin === null ? '–' : percentText(totals.margin, speech.language)],
      ]}
    />
  );
}

const linesOf = ({ id }: Bill) => ({ billId: [id], pageSize: ALL, sort: 'createdAt' });

function RevenueBook({ bill }: { bill: Bill }) {
  const { t } = useTranslation();
  const speech = useSpeech();
  const nameOf = useNames();
  const mayAdd = useAllowed(permit('finance.revenue.edit'));
  const { act, dialogs } = useRevenueActions();
  const answer = useAnswer(read('billRevenue', 'list', { query: linesOf(bill) }));
  return (
    <Book
      kind="billRevenue"
      bill={bill}
      add={mayAdd && t('finance.addRevenue')}
      title={t('finance.revenues')}
      heads={['revenueNo', 'state', 'feeCategoryId', 'basis', 'quantity', 'unitPrice', 'amount', 'invoiceNo']}
      answer={answer}
      empty={t('finance.noRevenues')}
      dialogs={dialogs}
      rowOf={(line: BillRevenue) => (
        <tr key={line.id}>
          <td>{line.revenueNo}</td>
          <td>
            <StateTag tone={toneOf(revenueStates, line.state)}>
              {speech.state('billRevenue', line.state)}
            </StateTag>
          </td>
          <td>{nameOf('feeCategory', line.feeCategoryId)}</td>
          <td>{speech.choice('chargeBasis', line.basis)}</td>
          <Amounts line={line}>
            <StateActions
              machine={revenueMachine}
              row={line}
              first={[]}
              all={[...REVENUE_ACTIONS]}
              onAct={(action) => act(line, action)}
            />
          </Amounts>
        </tr>
      )}
    />
  );
}

function CostBook({ bill }: { bill: Bill }) {
  const { t } = useTranslation();
  const speech = useSpeech();
  const nameOf = useNames();
  const mayAdd = useAllowed(permit('finance.cost.edit'));
  const { act, dialogs } = useCostActions();
  const answer = useAnswer(read('billCost', 'list', { query: linesOf(bill) }));
  return (
    <Book
      kind="billCost"
      bill={bill}
      add={mayAdd && t('finance.addCost')}
      title={t('finance.costs')}
      heads={[
        'costNo',
        'state',
        'supplierId',
        'feeCategoryId',
        'quantity',
        'unitPrice',
        'amount',
        'invoiceNo',
      ]}
      answer={answer}
      empty={t('finance.noCosts')}
      dialogs={dialogs}
      rowOf={(line: BillCost) => {
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
            <td>{nameOf('clientCompany', line.supplierId)}</td>
            <td>{nameOf('feeCategory', line.feeCategoryId)}</td>
            <Amounts line={line}>
              <StateActions
                machine={costMachine}
                row={line}
                first={[]}
                all={[...COST_ACTIONS]}
                onAct={(action) => act(line, action)}
              />
            </Amounts>
          </tr>
        );
      }}
    />
  );
}

/** Cells that the lines of both books end with: amounts, invoice, actions. */
function Amounts(props: {
  line: Pick<BillCost, 'quantity' | 'unitPrice' | 'amount' | 'currency' | 'invoiceNo'>;
  children: ReactNode;
}) {
  const { line, children } = props;
  const money = useMoney();
  return (
    <>
      <td className="fc-amount">{line.quantity}</td>
      <td className="fc-amount">{Number(line.unitPrice)}</td>
      <td className="fc-amount">{money(line.amount, line.currency)}</td>
      <td>{line.invoiceNo}</td>
      <td>{children}</td>
    </>
  );
}

/** Returns the names of fee categories and companies; empty until they are loaded. */
function useNames() {
  const speech = useSpeech();
  const lookups = useLookups(TARGETS);
  return (target: (typeof TARGETS)[number], id: number) => {
    const found = lookups.find(target, id);
    return found ? speech.name(found) : '';
  };
}

/** Lines of a bill in one of its books, with a button to add one while the bill is open. */
function Book<Line>(props: {
  kind: 'billCost' | 'billRevenue';
  bill: Bill;
  title: string;
  /** Text of the button that adds a line; false without the permission. */
  add: string | false;
  heads: readonly string[];
  answer: Answer<{ readonly list: readonly Line[] }>;
  rowOf: (line: Line) => ReactNode;
  empty: string;
  dialogs: ReactNode;
}) {
  const { kind, bill, title, add, heads, answer, rowOf, empty, dialogs } = props;
  const { t } = useTranslation();
  const speech = useSpeech();
  const [adding, setAdding] = useState(false);
  return (
    <section className="fc-books">
      <div className="fc-list-head">
        <h2>{title}</h2>
        {add && closedBill(bill) === undefined && (
          <Button icon={<Plus />} size="small" onClick={() => setAdding(true)}>
            {add}
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
      {adding && <LineForm kind={kind} line={null} billId={bill.id} onClose={() => setAdding(false)} />}
      {dialogs}
    </section>
  );
}
