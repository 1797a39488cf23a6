import { metaOf, withUnit } from '@contract/fields';
import { type UseQueryOptions, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type * as z from 'zod';
import type { Failure } from '../api/bridge';
import { useSpeech } from '../app/language';
import { fieldText } from '../kinds';
import { useLookups } from '../kinds/lookups';

/** What all rows that a filter finds come to, field by field, beneath their list; `query` asks for it. */
export function SumFoot<T extends z.ZodObject>({
  totals,
  resource,
  query,
}: {
  totals: T;
  resource: string;
  query: UseQueryOptions<z.output<T>, Failure>;
}) {
  const { t } = useTranslation();
  const speech = useSpeech();
  const lookups = useLookups(NONE);
  const { data } = useQuery(query);
  const fields = useMemo(() => Object.entries(totals.shape), [totals]);
  if (!data) return null;
  return (
    <span className="fc-totals">
      <b>{t('common.totals')}</b>
      {fields.map(([name, schema]) => {
        const meta = metaOf(schema as z.ZodType);
        const text = fieldText(name, meta, { speech, lookups, row: data });
        return <span key={name}>{`${withUnit(speech.label(name, resource), meta)} ${text}`}</span>;
      })}
    </span>
  );
}
const NONE = [] as const;
