import './lines.css';
import { Button, HTMLTable, InputGroup } from '@blueprintjs/core';
import { Plus } from '@blueprintjs/icons';
import { readNumber } from '@contract/importing/numberText';
import type { RefTarget } from '@contract/refTargets';
import { OFFER_PRICE, type OfferLine, type OfferTotal, offerTotals, withAmount } from '@contract/rules/offer';
import { type OfferColumn, readOfferLines } from '@contract/rules/offerPaste';
import { currencyCode } from '@contract/rules/places';
import { priceText } from '@contract/rules/quote';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSpeech } from '../app/language';
import type { InputProps, MetaOf } from './kind';
import { LineRows } from './LineRows';
import { basisOf, ChargeCells, typedPrice, usePastedRows, wordsOf } from './linesParts';
import { type LookupRow, useLookups } from './lookups';
import { amountText } from './money';
import { percentText, useNumber } from './NumberInput';

const TARGETS: readonly RefTarget[] = ['chargeItem'];
/** A line being edited: a quantity that is no number yet is a text. */
type LineDraft = Omit<OfferLine, 'quantity'> & { readonly quantity: unknown };

/** Returns the lines with a complete amount; incomplete ones are ignored. */
const complete = (lines: readonly LineDraft[]): OfferLine[] =>
  lines.flatMap((line) =>
    typeof line.quantity === 'number' &&
    OFFER_PRICE.test(line.unitPrice) &&
    (line.costPrice === null || OFFER_PRICE.test(line.costPrice)) &&
    currencyCode.check(line.currency) === undefined
      ? withAmount({ ...line, quantity: line.quantity })
      : [],
  );

/** Parses a typed quantity; returns the text itself if it is no number. */
function typedQuantity(typed: string): unknown {
  const read = readNumber(typed.trim(), false);
  return typeof read === 'string' ? Number(read) : typed;
}

/** Editable cell: shows the typed text while it has the focus. */
function Cell(props: {
  readonly id?: string;
  readonly label: string;
  readonly shown: string;
  readonly disabled: boolean;
  readonly wrong: boolean;
  readonly set: (typed: string) => void;
}) {
  const { id, label, shown, disabled, wrong, set } = props;
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <td>
      <InputGroup
        small
        {...(id ? { id } : {})}
        disabled={disabled}
        value={typed ?? shown}
        intent={wrong ? 'danger' : 'none'}
        aria-label={label}
        aria-invalid={wrong}
        onValueChange={(now) => {
          setTyped(now);
          set(now);
        }}
        onBlur={() => setTyped(null)}
      />
    </td>
  );
}

/** Returns a line to add: a charge item of an offer, for its whole weight if it is priced by kilogram. */
function lineOf(item: LookupRow, offer: Readonly<Record<string, unknown>>): LineDraft {
  const basis = basisOf(item.basis) ?? 'fixed';
  const currency = String(offer.currency ?? '');
  return {
    ...{ chargeItemId: item.id, basis, unitPrice: '', amount: '0', currency, costPrice: null },
    quantity: basis === 'per_kg' ? Number(offer.weight ?? 1) || 1 : 1,
  };
}

/** Cells of a line: its charge, quantity and prices, and the amount once they are complete. */
function LineCells(props: {
  readonly id: string | undefined;
  readonly no: number;
  readonly line: LineDraft;
  readonly items: readonly LookupRow[];
  readonly disabled: boolean;
  readonly onChange: (changes: Partial<LineDraft>) => void;
}) {
  const { id, no, line, items, disabled, onChange } = props;
  const speech = useSpeech();
  const [done] = complete([line]);
  const label = (name: string) => `${speech.label(name, 'orderQuote')} ${no}`;
  return (
    <>
      <ChargeCells
        {...{ no, of: 'orderQuote', line, items, disabled, id, className: 'fc-offer-item' }}
        onItem={(chargeItemId) => {
          const item = items.find((one) => one.id === chargeItemId);
          onChange({ chargeItemId, basis: basisOf(item?.basis) ?? line.basis });
        }}
        onBasis={(basis) => onChange({ basis })}
      />
      <Cell
        label={label('quantity')}
        shown={String(line.quantity ?? '')}
        disabled={disabled}
        wrong={!(typeof line.quantity === 'number' && line.quantity > 0)}
        set={(typed) => onChange({ quantity: typedQuantity(typed) })}
      />
      <Cell
        label={label('unitPrice')}
        shown={line.unitPrice}
        disabled={disabled}
        wrong={line.unitPrice !== '' && !OFFER_PRICE.test(line.unitPrice)}
        set={(typed) => onChange({ unitPrice: typedPrice(typed) ?? '' })}
      />
      <Cell
        label={label('currency')}
        shown={line.currency}
        disabled={disabled}
        wrong={currencyCode.check(line.currency) !== undefined}
        set={(typed) => onChange({ currency: typed.trim().toUpperCase() })}
      />
      <td className="fc-end">{done && amountText(done.amount, done.currency, speech.language)}</td>
      <Cell
        label={label('costPrice')}
        shown={line.costPrice ?? ''}
        disabled={disabled}
        wrong={line.costPrice !== null && !OFFER_PRICE.test(line.costPrice)}
        set={(typed) => onChange({ costPrice: typedPrice(typed) })}
      />
    </>
  );
}

