import type { Random } from './random';

/** Consumers of a country. Names are combined with invented family names; towns and postcodes are real. */
interface People {
  readonly first: readonly string[];
  readonly last: readonly string[];
  /** Towns with their postcode pattern: `#` a digit, `%` a digit from 1 to 9, `@` a letter. */
  readonly towns: readonly (readonly [city: string, postcode: string])[];
}

const words = (text: string): string[] => text.split(' ');

const DUTCH_FIRST = words(
  'Sanne Daan Lotte Bram Femke Jesse Noor Sem Anouk Thijs Iris Ruben Maud Stijn Evi Jurre',
);
const FRENCH_FIRST = words(
  'Camille Hugo Léa Louis Chloé Jules Manon Nathan Inès Théo Sarah Lucas Zoé Paul Alice Enzo',
);
const GERMAN_FIRST = words(
  'Anna Lukas Mia Jonas Lena Felix Emma Paul Laura Finn Marie Ben Clara Tim Ida Moritz',
);
const SPANISH_FIRST = words(
  'Lucía Hugo Marta Pablo Sofía Diego Carmen Álvaro Elena Iker Paula Mario Nuria Adrián Irene Leo',
);
const CZECH_FIRST = words('Jana Tomáš Eva Petr Lucie Jakub Tereza Adam Klára Marek');
const NORDIC_FIRST = words('Elin Oskar Maja Nils Freja Axel Saga Emil Alva Hugo Tove Viggo');

