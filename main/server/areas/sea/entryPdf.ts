import { chapter99, entryNo } from '@contract/rules/customs';
import { ENTRY_CURRENCY } from '@contract/rules/entryDuty';
import { sumOf } from '@contract/rules/money';
import { US_CUSTOMS_ZONE } from '@contract/rules/usDays';
import { dayAt, formatDay } from '@contract/rules/zonedTime';
import type { EntryLine, SeaEntry } from '@contract/sea/seaEntry';
import { choiceLabel } from '@contract/words';
import type { Download } from '../../core/context';
import { type FormCell, FormPages } from '../documents/formPages';

/** The header boxes, row by row, numbered as on form 7501. */
function headOf(entry: SeaEntry): readonly (readonly FormCell[])[] {
  const type = choiceLabel('en', 'usEntryType', entry.entryType);
  const mode = choiceLabel('en', 'usMode', entry.mode);
  const bond = entry.bondType === null ? null : choiceLabel('en', 'bondType', entry.bondType);
  const day = (date: string | null) => (date === null ? null : formatDay(date));
  const [bill] = entry.bills;
  const more = entry.bills.length > 1 ? ` +${entry.bills.length - 1}` : '';
  const party = (who: SeaEntry['importer']) =>
    who === null
      ? null
      : [
          who.name,
          who.address1,
          who.address2,
          [who.city, who.state, who.postcode].filter(Boolean).join(' '),
          who.country,
        ]
          .filter(Boolean)
          .join(', ');
  return [
    [
      ['1. Filer code / entry number', shownNo(entry), 0.28],
      ['2. Entry type', type, 0.28],
      ['3. Summary date', day(entry.summaryFiledAt && dayAt(entry.summaryFiledAt, US_CUSTOMS_ZONE)), 0.22],
      ['Amendment', String(entry.amendmentNo), 0.22],
    ],
    [
      ['4. Surety number', entry.suretyCode, 0.2],
      ['5. Bond type', bond, 0.3],
      ['6. Port code', entry.entryPort, 0.2],
      ['7. Entry date', day(entry.entryDate), 0.3],
    ],
    [
      [
        '8. Importing carrier',
        [entry.carrierCode, entry.vesselName, entry.voyageNo].filter(Boolean).join(' '),
        0.5,
      ],
      ['9. Mode of transport', mode, 0.3],
      ['11. Import date', day(entry.importDate), 0.2],
    ],
    [
      ['12. B/L or AWB number', [bill?.masterNo, bill?.houseNo].filter(Boolean).join(' / ') + more, 0.5],
      ['14. Exporting country', entry.exportCountry, 0.25],
      ['15. Export date', day(entry.exportDate), 0.25],
    ],
    [
      ['19. Foreign port of lading', entry.foreignPort, 0.25],
      ['20. US port of unlading', entry.unladingPort, 0.25],
      ['21. Location of goods', entry.firmsCode, 0.25],
      ['Gross weight (kg)', entry.grossWeight === null ? null : String(entry.grossWeight), 0.25],
    ],
    [
      ['22. Consignee number', entry.consigneeTaxId, 0.3],
      ['23. Importer number', entry.importerTaxId, 0.3],
      ['Description', entry.description, 0.4],
    ],
    [['25. Ultimate consignee', party(entry.consignee), 1]],
    [['26. Importer of record', party(entry.importer), 1]],
  ];
}

const shownNo = ({ entryNo: no }: SeaEntry): string => (no === null ? '' : (entryNo.format?.(no) ?? no));
const shownHts = (code: string): string =>
  code.startsWith('99')
    ? (chapter99.format?.(code) ?? code)
    : code.replace(/^(\d{4})(\d{2})(\d{2})(\d{2})$/, '$1.$2.$3.$4');

const COLUMNS = [
  ['27. Line', 0.06, 'left'],
  ['28./29. Description, HTSUS no., origin, MID', 0.42, 'left'],
  ['31. Quantity', 0.13, 'right'],
  ['32. Value (USD)', 0.14, 'right'],
  ['33. Rate', 0.1, 'right'],
  ['34. Duty (USD)', 0.15, 'right'],
] as const;

const rateOf = (rate: string | null): string => (rate === null ? '' : `${Number(rate)} %`);

/** Rows of a line of the entry: description, duty, additional duties. */
function addLine(pages: FormPages, entry: SeaEntry, at: number, line: EntryLine): void {
  const parts = entry.duties.filter((part) => part.line === at + 1);
  const dutyPart = parts.find(({ kind }) => kind === 'duty');
  const further = parts.filter(({ kind }) => kind === 'additional');
  pages.room(2 + further.length);
  pages.row([String(at + 1).padStart(3, '0'), line.description ?? '', '', '', '', ''], true);
  pages.row([
    '',
    [line.hts && shownHts(line.hts), line.originCountry && `O ${line.originCountry}`, line.manufacturerId]
      .filter(Boolean)
      .join('   '),
    [line.quantity1, line.unit1].filter((part) => part !== null).join(' '),
    line.value ?? '',
    rateOf(dutyPart?.rate ?? null),
    dutyPart?.amount ?? '',
  ]);
  for (const part of further)
    pages.row(['', `${shownHts(part.code)}   ${part.name}`, '', '', rateOf(part.rate), part.amount]);
}

/** An entry summary in the layout of CBP form 7501. It shows the stored record; filing is done by message. */
export function entryPdf(entry: SeaEntry): Download {
  const number = shownNo(entry);
  const pages = new FormPages({
    ...{ title: 'ENTRY SUMMARY (CBP Form 7501)', number, file: `7501 ${number}` },
    columns: COLUMNS,
  });
  for (const cells of headOf(entry)) pages.boxes(cells);
  pages.table();
  for (const [at, line] of entry.lines.entries()) addLine(pages, entry, at, line);
  pages.room(8);
  pages.gap();
  for (const fee of entry.duties.filter(({ line }) => line === 0))
    pages.row(['', `${fee.code}   ${fee.name}`, '', fee.value, rateOf(fee.rate), fee.amount]);
  pages.gap();
  for (const [title, amount] of [
    ['35. Total entered value', entry.totalValue],
    ['37. Duty', entry.dutyTotal],
    ['39. Fees', sumOfFees(entry)],
    ['40. Total', entry.grandTotal],
  ] as const)
    pages.row(['', title, '', '', '', amount], title.startsWith('40'));
  if (entry.statementNo !== null) pages.row(['', `Paid: ${entry.statementNo}`, '', '', '', '']);
  return {
    name: `7501-${number}.pdf`,
    mime: 'application/pdf',
    stream: pages.pdf.end(),
  };
}

const sumOfFees = ({ mpf, hmf, otherFees }: SeaEntry): string => sumOf([mpf, hmf, otherFees], ENTRY_CURRENCY);
