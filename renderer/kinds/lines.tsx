import './lines.css';
import { Button, HTMLTable, InputGroup } from '@blueprintjs/core';
import { Plus } from '@blueprintjs/icons';
import type { RefTarget } from '@contract/refTargets';
import { type OfferLine, offerLineText } from '@contract/rules/offer';
import { laneText, lineKey, priceText, type QuoteLine, quoteLineText } from '@contract/rules/quote';
import type { PasteColumn } from '@contract/rules/quoteHeads';
import { isLines, putCells, readQuoteLines } from '@contract/rules/quotePaste';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSpeech } from '../app/language';
import type { InputProps, Kind, MetaOf } from './kind';
import { LineRows } from './LineRows';
import { basisOf, ChargeCells, typedDigits, typedPrice, usePastedRows, wordsOf } from './linesParts';
import { type LookupRow, type Lookups, useLookups } from './lookups';
import { OfferLinesInput } from './offerLines';

const TARGETS: readonly RefTarget[] = ['chargeItem'];
/** Weight breaks in kilograms of a new rate card. */
const USUAL_BREAKS: readonly number[] = [0, 100, 300, 500, 1000];
/** Columns before and after those of the weight breaks. */
const FIRST_COLUMNS = [
  ...(['originCode', 'destinationCode', 'zone', 'chargeItemId', 'basis'] as const),
  ...(['minCharge', 'flatPrice'] as const),
];
const LAST_COLUMNS = ['currency', 'transitHours'] as const;

const breaksOf = (lines: readonly QuoteLine[]): number[] =>
  [...new Set(lines.flatMap(({ breaks }) => breaks.map(({ fromKg }) => fromKg)))].sort((a, b) => a - b);
const itemCode = (lookups: Lookups, id: number) => String(lookups.find('chargeItem', id)?.code ?? `#${id}`);

/** Lines of a quote: a table that accepts rows pasted from a spreadsheet. */
export const lines: Kind<'lines'> = {
  align: 'start',
  width: 420,
  toText: (value: readonly (QuoteLine | OfferLine)[], _meta, { lookups, row }) =>
    value
      .map((line) => {
        const item = itemCode(lookups, line.chargeItemId);
        return 'amount' in line ? offerLineText(line, item) : quoteLineText(line, item, String(row.currency));
      })
      .join('; '),
  Input: (props) =>
    props.meta.of === 'orderQuote' ? <OfferLinesInput {...props} /> : <LinesInput {...props} />,
  Filter: null,
};

/** Read-only table of a quote's lines. */
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

/** Returns a line to add: on the lane and terms of the last one, or for a charge item on any lane. */
function nextLine(last: QuoteLine | undefined, item: LookupRow): QuoteLine {
  const unpriced = { minCharge: null, breaks: [], flatPrice: null };
  if (last) return { ...last, ...unpriced };
  return {
    ...{ originCode: 'ANY', destinationCode: 'ANY', zone: null, chargeItemId: item.id },
    ...{ basis: basisOf(item.basis) ?? 'fixed', ...unpriced, transitHours: null, currency: null },
  };
}

/** Returns the breaks with the price of one replaced; null removes it. */
const pricedFrom = (breaks: QuoteLine['breaks'], kg: number, price: string | null) =>
  [...breaks.filter(({ fromKg }) => fromKg !== kg), ...(price === null ? [] : [{ fromKg: kg, price }])].sort(
    (a, b) => a.fromKg - b.fromKg,
  );

/** Cells of a line: its lane, its charge, and a price for each weight break. */
function LineCells(props: {
  readonly id: string | undefined;
  readonly no: number;
  readonly line: QuoteLine;
  readonly weights: readonly number[];
  readonly items: readonly LookupRow[];
  readonly disabled: boolean;
  readonly onChange: (changes: Partial<QuoteLine>) => void;
}) {
  const { id, no, line, weights, items, disabled, onChange } = props;
  const speech = useSpeech();
  const label = (name: string) => speech.label(name, 'standardQuote');
  const text = (name: 'zone' | 'currency') => (
    <Cell
      label={`${label(name)} ${no}`}
      value={line[name]}
      disabled={disabled}
      onType={(typed) => onChange({ [name]: typed.trim().toUpperCase() || null })}
    />
  );
  return (
    <>
      {(['originCode', 'destinationCode'] as const).map((name) => (
        <Cell
          key={name}
          id={name === 'originCode' ? id : undefined}
          className="fc-lines-place"
          label={`${label(name)} ${no}`}
          value={line[name]}
          disabled={disabled}
          onType={(typed) => onChange({ [name]: typed.toUpperCase() })}
        />
      ))}
      {text('zone')}
      <ChargeCells
        {...{ no, of: 'standardQuote', line, items, disabled, className: 'fc-lines-item' }}
        onItem={(chargeItemId) => onChange({ chargeItemId })}
        onBasis={(basis) => onChange({ basis })}
      />
      <Cell
        label={`${label('minCharge')} ${no}`}
        value={line.minCharge}
        disabled={disabled}
        onType={(typed) => onChange({ minCharge: typedPrice(typed) })}
      />
      <Cell
        label={`${label('flatPrice')} ${no}`}
        value={line.flatPrice}
        disabled={disabled || (line.flatPrice === null && line.breaks.length > 0)}
        onType={(typed) => onChange({ flatPrice: typedPrice(typed) })}
      />
      {weights.map((kg) => {
        const price = line.breaks.find(({ fromKg }) => fromKg === kg)?.price ?? null;
        // A price that no longer applies can be removed.
        const closed = price === null && (line.flatPrice !== null || line.basis !== 'per_kg');
        return (
          <Cell
            key={kg}
            label={`≥ ${kg} kg ${no}`}
            value={price}
            disabled={disabled || closed}
            onType={(typed) => onChange({ breaks: pricedFrom(line.breaks, kg, typedPrice(typed)) })}
          />
        );
      })}
      {text('currency')}
      <Cell
        label={`${label('transitHours')} ${no}`}
        value={line.transitHours}
        disabled={disabled}
        onType={(typed) => onChange({ transitHours: typedDigits(typed, 4) })}
      />
    </>
  );
}

