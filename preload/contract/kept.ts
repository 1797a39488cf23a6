import * as z from 'zod';

/** Levels that what is kept for a page may nest: far more than a form has, and far less than a page can be handed back. */
const DEEPEST = 100;

function isShallow(value: unknown): boolean {
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > DEEPEST) return false;
    level = level.flatMap((one) => (typeof one === 'object' && one !== null ? Object.values(one) : []));
  }
  return true;
}

/**
 * Whatever a page wants kept, as long as it can be handed back: Chromium refuses to carry what nests some thousand levels, and
 * with it the whole answer in which it stands.
 */
export const kept = z.unknown().refine(isShallow);
