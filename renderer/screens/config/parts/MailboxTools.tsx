import '../../shared/config/mail.css';
import { Callout, FormGroup, InputGroup, TextArea } from '@blueprintjs/core';
import { check } from '@contract/checked';
import { isId } from '@contract/lenient';
import { mailbox } from '@contract/mail/mailbox';
import { permit } from '@contract/permissions';
import { type ExtractedName, extracted, type MailValue, readMail } from '@contract/rules/mailReading';
import { formatDay } from '@contract/rules/zonedTime';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { read } from '../../../api/queries';
import { useData } from '../../../api/unshownFailures';
import { useAllowed } from '../../../app/guard';
import { useSpeech } from '../../../app/language';
import type { FormInside } from '../../../resource/RecordForm';
import type { Values } from '../../../resource/useRecordForm';
import { Facts } from '../../../ui/Facts';
import { StateTag } from '../../../ui/StateTag';

const READING = [
  'fromFilter',
  'subjectRegex',
  'extractBillNo',
  'extractPieces',
  'extractWeight',
  'extractTime',
] as const;

const LABEL = {
  billNo: 'billNo',
  pieces: 'pieces',
  weight: 'weight',
  time: 'mailTime',
} as const satisfies Record<ExtractedName, string>;

/** Additions to the form of a mailbox: the recipients of the warehouse's email, and a test with a pasted email. */
export function MailboxTools({ form }: { form: FormInside; id: number | null }) {
  const { kind, defaultWarehouseId } = form.values;
  return (
    <>
      {kind === 'warehouse' && isId(defaultWarehouseId) && <Recipients warehouseId={defaultWarehouseId} />}
      <TryOut values={form.values} />
    </>
  );
}

/** Recipients of pre-alerts and exceptions of a warehouse, from its record. */
function Recipients({ warehouseId }: { warehouseId: number }) {
  const { t } = useTranslation();
  const may = useAllowed(permit('config.warehouse.view'));
  const data = useData({
    ...read('warehouse', 'get', { params: { id: warehouseId } }),
    enabled: may,
  });
  if (!data) return null;
  const { notifyEmails, code } = data;
  return (
    <Callout
      compact
      icon={null}
      intent={notifyEmails.length === 0 ? 'warning' : 'none'}
      className="fc-recipients"
    >
      {notifyEmails.length === 0
        ? t('mail.recipientsNone', { code })
        : t('mail.recipients', { code, emails: notifyEmails })}{' '}
      <Link to="/config/warehouse-email">{t('mail.recipientsChange')}</Link>
    </Callout>
  );
}

/** Returns the reading rules from the form; an invalid pattern is omitted, and reported at its field. */
function rulesOf(values: Values) {
  const { shape } = mailbox.row;
  const one = (name: (typeof READING)[number]) => {
    const checked = check(shape[name], values[name] ?? (name === 'fromFilter' ? [] : null));
    return checked.ok ? checked.value : null;
  };
  const textOf = (name: (typeof READING)[number]) => {
    const value = one(name);
    return typeof value === 'string' ? value : null;
  };
  const senders = one('fromFilter');
  return {
    fromFilter: Array.isArray(senders) ? senders : [],
    subjectRegex: textOf('subjectRegex'),
    extractBillNo: textOf('extractBillNo'),
    extractPieces: textOf('extractPieces'),
    extractWeight: textOf('extractWeight'),
    extractTime: textOf('extractTime'),
  };
}

/** Test of a pasted email, with what the mailbox would read from it. */
function TryOut({ values }: { values: Values }) {
  const { t } = useTranslation();
  const base = useId();
  const [from, setFrom] = useState('');
  const [subject, setSubject] = useState('');
  const [text, setText] = useState('');
  const pasted = [from, subject, text].some((one) => one.trim() !== '');
  return (
    <fieldset className="fc-form-group">
      <legend>{t('mail.tryTitle')}</legend>
      <FormGroup label={t('mail.tryFrom')} labelFor={`${base}-from`}>
        <InputGroup id={`${base}-from`} value={from} onValueChange={setFrom} />
      </FormGroup>
      <FormGroup label={t('mail.trySubject')} labelFor={`${base}-subject`}>
        <InputGroup id={`${base}-subject`} value={subject} onValueChange={setSubject} />
      </FormGroup>
      <FormGroup label={t('mail.tryText')} labelFor={`${base}-text`}>
        <TextArea
          id={`${base}-text`}
          fill
          rows={5}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
      </FormGroup>
      <div role="status">
        {pasted ? (
          <ReadingResult values={values} from={from} subject={subject} text={text} />
        ) : (
          <p className="fc-muted">{t('mail.tryPaste')}</p>
        )}
      </div>
    </fieldset>
  );
}

function ReadingResult({ values, ...mail }: { values: Values; from: string; subject: string; text: string }) {
  const { t } = useTranslation();
  const speech = useSpeech();
  const { fromFits, subjectFits, taken } = readMail(rulesOf(values), mail);
  const shown = (what: ExtractedName, { value, text, problem }: MailValue) => {
    if (problem) return `${text} – ${speech.message(problem, speech.label(LABEL[what]))}`;
    if (what === 'weight') return `${value} kg`;
    if (what !== 'time' || !value) return value;
    return `${formatDay(value.slice(0, 10))} ${value.slice(11, 16)}`;
  };
  const nothing = <span className="fc-muted">{t('mail.tryNothing')}</span>;
  return (
    <>
      <p>
        <StateTag tone={fromFits && subjectFits ? 'good' : 'warning'}>
          {t(fromFits && subjectFits ? 'mail.tryIts' : 'mail.tryNotIts')}
        </StateTag>{' '}
        {!fromFits && t('mail.tryOtherSender')} {!subjectFits && t('mail.tryOtherSubject')}
      </p>
      <Facts
        of={extracted.map((what) => [
          speech.label(LABEL[what]),
          taken[what] ? shown(what, taken[what]) : nothing,
        ])}
      />
    </>
  );
}
