import { Readable } from 'node:stream';
import type { LedgerSetup } from '@contract/finance/ledgerSetup';
import { fromMinor } from '@contract/rules/money';
import { formatDay } from '@contract/rules/zonedTime';
import type { Download } from '../../core/context';
import { refuse } from '../../core/refusal';
import type { Journal, Posting } from './journalPostings';

/*
 * Postings as DATEV imports them: the format “Buchungsstapel”, version 13 under header 700 (developer.datev.de, “DATEV-
 * Format”). Texts are quoted and in windows-1252; amounts are positive, with a comma; an entry has two accounts. Tax is an
 * entry of its own, so that accounts without automatic tax are needed.
 */

/** Days of a file, and the time at which it is made. */
export interface Span {
  readonly from: string;
  readonly to: string;
  readonly now: string;
}

/** Repeats numbered pairs of columns. */
const pairs = (count: number, name: string): string[] =>
  Array.from({ length: count }, (_, at) => [`${name} - Art ${at + 1}`, `${name} - Inhalt ${at + 1}`]).flat();

/** Columns of the format, in its order and language. */
const COLUMNS: readonly string[] = [
  ...['Umsatz (ohne Soll/Haben-Kz)', 'Soll/Haben-Kennzeichen', 'WKZ Umsatz', 'Kurs', 'Basis-Umsatz'],
  ...[
    'WKZ Basis-Umsatz',
    'Konto',
    'Gegenkonto (ohne BU-Schlüssel)',
    'BU-Schlüssel',
    'Belegdatum',
    'Belegfeld 1',
  ],
  ...[
    'Belegfeld 2',
    'Skonto',
    'Buchungstext',
    'Postensperre',
    'Diverse Adressnummer',
    'Geschäftspartnerbank',
  ],
  ...['Sachverhalt', 'Zinssperre', 'Beleglink', ...pairs(8, 'Beleginfo'), 'KOST1 - Kostenstelle'],
  ...['KOST2 - Kostenstelle', 'Kost-Menge', 'EU-Land u. UStID (Bestimmung)', 'EU-Steuersatz (Bestimmung)'],
  ...['Abw. Versteuerungsart', 'Sachverhalt L+L', 'Funktionsergänzung L+L', 'BU 49 Hauptfunktionstyp'],
  ...['BU 49 Hauptfunktionsnummer', 'BU 49 Funktionsergänzung', ...pairs(20, 'Zusatzinformation'), 'Stück'],
  ...['Gewicht', 'Zahlweise', 'Forderungsart', 'Veranlagungsjahr', 'Zugeordnete Fälligkeit', 'Skontotyp'],
  ...['Auftragsnummer', 'Buchungstyp', 'USt-Schlüssel (Anzahlungen)', 'EU-Land (Anzahlungen)'],
  ...[
    'Sachverhalt L+L (Anzahlungen)',
    'EU-Steuersatz (Anzahlungen)',
    'Erlöskonto (Anzahlungen)',
    'Herkunft-Kz',
  ],
  ...['Buchungs GUID', 'KOST-Datum', 'SEPA-Mandatsreferenz', 'Skontosperre', 'Gesellschaftername'],
  ...['Beteiligtennummer', 'Identifikationsnummer', 'Zeichnernummer', 'Postensperre bis'],
  ...['Bezeichnung SoBil-Sachverhalt', 'Kennzeichen SoBil-Buchung', 'Festschreibung', 'Leistungsdatum'],
  ...['Datum Zuord. Steuerperiode', 'Fälligkeit', 'Generalumkehr (GU)', 'Steuersatz', 'Land'],
  ...['Abrechnungsreferenz', 'BVV-Position', 'EU-Land u. UStID (Ursprung)', 'EU-Steuersatz (Ursprung)'],
  'Abw. Skontokonto',
];

const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;
const compact = (day: string): string => day.replaceAll('-', '');

