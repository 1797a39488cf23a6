import { Callout } from '@blueprintjs/core';
import { abnormalCaseApi, type caseDetail, caseRow, claimNames } from '@contract/customs/abnormalCase';
import { noticeRuleOf } from '@contract/rules/claimClock';
import { formatDay } from '@contract/rules/zonedTime';
import { useTranslation } from 'react-i18next';
import type * as z from 'zod';
import { client } from '../../../api/client';
import { invalidate, queryClient } from '../../../api/queries';
import { FieldGroups } from '../../../resource/DetailScreen';
import { RecordForm } from '../../../resource/RecordForm';
import { notify } from '../../../ui/toaster';
import { NoticeDue } from './NoticeDue';

type Detail = z.output<typeof caseDetail>;
const LETTER = abnormalCaseApi.sendNotice.body;
const NOTED = abnormalCaseApi.noteNotice.body;

/** The claim of a case: the last day of its notice with the rule that sets it, and the parties. */
export function CaseClaim({ row }: { row: Detail }) {
  const { t } = useTranslation();
  const shown = [...claimNames, 'suitDueOn', 'noticeSentAt', 'noticeMailState'] as const;
  const fields = shown.filter((name) => row[name] !== null && row[name] !== '');
  if (fields.length === 0) return null;
  return (
    <section className="fc-case-claim">
      <h2>{t('customs.claim')}</h2>
      <NoticeRule row={row} />
      <FieldGroups schema={caseRow} resource="abnormalCase" row={row} groups={[{ title: '', fields }]} />
    </section>
  );
}

/** The rule that sets the last day of the notice, in words. */
function NoticeRule({ row }: { row: Detail }) {
  const { t } = useTranslation();
  const rule = noticeRuleOf(row);
  if (rule === undefined || row.claimStartOn === null) return null;
  return (
    <Callout compact className="fc-banner">
      <NoticeDue of={row} /> {t(`customs.noticeRule_${rule}`, { day: formatDay(row.claimStartOn) })}
      {rule === 'cmr_hidden' && <div className="fc-muted">{t('customs.noticeHolidays')}</div>}
    </Callout>
  );
}

/** Returns the hints of the claim's fields, by convention and finding. */
export function useClaimHints(): (values: Readonly<Record<string, unknown>>) => Record<string, string> {
  const { t } = useTranslation();
  return (values) => {
    const { claimConvention, claimFinding } = values;
    const isHidden = claimConvention === 'cmr' && claimFinding === 'damage_hidden';
    const start =
      claimFinding === 'delay'
        ? t('customs.startDelay')
        : claimFinding === 'loss'
          ? t('customs.startLoss')
          : t('customs.startReceipt');
    return {
      claimStartOn: isHidden ? t('customs.startHidden') : start,
      claimantName: t('customs.claimantHint'),
      reservation: t('customs.reservationHint'),
    };
  };
}

/** Form that sends the letter of a claim by email. */
export function SendNotice({ row, onDone }: { row: Detail; onDone: () => void }) {
  const { t } = useTranslation();
  return (
    <div className="fc-letter">
      <RecordForm
        resource="abnormalCase"
        row={LETTER}
        schema={LETTER}
        groups={[
          { title: t('monitor.groupWhom'), fields: ['toEmails', 'ccEmails'] },
          { title: t('monitor.groupText'), fields: ['subject', 'text'] },
        ]}
        initial={{
          toEmails: row.liableEmail === null ? [] : [row.liableEmail],
          ccEmails: [],
          subject: t('customs.noticeSubject', { no: row.caseNo, bill: `${row.billNo} ${row.batchNo}` }),
          text: t('customs.noticeText'),
        }}
        draft={`abnormalCase/${row.id}/notice`}
        submitText={t('common.send')}
        more={() => <p className="fc-muted">{t('customs.noticeAttached')}</p>}
        save={(values, key) =>
          client.abnormalCase.sendNotice({ params: { id: row.id }, body: values }, { key })
        }
        onSaved={() => {
          notify({ text: t('customs.noticeQueued'), intent: 'success' });
          void invalidate(queryClient, 'abnormalCase');
          onDone();
        }}
        onCancel={onDone}
      />
    </div>
  );
}

/** Form that states when notice was given in another way than by email from here. */
export function NoteNotice({ row, onDone }: { row: Detail; onDone: () => void }) {
  const { t } = useTranslation();
  return (
    <RecordForm
      resource="abnormalCase"
      row={NOTED}
      schema={NOTED}
      groups={[{ title: t('customs.noteNotice'), fields: ['noticeSentAt'] }]}
      hints={{ noticeSentAt: t('customs.noteNoticeHint') }}
      about={{ landingAirportId: row.landingAirportId }}
      initial={{ version: row.version, noticeSentAt: row.noticeSentAt }}
      draft={`abnormalCase/${row.id}/noted`}
      save={(values) => client.abnormalCase.noteNotice({ params: { id: row.id }, body: values })}
      onSaved={() => {
        notify({ text: t('common.saved'), intent: 'success' });
        void invalidate(queryClient, 'abnormalCase');
        onDone();
      }}
      onCancel={onDone}
    />
  );
}
