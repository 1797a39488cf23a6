import { namesOf } from '@contract/names';
import { currencyCode } from '@contract/rules/places';

/**
 * Meanings of a column of a bank's csv file. Some wait for the other columns: `date` and `transactionDay` are the day
 * where no better one is there, `looseName` the party's name. Others wait for their cells: `valuta` is a currency or the
 * value date, `account` our account or the other party's, `party` its account or its name. `none` is not imported.
 */
export type Meaning =
  | ('day' | 'date' | 'transactionDay' | 'valueDay' | 'valuta' | 'amount' | 'debit' | 'credit' | 'sign')
  | ('currency' | 'ownAccount' | 'account' | 'otherAccount' | 'balance' | 'status')
  | ('name' | 'looseName' | 'payer' | 'payee' | 'party')
  | ('text' | 'kind' | 'endToEnd' | 'reference' | 'none');

type Headings = Partial<Readonly<Record<Meaning, string>>>;

/** Headings in English and Chinese: their banks write days in either order. */
const EITHER_ORDER = {
  day: 'booking date,posting date,posted date,entry date,book date,accounting date,记账日期,入账日期,记账日,入账日,账务日期',
  date: 'date,日期',
  transactionDay:
    'transaction date,trans date,execution date,operation date,交易日期,交易日,交易时间,交易日期时间,发生日期',
  valueDay: 'value date,interest date,起息日,起息日期',
  amount: 'amount,transaction amount,amount in account currency,金额,交易金额,发生额',
  debit:
    'debit,debit amount,withdrawal,withdrawals,money out,paid out,借方,借方金额,借方发生额,支出,支出金额,付款金额,支取',
  credit:
    'credit,credit amount,deposit,deposits,money in,paid in,贷方,贷方金额,贷方发生额,收入,收入金额,收款金额,存入',
  sign: 'debit/credit,credit/debit,debit or credit,dr/cr,cr/dr,d/c,c/d,借贷,借贷标志,借贷方向,收支,收支方向',
  currency: 'currency,account currency,ccy,币种,货币',
  ownAccount: 'own account,our account,本方账号,本方账户,我方账号',
  account: 'account,account number,iban,账号,账户',
  otherAccount:
    'counterparty account,counterparty account number,counterparty iban,counterpty iban/bban,beneficiary account,payer account,对方账号,对方账户,对方账号/卡号',
  balance:
    'balance,running balance,balance after transaction,balance after booking,account balance,bal after bkng,余额,账户余额,交易后余额,当前余额',
  status: 'status,state,状态,交易状态',
  name: 'counterparty,counterparty name,name of counterparty,name counterpty,对方户名,对方名称,对方单位,对方账户名称',
  looseName: 'name',
  payer: 'payer,payer name,付款人,付款人名称,付款方',
  payee: 'payee,payee name,beneficiary,beneficiary name,收款人,收款人名称,收款方',
  text: 'description,details,reference,narrative,memo,payment reference,remittance information,purpose,particulars,message,communication,communications,摘要,用途,附言,备注,交易说明,交易摘要',
  kind: 'transaction type,type,交易类型,业务类型',
  endToEnd: 'end-to-end id,end-to-end reference,end to end reference',
  reference:
    'transaction id,bank reference,transaction reference,transaction number,seq no,交易流水号,流水号,交易序号',
  none: 'bic,swift,swift code,counterparty bic,bank name,category,tags,对方开户行,对方行名,开户行,凭证号,凭证种类',
} as const satisfies Headings;

