import type { BillCustomer, billCustomerApi } from '@contract/finance/billCustomer';
import { LANGUAGES, type Language, MAIL } from '@contract/limits';
import { grouped } from '@contract/rules/money';
import { formatDay } from '@contract/rules/zonedTime';
import { nameIn, say } from '@contract/words';
import type * as z from 'zod';
import type { Context, GroupHandlers } from '../../core/context';
import { eachOf } from '../../core/eachOf';
import { refuse } from '../../core/refusal';
import { choiceOf } from '../../core/selected';
import type { Reader } from '../../store/open';
import { keepMade } from '../../store/storedFiles';
import { ownCompany } from '../customer/ownCompanies';
import { putMail } from '../mail/outbox';
import { accountOf, accountsOf, statementOf } from './accounts';
import { contactsOf, usable } from './receivers';
import { statementFile } from './statement';
import { sentOf } from './statementsSent';

type Proposal = z.output<typeof billCustomerApi.mail.answer>;
type Letter = Omit<Proposal, 'sent'> & { readonly attachXlsx: boolean };

/** Known recipients and language of a customer's statements. */
async function receiversOf(read: Reader, customerId: number) {
  const customer = await read
    .selectFrom('customer')
    .leftJoin('country', 'country.id', 'customer.countryId')
    .select(['customer.code', 'customer.nameEn', 'customer.nameCn', 'customer.email', 'customer.companyId'])
    .select('country.code as country')
    .where('customer.id', '=', customerId)
    .executeTakeFirstOrThrow();
  const named = await contactsOf(read, { id: customerId, companyId: customer.companyId }, 'statement');
  const last = await read
    .selectFrom('statementMail')
    .select('language')
    .where('customerId', '=', customerId)
    .orderBy('id', 'desc')
    .executeTakeFirst();
  return {
    customer,
    toEmails: (named.length > 0 ? named : usable([customer.email])).slice(0, MAIL.maxAddresses),
    language: LANGUAGES.find((one) => one === last?.language) ?? (customer.country === 'CN' ? 'cn' : 'en'),
  };
}

/** The proposed email for a statement, in a given language or in the customer's. */
async function proposalOf(
  { read, caller }: Pick<Context, 'read' | 'caller'>,
  account: BillCustomer,
  period: string,
  requested?: Language,
): Promise<Omit<Proposal, 'sent'>> {
  const { customer, toEmails, language: theirs } = await receiversOf(read, account.customerId);
  const language = requested ?? theirs;
  const { statementNo: no, currency, closingBalance, overdueAmount, oldestDueDate } = account;
  const [year, number] = period.split('-');
  const month = language === 'cn' ? `${year}年${Number(number)}月` : `${number}/${year}`;
  const overdue =
    oldestDueDate === null
      ? say(language, 'STATEMENT_MAIL_NOT_OVERDUE')
      : say(language, 'STATEMENT_MAIL_OVERDUE', {
          amount: grouped(overdueAmount, currency),
          day: formatDay(oldestDueDate),
        });
  return {
    language,
    toEmails,
    ccEmails: [],
    subject: say(language, 'STATEMENT_MAIL_SUBJECT', { no, month }),
    text: say(language, 'STATEMENT_MAIL_TEXT', {
      ...{ no, month, overdue, balance: grouped(closingBalance, currency) },
      customer: nameIn(language, customer),
      sender: caller.realName,
      company: nameIn(language, (await ownCompany(read)) ?? {}),
    }).trimEnd(),
  };
}

/** Draws the statement of an account and puts it into the outbox, in the transaction of the call. */
async function send(context: Context, account: BillCustomer, period: string, letter: Letter): Promise<void> {
  const { write, now, caller } = context;
  const { customerId, currency, statementNo } = account;
  const { language, toEmails, ccEmails, subject, text, attachXlsx } = letter;
  const statement = await statementOf(write, account, period, now);
  const fileIds: string[] = [];
  for (const format of ['pdf', ...(attachXlsx ? (['xlsx'] as const) : [])] as const)
    fileIds.push((await keepMade(context, await statementFile(write, statement, format, language))).id);
  const mail = { toEmails, ccEmails, subject, text, fileIds };
  const mailId = await putMail(
    { write, now },
    { ...mail, objectType: 'statement', objectNo: statementNo },
    caller.id,
  );
  await write
    .insertInto('statementMail')
    .values({
      ...{ customerId, period, currency, language, mailId, sentAt: now, sentBy: caller.id },
      ...{ toEmails: JSON.stringify(toEmails), ccEmails: JSON.stringify(ccEmails) },
    })
    .execute();
  await context.log({
    ...{ module: 'finance', action: 'send', objectType: 'statement', customerId },
    ...{ objectId: account.id, objectNo: statementNo },
    after: { toEmails, ccEmails, subject, language, attachXlsx },
  });
}

/**
 * Checks that the caller may send an account of a month, which requires that they see all of it. A caller limited to
 * some warehouses would send a wrong balance, or amounts of goods that they may not see.
 */
async function sendable(context: Context, period: string): Promise<(account: BillCustomer) => Promise<void>> {
  const { caller, write, now } = context;
  if (caller.warehouseIds.length === 0) return async () => undefined;
  const read = choiceOf(context);
  const seen = await accountsOf(read, period, now);
  return async (whole) => {
    const part = seen.find(({ id }) => id === whole.id);
    if (!part) throw refuse('NOT_FOUND');
    const [all, some] = [
      await statementOf(write, whole, period, now),
      await statementOf(read, part, period, now),
    ];
    if (JSON.stringify(all) !== JSON.stringify(some)) throw refuse('STATEMENT_PART');
  };
}

/** Sending of statements by email. */
export const statementMailHandlers: Pick<GroupHandlers<'billCustomer'>, 'mail' | 'send' | 'sendMany'> = {
  mail: async (context, { query }) => {
    const { read, now } = context;
    const account = await accountOf(read, query, now);
    return {
      ...(await proposalOf(context, account, query.period, query.language)),
      sent: await sentOf(read, query),
    };
  },

  send: async (context, { body }) => {
    const { write, now } = context;
    const account = await accountOf(write, body, now);
    await (await sendable(context, body.period))(account);
    await send(context, account, body.period, body);
    return accountOf(write, body, now);
  },

  sendMany: async (context, { body: { period, ids, attachXlsx } }) => {
    const { write, now } = context;
    const accounts = new Map((await accountsOf(write, period, now)).map((one) => [one.id, one]));
    const check = await sendable(context, period);
    return eachOf(context, ids, async (id) => {
      const account = accounts.get(id);
      if (!account) throw refuse('NOT_FOUND');
      await check(account);
      const letter = await proposalOf(context, account, period);
      if (letter.toEmails.length === 0) {
        const { customer } = await receiversOf(write, account.customerId);
        throw refuse('STATEMENT_NO_ADDRESS', { customer: customer.code });
      }
      await send(context, account, period, { ...letter, attachXlsx });
      return true;
    });
  },
};
