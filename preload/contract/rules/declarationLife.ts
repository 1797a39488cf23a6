import type { Batch } from '../customs/batch';
import { type Problem, problem } from '../errors';
import { daysAfter } from './usDays';

/** Grounds for invalidating an accepted declaration (Regulation (EU) 952/2013, art. 174(1)). */
export const groundsBeforeRelease = ['other_procedure', 'special_circumstances'] as const;
/** Grounds for invalidating a declaration after the release (Delegated Regulation (EU) 2015/2446, art. 148(1) to (3)). */
export const groundsAfterRelease = ['wrong_procedure', 'wrong_goods', 'returned'] as const;
export type InvalidationGround = (typeof groundsBeforeRelease)[number] | (typeof groundsAfterRelease)[number];

export const controlResults = ['as_declared', 'differences', 'refused'] as const;
export type ControlResult = (typeof controlResults)[number];

/** Years after acceptance within which an amendment may be applied for after the release (UCC 173(3)). */
const AMEND_YEARS = 3;
/** Days after acceptance within which an invalidation may be applied for after the release (2015/2446, art. 148). */
const INVALIDATE_DAYS = 90;

/** Inputs of the rules on a declaration after its acceptance. */
export type AcceptedFacts = Pick<
  Batch,
  'status' | 'inspectionType' | 'controlResult' | 'parcelsHeld' | 'declarationSystem'
>;

/** Returns the grounds on which a declaration in this status may be invalidated. */
export const groundsOf = (status: Batch['status']): readonly InvalidationGround[] =>
  status === 'released' ? groundsAfterRelease : groundsBeforeRelease;

/** True while a control of the declaration has no result: after a release in part, for the parcels still held. */
export const hasOpenControl = ({ status, inspectionType, controlResult, parcelsHeld }: AcceptedFacts) =>
  status === 'control' ||
  (status === 'released' && inspectionType !== null && controlResult === null && parcelsHeld > 0);

/** Refuses an action of the Union Customs Code on an entry to the United States. */
export const notInUnion = ({ declarationSystem }: AcceptedFacts): Problem | undefined =>
  declarationSystem === 'ABI' ? problem('DECLARATION_US') : undefined;

/**
 * Refuses an amendment or an invalidation before a control has its result: of the declaration, or of a parcel that
 * customs holds (UCC 173(2)(a), 174(1)).
 */
export const underControl = (facts: AcceptedFacts): Problem | undefined =>
  hasOpenControl(facts) || (facts.controlResult === null && facts.parcelsHeld > 0)
    ? problem('CONTROL_OPEN')
    : undefined;

/** Refuses a result without an open control. */
export const noControl = (facts: AcceptedFacts): Problem | undefined =>
  hasOpenControl(facts) ? undefined : problem('CONTROL_NONE');

/**
 * Refuses an amendment before the release once customs has announced an examination of the goods or found particulars
 * incorrect (UCC 173(2)). A check of documents as declared does not stand in the way.
 */
export function amendRefused({ status, inspectionType, controlResult }: AcceptedFacts): Problem | undefined {
  if (status === 'released') return undefined;
  if (controlResult === 'differences') return problem('AMEND_INCORRECT');
  return inspectionType === 'physical' || inspectionType === 'scan' ? problem('AMEND_EXAMINED') : undefined;
}

/** Last day to apply for an amendment after the release, from the day of acceptance; both in ISO form. */
export function lastDayToAmend(accepted: string): string {
  const day = new Date(`${accepted}T00:00:00Z`);
  const month = day.getUTCMonth();
  day.setUTCFullYear(day.getUTCFullYear() + AMEND_YEARS);
  // 29 February: the last day of that month in another year.
  if (day.getUTCMonth() !== month) day.setUTCDate(0);
  return day.toISOString().slice(0, 10);
}

/** Last day to apply for an invalidation after the release, from the day of acceptance; both in ISO form. */
export const lastDayToInvalidate = (accepted: string): string => daysAfter(accepted, INVALIDATE_DAYS);
