import { billTemplate } from '@contract/bill/billTemplate';
import type { Language } from '@contract/limits';
import type { TestFile } from './apiCall';
import { newBillNo } from './apiRecords';

/** Cells of one row of a bill import by column key. */
export type BillCells = Readonly<Record<string, string>>;

/** Returns `YYYY-MM-DD 10:00`, some days from today, because dates months away raise a warning. */
export const fileTime = (days: number): string =>
  `${new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)} 10:00`;

/** Returns a valid row of an air bill under a new number. */
export function billCells(changes: BillCells = {}): BillCells {
  return {
    billNo: newBillNo(),
    batchNo: 'B1',
    mode: 'air',
    customerCode: 'GPT',
    serviceCode: 'CLR',
    flightNo: 'CX83',
    originAirport: 'PVG',
    landingAirport: 'AMS',
    etd: fileTime(-20),
    eta: fileTime(-19),
    channelCode: 'NL-TUL-ECO',
    boxCount: '10',
    packageCount: '200',
    weight: '120.5',
    totalValue: '1999.90',
    currency: 'EUR',
    ...changes,
  };
}

/** Returns a csv file of rows, with the template's headers in a language. */
export function billCsv(
  rows: readonly BillCells[],
  { language = 'en', without = [] }: { language?: Language; without?: readonly string[] } = {},
): TestFile {
  const columns = billTemplate.columns.filter(({ key }) => !without.includes(key));
  const cell = (text: string) => `"${text.replaceAll('"', '""')}"`;
  const lines = [
    columns.map((column) => cell(column[language])),
    ...rows.map((row) => columns.map(({ key }) => cell(row[key] ?? ''))),
  ];
  return { name: 'bills.csv', bytes: lines.map((line) => line.join(',')).join('\r\n') };
}
