import type { Language } from '../limits';
import { choiceLabel } from '../words';
import type { ChargeStep } from './charge';
import { priceText } from './quote';

/** What is said of the item that a step charges. */
interface Named {
  readonly code: unknown;
  readonly defaultPrice: unknown;
  readonly currency: unknown;
}

/** The steps of a charge flow in a few words each: when, what, at which price, and from what on. */
export const chargeStepsText = (
  language: Language,
  steps: readonly ChargeStep[],
  itemOf: (id: number) => Named | undefined,
): string => steps.map((step) => stepText(language, step, itemOf(step.chargeItemId))).join('; ');

function stepText(language: Language, step: ChargeStep, item: Named | undefined): string {
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
