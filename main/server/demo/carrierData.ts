import type { tapeColors } from '@contract/vocabulary';

/**
 * Last-mile carriers, their hubs and channels: all invented, with postcodes valid in their country. Phone numbers are
 * from ranges that are never assigned (in Britain, France, Germany, Sweden and America), even for hubs elsewhere.
 */

/** A carrier that delivers to consumers. */
interface CarrierData {
  readonly code: string;
  readonly nameEn: string;
  readonly nameCn: string;
  readonly countries: readonly string[];
  /** Country code at the end of its tracking numbers. */
  readonly home: string;
  readonly domain: string;
  readonly contactName: string;
  readonly apiEnabled: boolean;
}

/** A hub where its trucks are unloaded. */
interface DestinationData {
  readonly code: string;
  readonly nameEn: string;
  readonly nameCn: string;
  readonly carrier: string;
  readonly country: string;
  readonly street: string;
  readonly postcode: string;
  readonly city: string;
  readonly contactName: string;
  readonly phone: string;
  readonly openingHours: string;
  readonly slotRequired: boolean;
  /** Hours by truck from the warehouses to it. */
  readonly transitHours: number;
  readonly timeZone: string;
  readonly tapeColor: (typeof tapeColors)[number];
  /** Mark on the boxes, without the tape colour. */
  readonly mark: string;
}

/** A channel, with its hub and country. */
interface ChannelData {
  readonly channelCode: string;
  readonly nameEn: string;
  readonly nameCn: string;
  readonly destination: string;
  readonly country: string;
  readonly service: string;
}

const carrier = (
  [code, nameEn, nameCn]: readonly [string, string, string],
  countries: readonly string[],
  domain: string,
  contactName: string,
  apiEnabled = false,
): CarrierData => ({
  code,
  nameEn,
  nameCn,
  countries,
  home: countries[0] ?? '',
  domain,
  contactName,
  apiEnabled,
});

/** Last-mile carriers; each one's tracking numbers begin with its code. */
export const carrierData: readonly CarrierData[] = [
  carrier(['TUL', 'Tulip Parcel', '郁金香快递'], ['NL'], 'tulip.example.com', 'Roos Klaverweide', true),
  carrier(['WAF', 'Walonie Colis', '瓦隆包裹'], ['BE', 'LU'], 'walonie.example.com', 'Luc Sourcebelle'),
  carrier(
    ['ADW', 'Adlerweg Paket', '鹰路包裹'],
    ['DE', 'AT'],
    'adlerweg.example.com',
    'Jens Lindenquell',
    true,
  ),
  carrier(['COL', 'Colibri Colis', '蜂鸟包裹'], ['FR'], 'colibri.example.com', 'Amélie Rivedor', true),
  carrier(['PIA', 'Piazza Corriere', '广场速递'], ['IT'], 'piazza.example.com', 'Marco Fontechiara'),
  carrier(['SOL', 'Solmar Mensajeros', '阳海快递'], ['ES', 'PT'], 'solmar.example.com', 'Nuria Valdesol'),
  carrier(['AMB', 'Amber Parcel', '琥珀包裹'], ['PL', 'CZ', 'SK'], 'amber.example.com', 'Kasia Jasnowodna'),
  carrier(
    ['FJO', 'Fjordline Parcel', '峡湾包裹'],
    ['SE', 'DK', 'FI'],
    'fjordline.example.com',
    'Elin Fjordsommar',
  ),
  carrier(
    ['ERP', 'Eagle Ridge Parcel', '鹰岭包裹'],
    ['US'],
    'eagleridge.example.com',
    'Dana Mapleford',
    true,
  ),
  carrier(['LKG', 'Lakeside Ground', '湖畔陆运'], ['US'], 'lakeside.example.com', 'Chris Stillharbor'),
];

type HubRow = readonly [
  code: string,
  carrier: string,
  city: string,
  cityCn: string,
  street: string,
  postcode: string,
  contactName: string,
  phone: string,
  slotRequired: boolean,
  transitHours: number,
  timeZone: string,
  tapeColor: (typeof tapeColors)[number],
];

