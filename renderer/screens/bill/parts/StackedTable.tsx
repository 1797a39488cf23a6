import { HTMLTable } from '@blueprintjs/core';
import type { Bill } from '@contract/bill/bill';
import { metaOf } from '@contract/fields';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type * as z from 'zod';
import { useSpeech } from '../../../app/language';
import { fieldCell } from '../../../kinds';
import { targetsOf, useLookups } from '../../../kinds/lookups';
import { clockOf } from './customsPart';

type Cells<Row, Name extends string> = Readonly<Partial<Record<Name, (row: Row) => ReactNode>>>;

/**
 * Table of a bill's few records with all fields. Related fields are stacked in one cell, so that a whole record fits
 * beside its actions.
 */
export function StackedTable<Row extends { readonly id: number }, Name extends keyof Row & string>(props: {
  bill: Bill;
  label: string;
  rows: readonly Row[];
  schema: z.ZodObject;
  resource: string;
  columns: readonly (readonly Name[])[];
  /** Cells of fields that are not shown by their kind. */
  cells: Cells<Row, Name>;
  /** Content beneath a field. */
  under?: Cells<Row, Name>;
  actions: (row: Row) => ReactNode;
}) {
  const { bill, label, rows, schema, resource, columns, cells, under, actions } = props;
  const { t } = useTranslation();
  const speech = useSpeech();
  const metas = useMemo(
    () => new Map(columns.flat().map((name) => [name, metaOf(schema.shape[name])])),
    [columns, schema],
  );
  const lookups = useLookups(useMemo(() => targetsOf([...metas.values()]), [metas]));
  const shown = (row: Row, name: Name): ReactNode => {
    const own = cells[name];
    if (own) return own(row);
    const meta = metas.get(name);
    return (meta && fieldCell(name, meta, { speech, lookups, row: { ...row, ...clockOf(bill) } })) || '—';
  };
  return (
    <div className="fc-customs-table">
      <HTMLTable compact aria-label={label}>
        <thead>
          <tr>
            {columns.map((names) => (
              <th key={names[0]}>
                {names.map((name) => (
                  <div key={name}>{speech.label(name, resource)}</div>
                ))}
              </th>
            ))}
            <th>{t('common.operation')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              {columns.map((names) => (
                <td key={names[0]}>
                  {names.map((name) => (
                    <div key={name}>
                      {shown(row, name)}
                      {under?.[name]?.(row)}
                    </div>
                  ))}
                </td>
              ))}
              <td>{actions(row)}</td>
            </tr>
          ))}
        </tbody>
      </HTMLTable>
    </div>
  );
}
