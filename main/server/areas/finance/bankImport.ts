import type { BankFileRead } from '@contract/finance/bankEntry';
import { fromMinor } from '@contract/rules/money';
import type { Context } from '../../core/context';
import { refuse } from '../../core/refusal';
import { newStamp } from '../../core/stamps';
import { insertRows } from '../../store/insertRows';
import type { Reader } from '../../store/open';
import type { BankFile, FileEntry, FileStatement } from './bankReading';

/** Facts by which an entry is recognised: one imported before, or one that is earlier in the file. */
interface Known extends Omit<FileEntry, 'valueDate' | 'endToEndId' | 'reversal'> {
  readonly statementNo: string;
  /** Balance of the account after it, in minor units; null if its file has no balances. */
  readonly balance: number | null;
}

type Kind = 'fresh' | 'known' | 'similar';

/** An entry of a statement, whether it was imported before, and the balance after it. */
interface Sorted extends FileEntry {
  readonly balance: number | null;
  readonly kind: Kind;
}

/** A statement with its account as we name it, and its entries sorted. */
interface SortedStatement extends Omit<FileStatement, 'entries'> {
  readonly companyId: number | null;
  readonly entries: readonly Sorted[];
  readonly gapFrom: number | null;
}

/** Our companies and their IBANs. */
export async function ownAccounts(db: Reader) {
  const rows = await db
    .selectFrom('clientCompany')
    .select(['id', 'iban'])
    .where('kind', '=', 'own')
    .where('iban', 'is not', null)
    .orderBy('id')
    .execute();
  return rows.flatMap(({ id, iban }) => (iban === null ? [] : [{ id, iban }]));
}

/**
 * Finds our account: by its IBAN, or by the German bank code and account number, which are the rest of the IBAN with
 * the number filled up to ten digits.
 */
export function ownAccount(own: Awaited<ReturnType<typeof ownAccounts>>, account: string) {
  const [, bank, number = ''] = /^(\d{8})\/(\d{1,10})$/.exec(account) ?? [];
  const rest = bank === undefined ? undefined : bank + number.padStart(10, '0');
  return own.find(({ iban }) => iban === account || (iban.startsWith('DE') && iban.slice(4) === rest));
}

/** Entries of an account that were imported before, booked within some days. */
async function knownEntries(
  db: Reader,
  account: string,
  { currency, entries }: FileStatement,
): Promise<Known[]> {
  const days = entries.map(({ bookedOn }) => bookedOn).sort();
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined) return [];
  return db
    .selectFrom('bankEntryOfStatement')
    .select(['bookedOn', 'amount', 'balance', 'statementNo', 'bankReference'])
    .select(['counterpartyName', 'counterpartyIban', 'remittance'])
    .where('account', '=', account)
    .where('currency', '=', currency)
    .where('bookedOn', '>=', first)
    .where('bookedOn', '<=', last)
    .orderBy('id')
    .execute();
}

const bothDiffer = (a: string | null, b: string | null) => a !== null && b !== null && a !== b;
const areSame = (a: string | null, b: string | null) => a !== null && a === b;

/**
 * Compares an entry with a known one of the same day and amount. It is the same if the balance after it is too, and the
 * number of the statement or the bank's reference; it may be the same if only some of that agrees, or its texts. Files of
 * csv have neither numbers nor, often, balances: there it is the same with the same texts, and may be with any others
 * where only one of the two has a balance, as they are then of different kinds of files.
 */
function compared(entry: Omit<Known, 'bookedOn' | 'amount'>, known: Known, isCsv: boolean): Kind {
  const sameReference = areSame(entry.bankReference, known.bankReference);
  const otherReference = bothDiffer(entry.bankReference, known.bankReference);
  const haveBalances = entry.balance !== null && known.balance !== null;
  const sameBalance = haveBalances && entry.balance === known.balance;
  if (sameBalance && !otherReference && (sameReference || entry.statementNo === known.statementNo))
    return 'known';
  const sameText =
    entry.remittance === known.remittance &&
    entry.counterpartyName === known.counterpartyName &&
    entry.counterpartyIban === known.counterpartyIban;
  if (isCsv && sameText && !otherReference && (sameBalance || !haveBalances)) return 'known';
  if (sameReference || sameBalance || (sameText && !otherReference)) return 'similar';
  return (entry.balance === null) === (known.balance === null) ? 'fresh' : 'similar';
}

/** Sorts the entries of a statement into new, known and similar ones; each known entry matches one of them at most. */
function sortEntries(
  { entries, opening, statementNo }: FileStatement,
  known: readonly Known[],
  isCsv: boolean,
): Sorted[] {
  const byPlace = new Map<string, Known[]>();
  const keyOf = ({ bookedOn, amount }: Pick<Known, 'bookedOn' | 'amount'>) => `${bookedOn} ${amount}`;
  for (const one of known) {
    const there = byPlace.get(keyOf(one)) ?? [];
    there.push(one);
    byPlace.set(keyOf(one), there);
  }
  let balance = opening;
  const found = entries.map((entry): Sorted & { kind: Kind } => {
    if (balance !== null) balance += entry.amount;
    return { ...entry, balance, kind: 'fresh' };
  });
  // Known ones are matched first, so that none is used up by an entry that is only similar.
  return (['known', 'similar'] as const).reduce<Sorted[]>(
    (all, kind) =>
      all.map((entry) => {
        const left = byPlace.get(keyOf(entry)) ?? [];
        const at =
          entry.kind === 'fresh'
            ? left.findIndex((one) => compared({ ...entry, statementNo }, one, isCsv) === kind)
            : -1;
        if (at < 0) return entry;
        left.splice(at, 1);
        return { ...entry, kind };
      }),
    found,
  );
}