const HUBS: readonly HubRow[] = [
  [
    'NL-HUB-01',
    'TUL',
    'Utrecht',
    '乌得勒支',
    'Tulpensorteerweg 5',
    '3542 DX',
    'Bram Duinroos',
    '+44 20 7946 0101',
    false,
    2,
    'Europe/Amsterdam',
    'orange',
  ],
  [
    'NL-HUB-02',
    'TUL',
    'Zwolle',
    '兹沃勒',
    'Pakkettenlaan 21',
    '8028 PM',
    'Fenna Molenzicht',
    '+44 20 7946 0102',
    false,
    2,
    'Europe/Amsterdam',
    'yellow',
  ],
  [
    'BE-HUB-01',
    'WAF',
    'Namur',
    '那慕尔',
    'Rue des Colis 14',
    '5020',
    'Benoît Clairevaux',
    '+44 20 7946 0110',
    false,
    3,
    'Europe/Brussels',
    'black',
  ],
  [
    'DE-HUB-01',
    'ADW',
    'Duisburg',
    '杜伊斯堡',
    'Am Paketkanal 30',
    '47059',
    'Uwe Sternbrück',
    '+49 30 23125 101',
    true,
    8,
    'Europe/Berlin',
    'blue',
  ],
  [
    'DE-HUB-02',
    'ADW',
    'Kassel',
    '卡塞尔',
    'Adlerwegring 2',
    '34123',
    'Silke Morgentau',
    '+49 30 23125 102',
    true,
    8,
    'Europe/Berlin',
    'purple',
  ],
  [
    'FR-HUB-01',
    'COL',
    'Lille',
    '里尔',
    'Avenue du Colibri 9',
    '59810',
    'Hugo Beaurivet',
    '+33 1 99 00 12 01',
    true,
    8,
    'Europe/Paris',
    'red',
  ],
  [
    'FR-HUB-02',
    'COL',
    'Orléans',
    '奥尔良',
    'Rue de la Messagerie 44',
    '45100',
    'Inès Lunelac',
    '+33 1 99 00 12 02',
    true,
    8,
    'Europe/Paris',
    'pink',
  ],
  [
    'IT-HUB-01',
    'PIA',
    'Piacenza',
    '皮亚琴察',
    'Via dei Corrieri 18',
    '29122',
    'Paolo Prativerdi',
    '+44 20 7946 0120',
    true,
    20,
    'Europe/Rome',
    'green',
  ],
  [
    'ES-HUB-01',
    'SOL',
    'Zaragoza',
    '萨拉戈萨',
    'Calle del Reparto 6',
    '50197',
    'Iker Ríoclaro',
    '+44 20 7946 0130',
    true,
    24,
    'Europe/Madrid',
    'brown',
  ],
  [
    'PL-HUB-01',
    'AMB',
    'Poznań',
    '波兹南',
    'ul. Bursztynowa 11',
    '61-371',
    'Piotr Złotolipski',
    '+44 20 7946 0140',
    false,
    16,
    'Europe/Warsaw',
    'white',
  ],
  [
    'SE-HUB-01',
    'FJO',
    'Helsingborg',
    '赫尔辛堡',
    'Fjordlinjegatan 3',
    '254 64',
    'Nils Björksommar',
    '+46 8 465 004 31',
    false,
    22,
    'Europe/Stockholm',
    'transparent',
  ],
  [
    'US-HUB-01',
    'ERP',
    'Joliet',
    '乔利埃特',
    '900 Eagle Ridge Parkway',
    '60433',
    'Robin Cedarfield',
    '+1 312 555 0121',
    false,
    2,
    'America/Chicago',
    'blue',
  ],
  [
    'US-HUB-02',
    'ERP',
    'Ontario CA',
    '安大略（加州）',
    '3300 Ridge Sort Drive',
    '91761',
    'Alex Goldenmesa',
    '+1 213 555 0122',
    false,
    2,
    'America/Los_Angeles',
    'green',
  ],
  [
    'US-HUB-03',
    'LKG',
    'Newark',
    '纽瓦克',
    '55 Lakeside Ground Street',
    '07114',
    'Jamie Brookhollow',
    '+1 201 555 0123',
    true,
    2,
    'America/New_York',
    'yellow',
  ],
];

const byCarrier = new Map(carrierData.map((found) => [found.code, found]));