const PEOPLE: Readonly<Record<string, People>> = {
  NL: {
    first: DUTCH_FIRST,
    last: [
      'Klaverweide',
      'Molenzicht',
      'van Duinroos',
      'Waterlinde',
      'Tulpenhof',
      'van Rietkraag',
      'Zonnepad',
      'Grachtenveld',
      'van Wilgenbos',
      'Kersenpolder',
      'Dijkzwaluw',
      'van Heidemeer',
    ],
    towns: [
      ['Amsterdam', '10%# @@'],
      ['Rotterdam', '30%# @@'],
      ['Den Haag', '25%# @@'],
      ['Utrecht', '35%# @@'],
      ['Eindhoven', '56%# @@'],
      ['Groningen', '97%# @@'],
      ['Tilburg', '50%# @@'],
      ['Almere', '13%# @@'],
      ['Breda', '48%# @@'],
      ['Nijmegen', '65%# @@'],
      ['Zwolle', '80%# @@'],
      ['Maastricht', '62%# @@'],
    ],
  },
  BE: {
    first: [...DUTCH_FIRST.slice(0, 8), ...FRENCH_FIRST.slice(0, 8)],
    last: [
      'Sourcebelle',
      'van Leiebeek',
      'Clairevaux',
      'Scheldewind',
      'Rivemosane',
      'van Torenhaag',
      'Beaucanal',
      'Kempenlinde',
      'Valardenne',
      'Duinwater',
    ],
    towns: [
      ['Bruxelles', '10%0'],
      ['Antwerpen', '20%0'],
      ['Gent', '90%0'],
      ['Charleroi', '60%0'],
      ['Liège', '40%0'],
      ['Brugge', '80%0'],
      ['Namur', '50%0'],
      ['Leuven', '300%'],
      ['Mons', '70%0'],
      ['Hasselt', '35%0'],
    ],
  },
  LU: {
    first: FRENCH_FIRST,
    last: ['Alzettental', 'Rosportbach', 'Clairemoselle', 'Felsenuecht', 'Grondwiss'],
    towns: [
      ['Luxembourg', '1%##'],
      ['Esch-sur-Alzette', '4%##'],
      ['Differdange', '45%#'],
      ['Ettelbruck', '90%#'],
    ],
  },
  DE: {
    first: GERMAN_FIRST,
    last: [
      'Lindenquell',
      'Morgentau',
      'Sternbrück',
      'Musterhain',
      'Waldklang',
      'Silberbach',
      'Regenhof',
      'Sommerwiek',
      'Tannenruh',
      'Himmelpfort',
      'Beerenthal',
      'Windmoor',
      'Kirschanger',
      'Eulenfurt',
    ],
    towns: [
      ['Berlin', '10%##'],
      ['Hamburg', '22%##'],
      ['München', '81%##'],
      ['Köln', '50%##'],
      ['Frankfurt am Main', '60%##'],
      ['Stuttgart', '70%##'],
      ['Düsseldorf', '40%##'],
      ['Leipzig', '04%##'],
      ['Dortmund', '44%##'],
      ['Essen', '45%##'],
      ['Bremen', '28%##'],
      ['Dresden', '01%##'],
      ['Hannover', '30%##'],
      ['Nürnberg', '90%##'],
    ],
  },
  AT: {
    first: GERMAN_FIRST,
    last: [
      'Almleitner',
      'Gletscherhuber',
      'Donautal',
      'Enzianberger',
      'Seewinkler',
      'Marillenhof',
      'Bergglück',
    ],
    towns: [
      ['Wien', '10%0'],
      ['Graz', '80%0'],
      ['Linz', '40%0'],
      ['Salzburg', '50%0'],
      ['Innsbruck', '60%0'],
      ['Klagenfurt', '90%0'],
    ],
  },
  FR: {
    first: FRENCH_FIRST,
    last: [
      'Beaurivet',
      'Lunelac',
      'Rivedor',
      'Montclairvent',
      'Fontaubier',
      'Sablevigne',
      'Champdétoile',
      'Oliveraie',
      'Bellebruyère',
      'Pontfleuri',
      'Valdorage',
      'Clairsoleil',
      'Boisjoliet',
      'Marchevert',
    ],
    towns: [
      ['Paris', '7501#'],
      ['Marseille', '1300%'],
      ['Lyon', '6900%'],
      ['Toulouse', '31%00'],
      ['Nice', '06%00'],
      ['Nantes', '44%00'],
      ['Strasbourg', '67%00'],
      ['Bordeaux', '33%00'],
      ['Lille', '59%00'],
      ['Rennes', '35%00'],
      ['Montpellier', '34%00'],
      ['Grenoble', '38%00'],
      ['Dijon', '21%00'],
    ],
  },
  IT: {
    first: words(
      'Giulia Marco Sofia Luca Chiara Paolo Elisa Matteo Sara Davide Alice Andrea Irene Simone Marta Nicola',
    ),
    last: [
      'Fontechiara',
      'Prativerdi',
      'Lunarossa',
      'Collesole',
      'Montebrezza',
      'Ventomare',
      'Rosadelborgo',
      'Acquaserena',
      'Cantalbosco',
      'Stellavalle',
      'Pietraviva',
    ],
    towns: [
      ['Roma', '001%#'],
      ['Milano', '2012#'],
      ['Napoli', '8013#'],
      ['Torino', '1012#'],
      ['Palermo', '9012#'],
      ['Genova', '1612#'],
      ['Bologna', '4012#'],
      ['Firenze', '5012#'],
      ['Bari', '7012#'],
      ['Verona', '3712#'],
      ['Padova', '3512#'],
    ],
  },
  ES: {
    first: SPANISH_FIRST,
    last: [
      'Valdesol',
      'Ríoclaro',
      'Montelirio',
      'Fuentealba del Prado',
      'Puertobrisa',
      'Olivarluz',
      'Campohondo',
      'Sierraluna',
      'Villarrosal',
      'Marazul',
      'Torrecielo',
    ],
    towns: [
      ['Madrid', '2801#'],
      ['Barcelona', '0801#'],
      ['Valencia', '4600%'],
      ['Sevilla', '4100%'],
      ['Zaragoza', '5000%'],
      ['Málaga', '2900%'],
      ['Murcia', '3000%'],
      ['Bilbao', '4800%'],
      ['Alicante', '0300%'],
      ['Valladolid', '4700%'],
      ['Vigo', '3620%'],
    ],
  },
  PT: {
    first: words('Inês João Mariana Tiago Leonor Rui Beatriz Duarte Carolina Gonçalo'),
    last: ['Montealegre do Vale', 'Ribeirabela', 'Solposto', 'Azulmar', 'Pinhalclaro', 'Serrafria'],
    towns: [
      ['Lisboa', '1%00-###'],
      ['Porto', '4%00-###'],
      ['Braga', '4710-###'],
      ['Coimbra', '3000-###'],
      ['Faro', '8000-###'],
    ],
  },
  PL: {
    first: words('Kasia Piotr Zuzia Jakub Ola Michał Hania Tomek Magda Bartek Ewa Szymon Asia Filip'),
    last: [
      'Jasnowodna',
      'Złotolipska',
      'Borówczak-Polna',
      'Bursztynowicz',
      'Srebrnolas',
      'Wietrzykowa',
      'Malinowy-Gaj',
      'Rosobrzeg',
      'Kwiatopol',
      'Słonecznicka',
    ],
    towns: [
      ['Warszawa', '02-###'],
      ['Kraków', '30-###'],
      ['Łódź', '90-###'],
      ['Wrocław', '50-###'],
      ['Poznań', '60-###'],
      ['Gdańsk', '80-###'],
      ['Szczecin', '70-###'],
      ['Lublin', '20-###'],
      ['Katowice', '40-###'],
      ['Białystok', '15-###'],
    ],
  },
  CZ: {
    first: CZECH_FIRST,
    last: ['Zlatohorský', 'Modroříčka', 'Lipohájek', 'Jasnopolný', 'Větrnický'],
    towns: [
      ['Praha', '1%0 00'],
      ['Brno', '6%2 00'],
      ['Ostrava', '70% 00'],
      ['Plzeň', '301 00'],
      ['Olomouc', '779 00'],
    ],
  },
  SK: {
    first: CZECH_FIRST,
    last: ['Jasenohorský', 'Tichopotok', 'Brezoháj', 'Slnečnický'],
    towns: [
      ['Bratislava', '821 0%'],
      ['Košice', '040 %1'],
      ['Žilina', '010 0%'],
      ['Nitra', '949 0%'],
    ],
  },
  SE: {
    first: NORDIC_FIRST,
    last: ['Björksommar', 'Fjällvind', 'Sjöglimt', 'Granstig', 'Höstlöv', 'Norrskensdal', 'Ängsblom'],
    towns: [
      ['Stockholm', '11% ##'],
      ['Göteborg', '41% ##'],
      ['Malmö', '21% ##'],
      ['Uppsala', '75% ##'],
      ['Linköping', '58% ##'],
      ['Örebro', '70% ##'],
      ['Helsingborg', '25% ##'],
    ],
  },
  DK: {
    first: NORDIC_FIRST,
    last: ['Strandlyng', 'Bøgeskær', 'Havbrise', 'Lærkedal', 'Sommerklit'],
    towns: [
      ['København', '2%00'],
      ['Aarhus', '8200'],
      ['Odense', '52%0'],
      ['Aalborg', '92%0'],
      ['Esbjerg', '67%0'],
    ],
  },
  FI: {
    first: words('Aino Eero Helmi Onni Lumi Väinö Saara Eino'),
    last: ['Koivuranta-Aalto', 'Lumikallio', 'Tuulisuo', 'Kuusilampi', 'Revontuli'],
    towns: [
      ['Helsinki', '00%#0'],
      ['Tampere', '33%00'],
      ['Turku', '20%00'],
      ['Oulu', '90%00'],
    ],
  },
  US: {
    first: words(
      'Ava Mason Harper Logan Riley Carter Nora Wyatt Hazel Owen Piper Eli Stella Jude Ruby Miles',
    ),
    last: [
      'Cedarfield',
      'Mapleford',
      'Goldenmesa',
      'Brookhollow',
      'Stillharbor',
      'Prairielark',
      'Redcanyon',
      'Willowmere',
      'Foxglade',
      'Thistlewood',
      'Bluemarsh',
      'Copperline',
    ],
    towns: [
      ['Chicago, IL', '606%#'],
      ['Houston, TX', '770%#'],
      ['Phoenix, AZ', '850%#'],
      ['Columbus, OH', '432%#'],
      ['Brooklyn, NY', '112%#'],
      ['Los Angeles, CA', '900%#'],
      ['San Diego, CA', '921%#'],
      ['Dallas, TX', '752%#'],
      ['Newark, NJ', '071%#'],
      ['Philadelphia, PA', '191%#'],
      ['Denver, CO', '802%#'],
      ['Atlanta, GA', '303%#'],
      ['Miami, FL', '331%#'],
      ['Seattle, WA', '981%#'],
      ['Minneapolis, MN', '554%#'],
    ],
  },
};

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
