import { type Problem, problem } from '@contract/errors';
import { overlap, type Period } from '@contract/rules/periods';
import { formatDay } from '@contract/rules/zonedTime';
import { refuseFields } from './refusal';

/** Refuses a last day before the first. */
export function checkDays({ validFrom, validTo }: Readonly<Record<string, unknown>>): void {
  if (typeof validTo === 'string' && validTo < String(validFrom))
    throw refuseFields({ validTo: problem('DAYS_ORDER', { previous: { field: 'validFrom' } }) });
}

/**
 * Refuses a row of rates that shares a day with another active row for the same thing. A row of the same first day is
 * left to the unique key.
 */
export function refuseOverlap(
  draft: Period,
  others: readonly (Period & { readonly id: number })[],
  own: { readonly id: number } | undefined,
  code: NonNullable<Problem['params']>[string],
): void {
  const rival = others.find(
    (one) => one.id !== own?.id && one.validFrom !== draft.validFrom && overlap(one, draft),
  );
  if (rival)
    throw refuseFields({
      validFrom: problem('PERIOD_OVERLAP', { code, day: formatDay(rival.validFrom) }),
    });
}
