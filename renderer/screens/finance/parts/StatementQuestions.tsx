import { Button, FormGroup } from '@blueprintjs/core';
import { type BankFileRead, bankStatementRow } from '@contract/finance/bankEntry';
import type { Encoding } from '@contract/importing/encodings';
import { iban } from '@contract/rules/bank';
import { object } from '@contract/shape';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSpeech } from '../../../app/language';
import { ShortSelect } from '../../../kinds/ChoiceInput';
import { useOptions } from '../../../kinds/ref';
import { type FieldInput, InputFields, parsedInput } from '../../shared/InputFields';

/** What a person says about a file that does not say it itself. */
export interface StatementAnswers {
  readonly account?: string;
  readonly currency?: string;
  readonly encoding?: Encoding;
}

const currencyField = object(() => bankStatementRow.pick({ currency: true }).shape);

/** Asks what a file of a bank does not say: our account, its currency, how its text is read. */
export function StatementQuestions(props: {
  asks: NonNullable<BankFileRead['asks']>;
  given: StatementAnswers;
  busy: boolean;
  onAnswer: (answers: StatementAnswers) => void;
}) {
  const { asks, given, busy, onAnswer } = props;
  const { accounts, currency, encodings } = asks;
  const { t } = useTranslation();
  const [account, setAccount] = useState<string | null>(null);
  const [encoding, setEncoding] = useState<Encoding | null>(encodings[0]?.encoding ?? null);
  const [input, setInput] = useState<FieldInput>({ currency: null });
  const typed = currency ? parsedInput(currencyField, input)?.currency : undefined;
  const isWhole = (!accounts || account !== null) && (!currency || typed !== undefined);
  const answer = () =>
    onAnswer({
      ...given,
      ...(typeof typed === 'string' ? { currency: typed } : {}),
      ...(account === null ? {} : { account }),
      ...(encodings.length > 0 && encoding !== null ? { encoding } : {}),
    });
  return (
    <>
      {encodings.length > 0 && (
        <EncodingField encodings={encodings} value={encoding} onChange={setEncoding} />
      )}
      {accounts && <AccountField accounts={accounts} value={account} onChange={setAccount} />}
      {currency && (
        <InputFields
          schema={currencyField}
          resource="bankEntry"
          fields={['currency']}
          input={input}
          onChange={setInput}
        />
      )}
      <div>
        <Button intent="primary" disabled={busy || !isWhole} onClick={answer}>
          {t('finance.bankRead')}
        </Button>
      </div>
    </>
  );
}

/** Ways to read the text of a file, with parts of it as they then read. */
function EncodingField(props: {
  encodings: NonNullable<BankFileRead['asks']>['encodings'];
  value: Encoding | null;
  onChange: (encoding: Encoding | null) => void;
}) {
  const { encodings, value, onChange } = props;
  const { t } = useTranslation();
  const field = useId();
  const example = encodings.find((one) => one.encoding === value)?.example;
  return (
    <FormGroup
      label={t('importing.encoding')}
      labelFor={field}
      helperText={
        example && (
          <span role="status">
            {t('files.readSo')} <strong>{example}</strong>
          </span>
        )
      }
      style={{ margin: 0 }}
    >
      <ShortSelect
        id={field}
        required
        options={encodings.map(({ encoding }) => ({ value: encoding, label: encoding, search: encoding }))}
        value={value}
        onChange={onChange}
      />
    </FormGroup>
  );
}

/** The account of ours that a file is of. */
function AccountField(props: {
  accounts: NonNullable<NonNullable<BankFileRead['asks']>['accounts']>;
  value: string | null;
  onChange: (account: string | null) => void;
}) {
  const { accounts, value, onChange } = props;
  const { t } = useTranslation();
  const speech = useSpeech();
  const field = useId();
  const { options } = useOptions('clientCompany', []);
  const labelOf = (companyId: number) => options?.find((one) => one.value === companyId)?.label;
  return (
    <FormGroup
      label={speech.label('account', 'bankEntry')}
      labelFor={field}
      helperText={t(accounts.length > 0 ? 'finance.bankAccountHint' : 'finance.bankAccountNone')}
      style={{ margin: 0 }}
    >
      <ShortSelect
        id={field}
        required
        options={accounts.map(({ companyId, account }) => ({
          value: account,
          search: account,
          label: [iban.format?.(account) ?? account, labelOf(companyId)].filter(Boolean).join(' · '),
        }))}
        value={value}
        onChange={onChange}
      />
    </FormGroup>
  );
}
