import { type Problem, problem } from '../errors';

/** Box counts of a bill at each place of the journey, in order; null if not counted yet. */
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

/** Reasons that justify more boxes than at the place before. */
export const SURPLUS_REASONS = ['surplus_found', 'recount', 'relabel'] as const;
/** Reasons that justify fewer. */
export const SHORTAGE_REASONS = ['shortage', 'damage', 'recount'] as const;

/** Returns the first count that exceeds its limit; undefined if none does. */
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
 * Returns why a count is not allowed: boxCount ≥ NOA ≥ picked ≥ inbound ≥ outbound ≥ POD, where known. Checks only the
 * changed link against both neighbours: differences explained earlier stay explained.
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
