import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CsvAnswers } from '../../../main/server/areas/finance/bankCsv';
import { readBankFile } from '../../../main/server/areas/finance/bankFile';
import { Refusal } from '../../../main/server/core/refusal';

const OWN = 'NL91ABNA0417164300';
const OTHER = 'DE89370400440532013000';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'bank-csv-'));
});
afterAll(() => rm(folder, { recursive: true }));

const csv = (...lines: readonly string[]) => `${lines.join('\r\n')}\r\n`;
async function read(content: string | Buffer, answers: CsvAnswers = {}, name = 'statement.csv') {
  const file = { path: path.join(folder, 'statement'), name };
  await writeFile(file.path, content);
  return readBankFile(file, { answers, isOwn: (account) => account === OWN });
}
const one = async (content: string | Buffer, answers: CsvAnswers = {}) => {
  const { format, statements, asks } = await read(content, answers);
  expect([format, statements.length, asks]).toEqual(['csv', 1, undefined]);
  return statements[0];
};
/** Returns the problem for which a file is refused. */
const refusal = async (content: string | Buffer, answers: CsvAnswers = {}) => {
  const thrown: unknown = await read(content, answers).then(
    () => undefined,
    (error: unknown) => error,
  );
  return thrown instanceof Refusal ? thrown.problem : thrown;
};
const shortOf = (entries: Awaited<ReturnType<typeof one>>) =>
  entries?.entries.map(({ bookedOn, amount, counterpartyName, remittance }) => [
    ...[bookedOn, amount, counterpartyName, remittance],
  ]);
/** An account and a currency, as a person answers for a file that has none. */
const ASKED = { account: OWN, currency: 'EUR' };

