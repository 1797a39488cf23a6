import { metaOf, withUnit } from '@contract/fields';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type * as z from 'zod';
import { type Question, useAnswer } from '../api/answers';
import { useSpeech } from '../app/language';
import { fieldText } from '../kinds';
import { useLookups } from '../kinds/lookups';
import { AnsweredNumbers } from './Answered';

/** Totals of all rows that match a filter, one per field, beneath their list. `query` is the query for them. */
export function SumFoot<T extends z.ZodObject>({
  totals,
  resource,
  query,
}: {
  totals: T;
  resource: string;
  query: Question<z.output<T>>;
}) {
  const { t } = useTranslation();
  const speech = useSpeech();
  const lookups = useLookups(NONE);
  const answer = useAnswer(query);
  const fields = useMemo(() => Object.entries(totals.shape), [totals]);
  return (
    <AnsweredNumbers answer={answer}>
      {(data) => (
        <span className="fc-totals">
          <b>{t('common.totals')}</b>
          {fields.map(([name, schema]) => {
            const meta = metaOf(schema);
            const text = fieldText(name, meta, { speech, lookups, row: data });
            return <span key={name}>{`${withUnit(speech.label(name, resource), meta)} ${text}`}</span>;
          })}
        </span>
      )}
    </AnsweredNumbers>
  );
}
const NONE = [] as const;
