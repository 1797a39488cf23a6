import type { CustomerInvoice } from '@contract/finance/customerInvoice';
import { type Language, MAIL } from '@contract/limits';
import { grouped } from '@contract/rules/money';
import { formatDay } from '@contract/rules/zonedTime';
import { choiceLabel, nameIn, say } from '@contract/words';
import type { Context, GroupHandlers } from '../../core/context';
import type { Reader } from '../../store/open';
import { keepMade } from '../../store/storedFiles';
import { putMail } from '../mail/outbox';
import { invoiceFile, languageOf } from './invoiceFile';
import { readInvoice } from './invoiceIssue';
import { contactsOf, usable } from './receivers';

/** Address for the invoices of a customer: its contacts, else the company that is invoiced, else the customer. */
async function receiversOf(read: Reader, customerId: number): Promise<string[]> {
  const { email, companyId, companyEmail } = await read
    .selectFrom('customer')
    .leftJoin('clientCompany', 'clientCompany.id', 'customer.companyId')
    .select(['customer.email', 'customer.companyId', 'clientCompany.email as companyEmail'])
    .where('customer.id', '=', customerId)
    .executeTakeFirstOrThrow();
  const owner = { id: customerId, companyId };
  for (const kind of ['invoice', 'statement'] as const) {
    const named = await contactsOf(read, owner, kind);
    if (named.length > 0) return named.slice(0, MAIL.maxAddresses);
  }
  return usable([companyEmail, email]).slice(0, 1);
}

function textsOf(invoice: CustomerInvoice, language: Language, sender: string) {
  const {
    invoiceNo: no,
    invoiceDate,
    dueDate,
    kind,
    grossAmount,
    currency,
    buyer,
    seller,
    billNos,
  } = invoice;
  const document = choiceLabel(language, 'customerInvoiceKind', kind);
  return {
    subject: say(language, 'INVOICE_MAIL_SUBJECT', { document, no }),
    text: say(language, 'INVOICE_MAIL_TEXT', {
      ...{ document, no, sender, bills: billNos, day: formatDay(invoiceDate), due: formatDay(dueDate) },
      ...{ customer: nameIn(language, buyer), company: nameIn(language, seller) },
      amount: grouped(grossAmount, currency),
    }).trimEnd(),
  };
}

/** Sending of invoices by email. */
export const invoiceMailHandlers: Pick<GroupHandlers<'customerInvoice'>, 'mail' | 'send'> = {
  mail: async ({ read, caller }, { params, query }) => {
    const invoice = await readInvoice(read, params.id);
    const language = query.language ?? languageOf(invoice);
    return {
      ...{ language, toEmails: await receiversOf(read, invoice.customerId), ccEmails: [] },
      ...textsOf(invoice, language, caller.realName),
    };
  },

  send: async (context: Context, { params, body }) => {
    const { read, write, now, caller } = context;
    const { language, toEmails, ccEmails, subject, text, attachXml } = body;
    const invoice = await readInvoice(read, params.id);
    const fileIds: string[] = [];
    for (const format of ['pdf', ...(attachXml ? (['xml'] as const) : [])] as const)
      fileIds.push((await keepMade(context, await invoiceFile(context, invoice, format, language))).id);
    const about = { objectType: 'customerInvoice', objectNo: invoice.invoiceNo } as const;
    await putMail({ write, now }, { toEmails, ccEmails, subject, text, fileIds, ...about }, caller.id);
    await context.log({
      ...{ module: 'finance', action: 'send', objectId: invoice.id, ...about },
      after: { toEmails, ccEmails, subject, language, attachXml },
    });
    return readInvoice(write, invoice.id);
  },
};
