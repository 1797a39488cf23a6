import { Button, Callout, HTMLTable } from '@blueprintjs/core';
import type { BankFileRead } from '@contract/finance/bankEntry';
import { formatDay } from '@contract/rules/zonedTime';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { desktop, takeFile } from '../../../api/bridge';
import { client } from '../../../api/client';
import { useSpeech } from '../../../app/language';
import { BusyButton } from '../../../ui/BusyButton';
import { DropZone } from '../../../ui/DropZone';
import { SidePanel } from '../../../ui/SidePanel';
import { notify } from '../../../ui/toaster';
import { useMoney } from '../../shared/finance/Totals';
import { refreshBooks } from '../../shared/finance/useBooks';
import { type StatementAnswers, StatementQuestions } from './StatementQuestions';

interface Picked {
  readonly token: string;
  readonly name: string;
}
type Statement = BankFileRead['statements'][number];

/** A file that was read, with the answers to its questions. */
interface Found {
  readonly file: Picked;
  readonly answers: StatementAnswers;
  readonly read: BankFileRead;
  readonly key: string;
}

/** Imports a file of bank statements: it is read and shown first, and written on confirmation. */
export function ImportStatement({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState('');
  const [found, setFound] = useState<Found | null>(null);
  const run = async (work: () => Promise<void>) => {
    setBusy(true);
    setFailed('');
    try {
      await work();
    } catch (error) {
      setFailed(error instanceof Error ? error.message : String(error));
    }
    setBusy(false);
  };
  const check = (pick: () => Promise<Picked | null>) =>
    run(async () => {
      const file = await pick();
      if (!file) return;
      setFound(null);
      await readFile(file, {});
    });
  const readFile = async (file: Picked, answers: StatementAnswers) => {
    const read = await client.bankEntry.check({ query: answers, file: file.token });
    setFound({ file, answers, read, key: crypto.randomUUID() });
  };
  const take = (similar?: 'skip' | 'keep') =>
    run(async () => {
      if (!found) return;
      const { answers, file } = found;
      const input = { query: similar ? { ...answers, similar } : answers, file: file.token };
      const { statements } = await client.bankEntry.importFile(input, {
        key: `${found.key}${similar ?? ''}`,
      });
      const count = statements.reduce((sum, { fresh }) => sum + fresh, 0);
      notify({ text: t('finance.bankDone', { count }), intent: 'success' });
      await refreshBooks();
      onClose();
    });
  return (
    <SidePanel isOpen width={900} title={t('finance.bankImport')} onClose={onClose}>
      <div className="fc-books">
        <DropZone
          title={found?.file.name ?? t('finance.bankDrop')}
          hint={t('finance.bankTypes')}
          choose={t('importing.choose')}
          busy={busy && !found}
          onDrop={([file]) => file && void check(() => takeFile(file))}
          onChoose={() => void check(() => desktop.files.pick({ call: 'bankEntry.check' }))}
        />
        {failed && (
          <Callout compact intent="danger" role="alert">
            {failed}
          </Callout>
        )}
        {found?.read.asks && (
          <StatementQuestions
            key={found.key}
            asks={found.read.asks}
            given={found.answers}
            busy={busy}
            onAnswer={(answers) => void run(() => readFile(found.file, answers))}
          />
        )}
        {found && !found.read.asks && (
          <Preview read={found.read} busy={busy} onTake={(similar) => void take(similar)} />
        )}
      </div>
    </SidePanel>
  );
}

/** Statements of a file, and what is to decide before they are imported. */
function Preview(props: { read: BankFileRead; busy: boolean; onTake: (similar?: 'skip' | 'keep') => void }) {
  const { read, busy, onTake } = props;
  const { t } = useTranslation();
  const { statements } = read;
  const fresh = statements.reduce((sum, one) => sum + one.fresh, 0);
  const similar = statements.flatMap((one) => one.similar);
  return (
    <>
      <Statements of={statements} />
      <Warnings of={statements} />
      {similar.length > 0 && <SimilarEntries of={similar} />}
      {fresh + similar.length === 0 && <p role="status">{t('finance.bankNothing')}</p>}
      <div className="fc-list-head">
        {similar.length > 0 ? (
          <>
            <Button disabled={busy} onClick={() => onTake('skip')}>
              {t('finance.bankSkip')}
            </Button>
            <Button disabled={busy} onClick={() => onTake('keep')}>
              {t('finance.bankKeep')}
            </Button>
          </>
        ) : (
          <BusyButton intent="primary" busy={busy} disabled={fresh === 0} onClick={() => onTake()}>
            {t('finance.bankImport')}
          </BusyButton>
        )}
      </div>
    </>
  );
}

function Statements({ of }: { of: readonly Statement[] }) {
  const { t } = useTranslation();
  const speech = useSpeech();
  const money = useMoney();
  return (
    <div className="fc-money-table">
      <HTMLTable compact striped>
        <thead>
          <tr>
            <th>{speech.label('account', 'bankEntry')}</th>
            <th>{speech.label('statementNo', 'bankEntry')}</th>
            <th>{speech.label('bookedOn', 'bankEntry')}</th>
            <th className="fc-amount">{t('finance.bankBalances')}</th>
            <th>{t('finance.bankFound')}</th>
          </tr>
        </thead>
        <tbody>
          {of.map((one, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a file may have the same statement twice, in a fixed order
            <tr key={at}>
              <td>{one.account}</td>
              <td>{one.statementNo}</td>
              <td>{[...new Set([one.fromDate, one.toDate])].map(formatDay).join(' – ')}</td>
              <td className="fc-amount">
                {one.openingBalance === null || one.closingBalance === null
                  ? '—'
                  : `${money(one.openingBalance, one.currency)} → ${money(one.closingBalance, one.currency)}`}
              </td>
              <td>
                {[
                  t('finance.bankFresh', { count: one.fresh }),
                  ...(one.known > 0 ? [t('finance.bankKnown', { count: one.known })] : []),
                  ...(one.pending > 0 ? [t('finance.bankPending', { count: one.pending })] : []),
                ].join(' · ')}
              </td>
            </tr>
          ))}
        </tbody>
      </HTMLTable>
    </div>
  );
}

/** Accounts that none of our companies has, and statements that seem to be missing. */
function Warnings({ of }: { of: readonly Statement[] }) {
  const { t } = useTranslation();
  const money = useMoney();
  const texts = of.flatMap(({ account, companyId, gapFrom, currency }) => [
    ...(companyId === null ? [t('finance.bankNoCompany', { account })] : []),
    ...(gapFrom === null ? [] : [t('finance.bankGap', { account, amount: money(gapFrom, currency) })]),
  ]);
  return [...new Set(texts)].map((text) => (
    <Callout key={text} compact intent="warning">
      {text}
    </Callout>
  ));
}

function SimilarEntries({ of }: { of: Statement['similar'] }) {
  const { t } = useTranslation();
  const money = useMoney();
  return (
    <Callout compact intent="warning">
      <p>{t('finance.bankSimilar', { count: of.length })}</p>
      <ul>
        {of.slice(0, MAX_SHOWN).map(({ bookedOn, amount, currency, counterpartyName }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: entries may be equal, in a fixed order
          <li key={at}>
            {[formatDay(bookedOn), money(amount, currency), counterpartyName].filter(Boolean).join(' · ')}
          </li>
        ))}
        {of.length > MAX_SHOWN && <li>…</li>}
      </ul>
    </Callout>
  );
}
/** Entries listed at most. */
const MAX_SHOWN = 20;
