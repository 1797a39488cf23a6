/** Ports of the United States by UN/LOCODE, and airports by IATA code, with their numbers of Schedule D. */
const PORTS: ReadonlyMap<string, string> = new Map([
  ['USLAX', '2704'],
  ['USLGB', '2709'],
  ['USOAK', '2811'],
  ['USSEA', '3001'],
  ['USTIW', '3002'],
  ['USNYC', '1001'],
  ['USEWR', '1003'],
  ['USSAV', '1703'],
  ['USCHS', '1601'],
  ['USORF', '1401'],
  ['USBAL', '1303'],
  ['USPHL', '1101'],
  ['USBOS', '0401'],
  ['USMIA', '5201'],
  ['USHOU', '5301'],
  ['USMOB', '1901'],
  ['USMSY', '2002'],
  ['USCHI', '3901'],
  ['LAX', '2720'],
  ['ORD', '3901'],
  ['JFK', '4701'],
  ['MIA', '5206'],
  ['SFO', '2801'],
  ['ATL', '1704'],
  ['DFW', '5501'],
  ['ANC', '3126'],
]);

/** Ports of lading by UN/LOCODE with their numbers of Schedule K. */
const FOREIGN: ReadonlyMap<string, string> = new Map([
  ['CNSHA', '57035'],
  ['CNNGB', '57020'],
  ['CNYTN', '57078'],
  ['CNTAO', '57047'],
  ['CNXMN', '57069'],
  ['HKHKG', '58201'],
  ['KRPUS', '58023'],
  ['TWKHH', '58309'],
]);

/** The number that a port or airport of the United States has in Schedule D; null where it is not known here. */
export const schDOf = (code: string): string | null => PORTS.get(code) ?? null;

/** The number that a foreign port has in Schedule K; null where it is not known here. */
export const schKOf = (code: string): string | null => FOREIGN.get(code) ?? null;
