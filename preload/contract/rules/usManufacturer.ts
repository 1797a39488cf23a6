/** Name and address of the maker of goods. */
export interface Manufacturer {
  readonly name: string;
  readonly address: string;
  readonly city: string;
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
  /** Province, for Canada only: its code replaces the country's. */
  readonly province?: string | null;
}

/** CBP codes of the Canadian provinces, by their postal abbreviation. */
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

/** English words that are skipped. */
const IGNORED: ReadonlySet<string> = new Set(['A', 'AN', 'AND', 'OF', 'THE']);

const plain = (text: string): string =>
  text.normalize('NFD').replace(/\p{M}/gu, '').toUpperCase().replace(/[’'`]/g, '');

/** Splits a name into words; adjacent initials are one. */
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

/** Returns the largest number of an address line; commas and hyphens within a number are ignored. */
function numberOf(address: string): string {
  const numbers = [...address.matchAll(/\d+(?:[-,.]\d+)*/g)].map(([found]) => found.replace(/\D/g, ''));
  const largest = numbers.reduce((best, one) => (Number(one) > Number(best || '-1') ? one : best), '');
  return largest.slice(0, 4);
}

/**
 * Returns the CBP manufacturer code (19 CFR 102 appendix; its examples are the tests): country, the first three letters
 * of the first two words of the name, up to four digits of the largest number of the address, three letters of the
 * city. Null if name, city or country is unknown, or has no Latin letter.
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
