import './parts.css';
import { Button, HTMLTable } from '@blueprintjs/core';
import { ChevronLeft, ChevronRight, Plus } from '@blueprintjs/icons';
import { unwrap } from '@contract/fields';
import type { PastedCells } from '@contract/importing/clipboard';
import type { DecimalSign } from '@contract/importing/numberText';
import { LANGUAGES } from '@contract/limits';
import { emptyRow, type PasteNote, pasteCells } from '@contract/rules/tablePaste';
import { labelOf } from '@contract/words';
import { type ClipboardEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type * as z from 'zod';
import { type Speech, useSpeech } from '../app/language';
import { RemoveButton } from '../ui/RemoveButton';
import { useStableCallback } from '../ui/useStableCallback';
import type { InputProps, Kind, MetaOf, Part, ShowContext } from './kind';
import { PartInput, partCell, partKind, partText } from './partFields';
import { PasteNotes, pastedAt, pastedBlock, SignChoice } from './pasting';

/** Maximum of rows drawn at once, since each cell is an input. */
const DRAWN = 40;
/** Minimum and maximum width of a cell's input, and its padding, in pixels. */
const CELL = { least: 76, most: 220, padding: 26 } as const;

/** Event that makes a table show a row before the focus moves there; dispatched on the table's element, bubbles. */
const GO = 'fc-go-to-row';
export const showRow = (table: Element, row: number): void =>
  void table.dispatchEvent(new CustomEvent(GO, { detail: row }));

/** Nested records: a grid that accepts cells pasted from a spreadsheet, and a plain table when read-only. */
export const table: Kind<'table'> = {
  align: 'start',
  width: 320,
  toText: (value: readonly Part[], { shape }, context) =>
    value
      .map((part) =>
        Object.entries(shape)
          .map(([name, field]) => partText(field, part, part[name], context))
          .join(' ')
          .trim(),
      )
      .join('; '),
  Cell: (value: readonly Part[], meta, context) =>
    context.long ? <PartsTable value={value} meta={meta} context={context} /> : String(value.length),
  Input: TableInput,
  Filter: null,
};

/** True if a cell is required; a switch that is off and an empty list count as filled in. */
const isNeeded = (field: z.ZodType): boolean =>
  !unwrap(field).nullable && !['flag', 'codes'].includes(partKind(field).meta.kind);

const heads = ({ of, shape }: MetaOf<'table'>, speech: Speech) =>
  Object.entries(shape).map(([name, field]) => ({
    name,
    field,
    label: speech.label(name, of),
    end: partKind(field).kind.align === 'end',
  }));

/** Read-only rows; a limited number at first. */
function PartsTable(props: {
  readonly value: readonly Part[];
  readonly meta: MetaOf<'table'>;
  readonly context: ShowContext;
}) {
  const { value, meta, context } = props;
  const { t } = useTranslation();
  const [all, setAll] = useState(false);
  // Columns without any value are left out.
  const columns = heads(meta, context.speech).filter(({ name, field }) =>
    value.some((part) => partText(field, part, part[name], context) !== ''),
  );
  return (
    <div className="fc-parts-scroll">
      <HTMLTable compact striped className="fc-parts-shown">
        <thead>
          <tr>
            <th className="fc-end">{t('common.rowNumber')}</th>
            {columns.map(({ name, label, end }) => (
              <th key={name} className={end ? 'fc-end' : undefined}>
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {(all ? value : value.slice(0, DRAWN)).map((part, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows are identified by their position
            <tr key={index}>
              <td className="fc-end fc-muted">{index + 1}</td>
              {columns.map(({ name, field, end }) => (
                <td key={name} className={end ? 'fc-end' : undefined}>
                  {partCell(field, part, part[name], context)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </HTMLTable>
      {!all && value.length > DRAWN && (
        <Button size="small" onClick={() => setAll(true)}>
          {t('common.showAllRows', { count: value.length })}
        </Button>
      )}
    </div>
  );
}

/** Cell at which a block is pasted, counted from 0. */
interface PastePlace {
  readonly row: number;
  readonly column: number;
}

/** Returns the headers of a column, in every language. */
type Headers = (field: string) => readonly string[];

/** Handles blocks pasted from a spreadsheet; asks for the decimal sign if it is ambiguous. */
function usePastedCells(options: {
  readonly meta: MetaOf<'table'>;
  readonly rows: readonly Part[];
  readonly disabled: boolean;
  readonly onChange: (rows: readonly Part[]) => void;
  /** Returns the cell for a place in the drawn table; outside of it, the first new one. */
  readonly placeOf: (at: PastePlace | undefined) => PastePlace;
}) {
  const { meta, rows, disabled, onChange, placeOf } = options;
  const { of, shape, max } = meta;
  const { t } = useTranslation();
  const speech = useSpeech();
  const [announced, setAnnounced] = useState('');
  const [notes, setNotes] = useState<readonly PasteNote[]>([]);
  const [pending, setPending] = useState<{ block: PastedCells; at: PastePlace; value: string } | null>(null);
  const put = useStableCallback(
    (block: PastedCells, at: PastePlace, sign: DecimalSign | undefined, headers: Headers) => {
      const done = pasteCells({ shape, max, rows, headers }, at, block, sign);
      setPending(done.open === undefined ? null : { block, at, value: done.open });
      if (done.open !== undefined) return;
      onChange(done.rows);
      setAnnounced(t('common.cellsPasted', { count: done.taken }));
      setNotes(done.notes);
    },
  );
  const take = async (block: PastedCells, at: PastePlace, sign?: DecimalSign) => {
    // Headers of import files are recognised as well; they are loaded on the first paste.
    const { headersOf } = await import('@contract/files/templates/headers');
    put(block, at, sign, (name) => [
      ...LANGUAGES.map((language) => labelOf(language, name, of)),
      ...headersOf(name),
    ]);
  };
  return {
    onPaste: (event: ClipboardEvent) => {
      const block = disabled ? undefined : pastedBlock(event);
      if (block) void take(block, placeOf(pastedAt(event)));
    },
    announced,
    panel: (
      <>
        {pending && (
          <SignChoice
            value={pending.value}
            onChoose={(sign) => void take(pending.block, pending.at, sign)}
            onCancel={() => setPending(null)}
          />
        )}
        <PasteNotes notes={notes} columnName={(name) => speech.label(name, of)} />
      </>
    ),
  };
}

/** Leads to the rows before and after those that are drawn. */
function RowPages(props: {
  readonly shown: number;
  readonly pages: number;
  readonly count: number;
  readonly onPage: (page: number) => void;
}) {
  const { shown, pages, count, onPage } = props;
  const { t } = useTranslation();
  const first = shown * DRAWN;
  return (
    <>
      <Button
        size="small"
        variant="minimal"
        icon={<ChevronLeft />}
        disabled={shown === 0}
        aria-label={t('common.rowsBefore')}
        onClick={() => onPage(shown - 1)}
      />
      <span>{t('common.rowsShown', { from: first + 1, to: Math.min(first + DRAWN, count), count })}</span>
      <Button
        size="small"
        variant="minimal"
        icon={<ChevronRight />}
        disabled={shown === pages - 1}
        aria-label={t('common.rowsAfter')}
        onClick={() => onPage(shown + 1)}
      />
    </>
  );
}

function TableInput(props: InputProps<MetaOf<'table'>>) {
  const { id, name: own, meta, value, onChange, onBlur, disabled, invalid } = props;
  const { shape, max } = meta;
  const { t } = useTranslation();
  const speech = useSpeech();
  const rows = value ?? [];
  const [page, setPage] = useState(0);
  const box = useRef<HTMLDivElement>(null);
  const next = useRef<string | null>(null);
  const pages = Math.max(1, Math.ceil(rows.length / DRAWN));
  const shown = Math.min(page, pages - 1);
  const first = shown * DRAWN;
  const columns = heads(meta, speech);
  useEffect(() => {
    const element = box.current;
    const go = (event: Event) => setPage(Math.floor((event as CustomEvent<number>).detail / DRAWN));
    element?.addEventListener(GO, go);
    return () => element?.removeEventListener(GO, go);
  }, []);
  // Focuses a row that was just added, once it is drawn.
  useEffect(() => {
    if (next.current === null) return;
    document.getElementById(next.current)?.focus();
    next.current = null;
  });
  const change = (at: number, name: string, now: unknown) =>
    onChange(rows.map((row, index) => (index === at ? { ...row, [name]: now } : row)));
  const add = () => {
    onChange([...rows, emptyRow(shape)]);
    setPage(Math.floor(rows.length / DRAWN));
    next.current = `${id}-${rows.length}-${columns[0]?.name}`;
  };
  const paste = usePastedCells({
    ...{ meta, rows, disabled, onChange },
    placeOf: (at) => (at ? { row: first + at.row, column: at.column - 1 } : { row: rows.length, column: 0 }),
  });
  return (
    <div ref={box} id={`${id}-rows`} className="fc-parts" onPaste={paste.onPaste}>
      {rows.length > 0 && (
        <div className="fc-parts-scroll">
          <table aria-label={speech.label(own)}>
            <thead>
              <tr>
                <th className="fc-end">{t('common.rowNumber')}</th>
                {columns.map(({ name, field, label, end }) => (
                  <th key={name} className={end ? 'fc-end' : undefined}>
                    {label}
                    {isNeeded(field) ? ' *' : ''}
                  </th>
                ))}
                <th aria-label={t('common.more')} />
              </tr>
            </thead>
            <tbody>
              {rows.slice(first, first + DRAWN).map((part, index) => {
                const at = first + index;
                return (
                  <tr key={at}>
                    <td className="fc-end fc-muted">{at + 1}</td>
                    {columns.map(({ name, field, label }) => (
                      <td key={name} style={{ minWidth: cellWidth(field) }}>
                        {/* Each input has its own label, because the head of a column does not name it. */}
                        <label htmlFor={`${id}-${at}-${name}`}>{`${label} ${at + 1}`}</label>
                        <PartInput
                          id={`${id}-${at}-${name}`}
                          name={name}
                          field={field}
                          part={part}
                          disabled={disabled}
                          required={isNeeded(field)}
                          announced={invalid}
                          onBlur={onBlur}
                          onChange={(now) => change(at, name, now)}
                        />
                      </td>
                    ))}
                    <td>
                      <RemoveButton
                        label={t('common.removeRow', { no: at + 1 })}
                        disabled={disabled}
                        onRemove={() => onChange(rows.filter((_, other) => other !== at))}
                      />
                    </td>
                  </tr>
                );
              })}
            </tbody>
          </table>
        </div>
      )}
      <div className="fc-parts-tools">
        <Button id={id} size="small" icon={<Plus />} disabled={disabled || rows.length >= max} onClick={add}>
          {t('common.addRow')}
        </Button>
        {pages > 1 && <RowPages shown={shown} pages={pages} count={rows.length} onPage={setPage} />}
        <span className="fc-muted" aria-live="polite">
          {paste.announced || t('common.pasteCells')}
        </span>
      </div>
      {paste.panel}
    </div>
  );
}

const cellWidth = (field: Parameters<typeof partKind>[0]): number =>
  Math.min(CELL.most, Math.max(CELL.least, partKind(field).kind.width - CELL.padding));
