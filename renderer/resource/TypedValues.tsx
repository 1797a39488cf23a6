import { Button } from '@blueprintjs/core';
import { Duplicate } from '@blueprintjs/icons';
import { check } from '@contract/checked';
import { type FieldMeta, findMeta } from '@contract/fields';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type * as z from 'zod';
import { useSpeech } from '../app/language';
import { textOf } from '../kinds';
import { targetsOf, useLookups } from '../kinds/lookups';
import { Facts } from '../ui/Facts';
import { notify } from '../ui/toaster';
import type { Values } from './useRecordForm';

/** Fields that no user types. */
const BOOKKEEPING: ReadonlySet<string> = new Set(['version', 'id', 'createdAt', 'updatedAt', 'updatedBy']);

const plain = (value: unknown): string =>
  typeof value === 'object' && value !== null
    ? Object.values(value).map(plain).filter(Boolean).join(', ')
    : String(value ?? '');

const shownAs = (value: unknown): string => JSON.stringify(value ?? null);

/** Typed values (of an existing record only the changes), to read and copy when no form can show them any more. */
export function TypedValues(props: {
  readonly resource: string;
  readonly shape: Readonly<Record<string, z.ZodType>>;
  readonly values: Values;
  readonly base?: Values | undefined;
}) {
  const { resource, shape, values, base } = props;
  const { t } = useTranslation();
  const speech = useSpeech();
  const metas = useMemo(() => {
    const found: Record<string, FieldMeta | undefined> = {};
    for (const name of Object.keys(values)) found[name] = shape[name] && findMeta(shape[name]);
    return found;
  }, [shape, values]);
  const known = useMemo(() => Object.values(metas).filter((meta) => meta !== undefined), [metas]);
  const lookups = useLookups(useMemo(() => targetsOf(known), [known]));
  const lines = Object.entries(values).flatMap(([name, value]): [string, string][] => {
    if (BOOKKEEPING.has(name) || (base && shownAs(value) === shownAs(base[name]))) return [];
    const meta = metas[name];
    const field = shape[name];
    // A text that is no value of its kind is shown as typed.
    const text =
      meta && field && check(field, value).ok
        ? textOf(meta, value, { speech, lookups, row: values })
        : plain(value);
    return text ? [[speech.label(name, resource), text]] : [];
  });
  const copy = async () => {
    const text = lines.map(([label, value]) => `${label}: ${value}`).join('\n');
    await navigator.clipboard.writeText(text).catch(() => undefined);
    notify({ text: t('common.copied') });
  };
  return (
    <div className="fc-typed">
      <Facts of={lines} />
      <Button size="small" icon={<Duplicate />} onClick={() => void copy()} disabled={lines.length === 0}>
        {t('kept.copy')}
      </Button>
    </div>
  );
}
