import { Button, FormGroup, HTMLSelect, Menu, MenuItem, NonIdealState } from '@blueprintjs/core';
import { Tick } from '@blueprintjs/icons';
import { type BillCustomer, billCustomerRow } from '@contract/finance/billCustomer';
import { mailStates } from '@contract/mail/mail';
import { permit } from '@contract/permissions';
import type { BulkAnswer } from '@contract/resource';
import { useId, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAnswer } from '../../api/answers';
import { read } from '../../api/queries';
import { useKept } from '../../app/drafts';
import { useAllowed } from '../../app/guard';
import { type Speech, useSpeech } from '../../app/language';
import { useServed } from '../../app/offered';
import { useSaveFile } from '../../app/useSaveFile';
import { ownTime, today } from '../../app/zone';
import { idOf } from '../../kinds/recordId';
import { Answered, AnsweredNumbers } from '../../resource/Answered';
import { BulkResult } from '../../resource/BulkResult';
import { ChosenBar } from '../../resource/ChosenBar';
import { columnsOf } from '../../resource/columns';
import { ListFoot } from '../../resource/ListFoot';
import { RecordTable } from '../../resource/RecordTable';
import { PAGE, useRows } from '../../resource/rows';
import { useChosen } from '../../resource/useChosen';
import { SidePanel } from '../../ui/SidePanel';
import { StateTag, toneOf } from '../../ui/StateTag';
import { notify, notifyFailed } from '../../ui/toaster';
import { Totals } from '../shared/finance/Totals';
import { SendStatement } from './parts/SendStatement';
import { SendStatements } from './parts/SendStatements';
import { StatementTable } from './parts/StatementTable';

/** Number of months offered. */
const MONTHS = 24;

/** Returns the months up to that of a day, latest first, with labels; includes the month shown, however old. */
function monthsTo(day: string, shown: string): { value: string; label: string }[] {
  const [year = 0, month = 1] = day.split('-').map(Number);
  const months = Array.from({ length: MONTHS }, (_, ago) =>
    new Date(Date.UTC(year, month - 1 - ago, 1)).toISOString().slice(0, 7),
  );
  return [...new Set([...months, shown])].map((value) => ({
    value,
    label: value.split('-').reverse().join('/'),
  }));
}

const accountColumns = (speech: Speech) =>
  columnsOf<BillCustomer>(
    billCustomerRow,
    [
      { name: 'customerId', width: 130 },
      { name: 'currency', width: 80 },
      {
        name: 'statementSentAt',
        width: 230,
        cell: (row) => <SentAt account={row} />,
      },
      'openingBalance',
      'revenueTotal',
      'invoicedTotal',
      'creditNotes',
      'receivedTotal',
      'closingBalance',
      'overdueAmount',
      'oldestDueDate',
      'due30',
      'due60',
      'due90',
      'dueLonger',
      { name: 'statementNo', width: 180 },
      { name: 'statementSentTo', width: 220, hidden: true },
    ],
    { sorts: [], speech, label: (field) => speech.label(field, 'billCustomer') },
  );

const TOTALS = ['invoicedTotal', 'receivedTotal', 'closingBalance', 'overdueAmount'] as const;
const amountsOf = (
  { currency, ...amounts }: { currency: string } & Record<(typeof TOTALS)[number], string>,
  { label }: Speech,
) => ({ currency, amounts: TOTALS.map((name) => [label(name), amounts[name]] as const) });

