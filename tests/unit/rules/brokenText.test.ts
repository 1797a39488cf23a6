import { brokenTextProblem, encodedOnce } from '@contract/rules/brokenText';
import { gbkBytesOf } from '@contract/rules/gbk';
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
  ])('is restored from %s to %s', (text, right) => expect(encodedOnce(text)).toBe(right));

  test.each(['Jürgen', 'CAFÉ»', 'IRMÃ', 'AÇÃO', 'ÎLE', 'Ærø', 'Übergröße', '张伟', 'Straße – 5 €'])(
    'is not suspected in %s',
    (text) => {
      expect(brokenTextProblem(text)).toBeUndefined();
    },
  );

  test('is restored for all Latin, Cyrillic and Chinese letters', () => {
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

const asGbk = (text: string) => new TextDecoder('gbk').decode(new TextEncoder().encode(text));
const asLatin = (text: string) => new TextDecoder('windows-1252').decode(gbkBytesOf(text));
const latinAsGbk = (text: string) => new TextDecoder('gbk').decode(Buffer.from(text, 'latin1'));
const found = (text: string) => {
  const problem = brokenTextProblem(text);
  return problem && [problem.code, problem.params?.expected];
};

describe('text saved after reading it in a wrong encoding', () => {
  test.each(['中国制造', '深圳市南山区科技园', '王伟', '宁波电子有限公司', '手机壳（硅胶）'])(
    'is restored, or named when its last byte was lost: %s in UTF-8 read as GBK',
    (text) => {
      const garbled = asGbk(text);
      expect(found(garbled)).toEqual(
        garbled.includes('\ufffd') ? ['TEXT_LOST', undefined] : ['TEXT_GARBLED', text],
      );
      expect(found(asGbk(`${text}中`).replace('\ufffd', '?'))?.[0]).toMatch(/^TEXT_/);
    },
  );

  test.each(['中国', '深圳市南山区', '王伟', '蓝牙耳机'])(
    'is restored: %s in GBK read as windows-1252',
    (text) => {
      expect(found(asLatin(text))).toEqual(['TEXT_GARBLED', text]);
      expect(found(`Shop ${asLatin(text)} 12`)).toEqual(['TEXT_GARBLED', `Shop ${text} 12`]);
    },
  );

  test.each(['Jürgen Müller', 'Köln', 'Liège', 'Straße 5', 'MÜLLER', 'Übergröße', 'García', 'Français'])(
    'is restored: %s read as GBK',
    (text) => {
      expect(latinAsGbk(text)).not.toBe(text);
      expect(found(latinAsGbk(text))).toEqual(['TEXT_GARBLED', text]);
    },
  );

  test.each([
    ...[
      '张伟',
      '深圳市龙岗区',
      'T恤',
      'USB線',
      'A長',
      'X門',
      'LED燈條',
      '陈绮珊',
      '绮丽服饰有限公司',
      '涓涓',
      '浔阳区',
    ],
    ...['T恤shirt', 'USB連接線', '10片x3', '泸州', '滁州', '××××', '££££', 'ÄÖÜ', 'A型b', '㎡', 'é', 'Ærø'],
  ])('is not suspected in %s', (text) => expect(found(text)).toBeUndefined());
});

describe('text with replaced letters', () => {
  test.each(['J\ufffdrgen', '锟斤拷公司', 'K?ln', '???? 12'])('is named: %s', (text) =>
    expect(brokenTextProblem(text)?.code).toBe('TEXT_LOST'),
  );
  test.each(['Ready?', 'https://example.com/p?id=1', 'Why? Because', '?'])('is not suspected in %s', (text) =>
    expect(brokenTextProblem(text)).toBeUndefined(),
  );
});
