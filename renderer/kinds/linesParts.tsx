import { Button, HTMLSelect, TextArea } from '@blueprintjs/core';
import { type PastedCells, readClipboard, rowsOfText, textOfRows } from '@contract/importing/clipboard';
import { type DecimalSign, readNumber } from '@contract/importing/numberText';
import { LANGUAGES } from '@contract/limits';
import { currencyNamed } from '@contract/rules/currencies';
import type { PastedLines, PasteWords, WrongCell } from '@contract/rules/quotePaste';
import type { PasteNote } from '@contract/rules/tablePaste';
import { chargeBases } from '@contract/vocabulary';
import { choiceLabel } from '@contract/words';
import { type ClipboardEvent, type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Speech, useSpeech } from '../app/language';
import { useStableCallback } from '../ui/useStableCallback';
import type { LookupRow } from './lookups';
import { PasteNotes, pastedAt, pastedBlock, SignChoice } from './pasting';

type Basis = (typeof chargeBases)[number];

/** Cell of a table of lines; row and column are counted from 0. */
interface CellPlace {
  readonly row: number;
  readonly column: number;
}

/** Pasted rows, and the cell they were pasted at; `typed` is true for rows from the field beneath the table. */
interface PastedHere {
  readonly block: PastedCells;
  readonly at: CellPlace | undefined;
  readonly typed: boolean;
}

const key = (text: unknown) => String(text).trim().toLowerCase();

/** Maps codes and names to active records; codes take precedence. */
export function idsByName<Found>(
  rows: readonly LookupRow[],
  found: (row: LookupRow) => Found,
): ReadonlyMap<string, Found> {
  const known = new Map<string, Found>();
  for (const row of rows)
    if (row.active !== false)
      for (const name of [row.nameCn, row.nameEn, row.code]) known.set(key(name), found(row));
  return known;
}

/** Meaning of pasted cells: codes and names of charge items, bases in either language. */
export function wordsOf(items: readonly LookupRow[]): PasteWords {
  const known = idsByName(items, ({ id, basis }) => ({ id, basis: String(basis) }));
  const bases = new Map<string, Basis>();
  for (const basis of chargeBases) {
    bases.set(basis, basis);
    for (const language of LANGUAGES) bases.set(key(choiceLabel(language, 'chargeBasis', basis)), basis);
  }
  return {
    item: (text) => known.get(key(text)),
    basis: (text) => bases.get(key(text)),
    currency: currencyNamed,
  };
}

/** Returns a typed price, with the contract's decimal sign if it can be parsed; null for an empty one. */
export function typedPrice(typed: string): string | null {
  const text = typed.trim();
  if (text === '') return null;
  const read = /[.,]$/.test(text) ? text : readNumber(text, false);
  return typeof read === 'string' ? read : text;
}

/** Returns a typed whole number of at most so many digits; null for an empty one. */
export function typedDigits(typed: string, most: number): number | null {
  const digits = typed.replace(/\D/g, '').slice(0, most);
  return digits === '' ? null : Number(digits);
}

/** Charge items that a line may use: the active ones, and its current one. */
export const itemOptions = (items: readonly LookupRow[], own: number, speech: Speech) =>
  items
    .filter(({ id, active }) => active !== false || id === own)
    .map((item) => ({ value: item.id, label: `${item.code} · ${speech.name(item)}` }));

/** Cells that every line of charges has: its charge item and the basis of its price. */
export function ChargeCells(props: {
  readonly no: number;
  readonly of: string;
  readonly line: { readonly chargeItemId: number; readonly basis: Basis };
  readonly items: readonly LookupRow[];
  readonly disabled: boolean;
  readonly id?: string | undefined;
  readonly className: string;
  readonly onItem: (chargeItemId: number) => void;
  readonly onBasis: (basis: Basis) => void;
}) {
  const { no, of, line, items, disabled, id, className, onItem, onBasis } = props;
  const speech = useSpeech();
  return (
    <>
      <td>
        <HTMLSelect
          className={className}
          {...(id ? { id } : {})}
          disabled={disabled}
          value={line.chargeItemId}
          aria-label={`${speech.label('chargeItemId', of)} ${no}`}
          onChange={({ currentTarget }) => onItem(Number(currentTarget.value))}
          options={itemOptions(items, line.chargeItemId, speech)}
        />
      </td>
      <td>
        <HTMLSelect
          disabled={disabled}
          value={line.basis}
          aria-label={`${speech.label('basis', of)} ${no}`}
          onChange={({ currentTarget }) => onBasis(basisOf(currentTarget.value) ?? line.basis)}
          options={chargeBases.map((basis) => ({
            value: basis,
            label: speech.choice('chargeBasis', basis),
          }))}
        />
      </td>
    </>
  );
}

/** Returns the basis of a stored or selected name; undefined for any other. */
export const basisOf = (name: unknown): Basis | undefined => chargeBases.find((one) => one === name);

