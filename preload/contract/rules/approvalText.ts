import { INTL_LOCALE, type Language } from '../limits';
import { choiceLabel, say } from '../words';
import type { AmountRange, ApprovalStep } from './approval';
import { currencyDigits } from './places';

/** Names and states of approvers; undefined if there is no record. */
export interface ApproverNames {
  readonly staff: (id: number) => { readonly name: string; readonly state: ApproverState } | undefined;
  readonly group: (id: number) => string | undefined;
}
/** A person's ability to decide: `forbidden` (to sign in) and `deleted` people cannot. */
export type ApproverState = 'able' | 'forbidden' | 'deleted';

function amountText(language: Language, amount: string, currency: string): string {
  return new Intl.NumberFormat(INTL_LOCALE[language], {
    maximumFractionDigits: currencyDigits(currency),
    // Only for display: a number holds twelve digits before the point exactly.
  }).format(Number(amount));
}

function whatOf(
  language: Language,
  docType: string,
  { currency, minAmount, maxAmount }: AmountRange,
): string {
  const doc = choiceLabel(language, 'approvalDocs', docType);
  if (currency === null) return doc;
  const min = minAmount === null ? '' : amountText(language, minAmount, currency);
  const max = maxAmount === null ? '' : amountText(language, maxAmount, currency);
  const params = { doc, currency, min, max };
  if (min && max) return say(language, 'APPROVAL_WHAT_BETWEEN', params);
  if (min) return say(language, 'APPROVAL_WHAT_FROM', params);
  return say(language, max ? 'APPROVAL_WHAT_UNDER' : 'APPROVAL_WHAT_CURRENCY', params);
}

/** Names one approver. */
export function approverText(
  language: Language,
  id: number,
  found: { readonly name: string; readonly state: ApproverState } | undefined,
): string {
  const { name, state } = found ?? { name: `#${id}`, state: 'deleted' as const };
  if (state === 'able') return name;
  return say(language, state === 'deleted' ? 'APPROVAL_DELETED' : 'APPROVAL_FORBIDDEN', { name });
}

function whoOf(
  language: Language,
  { mode, approverStaffIds, approverGroupIds, dueHours }: ApprovalStep,
  names: ApproverNames,
): string {
  const groups = approverGroupIds.map((id) => {
    const name = names.group(id);
    if (name === undefined) return approverText(language, id, undefined);
    return say(language, mode === 'all' ? 'APPROVAL_GROUP_ALL' : 'APPROVAL_GROUP_ANY', { name });
  });
  const people = approverStaffIds.map((id) => approverText(language, id, names.staff(id)));
  const list = new Intl.ListFormat(INTL_LOCALE[language], {
    type: mode === 'all' ? 'conjunction' : 'disjunction',
  });
  const who = list.format([...people, ...groups]);
  return dueHours === null ? who : say(language, 'APPROVAL_WITHIN', { who, hours: dueHours });
}

/** Lists the deciders in order, as part of a sentence. */
export function stepsText(language: Language, steps: readonly ApprovalStep[], names: ApproverNames): string {
  const texts = steps.map((step) => whoOf(language, step, names));
  if (texts.length < 2) return texts.join('');
  const parts = texts.map((who, index) =>
    say(language, index === 0 ? 'APPROVAL_FIRST' : 'APPROVAL_THEN', { who }),
  );
  return parts.join(say(language, 'APPROVAL_COMMA'));
}

/** Describes a setting in a sentence: "Payments from 1,000 to under 5,000 EUR: first Li Wei, then all of Finance." */
export function approvalText(
  language: Language,
  { docType, steps, ...range }: AmountRange & { docType: string; steps: readonly ApprovalStep[] },
  names: ApproverNames,
): string {
  return say(language, 'APPROVAL_SENTENCE', {
    what: whatOf(language, docType, range),
    steps: stepsText(language, steps, names),
  });
}
