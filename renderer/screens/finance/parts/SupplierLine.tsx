import type { AuditedLine } from '@contract/finance/supplierAudit';
import { type ExpectedCost, type InvoiceRead, recordedLine } from '@contract/finance/supplierInvoice';
import { isId } from '@contract/lenient';
import { pickOf } from '@contract/names';
import { negated, sumOf } from '@contract/rules/money';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useSpeech } from '../../../app/language';
import { LongSelect } from '../../../kinds/ChoiceInput';
import { FieldFrame } from '../../../kinds/FieldFrame';
import { useMoney } from '../../shared/finance/Totals';
import { type FieldInput, InputFields } from '../../shared/InputFields';
import { LineAudit } from './LineAudit';

type Line = InvoiceRead['lines'][number];
/** Units of UN/ECE recommendation 20 that count pieces, and say nothing beside a number. */
const PIECES: ReadonlySet<string> = new Set(['C62', 'H87', 'EA', 'XPP']);
/** Characters of a remark. */
const REMARK = 500;

/** What is recorded of a line unless a person changes it: what was proposed. */
export const firstInput = ({ text, proposed, ...line }: Line): FieldInput => ({
  ...pickOf(line, [
    'no',
    'netAmount',
    'vatCategory',
    'vatRate',
    'billedQuantity',
    'billedUnit',
    'billedPrice',
  ]),
  ...{ remark: text.slice(0, REMARK) || null, by: 'weight' },
  ...proposed,
});

/** An input after a change: an expected cost decides its bill and its category; others are not those of the cost. */
function changedInput(input: FieldInput, changed: FieldInput, expected: readonly ExpectedCost[]): FieldInput {
  const next = { ...input, ...changed };
  const cost = expected.find(({ id }) => id === next.costId);
  if (!cost) return next;
  if (isId(changed.costId)) return { ...next, bills: [cost.bill], feeCategoryId: cost.feeCategoryId };
  const { bills } = next;
  const isItsBill = Array.isArray(bills) && bills.length === 1 && bills[0] === cost.bill;
  const isSame = isItsBill && next.feeCategoryId === cost.feeCategoryId;
  return isSame ? next : { ...next, costId: null };
}

/** A line of a supplier's invoice: what the file says, beside what is recorded. */
export function SupplierLine(props: {
  line: Line;
  currency: string;
  expected: readonly ExpectedCost[];
  input: FieldInput;
  /** Net amount of all lines of its expected cost. */
  matched: string;
  /** Its comparison with what happened; undefined before somebody asked for it. */
  audited: AuditedLine | undefined;
  onChange: (next: FieldInput) => void;
}) {
  const { line, currency, expected, input, matched, audited, onChange } = props;
  const { t } = useTranslation();
  const speech = useSpeech();
  const money = useMoney();
  const costField = useId();
  const { bills } = input;
  const shared = Array.isArray(bills) && bills.length > 1;
  const tax = `${speech.choice('vatCategory', line.vatCategory)}${line.vatCategory === 'S' ? ` ${line.vatRate} %` : ''}`;
  const cost = expected.find(({ id }) => id === input.costId);
  const differs = cost && sumOf([matched, negated(cost.amount, currency)], currency);
  const change = (changed: FieldInput) => onChange(changedInput(input, changed, expected));
  return (
    <section className="fc-supplier-line" aria-label={t('finance.invoiceLine', { no: line.no })}>
      <div>
        <b>{t('finance.invoiceLine', { no: line.no })}</b>
        <span>{line.text}</span>
        {line.quantity && (
          <span className="fc-muted">
            {speech.label('quantity')} {line.quantity} {PIECES.has(line.unit) ? '' : line.unit}
          </span>
        )}
        <span className="fc-muted">{tax}</span>
        <b>{money(line.netAmount, currency)}</b>
      </div>
      <div className="fc-supplier-fields">
        <FieldFrame
          id={costField}
          kind="ref"
          label={speech.label('costId', 'supplierInvoice')}
          wrong={undefined}
          hint={
            differs === undefined || Number(differs) === 0
              ? ''
              : t('finance.invoiceDiffers', { amount: money(differs, currency) })
          }
        >
          <LongSelect
            id={costField}
            options={expected.map(({ id, costNo, bill, amount }) => {
              const label = `${costNo} · ${bill} · ${money(amount, currency)}`;
              return { value: id, label, search: label };
            })}
            value={isId(input.costId) ? input.costId : null}
            onChange={(costId) => change({ costId })}
          />
        </FieldFrame>
        <InputFields
          schema={recordedLine}
          resource="supplierInvoice"
          fields={['feeCategoryId', 'bills', ...(shared ? ['by'] : []), 'vatCodeId']}
          input={input}
          onChange={change}
        />
        {audited && <LineAudit line={audited} />}
      </div>
    </section>
  );
}
