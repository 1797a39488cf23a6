import { metaOf } from '@contract/fields';
import { filterParts } from '@contract/paging';
import { fieldOf } from '@contract/rowFields';
import { isSpanned } from '@contract/rules/daySpans';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type * as z from 'zod';
import { useSpeech } from '../app/language';
import { textOf } from '../kinds';
import type { FilterParts } from '../kinds/kind';
import { targetsOf, useLookups } from '../kinds/lookups';
import { useIdNames } from './idNames';

interface Chip {
  readonly name: string;
  readonly text: string;
  readonly clear: FilterParts;
}

/** Returns the filters that are set, as texts. */
export function useChips(
  schema: z.ZodObject,
  filters: readonly string[],
  resource: string,
  parts: FilterParts,
): Chip[] {
  const { t } = useTranslation();
  const speech = useSpeech();
  const metas = useMemo(() => filters.map((name) => metaOf(schema.shape[name])), [schema, filters]);
  const lookups = useLookups(useMemo(() => targetsOf(metas), [metas]));
  const nameOf = useIdNames(parts);
  return filters.flatMap((name) => {
    const field = fieldOf(schema, name);
    const meta = metaOf(field);
    const show = (value: unknown) => nameOf(name, value) ?? textOf(meta, value, { speech, lookups, row: {} });
    const label = speech.label(name, resource);
    const span = parts[name];
    if (isSpanned(span))
      return [
        { name, text: speech.pair(label, t(`common.span_${span.span}`)), clear: { [name]: undefined } },
      ];
    const set = filterParts(name, field).filter((part) => parts[part.name] !== undefined);
    if (set.length === 0) return [];
    const values = set.map((part) => {
      const value = parts[part.name];
      if (part.how === 'from')
        return t('common.filterFrom', { value: typeof value === 'number' ? String(value) : show(value) });
      if (part.how === 'to')
        return t('common.filterTo', { value: typeof value === 'number' ? String(value) : show(value) });
      if (part.how === 'like') return t('common.filterContains', { value: String(value) });
      return Array.isArray(value) ? speech.list(value.map(show)) : show(value);
    });
    return [
      {
        name,
        text: speech.pair(label, values.join(' ')),
        clear: Object.fromEntries(set.map((part) => [part.name, undefined])),
      },
    ];
  });
}
