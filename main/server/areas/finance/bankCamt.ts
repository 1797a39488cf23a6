import { MAX_ACCOUNT, MAX_REMITTANCE } from '@contract/finance/bankEntry';
import { compact } from '@contract/rules/codes';
import { declaredEncoding } from '../../../tabular/xml';
import { readXml, type XmlElement } from '../../core/xml';
import {
  type BankFile,
  brokenAt,
  currencyIn,
  dayIn,
  type FileEntry,
  type FileStatement,
  lineOf,
  minorIn,
} from './bankReading';

/*
 * CAMT.053, the bank to customer statement of ISO 20022, from version 2 on: later versions put a code (`Cd`) into the
 * status, a `Pty` around parties and amount and sign on single transactions; the rest reads alike.
 */

/** Nesting of elements in the schema of the message, with room for additions of a bank. */
const MAX_DEPTH = 24;

const partsOf = (of: XmlElement | undefined, name: string): readonly XmlElement[] =>
  of?.children.filter((one) => one.name === name) ?? [];
const partAt = (of: XmlElement | undefined, ...path: readonly string[]): XmlElement | undefined =>
  path.reduce<XmlElement | undefined>((at, name) => partsOf(at, name)[0], of);
const textAt = (of: XmlElement | undefined, ...path: readonly string[]): string | null =>
  partAt(of, ...path)?.text || null;
/** The day of an element with a date or a time. */
const dayAt = (of: XmlElement | undefined, ...path: readonly string[]): string | null =>
  textAt(of, ...path, 'Dt') ?? textAt(of, ...path, 'DtTm');

/** Reads a file as CAMT.053; undefined if it is no such message. Throws BANK_FILE_PART or BANK_FILE_LACKS. */
export async function readCamt(bytes: Uint8Array): Promise<BankFile | undefined> {
  const root = await readXml(bytes, { maxDepth: MAX_DEPTH, encoding: declaredEncoding(bytes) });
  const message = root?.name === 'Document' ? partAt(root, 'BkToCstmrStmt') : undefined;
  if (!message) return undefined;
  const statements = partsOf(message, 'Stmt').map((one, at) => statementOf(one, `Stmt ${at + 1}`));
  return { format: 'camt053', statements };
}

/** An amount with its sign by the indicator of credit or debit, which a reversal has reversed already. */
function signed(of: XmlElement, amount: XmlElement | undefined, currency: string, place: string): number {
  if (amount?.attributes.Ccy !== currency)
    throw brokenAt(`${place}/Amt/@Ccy`, amount?.attributes.Ccy ?? null);
  const minor = minorIn(amount.text, currency, `${place}/Amt`);
  const indicator = textAt(of, 'CdtDbtInd');
  if (indicator !== 'CRDT' && indicator !== 'DBIT') throw brokenAt(`${place}/CdtDbtInd`, indicator);
  return indicator === 'CRDT' ? minor : 0 - minor;
}

interface Balance {
  readonly type: string | null;
  /** Of an interim balance: `OIBD` opening, `CIBD` closing. */
  readonly subType: string | null;
  readonly day: string;
  readonly amount: number;
}

function balancesOf(statement: XmlElement, currency: string, place: string): Balance[] {
  return partsOf(statement, 'Bal').flatMap((one, at) => {
    const type = textAt(one, 'Tp', 'CdOrPrtry', 'Cd');
    // Available and forward balances say nothing about booked entries.
    if (!type || !['OPBD', 'PRCD', 'CLBD', 'ITBD'].includes(type)) return [];
    const here = `${place}/Bal ${at + 1}`;
    return [
      {
        ...{ type, subType: textAt(one, 'Tp', 'SubTp', 'Cd'), day: dayIn(dayAt(one, 'Dt'), `${here}/Dt`) },
        amount: signed(one, partAt(one, 'Amt'), currency, here),
      },
    ];
  });
}

/**
 * The balances between which the entries are: booked at the beginning and the end; on a page of a longer statement,
 * interim ones. A statement of several days may have some of each day.
 */
function endsOf(balances: readonly Balance[], place: string): readonly [opening: Balance, closing: Balance] {
  const byDay = [...balances].sort((a, b) => a.day.localeCompare(b.day));
  const interim = balances.filter(({ type }) => type === 'ITBD');
  const opening =
    byDay.find(({ type }) => type === 'OPBD') ??
    byDay.find(({ type }) => type === 'PRCD') ??
    interim.find(({ subType }) => subType === 'OIBD') ??
    interim.find(({ subType }) => subType === null);
  const closing =
    byDay.findLast(({ type }) => type === 'CLBD') ??
    interim.findLast(({ subType }) => subType === 'CIBD') ??
    interim.findLast(({ subType }) => subType === null);
  if (!opening) throw brokenAt(`${place}/Bal OPBD`);
  if (!closing || closing === opening) throw brokenAt(`${place}/Bal CLBD`);
  return [opening, closing];
}

