/** Who made goods, and where. */
export interface Manufacturer {
  readonly name: string;
  readonly address: string;
  readonly city: string;
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
  /** Of Canada, whose provinces stand in place of the country. */
  readonly province?: string | null;
}

/** What CBP calls the provinces of Canada, by the letters that the post has for them. */
const PROVINCES: ReadonlyMap<string, string> = new Map([
  ['AB', 'XA'],
  ['BC', 'XC'],
  ['MB', 'XM'],
  ['NB', 'XB'],
  ['NL', 'XW'],
  ['NT', 'XT'],
  ['NS', 'XN'],
  ['NU', 'XV'],
  ['ON', 'XO'],
  ['PE', 'XP'],
  ['QC', 'XQ'],
  ['SK', 'XS'],
  ['YT', 'XY'],
]);

/** English words that count as none. */
const IGNORED: ReadonlySet<string> = new Set(['A', 'AN', 'AND', 'OF', 'THE']);

const plain = (text: string): string =>
  text.normalize('NFD').replace(/\p{M}/gu, '').toUpperCase().replace(/[’'`]/g, '');

/** Words of a name, initials that stand together as one. */
function wordsOf(name: string): string[] {
  const words: string[] = [];
  let initials = '';
  const end = () => {
    if (initials) words.push(initials);
    initials = '';
  };
  for (const token of plain(name).split(/[\s,;:/&()-]+/)) {
    const letters = token.replace(/[^A-Z0-9]/g, '');
    if (letters === '') continue;
    const abbreviated = /^([A-Z0-9]\.)+[A-Z0-9]?\.?$/.test(token);
    if (letters.length === 1 || abbreviated) initials += letters;
    else {
      end();
      words.push(letters);
    }
  }
  end();
  return words.filter((word) => !IGNORED.has(word));
}

/** The largest number of an address line; what is written with commas or hyphens in between is one. */
function numberOf(address: string): string {
  const numbers = [...address.matchAll(/\d+(?:[-,.]\d+)*/g)].map(([found]) => found.replace(/\D/g, ''));
  const largest = numbers.reduce((best, one) => (Number(one) > Number(best || '-1') ? one : best), '');
  return largest.slice(0, 4);
}

/**
 * The code by which CBP knows a manufacturer (19 CFR 102 appendix; its examples are the tests): country, the first three
 * letters of the first two words of the name, up to four digits of the largest number of the address, three letters of
 * the city. Null where name, city or country are not known, or have no Latin letter.
 */
export function midOf({ name, address, city, country, province }: Manufacturer): string | null {
  const from = country === 'CA' ? PROVINCES.get(plain(province ?? '').trim()) : country;
  const words = wordsOf(name).slice(0, 2);
  const place = plain(city)
    .replace(/^THE\s+/, '')
    .replace(/[^A-Z]/g, '')
    .slice(0, 3);
  if (!from || words.length === 0 || place === '') return null;
  return from + words.map((word) => word.slice(0, 3)).join('') + numberOf(address) + place;
}