/** Editable cell of a line. */
function Cell(props: {
  readonly label: string;
  readonly value: string | number | null;
  readonly disabled: boolean;
  readonly onType: (typed: string) => void;
  readonly id?: string | undefined;
  readonly className?: string;
}) {
  const { label, value, disabled, onType, id, className } = props;
  return (
    <td>
      <InputGroup
        small
        {...(className ? { className } : {})}
        {...(id ? { id } : {})}
        disabled={disabled}
        value={String(value ?? '')}
        aria-label={label}
        onValueChange={onType}
      />
    </td>
  );
}

/** Adds a weight break to the table. */
function BreakField(props: { readonly disabled: boolean; readonly onAdd: (kg: number) => void }) {
  const { disabled, onAdd } = props;
  const { t } = useTranslation();
  const [kg, setKg] = useState('');
  return (
    <>
      <InputGroup
        small
        disabled={disabled}
        value={kg}
        aria-label={t('business.breakFrom')}
        placeholder="kg"
        onValueChange={(typed) => setKg(typed.replace(/[^\d.]/g, ''))}
      />
      <Button
        disabled={disabled || !/^\d{1,6}(\.\d{1,3})?$/.test(kg)}
        onClick={() => {
          onAdd(Number(kg));
          setKg('');
        }}
      >
        {t('business.breakAdd')}
      </Button>
    </>
  );
}

function LinesInput(props: InputProps<MetaOf<'lines'>>) {
  const { id, value, onChange, onBlur, disabled, row } = props;
  const { t } = useTranslation();
  const speech = useSpeech();
  const lookups = useLookups(TARGETS);
  const all = (value as QuoteLine[] | null) ?? [];
  const [more, setMore] = useState<readonly number[]>([]);
  const known = breaksOf(all);
  const weights = [...new Set([...(known.length > 0 ? known : USUAL_BREAKS), ...more])].sort((a, b) => a - b);
  const columns: readonly (PasteColumn | number)[] = [...FIRST_COLUMNS, ...weights, ...LAST_COLUMNS];
  const items = lookups.rows('chargeItem');
  const label = (name: string) => speech.label(name, 'standardQuote');
  const paste = usePastedRows<QuoteLine, PasteColumn | number>({
    disabled,
    ready: lookups.loaded('chargeItem'),
    hint: t('business.pasteHint'),
    read: (block, sign) => readQuoteLines(block, wordsOf(items), sign),
    onLines: (read) => onChange([...all, ...read]),
    put: (at, block, sign) => {
      const words = wordsOf(items);
      if (isLines(block, words)) return undefined;
      const done = putCells(all, columns, at, block, words, sign);
      if (done.open === undefined) onChange(done.lines);
      return done;
    },
    columnName: (column) => (typeof column === 'number' ? `${column} kg` : label(column)),
  });
  const first = items.find(({ active }) => active !== false);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: handles blur and paste of its cells
    <div className="fc-lines" onBlur={onBlur} onPaste={paste.onPaste}>
      {all.length > 0 && (
        <div className="fc-lines-scroll">
          <table>
            <thead>
              <tr>
                {columns.map((column) => (
                  <th key={column}>{typeof column === 'number' ? `≥ ${column} kg` : label(column)}</th>
                ))}
                <th aria-label={t('common.more')} />
              </tr>
            </thead>
            <LineRows
              lines={all}
              disabled={disabled}
              onChange={onChange}
              cells={(line, index, change) => (
                <LineCells
                  id={index === 0 ? id : undefined}
                  no={index + 1}
                  line={line}
                  weights={weights}
                  items={items}
                  disabled={disabled}
                  onChange={change}
                />
              )}
            />
          </table>
        </div>
      )}
      <div className="fc-lines-tools">
        <Button
          icon={<Plus />}
          disabled={disabled || items.length === 0}
          onClick={() => first && onChange([...all, nextLine(all.at(-1), first)])}
        >
          {t('business.lineAdd')}
        </Button>
        <BreakField disabled={disabled} onAdd={(kg) => setMore([...more, kg])} />
        <span className="fc-muted">
          {t('business.lineCurrency', { currency: String(row.currency ?? '') })}
        </span>
      </div>
      {paste.panel}
    </div>
  );
}
