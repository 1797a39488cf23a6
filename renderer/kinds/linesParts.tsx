import { Button, TextArea } from '@blueprintjs/core';
import { readNumber } from '@contract/importing/numberText';
import { LANGUAGES } from '@contract/limits';
import { currencyCode } from '@contract/rules/places';
import type { PastedLines, PasteWords, WrongCell } from '@contract/rules/quotePaste';
import { chargeBases } from '@contract/vocabulary';
import { choiceLabel } from '@contract/words';
import { type ClipboardEvent, type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Speech, useSpeech } from '../app/language';
import { useSteady } from '../ui/useSteady';
import type { LookupRow } from './lookups';

type Basis = (typeof chargeBases)[number];

/** A cell of a table of lines, both counted from nought. */
interface CellPlace {
  readonly row: number;
  readonly column: number;
}

/** How pasted cells are understood: codes and names of charge items, bases in either language. */
export function wordsOf(items: readonly LookupRow[]): PasteWords {
  const key = (text: unknown) => String(text).trim().toLowerCase();
  const known = new Map<string, { id: number; basis: string }>();
  for (const { id, code, nameEn, nameCn, basis, active } of items)
    if (active !== false)
      for (const name of [nameCn, nameEn, code]) known.set(key(name), { id, basis: String(basis) });
  const bases = new Map<string, Basis>();
  for (const basis of chargeBases) {
    bases.set(basis, basis);
    for (const language of LANGUAGES) bases.set(key(choiceLabel(language, 'chargeBasis', basis)), basis);
  }
  return {
    item: (text) => known.get(key(text)),
    basis: (text) => bases.get(key(text)),
    isCurrency: (text) => currencyCode.check(text) === undefined,
  };
}

/** A price as it was typed, with the decimal sign of the contract where it can be read. */
export function typedPrice(typed: string): string | null {
  const text = typed.trim();
  if (text === '') return null;
  const read = /[.,]$/.test(text) ? text : readNumber(text, false);
  return typeof read === 'string' ? read : text;
}

/** The charge items that a line may name: those in use, and the one that it has. */
export const itemOptions = (items: readonly LookupRow[], own: number, speech: Speech) =>
  items
    .filter(({ id, active }) => active !== false || id === own)
    .map((item) => ({ value: item.id, label: `${item.code} · ${speech.name(item)}` }));

export const basisOptions = (speech: Speech) =>
  chargeBases.map((basis) => ({ value: basis, label: speech.choice('chargeBasis', basis) }));

/**
 * Rows that come from a spreadsheet, pasted into a table of lines or into the field beneath it: those that are right become
 * lines, the others stay in the field with what is wrong in them.
 */
export function usePastedRows<Line, Column>(options: {
  readonly disabled: boolean;
  /** Whether the records that pasted words may name are known; what is pasted before waits for them. */
  readonly ready: boolean;
  readonly hint: string;
  readonly read: (text: string) => PastedLines<Line, Column>;
  readonly onLines: (lines: readonly Line[]) => void;
  /** Puts cells that are no whole lines over the table, from one of its cells on; undefined where they are lines. */
  readonly put?: (
    at: CellPlace,
    text: string,
  ) => { readonly wrong: readonly WrongCell<Column>[]; readonly put: number } | undefined;
  readonly columnName: (column: Column) => string;
}): { readonly onPaste: (event: ClipboardEvent) => void; readonly panel: ReactNode } {
  const { disabled, ready, hint, columnName } = options;
  const { t } = useTranslation();
  const speech = useSpeech();
  const [pasted, setPasted] = useState('');
  const [wrong, setWrong] = useState<readonly WrongCell<Column>[]>([]);
  const [said, setSaid] = useState('');
  /** What is wrong stays in the field, under what stands there already. */
  const take = (text: string, standing: string) => {
    const read = options.read(text);
    if (read.lines.length > 0) options.onLines(read.lines);
    const above = standing.trimEnd() === '' ? [] : standing.trimEnd().split('\n');
    const found = read.wrong.map((cell) => ({ ...cell, row: cell.row + above.length }));
    setWrong((before) => (above.length > 0 ? [...before, ...found] : found));
    setPasted([...above, ...(read.left === '' ? [] : [read.left])].join('\n'));
    setSaid(t('business.pasted', { count: read.lines.length }));
  };
  const takeAt = useSteady((text: string, at: CellPlace | undefined) => {
    const done = at && options.put?.(at, text);
    if (!done) return take(text, pasted);
    setWrong(done.wrong);
    setSaid(t('business.cellsPut', { count: done.put }));
  });
  const [waiting, setWaiting] = useState<readonly { text: string; at: CellPlace | undefined }[]>([]);
  useEffect(() => {
    // One at a time: the next is put into the lines as the one before has left them.
    const [next, ...rest] = waiting;
    if (!ready || !next) return;
    setWaiting(rest);
    takeAt(next.text, next.at);
  }, [ready, waiting, takeAt]);
  // Until they are taken they stand where rows are typed: should the records never come, nothing is lost.
  const standing = [pasted, ...waiting.map(({ text }) => text.trimEnd())]
    .filter((text) => text !== '')
    .join('\n');
  return {
    onPaste: (event) => {
      const text = event.clipboardData.getData('text/plain');
      // What comes from a spreadsheet has several cells; a single one goes where the cursor is.
      if (disabled || !/[\t\n]/.test(text.trim())) return;
      event.preventDefault();
      const cell = (event.target as Element).closest<HTMLTableCellElement>('tbody td');
      const line = cell?.closest('tr');
      const at = cell && line ? { row: line.sectionRowIndex, column: cell.cellIndex } : undefined;
      setWaiting((before) => [...before, { text, at }]);
    },
    panel: (
      <>
        <TextArea
          disabled={disabled}
          value={standing}
          aria-label={t('business.paste')}
          placeholder={hint}
          onChange={({ currentTarget }) => {
            // Corrected by hand, it is no longer what was pasted: it waits to be taken.
            setWaiting([]);
            setPasted(currentTarget.value);
          }}
        />
        <div className="fc-lines-tools">
          <Button disabled={disabled || !ready || standing.trim() === ''} onClick={() => take(standing, '')}>
            {t('business.pasteTake')}
          </Button>
          <span aria-live="polite">{said}</span>
        </div>
        {wrong.length > 0 && (
          <ul role="alert" className="fc-wrong" aria-label={t('business.pasteWrong')}>
            {wrong.map(({ row, column, problem }) => (
              <li key={`${row} ${column}`}>
                {t('business.pasteRow', { no: row, what: speech.message(problem, columnName(column)) })}
              </li>
            ))}
          </ul>
        )}
      </>
    ),
  };
}
