import { describe, expect, test } from 'vitest';
import type { Permits } from '../../../renderer/app/guard';
import { judge, mayOpen } from '../../../renderer/app/judge';
import { screens } from '../../../renderer/screens';

/** Returns the permissions of a person who has all but some. */
const without = (...missing: (string | null)[]): Permits => ({
  nodes: [],
  allows: (id) => id === null || !missing.includes(id),
  reaches: () => true,
  opens: ({ permission }) => permission === null || !missing.includes(permission),
});
const everything = without();
const nothing: Permits = {
  nodes: [],
  allows: (id) => id === null,
  reaches: () => false,
  opens: ({ permission }) => permission === null,
};
/** Returns the address of a screen: its first record, where it has records. */
const addressOf = (path: string) => path.replace(':id', '1').replace(':code', '610910');

describe('the route guard', () => {
  test.each(screens.map(({ path, permission, menu }) => ({ path, permission, menu })))(
    'opens $path with its permission, and otherwise leads to a page that opens',
    ({ path, permission, menu }) => {
      const address = addressOf(path);
      expect(judge(address, everything)).toEqual({ open: address });
      expect(judge(`/redirect${address}`, nothing)).toEqual({ go: address, again: true });
      const permits = without(permission);
      if (permission === null) return;
      expect(mayOpen(address, permits)).toBe(false);
      const verdict = judge(address, permits);
      if (!('go' in verdict)) throw new Error(`${address} leads nowhere`);
      const next = judge(verdict.go, permits);
      expect('open' in next || ('refused' in next && next.refused === menu)).toBe(true);
    },
  );

  test('leads home to a screen that opens, whatever is permitted', () => {
    for (const permits of [everything, nothing]) {
      let verdict = judge('/redirect/home', permits);
      for (let moves = 0; 'go' in verdict; moves += 1) {
        expect(moves).toBeLessThan(4);
        verdict = judge(verdict.go, permits);
      }
      expect(verdict).toEqual({ open: permits === nothing ? '/home/center' : '/home' });
    }
  });

  test('leads from the root and through redirects to home or further, from the sign-in nowhere', () => {
    expect(judge('/', everything)).toEqual({ go: '/home' });
    expect(judge('', everything)).toEqual({ go: '/home' });
    expect(judge('/redirect', everything)).toEqual({ go: '/home', again: true });
    expect(judge('/redirect/', everything)).toEqual({ go: '/home', again: true });
    expect(judge('/redirect/redirect/home', everything)).toEqual({ go: '/home', again: true });
    expect(judge('/login', everything)).toEqual({ stay: true });
    expect(judge('/redirected', everything)).toEqual({ unknown: '/redirected' });
    expect(judge('/nowhere?a=1', everything)).toEqual({ unknown: '/nowhere?a=1' });
    expect(judge('/no_permission', everything)).toEqual({ refused: '' });
  });
});
