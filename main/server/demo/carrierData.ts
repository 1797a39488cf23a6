import type { tapeColors } from '@contract/vocabulary';
import { HUBS } from './hubs';

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
