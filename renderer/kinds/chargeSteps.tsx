import './chargeSteps.css';
import './lines.css';
import { HTMLSelect, InputGroup } from '@blueprintjs/core';
import type { RefTarget } from '@contract/fields';
import type { ChargeStep } from '@contract/rules/charge';
import { type ChargeColumn, readChargeSteps } from '@contract/rules/chargePaste';
import { chargeStepsText } from '@contract/rules/chargeText';
import { priceText } from '@contract/rules/quote';
import { chargeTriggers } from '@contract/vocabulary';
import { useTranslation } from 'react-i18next';
import { useSpeech } from '../app/language';
import type { InputProps, Kind, MetaOf } from './kind';
import { idsByName, typedPrice, usePastedRows, wordsOf } from './linesParts';
import { useLookups } from './lookups';
import { useSteps } from './steps';

const TARGETS: readonly RefTarget[] = ['chargeItem', 'clientCompany'];

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
  const steps = (value as ChargeStep[] | null) ?? [];
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
  const decimal = (no: number, name: 'price' | 'minCharge', of: ChargeStep, hint: string) => (
    <InputGroup
      small
      className="fc-number"
      disabled={disabled}
      value={of[name] ?? ''}
      placeholder={hint}
      aria-label={`${t(`finance.step_${name}`)} ${no}`}
      onValueChange={(typed) => change(no - 1, { [name]: typedPrice(typed) })}
    />
  );
  const whole = (no: number, name: 'overWeight' | 'overDays', of: ChargeStep) => (
    <InputGroup
      small
      className="fc-number"
      inputMode="numeric"
      disabled={disabled}
      value={of[name] === null ? '' : String(of[name])}
      aria-label={`${t(`finance.step_${name}`)} ${no}`}
      onValueChange={(typed) => {
        const digits = typed.replace(/\D/g, '').slice(0, 6);
        change(no - 1, { [name]: digits === '' ? null : Number(digits) });
      }}
    />
  );
  const heads = ['trigger', 'item', 'price', 'minCharge', 'overWeight', 'overDays', 'direction'] as const;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: handles blur and paste of everything inside
    <div className="fc-charge-steps" onBlur={onBlur} onPaste={paste.onPaste}>
      {steps.length > 0 && (
        <table>
          <thead>
            <tr>
              {heads.map((head) => (
                <th key={head} scope="col">
                  {t(`finance.step_${head}`)}
                </th>
              ))}
              <th aria-label={t('common.more')} />
            </tr>
          </thead>
          <tbody ref={list<HTMLTableSectionElement>()}>
            {steps.map((step, index) => {
              const no = index + 1;
              const item = lookups.find('chargeItem', step.chargeItemId);
              return (
                // biome-ignore lint/suspicious/noArrayIndexKey: steps are identified by their position
                <tr key={index} onKeyDown={(event) => onKeyDown(event, index)}>
                  <td>
                    <HTMLSelect
                      id={index === 0 ? id : `${id}-${no}`}
                      disabled={disabled}
                      value={step.trigger}
                      aria-label={`${t('finance.step_trigger')} ${no}`}
                      onChange={({ currentTarget }) =>
                        change(index, { trigger: currentTarget.value as ChargeStep['trigger'] })
                      }
                      options={chargeTriggers.map((trigger) => ({
                        value: trigger,
                        label: speech.choice('chargeTrigger', trigger),
                      }))}
                    />
                  </td>
                  <td>
                    <HTMLSelect
                      disabled={disabled}
                      value={step.chargeItemId}
                      aria-label={`${t('finance.step_item')} ${no}`}
                      onChange={({ currentTarget }) =>
                        change(index, { chargeItemId: Number(currentTarget.value) })
                      }
                      options={items
                        .filter(({ id: one, active }) => active !== false || one === step.chargeItemId)
                        .map((one) => ({ value: one.id, label: `${one.code} · ${speech.name(one)}` }))}
                    />
                  </td>
                  <td>{decimal(no, 'price', step, item ? priceText(String(item.defaultPrice)) : '')}</td>
                  <td>{decimal(no, 'minCharge', step, '')}</td>
                  <td>{whole(no, 'overWeight', step)}</td>
                  <td>{whole(no, 'overDays', step)}</td>
                  <td>
                    <HTMLSelect
                      disabled={disabled}
                      value={step.direction === 'revenue' ? 'revenue' : String(step.supplierId ?? 'cost')}
                      aria-label={`${t('finance.step_direction')} ${no}`}
                      onChange={({ currentTarget: { value: chosen } }) =>
                        change(
                          index,
                          chosen === 'revenue'
                            ? { direction: 'revenue', supplierId: null }
                            : { direction: 'cost', supplierId: Number(chosen) },
                        )
                      }
                      options={[
                        { value: 'revenue', label: speech.choice('lineDirection', 'revenue') },
                        ...suppliers.map((one) => ({
                          value: String(one.id),
                          label: `${speech.choice('lineDirection', 'cost')}: ${speech.name(one)}`,
                        })),
                      ]}
                    />
                  </td>
                  <td>{buttons(index)}</td>
                </tr>
              );
            })}
          </tbody>
        </table>
      )}
      {foot}
      <div className="fc-lines">{paste.panel}</div>
      {!first && lookups.loaded('chargeItem') && <p className="fc-muted">{t('finance.stepsNeedItems')}</p>}
    </div>
  );
}
