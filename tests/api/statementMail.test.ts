import { readFileSync } from 'node:fs';
import path from 'node:path';
import { grouped } from '@contract/rules/money';
import { beforeEach, describe, expect, test } from 'vitest';
import { placeOf } from '../../main/server/store/storedFiles';
import { billToCharge, dayFrom, revenueIn } from '../support/apiFinance';
import { drafts } from '../support/apiRecords';
import { pdfLines } from '../support/pdfText';
import { testApi } from '../support/server';

// Mails stay in the outbox while the tests check it.
const api = testApi({ mail: { every: 3_600_000 } });
const period = dayFrom(0).slice(0, 7);

beforeEach(() => api.db.exec('delete from statementMail; delete from mail'));

/** Makes a customer with one invoiced line: its account has no other. */
async function invoiced(changes: object = {}, bill: Record<string, number> = {}) {
  const { id: companyId } = await api.call.clientCompany.create({
    body: { ...drafts.clientCompany(api), kind: 'customer', supplierTypes: [] },
  });
  const customer = await api.call.customer.create({ body: { ...drafts.customer(), companyId, ...changes } });
  await revenueIn(api, 'invoiced', {}, billToCharge(api, { customerId: customer.id, ...bill }));
  const query = { customerId: customer.id, currency: 'EUR', period };
  const { account } = await api.call.billCustomer.statement({ query });
  return { customer, query, account };
}
const contact = (customerId: number, changes: object = {}) =>
  api.call.clientContact.create({
    body: { ...drafts.clientContact(), customerId, companyId: null, receives: ['statement'], ...changes },
  });
const letter = (more: object = {}) => ({
  ...{ language: 'en' as const, toEmails: ['ap@example.com'], subject: 'Statement', text: 'Attached.' },
  ...more,
});
/** Returns the contents of the outbox, the newest first, with the bytes of its files by their endings. */
const outbox = () =>
  api.rows('select * from mail order by id desc').map((mail) => ({
    mail,
    files: Object.fromEntries(
      (JSON.parse(String(mail.fileIds)) as string[]).map((id) => {
        const { fileName } = api.row('select fileName from storedFile where id = ?', id);
        return [String(fileName), readFileSync(placeOf(path.join(api.folder, 'files'), id))];
      }),
    ),
  }));

describe('the proposed mail of a statement', () => {
  test('is addressed to the contacts who receive statements, of the customer and of its company', async () => {
    const { customer, query } = await invoiced();
    await contact(customer.id, { name: 'Receives', email: 'books@example.com' });
    await contact(customer.id, { name: 'Others', email: 'noa@example.com', receives: ['noa'] });
    const { id } = await contact(customer.id, { name: 'Gone', email: 'gone@example.com' });
    await api.call.clientContact.active({ body: { ids: [id], active: false } });
    const before = await api.call.billCustomer.mail({ query });
    expect(before.toEmails).toEqual(['books@example.com']);
    await contact(null as never, {
      name: 'Company',
      email: 'legal@example.com',
      companyId: customer.companyId,
    });
    expect((await api.call.billCustomer.mail({ query })).toEmails.sort()).toEqual([
      'books@example.com',
      'legal@example.com',
    ]);
  });

  test('is addressed to the customer when no contact receives statements, and shows the balance', async () => {
    const { customer, query, account } = await invoiced({ email: 'office@example.com' });
    const found = await api.call.billCustomer.mail({ query: { ...query, language: 'en' } });
    expect(found.toEmails).toEqual(['office@example.com']);
    expect(found.subject).toContain(account.statementNo);
    for (const text of [customer.nameEn, `${grouped(account.closingBalance)} EUR`, 'Nothing is overdue'])
      expect(found.text).toContain(text);
    const chinese = await api.call.billCustomer.mail({ query: { ...query, language: 'cn' } });
    expect(chinese.text).toContain(`期末余额：${grouped(account.closingBalance)} EUR`);
    expect(chinese.text).toContain(customer.nameCn);
    const [year, month] = period.split('-').map(Number);
    expect(chinese.subject).toContain(`${year}年${month}月`);
  });

  test('is in Chinese for a customer in China, else in English, then in the last used language', async () => {
    const country = (code: string) => api.count(`select id from country where code = '${code}'`);
    const { customer, query } = await invoiced();
    const languageOf = async () => (await api.call.billCustomer.mail({ query })).language;
    for (const [code, language] of [
      ['CN', 'cn'],
      ['NL', 'en'],
    ] as const) {
      api.db.exec(`update customer set countryId = ${country(code)} where id = ${customer.id}`);
      expect(await languageOf()).toBe(language);
    }
    await api.call.billCustomer.send({ body: { ...query, ...letter({ language: 'cn' }) } });
    expect(await languageOf()).toBe('cn');
  });
});

