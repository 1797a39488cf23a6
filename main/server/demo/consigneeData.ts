import { PEOPLE } from './consumers';
import type { Random } from './random';

/** Letters of Dutch postcodes, without S, so that unused pairs cannot occur. */
const LETTERS = 'BCDEGHJKLMNPRTVWXZ';

function postcodeFrom(form: string, random: Random): string {
  let made = '';
  for (const sign of form) {
    made +=
      sign === '#'
        ? random.int(0, 9)
        : sign === '%'
          ? random.int(1, 9)
          : sign === '@'
            ? (LETTERS[random.int(0, LETTERS.length - 1)] ?? 'B')
            : sign;
  }
  return made;
}

/** Draws an invented consumer in a real town. */
export function consigneeIn(
  country: string,
  random: Random,
): { consigneeName: string; city: string; postcode: string; country: string } {
  const people = PEOPLE[country];
  if (!people) throw new Error(`no consumers in ${country}`);
  const [city, form] = random.pick(people.towns);
  return {
    consigneeName: `${random.pick(people.first)} ${random.pick(people.last)}`,
    city,
    postcode: postcodeFrom(form, random),
    country,
  };
}

/** Common street names by country. */
const STREETS: Readonly<Record<string, readonly string[]>> = {
  NL: ['Stationsweg', 'Kerkstraat', 'Dorpsstraat', 'Molenweg', 'Spoorlaan', 'Beukenlaan', 'Julianastraat'],
  BE: ['Kerkstraat', 'Stationsstraat', 'Molenstraat', 'Schoolstraat', 'Rue de la Station', 'Rue du Moulin'],
  DE: [
    'Bahnhofstraße',
    'Gartenstraße',
    'Hauptstraße',
    'Lindenweg',
    'Schulstraße',
    'Bergstraße',
    'Ringstraße',
  ],
  FR: [
    'Rue de la Gare',
    'Rue des Écoles',
    'Avenue Victor Hugo',
    'Rue du Moulin',
    'Rue Pasteur',
    'Rue des Lilas',
  ],
  PL: ['ul. Polna', 'ul. Leśna', 'ul. Słoneczna', 'ul. Krótka', 'ul. Szkolna', 'ul. Ogrodowa'],
  SE: ['Storgatan', 'Skolgatan', 'Kyrkogatan', 'Björkvägen', 'Parkgatan', 'Nygatan'],
  US: ['Main Street', 'Oak Street', 'Maple Avenue', 'Park Avenue', 'Cedar Lane', 'Elm Street'],
};
const ANYWHERE = ['Via Roma', 'Calle Mayor', 'Main Street', 'Station Road', 'Church Street'];

/** Derives a street and number from a key, without using random numbers. */
export function streetOf(country: string, key: number): string {
  const streets = STREETS[country] ?? ANYWHERE;
  const street = streets[key % streets.length] ?? '';
  const number = ((key * 7) % 183) + 1;
  return country === 'US' || country === 'FR' ? `${number} ${street}` : `${street} ${number}`;
}
