import { describe, expect, test } from 'vitest';
import { storedNumbers, storedTexts } from '../../../main/server/store/storedLists';

describe('a list stored as JSON', () => {
  test('returns its items, all of them', () => {
    expect(storedTexts('["a@x.example","","a@x.example"]')).toEqual(['a@x.example', '', 'a@x.example']);
    expect(storedNumbers('[7,0,-1]')).toEqual([7, 0, -1]);
    expect(storedTexts('[]')).toEqual([]);
    expect(storedNumbers('[]')).toEqual([]);
  });

  test.each(['[7]', '["a",null]', '["a",["b"]]', '{"0":"a"}', '"a"', 'null'])(
    'refuses %s as a list of texts instead of leaving something out',
    (json) => expect(() => storedTexts(json)).toThrow('a stored list is no list of texts'),
  );

  test.each(['["7"]', '[7,null]', '[[7]]', '{"0":7}', '7', 'null'])(
    'refuses %s as a list of numbers instead of leaving something out',
    (json) => expect(() => storedNumbers(json)).toThrow('a stored list is no list of numbers'),
  );
});
