import { Button } from '@blueprintjs/core';
import { createElement } from 'react';
import { describe, expect, test } from 'vitest';
import { fits } from '../../../renderer/resource/fits';
import { StateTag } from '../../../renderer/ui/StateTag';

const span = (words: string, more: object = {}) =>
  createElement('span', { title: 'the whole', ...more }, words);

const held = { tone: 'bad', children: 'Held by customs for an inspection' } as const;

describe('a cell', () => {
  test.each([
    [null, 20],
    ['', 20],
    ['B20261123-02', 130],
    ['24/11/2026 15:15', 142],
    [987, 60],
    [span('AMS'), 60],
    // Elements that truncate their own text, or have none.
    [createElement(StateTag, held), 110],
    [createElement('input', { type: 'checkbox' }), 36],
    [createElement(Button, { key: 'more' }), 36],
  ])('has room for %s in %i pixels', (content, width) => expect(fits(content as never, width)).toBe(true));

  test.each([
    ['Green Panda Trading', 110],
    // Full-width characters, as wide as they are high.
    ['深圳市绿熊猫贸易有限公司', 150],
    ['WWWWWWWWWW', 130],
    [span('Green Panda Trading'), 110],
    // Bold by its class.
    [span('784-51306872', { className: 'fc-bill-no' }), 400],
    [createElement('span', {}, 'a', 'b'), 400],
    [createElement('strong', {}, 'a'), 400],
    [['a', 'b'], 400],
  ])('has no room for %s in %i pixels', (content, width) =>
    expect(fits(content as never, width)).toBe(false),
  );
});
