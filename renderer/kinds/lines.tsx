import './lines.css';
import { Button, HTMLSelect, HTMLTable, InputGroup, TextArea } from '@blueprintjs/core';
import { Cross, Plus } from '@blueprintjs/icons';
import type { RefTarget } from '@contract/fields';
import { readNumber } from '@contract/importing/numberText';
import { LANGUAGES } from '@contract/limits';
import { currencyCode } from '@contract/rules/places';
import { laneText, lineKey, priceText, type QuoteLine, quoteLineText } from '@contract/rules/quote';
import {
  isLines,
  type PasteColumn,
  type PasteWords,
  putCells,
  readQuoteLines,
  type WrongCell,
} from '@contract/rules/quotePaste';
import { chargeBases } from '@contract/vocabulary';
import { choiceLabel } from '@contract/words';
import { type ClipboardEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSpeech } from '../app/language';
import type { InputProps, Kind, MetaOf } from './kind';
import { type LookupRow, type Lookups, useLookups } from './lookups';

const TARGETS: readonly RefTarget[] = ['chargeItem'];
/** Where the columns of a new rate card begin. */
const USUAL_BREAKS: readonly number[] = [0, 100, 300, 500, 1000];
type Basis = QuoteLine['basis'];

const breaksOf = (lines: readonly QuoteLine[]): number[] =>
  [...new Set(lines.flatMap(({ breaks }) => breaks.map(({ fromKg }) => fromKg)))].sort((a, b) => a - b);
const itemCode = (lookups: Lookups, id: number) => String(lookups.find('chargeItem', id)?.code ?? `#${id}`);

/** What a quote charges, line by line: a table that takes rows from a spreadsheet. */
export const lines: Kind<'lines'> = {
  align: 'start',
  width: 420,
  toText: (value: readonly QuoteLine[], _meta, { lookups, row }) =>
    value
      .map((line) => quoteLineText(line, itemCode(lookups, line.chargeItemId), String(row.currency)))
      .join('; '),
  Input: LinesInput,
  Filter: null,
};

/** The lines of a quote to be read. */
export function LinesTable(props: { readonly value: readonly QuoteLine[]; readonly currency: string }) {
  const { value, currency } = props;
  const speech = useSpeech();
  const lookups = useLookups(TARGETS);
  const weights = breaksOf(value);
  const label = (name: string) => speech.label(name, 'standardQuote');
  return (
    <div className="fc-lines-scroll">
      <HTMLTable compact striped className="fc-lines-shown" aria-label={label('lines')}>
        <thead>
          <tr>
            <th>{`${label('originCode')} → ${label('destinationCode')}`}</th>
            <th>{label('chargeItemId')}</th>
            <th>{label('basis')}</th>
            <th className="fc-end">{label('minCharge')}</th>
            <th className="fc-end">{label('flatPrice')}</th>
            {weights.map((kg) => (
              <th key={kg} className="fc-end">{`≥ ${kg} kg`}</th>
            ))}
            <th>{label('currency')}</th>
            <th className="fc-end">{label('transitHours')}</th>
          </tr>
        </thead>
        <tbody>
          {value.map((line) => {
            const item = lookups.find('chargeItem', line.chargeItemId);
            return (
              <tr key={lineKey(line)}>
                <td>{laneText(line)}</td>
                <td>{item ? `${item.code} · ${speech.name(item)}` : `#${line.chargeItemId}`}</td>
                <td>{speech.choice('chargeBasis', line.basis)}</td>
                <td className="fc-end">{line.minCharge}</td>
                <td className="fc-end">{line.flatPrice === null ? '' : priceText(line.flatPrice)}</td>
                {weights.map((kg) => {
                  const found = line.breaks.find(({ fromKg }) => fromKg === kg);
                  return (
                    <td key={kg} className="fc-end">
                      {found && priceText(found.price)}
                    </td>
                  );
                })}
                <td>{line.currency ?? currency}</td>
                <td className="fc-end">{line.transitHours}</td>
              </tr>
            );
          })}
        </tbody>
      </HTMLTable>
    </div>
  );
}