/**
 * Handles rows pasted from a spreadsheet into a table of lines or the field beneath it: valid rows become lines, the
 * others stay in the field with their errors.
 */
export function usePastedRows<Line, Column>(options: {
  readonly disabled: boolean;
  /** True once the records that pasted texts may name are loaded; rows pasted earlier wait for them. */
  readonly ready: boolean;
  readonly hint: string;
  readonly read: (block: PastedCells, sign: DecimalSign | undefined) => PastedLines<Line, Column>;
  readonly onLines: (lines: readonly Line[]) => void;
  /** Puts cells that are no complete lines into the table, from one of its cells on; undefined if they are lines. */
  readonly put?: (
    at: CellPlace,
    block: PastedCells,
    sign: DecimalSign | undefined,
  ) =>
    | {
        readonly open: string | undefined;
        readonly wrong: readonly WrongCell<Column>[];
        readonly put: number;
        readonly notes: readonly PasteNote[];
      }
    | undefined;
  readonly columnName: (column: Column) => string;
}): { readonly onPaste: (event: ClipboardEvent) => void; readonly panel: ReactNode } {
  const { disabled, ready, hint, columnName } = options;
  const { t } = useTranslation();
  const [pasted, setPasted] = useState('');
  const [notes, setNotes] = useState<readonly PasteNote<Column>[]>([]);
  const [announced, setAnnounced] = useState('');
  const [pending, setPending] = useState<(PastedHere & { readonly value: string }) | null>(null);
  const ofCells = (wrong: readonly WrongCell<Column>[], from = 0): readonly PasteNote<Column>[] =>
    wrong.map(({ row, column, problem }) => ({ cell: { row: row + from, column }, problem }));
  const ofBlock = (block: readonly PasteNote[]): readonly PasteNote<Column>[] =>
    block.map(({ problem }) => ({ problem }));
  /** Takes the valid rows; keeps invalid ones in the field, below those already there. */
  const takeLines = (here: PastedHere, sign: DecimalSign | undefined) => {
    const standing = here.typed ? '' : pasted;
    const read = options.read(here.block, sign);
    setPending(read.open === undefined ? null : { ...here, value: read.open });
    if (read.open !== undefined) return;
    if (read.lines.length > 0) options.onLines(read.lines);
    const above = standing.trimEnd() === '' ? [] : rowsOfText(standing.trimEnd());
    const found = [...ofBlock(read.notes), ...ofCells(read.wrong, above.length)];
    setNotes((before) => (above.length > 0 ? [...before, ...found] : found));
    setPasted([...(above.length > 0 ? [standing.trimEnd()] : []), read.left].filter(Boolean).join('\n'));
    setAnnounced(t('business.pasted', { count: read.lines.length }));
  };
  const take = useStableCallback((here: PastedHere, sign?: DecimalSign) => {
    const done = here.at && options.put?.(here.at, here.block, sign);
    if (!done) return takeLines(here, sign);
    setPending(done.open === undefined ? null : { ...here, value: done.open });
    if (done.open !== undefined) return;
    setNotes([...ofBlock(done.notes), ...ofCells(done.wrong)]);
    setAnnounced(t('business.cellsPut', { count: done.put }));
  });
  const [waiting, setWaiting] = useState<readonly PastedHere[]>([]);
  useEffect(() => {
    // One at a time: each paste applies to the lines left by the one before.
    const [next, ...rest] = waiting;
    if (!ready || !next || pending) return;
    setWaiting(rest);
    take(next);
  }, [ready, waiting, pending, take]);
  // Waiting rows are shown in the field, so that nothing is lost should the records never load.
  const standing = [pasted, ...waiting.map(({ block }) => textOfRows(block.rows))]
    .filter((text) => text !== '')
    .join('\n');
  return {
    onPaste: (event) => {
      const block = disabled ? undefined : pastedBlock(event);
      if (block) setWaiting((before) => [...before, { block, at: pastedAt(event), typed: false }]);
    },
    panel: (
      <>
        <TextArea
          disabled={disabled}
          value={standing}
          aria-label={t('business.paste')}
          placeholder={hint}
          onChange={({ currentTarget }) => {
            // Edited rows are no longer what was pasted: they wait until the user applies them.
            setWaiting([]);
            if (pending?.typed) setPending(null);
            setPasted(currentTarget.value);
          }}
        />
        <div className="fc-lines-tools">
          <Button
            disabled={disabled || !ready || pending !== null || standing.trim() === ''}
            onClick={() =>
              take({ block: readClipboard({ text: standing, html: '' }), at: undefined, typed: true })
            }
          >
            {t('business.pasteTake')}
          </Button>
          <span aria-live="polite">{announced}</span>
        </div>
        {pending && (
          <SignChoice
            value={pending.value}
            onChoose={(sign) => take(pending, sign)}
            onCancel={() => setPending(null)}
          />
        )}
        <PasteNotes notes={notes} columnName={columnName} />
      </>
    ),
  };
}
