import { brokenTextProblem, encodedOnce } from '@contract/rules/brokenText';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

describe('text that was encoded twice', () => {
  test.each([
    ['JÃ¼rgen MÃ¼ller', 'Jürgen Müller'],
    ['StraÃŸe 5 â€“ 7', 'Straße 5 – 7'],
    ['LiÃ¨ge, CÃ´tÃ©', 'Liège, Côté'],
    ['Å\u0081ukasz Å»Ã³Å‚Ä‡', 'Łukasz Żółć'],
    ['å¼ ä¼Ÿ', undefined],
    ['å¼\u00a0ä¼Ÿ', '张伟'],
    ['ÃƒÂ¼ber', 'über'],
    ['980 â‚¬', '980 €'],
  ])('%s is %s', (text, right) => expect(encodedOnce(text)).toBe(right));

  test.each(['Jürgen', 'CAFÉ»', 'IRMÃ', 'AÇÃO', 'ÎLE', 'Ærø', 'Übergröße', '张伟', 'Straße – 5 €'])(
    '%s is as it should be',
    (text) => {
      expect(brokenTextProblem(text)).toBeUndefined();
    },
  );

  test('every text of Latin, Cyrillic and Chinese letters comes back', () => {
    const windows1252 = new TextDecoder('windows-1252');
    const letters = fc.constantFrom(...'äöüßéèçñøåłąęśżčřőűжяИмю张伟圳件');
    fc.assert(
      fc.property(fc.array(letters, { minLength: 1, maxLength: 8 }), (chars) => {
        const text = chars.join('');
        expect(encodedOnce(windows1252.decode(new TextEncoder().encode(text)))).toBe(text);
      }),
    );
  });
});

describe('letters that a program could not keep', () => {
  test.each(['J\ufffdrgen', '锟斤拷公司', 'K?ln', '???? 12'])('%s is named', (text) =>
    expect(brokenTextProblem(text)?.code).toBe('TEXT_LOST'),
  );
  test.each(['Ready?', 'https://example.com/p?id=1', 'Why? Because', '?'])('%s is none', (text) =>
    expect(brokenTextProblem(text)).toBeUndefined(),
  );
});
