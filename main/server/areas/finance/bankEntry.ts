import {
  type BankEntry,
  type bankEntryApi,
  bankEntryFilters,
  bankEntryRow,
  bankStatementRow,
} from '@contract/finance/bankEntry';
import { billPaymentRow } from '@contract/finance/billPayment';
import { fromMinor, toMinor } from '@contract/rules/money';
import type * as z from 'zod';
import { type Context, type GroupHandlers, prepared, type UploadedFile } from '../../core/context';
import { checkReferences } from '../../core/crud';
import { eachOf } from '../../core/eachOf';
import { exportRows } from '../../core/exportRows';
import { refuse } from '../../core/refusal';
import { selectedIds } from '../../core/selected';
import { holdsReferences } from '../../core/uses';
import { codecOf } from '../../store/codec';
import { type ListDefinition, listRows, sumGroups } from '../../store/listRows';
import { rowById } from '../../store/rowById';
import { bankEntries, bookEntry, changeEntry, linkEntry, readEntry } from './bankEntries';
import { readBankFile } from './bankFile';
import {
  importStatements,
  ownAccount,
  ownAccounts,
  questionsOf,
  shownFile,
  sortStatements,
} from './bankImport';
import { proposalsFor } from './bankMatches';
import type { BankFile } from './bankReading';
import { returnEntry } from './bankReturns';
import { minorParts } from './payments';

holdsReferences('bankStatement', bankStatementRow, 'statementNo');

const entryList: ListDefinition<typeof bankEntryRow> = {
  table: 'bankEntryOfStatement',
  row: bankEntryRow,
  filters: bankEntryFilters,
  keyword: ['counterpartyName', 'remittance', 'endToEndId', 'bankReference', 'paymentNo'],
  order: '-bookedOn',
};

/** The list limited to open entries of a direction. */
const openOf = (sign: '>' | '<'): typeof entryList => ({
  ...entryList,
  always: (where) => [where('state', '=', 'open'), where('amount', sign, 0)],
});

const statementCodec = codecOf(bankStatementRow);

/** Books or links an entry as its one certain proposal says. Throws BANK_NOT_CERTAIN without one. */
async function confirmEntry(context: Context, id: number): Promise<BankEntry> {
  const entry = await readEntry(context.read, id);
  bankEntries.allow('book', entry);
  const sure = (await proposalsFor(context.read, entry)).find(({ certain }) => certain);
  if (!sure) throw refuse('BANK_NOT_CERTAIN');
  if (sure.paymentId !== null) return linkEntry(context, entry, sure.paymentId);
  const parts = sure.lines.map(({ type, id: lineId, amount }) => ({
    type,
    id: lineId,
    amount: amount ?? '0',
  }));
  return bookEntry(context, entry, { ...sure, bankCharge: 0 }, minorParts(parts, entry.currency));
}

type Answers = z.output<(typeof bankEntryApi)['check']['query']>;

/**
 * Files are read before the transaction, because all other writes wait for that. Throws BANK_ACCOUNT_OTHER for an answer
 * that names no account of ours.
 */
const readFirst = async (
  { read }: Context,
  { file, query }: { readonly file: UploadedFile; readonly query: Answers },
): Promise<BankFile> => {
  const own = await ownAccounts(read);
  const isOwn = (one: string) => ownAccount(own, one) !== undefined;
  const { account, currency, encoding } = query;
  if (account !== undefined && !isOwn(account)) throw refuse('BANK_ACCOUNT_OTHER', { account });
  return readBankFile(file, { answers: { account, currency, encoding }, isOwn });
};

/** Entries of bank statements: imported from files of banks, and booked as payments. */
export const bankEntryHandlers: GroupHandlers<'bankEntry'> = {
  list: ({ read }, { query }) => listRows(read, entryList, query),
  export: (context, { query }) =>
    exportRows(context, { definition: entryList, resource: 'bankEntry' }, query),

  totals: async ({ read }, { query }) => {
    const all = await sumGroups(read, entryList, query, ['currency', 'state'], []);
    const received = await sumGroups(read, openOf('>'), query, ['currency'], ['amount']);
    const paid = await sumGroups(read, openOf('<'), query, ['currency'], ['amount']);
    return {
      currencies: [...new Set(all.map(({ currency }) => String(currency)))].map((currency) => {
        const own = all.filter((group) => group.currency === currency);
        const count = (groups: typeof own) => groups.reduce((sum, { lines }) => sum + Number(lines), 0);
        const amount = (groups: typeof own) =>
          fromMinor(
            Math.abs(Number(groups.find((group) => group.currency === currency)?.amount ?? 0)),
            currency,
          );
        return {
          ...{ currency, entries: count(own), open: count(own.filter(({ state }) => state === 'open')) },
          ...{ openIn: amount(received), openOut: amount(paid) },
        };
      }),
    };
  },

  get: async ({ read }, { params }) => {
    const entry = await readEntry(read, params.id);
    const statement = statementCodec.decode(await rowById(read, 'bankStatement', entry.statementId));
    const { fromDate, toDate, currency, openingBalance, closingBalance, fileName, createdAt, createdBy } =
      statement;
    return {
      ...entry,
      statement: {
        ...{ fromDate, toDate, currency, openingBalance, closingBalance },
        ...{ fileName, createdAt, createdBy },
      },
      proposals: await proposalsFor(read, entry),
    };
  },

  check: prepared(readFirst, async (context, _input, file: BankFile) => {
    context.unchanged();
    const shown = shownFile(file.format, await sortStatements(context.write, file));
    return { ...shown, asks: await questionsOf(context.write, file) };
  }),

  importFile: prepared(readFirst, (context, { query, file: { name } }, file: BankFile) => {
    if (file.asks) throw refuse('BANK_CSV_ASKS', { name });
    return importStatements(context, { file, fileName: name, similar: query.similar });
  }),

  book: async (context, { params, body }) => {
    const entry = await bankEntries.open(context, params.id, 'book', body.version);
    const { lines, companyId, customerId } = body;
    await checkReferences(context, billPaymentRow, { companyId, customerId });
    const booking = { ...body, bankCharge: toMinor(body.bankCharge, entry.currency) };
    return bookEntry(context, entry, booking, minorParts(lines, entry.currency));
  },

  link: async (context, { params, body }) =>
    linkEntry(context, await bankEntries.open(context, params.id, 'link', body.version), body.paymentId),

  bookReturn: async (context, { params, body }) =>
    returnEntry(
      context,
      await bankEntries.open(context, params.id, 'bookReturn', body.version),
      body.returnedId,
    ),

  confirm: async (context, { body: selection }) =>
    eachOf(context, await selectedIds(context, entryList, selection), async (id) => {
      await confirmEntry(context, id);
      return true;
    }),

  ignore: async (context, { params, body }) => {
    const entry = await bankEntries.open(context, params.id, 'ignore', body.version);
    if (!body.reason) throw refuse('REASON_REQUIRED');
    return changeEntry(context, entry, 'ignore', { state: 'ignored', reason: body.reason });
  },

  reopen: async (context, { params, body }) => {
    const entry = await bankEntries.open(context, params.id, 'reopen', body.version);
    const values = { state: 'open', linked: false, paymentId: null, reason: null } as const;
    return changeEntry(context, entry, 'reopen', values);
  },
};