describe('layouts', () => {
  const german = csv(
    '"Auftragskonto";"Buchungstag";"Valutadatum";"Buchungstext";"Verwendungszweck";"Glaeubiger ID";"Mandatsreferenz";"Kundenreferenz (End-to-End)";"Sammlerreferenz";"Lastschrift Ursprungsbetrag";"Auslagenersatz Ruecklastschrift";"Beguenstigter/Zahlungspflichtiger";"Kontonummer/IBAN";"BIC (SWIFT-Code)";"Betrag";"Waehrung";"Info"',
    `"${OTHER}";"05.11.26";"05.11.26";"ENTGELT";"";"";"";"";"";"";"";"";"";"";"-9,90";"EUR";"Umsatz gebucht"`,
    `"${OTHER}";"04.11.26";"04.11.26";"GUTSCHR. UEBERWEISUNG";"Rechnung POLDER-2026-00012";"";"";"E2E-1";"";"";"";"Gr\u00fcn & S\u00f6hne";"${OWN}";"ABNANL2A";"1.190,00";"EUR";"Umsatz gebucht"`,
    `"${OTHER}";"04.11.26";"04.11.26";"VORMERKUNG";"x";"";"";"";"";"";"";"";"";"";"-5,00";"EUR";"Umsatz vorgemerkt"`,
  );

  test('German: all columns of the file, the newest line first, without balances', async () => {
    expect(await one(german)).toEqual({
      ...{
        account: OTHER,
        statementNo: '2026-11-04/2026-11-05',
        currency: 'EUR',
        opening: null,
        closing: null,
      },
      ...{ fromDate: '2026-11-04', toDate: '2026-11-05', pending: 1 },
      entries: [
        {
          ...{ bookedOn: '2026-11-04', valueDate: '2026-11-04', amount: 119_000, reversal: false },
          ...{ counterpartyName: 'Gr\u00fcn & S\u00f6hne', counterpartyIban: OWN, bankReference: null },
          ...{ remittance: 'Rechnung POLDER-2026-00012', endToEndId: 'E2E-1' },
        },
        {
          ...{ bookedOn: '2026-11-05', valueDate: '2026-11-05', amount: -990, reversal: false },
          ...{ counterpartyName: null, counterpartyIban: null, bankReference: null },
          ...{ remittance: 'ENTGELT', endToEndId: null },
        },
      ],
    });
  });

  test('German in another encoding: asked where it reads in several ways, answered, certain by its headings', async () => {
    const bytes = Buffer.from(german, 'latin1');
    const { asks, statements } = await read(bytes);
    expect(statements).toEqual([]);
    expect(asks).toMatchObject({ account: false, currency: false });
    expect(asks?.encodings.find(({ encoding }) => encoding === 'windows-1252')?.example).toContain(
      'Gr\u00fcn & S\u00f6hne',
    );
    const answered = await one(bytes, { encoding: 'windows-1252' });
    expect(answered?.entries[0]?.counterpartyName).toBe('Gr\u00fcn & S\u00f6hne');
    const telling = Buffer.from(german.replace('Waehrung', 'W\u00e4hrung'), 'latin1');
    expect((await one(telling))?.entries[0]?.counterpartyName).toBe('Gr\u00fcn & S\u00f6hne');
  });

  test('German: the account above the headings, a euro sign, payer and payee by the direction', async () => {
    const found = await one(
      csv(
        `"Girokonto";"DE89 3704 0044 0532 0130 00"`,
        '""',
        '"Kontostand vom 06.11.2026:";"1.085,50 \u20ac"',
        '"Buchungsdatum";"Wertstellung";"Status";"Zahlungspflichtige*r";"Zahlungsempf\u00e4nger*in";"Verwendungszweck";"Umsatztyp";"IBAN";"Betrag (\u20ac)"',
        `"06.11.26";"06.11.26";"Gebucht";"We Ltd";"Terminal BV";"Storage";"Ausgang";"${OWN}";"-14,5"`,
        `"05.11.26";"05.11.26";"Gebucht";"Quay Ltd";"We Ltd";"Thanks";"Eingang";"FR7630006000011234567890189";"1.100"`,
      ),
    );
    expect(found).toMatchObject({ account: OTHER, currency: 'EUR' });
    expect(shortOf(found)).toEqual([
      ['2026-11-05', 110_000, 'Quay Ltd', 'Thanks'],
      ['2026-11-06', -1450, 'Terminal BV', 'Storage'],
    ]);
  });

  test('Dutch: unsigned amounts with Af and Bij, the balance after each line', async () => {
    const found = await one(
      csv(
        '"Datum";"Naam / Omschrijving";"Rekening";"Tegenrekening";"Code";"Af Bij";"Bedrag (EUR)";"Mutatiesoort";"Mededelingen";"Saldo na mutatie";"Tag"',
        `"20261105";"Terminal BV";"${OWN}";"${OTHER}";"GT";"Af";"45,20";"Online bankieren";"Opslag";"1954,80";""`,
        `"20261105";"Panda Ltd";"${OWN}";"${OTHER}";"OV";"Bij";"1000,00";"Overschrijving";"Invoice 12";"2000,00";""`,
      ),
    );
    expect(found).toMatchObject({ account: OWN, currency: 'EUR', opening: 100_000, closing: 195_480 });
    expect(shortOf(found)).toEqual([
      ['2026-11-05', 100_000, 'Panda Ltd', 'Invoice 12'],
      ['2026-11-05', -4520, 'Terminal BV', 'Opslag'],
    ]);
    expect(found?.statementNo).toBe('2026-11-05');
  });

  test('Belgian: lines of a search above the headings, the day first, several texts and references', async () => {
    const found = await one(
      csv(
        'Boekingsdatum vanaf;01/11/2026',
        'Bedrag vanaf;',
        ';',
        'Rekening;Boekingsdatum;Rekeninguittrekselnummer;Transactienummer;Rekening tegenpartij;Naam tegenpartij bevat;Straat en nummer;Postcode en plaats;Transactie;Valutadatum;Bedrag;Devies;BIC;Landcode;Mededelingen',
        `BE68 5390 0754 7034;02/11/2026;00011;345;${OTHER};Panda Ltd;;;OVERSCHRIJVING;03/11/2026;+1.250,00;EUR;;DE;Invoice 12`,
        `BE68 5390 0754 7034;03/11/2026;00011;346;;;;;KOSTEN;03/11/2026;-2,50;EUR;;;`,
      ),
    );
    expect(found).toMatchObject({
      account: 'BE68539007547034',
      fromDate: '2026-11-02',
      toDate: '2026-11-03',
    });
    expect(found?.entries[0]).toMatchObject({
      valueDate: '2026-11-03',
      bankReference: '345',
      amount: 125_000,
    });
    expect(shortOf(found)?.[1]).toEqual(['2026-11-03', -250, null, 'KOSTEN']);
  });

  test('Belgian: amount, credit and debit that agree, the value date as Valuta, our own name aside', async () => {
    const found = await one(
      csv(
        'Rekeningnummer;Rubrieknaam;Naam;Munt;Afschriftnummer;Datum;Omschrijving;Valuta;Bedrag;Saldo;credit;debet;rekeningnummer tegenpartij;BIC tegenpartij;Naam tegenpartij;Adres tegenpartij;gestructureerde mededeling;Vrije mededeling',
        `BE68539007547034;;WE BV;EUR;  02026011;05/11/2026;EUROPESE OVERSCHRIJVING;06/11/2026;-45,20;954,80;;-45,20;${OTHER};;Terminal BV;;;Opslag`,
      ),
    );
    expect(found).toMatchObject({ currency: 'EUR', opening: 100_000, closing: 95_480 });
    expect(found?.entries[0]).toMatchObject({ valueDate: '2026-11-06', counterpartyName: 'Terminal BV' });
  });

  test('English: account and currency asked, decimal points, thousands', async () => {
    const file = csv(
      'Date,Description,Amount,Balance',
      '2026-11-03,"Panda, invoice 12","1,190.00","2,190.00"',
      '2026-11-04,Fee,-4.50,"2,185.50"',
    );
    expect((await read(file)).asks).toEqual({ account: true, currency: true, encodings: [] });
    const found = await one(file, ASKED);
    expect(found).toMatchObject({ account: OWN, currency: 'EUR', opening: 100_000, closing: 218_550 });
    expect(shortOf(found)).toEqual([
      ['2026-11-03', 119_000, null, 'Panda, invoice 12'],
      ['2026-11-04', -450, null, 'Fee'],
    ]);
  });

  test('English: columns of money in and out, the month first', async () => {
    const found = await one(
      csv(
        'Posting Date,Transaction Date,Details,Debit,Credit,Currency,Account Number',
        `11/03/2026,11/02/2026,Panda,,1190.00,USD,${OWN}`,
        `11/14/2026,11/14/2026,Fee,4.50,,USD,${OWN}`,
      ),
    );
    expect(found).toMatchObject({
      account: OWN,
      currency: 'USD',
      fromDate: '2026-11-03',
      toDate: '2026-11-14',
    });
    expect(found?.entries.map(({ amount }) => amount)).toEqual([119_000, -450]);
  });

  test('Chinese: in GB 18030, money in and out, the other party', async () => {
    const file = csv(
      '\u4ea4\u6613\u65e5\u671f,\u6458\u8981,\u501f\u65b9\u53d1\u751f\u989d,\u8d37\u65b9\u53d1\u751f\u989d,\u4f59\u989d,\u5bf9\u65b9\u6237\u540d,\u5bf9\u65b9\u8d26\u53f7,\u5e01\u79cd',
      '2026/11/03,\u8d27\u6b3e,,1190.00,2190.00,\u718a\u732b\u8d38\u6613,6222020200112233445,CNY',
      '2026/11/04,\u624b\u7eed\u8d39,4.50,,2185.50,,,CNY',
    );
    const found = await one(file, { account: OWN });
    expect(shortOf(found)).toEqual([
      ['2026-11-03', 119_000, '\u718a\u732b\u8d38\u6613', '\u8d27\u6b3e'],
      ['2026-11-04', -450, null, '\u624b\u7eed\u8d39'],
    ]);
    expect(found).toMatchObject({ currency: 'CNY', opening: 100_000, closing: 218_550 });
  });

  test('French: the day first although no day tells it', async () => {
    const found = await one(
      csv(
        'Date;Libell\u00e9;D\u00e9bit;Cr\u00e9dit;Devise',
        '01/02/2026;Virement;;12,50;EUR',
        '03/02/2026;Frais;1,50;;EUR',
      ),
      { account: OWN },
    );
    expect(shortOf(found)).toEqual([
      ['2026-02-01', 1250, null, 'Virement'],
      ['2026-02-03', -150, null, 'Frais'],
    ]);
  });

  test('is recognised by its contents under another name', async () => {
    const file = csv('Date\tDescription\tAmount', '2026-11-03\tPanda\t12.00');
    const { format, statements } = await read(file, ASKED, 'statement.txt');
    expect([format, statements[0]?.entries.length]).toEqual(['csv', 1]);
  });
});