/** Hubs of the carriers. */
export const destinationData: readonly DestinationData[] = HUBS.map(
  ([
    code,
    carrierCode,
    city,
    cityCn,
    street,
    postcode,
    contactName,
    phone,
    slotRequired,
    transitHours,
    timeZone,
    tapeColor,
  ]) => {
    const owner = byCarrier.get(carrierCode);
    return {
      code,
      nameEn: `${owner?.nameEn} ${city}`,
      nameCn: `${owner?.nameCn}${cityCn}中心`,
      carrier: carrierCode,
      country: code.slice(0, 2),
      street,
      postcode,
      city,
      contactName,
      phone,
      openingHours: 'Mo-Sa 05:00-21:00',
      slotRequired,
      transitHours,
      timeZone,
      tapeColor,
      mark: `${code.slice(0, 2)} ${city.toUpperCase().slice(0, 3)} ${carrierCode}`,
    };
  },
);

const channel = (channelCode: string, destination: string, service: string): ChannelData => {
  const [country = '', carrierCode = '', line = ''] = channelCode.split('-');
  const owner = byCarrier.get(carrierCode);
  const [lineEn, lineCn] = LINES[line] ?? ['', ''];
  return {
    channelCode,
    nameEn: `${country} ${owner?.nameEn} ${lineEn}`,
    nameCn: `${country} ${owner?.nameCn}${lineCn}`,
    destination,
    country,
    service,
  };
};
const LINES: Readonly<Record<string, readonly [string, string]>> = {
  ECO: ['economy', '经济'],
  EXP: ['express', '快速'],
  STK: ['stock', '备货'],
};

/** Channels: economy and express for parcels, stock for bulk goods. */
export const channelData: readonly ChannelData[] = [
  channel('NL-TUL-ECO', 'NL-HUB-01', 'CLR_DLV'),
  channel('NL-TUL-EXP', 'NL-HUB-02', 'CLR_DLV'),
  channel('NL-TUL-STK', 'NL-HUB-01', 'WHS'),
  channel('BE-WAF-ECO', 'BE-HUB-01', 'CLR_DLV'),
  channel('BE-WAF-EXP', 'BE-HUB-01', 'CLR_DLV'),
  channel('LU-WAF-ECO', 'BE-HUB-01', 'CLR_DLV'),
  channel('DE-ADW-ECO', 'DE-HUB-01', 'CLR_DLV'),
  channel('DE-ADW-EXP', 'DE-HUB-02', 'CLR_DLV'),
  channel('DE-ADW-STK', 'DE-HUB-01', 'WHS'),
  channel('AT-ADW-ECO', 'DE-HUB-02', 'CLR_DLV'),
  channel('FR-COL-ECO', 'FR-HUB-01', 'CLR_DLV'),
  channel('FR-COL-EXP', 'FR-HUB-02', 'CLR_DLV'),
  channel('IT-PIA-ECO', 'IT-HUB-01', 'CLR_DLV'),
  channel('IT-PIA-EXP', 'IT-HUB-01', 'CLR_DLV'),
  channel('ES-SOL-ECO', 'ES-HUB-01', 'CLR_DLV'),
  channel('PT-SOL-ECO', 'ES-HUB-01', 'CLR_DLV'),
  channel('PL-AMB-ECO', 'PL-HUB-01', 'CLR_DLV'),
  channel('CZ-AMB-ECO', 'PL-HUB-01', 'CLR_DLV'),
  channel('SE-FJO-ECO', 'SE-HUB-01', 'CLR_DLV'),
  channel('DK-FJO-ECO', 'SE-HUB-01', 'CLR_DLV'),
  channel('US-ERP-ECO', 'US-HUB-01', 'US11'),
  channel('US-ERP-EXP', 'US-HUB-02', 'US11'),
  channel('US-ERP-STK', 'US-HUB-02', 'US01'),
  channel('US-LKG-ECO', 'US-HUB-03', 'US11'),
  channel('US-LKG-STK', 'US-HUB-03', 'US01'),
];

const byDestination = new Map(destinationData.map((found) => [found.code, found]));
const byChannel = new Map(channelData.map((found) => [found.channelCode, found]));

/** Returns a hub by its code. Throws for an unknown code. */
export function destinationOf(code: string): DestinationData {
  const found = byDestination.get(code);
  if (!found) throw new Error(`no destination ${code}`);
  return found;
}

/** Returns a channel by its code. Throws for an unknown code. */
export function channelOf(code: string): ChannelData {
  const found = byChannel.get(code);
  if (!found) throw new Error(`no channel ${code}`);
  return found;
}

/** Returns a carrier by its code. Throws for an unknown code. */
export function carrierOf(code: string): CarrierData {
  const found = byCarrier.get(code);
  if (!found) throw new Error(`no carrier ${code}`);
  return found;
}
