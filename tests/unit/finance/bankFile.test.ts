import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readBankFile } from '../../../main/server/areas/finance/bankFile';
import { Refusal } from '../../../main/server/core/refusal';
import { camt } from '../../support/bankFiles';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'bank-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function read(content: string | Buffer) {
  const file = { path: path.join(folder, 'statement'), name: 'statement.xml' };
  await writeFile(file.path, content);
  return readBankFile(file);
}
const one = async (content: string | Buffer) => {
  const { statements } = await read(content);
  expect(statements).toHaveLength(1);
  return statements[0];
};
/** Returns the problem for which a file is refused. */
const refusal = async (content: string | Buffer) => {
  const thrown: unknown = await read(content).then(
    () => undefined,
    (error: unknown) => error,
  );
  return thrown instanceof Refusal ? thrown.problem : thrown;
};

describe('CAMT.053', () => {
  const entry = {
    ...{ amount: '121.00', name: 'Green Panda Trading Ltd', iban: 'DE89370400440532013000' },
    ...{ text: 'Invoice POLDER-2026-00012', endToEnd: 'E2E-1', ref: 'B-1' },
  };
  test.each([2, 4, 8, 13])(
    'reads version %i: booked entries with party, text and references',
    async (version) => {
      const pending = { ...entry, status: 'PDNG' };
      const debit = { ...entry, amount: '21.50', sign: 'DBIT' as const, endToEnd: 'NOTPROVIDED', ref: null };
      const found = await one(camt([{ entries: [entry, pending, debit] }], version));
      expect(found).toMatchObject({
        ...{ account: 'NL91ABNA0417164300', statementNo: 'STMT-1', currency: 'EUR', fromDate: '2026-11-03' },
        ...{ toDate: '2026-11-03', opening: 100_000, closing: 109_950, pending: 1 },
      });
      expect(found?.entries).toEqual([
        {
          ...{ bookedOn: '2026-11-03', valueDate: '2026-11-03', amount: 12_100, reversal: false },
          ...{ counterpartyName: 'Green Panda Trading Ltd', counterpartyIban: 'DE89370400440532013000' },
          ...{ remittance: 'Invoice POLDER-2026-00012', endToEndId: 'E2E-1', bankReference: 'B-1' },
        },
        expect.objectContaining({ amount: -2150, endToEndId: null, bankReference: null }),
      ]);
    },
  );

  test('takes the sign of a reversal as the bank moved the money, and the party of the original', async () => {
    const returned = { ...entry, reversal: true };
    const found = await one(camt([{ entries: [returned] }]));
    expect(found?.entries[0]).toMatchObject({
      ...{ amount: 12_100, reversal: true, counterpartyName: 'Green Panda Trading Ltd' },
    });
  });

  const transactions = (amounts: readonly string[], currency = 'EUR') =>
    amounts
      .map(
        (amount, at) =>
          `<TxDtls><Refs><EndToEndId>E-${at}</EndToEndId></Refs><Amt Ccy="${currency}">${amount}</Amt>` +
          `<CdtDbtInd>CRDT</CdtDbtInd><RmtInf><Ustrd>No ${at}</Ustrd></RmtInf></TxDtls>`,
      )
      .join('');
  test('splits a sum into its transactions where they come to it, and keeps it whole where not', async () => {
    const whole = (details: string) => one(camt([{ entries: [{ amount: '30.00', details }] }], 8));
    const split = await whole(transactions(['10.00', '20.00']));
    expect(
      split?.entries.map(({ amount, endToEndId, remittance }) => [amount, endToEndId, remittance]),
    ).toEqual([
      [1000, 'E-0', 'No 0'],
      [2000, 'E-1', 'No 1'],
    ]);
    const short = await whole(transactions(['10.00', '19.00']));
    expect(
      short?.entries.map(({ amount, remittance, endToEndId }) => [amount, remittance, endToEndId]),
    ).toEqual([[3000, 'No 0 No 1', null]]);
    expect((await whole(transactions(['10.00', '20.00'], 'USD')))?.entries).toHaveLength(1);
  });

  test('reads several statements of a file, accounts without an IBAN, and amounts without cents', async () => {
    const file = camt([
      { entries: [entry] },
      { id: 'B', currency: 'JPY', opening: '5', entries: [{ amount: '7' }] },
    ])
      .replaceAll(/<IBAN>NL91ABNA0417164300<\/IBAN>(?=<\/Id><Ccy>JPY)/g, '<Othr><Id>0417-1643</Id></Othr>')
      .replaceAll(/(Ccy="JPY">\d+)\.00/g, '$1');
    const { statements } = await read(file);
    expect(statements.map(({ account, closing }) => [account, closing])).toEqual([
      ['NL91ABNA0417164300', 112_100],
      ['04171643', 12],
    ]);
  });

  test('reads the encoding that the file declares', async () => {
    const file = camt([{ entries: [{ ...entry, name: 'Müller Spedition' }] }]).replace('UTF-8', 'ISO-8859-1');
    const found = await one(Buffer.from(file, 'latin1'));
    expect(found?.entries[0]?.counterpartyName).toBe('Müller Spedition');
  });

  test('takes interim balances of a page of a longer statement', async () => {
    const page = camt([{ entries: [entry] }])
      .replace('OPBD</Cd></CdOrPrtry>', 'ITBD</Cd></CdOrPrtry><SubTp><Cd>OIBD</Cd></SubTp>')
      .replace('CLBD</Cd></CdOrPrtry>', 'ITBD</Cd></CdOrPrtry><SubTp><Cd>CIBD</Cd></SubTp>');
    expect(await one(page)).toMatchObject({ opening: 100_000, closing: 112_100 });
  });

  test('refuses a statement that does not balance, naming the difference', async () => {
    const { code, params } = (await refusal(camt([{ closing: '1120.99', entries: [entry] }]))) as {
      code: string;
      params: object;
    };
    expect(code).toBe('BANK_UNBALANCED');
    expect(params).toMatchObject({ no: 'STMT-1', expected: '1121.00 EUR', difference: '-0.01 EUR' });
  });

  test.each([
    ['an amount of more digits than the currency has', '121.005', 'Stmt 1/Ntry 1/Amt'],
    ['a negative amount', '-121.00', 'Stmt 1/Ntry 1/Amt'],
    ['an amount with a comma', '121,00', 'Stmt 1/Ntry 1/Amt'],
  ])('refuses %s at its place', async (_, amount, place) => {
    expect(await refusal(camt([{ closing: '1121.00', entries: [{ ...entry, amount }] }]))).toMatchObject({
      ...{ code: 'BANK_FILE_PART', params: { place, value: amount } },
    });
  });
  test.each([
    ['another status', '<Sts>BOOK', '<Sts>DONE', 'Stmt 1/Ntry 1/Sts'],
    [
      'a day that does not exist',
      '<BookgDt><Dt>2026-11-03',
      '<BookgDt><Dt>2026-02-30',
      'Stmt 1/Ntry 1/BookgDt',
    ],
    [
      'an entry in another currency',
      '<Ntry><Amt Ccy="EUR"',
      '<Ntry><Amt Ccy="USD"',
      'Stmt 1/Ntry 1/Amt/@Ccy',
    ],
    [
      'a sign that is none',
      '<CdtDbtInd>CRDT</CdtDbtInd><Sts>',
      '<CdtDbtInd>UP</CdtDbtInd><Sts>',
      'Stmt 1/Ntry 1/CdtDbtInd',
    ],
    ['an unknown currency', '<Ccy>EUR</Ccy>', '<Ccy>XQZ</Ccy>', 'Stmt 1/Acct/Ccy'],
  ])('refuses %s', async (_, from, to, place) => {
    const file = camt([{ entries: [entry] }]);
    expect(file).toContain(from);
    expect(await refusal(file.replace(from, to))).toMatchObject({
      code: 'BANK_FILE_PART',
      params: { place },
    });
  });
  test.each([
    ['the day of an entry', /<BookgDt>.*?<\/BookgDt>/, 'Stmt 1/Ntry 1/BookgDt'],
    ['the closing balance', /<Bal><Tp><CdOrPrtry><Cd>CLBD.*?<\/Bal>/, 'Stmt 1/Bal CLBD'],
    ['the account', /<Acct>.*?<\/Acct>/, 'Stmt 1/Acct/Id'],
  ])('refuses a file without %s', async (_, part, place) => {
    expect(await refusal(camt([{ entries: [entry] }]).replace(part, ''))).toMatchObject({
      ...{ code: 'BANK_FILE_LACKS', params: { place } },
    });
  });

  const doctype = '<!DOCTYPE Document [<!ENTITY a "aaaa"><!ENTITY b SYSTEM "file:///etc/passwd">]>';
  test.each([
    ['entities', camt([{ entries: [entry] }]).replace('\n', `\n${doctype}`)],
    ['a document type alone', camt([{ entries: [entry] }]).replace('\n', '\n<!DOCTYPE Document>')],
    ['elements nested without end', `<Document>${'<a>'.repeat(100_000)}`],
    ['an unfinished document', camt([{ entries: [entry] }]).slice(0, -20)],
    ['an encoding that does not exist', camt([{ entries: [entry] }]).replace('UTF-8', 'x-none')],
    ['another message', camt([{ entries: [entry] }]).replaceAll('BkToCstmrStmt', 'BkToCstmrAcctRpt')],
    ['no statement', camt([])],
    ['a text', 'Dear customer,\n\nyour balance is 12,00 EUR'],
    ['nothing', ''],
  ])('refuses %s', async (_, file) => {
    expect(await refusal(file)).toMatchObject({
      code: 'BANK_FILE_UNKNOWN',
      params: { name: 'statement.xml' },
    });
  });
});

