import { Button, MenuItem } from '@blueprintjs/core';
import { Import } from '@blueprintjs/icons';
import {
  type BankEntry,
  type BankEntryAction,
  bankEntryFilters,
  bankEntryMachine,
  bankEntryRow,
  bankEntrySorts,
} from '@contract/finance/bankEntry';
import { permit } from '@contract/permissions';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { client } from '../../api/client';
import { read } from '../../api/queries';
import { useKept } from '../../app/drafts';
import { useAllowed } from '../../app/guard';
import { confirmForAll } from '../../resource/confirmForAll';
import type { BulkSelection } from '../../resource/selection';
import { notify, notifyFailed } from '../../ui/toaster';
import { Totals } from '../shared/finance/Totals';
import { refreshBooks } from '../shared/finance/useBooks';
import { BookList } from './parts/BookList';
import { IgnoreEntry } from './parts/IgnoreEntry';
import { ImportStatement } from './parts/ImportStatement';
import { OneBankEntry } from './parts/OneBankEntry';
import { reopenEntry } from './parts/reopenEntry';

const columns = [
  { name: 'bookedOn', width: 110 },
  'state',
  { name: 'amount', width: 130 },
  { name: 'counterpartyName', width: 200 },
  { name: 'remittance', width: 320 },
  { name: 'paymentNo', width: 140 },
  { name: 'account', width: 190 },
  { name: 'companyId', hidden: true },
  { name: 'statementNo', hidden: true },
  { name: 'valueDate', hidden: true },
  { name: 'balance', hidden: true },
  { name: 'currency', hidden: true },
  { name: 'counterpartyIban', hidden: true },
  { name: 'endToEndId', hidden: true },
  { name: 'bankReference', hidden: true },
  { name: 'reversal', hidden: true },
  { name: 'linked', hidden: true },
  { name: 'reason', hidden: true },
  { name: 'createdAt', hidden: true },
] as const;

const ACTIONS = ['book', 'link', 'ignore', 'reopen'] as const satisfies readonly BankEntryAction[];

/** Entries of bank statements: imported, then booked as payments, linked to payments, or ignored. */
export default function Bank() {
  const { t } = useTranslation();
  const mayEdit = useAllowed(permit('finance.payment.edit'), 'bankEntry.check', 'bankEntry.importFile');
  const mayConfirm = useAllowed(permit('finance.payment.edit'), 'bankEntry.confirm');
  const [open, setOpen] = useKept<number | 'import' | null>('opened', null);
  const [ignoring, setIgnoring] = useState<BankEntry | null>(null);
  const confirm = async (which: BulkSelection, onDone: () => void) => {
    if (!(await confirmForAll(t, which, t('finance.bankConfirm')))) return;
    try {
      const { ok, failed } = await client.bankEntry.confirm({ body: which });
      for (const msg of new Set(failed.map((one) => one.msg))) notify({ text: msg, intent: 'warning' });
      if (ok > 0) notify({ text: t('finance.bankConfirmed', { count: ok }), intent: 'success' });
      onDone();
    } catch (failed) {
      notifyFailed(failed);
    }
    await refreshBooks();
  };
  const act = (entry: BankEntry, action: BankEntryAction) => {
    if (action === 'ignore') setIgnoring(entry);
    else if (action === 'reopen') void reopenEntry(entry);
    else setOpen(entry.id);
  };
  return (
    <>
      <BookList
        group="bankEntry"
        menu="finance.payment"
        row={bankEntryRow}
        filters={bankEntryFilters}
        sorts={bankEntrySorts}
        order="-bookedOn"
        columns={columns}
        machine={bankEntryMachine}
        actions={ACTIONS}
        onAct={act}
        onOpen={({ id }) => setOpen(id)}
        more={({ id }) => <MenuItem text={t('finance.bankProposals')} onClick={() => setOpen(id)} />}
        chosen={
          mayConfirm
            ? (selected, onDone) => (
                <Button intent="primary" onClick={() => void confirm(selected, onDone)}>
                  {t('finance.bankConfirm')}
                </Button>
              )
            : undefined
        }
        head={
          mayEdit && (
            <Button intent="primary" icon={<Import />} onClick={() => setOpen('import')}>
              {t('finance.bankImport')}
            </Button>
          )
        }
        totalsOf={(query) => read('bankEntry', 'totals', { query })}
        totals={(found) => (
          <Totals
            rows={found.currencies.map(({ currency, openIn, openOut }) => ({
              currency,
              amounts: [
                [t('finance.bankOpenIn'), openIn],
                [t('finance.bankOpenOut'), openOut],
              ] as const,
            }))}
          />
        )}
        empty={t('finance.bankEmpty')}
      />
      {open === 'import' && <ImportStatement onClose={() => setOpen(null)} />}
      {typeof open === 'number' && (
        <OneBankEntry id={open} onIgnore={setIgnoring} onClose={() => setOpen(null)} />
      )}
      {ignoring && <IgnoreEntry entry={ignoring} onClose={() => setIgnoring(null)} />}
    </>
  );
}
