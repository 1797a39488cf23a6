import '../../shared/sea/filing.css';
import { HTMLTable } from '@blueprintjs/core';
import { filedDifference } from '@contract/rules/filedDifference';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type * as z from 'zod';
import { useSpeech } from '../../../app/language';
import { ownTime } from '../../../app/zone';
import { textOf } from '../../../kinds';
import { targetsOf, useLookups } from '../../../kinds/lookups';
import { usePathFields } from './paths';

type Values = Readonly<Record<string, unknown>>;

/** Differences between the filed version of a record and the one to file, by field. */
export function FiledDifference(props: {
  readonly row: z.ZodObject;
  readonly resource: string;
  /** Version filed with customs, and the time of its filing. */
  readonly filed: { readonly at: string; readonly content: unknown };
  readonly now: Values;
  /** Fields to compare, in the order of the form. */
  readonly fields: readonly string[];
}) {
  const { row, resource, filed, now, fields } = props;
  const { t } = useTranslation();
  const speech = useSpeech();
  const fieldOf = usePathFields(row, resource);
  const changes = filedDifference(filed.content as Values, now, fields).map((change) => ({
    ...change,
    ...fieldOf(change.path),
  }));
  const targets = JSON.stringify(changes.flatMap(({ meta }) => (meta ? targetsOf([meta]) : [])));
  const lookups = useLookups(useMemo(() => JSON.parse(targets), [targets]));
  const valueText = (meta: (typeof changes)[number]['meta'], value: unknown) =>
    value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)
      ? '–'
      : meta
        ? textOf(meta, value, { speech, lookups, row: now })
        : String(value);
  const since = ownTime(filed.at);
  if (changes.length === 0) return <p className="fc-muted">{t('sea.sameAsFiled', { at: since })}</p>;
  return (
    <>
      <p className="fc-muted">{t('sea.differsFromFiled', { count: changes.length, at: since })}</p>
      <HTMLTable compact striped className="fc-differences">
        <thead>
          <tr>
            <th>{t('common.field')}</th>
            <th>{t('sea.diffFiled')}</th>
            <th>{t('sea.diffNow')}</th>
          </tr>
        </thead>
        <tbody>
          {changes.map(({ path, label, meta, filed: before, now: after }) => (
            <tr key={path}>
              <td>{label}</td>
              <td>{valueText(meta, before)}</td>
              <td>{valueText(meta, after)}</td>
            </tr>
          ))}
        </tbody>
      </HTMLTable>
    </>
  );
}
