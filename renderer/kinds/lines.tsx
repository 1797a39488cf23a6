import './lines.css';
import { Button, HTMLSelect, HTMLTable, InputGroup } from '@blueprintjs/core';
import { Cross, Plus } from '@blueprintjs/icons';
import type { RefTarget } from '@contract/fields';
import { type OfferLine, offerLineText } from '@contract/rules/offer';
import { laneText, lineKey, priceText, type QuoteLine, quoteLineText } from '@contract/rules/quote';
import type { PasteColumn } from '@contract/rules/quoteHeads';
import { isLines, putCells, readQuoteLines } from '@contract/rules/quotePaste';
import { chargeBases } from '@contract/vocabulary';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSpeech } from '../app/language';
import type { InputProps, Kind, MetaOf } from './kind';
import { basisOptions, itemOptions, typedPrice, usePastedRows, wordsOf } from './linesParts';
import { type Lookups, useLookups } from './lookups';
import { OfferLinesInput } from './offerLines';

const TARGETS: readonly RefTarget[] = ['chargeItem'];
/** Weight breaks in kilograms of a new rate card. */
const USUAL_BREAKS: readonly number[] = [0, 100, 300, 500, 1000];
type Basis = QuoteLine['basis'];

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

function LinesInput(props: InputProps<MetaOf<'lines'>>) {
  const { id, value, onChange, onBlur, disabled, row } = props;
  const { t } = useTranslation();
  const speech = useSpeech();
  const lookups = useLookups(TARGETS);
  const all = (value as QuoteLine[] | null) ?? [];
  const [more, setMore] = useState<readonly number[]>([]);
  const [newBreak, setNewBreak] = useState('');
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
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: handles blur and paste of its cells
    <div className="fc-lines" onBlur={onBlur} onPaste={paste.onPaste}>
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
                  // biome-ignore lint/suspicious/noArrayIndexKey: lines are identified by their position
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
                        options={itemOptions(items, line.chargeItemId, speech)}
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
                        options={basisOptions(speech)}
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
                        // A price that no longer applies can be removed.
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
      {paste.panel}
    </div>
  );
}