/** Editor for the lines of an offer, with their totals. */
export function OfferLinesInput(props: InputProps<MetaOf<'lines'>>) {
  const { id, value, onChange, onBlur, disabled, row } = props;
  const { t } = useTranslation();
  const speech = useSpeech();
  const lookups = useLookups(TARGETS);
  const all = (value as LineDraft[] | null) ?? [];
  const items = lookups.rows('chargeItem');
  const label = (name: string) => speech.label(name, 'orderQuote');
  const currency = String(row.currency ?? '');
  const counted = complete(all);
  const used = new Set(all.map(({ chargeItemId }) => chargeItemId));
  const inUse = items.filter(({ active }) => active !== false);
  const next = inUse.find((item) => !used.has(item.id)) ?? inUse[0];
  const paste = usePastedRows<OfferLine, OfferColumn>({
    disabled,
    ready: lookups.loaded('chargeItem'),
    hint: t('business.offerPasteHint'),
    read: (block, sign) => readOfferLines(block, wordsOf(items), currency, sign),
    onLines: (read) => onChange([...all, ...read]),
    columnName: label,
  });
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: handles blur and paste of its cells
    <div className="fc-lines" onBlur={onBlur} onPaste={paste.onPaste}>
      {all.length > 0 && (
        <div className="fc-lines-scroll">
          <table>
            <thead>
              <tr>
                {(['chargeItemId', 'basis', 'quantity', 'unitPrice', 'currency'] as const).map((name) => (
                  <th key={name}>{label(name)}</th>
                ))}
                <th className="fc-end">{label('amount')}</th>
                <th>{label('costPrice')}</th>
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
                  items={items}
                  disabled={disabled}
                  onChange={change}
                />
              )}
            />
          </table>
        </div>
      )}
      {counted.length > 0 && <OfferTotals totals={offerTotals(counted, currency)} />}
      <div className="fc-lines-tools">
        <Button
          icon={<Plus />}
          disabled={disabled || items.length === 0}
          onClick={() => next && onChange([...all, lineOf(next, row)])}
        >
          {t('business.lineAdd')}
        </Button>
      </div>
      {paste.panel}
    </div>
  );
}

/** Totals of lines, one per currency. */
export function OfferTotals({ totals }: { readonly totals: readonly OfferTotal[] }) {
  const { t } = useTranslation();
  const speech = useSpeech();
  const label = (name: string) => speech.label(name, 'orderQuote');
  const shown = totals.filter(({ amount }, index) => index === 0 || Number(amount) !== 0);
  return (
    <HTMLTable compact className="fc-lines-shown" aria-label={label('totals')}>
      <thead>
        <tr>
          {(['total', 'cost', 'margin', 'marginPercent'] as const).map((name) => (
            <th key={name} className="fc-end">
              {label(name)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {shown.map(({ currency, amount, cost, margin, marginPercent }) => (
          <tr key={currency}>
            <td className="fc-end">
              <b>{amountText(amount, currency, speech.language)}</b>
            </td>
            {margin === null ? (
              <td colSpan={3} className="fc-muted">
                {t('business.marginUnknown')}
              </td>
            ) : (
              <>
                <td className="fc-end">{cost !== null && amountText(cost, currency, speech.language)}</td>
                <td className="fc-end">{amountText(margin, currency, speech.language)}</td>
                <td className="fc-end">
                  {marginPercent !== null && percentText(marginPercent, speech.language)}
                </td>
              </>
            )}
          </tr>
        ))}
      </tbody>
    </HTMLTable>
  );
}

/** Read-only table of an offer's lines. */
export function OfferLinesTable({ lines }: { readonly lines: readonly OfferLine[] }) {
  const speech = useSpeech();
  const lookups = useLookups(TARGETS);
  const quantity = useNumber(3);
  const label = (name: string) => speech.label(name, 'orderQuote');
  return (
    <div className="fc-lines-scroll">
      <HTMLTable compact striped className="fc-lines-shown" aria-label={label('lines')}>
        <thead>
          <tr>
            <th>{label('chargeItemId')}</th>
            <th>{label('basis')}</th>
            {(['quantity', 'unitPrice', 'amount', 'costPrice'] as const).map((name) => (
              <th key={name} className="fc-end">
                {label(name)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => {
            const item = lookups.find('chargeItem', line.chargeItemId);
            return (
              <tr key={line.chargeItemId}>
                <td>{item ? `${item.code} · ${speech.name(item)}` : `#${line.chargeItemId}`}</td>
                <td>{speech.choice('chargeBasis', line.basis)}</td>
                <td className="fc-end">{quantity(line.quantity)}</td>
                <td className="fc-end">{priceText(line.unitPrice)}</td>
                <td className="fc-end">{amountText(line.amount, line.currency, speech.language)}</td>
                <td className="fc-end">{line.costPrice !== null && priceText(line.costPrice)}</td>
              </tr>
            );
          })}
        </tbody>
      </HTMLTable>
    </div>
  );
}
