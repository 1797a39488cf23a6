import './chargeSteps.css';
import './lines.css';
import { HTMLSelect, InputGroup } from '@blueprintjs/core';
import type { RefTarget } from '@contract/refTargets';
import type { ChargeStep } from '@contract/rules/charge';
import { type ChargeColumn, readChargeSteps } from '@contract/rules/chargePaste';
import { chargeStepsText } from '@contract/rules/chargeText';
import { priceText } from '@contract/rules/quote';
import { chargeTriggers } from '@contract/vocabulary';
import { useTranslation } from 'react-i18next';
import { useSpeech } from '../app/language';
import type { InputProps, Kind, MetaOf } from './kind';
import { idsByName, itemOptions, typedDigits, typedPrice, usePastedRows, wordsOf } from './linesParts';
import { type LookupRow, useLookups } from './lookups';
import { useSteps } from './steps';

const TARGETS: readonly RefTarget[] = ['chargeItem', 'clientCompany'];
const HEADS = ['trigger', 'item', 'price', 'minCharge', 'overWeight', 'overDays', 'direction'] as const;

/** Charges due at each stage: a table of steps, reordered by keyboard. */
export const chargeSteps: Kind<'chargeSteps'> = {
  align: 'start',
  width: 420,
  toText: (value: readonly ChargeStep[], _meta, { speech, lookups }) =>
    chargeStepsText(speech.language, value, (id) => {
      const item = lookups.find('chargeItem', id);
      return item && { code: item.code, defaultPrice: item.defaultPrice, currency: item.currency };
    }),
  Input: StepsInput,
  Filter: null,
};

function StepsInput(props: InputProps<MetaOf<'chargeSteps'>>) {
  const { id, value, onChange, onBlur, disabled } = props;
  const { t } = useTranslation();
  const speech = useSpeech();
  const lookups = useLookups(TARGETS);
  const steps = value ?? [];
  const items = lookups.rows('chargeItem');
  const suppliers = lookups.rows('clientCompany').filter(({ kind }) => kind === 'supplier');
  const first = items.find(({ active }) => active !== false);
  const { list, change, onKeyDown, buttons, foot } = useSteps<ChargeStep>({
    ...{ id, steps, onChange, disabled, focus: 'tr > td:first-child select' },
    fresh: first
      ? {
          ...{ trigger: 'delivery', chargeItemId: first.id, direction: 'revenue', supplierId: null },
          ...{ price: null, minCharge: null, overWeight: null, overDays: null },
        }
      : null,
  });
  const paste = usePastedRows<ChargeStep, ChargeColumn>({
    disabled,
    ready: lookups.loaded('chargeItem') && lookups.loaded('clientCompany'),
    hint: t('finance.stepsPasteHint'),
    read: (block, sign) => {
      const names = idsByName(suppliers, ({ id: found }) => found);
      const words = {
        item: wordsOf(items).item,
        supplier: (text: string) => names.get(text.trim().toLowerCase()),
      };
      return readChargeSteps(block, words, sign);
    },
    onLines: (read) => onChange([...steps, ...read]),
    columnName: (column) => {
      if (column === 'supplierId') return speech.label(column);
      return t(`finance.step_${column === 'chargeItemId' ? 'item' : column}`);
    },
  });
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: handles blur and paste of everything inside
    <div className="fc-charge-steps" onBlur={onBlur} onPaste={paste.onPaste}>
      {steps.length > 0 && (
        <table>
          <thead>
            <tr>
              {HEADS.map((head) => (
                <th key={head} scope="col">
                  {t(`finance.step_${head}`)}
                </th>
              ))}
              <th aria-label={t('common.more')} />
            </tr>
          </thead>
          <tbody ref={list<HTMLTableSectionElement>()}>
            {steps.map((step, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: steps are identified by their position
              <tr key={index} onKeyDown={(event) => onKeyDown(event, index)}>
                <StepCells
                  id={index === 0 ? id : `${id}-${index + 1}`}
                  no={index + 1}
                  step={step}
                  disabled={disabled}
                  items={items}
                  suppliers={suppliers}
                  onChange={(changes) => change(index, changes)}
                />
                <td>{buttons(index)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {steps.length > 0 && <p className="fc-muted">{t('finance.stepsStorageHint')}</p>}
      {foot}
      <div className="fc-lines">{paste.panel}</div>
      {!first && lookups.loaded('chargeItem') && <p className="fc-muted">{t('finance.stepsNeedItems')}</p>}
    </div>
  );
}

/** Cells of a step: when it is due, its charge, its limits, and who pays it. */
function StepCells(props: {
  readonly id: string;
  readonly no: number;
  readonly step: ChargeStep;
  readonly disabled: boolean;
  readonly items: readonly LookupRow[];
  readonly suppliers: readonly LookupRow[];
  readonly onChange: (changes: Partial<ChargeStep>) => void;
}) {
  const { id, no, step, disabled, items, suppliers, onChange } = props;
  const { t } = useTranslation();
  const speech = useSpeech();
  const item = items.find((one) => one.id === step.chargeItemId);
  const named = (head: (typeof HEADS)[number]) => ({
    disabled,
    'aria-label': `${t(`finance.step_${head}`)} ${no}`,
  });
  const price = (name: 'price' | 'minCharge', hint: string) => (
    <td>
      <InputGroup
        small
        className="fc-number"
        {...named(name)}
        value={step[name] ?? ''}
        placeholder={hint}
        onValueChange={(typed) => onChange({ [name]: typedPrice(typed) })}
      />
    </td>
  );
  const limit = (name: 'overWeight' | 'overDays') => (
    <td>
      <InputGroup
        small
        className="fc-number"
        inputMode="numeric"
        {...named(name)}
        value={String(step[name] ?? '')}
        onValueChange={(typed) => onChange({ [name]: typedDigits(typed, 6) })}
      />
    </td>
  );
  return (
    <>
      <td>
        <HTMLSelect
          id={id}
          {...named('trigger')}
          value={step.trigger}
          onChange={({ currentTarget }) =>
            onChange({ trigger: chargeTriggers.find((one) => one === currentTarget.value) ?? step.trigger })
          }
          options={chargeTriggers.map((trigger) => ({
            value: trigger,
            label: speech.choice('chargeTrigger', trigger),
          }))}
        />
      </td>
      <td>
        <HTMLSelect
          {...named('item')}
          value={step.chargeItemId}
          onChange={({ currentTarget }) => onChange({ chargeItemId: Number(currentTarget.value) })}
          options={itemOptions(items, step.chargeItemId, speech)}
        />
      </td>
      {price('price', item ? priceText(String(item.defaultPrice)) : '')}
      {price('minCharge', '')}
      {limit('overWeight')}
      {limit('overDays')}
      <td>
        <HTMLSelect
          {...named('direction')}
          value={step.direction === 'revenue' ? 'revenue' : String(step.supplierId ?? 'cost')}
          onChange={({ currentTarget: { value } }) =>
            onChange(
              value === 'revenue'
                ? { direction: 'revenue', supplierId: null }
                : { direction: 'cost', supplierId: Number(value) },
            )
          }
          options={[
            { value: 'revenue', label: speech.choice('lineDirection', 'revenue') },
            ...suppliers.map((one) => ({
              value: String(one.id),
              label: speech.pair(speech.choice('lineDirection', 'cost'), speech.name(one)),
            })),
          ]}
        />
      </td>
    </>
  );
}