/** Headings in the languages of the continent of Europe, whose banks write the day first. */
const DAY_FIRST = {
  day: 'buchungstag,buchungsdatum,buchung,boekingsdatum,boekdatum,date de comptabilisation,date comptable,data contabile,fecha contable',
  date: 'datum,data,fecha',
  transactionDay:
    'uitvoeringsdatum,transactiedatum,transaktionsdatum,date d’opération,date opération,date d’exécution,fecha de operación,fecha operación,data operazione',
  valueDay:
    'valutadatum,valutatag,wertstellung,wertstellungsdatum,wertstellungstag,rentedatum,date valeur,date de valeur,valeur,fecha valor,data valuta,datum valuta',
  valuta: 'valuta',
  amount: 'betrag,umsatz,bedrag,transactiebedrag,montant,importe,importo',
  debit: 'soll,sollbetrag,belastung,debet,débit,montant débit,cargo,addebito,addebiti,dare',
  credit: 'haben,habenbetrag,gutschrift,crédit,montant crédit,abono,accredito,accrediti,avere',
  sign: 'af bij,bij af,soll/haben,s/h,debet/credit,umsatztyp,soll-haben-kennung',
  currency: 'währung,waehrung,munt,muntsoort,devies,devise,valuta rekening,devise du compte,divisa,moneda',
  ownAccount:
    'auftragskonto,iban auftragskonto,rekening,eigen rekening,rekeningnummer,iban/bban,compte,numéro de compte,cuenta',
  account: 'konto,kontonummer',
  otherAccount:
    'kontonummer/iban,iban zahlungsbeteiligter,gegenkonto,gegenkonto iban,tegenrekening,tegenrekening iban/bban,rekening tegenpartij,rekeningnummer tegenpartij,numéro de compte contrepartie,compte contrepartie,compte de la contrepartie',
  balance:
    'saldo,saldo na mutatie,saldo na trn,saldo na boeking,saldo nach buchung,kontostand,eindsaldo,solde,saldo contable',
  status: 'info,statut,estado',
  name: 'begünstigter/zahlungspflichtiger,beguenstigter/zahlungspflichtiger,auftraggeber/empfänger,auftraggeber/empfaenger,auftraggeber/begünstigter,auftraggeber/zahlungsempfänger,empfänger/zahlungspflichtiger,name zahlungsbeteiligter,naam/omschrijving,naam tegenpartij,naam tegenpartij bevat,naam van de tegenpartij,contrepartie,nom contrepartie,nom de la contrepartie',
  looseName: 'naam,nom',
  payer: 'auftraggeber,zahlungspflichtiger,zahlungspflichtige*r,opdrachtgever,donneur d’ordre,ordenante',
  payee:
    'empfänger,begünstigter,zahlungsempfänger,zahlungsempfänger*in,begunstigde,bénéficiaire,beneficiario',
  party: 'tegenpartij',
  text: 'verwendungszweck,vorgang/verwendungszweck,mitteilung,mededeling,mededelingen,vrije mededeling,gestructureerde mededeling,omschrijving,omschrijving-1,omschrijving-2,omschrijving-3,betalingskenmerk,reden retour,communication libre,communication structurée,libellé,motif,concepto,causale,descrizione',
  kind: 'buchungstext,umsatzart,vorgang,mutatiesoort,type verrichting,transactie,type d’opération',
  endToEnd: 'kundenreferenz,kundenreferenz (end-to-end),end-to-end-referenz',
  reference: 'transactienummer,transactiereferentie,volgnr,volgnummer,bankreferenz,numéro de transaction',
  none: 'blz,bic (swift-code),bic tegenpartij,bic auftragskonto,bic zahlungsbeteiligter,bankname auftragskonto,bezeichnung auftragskonto,gläubiger-id,gläubiger id,glaeubiger id,mandatsreferenz,sammlerreferenz,lastschrift ursprungsbetrag,auslagenersatz ruecklastschrift,auslagenersatz rücklastschrift,kategorie,notiz,code,landcode,straat en nummer,postcode en plaats,rubrieknaam,afschriftnummer,rekeninguittrekselnummer,beginsaldo,adres tegenpartij,naam uiteindelijke partij,naam initiërende partij,batch id,machtigingskenmerk,incassant id,oorspr bedrag,oorspr munt,koers,nom de la rubrique,numéro de l’extrait,date de l’extrait,reden van weigering',
} as const satisfies Headings;

/** Letters and digits of a heading, without accents. */
const signsOf = (heading: string): string =>
  heading
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replace(/[^\p{L}\p{N}]+/gu, '');

interface Known {
  readonly meaning: Meaning;
  readonly isDayFirst: boolean;
}

const entriesOf = <K extends Meaning>(headings: Readonly<Record<K, string>>) =>
  namesOf(headings).flatMap((meaning) =>
    headings[meaning].split(',').map((word): { meaning: Meaning; word: string } => ({ meaning, word })),
  );
const KNOWN = new Map<string, Known>([
  ...entriesOf(DAY_FIRST).map(({ meaning, word }) => [signsOf(word), { meaning, isDayFirst: true }] as const),
  ...entriesOf(EITHER_ORDER).map(
    ({ meaning, word }) => [signsOf(word), { meaning, isDayFirst: false }] as const,
  ),
]);

/** Known headings with other letters than English has: text that has one was decoded rightly. */
const TELLING: readonly string[] = [...entriesOf(EITHER_ORDER), ...entriesOf(DAY_FIRST)]
  .map(({ word }) => word)
  .filter((word) => [...word].some((sign) => sign > '\u00ff' || /[ß-ÿ]/.test(sign)))
  .filter((word) => !word.includes('’'));

/** Characters of a file in which its headings are looked for. */
const HEAD = 8_000;

/** True for a text with a heading that no other encoding produces by chance. */
export function hasTellingHeading(text: string): boolean {
  const head = text.slice(0, HEAD).toLowerCase();
  return TELLING.some((word) => head.includes(word));
}

/** A heading of a column: its meaning, undefined for an unknown one, and the currency that it names. */
export interface Heading extends Partial<Known> {
  readonly text: string;
  readonly currency: string | undefined;
}

/** A currency at the end of a heading: `Betrag (EUR)`, `Umsatz in EUR`, `Amount EUR`, `Betrag (€)`. */
const CURRENCY = /^(.*?)\s*(?:\(\s*([A-Z]{3}|€)\s*\)|\s(?:in\s+)?([A-Z]{3}))$/;

/** Reads a heading. */
export function headingOf(cell: string): Heading {
  const text = cell.replace(/\s+/g, ' ').trim();
  const [, word = '', inBrackets, behind] = CURRENCY.exec(text) ?? [];
  const named = inBrackets === '€' ? 'EUR' : (inBrackets ?? behind);
  const known = named === undefined || currencyCode.check(named) ? undefined : KNOWN.get(signsOf(word));
  return known
    ? { text, currency: named, ...known }
    : { text, currency: undefined, ...KNOWN.get(signsOf(text)) };
}
