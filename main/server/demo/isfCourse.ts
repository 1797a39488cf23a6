import { isLateFiling } from '@contract/rules/isfDeadline';
import type { FilingEventName, FilingOperation } from '@contract/sea/filing';
import type { IsfDraft, IsfState, SeaIsf } from '@contract/sea/seaIsf';
import { HOUR, iso } from './clock';

/** A customs response, with its hours after the message. */
interface TimedResponse {
  readonly after: number;
  readonly event: FilingEventName;
  readonly codes?: readonly { readonly code: string; readonly text: string }[];
}
/** A message to customs, with its responses. */
export interface FiledMessage {
  readonly at: number;
  readonly operation: FilingOperation;
  readonly responses: readonly TimedResponse[];
  readonly failed?: boolean;
}
/** The history of an ISF. */
export interface Course {
  readonly state: IsfState;
  readonly standing?: SeaIsf['standing'];
  readonly sent?: readonly FiledMessage[];
  readonly amendments?: number;
  readonly reason?: string;
  readonly changes?: Partial<IsfDraft>;
  /** Fields as filed with customs that differ from the present ones. */
  readonly before?: Partial<IsfDraft>;
}

export const accepted: TimedResponse = { after: 0.4, event: 'accepted' };
export const received: TimedResponse = { after: 0, event: 'received' };
export const matched: TimedResponse = { after: 5, event: 'matched' };
const LATE = { code: 'W01', text: 'FILED LESS THAN 24 HOURS BEFORE LOADING' };
/** The usual history of an ISF filed at a time, with its deadline. */
export function filedAt(at: number, dueAt: string | null, now: number): Course {
  const late = isLateFiling(dueAt, iso(at));
  const answer: TimedResponse = late ? { after: 0.5, event: 'accepted_warning', codes: [LATE] } : accepted;
  const known = !late && at + matched.after * HOUR < now;
  const state = late ? 'accepted_warning' : known ? 'matched' : 'accepted';
  return {
    state,
    standing: state,
    sent: [{ at, operation: 'add', responses: [received, answer, ...(known ? [matched] : [])] }],
  };
}
