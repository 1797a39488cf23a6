import type { ReactNode } from 'react';
import type * as z from 'zod';
import { SidePanel } from '../ui/SidePanel';
import { FieldGroups } from './DetailScreen';

/** Side panel with all fields of a row, read-only; its actions are at the top. */
export function RowPanel<Row extends object>(props: {
  /** Null while the panel is closed. */
  row: Row | null;
  title: (row: Row) => string;
  schema: z.ZodObject;
  resource: string;
  groups: (
    row: Row,
  ) => readonly { readonly title: string; readonly fields: readonly (keyof Row & string)[] }[];
  head?: (row: Row) => ReactNode;
  onClose: () => void;
}) {
  const { row, title, schema, resource, groups, head, onClose } = props;
  return (
    <SidePanel isOpen={row !== null} width={700} title={row ? title(row) : ''} onClose={onClose}>
      {row && (
        <div className="fc-drawer">
          {head && <div className="fc-drawer-head">{head(row)}</div>}
          <FieldGroups schema={schema} resource={resource} row={row} groups={groups(row)} />
        </div>
      )}
    </SidePanel>
  );
}
