import type { TableLayout } from '@contract/desktop/boot';
import { type FieldMeta, metaOf, withUnit } from '@contract/fields';
import { fieldsOf } from '@contract/rowFields';
import type { ReactNode } from 'react';
import { useCallback, useMemo } from 'react';
import type * as z from 'zod';
import { changeSettings, ownerKey, useDesk } from '../app/desk';
import { fieldCell, fieldText, isUnreadField, kindOf, markOf } from '../kinds';
import type { ShowContext } from '../kinds/kind';

/** Column of a table: from a field of the contract, or defined by the screen. */
export interface Column<Row> {
  readonly name: string;
  readonly label: string;
  readonly meta: FieldMeta | null;
  /** API fields that hold the same data in an exported file. */
  readonly fields: readonly string[];
  readonly width: number;
  /** True if the column holds text, which gains from more room. */
  readonly wordy: boolean;
  readonly align: 'start' | 'end';
  readonly sortable: boolean;
  /** Hidden until the user shows it. */
  readonly hidden: boolean;
  readonly text: (row: Row, context: ShowContext) => string;
  readonly cell: (row: Row, context: ShowContext) => ReactNode;
}

/** A screen's definition of a column: a field's name, or the name with overrides of its kind's defaults. */
export type ColumnChoice<Row, Name extends string = keyof Row & string> =
  | Name
  | {
      readonly name: string;
      readonly width?: number;
      readonly hidden?: boolean;
      readonly label?: string;
      readonly align?: Column<Row>['align'];
      /** API fields that hold the same data in an exported file, if the column is not a field itself. */
      readonly fields?: readonly string[];
      cell?(row: Row, context: ShowContext): ReactNode;
      text?(row: Row, context: ShowContext): string;
    };

/** Pixels that a time with its place name needs: truncated, it would read as a time in another zone. */
const leastWidth = (meta: FieldMeta): number =>
  meta.kind !== 'dateTime' || meta.zone === 'user' ? 0 : meta.zone === 'warehouse' ? 190 : 172;

/** Returns the columns of a list from the row's schema; sortable where the API has an index. */
export function columnsOf<Row>(
  schema: z.ZodObject,
  choices: readonly ColumnChoice<Row>[],
  options: { readonly sorts: readonly string[]; readonly label: (field: string) => string },
): Column<Row>[] {
  return choices.map((choice) => {
    const own = typeof choice === 'string' ? { name: choice } : choice;
    const { name } = own;
    const field = fieldsOf(schema)[name];
    const meta = field ? metaOf(field) : null;
    const kind = meta && kindOf(meta);
    const text = (row: Row, context: ShowContext) =>
      meta ? fieldText(name, meta, context, row as ShowContext['row']) : '';
    const cell = (row: Row, context: ShowContext) =>
      meta ? fieldCell(name, meta, context, row as ShowContext['row']) : null;
    const { text: ownText, cell: ownCell } = own;
    const label = own.label ?? (meta ? withUnit(options.label(name), meta) : options.label(name));
    return {
      name,
      label,
      meta,
      fields: own.fields ?? (meta ? [name] : []),
      width: Math.max(own.width ?? kind?.width ?? 120, headWidth(label), meta ? leastWidth(meta) : 0),
      wordy: meta ? WORDY.has(meta.kind) : own.align !== 'end',
      align: own.align ?? kind?.align ?? 'start',
      sortable: options.sorts.includes(name),
      hidden: own.hidden ?? false,
      // A screen's own cell is used only for values that were parsed.
      text: ownText
        ? (row, context) => (isUnreadField(name, row as object) ? text(row, context) : ownText(row, context))
        : text,
      cell: ownCell ? (row, context) => markOf(name, row as object) ?? ownCell(row, context) : cell,
    };
  });
}

/** Field kinds that hold text. */
const WORDY: ReadonlySet<FieldMeta['kind']> = new Set(['text', 'note', 'block', 'ref', 'refs', 'codes']);

const NOTHING: TableLayout = { order: [], hidden: [], widths: {}, frozen: 1, density: null };

/** Layout of a table as the user arranged it: order, hidden, widths, pinned columns. Stored on this computer. */
export function useLayout<Row>(list: string, columns: readonly Column<Row>[]) {
  const key = `${useDesk(ownerKey)}/${list}`;
  const kept = useDesk(({ settings }) => settings.tables[key]);
  const layout = useMemo(
    () => kept ?? { ...NOTHING, hidden: columns.filter(({ hidden }) => hidden).map(({ name }) => name) },
    [kept, columns],
  );
  const change = useCallback(
    (patch: Partial<TableLayout> | null) => {
      const { tables } = useDesk.getState().settings;
      const { [key]: _, ...others } = tables;
      void changeSettings({ tables: patch ? { ...others, [key]: { ...layout, ...patch } } : others });
    },
    [key, layout],
  );
  const ordered = useMemo(() => {
    const place = (name: string) => {
      const index = layout.order.indexOf(name);
      return index < 0 ? columns.findIndex((column) => column.name === name) : index;
    };
    return [...columns].sort((a, b) => place(a.name) - place(b.name));
  }, [columns, layout.order]);
  const visible = useMemo(
    () => ordered.filter(({ name }) => !layout.hidden.includes(name)),
    [ordered, layout.hidden],
  );
  return { layout, ordered, visible, change };
}

/** Pixels that a heading needs with its arrow to be shown in full; a Chinese character is as wide as two letters. */
function headWidth(label: string): number {
  const letters = [...label].reduce((sum, one) => sum + (one > '\u2e7f' ? 1.75 : 1), 0);
  return Math.min(200, Math.ceil(letters * 7.9) + 34);
}