/** Amounts owed by customers, by month, with their statements. */
export default function CustomerAccounts() {
  const { t } = useTranslation();
  const speech = useSpeech();
  const [period, setPeriod] = useKept('period', today().slice(0, 7));
  const [overdue, setOverdue] = useKept('overdue', false);
  const [open, setOpen] = useState<BillCustomer | null>(null);
  const maySend = useAllowed(permit('finance.customer.send'), 'billCustomer.mail', 'billCustomer.send');
  const maySendMany = useServed('billCustomer.sendMany') && maySend;
  const maySave = useServed('billCustomer.file');
  const mayOpen = useServed('billCustomer.statement');
  const saveFile = useSaveFile('open');
  const query = { period, ...(overdue ? { overdue } : {}) };
  const columns = useMemo(() => accountColumns(speech), [speech]);
  const rows = useRows<BillCustomer>((page, pageSize) => ({
    ...read('billCustomer', 'list', { query: { ...query, page, pageSize } }),
  }));
  // Every page's response contains the totals; the first page is already loaded.
  const totals = useAnswer({
    ...read('billCustomer', 'list', { query: { ...query, page: 1, pageSize: PAGE } }),
  });
  const chosen = useChosen('billCustomer', rows, query, (row) => row, maySendMany);
  const { selected, count, known } = chosen;
  const sending = useSending(period, chosen);
  const sendChosen = async () => {
    try {
      // The dialog lists statements that were sent before first, so it needs all accounts, loaded or not.
      const all =
        'ids' in selected ? selected.ids.flatMap((one) => known(one) ?? []) : await rows.load(count);
      for (const one of all) chosen.remember(one);
      sending.send(all);
    } catch (error) {
      notifyFailed(error);
    }
  };
  const save = ({ customerId, currency, statementNo }: BillCustomer, format: 'pdf' | 'xlsx') =>
    saveFile({
      call: 'billCustomer.file',
      input: { query: { customerId, currency, period, format } },
      name: `${statementNo}.${format}`,
    });
  return (
    <section className="fc-list">
      <div className="fc-list-head">
        {count > 0 ? (
          <ChosenBar chosen={chosen}>
            <Button intent="primary" onClick={() => void sendChosen()}>
              {t('common.sendByEmail')}
            </Button>
          </ChosenBar>
        ) : (
          <>
            <Month value={period} onChange={setPeriod} />
            <Button
              active={overdue}
              {...(overdue ? { icon: <Tick /> } : {})}
              onClick={() => setOverdue(!overdue)}
            >
              {t('finance.onlyOverdue')}
            </Button>
          </>
        )}
      </div>
      <RecordTable
        list="billCustomer"
        label={speech.words.menu['finance.customer']}
        columns={columns}
        rows={rows}
        sort=""
        onSort={() => undefined}
        {...chosen.table}
        {...(mayOpen ? { onOpen: setOpen } : {})}
        actions={(row) => (
          <Menu>
            {mayOpen && <MenuItem text={t('finance.statement')} onClick={() => setOpen(row)} />}
            {maySave && (
              <>
                <MenuItem text={t('finance.statementPdf')} onClick={() => void save(row, 'pdf')} />
                <MenuItem text={t('finance.statementXlsx')} onClick={() => void save(row, 'xlsx')} />
              </>
            )}
            {maySend && <MenuItem text={t('common.sendByEmail')} onClick={() => sending.send(row)} />}
          </Menu>
        )}
        empty={<NonIdealState title={t('common.listEmpty')} description={t('finance.customerEmpty')} />}
      />
      <ListFoot rows={rows} chosen={count}>
        <AnsweredNumbers answer={totals}>
          {(data) => <Totals rows={data.totals.currencies.map((one) => amountsOf(one, speech))} />}
        </AnsweredNumbers>
      </ListFoot>
      <SidePanel
        isOpen={open !== null}
        width={980}
        title={open?.statementNo ?? ''}
        onClose={() => setOpen(null)}
      >
        {open && (
          <Statement
            account={open}
            period={period}
            onSave={maySave ? (format) => void save(open, format) : undefined}
            onSend={maySend ? () => sending.send(open) : undefined}
          />
        )}
      </SidePanel>
      {sending.dialogs}
    </section>
  );
}

/** Sends statements by email: one after its details, or several at once, with a table of the failures. */
function useSending(
  period: string,
  { known, clear }: { known: (id: number) => BillCustomer | undefined; clear: () => void },
) {
  const { t } = useTranslation();
  const [sending, setSending] = useState<BillCustomer | readonly BillCustomer[] | null>(null);
  const [result, setResult] = useState<BulkAnswer | null>(null);
  const dialogs = (
    <>
      {sending && 'id' in sending && (
        <SendStatement account={sending} period={period} onClose={() => setSending(null)} />
      )}
      {sending && !('id' in sending) && (
        <SendStatements
          accounts={sending}
          period={period}
          onAnswer={(answer) => {
            setSending(null);
            clear();
            if (answer.failed.length > 0) setResult(answer);
            else notify({ text: t('finance.statementsSent', { count: answer.ok }), intent: 'success' });
          }}
          onClose={() => setSending(null)}
        />
      )}
      {result && (
        <BulkResult
          action={t('common.sendByEmail')}
          answer={result}
          nameOf={(key) => known(idOf(key) ?? 0)?.statementNo ?? String(key)}
          onClose={() => setResult(null)}
        />
      )}
    </>
  );
  return { send: setSending, dialogs };
}

/** Time a statement was last sent, and the state of its email unless it was delivered. */
function SentAt({ account }: { account: BillCustomer }) {
  const speech = useSpeech();
  const { statementSentAt, statementSentTo, statementMailState: state } = account;
  if (!statementSentAt) return null;
  return (
    <span title={statementSentTo.join(', ')}>
      {ownTime(statementSentAt)}{' '}
      {state && state !== 'sent' && (
        <StateTag tone={toneOf(mailStates, state)}>{speech.state('mail', state)}</StateTag>
      )}
    </span>
  );
}

/** Statement of an account, with the ways to pass it on. */
function Statement(props: {
  account: BillCustomer;
  period: string;
  onSave: ((format: 'pdf' | 'xlsx') => void) | undefined;
  onSend: (() => void) | undefined;
}) {
  const { account, period, onSave, onSend } = props;
  const { customerId, currency } = account;
  const { t } = useTranslation();
  const answer = useAnswer(read('billCustomer', 'statement', { query: { customerId, currency, period } }));
  return (
    <>
      <div className="fc-list-head">
        {onSave && (
          <>
            <Button onClick={() => onSave('pdf')}>{t('finance.statementPdf')}</Button>
            <Button onClick={() => onSave('xlsx')}>{t('finance.statementXlsx')}</Button>
          </>
        )}
        {onSend && (
          <Button intent="primary" onClick={onSend}>
            {t('common.sendByEmail')}
          </Button>
        )}
      </div>
      <Answered answer={answer} lines={6} whole>
        {(data) => <StatementTable account={data.account} lines={data.lines} />}
      </Answered>
    </>
  );
}

/** Selects the month of the accounts. */
function Month({ value, onChange }: { value: string; onChange: (month: string) => void }) {
  const speech = useSpeech();
  const id = useId();
  return (
    <FormGroup inline label={speech.label('period')} labelFor={id} style={{ margin: 0 }}>
      <HTMLSelect
        id={id}
        value={value}
        options={monthsTo(today(), value)}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
    </FormGroup>
  );
}