/** Letters that the encoding of the file has; the others become a question mark. */
const western = (text: string): string => text.replace(/[^\x20-\xff]/gu, '?');

/** Signs that a document number may have: letters, digits and `$%&*+-/`; 36 at most. */
const documentNo = (text: string): string => text.replace(/[^A-Za-z0-9$%&*+\-/]/g, '').slice(0, 36);

/** First day of the financial year of a day. */
export function yearStart(day: string, { yearStartMonth }: Pick<LedgerSetup, 'yearStartMonth'>): string {
  const [year, month] = day.split('-').map(Number);
  const began = (month ?? 1) < yearStartMonth ? (year ?? 0) - 1 : (year ?? 0);
  return `${began}-${String(yearStartMonth).padStart(2, '0')}-01`;
}

/** The first line of a file: its format, for whom it is, and its days. */
function headerOf(setup: LedgerSetup, currency: string, { from, to, now }: Span): string {
  const { datevConsultant, datevClient, accountLength } = setup;
  if (datevConsultant === null || datevClient === null) throw refuse('JOURNAL_DATEV');
  const began = yearStart(from, setup);
  const next = yearStart(to, setup);
  if (began !== next) throw refuse('JOURNAL_YEAR', { day: formatDay(next) });
  const at = now.replace(/\D/g, '').slice(0, 17).padEnd(17, '0');
  return [
    ...[quoted('EXTF'), 700, 21, quoted('Buchungsstapel'), 13, at, '', quoted('RE'), quoted(''), quoted('')],
    ...[datevConsultant, datevClient, compact(began), accountLength, compact(from), compact(to)],
    ...[quoted(`${from} ${to}`), quoted(''), 1, 0, 0, quoted(currency), '', quoted(''), '', ''],
    ...[quoted(''), '', '', quoted(''), quoted('')],
  ].join(';');
}

/** An account of a posting. Throws JOURNAL_ACCOUNT for one that DATEV does not have. */
function accountOf(account: string | null, { accountLength }: LedgerSetup): string {
  const length = accountLength + 1;
  if (account === null || !/^\d+$/.test(account) || account.length > length)
    throw refuse('JOURNAL_ACCOUNT', { account: account ?? '', length });
  return account;
}

function lineOf(posting: Posting, setup: LedgerSetup): string {
  const { baseAmount, baseCurrency, debitAccount, creditAccount, day, document, billNo } = posting;
  const cells = [
    ...[
      fromMinor(baseAmount ?? 0, baseCurrency).replace('.', ','),
      quoted('S'),
      quoted(baseCurrency),
      '',
      '',
    ],
    ...[quoted(''), accountOf(debitAccount, setup), accountOf(creditAccount, setup), quoted('')],
    ...[`${day.slice(8)}${day.slice(5, 7)}`, quoted(documentNo(document)), quoted(''), ''],
    quoted(western(billNo ?? document).slice(0, 60)),
  ];
  return [...cells, ...COLUMNS.slice(cells.length).map(() => '')].join(';');
}

/**
 * The postings of a journal as a DATEV file. Throws JOURNAL_DATEV without the numbers of adviser and company, JOURNAL_YEAR
 * for days of two financial years, JOURNAL_ACCOUNT for an account with letters or too many digits.
 */
export function datevFile({ postings, setup, currency }: Journal, span: Span): Download {
  if (!setup) throw refuse('JOURNAL_DATEV');
  const lines = [
    headerOf(setup, currency, span),
    COLUMNS.join(';'),
    // Amounts of zero are refused by DATEV, and change nothing.
    ...postings.filter(({ baseAmount }) => baseAmount !== 0).map((posting) => lineOf(posting, setup)),
  ];
  return {
    name: `EXTF_${compact(span.from)}_${compact(span.to)}.csv`,
    mime: 'text/csv',
    stream: Readable.from([Buffer.from(`${lines.join('\r\n')}\r\n`, 'latin1')]),
  };
}
