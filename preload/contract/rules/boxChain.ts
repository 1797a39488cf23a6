import { type Problem, problem } from '../errors';

/** Boxes of a bill at each place they are counted, in the order of the journey; null where nobody has counted yet. */
export interface BoxChain {
  readonly boxCount: number;
  readonly noa: number | null;
  readonly picked: number | null;
  readonly inbound: number | null;
  readonly outbound: number | null;
  readonly pod: number | null;
}

const ORDER = ['boxCount', 'noa', 'picked', 'inbound', 'outbound', 'pod'] as const;
export type ChainLink = (typeof ORDER)[number];

/** Reasons with which there may be more boxes than at the place before. */
export const SURPLUS_REASONS = ['surplus_found', 'recount', 'relabel'] as const;
/** Reasons with which there may be fewer. */
export const SHORTAGE_REASONS = ['shortage', 'damage', 'recount'] as const;

/** The first count that exceeds what it may, with its limit; undefined while no box has come from nowhere. */
export function chainBreak(
  chain: BoxChain,
): { readonly link: ChainLink; readonly actual: number; readonly limit: number } | undefined {
  let limit: number | null = null;
  for (const link of ORDER) {
    const actual = chain[link];
    if (actual === null) continue;
    if (limit !== null && actual > limit) return { link, actual, limit };
    limit = actual;
  }
  return undefined;
}

/**
 * Why a count may not be as it is: boxCount ≥ NOA ≥ picked ≥ inbound ≥ outbound ≥ POD, where known. Looks only at the
 * link that changes, towards both neighbours: what was explained earlier with a reason stays explained.
 */
export function chainProblem(chain: BoxChain, link: ChainLink, reason: string | null): Problem | undefined {
  if (SURPLUS_REASONS.some((allowed) => allowed === reason)) return undefined;
  const at = ORDER.indexOf(link);
  const actual = chain[link];
  if (actual === null) return undefined;
  const known = (links: readonly ChainLink[]) =>
    links.map((name) => chain[name]).find((count) => count !== null) ?? null;
  const limit = known(ORDER.slice(0, at).reverse());
  if (limit !== null && actual > limit) return problem('COUNT_EXCEEDED', { actual, limit });
  const next = known(ORDER.slice(at + 1));
  if (next !== null && next > actual) return problem('COUNT_EXCEEDED', { actual: next, limit: actual });
  return undefined;
}

/** What a difference between two counts needs: nothing when they agree, else a reason of the right kind. */
export function differenceProblem(
  actual: number,
  expected: number,
  reason: string | null,
): Problem | undefined {
  if (actual === expected) return undefined;
  if (actual > expected) {
    if (SURPLUS_REASONS.some((allowed) => allowed === reason)) return undefined;
    return problem('COUNT_EXCEEDED', { actual, limit: expected });
  }
  return SHORTAGE_REASONS.some((allowed) => allowed === reason) ? undefined : problem('REASON_REQUIRED');
}
