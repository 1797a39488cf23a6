import { writeFileSync } from 'node:fs';
import { billTemplate } from '@contract/bill/billTemplate';
import type { Language } from '@contract/limits';

/** Returns a master air waybill number with its check digit: the serial modulo 7. */
export function mawb(serial: number, prefix = '112'): string {
  const seven = String(serial).padStart(7, '0');
  return `${prefix}-${seven}${serial % 7}`;
}

/** One row of the file of main bills, by the template's column keys. */
export type BillLine = Partial<Record<string, string>>;

/** Returns the day some days from today, because flights months away raise a warning. */
export const dayFrom = (days: number): string =>
  new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

export const goodLine = (serial: number, more: BillLine = {}): BillLine => ({
  billNo: mawb(serial),
  batchNo: 'B20261116-07',
  mode: 'air',
  customerCode: 'GPT',
  serviceCode: 'CLR_DLV',
  flightNo: 'CK205',
  originAirport: 'PVG',
  landingAirport: 'AMS',
  etd: `${dayFrom(-9)} 02:40`,
  eta: `${dayFrom(-9)} 07:50`,
  channelCode: 'DE-ADW-ECO',
  boxCount: '120',
  packageCount: '3100',
  weight: '1150.5',
  totalValue: '41200.00',
  currency: 'EUR',
  ...more,
});

/** Returns the cells of a file of main bills, the headers of a language first. */
export const billCells = (lines: readonly BillLine[], language: Language): string[][] => [
  billTemplate.columns.map((column) => column[language]),
  ...lines.map((line) => billTemplate.columns.map(({ key }) => line[key] ?? '')),
];

/** Returns the text of a csv file of main bills, with the headers of a language. */
export function billCsv(lines: readonly BillLine[], language: Language, separator = ','): string {
  const quoted = (text: string) => (/[",;\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  return `${billCells(lines, language)
    .map((row) => row.map(quoted).join(separator))
    .join('\r\n')}\r\n`;
}

export function writeBills(place: string, lines: readonly BillLine[], language: Language): string {
  writeFileSync(place, `\ufeff${billCsv(lines, language)}`);
  return place;
}

/** The smallest file that is a PDF. */
export const PDF = Buffer.from('%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF\n');

/** Encodes GB18030 as Excel on a Chinese system writes it; Node can only decode it. */
export function gb18030(text: string): Buffer {
  const decoder = new TextDecoder('gb18030');
  const bytes = new Map<string, number[]>();
  for (let lead = 0x81; lead < 0xff; lead += 1)
    for (let trail = 0x40; trail < 0xff; trail += 1)
      bytes.set(decoder.decode(Uint8Array.of(lead, trail)), [lead, trail]);
  return Buffer.from([...text].flatMap((one) => bytes.get(one) ?? [one.charCodeAt(0)]));
}