/** How pasted cells are understood: codes and names of charge items, bases in either language. */
function wordsOf(items: readonly LookupRow[]): PasteWords {
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
function typedPrice(typed: string): string | null {
  const text = typed.trim();
  if (text === '') return null;
  const read = /[.,]$/.test(text) ? text : readNumber(text, false);
  return typeof read === 'string' ? read : text;
}

function LinesInput(props: InputProps<MetaOf<'lines'>>) {
  const { id, value, onChange, onBlur, disabled, row } = props;
  const { t } = useTranslation();
  const speech = useSpeech();
  const lookups = useLookups(TARGETS);
  const all = (value as QuoteLine[] | null) ?? [];
  const [more, setMore] = useState<readonly number[]>([]);
  const [newBreak, setNewBreak] = useState('');
  const [pasted, setPasted] = useState('');
  const [wrong, setWrong] = useState<readonly WrongCell[]>([]);
  const [said, setSaid] = useState('');
  const known = breaksOf(all);
  const weights = [...new Set([...(known.length > 0 ? known : USUAL_BREAKS), ...more])].sort((a, b) => a - b);
  const columns: readonly (PasteColumn | number)[] = [
    ...([
      'originCode',
      'destinationCode',
      'zone',
      'chargeItemId',
      'basis',
      'minCharge',
      'flatPrice',
    ] as const),
    ...weights,
    ...(['currency', 'transitHours'] as const),
  ];
  const items = lookups.rows('chargeItem');
  const label = (name: string) => speech.label(name, 'standardQuote');
  const change = (at: number, changes: Partial<QuoteLine>) =>
    onChange(all.map((line, index) => (index === at ? { ...line, ...changes } : line)));
  const priceAt = (at: number, line: QuoteLine, kg: number, price: string | null) =>
    change(at, {
      breaks: [
        ...line.breaks.filter(({ fromKg }) => fromKg !== kg),
        ...(price === null ? [] : [{ fromKg: kg, price }]),
      ].sort((a, b) => a.fromKg - b.fromKg),
    });
  const take = (text: string) => {
    const read = readQuoteLines(text, wordsOf(items));
    if (read.lines.length > 0) onChange([...all, ...read.lines]);
    setWrong(read.wrong);
    setPasted(read.left);
    setSaid(t('business.pasted', { count: read.lines.length }));
  };
  const onPaste = (event: ClipboardEvent) => {
    const text = event.clipboardData.getData('text/plain');
    // What comes from a spreadsheet has several cells; a single one goes where the cursor is.
    if (disabled || !/[\t\n]/.test(text.trim())) return;
    event.preventDefault();
    const cell = (event.target as Element).closest<HTMLTableCellElement>('tbody td');
    const line = cell?.closest('tr');
    const words = wordsOf(items);
    if (!cell || !line || isLines(text, words)) return take(text);
    const at = { row: line.sectionRowIndex, column: cell.cellIndex };
    const done = putCells(all, columns, at, text, words);
    onChange(done.lines);
    setWrong(done.wrong);
    setSaid(t('business.cellsPut', { count: done.put }));
  };
  const add = () => {
    const last = all.at(-1);
    const first = items.find(({ active }) => active !== false);
    if (!first) return;
    const basis = chargeBases.find((one) => one === first.basis) ?? 'fixed';
    onChange([
      ...all,
      last
        ? { ...last, minCharge: null, breaks: [], flatPrice: null }
        : {
            ...{ originCode: 'ANY', destinationCode: 'ANY', zone: null, chargeItemId: first.id, basis },
            ...{ minCharge: null, breaks: [], flatPrice: null, transitHours: null, currency: null },
          },
    ]);
  };
  const cell = (
    no: number,
    name: string,
    shown: string | null,
    set: (typed: string) => void,
    closed = false,
    className?: string,
  ) => (
    <td>
      <InputGroup
        small
        {...(className ? { className } : {})}
        {...(no === 1 && name === label('originCode') ? { id } : {})}
        disabled={disabled || closed}
        value={shown ?? ''}
        aria-label={`${name} ${no}`}
        onValueChange={set}
      />
    </td>
  );
  const columnName = (column: WrongCell['column']) =>
    typeof column === 'number' ? `${column} kg` : label(column);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it hears of rows that are pasted into any of its cells
    <div className="fc-lines" onBlur={onBlur} onPaste={onPaste}>
      {all.length > 0 && (
        <div className="fc-lines-scroll">
          <table>
            <thead>
              <tr>
                <th>{label('originCode')}</th>
                <th>{label('destinationCode')}</th>
                <th>{label('zone')}</th>
                <th>{label('chargeItemId')}</th>
                <th>{label('basis')}</th>
                <th>{label('minCharge')}</th>
                <th>{label('flatPrice')}</th>
                {weights.map((kg) => (
                  <th key={kg}>{`≥ ${kg} kg`}</th>
                ))}
                <th>{label('currency')}</th>
                <th>{label('transitHours')}</th>
                <th aria-label={t('common.more')} />
              </tr>
            </thead>
            <tbody>
              {all.map((line, index) => {
                const no = index + 1;
                const place = 'fc-lines-place';
                return (
                  // biome-ignore lint/suspicious/noArrayIndexKey: a line is its place
                  <tr key={index}>
                    {(['originCode', 'destinationCode'] as const).map((name) =>
                      cell(
                        no,
                        label(name),
                        line[name],
                        (typed) => change(index, { [name]: typed.toUpperCase() }),
                        false,
                        place,
                      ),
                    )}
                    {cell(no, label('zone'), line.zone, (typed) =>
                      change(index, { zone: typed.trim().toUpperCase() || null }),
                    )}
                    <td>
                      <HTMLSelect
                        className="fc-lines-item"
                        disabled={disabled}
                        value={line.chargeItemId}
                        aria-label={`${label('chargeItemId')} ${no}`}
                        onChange={({ currentTarget }) =>
                          change(index, { chargeItemId: Number(currentTarget.value) })
                        }
                        options={items
                          .filter(({ id: one, active }) => active !== false || one === line.chargeItemId)
                          .map((one) => ({ value: one.id, label: `${one.code} · ${speech.name(one)}` }))}
                      />
                    </td>
                    <td>
                      <HTMLSelect
                        disabled={disabled}
                        value={line.basis}
                        aria-label={`${label('basis')} ${no}`}
                        onChange={({ currentTarget }) =>
                          change(index, { basis: currentTarget.value as Basis })
                        }
                        options={chargeBases.map((basis) => ({
                          value: basis,
                          label: speech.choice('chargeBasis', basis),
                        }))}
                      />
                    </td>
                    {cell(no, label('minCharge'), line.minCharge, (typed) =>
                      change(index, { minCharge: typedPrice(typed) }),
                    )}
                    {cell(
                      no,
                      label('flatPrice'),
                      line.flatPrice,
                      (typed) => change(index, { flatPrice: typedPrice(typed) }),
                      line.flatPrice === null && line.breaks.length > 0,
                    )}
                    {weights.map((kg) => {
                      const price = line.breaks.find(({ fromKg }) => fromKg === kg)?.price ?? null;
                      return cell(
                        no,
                        `≥ ${kg} kg`,
                        price,
                        (typed) => priceAt(index, line, kg, typedPrice(typed)),
                        // A price that no longer belongs there can be taken away.
                        price === null && (line.flatPrice !== null || line.basis !== 'per_kg'),
                      );
                    })}
                    {cell(no, label('currency'), line.currency, (typed) =>
                      change(index, { currency: typed.trim().toUpperCase() || null }),
                    )}
                    {cell(
                      no,
                      label('transitHours'),
                      line.transitHours === null ? null : String(line.transitHours),
                      (typed) => {
                        const digits = typed.replace(/\D/g, '').slice(0, 4);
                        change(index, { transitHours: digits === '' ? null : Number(digits) });
                      },
                    )}
                    <td>
                      <Button
                        variant="minimal"
                        icon={<Cross />}
                        disabled={disabled}
                        aria-label={t('business.lineRemove', { no })}
                        onClick={() => onChange(all.filter((_, other) => other !== index))}
                      />
                    </td>
                  </tr>
                );
              })}
            </tbody>
          </table>
        </div>
      )}
      <div className="fc-lines-tools">
        <Button icon={<Plus />} disabled={disabled || items.length === 0} onClick={add}>
          {t('business.lineAdd')}
        </Button>
        <InputGroup
          small
          disabled={disabled}
          value={newBreak}
          aria-label={t('business.breakFrom')}
          placeholder="kg"
          onValueChange={(typed) => setNewBreak(typed.replace(/[^\d.]/g, ''))}
        />
        <Button
          disabled={disabled || !/^\d{1,6}(\.\d{1,3})?$/.test(newBreak)}
          onClick={() => {
            setMore([...more, Number(newBreak)]);
            setNewBreak('');
          }}
        >
          {t('business.breakAdd')}
        </Button>
        <span className="fc-muted">
          {t('business.lineCurrency', { currency: String(row.currency ?? '') })}
        </span>
      </div>
      <TextArea
        disabled={disabled}
        value={pasted}
        aria-label={t('business.paste')}
        placeholder={t('business.pasteHint')}
        onChange={({ currentTarget }) => setPasted(currentTarget.value)}
      />
      <div className="fc-lines-tools">
        <Button disabled={disabled || pasted.trim() === ''} onClick={() => take(pasted)}>
          {t('business.pasteTake')}
        </Button>
        <span aria-live="polite">{said}</span>
      </div>
      {wrong.length > 0 && (
        <ul role="alert" className="fc-wrong" aria-label={t('business.pasteWrong')}>
          {wrong.map(({ row: no, column, problem }) => (
            <li key={`${no} ${column}`}>
              {t('business.pasteRow', { no, what: speech.message(problem, columnName(column)) })}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