function statementOf(one: XmlElement, place: string): FileStatement {
  const account = compact(textAt(one, 'Acct', 'Id', 'IBAN') ?? textAt(one, 'Acct', 'Id', 'Othr', 'Id') ?? '');
  if (account === '' || account.length > MAX_ACCOUNT) throw brokenAt(`${place}/Acct/Id`, account);
  const statementNo = lineOf(textAt(one, 'Id'), 35);
  if (!statementNo) throw brokenAt(`${place}/Id`);
  const currency = currencyIn(
    textAt(one, 'Acct', 'Ccy') ?? partAt(one, 'Bal', 'Amt')?.attributes.Ccy,
    `${place}/Acct/Ccy`,
  );
  const [opening, closing] = endsOf(balancesOf(one, currency, place), place);
  const entries: FileEntry[] = [];
  let pending = 0;
  for (const [at, entry] of partsOf(one, 'Ntry').entries()) {
    const here = `${place}/Ntry ${at + 1}`;
    const status = textAt(entry, 'Sts', 'Cd') ?? textAt(entry, 'Sts');
    if (status === 'BOOK') entries.push(...entriesOf(entry, currency, here));
    else if (status && ['PDNG', 'INFO', 'FUTR'].includes(status)) pending += 1;
    else throw brokenAt(`${here}/Sts`, status);
  }
  const from = textAt(one, 'FrToDt', 'FrDtTm') ?? textAt(one, 'FrToDt', 'FrDt');
  // The balance of the previous closing is of the day before.
  const first = from ?? (opening.type === 'PRCD' ? entries[0]?.bookedOn : opening.day) ?? closing.day;
  const toDate = closing.day;
  const fromDate = dayIn(first, `${place}/FrToDt`);
  return {
    ...{
      account,
      statementNo,
      currency,
      fromDate: fromDate < toDate ? fromDate : toDate,
      toDate,
      entries,
      pending,
    },
    ...{ opening: opening.amount, closing: closing.amount },
  };
}

/** Amount of one transaction of an entry: its own, or its transaction amount in version 2; undefined without one. */
function ownAmount(one: XmlElement, entry: XmlElement, currency: string, place: string): number | undefined {
  const amount = partAt(one, 'Amt') ?? partAt(one, 'AmtDtls', 'TxAmt', 'Amt');
  if (amount?.attributes.Ccy !== currency) return undefined;
  return signed(partAt(one, 'CdtDbtInd') ? one : entry, amount, currency, place);
}

/**
 * An entry, or its transactions where the bank booked several in one sum and states the amount of each. Where these do
 * not come to the sum, the entry stays one, with the texts of all.
 */
function entriesOf(entry: XmlElement, currency: string, place: string): FileEntry[] {
  const amount = signed(entry, partAt(entry, 'Amt'), currency, place);
  const bookedOn = dayIn(dayAt(entry, 'BookgDt'), `${place}/BookgDt`);
  const value = dayAt(entry, 'ValDt');
  const reversal = ['true', '1'].includes(textAt(entry, 'RvslInd') ?? '');
  const shared = { bookedOn, valueDate: value === null ? null : dayIn(value, `${place}/ValDt`) };
  // Many banks give the reason of a return alone.
  const isReturned = (of: readonly XmlElement[]) => reversal || of.some((one) => partAt(one, 'RtrInf'));
  const single = partsOf(entry, 'NtryDtls').flatMap((one) => partsOf(one, 'TxDtls'));
  const made = (of: readonly XmlElement[], minor: number): FileEntry => ({
    ...{ ...shared, amount: minor, reversal: isReturned(of) },
    ...detailsOf(entry, of, minor > 0 !== isReturned(of)),
  });
  if (single.length < 2) return amount === 0 ? [] : [made(single, amount)];
  const amounts = single.map((one, at) => ownAmount(one, entry, currency, `${place}/TxDtls ${at + 1}`));
  const known = amounts.every((one) => one !== undefined);
  const sum = amounts.reduce<number>((all, one) => all + (one ?? 0), 0);
  if (!known || sum !== amount) return amount === 0 ? [] : [made(single, amount)];
  return single.flatMap((one, at) => {
    const own = amounts[at] ?? 0;
    return own === 0 ? [] : [made([one], own)];
  });
}

/** Remittance information of a transaction: its text, references of the creditor, and numbers of documents. */
function remittanceOf(one: XmlElement): string[] {
  return partsOf(one, 'RmtInf').flatMap((info) => [
    ...partsOf(info, 'Ustrd').map(({ text }) => text),
    ...partsOf(info, 'Strd').flatMap((part) => [
      textAt(part, 'CdtrRefInf', 'Ref') ?? '',
      ...partsOf(part, 'RfrdDocInf').map((document) => textAt(document, 'Nb') ?? ''),
      ...partsOf(part, 'AddtlRmtInf').map(({ text }) => text),
    ]),
  ]);
}

/** Party, texts and references of transactions; the party of a single one only, the payer of money received. */
function detailsOf(entry: XmlElement, of: readonly XmlElement[], isReceived: boolean) {
  const [first] = of;
  const one = of.length === 1 ? first : undefined;
  const parties = partAt(one, 'RltdPties');
  const [party, account] = isReceived ? ['Dbtr', 'DbtrAcct'] : ['Cdtr', 'CdtrAcct'];
  const number = textAt(parties, account, 'Id', 'IBAN') ?? textAt(parties, account, 'Id', 'Othr', 'Id');
  const texts = of.flatMap(remittanceOf).filter(Boolean);
  const said =
    texts.length > 0 ? texts : [textAt(first, 'AddtlTxInf') ?? textAt(entry, 'AddtlNtryInf') ?? ''];
  const endToEnd = lineOf(textAt(one, 'Refs', 'EndToEndId'), 35);
  return {
    counterpartyName: lineOf(
      textAt(parties, party, 'Nm') ??
        textAt(parties, party, 'Pty', 'Nm') ??
        textAt(parties, party, 'Agt', 'FinInstnId', 'Nm'),
      140,
    ),
    counterpartyIban: number === null ? null : compact(number).slice(0, MAX_ACCOUNT) || null,
    remittance: lineOf(said.join(' '), MAX_REMITTANCE),
    endToEndId: endToEnd === 'NOTPROVIDED' ? null : endToEnd,
    bankReference: lineOf(textAt(one, 'Refs', 'AcctSvcrRef') ?? textAt(entry, 'AcctSvcrRef'), 60),
  };
}
