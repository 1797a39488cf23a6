/** Schedule D numbers of United States ports by UN/LOCODE, and of airports by IATA code. */
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

/** Schedule K numbers of ports of lading by UN/LOCODE. */
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

/** Returns the Schedule D number of a port or airport in the United States; null if unknown. */
export const schDOf = (code: string): string | null => PORTS.get(code) ?? null;

/** Returns the Schedule K number of a foreign port; null if unknown. */
export const schKOf = (code: string): string | null => FOREIGN.get(code) ?? null;