describe('refusals name line and column', () => {
  const head = 'Date,Description,Amount';
  test.each<[string, string, { code: string; params?: object }, CsvAnswers?]>([
    ['no headings', csv('a,b,c', '1,2,3'), { code: 'BANK_CSV_HEADINGS', params: { name: 'statement.csv' } }],
    [
      'a column that is not known',
      csv(`${head},Mood`, '2026-11-03,Panda,1.00,good'),
      { code: 'BANK_CSV_COLUMN', params: { line: 1, column: 'Mood' } },
    ],
    [
      'two columns that say the same',
      csv(`${head},Transaction amount`, '2026-11-03,Panda,1.00,1.00'),
      { code: 'BANK_CSV_COLUMN', params: { line: 1, column: 'Transaction amount' } },
    ],
    [
      'an account that may be ours or the other party\u2019s',
      csv(`${head},IBAN`, `2026-11-03,Panda,1.00,${OTHER}`),
      {
        code: 'BANK_CSV_COLUMN',
        params: { line: 1, column: 'IBAN', known: 'Own account; Counterparty account' },
      },
    ],
    [
      'a line without a date',
      csv(head, '2026-11-03,Panda,1.00', ',Total,1.00'),
      { code: 'BANK_CSV_LACKS', params: { line: 3, column: 'Date' } },
    ],
    [
      'a line without an amount',
      csv(head, '2026-11-03,Panda,'),
      { code: 'BANK_CSV_LACKS', params: { line: 2, column: 'Amount' } },
    ],
    [
      'neither money in nor out',
      csv('Date,Description,Debit,Credit', '2026-11-03,Panda,,'),
      { code: 'BANK_CSV_LACKS', params: { line: 2, column: 'Debit' } },
    ],
    [
      'money in and out at once',
      csv('Date,Description,Debit,Credit', '2026-11-03,Panda,1.00,2.00'),
      { code: 'BANK_CSV_VALUE', params: { line: 2, column: 'Credit', value: '2.00' } },
    ],
    [
      'no date',
      csv(head, '2026-13-03,Panda,1.00'),
      { code: 'BANK_CSV_VALUE', params: { line: 2, column: 'Date', value: '2026-13-03' } },
    ],
    [
      'more decimals than the currency has',
      csv(head, '2026-11-03,Panda,1.00', '2026-11-03,Panda,1.005'),
      { code: 'BANK_CSV_VALUE', params: { line: 3, column: 'Amount', value: '1.005' } },
    ],
    [
      'an amount against its direction',
      csv(`${head},Debit/Credit`, '2026-11-03,Panda,-1.00,C'),
      { code: 'BANK_CSV_VALUE', params: { line: 2, column: 'Amount', value: '-1.00' } },
    ],
    [
      'another direction',
      csv(`${head},Debit/Credit`, '2026-11-03,Panda,1.00,X'),
      { code: 'BANK_CSV_VALUE', params: { line: 2, column: 'Debit/Credit', value: 'X' } },
    ],
    [
      'a status that is not known',
      csv(`${head},Status`, '2026-11-03,Panda,1.00,Reverted'),
      { code: 'BANK_CSV_VALUE', params: { line: 2, column: 'Status', value: 'Reverted' } },
    ],
    [
      'more cells than headings',
      csv(head, '2026-11-03,Panda,1.00,2.00'),
      { code: 'BANK_CSV_VALUE', params: { line: 2, column: '#4', value: '2.00' } },
    ],
    [
      'a line of another account',
      csv(`${head},Own account`, `2026-11-03,Panda,1.00,${OWN}`, `2026-11-03,Panda,1.00,${OTHER}`),
      { code: 'BANK_CSV_OTHER', params: { line: 3, column: 'Own account', value: OTHER, first: OWN } },
    ],
    [
      'a line of another currency',
      csv(`${head},Currency`, '2026-11-03,Panda,1.00,EUR', '2026-11-03,Panda,1.00,USD'),
      { code: 'BANK_CSV_OTHER', params: { line: 3, column: 'Currency', value: 'USD' } },
    ],
    [
      'a balance that does not add up',
      csv(`${head},Balance`, '2026-11-03,Panda,1.00,11.00', '2026-11-04,Panda,1.00,13.00'),
      {
        code: 'BANK_CSV_BALANCE',
        params: { line: 3, column: 'Balance', value: '13.00', expected: '12.00 EUR' },
      },
    ],
    [
      'days that may be months',
      csv(head, '11/03/2026,Panda,1.00', '11/04/2026,Panda,1.00'),
      { code: 'BANK_CSV_AMBIGUOUS', params: { line: 2, column: 'Date', value: '11/03/2026' } },
    ],
    [
      'a point that may separate thousands',
      csv(head, '2026-11-03,Panda,1.234'),
      { code: 'BANK_CSV_AMBIGUOUS', params: { line: 2, column: 'Amount', value: '1.234' } },
    ],
    ['headings alone', csv(head), { code: 'BANK_CSV_LACKS', params: { line: 2, column: 'Date' } }],
    ['a quotation mark without an end', csv(head, '2026-11-03,"Panda,1.00'), { code: 'FILE_QUOTE' }],
    ['a text that is not in the encoding', csv(head), { code: 'FILE_ENCODING' }, { encoding: 'utf-8' }],
  ])('%s', async (_, file, problem, answers = {}) => {
    const bytes = answers.encoding ? Buffer.from(`${file}\u00e9`, 'latin1') : file;
    expect(await refusal(bytes, { ...ASKED, ...answers })).toMatchObject(problem);
  });

  test('an amount like 1.234 is read where another one tells the sign', async () => {
    const found = await one(csv(head, '2026-11-03,Panda,1.234', '2026-11-04,Panda,"2,50"'), ASKED);
    expect(found?.entries.map(({ amount }) => amount)).toEqual([123_400, 250]);
  });
});
