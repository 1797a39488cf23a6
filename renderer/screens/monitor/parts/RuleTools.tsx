import { usePart } from '../../../api/unshownFailures';
import { NotLoaded } from '../../../resource/Answered';
import './monitor.css';
import { Callout } from '@blueprintjs/core';
import { check } from '@contract/checked';
import { ALERT_MAILS } from '@contract/limits';
import { placeholders, ruleIssues } from '@contract/monitor/alert';
import { monitorConfig, monitorConfigApi } from '@contract/monitor/monitorConfig';
import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type * as z from 'zod';
import { read } from '../../../api/queries';
import { useSpeech } from '../../../app/language';
import { useServed } from '../../../app/offered';
import { Placeholders } from '../../../resource/Placeholders';
import type { FormInside } from '../../../resource/RecordForm';
import type { Values } from '../../../resource/useRecordForm';
import { type Fact, Facts } from '../../../ui/Facts';

const TEXTS = ['subject', 'bodyEn', 'bodyCn'] as const;
/** Delay in milliseconds after the last change before the rule is tested again. */
const PAUSE = 400;

/** Additions to the form of a rule: placeholders to insert, and a test of the rule. */
export function RuleTools({ form, id }: { form: FormInside; id: number | null }) {
  const tries = useServed('monitorConfig.try');
  return (
    <>
      <Placeholders form={form} texts={TEXTS} names={placeholders} list="placeholder" />
      {tries && <Trial values={form.values} id={id} />}
    </>
  );
}

type RuleTest = z.input<(typeof monitorConfigApi)['try']['body']>;

/** Returns the part of a form to test; invalid fields are omitted, since only the event is required. */
function tried(values: Values, id: number | null): RuleTest | null {
  const { shape } = monitorConfig.row;
  const names = Object.keys(monitorConfigApi.try.body.shape).filter((name) => name !== 'id');
  const unknown = new Set(
    ruleIssues(values)
      .filter(({ problem }) => problem.code === 'PLACEHOLDER_UNKNOWN')
      .map(({ column }) => column),
  );
  const right = names.flatMap((name) => {
    const value = values[name];
    const checked = check(shape[name as keyof typeof shape], value);
    return checked.ok && value !== null && !unknown.has(name) ? [[name, checked.value]] : [];
  });
  const body = { ...Object.fromEntries(right), id } as RuleTest;
  return body.event ? body : null;
}

/** Test of a rule: its current matches, its recipients, and the text in both languages. */
function Trial({ values, id }: { values: Values; id: number | null }) {
  const { t } = useTranslation();
  const speech = useSpeech();
  const now = useMemo(() => JSON.stringify(tried(values, id)), [values, id]);
  const [bodyText, setBodyText] = useState(now);
  useEffect(() => {
    const timer = setTimeout(() => setBodyText(now), PAUSE);
    return () => clearTimeout(timer);
  }, [now]);
  const body = JSON.parse(bodyText) as RuleTest | null;
  const { data, error, retry } = usePart({
    ...read('monitorConfig', 'try', { body: body as RuleTest }),
    enabled: body !== null,
  });
  const what = () => {
    if (!body) return <p className="fc-muted">{t('monitor.tryFirst')}</p>;
    if (error && !data) return <NotLoaded error={error} onRetry={retry} />;
    if (!data) return null;
    const { found, told, toEmails, ccEmails, sample } = data;
    const facts: readonly Fact[] = [
      [t('monitor.tryTo'), toEmails.join(', ') || t('monitor.tryNobody')],
      [t('monitor.tryCc'), ccEmails.join(', ')],
    ];
    return (
      <>
        <p>
          <strong>{t('monitor.tryFound', { count: found })}</strong>
          {told > 0 && ` · ${t('monitor.tryTold', { count: told })}`}
          {found - told > ALERT_MAILS && ` · ${t('monitor.tryMany', { count: ALERT_MAILS })}`}
        </p>
        <Facts of={facts.filter(([, value]) => value)} />
        {sample ? (
          <>
            <p className="fc-muted">
              {t(sample.found ? 'monitor.sampleFound' : 'monitor.sampleNewest', {
                object: speech.choice('alertObject', sample.objectType),
                no: sample.objectNo,
              })}
            </p>
            <div className="fc-rule-sample">
              <strong>{sample.subject}</strong>
              <pre>{sample.bodyEn}</pre>
              <pre lang="zh-CN">{sample.bodyCn}</pre>
            </div>
          </>
        ) : (
          <p className="fc-muted">{t('monitor.sampleNone')}</p>
        )}
      </>
    );
  };
  return (
    <Callout compact icon={null} title={t('monitor.tryTitle')} className="fc-trial">
      {what()}
    </Callout>
  );
}