describe('MT940', () => {
  /** A statement of a German bank, with the structure of its association. */
  const german = [
    '{1:F01COBADEFFAXXX0000000000}{2:I940COBADEFFXXXXN}{4:',
    ':20:STARTUMSE',
    ':25:37040044/532013000',
    ':28C:00212/001',
    ':60F:C261102EUR2500,00',
    ':61:2611031103CR121,N051NONREF//B26',
    'supplement',
    ':86:166?00GUTSCHRIFT?109310?20EREF+E2E-77?21SVWZ+Rechnung POLDER-2026?22-00012 vom 01.11.2026?30COBADEFF',
    '?31DE89370400440532013000?32Gruene Panda Handels?33 GmbH',
    ':61:2611031103D20,50N020KREF1',
    ':86:020?00UEBERWEISUNG?20Maut Oktober?32Toll Collect',
    ':62F:C261103EUR2600,50',
    '-}',
  ].join('\r\n');

  test('reads German statements: parts of the text, SEPA codes, and a name over two parts', async () => {
    const found = await one(german);
    expect(found).toMatchObject({
      ...{ account: '37040044/532013000', statementNo: '00212/001', currency: 'EUR', opening: 250_000 },
      ...{ closing: 260_050, fromDate: '2026-11-02', toDate: '2026-11-03', pending: 0 },
    });
    expect(found?.entries).toEqual([
      {
        ...{ bookedOn: '2026-11-03', valueDate: '2026-11-03', amount: 12_100, reversal: false },
        ...{ counterpartyName: 'Gruene Panda Handels GmbH', counterpartyIban: 'DE89370400440532013000' },
        remittance: 'Rechnung POLDER-2026 -00012 vom 01.11.2026',
        ...{ endToEndId: 'E2E-77', bankReference: 'B26' },
      },
      expect.objectContaining({ amount: -2050, counterpartyName: 'Toll Collect', endToEndId: 'KREF1' }),
    ]);
  });

  /** A statement of a Dutch bank, with code words between slashes. */
  const dutch = [
    ':20:P260001',
    ':25:NL20INGB0001234567EUR',
    ':28C:212',
    ':60F:D261231EUR10,00',
    ':61:2612310102C121,00NTRFEREF//00000000001005',
    '/TRCD/00100/',
    ':86:/EREF/E2E-9//CNTP/NL32INGB0000012345/INGBNL2A/ING BANK NV//REMI/USTD//Invoice POLDER-20',
    '26-00012/',
    ':61:2701021231RC21,00NTRFNONREF',
    ':61:270102RD5,NTRFNONREF',
    ':86:Returned',
    ':62F:C270102EUR95,00',
    ':64:C270102EUR95,00',
    ':86:Total of the day',
  ].join('\n');

  test('reads Dutch statements, entry days across a year end, and reversals by their marks', async () => {
    const found = await one(dutch);
    expect(found).toMatchObject({ account: 'NL20INGB0001234567', opening: -1000, closing: 9500 });
    expect(
      found?.entries.map(({ bookedOn, valueDate, amount, reversal }) => [
        bookedOn,
        valueDate,
        amount,
        reversal,
      ]),
    ).toEqual([
      ['2027-01-02', '2026-12-31', 12_100, false],
      ['2026-12-31', '2027-01-02', -2100, true],
      ['2027-01-02', '2027-01-02', 500, true],
    ]);
    expect(found?.entries[0]).toMatchObject({
      ...{ counterpartyName: 'ING BANK NV', counterpartyIban: 'NL32INGB0000012345', endToEndId: 'E2E-9' },
      remittance: 'Invoice POLDER-2026-00012',
    });
    expect(found?.entries[2]?.remittance).toBe('Returned');
  });

  test('reads several messages of a file', async () => {
    expect((await read(`${german}\r\n${dutch}`)).statements.map(({ statementNo }) => statementNo)).toEqual([
      '00212/001',
      '212',
    ]);
  });

  test.each([
    ['an entry with a decimal point', 'CR121,', 'CR121.', '6: :61:'],
    ['an expected entry', 'CR121,', 'ECR121,', '6: :61:'],
    ['a day that does not exist', ':61:2611031103CR', ':61:2611311103CR', '6: :61:'],
    ['a balance without currency', 'C261103EUR2600', 'C2611032600', '12: :62F:'],
    ['another currency at the end', 'C261103EUR2600', 'C261103USD2600', '12: :62F:'],
  ])('refuses %s', async (_, from, to, place) => {
    expect(german).toContain(from);
    expect(await refusal(german.replace(from, to))).toMatchObject({
      code: 'BANK_FILE_PART',
      params: { place },
    });
  });
  test('refuses a statement without its end, one that does not balance, and letters of unknown encoding', async () => {
    expect(await refusal(german.replace(/:62F:.*/, ''))).toMatchObject({ code: 'BANK_FILE_LACKS' });
    expect(await refusal(german.replace('2600,50', '2600,51'))).toMatchObject({
      ...{ code: 'BANK_UNBALANCED', params: { difference: '0.01 EUR' } },
    });
    expect(await refusal(Buffer.from(german.replace('Maut', 'Gebühr für'), 'latin1'))).toMatchObject({
      code: 'BANK_FILE_ENCODING',
    });
  });
});
