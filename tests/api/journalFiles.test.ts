import { toMinor } from '@contract/rules/money';
import { beforeAll, describe, expect, test } from 'vitest';
import { readXml, type XmlElement } from '../../main/server/core/xml';
import { billToCharge, category, makeCost, revenueIn } from '../support/apiFinance';
import { testApi } from '../support/server';

const api = testApi();
const issuer = () => api.count("select id from clientCompany where kind = 'own' and defaultIssuer = 1");
const [FROM, TO] = ['2016-03-01', '2016-03-31'];

beforeAll(async () => {
  api.db.exec("update ledgerSetup set validFrom = '2000-01-01'");
  await api.call.dayRate.create({
    body: { currency: 'CHF', day: '2016-02-01', rate: '1.100000', remark: null },
  });
  const line = { basis: 'fixed', quantity: 1, taxRate: 21 };
  const bill = billToCharge(api);
  for (const [day, unitPrice, currency] of [
    ['2016-02-03', '7.00', 'EUR'],
    ['2016-03-09', '100.03', 'EUR'],
    ['2016-03-31', '50.00', 'CHF'],
  ] as const) {
    const { id } = await revenueIn(api, 'confirmed', { ...line, unitPrice, currency }, bill);
    await api.call.billRevenue.invoice({ body: { ids: [id], invoiceDate: day } });
  }
  await makeCost(api, {
    ...{
      ...line,
      ownCompanyId: issuer(),
      invoiceNo: 'Grün "17"/A_b',
      invoiceDate: '2016-03-15',
      unitPrice: '20.00',
    },
    feeCategoryId: category(api, 'storage'),
  });
});

const fileOf = (format: 'datev' | 'saft', days: { from: string; to: string } = { from: FROM, to: TO }) =>
  api.call.journal.file({ query: { format, companyId: issuer(), ...days } });

describe('a DATEV file', () => {
  const linesOf = async () => {
    const { bytes } = await fileOf('datev');
    return new TextDecoder('windows-1252').decode(bytes).split('\r\n');
  };

  test('names its format, the adviser, the company and the days in its first line', async () => {
    const [header = ''] = await linesOf();
    const cells = header.split(';');
    expect(cells).toHaveLength(31);
    expect(cells.slice(0, 5)).toEqual(['"EXTF"', '700', '21', '"Buchungsstapel"', '13']);
    expect(cells[5]).toMatch(/^\d{17}$/);
    const { datevConsultant, datevClient } = api.row(
      'select datevConsultant, datevClient from ledgerSetup where companyId = ?',
      issuer(),
    );
    expect(cells.slice(10, 16)).toEqual([
      ...[String(datevConsultant), String(datevClient), '20160101', '4', '20160301', '20160331'],
    ]);
    expect(cells[21]).toBe('"EUR"');
  });

  test('has a line for each posting, with its accounts, day and number, in the columns of the format', async () => {
    const [, columns = '', ...lines] = await linesOf();
    const names = columns.split(';');
    expect(names).toHaveLength(125);
    expect([names[0], names[6], names[9], names[113], names[124]]).toEqual([
      ...['Umsatz (ohne Soll/Haben-Kz)', 'Konto', 'Belegdatum', 'Festschreibung', 'Abw. Skontokonto'],
    ]);
    expect(lines.at(-1)).toBe('');
    const rows = lines.slice(0, -1).map((line) => line.split(';'));
    expect(rows.every((cells) => cells.length === 125)).toBe(true);
    expect(rows.map((cells) => [0, 1, 2, 6, 7, 9].map((at) => cells[at]).join(' '))).toEqual([
      '100,03 "S" "EUR" 1300 8040 0903',
      '21,01 "S" "EUR" 1300 1520 0903',
      '20,00 "S" "EUR" 7030 1600 1503',
      '4,20 "S" "EUR" 1510 1600 1503',
      '45,45 "S" "EUR" 1300 8040 3103',
      '9,55 "S" "EUR" 1300 1520 3103',
    ]);
    // Only the signs that a document number may have.
    expect(rows[2]?.[10]).toBe('"Grn17/Ab"');
  });

  test('holds one financial year', async () => {
    api.db.exec('update ledgerSetup set yearStartMonth = 3');
    const { msg } = await api.refused('journal.file', {
      query: { format: 'datev', from: '2016-02-01', to: '2016-03-31' },
    });
    expect(msg).toContain('01/03/2016');
    api.db.exec('update ledgerSetup set yearStartMonth = 1');
  });

  test('is refused with an account that has letters, and names it', async () => {
    api.db.exec("update ledgerSetup set payables = 'KRED'");
    const { msg } = await api.refused('journal.file', { query: { format: 'datev', from: FROM, to: TO } });
    expect(msg).toContain('KRED');
    api.db.exec("update ledgerSetup set payables = '1600'");
  });
});

describe('an audit file', () => {
  const root = async (): Promise<XmlElement> => {
    const { bytes } = await fileOf('saft');
    const found = await readXml(new TextDecoder().decode(bytes));
    if (!found) throw new Error('not XML');
    return found;
  };
  const all = (of: XmlElement, name: string): XmlElement[] =>
    of.children.flatMap((child) => [...(child.name === name ? [child] : []), ...all(child, name)]);
  const text = (of: XmlElement | undefined, name: string) =>
    of?.children.find((one) => one.name === name)?.text;
  const minor = (amount: string | undefined) => toMinor(amount ?? '0', 'EUR');

  test('has debits equal to credits, and as many as its entries', async () => {
    const file = await root();
    const [entries] = all(file, 'GeneralLedgerEntries');
    const sum = (name: string) =>
      all(file, name).reduce((total, one) => total + minor(text(one, 'Amount')), 0);
    expect(sum('DebitAmount')).toBe(sum('CreditAmount'));
    expect(sum('DebitAmount')).toBe(minor(text(entries, 'TotalDebit')));
    expect(text(entries, 'NumberOfEntries')).toBe(String(all(file, 'Transaction').length));
  });

  test('states each account before and after the days, which their lines explain', async () => {
    const file = await root();
    const balance = (of: XmlElement, when: string) =>
      minor(text(of, `${when}DebitBalance`)) - minor(text(of, `${when}CreditBalance`));
    const accounts = all(file, 'Account');
    expect(accounts.length).toBeGreaterThan(4);
    for (const account of accounts) {
      const number = text(account, 'AccountID');
      const moved = all(file, 'Line')
        .filter((line) => text(line, 'AccountID') === number)
        .reduce((total, line) => {
          const [debit] = all(line, 'DebitAmount');
          const amount = minor(text(debit ?? all(line, 'CreditAmount')[0], 'Amount'));
          return total + (debit ? amount : -amount);
        }, 0);
      expect(balance(account, 'Closing') - balance(account, 'Opening'), number).toBe(moved);
    }
    const receivables = accounts.find((one) => text(one, 'AccountID') === '1300');
    expect(text(receivables, 'OpeningDebitBalance')).toBe('8.47');
    const customers = all(file, 'Customer');
    expect(customers.reduce((total, one) => total + balance(one, 'Closing'), 0)).toBe(
      balance(receivables as XmlElement, 'Closing'),
    );
  });
});