describe('a sent statement', () => {
  test('is in the outbox with the balance in its PDF, in the selected language', async () => {
    const { query, account } = await invoiced();
    const sent = await api.call.billCustomer.send({
      body: { ...query, ...letter({ language: 'cn', ccEmails: ['boss@example.com'], attachXlsx: true }) },
    });
    expect(sent).toMatchObject({
      ...{ id: account.id, statementSentTo: ['ap@example.com'], statementMailState: 'pending' },
      statementSentAt: expect.stringContaining(dayFrom(0)),
    });
    const [put] = outbox();
    expect(put?.mail).toMatchObject({
      ...{ toEmails: '["ap@example.com"]', ccEmails: '["boss@example.com"]', text: 'Attached.' },
      ...{ objectType: 'statement', objectNo: account.statementNo, state: 'pending' },
    });
    expect(Object.keys(put?.files ?? {})).toEqual([
      `${account.statementNo}.pdf`,
      `${account.statementNo}.xlsx`,
    ]);
    const lines = pdfLines(put?.files[`${account.statementNo}.pdf`] ?? Buffer.alloc(0));
    expect(lines[lines.indexOf('期末余额') + 1]).toBe(grouped(account.closingBalance));
    expect(put?.files[`${account.statementNo}.xlsx`]?.subarray(0, 2).toString()).toBe('PK');
  });

  test('can be sent again, with earlier mails listed, newest first', async () => {
    const { query } = await invoiced();
    await api.call.billCustomer.send({ body: { ...query, ...letter() } });
    api.db.exec("update mail set state = 'failed'");
    const failed = await api.call.billCustomer.statement({ query });
    expect(failed.account.statementMailState).toBe('failed');
    await api.call.billCustomer.send({ body: { ...query, ...letter({ toEmails: ['two@example.com'] }) } });
    const { sent } = await api.call.billCustomer.mail({ query });
    expect(sent.map(({ toEmails, state }) => [toEmails, state])).toEqual([
      [['two@example.com'], 'pending'],
      [['ap@example.com'], 'failed'],
    ]);
    api.db.exec('delete from mail');
    const { account } = await api.call.billCustomer.statement({ query });
    expect(account).toMatchObject({ statementSentTo: ['two@example.com'], statementMailState: 'sent' });
    const other = await api.call.billCustomer.list({ query: { period: dayFrom(40).slice(0, 7) } });
    expect(other.list.find(({ id }) => id === account.id)).toMatchObject({
      statementSentAt: null,
      statementSentTo: [],
    });
  });

  test('requires an address', async () => {
    const { query } = await invoiced();
    const refused = await api.refused('billCustomer.send', {
      body: { ...query, ...letter({ toEmails: [] }) },
    });
    expect(refused.fields).toHaveProperty('toEmails');
    expect(outbox()).toEqual([]);
  });

  test('is sent once, however often the request arrives', async () => {
    const { query } = await invoiced();
    const body = { ...query, ...letter() };
    const answers = await Promise.all(
      [1, 2, 3].map(() => api.send('billCustomer.send', { body }, { key: 'statement-once' })),
    );
    expect(answers[0]).toHaveProperty('got');
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(outbox()).toHaveLength(1);
    expect(api.count('select count(*) from statementMail')).toBe(1);
  });

  test('requires access to all of the account', async () => {
    const { customer, query, account } = await invoiced({}, { warehouseId: 2 });
    const who = (...warehouseIds: number[]) =>
      api.actor({ permissions: ['finance.customer.send', 'finance.customer.view'], warehouseIds });
    const body = { ...query, ...letter() };
    expect(await api.refused('billCustomer.send', { body }, { as: who(1) })).toMatchObject({
      code: 'NOT_FOUND',
    });
    await api.call.billCustomer.send({ body }, { as: who(2) });
    await revenueIn(api, 'invoiced', {}, billToCharge(api, { customerId: customer.id, warehouseId: 1 }));
    expect(await api.refused('billCustomer.send', { body }, { as: who(2) })).toMatchObject({
      code: 'STATEMENT_PART',
    });
    const many = { period, ids: [account.id] };
    expect(await api.call.billCustomer.sendMany({ body: many }, { as: who(2) })).toMatchObject({
      ok: 0,
      failed: [{ key: account.id, code: 'STATEMENT_PART' }],
    });
    expect(outbox()).toHaveLength(1);
    await api.call.billCustomer.send({ body }, { as: who(1, 2) });
  });
});

describe('statements of several accounts', () => {
  test('are each sent in the language of the account; failures are returned with the reason', async () => {
    const [one, two, silent] = [await invoiced(), await invoiced(), await invoiced()];
    const china = api.count("select id from country where code = 'CN'");
    api.db.exec(`update customer set countryId = ${china} where id = ${two.customer.id};
      update customer set countryId = null where id = ${one.customer.id};
      update customer set email = 'nobody at home' where id = ${silent.customer.id}`);
    await contact(two.customer.id, { name: 'Books', email: 'books@example.com' });
    const ids = [one, two, silent].map(({ account }) => account.id);
    const { ok, failed } = await api.call.billCustomer.sendMany({
      body: { period, ids: [...ids, 999_999_999] },
    });
    expect(ok).toBe(2);
    expect(failed).toMatchObject([
      { key: silent.account.id, code: 'STATEMENT_NO_ADDRESS' },
      { key: 999_999_999, code: 'NOT_FOUND' },
    ]);
    expect(failed[0]?.msg).toContain(silent.customer.code);
    const [second, first, ...none] = outbox();
    expect(none).toEqual([]);
    expect(first?.mail).toMatchObject({ toEmails: JSON.stringify([one.customer.email]) });
    expect(second?.mail).toMatchObject({ toEmails: '["books@example.com"]' });
    expect(String(first?.mail.text)).toContain('Dear ');
    expect(String(second?.mail.text)).toContain('您好');
    const texts = pdfLines(second?.files[`${two.account.statementNo}.pdf`] ?? Buffer.alloc(0));
    expect(texts).toContain(grouped(two.account.closingBalance));
    const { list } = await api.call.billCustomer.list({
      query: { period, customerId: [one.customer.id, silent.customer.id] },
    });
    expect(list.map(({ statementSentTo }) => statementSentTo).sort()).toEqual([[], [one.customer.email]]);
  });
});
