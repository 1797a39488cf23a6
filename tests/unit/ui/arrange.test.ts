import type { TableLayout } from '@contract/desktop/boot';
import { describe, expect, test } from 'vitest';
import {
  type Arrangement,
  filledWidths,
  mostPinned,
  pinnedOf,
  withHidden,
  withMoved,
  withPinned,
  withUnpinned,
} from '../../../renderer/resource/arrange';

const LAYOUT: TableLayout = { order: [], hidden: ['z'], widths: {}, frozen: 1, density: null };
const table = (frozen = 1, most = 2): Arrangement => ({
  layout: { ...LAYOUT, frozen },
  names: ['a', 'b', 'c', 'd'],
  most,
});
/** Returns the visible columns after a change of a table, with a bar after the pinned ones. */
const shown = ({ order = [], frozen = 0 }: Partial<TableLayout>) => {
  const names = order.filter((name) => name !== 'z');
  return `${names.slice(0, frozen).join('')}|${names.slice(frozen).join('')}`;
};

describe('pinned columns', () => {
  test('leave two pinned in a table with check boxes, three without', () => {
    expect([mostPinned(1), mostPinned(0)]).toEqual([2, 3]);
    expect(pinnedOf(table(3, 2))).toBe(2);
  });

  test('are added after the others, and become the first of the rest when unpinned', () => {
    expect(shown(withPinned(table(), 3))).toBe('ad|bc');
    expect(shown(withUnpinned(table(2), 0))).toBe('b|acd');
    expect(shown(withUnpinned(table(1), 0))).toBe('|abcd');
  });

  test('change by moving columns over the border, up to the available room', () => {
    expect(shown(withMoved(table(1), 2, 3))).toBe('a|bdc');
    expect(shown(withMoved(table(1), 1, 0))).toBe('ba|cd');
    expect(shown(withMoved(table(2), 3, 0))).toBe('da|bc');
    expect(shown(withMoved(table(2), 0, 1))).toBe('ba|cd');
    expect(shown(withMoved(table(2), 1, 2))).toBe('a|cbd');
    expect(shown(withMoved(table(1), 0, 3))).toBe('|bcda');
    expect(withMoved(table(), 0, 3).order).toContain('z');
  });

  test('lose a hidden column, which nothing replaces', () => {
    expect(withHidden(table(2), 'b')).toEqual({ hidden: ['z', 'b'], frozen: 1 });
    expect(withHidden(table(2), 'c')).toEqual({ hidden: ['z', 'c'], frozen: 2 });
  });
});

test('fills the table with few columns: words first, then all without a set width', () => {
  const sum = (widths: readonly number[]) => widths.reduce((all, one) => all + one, 0);
  const number = { width: 100, set: undefined, wordy: false };
  const words = { width: 161, set: undefined, wordy: true };
  // Only columns with words grow until they have enough.
  expect(filledWidths([number, words, number], 500)).toEqual([100, 300, 100]);
  // With more room every column gets a share, to the last pixel.
  for (const room of [900, 901, 1387, 2560]) {
    const widths = filledWidths([number, words, number], room);
    expect(sum(widths)).toBe(room);
    expect(widths[0]).toBeGreaterThan(100);
    expect(widths[1]).toBeGreaterThan(widths[0] ?? 0);
    expect(widths.every(Number.isInteger)).toBe(true);
  }
  expect(sum(filledWidths([number, number], 777))).toBe(777);
  // A width set by the user stays, though there is room.
  expect(filledWidths([{ ...number, set: 250 }, number], 700)).toEqual([250, 450]);
  expect(filledWidths([{ ...number, set: 250 }], 700)).toEqual([250]);
  // Nothing is squeezed if there is not enough room, or before the room is known.
  expect(filledWidths([number, words], 200)).toEqual([100, 161]);
  expect(filledWidths([number, words], -50)).toEqual([100, 161]);
});
