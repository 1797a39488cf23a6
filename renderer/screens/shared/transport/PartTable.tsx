import './transport.css';
import { HTMLTable } from '@blueprintjs/core';
import { metaOf, withUnit } from '@contract/fields';
import { type ReactNode, useMemo } from 'react';
import type * as z from 'zod';
import { useSpeech } from '../../../app/language';
import { fieldCell, kindOf } from '../../../kinds';
import { targetsOf, useLookups } from '../../../kinds/lookups';

/** Short table of a record's parts: each field shown by its kind, with room for actions at both ends. */
export function PartTable<Row extends { readonly id: number | string }>(props: {
  readonly label: string;
  readonly schema: z.ZodObject;
  readonly resource: string;
  readonly rows: readonly Row[];
  readonly fields: readonly (keyof Row & string)[];
  readonly start?: (row: Row) => ReactNode;
  readonly end?: (row: Row) => ReactNode;
  /** Cells that replace those of the kind. */
  readonly cells?: Readonly<Record<string, (row: Row) => ReactNode>>;
}) {
  const { label, schema, resource, rows, fields, start, end, cells } = props;
  const speech = useSpeech();
  const columns = useMemo(
    () => fields.map((name) => ({ name, meta: metaOf(schema.shape[name]) })),
    [fields, schema],
  );
  const lookups = useLookups(useMemo(() => targetsOf(columns.map(({ meta }) => meta)), [columns]));
  const sideOf = (meta: (typeof columns)[number]['meta']) => (kindOf(meta).align === 'end' ? 'fc-end' : '');
  return (
    <div className="fc-wide-table">
      <HTMLTable compact striped className="fc-plan-table" aria-label={label}>
        <thead>
          <tr>
            {start && <th aria-hidden />}
            {columns.map(({ name, meta }) => (
              <th key={name} className={sideOf(meta)}>
                {withUnit(speech.label(name, resource), meta)}
              </th>
            ))}
            {end && <th aria-hidden />}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              {start && <td>{start(row)}</td>}
              {columns.map(({ name, meta }) => (
                <td key={name} className={sideOf(meta)}>
                  {cells?.[name]?.(row) ??
                    fieldCell(name, meta, {
                      speech,
                      lookups,
                      row,
                    })}
                </td>
              ))}
              {end && <td>{end(row)}</td>}
            </tr>
          ))}
        </tbody>
      </HTMLTable>
    </div>
  );
}
