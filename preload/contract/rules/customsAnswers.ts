import type { State } from '../machine';

/** Responses of EU customs to a declaration. */
export const customsEvents = [
  'registered',
  'accepted',
  'rejected',
  'control',
  'documents',
  'released',
  'refused',
  'invalidated',
] as const;
export type CustomsEvent = (typeof customsEvents)[number];

/** Last response of customs to a declaration; `none` before the first. */
export const customsStandings = {
  none: { rank: 10, tone: 'neutral' },
  registered: { rank: 20, tone: 'info' },
  accepted: { rank: 30, tone: 'progress' },
  control: { rank: 40, tone: 'warning' },
  documents: { rank: 45, tone: 'warning' },
  rejected: { rank: 50, tone: 'bad' },
  refused: { rank: 55, tone: 'bad' },
  released: { rank: 60, tone: 'good' },
  invalidated: { rank: 70, tone: 'neutral' },
} as const satisfies Record<'none' | CustomsEvent, State>;
export type CustomsStanding = keyof typeof customsStandings;

/**
 * Standings from which each response follows. A declaration lodged before the goods arrive is registered first
 * (Regulation (EU) 952/2013, art. 171); a control follows the acceptance (art. 188), a release the control (art. 194),
 * an invalidation the acceptance (art. 174). Whatever comes in another order waits for what it follows, or for a
 * person.
 */
const FOLLOWS: Readonly<Record<CustomsEvent, readonly CustomsStanding[]>> = {
  registered: ['none'],
  accepted: ['none', 'registered'],
  rejected: ['none', 'registered'],
  control: ['accepted', 'documents'],
  documents: ['accepted', 'control'],
  released: ['accepted', 'control', 'documents'],
  refused: ['control', 'documents'],
  invalidated: ['accepted', 'refused', 'released'],
};

/** Result of a response: it moves the declaration, says what is known, or cannot follow. */
export type AnswerFit = 'moves' | 'known' | 'unfit';

/** Standings that are past a response: it came late, and is known. */
const PAST: Readonly<Partial<Record<CustomsEvent, readonly CustomsStanding[]>>> = {
  registered: ['accepted', 'control', 'documents', 'rejected', 'refused', 'released', 'invalidated'],
};

/** Returns what a response does to a declaration of a standing. */
export function answerFit(event: CustomsEvent, standing: CustomsStanding): AnswerFit {
  if (FOLLOWS[event].includes(standing)) return 'moves';
  return standing === event || PAST[event]?.includes(standing) ? 'known' : 'unfit';
}

/** True if customs decides no more on a declaration of this standing, unless it invalidates it. */
export const isDecided = (standing: CustomsStanding): boolean =>
  standing === 'released' || standing === 'refused' || standing === 'rejected' || standing === 'invalidated';
