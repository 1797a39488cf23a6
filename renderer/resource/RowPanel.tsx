import type { ReactNode } from 'react';
import type * as z from 'zod';
import { SidePanel } from '../ui/SidePanel';
import { FieldGroups } from './DetailScreen';

/** A row of a list in full at its side, to be read; what may be done with it stands above. */
export function RowPanel<Row extends object>(props: {
  /** Null: nothing is open. */
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
