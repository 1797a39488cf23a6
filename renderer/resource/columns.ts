import type { TableLayout } from '@contract/desktop/boot';
import { type FieldMeta, metaOf, withUnit, type Zone } from '@contract/fields';
import { fieldsOf } from '@contract/rowFields';
import type { ReactNode } from 'react';
import { useCallback, useMemo } from 'react';
import type * as z from 'zod';
import { changeSettings, ownerKey, useDesk } from '../app/desk';
import type { Speech } from '../app/language';
import { fieldCell, fieldText, isUnreadField, kindOf, markOf } from '../kinds';
import type { ShowContext } from '../kinds/kind';
import { textWidth } from './textWidth';

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

/** Maximum pixels for a column to fit its heading, and to fit the names of its values. */
const WIDEST_HEAD = 280;
const WIDEST_VALUE = 250;
/** Pixels of a heading beside its text: padding, sort arrow and number. */
const HEAD_ROOM = 44;
/** Pixels of a cell beside its text: padding, and the frame of a tag. */
const CELL_ROOM = 34;
/** Pixels for a usual name in English, and for a usual email address. */
const NAME = 230;

/**
 * Pixels that the values of a column need: the longest of a list of names; a time with its place name, since truncated
 * it would read as a time in another zone.
 */
function leastWidth(name: string, meta: FieldMeta, speech: ValueNames): number {
  switch (meta.kind) {
    case 'dateTime':
      return CLOCK_WIDTH[meta.zone];
    case 'choice':
      return longest(meta.values.map((value) => speech.choice(meta.list, value)));
    case 'state':
      return longest(meta.values.map((value) => speech.state(meta.machine, value)));
    case 'text':
      return name === 'nameEn' || meta.format === 'email' ? NAME : 0;
    default:
      return 0;
  }
}

/** Pixels of a time with the code of its place, by its zone. */
const CLOCK_WIDTH: Readonly<Record<Zone, number>> = {
  ...{ user: 0, origin: 172, landing: 172, warehouse: 190, hub: 206, event: 206 },
};

const longest = (names: readonly string[]): number =>
  Math.min(WIDEST_VALUE, Math.max(0, ...names.map((name) => textWidth(name, 'normal'))) + CELL_ROOM);

/** Names of the values of lists. */
type ValueNames = Pick<Speech, 'choice' | 'state'>;

/** Returns the columns of a list from the row's schema; sortable where the API has an index. */
export function columnsOf<Row>(
  schema: z.ZodObject,
  choices: readonly ColumnChoice<Row>[],
  options: {
    readonly sorts: readonly string[];
    readonly speech: ValueNames;
    readonly label: (field: string) => string;
  },
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
      width: Math.max(
        own.width ?? kind?.width ?? 120,
        Math.min(WIDEST_HEAD, textWidth(label, 'bold') + HEAD_ROOM),
        meta ? leastWidth(name, meta, options.speech) : 0,
      ),
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
