import { Button, Callout } from '@blueprintjs/core';
import { isBlock, type PastedCells, readClipboard } from '@contract/importing/clipboard';
import type { DecimalSign } from '@contract/importing/numberText';
import type { PasteNote } from '@contract/rules/tablePaste';
import type { ClipboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useSpeech } from '../app/language';

/**
 * Returns the block of cells of a paste and prevents its default; undefined if the paste goes to the cursor. A single
 * spreadsheet cell is inserted as the spreadsheet shows it, without the quotation marks of the clipboard.
 */
export function pastedBlock(event: ClipboardEvent): PastedCells | undefined {
  const [text, html] = ['text/plain', 'text/html'].map((type) => event.clipboardData.getData(type));
  const cells = readClipboard({ text: text ?? '', html: html ?? '' });
  if (isBlock(cells)) {
    event.preventDefault();
    return cells;
  }
  const cell = cells.rows[0]?.[0];
  if (cell === undefined || cell === text?.trim() || !(event.target instanceof HTMLInputElement))
    return undefined;
  event.preventDefault();
  document.execCommand('insertText', false, cell.replaceAll('\n', ' '));
  return undefined;
}

/** Returns the table cell of a paste, row and column counted from 0; undefined outside of cells. */
export function pastedAt(event: ClipboardEvent): { row: number; column: number } | undefined {
  const cell = (event.target as Element).closest<HTMLTableCellElement>('tbody td');
  const line = cell?.closest('tr');
  return cell && line ? { row: line.sectionRowIndex, column: cell.cellIndex } : undefined;
}

/** Asks once for the decimal sign of ambiguous pasted numbers, before any is taken. */
export function SignChoice(props: {
  readonly value: string;
  readonly onChoose: (sign: DecimalSign) => void;
  readonly onCancel: () => void;
}) {
  const { value, onChoose, onCancel } = props;
  const { t } = useTranslation();
  return (
    <Callout compact intent="warning" role="alert">
      {t('common.pasteSignAsked', { value })}{' '}
      <Button size="small" intent="primary" onClick={() => onChoose('comma')}>
        {t('common.pasteComma')}
      </Button>{' '}
      <Button size="small" intent="primary" onClick={() => onChoose('point')}>
        {t('common.pastePoint')}
      </Button>{' '}
      <Button size="small" onClick={onCancel}>
        {t('common.cancel')}
      </Button>
    </Callout>
  );
}

const SHOWN = 20;

/** Notes on pasted cells: those that did not fit, and those that are invalid or implausible. */
export function PasteNotes<Column>(props: {
  readonly notes: readonly PasteNote<Column>[];
  readonly columnName: (column: Column) => string;
}) {
  const { notes, columnName } = props;
  const { t } = useTranslation();
  const speech = useSpeech();
  if (notes.length === 0) return null;
  return (
    <ul role="alert" className="fc-wrong" aria-label={t('common.pasteNotes')}>
      {notes.slice(0, SHOWN).map(({ cell, problem }) => (
        <li key={[cell?.row, String(cell?.column), problem.code, problem.params?.column].join(' ')}>
          {cell
            ? t('business.pasteRow', { no: cell.row, what: speech.message(problem, columnName(cell.column)) })
            : speech.message(problem)}
        </li>
      ))}
      {notes.length > SHOWN && <li>{t('common.pasteMore', { count: notes.length - SHOWN })}</li>}
    </ul>
  );
}
