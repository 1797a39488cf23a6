import type { Language } from '../limits';
import { choiceLabel } from '../words';
import type { ChargeStep } from './charge';
import { priceText } from './quote';

/** Fields of the charge item of a step. */
interface ChargeItemFacts {
  readonly code: unknown;
  readonly defaultPrice: unknown;
  readonly currency: unknown;
}

/** Describes the steps of a charge flow briefly: trigger, item, price and conditions. */
export const chargeStepsText = (
  language: Language,
  steps: readonly ChargeStep[],
  itemOf: (id: number) => ChargeItemFacts | undefined,
): string => steps.map((step) => stepText(language, step, itemOf(step.chargeItemId))).join('; ');

function stepText(language: Language, step: ChargeStep, item: ChargeItemFacts | undefined): string {
  const price = step.price ?? item?.defaultPrice;
  return [
    `${choiceLabel(language, 'chargeTrigger', step.trigger)}:`,
    String(item?.code ?? `#${step.chargeItemId}`),
    ...(price ? [priceText(String(price)), String(item?.currency ?? '')] : []),
    step.overWeight === null ? '' : `> ${step.overWeight} kg`,
    step.overDays === null ? '' : `> ${step.overDays} d`,
  ]
    .filter((part) => part !== '')
    .join(' ');
}