/** Closing balance of the last statement before another one; null without one. */
async function closingBefore(
  db: Reader,
  { account, currency, fromDate }: FileStatement,
): Promise<number | null> {
  const row = await db
    .selectFrom('bankStatement')
    .select('closingBalance')
    .where('account', '=', account)
    .where('currency', '=', currency)
    .where('toDate', '<=', fromDate)
    .orderBy('toDate', 'desc')
    .orderBy('id', 'desc')
    .executeTakeFirst();
  return row?.closingBalance ?? null;
}

/** Sorts the statements of a file, each against what was imported before and what is earlier in the file. */
export async function sortStatements(
  db: Reader,
  { statements, format }: BankFile,
): Promise<SortedStatement[]> {
  const own = await ownAccounts(db);
  const sorted: SortedStatement[] = [];
  for (const read of statements) {
    const ours = ownAccount(own, read.account);
    const statement = { ...read, account: ours?.iban ?? read.account };
    const earlier = sorted.filter(
      ({ account, currency }) => account === statement.account && currency === statement.currency,
    );
    const known = [
      ...(await knownEntries(db, statement.account, statement)),
      ...earlier.flatMap((one) =>
        one.entries.flatMap((entry) =>
          entry.kind === 'fresh' ? [{ ...entry, statementNo: one.statementNo }] : [],
        ),
      ),
    ];
    const entries = sortEntries(statement, known, format === 'csv');
    const before = earlier.at(-1)?.closing ?? (await closingBefore(db, statement));
    const isNew = statement.opening !== null && entries.every(({ kind }) => kind === 'fresh');
    sorted.push({
      ...{ ...statement, entries, companyId: ours?.id ?? null },
      gapFrom: isNew && before !== null && before !== statement.opening ? before : null,
    });
  }
  return sorted;
}

/** Questions of a file with the answers that there are: accounts of ours, and ways to read its text. */
export async function questionsOf(db: Reader, { asks }: BankFile): Promise<BankFileRead['asks']> {
  if (!asks) return null;
  const own = asks.account ? await ownAccounts(db) : [];
  return {
    accounts: asks.account ? own.map(({ id: companyId, iban: account }) => ({ companyId, account })) : null,
    currency: asks.currency,
    encodings: [...asks.encodings],
  };
}

/** Contents of a file in the form of the contract. */
export function shownFile(format: BankFile['format'], statements: readonly SortedStatement[]): BankFileRead {
  return {
    ...{ format, asks: null },
    statements: statements.map(({ entries, opening, closing, gapFrom, currency, ...statement }) => {
      const money = (minor: number) => fromMinor(minor, currency);
      const balance = (minor: number | null) => (minor === null ? null : money(minor));
      const ofKind = (wanted: Kind) => entries.filter(({ kind }) => kind === wanted);
      const { account, companyId, statementNo, fromDate, toDate, pending } = statement;
      return {
        ...{ account, companyId, statementNo, currency, fromDate, toDate, pending },
        ...{ openingBalance: balance(opening), closingBalance: balance(closing), gapFrom: balance(gapFrom) },
        ...{ fresh: ofKind('fresh').length, known: ofKind('known').length },
        similar: ofKind('similar').map(({ bookedOn, amount, counterpartyName }) => ({
          ...{ bookedOn, amount: money(amount), currency, counterpartyName },
        })),
      };
    }),
  };
}

/**
 * Imports the entries of a file that were not imported before. Throws BANK_SIMILAR where nobody has decided about
 * entries that may have been.
 */
export async function importStatements(
  context: Context,
  { file, fileName, similar }: { file: BankFile; fileName: string; similar: 'skip' | 'keep' | undefined },
): Promise<BankFileRead> {
  const sorted = await sortStatements(context.write, file);
  const unsure = sorted.flatMap(({ entries }) => entries).filter(({ kind }) => kind === 'similar').length;
  if (unsure > 0 && !similar) throw refuse('BANK_SIMILAR', { count: unsure });
  const decided = sorted.map((statement) => ({
    ...statement,
    entries: statement.entries.map((entry): Sorted => {
      const kind = entry.kind === 'similar' ? (similar === 'keep' ? 'fresh' : 'known') : entry.kind;
      return { ...entry, kind };
    }),
  }));
  let imported = 0;
  for (const statement of decided) imported += await keepStatement(context, statement, fileName);
  if (imported === 0) context.unchanged();
  return shownFile(file.format, decided);
}

/** Writes a statement with its new entries, and returns their number; without any it is not written. */
async function keepStatement(
  context: Context,
  statement: SortedStatement,
  fileName: string,
): Promise<number> {
  const { account, companyId, statementNo, currency, fromDate, toDate, opening, closing } = statement;
  const fresh = statement.entries.filter(({ kind }) => kind === 'fresh');
  if (fresh.length === 0) return 0;
  const stamp = newStamp(context);
  const { id: statementId } = await context.write
    .insertInto('bankStatement')
    .values({
      ...{ ...stamp, account, companyId, statementNo, currency, fromDate, toDate, fileName },
      ...{ openingBalance: opening, closingBalance: closing },
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await insertRows(
    context.write,
    'bankEntry',
    fresh.map(({ kind, reversal, ...entry }) => ({
      ...{ ...stamp, ...entry, statementId, reversal: reversal ? 1 : 0 },
      ...{ state: 'open' as const, linked: 0, paymentId: null, reason: null },
    })),
  );
  await context.log({
    ...{ module: 'finance', action: 'import', objectType: 'bankStatement', objectId: statementId },
    objectNo: statementNo,
    after: { account, fromDate, toDate, fileName, lines: fresh.length },
  });
  return fresh.length;
}
