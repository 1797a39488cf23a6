import type { TestApi } from './server';

/** An entry of a made CAMT.053 file. */
export interface CamtEntry {
  readonly amount: string;
  readonly sign?: 'CRDT' | 'DBIT';
  readonly day?: string;
  readonly status?: string;
  readonly reversal?: boolean;
  readonly ref?: string | null;
  readonly name?: string;
  readonly iban?: string;
  readonly text?: string;
  readonly endToEnd?: string;
  /** Contents of `NtryDtls` in place of one transaction. */
  readonly details?: string;
}

/** A statement of a made CAMT.053 file; the closing balance follows from its entries unless it is given. */
export interface CamtStatement {
  readonly id?: string;
  readonly account?: string;
  readonly currency?: string;
  readonly day?: string;
  readonly opening?: string;
  readonly closing?: string;
  readonly entries?: readonly CamtEntry[];
}

const OWN_ACCOUNT = 'NL91ABNA0417164300';
const cents = (amount: string) => Math.round(Number(amount) * 100);

const balance = (type: string, amount: number, currency: string, day: string) =>
  `<Bal><Tp><CdOrPrtry><Cd>${type}</Cd></CdOrPrtry></Tp><Amt Ccy="${currency}">${(Math.abs(amount) / 100).toFixed(2)}</Amt>` +
  `<CdtDbtInd>${amount < 0 ? 'DBIT' : 'CRDT'}</CdtDbtInd><Dt><Dt>${day}</Dt></Dt></Bal>`;

/** Version 2 writes parties without `Pty` and the status as a text; version 8 wraps both. */
function entryXml(entry: CamtEntry, currency: string, day: string, version: number): string {
  const { amount, sign = 'CRDT', status = 'BOOK', reversal, ref = 'REF', name, iban, text, endToEnd } = entry;
  const party = (sign === 'CRDT') !== (reversal ?? false) ? 'Dbtr' : 'Cdtr';
  const named = name ? (version < 8 ? `<Nm>${name}</Nm>` : `<Pty><Nm>${name}</Nm></Pty>`) : '';
  const parties =
    (named ? `<${party}>${named}</${party}>` : '') +
    (iban ? `<${party}Acct><Id><IBAN>${iban}</IBAN></Id></${party}Acct>` : '');
  const details =
    entry.details ??
    `<TxDtls><Refs><EndToEndId>${endToEnd ?? 'NOTPROVIDED'}</EndToEndId></Refs>` +
      `<RltdPties>${parties}</RltdPties>${text ? `<RmtInf><Ustrd>${text}</Ustrd></RmtInf>` : ''}</TxDtls>`;
  return (
    `<Ntry><Amt Ccy="${currency}">${amount}</Amt><CdtDbtInd>${sign}</CdtDbtInd>` +
    (reversal ? '<RvslInd>true</RvslInd>' : '') +
    `<Sts>${version < 8 ? status : `<Cd>${status}</Cd>`}</Sts><BookgDt><Dt>${entry.day ?? day}</Dt></BookgDt>` +
    `<ValDt><Dt>${entry.day ?? day}</Dt></ValDt>${ref ? `<AcctSvcrRef>${ref}</AcctSvcrRef>` : ''}` +
    `<NtryDtls>${details}</NtryDtls></Ntry>`
  );
}

/** Makes a CAMT.053 file. */
export function camt(statements: readonly CamtStatement[], version = 2): string {
  const written = statements.map((one, at) => {
    const { id = `STMT-${at + 1}`, account = OWN_ACCOUNT, currency = 'EUR', day = '2026-11-03' } = one;
    const { opening = '1000.00', entries = [] } = one;
    const closing = entries.reduce(
      (sum, { amount, sign, status }) =>
        (status ?? 'BOOK') === 'BOOK' ? sum + (sign === 'DBIT' ? -1 : 1) * cents(amount) : sum,
      cents(opening),
    );
    return (
      `<Stmt><Id>${id}</Id><Acct><Id><IBAN>${account}</IBAN></Id><Ccy>${currency}</Ccy></Acct>` +
      balance('OPBD', cents(opening), currency, day) +
      balance('CLBD', one.closing ? cents(one.closing) : closing, currency, day) +
      `${entries.map((entry) => entryXml(entry, currency, day, version)).join('')}</Stmt>`
    );
  });
  const number = String(version).padStart(2, '0');
  return (
    `<?xml version="1.0" encoding="UTF-8"?>\n<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.${number}">` +
    `<BkToCstmrStmt><GrpHdr><MsgId>M</MsgId></GrpHdr>${written.join('')}</BkToCstmrStmt></Document>`
  );
}

let serial = 0;

/** Makes a file with one statement, new at each call, and one entry. */
export const camtOf = (entry: CamtEntry, statement: CamtStatement = {}, name = 'statement.xml') => {
  serial += 1;
  const id = `S${serial}`;
  return {
    name,
    bytes: camt([{ id, opening: `${serial}.00`, ...statement, entries: [{ ref: id, ...entry }] }]),
  };
};

/** Imports a statement with one entry, and returns that. */
export async function entryIn(api: TestApi, entry: CamtEntry, statement: CamtStatement = {}) {
  await api.call.bankEntry.importFile({ file: camtOf(entry, statement) });
  const id = api.count('select max(id) from bankEntry');
  return api.call.bankEntry.get({ params: { id } });
}
