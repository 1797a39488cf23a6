import * as z from 'zod';

/** Levels that what is kept for a page may nest: far more than a form has, and far less than a page can be handed back. */
const DEEPEST = 100;

function isShallow(value: unknown): boolean {
  // Each once a level: what stands in itself twice would else double with every level.
  let level = new Set([value]);
  for (let depth = 0; level.size > 0; depth += 1) {
    if (depth >= DEEPEST) return false;
    const next = new Set<unknown>();
    for (const one of level)
      if (typeof one === 'object' && one !== null)
        for (const inner of Object.values(one)) if (typeof inner === 'object') next.add(inner);
    level = next;
  }
  return true;
}

/**
 * Whatever a page wants kept, as long as it can be handed back: Chromium refuses to carry what nests some thousand levels, and
 * with it the whole answer in which it stands.
 */
export const kept = z.unknown().refine(isShallow);
