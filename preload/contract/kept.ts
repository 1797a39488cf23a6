import * as z from 'zod';

/** Nesting limit of values stored for a page: far more than a form has, and far less than breaks sending it back. */
const DEEPEST = 100;

function isShallow(value: unknown): boolean {
  // A set per level: otherwise an object that contains itself twice would double with every level.
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
 * Any value a page wants stored, if it can be sent back: Chromium refuses to transfer values nested some thousand
 * levels deep, and with them the whole response.
 */
export const kept = z.unknown().refine(isShallow);
